// Index expressions on their own, as somebody selects or pastes them: arithmetic on integers and names, in C, C++, CUDA
// or Python. A file is not needed around them, and what is wrong with them is told with its place.

import type { Expr, NameExpr } from '../common/expression.ts';
import { type IndexHost, type IndexToken, indexTokens, Misread } from './tokens.ts';

/** From loose to tight; Python's comparisons are looser than its operations on bits. */
const PRECEDENCE: Readonly<Record<IndexHost, Readonly<Record<string, number>>>> = {
  cpp: levels(['||'], ['&&'], ['|'], ['^'], ['&'], ['==', '!='], ['<', '>', '<=', '>=']),
  python: levels(['==', '!=', '<', '>', '<=', '>='], ['|'], ['^'], ['&'], []),
};

function levels(...loose: readonly (readonly string[])[]): Readonly<Record<string, number>> {
  const all = [...loose, ['<<', '>>'], ['+', '-'], ['*', '/', '//', '%']];
  return Object.fromEntries(all.flatMap((signs, level) => signs.map((sign) => [sign, level + 1])));
}

/** The words of the types that a cast to leaves an index as it is: C++'s, and CuTe DSL's. */
const TYPE_WORD =
  /^(?:(?:std::)?(?:int|unsigned|signed|long|uint|size_t|ptrdiff_t|u?int(?:32|64)_t)|(?:cutlass\.|cute\.)?U?int(?:32|64)|(?:cutlass\.)?Int(?:32|64))$/;

const MAXIMUM_DEPTH = 100;

/** Throws Misread where it ends too early, goes on too long, or has something in it that is no arithmetic. */
export function readIndexExpression(text: string, host: IndexHost): Expr {
  const reader = new Reader(indexTokens(text), host);
  const expr = reader.conditional();
  reader.expectEnd();
  return expr;
}

class Reader {
  private at = 0;
  private depth = 0;
  private readonly tokens: readonly IndexToken[];
  private readonly host: IndexHost;

  constructor(tokens: readonly IndexToken[], host: IndexHost) {
    this.tokens = tokens;
    this.host = host;
  }

  private get token(): IndexToken {
    return this.tokens[this.at]!;
  }

  private is(text: string): boolean {
    return this.token.text === text;
  }

