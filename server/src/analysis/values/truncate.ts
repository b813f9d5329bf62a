// Long texts cut so that they can still be told apart.

export const cutAt = (text: string, maximum: number): string =>
  text.length <= maximum ? text : `${text.slice(0, maximum - 1)}…`;

/** The length of what all the texts begin with, back to where a part of them begins. */
function sharedLength(texts: readonly string[]): number {
  const [first = '', ...others] = texts;
  let length = 0;
  while (length < first.length && others.every((other) => other[length] === first[length])) length++;
  const { index } = /[(<][^(<]*$/.exec(first.slice(0, length)) ?? { index: length };
  return index;
}

/**
 * The texts with at most `maximum` characters each. Where cutting would make different ones look the same, what they
 * begin with in common is left out: `…((_8,_16),(_64,_1)…`.
 */
export function truncateDistinct(texts: readonly string[], maximum: number): readonly string[] {
  const different = [...new Set(texts)];
  const plain = different.map((text) => cutAt(text, maximum));
  if (new Set(plain).size === different.length) return texts.map((text) => cutAt(text, maximum));
  const shared = sharedLength(different);
  return texts.map((text) => cutAt(shared === 0 ? text : `…${text.slice(shared)}`, maximum));
}
