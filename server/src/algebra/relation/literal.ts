// Sets and relations as ISL writes them: `{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }`, `[N] -> { [i, j] : 0 <= i < N }`.
// They are read here only as far as it takes to say what is wrong and where; what they mean is libisl's to say.

import { type MapTerm, map, type SetTerm, set } from './term.ts';
import { type Token, tokensOf } from './tokens.ts';

interface LiteralError {
  readonly message: string;
  /** Where in the text. */
  readonly start: number;
  readonly end: number;
}

class Wrong {
  readonly error: LiteralError;
  constructor(message: string, { at, text }: Token) {
    this.error = { message, start: at, end: at + Math.max(1, text.length) };
  }
}

const COMPARISONS: ReadonlySet<string> = new Set([
  '=',
  '<',
  '>',
  '<=',
  '>=',
  '!=',
  '<>',
  '<<',
  '>>',
  '<<=',
  '>>=',
]);
/** What makes a name the beginning of an expression. */
const OPERATORS: ReadonlySet<string> = new Set(['+', '-', '*', '/', '//', '%', 'mod', '(']);
const FUNCTIONS: ReadonlySet<string> = new Set(['floor', 'ceil', 'floord', 'ceild', 'min', 'max']);
/** Brackets and operators in one another, as deep as is read. */
const MAXIMUM_DEPTH = 100;

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  /** Coordinates and parameters that may be named. */
  #names: ReadonlySet<string> = new Set();

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get #next(): Token {
    return this.#tokens[this.#at]!;
  }

  #is(...texts: readonly string[]): boolean {
    return this.#next.kind !== 'name' && texts.includes(this.#next.text);
  }

  #eat(...texts: readonly string[]): boolean {
    if (!this.#is(...texts)) return false;
    this.#at++;
    return true;
  }

  #need(text: string, what: string): void {
    if (!this.#eat(text)) throw new Wrong(`${text} is expected ${what}`, this.#next);
  }

  #deeper<T>(read: () => T): T {
    if (this.#depth >= MAXIMUM_DEPTH) throw new Wrong('the relation nests too deeply', this.#next);
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  /** The whole text. */
  read(): 'set' | 'map' {
    const parameters = this.#parameters();
    this.#need('{', 'before the first tuple');
    let kind: 'set' | 'map' | null = null;
    do {
      const first = this.#next;
      const read = this.#disjunct(parameters);
      if (kind !== null && read !== kind) throw new Wrong('sets and relations are mixed', first);
      kind = read;
    } while (this.#eat(';'));
    this.#need('}', 'at the end');
    if (this.#next.kind !== 'end') throw new Wrong(`${this.#next.text} stands behind the end`, this.#next);
    return kind;
  }

  #parameters(): ReadonlySet<string> {
    const names = new Set<string>();
    if (!this.#eat('[')) return names;
    if (!this.#is(']'))
      do {
        if (this.#next.kind !== 'name') throw new Wrong('a parameter is a name', this.#next);
        names.add(this.#next.text);
        this.#at++;
      } while (this.#eat(','));
    this.#need(']', 'behind the parameters');
    this.#need('->', 'between the parameters and {');
    return names;
  }

  #disjunct(parameters: ReadonlySet<string>): 'set' | 'map' {
    const names = new Set(parameters);
    this.#names = names;
    this.#tuple(names);
    const isMap = this.#eat('->');
    if (isMap) this.#tuple(names);
    if (this.#eat(':')) this.#formula();
    return isMap ? 'map' : 'set';
  }

  /** `[i, j + 1]`, `A[i]`. A name that stands alone and is new becomes a coordinate. */
  #tuple(names: Set<string>): void {
    if (this.#next.kind === 'name') this.#at++;
    this.#need('[', 'before the coordinates');
    if (this.#eat(']')) return;
    do {
      const { kind, text } = this.#next;
      const behind = this.#tokens[this.#at + 1]!;
      if (kind === 'name' && !names.has(text) && !OPERATORS.has(behind.text)) {
        names.add(text);
        this.#at++;
        if (this.#eat('=')) this.#expression();
      } else this.#expression();
    } while (this.#eat(','));
    this.#need(']', 'behind the coordinates');
  }

  #formula(): void {
    this.#deeper(() => {
      do this.#conjunction();
      while (this.#eat('or', '||', 'implies'));
    });
  }

  #conjunction(): void {
    do this.#condition();
    while (this.#eat('and', '&&'));
  }

  #condition(): void {
    if (this.#eat('true', 'false')) return;
    if (this.#eat('not', '!')) this.#deeper(() => this.#condition());
    else if (this.#eat('exists')) this.#exists();
    else if (this.#is('(')) this.#parenthesised();
    else this.#comparison();
  }

  /** A parenthesis begins a formula or a number; what is not the one is the other. */
  #parenthesised(): void {
    const start = this.#at;
    const failed = this.#attempt(() => this.#comparison());
    if (failed === null) return;
    this.#at = start;
    const inner = this.#attempt(() => {
      this.#need('(', 'here');
      this.#formula();
      this.#need(')', 'behind the condition');
    });
    // Whichever got further is what was meant.
    if (inner !== null) throw inner.error.start >= failed.error.start ? inner : failed;
  }

  #attempt(read: () => void): Wrong | null {
    try {
      read();
      return null;
    } catch (e) {
      if (e instanceof Wrong) return e;
      throw e;
    }
  }

  #exists(): void {
    const outer = this.#names;
    const hasBracket = this.#eat('(');
    const names = new Set(outer);
    do {
      if (this.#next.kind !== 'name') throw new Wrong('exists names integers', this.#next);
      names.add(this.#next.text);
      this.#at++;
      this.#names = names;
      if (this.#eat('=')) this.#expression();
    } while (this.#eat(','));
    this.#need(':', 'behind the names of exists');
    this.#formula();
    if (hasBracket) this.#need(')', 'at the end of exists');
    this.#names = outer;
  }

  /** `0 <= i < N`, `i, j >= 0` */
  #comparison(): void {
    this.#list();
    if (!COMPARISONS.has(this.#next.text)) throw new Wrong('a comparison is expected here', this.#next);
    while (COMPARISONS.has(this.#next.text)) {
      this.#at++;
      this.#list();
    }
  }

  #list(): void {
    do this.#expression();
    while (this.#eat(','));
  }

  #expression(): void {
    this.#deeper(() => {
      do this.#product();
      while (this.#eat('+', '-'));
    });
  }

  #product(): void {
    this.#factor();
    while (this.#eat('*', '/', '//', '%', 'mod')) this.#factor();
  }

  #factor(): void {
    if (this.#eat('-', '+')) {
      this.#deeper(() => this.#factor());
      return;
    }
    const token = this.#next;
    if (token.kind === 'number') {
      this.#at++;
      // `3c`, `2 floor(c/4)`
      if (this.#next.kind === 'name') this.#name();
      return;
    }
    if (token.kind === 'name') {
      this.#name();
      return;
    }
    const close = this.#eat('(') ? ')' : this.#eat('[') ? ']' : null;
    if (close === null)
      throw new Wrong(
        token.kind === 'end' || token.text === '}'
          ? 'a number or a name is missing'
          : `${token.text} is no number and no name`,
        token,
      );
    this.#expression();
    this.#need(close, 'behind it');
  }

  #name(): void {
    const token = this.#next;
    this.#at++;
    if (FUNCTIONS.has(token.text) && this.#eat('(')) {
      this.#list();
      this.#need(')', `behind the arguments of ${token.text}`);
      return;
    }
    if (!this.#names.has(token.text))
      throw new Wrong(`${token.text} is no coordinate and no parameter here`, token);
  }
}

/** The term that a text stands for, or what is wrong with it. */
export function readLiteral(text: string): SetTerm | MapTerm | LiteralError {
  const tokens = tokensOf(text);
  if (!Array.isArray(tokens)) {
    const { at } = tokens as { readonly at: number };
    return { message: `${text[at]} means nothing in a relation`, start: at, end: at + 1 };
  }
  try {
    return new Reader(tokens as readonly Token[]).read() === 'set' ? set(text) : map(text);
  } catch (e) {
    if (e instanceof Wrong) return e.error;
    throw e;
  }
}