  private take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) throw new Misread(`${text} is missing${this.before()}`, this.token.start);
  }

  /** ` before x`, of the token here. */
  private before(): string {
    return this.token.kind === 'end' ? ' at the end' : ` before ${this.token.text}`;
  }

  expectEnd(): void {
    if (this.token.kind !== 'end')
      throw new Misread(`an operator is missing before ${this.token.text}`, this.token.start);
  }

  private span(start: number): { readonly start: number; readonly end: number } {
    return { start, end: this.tokens[Math.max(0, this.at - 1)]!.end };
  }

  /** `c ? a : b`, and `a if c else b`. */
  conditional(): Expr {
    const { start } = this.token;
    if (++this.depth > MAXIMUM_DEPTH) throw new Misread('the expression is nested too deeply', start);
    const first = this.binary(1);
    let whole = first;
    if (this.host === 'cpp' && this.take('?')) {
      const then = this.conditional();
      this.expect(':');
      const otherwise = this.conditional();
      whole = { kind: 'conditional', span: this.span(start), condition: first, then, otherwise };
    } else if (this.host === 'python' && this.take('if')) {
      const condition = this.binary(1);
      this.expect('else');
      const otherwise = this.conditional();
      // biome-ignore lint/suspicious/noThenProperty: the field of the shared contract
      whole = { kind: 'conditional', span: this.span(start), condition, then: first, otherwise };
    }
    this.depth--;
    return whole;
  }

  private binary(least: number): Expr {
    const { start } = this.token;
    let left = this.unary();
    for (;;) {
      const operator = this.token.text;
      const level = this.token.kind === 'sign' ? PRECEDENCE[this.host][operator] : undefined;
      if (level === undefined || level < least) return left;
      const isWrong = this.host === 'cpp' ? operator === '//' : operator === '/';
      if (isWrong)
        throw new Misread(
          operator === '//' ? '// is no operator of C++' : '/ divides to a fraction in Python: // is meant',
          this.token.start,
        );
      this.at++;
      const right = this.binary(level + 1);
      left = { kind: 'binary', span: this.span(start), operator, left, right };
    }
  }

  private unary(): Expr {
    const { start, text } = this.token;
    if (text === '-' || text === '+' || text === '~') {
      if (++this.depth > MAXIMUM_DEPTH) throw new Misread('the expression is nested too deeply', start);
      this.at++;
      const operand = this.unary();
      this.depth--;
      return { kind: 'unary', span: this.span(start), operator: text, operand };
    }
    const words = this.wordsOfCast();
    return words > 0 ? this.cast(words) : this.postfix();
  }

  /** How many words stand in the parentheses of `(int)x`, `(unsigned int)x`; 0 where no cast is here. */
  private wordsOfCast(): number {
    if (!this.is('(')) return 0;
    let words = 0;
    while (TYPE_WORD.test(this.tokens[this.at + 1 + words]?.text ?? '')) words++;
    return this.tokens[this.at + 1 + words]?.text === ')' ? words : 0;
  }

  private cast(words: number): Expr {
    this.at += words + 2;
    return this.unary();
  }

  private postfix(): Expr {
    const operand = this.primary();
    // Triton's `x[:, None]` gives a vector another axis, and leaves its elements.
    while (this.host === 'python' && this.is('[')) this.axes();
    return operand;
  }

  private axes(): void {
    this.at++;
    do {
      if (!this.take(':') && !this.take('None'))
        throw new Misread('an element of an array is no arithmetic', this.token.start);
    } while (this.take(','));
    this.expect(']');
  }

  private primary(): Expr {
    const { kind, text, start, end } = this.token;
    const span = { start, end };
    if (kind === 'integer') {
      this.at++;
      return { kind: 'integer', span, value: valueOfInteger(text, start), marked: false };
    }
    if (kind === 'name') {
      this.at++;
      if (text === 'static_cast') return this.staticCast();
      const name: NameExpr = { kind: 'name', span, name: text };
      if (!this.take('(')) return name;
      const args = this.list();
      if (TYPE_WORD.test(text) && args.length === 1) return args[0]!;
      return { kind: 'call', span: this.span(start), callee: name, args, keywords: [] };
    }
    if (!this.take('(')) throw new Misread(`an operand is missing${this.before()}`, start);
    const inner = this.conditional();
    this.expect(')');
    return inner;
  }

  private staticCast(): Expr {
    this.expect('<');
    const { start } = this.token;
    if (!TYPE_WORD.test(this.token.text))
      throw new Misread(`a cast to ${this.token.text} is not read`, start);
    while (TYPE_WORD.test(this.token.text)) this.at++;
    this.expect('>');
    this.expect('(');
    const inner = this.conditional();
    this.expect(')');
    return inner;
  }

  private list(): readonly Expr[] {
    if (this.take(')')) return [];
    const items = [this.conditional()];
    while (this.take(',')) items.push(this.conditional());
    this.expect(')');
    return items;
  }
}

function valueOfInteger(text: string, at: number): number {
  const digits = text.replace(/['_]/g, '').replace(/(?<=[\da-fA-F])(?:[uU][lL]{0,2}|[lL]{1,2}[uU]?)$/, '');
  const isNumber = /^(?:\d+|0[xX][\da-fA-F]+|0[bB][01]+)$/.test(digits);
  const value = isNumber ? Number(/^0\d/.test(digits) ? `0o${digits.slice(1)}` : digits) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new Misread(`${text} is no integer`, at);
  return value;
}
