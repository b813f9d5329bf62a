// The statements of a function by their tokens: what stands in each, and what an edit leaves as it was.

import type { Token } from './cpp-tokens.ts';
import type { Span } from './expression.ts';

/** A statement without statements in it, or the head of one that has some. What a lambda holds is part of its statement. */
export interface Statement extends Span {
  /** What changes when it does: of a head everything under it. */
  readonly extent: Span;
  readonly words: ReadonlySet<string>;
}

const HEADS: ReadonlySet<string> = new Set(['if', 'for', 'while', 'switch']);

/** The statements between the first brace of the tokens and the one that closes it, in no particular order. */
export function statementsIn(tokens: readonly Token[], brace: number): readonly Statement[] {
  const open = tokens.findIndex(({ start }) => start === brace);
  const found: Statement[] = [];
  if (open >= 0) new Reader(tokens, found).block(open);
  return found;
}

/** How deep blocks are looked into; what is deeper belongs to its statement. */
const MAXIMUM_DEPTH = 100;

class Reader {
  readonly #tokens: readonly Token[];
  readonly #found: Statement[];
  #depth = 0;

  constructor(tokens: readonly Token[], found: Statement[]) {
    this.#tokens = tokens;
    this.#found = found;
  }

  #text(i: number): string {
    const token = this.#tokens[i];
    return token === undefined || token.kind === 'string' ? '' : token.text;
  }

  #isEnd(i: number): boolean {
    return i >= this.#tokens.length - 1;
  }

  /** From an opening brace to behind the closing one. */
  block(open: number): number {
    let i = open + 1;
    while (!this.#isEnd(i) && this.#text(i) !== '}') {
      const next = this.#statement(i);
      i = next > i ? next : i + 1;
    }
    return Math.min(i + 1, this.#tokens.length - 1);
  }

  #statement(i: number): number {
    const text = this.#text(i);
    if (this.#depth >= MAXIMUM_DEPTH) return this.#leaf(i);
    this.#depth++;
    const end = text === '{' ? this.block(i) : HEADS.has(text) ? this.#compound(i) : this.#leaf(i);
    this.#depth--;
    return end;
  }

  #compound(from: number): number {
    let i = from + 1;
    while (this.#text(i) === 'constexpr' || this.#text(i) === 'consteval') i++;
    if (this.#text(i) === '(') i = this.#balanced(i);
    const headEnd = i;
    i = this.#statement(i);
    while (this.#text(i) === 'else') i = this.#statement(i + 1);
    this.#add(from, headEnd, i);
    return i;
  }

  #leaf(from: number): number {
    let i = from;
    while (!this.#isEnd(i)) {
      const text = this.#text(i);
      if (text === ';') {
        i++;
        break;
      }
      if (text === '}' || text === ')' || text === ']') break;
      if (i > from && (HEADS.has(text) || text === 'else')) break;
      i = text === '(' || text === '[' || text === '{' ? this.#balanced(i) : i + 1;
    }
    this.#add(from, i, i);
    return i;
  }

  /** From an opening bracket to behind the one that closes it. */
  #balanced(open: number): number {
    let depth = 0;
    let i = open;
    for (; !this.#isEnd(i); i++) {
      const text = this.#text(i);
      if (text === '(' || text === '[' || text === '{') depth++;
      else if ((text === ')' || text === ']' || text === '}') && --depth === 0) return i + 1;
    }
    return i;
  }

  #add(from: number, to: number, end: number): void {
    if (to <= from) return;
    const words = new Set<string>();
    for (let i = from; i < to; i++) {
      const { kind, text } = this.#tokens[i]!;
      if (kind === 'name') words.add(text);
    }
    const { start } = this.#tokens[from]!;
    this.#found.push({
      start,
      end: this.#tokens[to - 1]!.end,
      extent: { start, end: this.#tokens[Math.max(to, end) - 1]!.end },
      words,
    });
  }
}
