// The identifiers of texts as numbers, for asking of many files whether a name stands in them: making a string for
// every word of a file takes longer than anything that is done with them.

/** A number for an identifier. Two different ones of a file share theirs once in a billion, so it tells nothing for
 * certain but what a text does not hold. */
export const wordNumber = (word: string): number => numberOf(word, 0, word.length);

/** The numbers of the identifiers that stand in a text, also in comments and strings. */
export function wordNumbers(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  const { length } = text;
  for (let at = 0; at < length; ) {
    const c = text.charCodeAt(at);
    if (!isPart(c)) at++;
    else {
      let end = at + 1;
      while (end < length && isPart(text.charCodeAt(end))) end++;
      if (!isDigit(c)) found.add(numberOf(text, at, end));
      at = end;
    }
  }
  return found;
}

/** The identifiers of a text in order, those of comments and strings too. */
export const wordsIn = (text: string): readonly string[] => text.match(/[A-Za-z_]\w*/g) ?? [];

/** FNV-1a of the characters. */
function numberOf(text: string, from: number, to: number): number {
  let number = 0x811c9dc5;
  for (let at = from; at < to; at++) number = Math.imul(number ^ text.charCodeAt(at), 0x01000193);
  return number;
}

const isDigit = (c: number): boolean => c >= 48 && c <= 57;
const isPart = (c: number): boolean =>
  (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || isDigit(c) || c === 95;
