// How much shared memory a block can have.

const KB = 1024;

/**
 * Bytes of shared memory that a block can be given at most, when it asks for them, by compute capability (8.6 is 86):
 * CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
 */
const MOST: ReadonlyMap<number, number> = new Map([
  [70, 96 * KB],
  [72, 96 * KB],
  [75, 64 * KB],
  [80, 163 * KB],
  [86, 99 * KB],
  [87, 163 * KB],
  [89, 99 * KB],
  [90, 227 * KB],
  [100, 227 * KB],
  [103, 227 * KB],
  [110, 227 * KB],
  [120, 99 * KB],
  [121, 99 * KB],
]);

/** What a block can have on any GPU. */
const ANYWHERE = Math.max(...MOST.values());

/** What `__shared__` declares without `extern`, and what a kernel has without asking: the same on all GPUs. */
export const STATIC_SHARED_BYTES = 48 * KB;

/**
 * Bytes of shared memory of a block, at most.
 * @param architectures the compute capabilities that may run it; none: any
 */
export function sharedBytesOfBlock(architectures: readonly number[]): number {
  if (architectures.length === 0) return ANYWHERE;
  return Math.max(...architectures.map((architecture) => MOST.get(architecture) ?? ANYWHERE));
}
