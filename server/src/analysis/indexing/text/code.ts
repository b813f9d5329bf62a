// The code of a text without its comments and strings, of the same length, and which part of it belongs to what.

/** Where the bracket that opens at an offset closes; -1 where none does. */
export function closing(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if ('([{'.includes(code[at]!)) depth++;
    else if (')]}'.includes(code[at]!) && --depth === 0) return at;
  }
  return -1;
}

const HEAD = /\s*(?:(if)\b(?:\s+constexpr\b)?|(do)\b|(?:for|while|switch)\b)\s*/y;
const ELSE = /\s*else\b/y;

/** Where the statement or block that begins at an offset ends, in C++; an `if` ends with its `else`. */
export function statementEnd(code: string, start: number): number {
  for (let from = start; ; ) {
    HEAD.lastIndex = from;
    const head = HEAD.exec(code);
    if (head === null) return plainEnd(code, from);
    const behind = from + head[0].length;
    if (head[2] !== undefined) return plainEnd(code, statementEnd(code, behind));
    const close = code[behind] === '(' ? closing(code, behind) : -1;
    if (close < 0) return plainEnd(code, from);
    from = close + 1;
    if (head[1] === undefined) continue;
    const then = statementEnd(code, from);
    ELSE.lastIndex = then;
    if (!ELSE.test(code)) return then;
    from = ELSE.lastIndex;
  }
}

/** The same of what is a block, or ends with a semicolon. */
function plainEnd(code: string, from: number): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const c = code[at]!;
    if (c === '{' || c === '(' || c === '[') depth++;
    else if (c === '}' || c === ')' || c === ']') {
      if (--depth < 0) return at;
      if (depth === 0 && c === '}') return at + 1;
    } else if (c === ';' && depth === 0) return at + 1;
  }
  return code.length;
}

/** Where the block around an offset ends, in C++. */
export function blockEnd(code: string, from: number): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (code[at] === '{') depth++;
    else if (code[at] === '}' && --depth < 0) return at;
  }
  return code.length;
}

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The loops of C++, outer ones first. */
export const loopsIn = (code: string): readonly Stretch[] =>
  [...code.matchAll(/\b(?:for|while|do)\b/g)].map(({ index }) => ({
    start: index,
    end: statementEnd(code, index),
  }));

/** A lambda of C++, up to the brace that opens its body: how often that runs is said elsewhere. */
export const LAMBDA = /\[[^[\]]*\]\s*(?:\((?:[^()]|\([^()]*\))*\)\s*)?(?:mutable\s*)?(?:->[\w:<>&*\s]+)?\{/;

/** The arguments in the brackets that open at an offset, each with where it begins. */
export function argumentsAt(
  code: string,
  open: number,
): readonly { readonly at: number; readonly written: string }[] {
  const end = closing(code, open);
  const found: { at: number; written: string }[] = [];
  let depth = 0;
  for (let at = open + 1, from = open + 1; at <= end; at++) {
    if ('([{'.includes(code[at]!)) depth++;
    else if (at < end && ')]}'.includes(code[at]!)) depth--;
    else if (at === end || (code[at] === ',' && depth === 0)) {
      const part = code.slice(from, at);
      found.push({ at: from + part.length - part.trimStart().length, written: part.trim() });
      from = at + 1;
    }
  }
  return found;
}

/** So much of the code before a bracket may be the name that is called, with its template arguments. */
const LONGEST_NAME = 80;

/** Where the braces of a value begin, `Int<4>{}`, that end at an offset; null: they are those of a block. */
function valueStart(code: string, end: number): number | null {
  const open = code.lastIndexOf('{', end);
  return open > 0 && !/[;{}]/.test(code.slice(open + 1, end)) && /[\w>]/.test(code[open - 1]!) ? open : null;
}

/** The name of the innermost call that a place is an argument of, within its statement; empty: it is none of any. */
export function callAround(code: string, at: number): string {
  let depth = 0;
  for (let i = at - 1; i >= 0; i--) {
    // `Int<4>{}` among the arguments.
    const value = code[i] === '}' ? valueStart(code, i) : null;
    if (value !== null) i = value;
    else if (';{}'.includes(code[i]!)) break;
    else if (')]'.includes(code[i]!)) depth++;
    else if ('(['.includes(code[i]!) && --depth < 0) {
      const before = code.slice(Math.max(0, i - LONGEST_NAME), i);
      return code[i] === '(' ? (/(\w+)\s*(?:<[^<>()]*>)?\s*$/.exec(before)?.[1] ?? '') : '';
    }
  }
  return '';
}

const indentOf = (line: string): number => /^[ \t]*/.exec(line)![0].length;

/** Where the lines behind an offset end that are indented by at least so much, in Python. */
export function indentedEnd(code: string, from: number, least: number): number {
  let at = code.indexOf('\n', from) + 1;
  if (at === 0) return code.length;
  while (at < code.length) {
    const next = code.indexOf('\n', at);
    const end = next < 0 ? code.length : next;
    const line = code.slice(at, end);
    if (line.trim() !== '' && indentOf(line) < least) return at;
    at = end + 1;
  }
  return code.length;
}

/** The loops of Python, outer ones first, with what they go through; empty: `while`. */
export const pythonLoopsIn = (code: string): readonly (Stretch & { readonly range: string })[] =>
  [...code.matchAll(/^([ \t]*)(?:for\s[^\n]*?\bin\s+([^\n]*):|while\b[^\n]*:)[ \t]*$/gm)].map(
    ({ 0: head, 1: indent, 2: range, index }) => ({
      start: index,
      end: indentedEnd(code, index + head.length - 1, indent!.length + 1),
      range: range ?? '',
    }),
  );

const DEFINES = /^[ \t]*(?:async[ \t]+)?def[ \t]/gm;

/** Of the code that was asked for last: several rules ask for that of one text. */
let defined: { readonly code: string; readonly starts: readonly number[] } | null = null;

/** Where the functions of Python begin. */
export function definitionsIn(code: string): readonly number[] {
  if (defined?.code !== code)
    defined = { code, starts: [...code.matchAll(DEFINES)].map(({ index }) => index) };
  return defined.starts;
}

/** The definition that a place stands in, with all that is behind it as far as the next one. */
export function definitionAround(code: string, at: number): string {
  const starts = definitionsIn(code);
  const next = starts.find((start) => start > at) ?? code.length;
  return code.slice(starts.findLast((start) => start <= at) ?? 0, next);
}

export const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
