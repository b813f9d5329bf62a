// The logical lines of Python: what ends at a line break that stands in no bracket and no string. They cut a file into
// statements at a small part of what a parse costs, and they say where a broken statement ends.

/** A line of code with the comment behind it, or a line that is only a comment. */
export interface LogicalLine {
  readonly start: number;
  readonly end: number;
  /** Where its code ends, before a comment behind it; of a comment, where that ends. */
  readonly codeEnd: number;
  /** Of its first character; tabs go to the next multiple of 8, as Python counts them. */
  readonly column: number;
  readonly isComment: boolean;
  /** Whether a bracket is open at its end, which nothing closes. */
  readonly isOpen: boolean;
}

/** Words that begin a statement and stand in no expression: in front of one, every bracket is closed. */
const STATEMENT =
  /(?:async\s+def|def|class|return|import|while|try|raise|with|assert|pass|break|continue|global|nonlocal|del)\b/y;

const TAB = 9;
const LINE_FEED = 10;
const FORM_FEED = 12;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const HASH = 35;
const APOSTROPHE = 39;
const OPEN = 40;
const CLOSE = 41;
const OPEN_SQUARE = 91;
const BACKSLASH = 92;
const CLOSE_SQUARE = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const BYTE_ORDER_MARK = 0xfeff;

/** A line break inside of a bracket behind which a statement would begin, if nothing closed the bracket. */
interface Break {
  readonly start: number;
  readonly column: number;
  /** How many brackets are open. */
  readonly depth: number;
  /** Where what stands before it ends. */
  readonly endBefore: number;
  readonly codeEndBefore: number;
}

/** Never fails. What it takes is in proportion to the length of the text. */
export function logicalLines(text: string): readonly LogicalLine[] {
  const lines: LogicalLine[] = [];
  const reader = new LineReader(text);
  for (let group = reader.next(); group !== null; group = reader.next()) lines.push(...group);
  return lines;
}

/** Reads the lines of a text one after the other. */
export class LineReader {
  readonly #text: string;
  #lines: LogicalLine[] = [];
  #at: number;
  /** Behind the last character of the line that is not blank. */
  #end = 0;
  /** Behind the last one that is in no comment. */
  #codeEnd = 0;
  #depth = 0;
  #breaks: Break[] = [];

  /** `from`: where a line begins outside of brackets and strings. */
  constructor(text: string, from = 0) {
    this.#text = text;
    this.#at = from;
  }

  /** The next line, or those that begin inside of a bracket that nothing closes; null behind the last one. */
  next(): readonly LogicalLine[] | null {
    this.#lines = [];
    while (this.#lines.length === 0 && this.#at < this.#text.length) this.#readLine();
    return this.#lines.length === 0 ? null : this.#lines;
  }

  #readLine(): void {
    const column = this.#skipBlanks();
    const text = this.#text;
    const start = this.#at;
    const first = text.charCodeAt(start);
    if (start === text.length) return;
    if (first === LINE_FEED || first === RETURN) {
      this.#at++;
      return;
    }
    this.#depth = 0;
    this.#breaks = [];
    while (this.#at < text.length && !this.#endsLine(column));
    this.#push(start, column, first === HASH);
  }

  /** Adds what was read since `start`: one line, or those that begin inside of a bracket that nothing closes. */
  #push(start: number, column: number, isComment: boolean): void {
    const begins = [{ start, column, depth: 0 }, ...this.#breaks];
    for (const [i, line] of begins.entries()) {
      const next = this.#breaks[i];
      this.#lines.push({
        start: line.start,
        end: next?.endBefore ?? this.#end,
        codeEnd: isComment ? this.#end : (next?.codeEndBefore ?? this.#codeEnd),
        column: line.column,
        isComment,
        isOpen: (next?.depth ?? this.#depth) > line.depth,
      });
    }
  }

  /** Reads a token. Whether the line ends there. */
  #endsLine(column: number): boolean {
    const text = this.#text;
    const code = text.charCodeAt(this.#at);
    switch (code) {
      case LINE_FEED:
      case RETURN:
        this.#at++;
        return this.#depth === 0 || this.#endsBrackets(column);
      case SPACE:
      case TAB:
      case FORM_FEED:
        this.#at++;
        return false;
      case HASH: {
        const end = text.indexOf('\n', this.#at);
        this.#at = end < 0 ? text.length : text.charCodeAt(end - 1) === RETURN ? end - 1 : end;
        this.#end = this.#at;
        return false;
      }
      case BACKSLASH:
        this.#at++;
        if (text.charCodeAt(this.#at) === RETURN) this.#at++;
        if (text.charCodeAt(this.#at) === LINE_FEED) this.#at++;
        return false;
      case QUOTE:
      case APOSTROPHE:
        this.#at = stringEnd(text, this.#at);
        break;
      default:
        this.#countBracket(code);
        this.#at++;
    }
    this.#end = this.#at;
    this.#codeEnd = this.#at;
    return false;
  }

  #countBracket(code: number): void {
    if (code === OPEN || code === OPEN_SQUARE || code === OPEN_BRACE) this.#depth++;
    else if ((code === CLOSE || code === CLOSE_SQUARE || code === CLOSE_BRACE) && this.#depth > 0) {
      this.#depth--;
      // The bracket is closed, so what began a line inside of it was no statement.
      while (this.#breaks.length > 0 && this.#breaks.at(-1)!.depth > this.#depth) this.#breaks.pop();
    }
  }

  /** At a line break inside of a bracket: whether the next line is a statement, so that a bracket was left open. */
  #endsBrackets(column: number): boolean {
    const lineStart = this.#at;
    const own = this.#skipBlanks();
    const code = this.#text.charCodeAt(this.#at);
    STATEMENT.lastIndex = this.#at;
    if (STATEMENT.test(this.#text)) {
      this.#at = lineStart;
      return true;
    }
    const isCode = code > SPACE && code !== HASH;
    const isClosing = code === CLOSE || code === CLOSE_SQUARE || code === CLOSE_BRACE;
    if (isCode && !isClosing && own <= column)
      this.#breaks.push({
        start: this.#at,
        column: own,
        depth: this.#depth,
        endBefore: this.#end,
        codeEndBefore: this.#codeEnd,
      });
    return false;
  }

  /** Goes to the first character of the line that is not blank, and returns its column. */
  #skipBlanks(): number {
    for (let column = 0; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === SPACE) column++;
      else if (code === TAB) column = (column + 8) & ~7;
      else if (code === FORM_FEED) column = 0;
      else if (code !== BYTE_ORDER_MARK) return column;
    }
  }
}

/** Where the string that opens at `at` ends. One without its closing quote ends with its line. */
function stringEnd(text: string, at: number): number {
  const quote = text.charCodeAt(at);
  const isTriple = text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote;
  for (let i = at + (isTriple ? 3 : 1); i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i++;
    else if (code === LINE_FEED && !isTriple) return i;
    else if (code === quote) {
      if (!isTriple) return i + 1;
      if (text.charCodeAt(i + 1) === quote && text.charCodeAt(i + 2) === quote) return i + 3;
    }
  }
  return text.length;
}
