// Static symbols stand for sizes and strides of kernels that are not known yet. Some decisions ask
// whether one of them is 0 or 1, because C++ treats those sizes and strides in their own way; they are
// answered with no, and the answer is noted here, so that whoever shows the result can say what it
// supposes: `kBlockM ≠ 1`.

const supposed = new Set<string>();

/** Called for every question answered by supposition. */
export function suppose(text: string): void {
  supposed.add(text);
}

/** Forgets what was supposed; call before the operation that is watched. */
export function watchSuppositions(): void {
  // Most operations suppose nothing, and clearing a set allocates.
  if (supposed.size > 0) supposed.clear();
}

/** What results since `watchSuppositions` suppose: `kBlockM ≠ 1`, each once. */
export const suppositionsMade = (): readonly string[] => (supposed.size === 0 ? NOTHING : [...supposed]);

const NOTHING: readonly string[] = [];
