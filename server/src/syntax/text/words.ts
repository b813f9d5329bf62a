// The identifiers of texts as numbers, for asking of many files whether a name stands in them: making a string for
// every word of a file takes longer than anything that is done with them.

/** A number for an identifier. Two different ones of a file share theirs once in a billion, so it tells nothing for
 * certain but what a text does not hold. */
export const wordNumber = (word: string): number => numberOf(word, 0, word.length);

/** The numbers of the identifiers that stand in a text, also in comments and strings. */
export function wordNumbers(text: string): ReadonlySet<number> {
  const found = new Set<number>();
  eachWord(text, (number) => found.add(number));
  return found;
}

/** Calls with the number of each identifier of a text. */
function eachWord(text: string, visit: (number: number) => void): void {
  const { length } = text;
  for (let at = 0; at < length; ) {
    const c = text.charCodeAt(at);
    if (!isPart(c)) at++;
    else {
      let end = at + 1;
      while (end < length && isPart(text.charCodeAt(end))) end++;
      if (!isDigit(c)) visit(numberOf(text, at, end));
      at = end;
    }
  }
}

const IDENTIFIER = /^[A-Za-z_]\w*$/;

/** Which identifiers do not stand in some texts, in a bit for every four characters: it knows about nine of ten. */
export class WordSieve {
  readonly #bits: Uint32Array;

  constructor(texts: readonly string[]) {
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    const bits = 2 ** Math.max(5, Math.ceil(Math.log2(length / 4)));
    this.#bits = new Uint32Array(bits / 32);
    const mask = this.#bits.length - 1;
    for (const text of texts)
      eachWord(text, (number) => {
        this.#bits[(number >>> 5) & mask]! |= 1 << number;
      });
  }

  /** False for an identifier that stands in none of them. */
  mayHold(word: string): boolean {
    if (!IDENTIFIER.test(word)) return true;
    const number = wordNumber(word);
    return ((this.#bits[(number >>> 5) & (this.#bits.length - 1)]! >>> number) & 1) === 1;
  }
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
