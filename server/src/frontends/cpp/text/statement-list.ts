// The statements of a function by their tokens: what stands in each, and what an edit leaves as it was.

import type { Span } from '../../common/expression.ts';
import type { Statement } from '../../common/statement.ts';
import type { Token } from './tokens.ts';

const HEADS: ReadonlySet<string> = new Set(['if', 'for', 'while', 'switch']);
/** What stands before the body of a lambda. */
const BEFORE_BODY: ReadonlySet<string> = new Set([')', ']', 'mutable', 'noexcept', 'constexpr']);

/** The statements between the first brace of the tokens and the one that closes it, in no particular order. */
export function statementsIn(tokens: readonly Token[], brace: number): readonly Statement[] {
  const open = tokens.findIndex(({ start }) => start === brace);
  const found: Statement[] = [];
  if (open >= 0) new Reader(tokens, found).block(open);
  return found;
}

/** How deep blocks are looked into; what is deeper belongs to its statement. */
const MAXIMUM_DEPTH = 100;

/** The indices of two braces. */
type Body = readonly [open: number, close: number];

class Reader {
  readonly #tokens: readonly Token[];
  readonly #found: Statement[];
  #depth = 0;
  #around: Statement | null = null;

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
    if (this.#text(i) === '(') i = this.#balanced(i, []);
    const headEnd = i;
    i = this.#statement(i);
    while (this.#text(i) === 'else') i = this.#statement(i + 1);
    this.#add(from, headEnd, i, []);
    return i;
  }

  #leaf(from: number): number {
    let i = from;
    const bodies: Body[] = [];
    while (!this.#isEnd(i)) {
      const text = this.#text(i);
      if (text === ';') {
        i++;
        break;
      }
      if (text === '}' || text === ')' || text === ']') break;
      if (i > from && (HEADS.has(text) || text === 'else')) break;
      i = text === '(' || text === '[' || text === '{' ? this.#balanced(i, bodies) : i + 1;
    }
    const statement = this.#add(from, i, i, bodies);
    if (statement === null || this.#depth >= MAXIMUM_DEPTH) return i;
    const outer = this.#around;
    this.#around = statement;
    for (const [open] of bodies) this.block(open);
    this.#around = outer;
    return i;
  }

  /** From an opening bracket to behind the one that closes it. The bodies of the outermost lambdas in it are noted. */
  #balanced(open: number, bodies: Body[]): number {
    let depth = 0;
    /** The nesting of the lambda that is being passed. */
    let within = -1;
    let begin = 0;
    for (let i = open; !this.#isEnd(i); i++) {
      const text = this.#text(i);
      if (text === '(' || text === '[' || text === '{') {
        if (text === '{' && within < 0 && this.#depth < MAXIMUM_DEPTH && BEFORE_BODY.has(this.#text(i - 1))) {
          within = depth;
          begin = i;
        }
        depth++;
      } else if (text === ')' || text === ']' || text === '}') {
        depth--;
        if (depth === within) {
          bodies.push([begin, i]);
          within = -1;
        }
        if (depth <= 0) return i + 1;
      }
    }
    return this.#tokens.length - 1;
  }

  #add(from: number, to: number, end: number, bodies: readonly Body[]): Statement | null {
    if (to <= from) return null;
    const words = new Set<string>();
    const own: Span[] = [];
    let first = from;
    const close = (last: number): void => {
      for (let i = first; i <= last; i++) {
        const { kind, text } = this.#tokens[i]!;
        if (kind === 'name') words.add(text);
      }
      own.push({ start: this.#tokens[first]!.start, end: this.#tokens[last]!.end });
    };
    for (const [open, closing] of bodies) {
      close(open);
      first = closing;
    }
    close(to - 1);
    const { start } = this.#tokens[from]!;
    const statement: Statement = {
      start,
      end: this.#tokens[to - 1]!.end,
      extent: { start, end: this.#tokens[Math.max(to, end) - 1]!.end },
      own,
      words,
      around: this.#around,
    };
    this.#found.push(statement);
    return statement;
  }
}
