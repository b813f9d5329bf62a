// Which files hold which words.

import { addTo } from '../../frontends/common/lists.ts';
import { wordNumber, wordNumbers } from '../../syntax/text/words.ts';

const NO_FILES: readonly string[] = [];

export class WordIndex {
  /** The numbers of each file's words. */
  readonly #words = new Map<string, Int32Array>();
  /** The files that hold a word, by its number. */
  readonly #files = new Map<number, string[]>();

  has(file: string): boolean {
    return this.#words.has(file);
  }

  /** Reads a file's text. Returns whether it holds other words than the text before. */
  set(file: string, text: string): boolean {
    const before = this.#words.get(file);
    const words = wordNumbers(text);
    if (before !== undefined) {
      if (before.length === words.size && before.every((word) => words.has(word))) return false;
      this.delete(file);
    }
    const numbers = new Int32Array(words.size);
    let count = 0;
    for (const word of words) {
      numbers[count++] = word;
      addTo(this.#files, word, file);
    }
    this.#words.set(file, numbers);
    return true;
  }

  delete(file: string): void {
    for (const word of this.#words.get(file) ?? []) {
      const files = this.#files.get(word)!;
      if (files.length === 1) this.#files.delete(word);
      else files.splice(files.indexOf(file), 1);
    }
    this.#words.delete(file);
  }

  clear(): void {
    this.#words.clear();
    this.#files.clear();
  }

  /** The files that were read and hold one of the words. */
  holding(words: readonly string[]): ReadonlySet<string> {
    const found = new Set<string>();
    for (const word of words)
      for (const file of this.#files.get(wordNumber(word)) ?? NO_FILES) found.add(file);
    return found;
  }
}
