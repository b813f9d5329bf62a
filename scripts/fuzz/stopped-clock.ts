// Time that stands still. What is worked out within a budget of time depends on how busy the machine is; where two ways
// to one answer are compared, no budget may run out.

const now = performance.now.bind(performance);

/** The time that passes whatever else stands still. */
export const realTime = (): number => now();

export async function withStoppedClock<T>(work: () => Promise<T>): Promise<T> {
  const at = now();
  performance.now = () => at;
  try {
    return await work();
  } finally {
    performance.now = now;
  }
}
