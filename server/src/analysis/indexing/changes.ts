// What may give a variable another value than the one that it begins with. What is not understood may.

import type { Host } from '../../frontends/common/host-tokens.ts';
import { escaped } from './code.ts';

/** Whether a function or macro, by its name and where that stands, leaves its arguments as they are. */
type LeavesArguments = (callee: string, at: number) => boolean;

/** Words before a parenthesis that is no call's, and functions that take integers by value. */
const HARMLESS: ReadonlySet<string> = new Set(
  'if while for switch return sizeof case min max int unsigned long short size_t assert __builtin_assume __assume Int make_coord make_shape make_stride make_tuple printf'.split(
    ' ',
  ),
);

/** The bracket around an offset that is not closed before it; -1 where there is none. */
function bracketAround(code: string, offset: number): number {
  let depth = 0;
  for (let at = offset - 1; at >= 0; at--) {
    if (')]}'.includes(code[at]!)) depth++;
    else if ('([{'.includes(code[at]!) && depth-- === 0) return at;
  }
  return -1;
}

const ASSIGNED = /^\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)/;

/** Whether a bare argument, between brackets or commas, is left as it is by what it is handed to. */
function isLeft(code: string, start: number, end: number, leaves: LeavesArguments): boolean {
  const open = bracketAround(code, start);
  if (open < 0 || code[open] === '[') return open >= 0;
  if (code[open] === '{') return false;
  const [word = ''] = /[\w:]*\s*$/.exec(code.slice(0, open))!;
  const callee = word.trim();
  if (callee === '') {
    // Parentheses of their own: `(n) = 5`; those of an asm statement have a colon or a text before them, and a template
    // has what may be taken for a comparison.
    const before = code.slice(0, open).trimEnd();
    if (/\bstatic_cast\s*<[\w\s:]+>$/.test(before)) return true;
    return /[-+*/%&|^=(,<!?]$/.test(before) && !ASSIGNED.test(code.slice(end).replace(/^[\s)]*/, ''));
  }
  return HARMLESS.has(callee.replace(/^.*::/, '')) || leaves(callee, open - word.length);
}

function changesInCpp(code: string, name: string, leaves: LeavesArguments, from: number): boolean {
  // A reference to it, a lambda that takes all by reference, a stream that reads it.
  const n = escaped(name);
  const bound = `&{1,2}\\s*\\w+\\s*(?:=|\\(|\\{)\\s*\\(*\\s*${n}\\b|\\[\\s*&|\\bcin\\b`;
  const stepped = `(?:\\+\\+|--)\\s*\\(*\\s*${n}\\b`;
  if (new RegExp(`${bound}|${stepped}`).test(code.slice(from))) return true;
  for (const { index } of code.slice(from).matchAll(new RegExp(`(?<![\\w.])${n}(?!\\w)`, 'g'))) {
    const [start, end] = [from + index, from + index + name.length];
    if (ASSIGNED.test(code.slice(end))) return true;
    const before = code.slice(0, start).trimEnd();
    // Its address: an operand before the sign would make it a mask.
    if (before.endsWith('&') && !/[\w)\]]\s*&$/.test(before) && !before.endsWith('&&')) return true;
    const isBare = /[({[,]$/.test(before) && /^\s*[,)\]}]/.test(code.slice(end));
    if (isBare && !isLeft(code, start, end, leaves)) return true;
  }
  return false;
}

/** Integers of Python are handed over as they are; names are bound again in many ways. */
function changesInPython(code: string, name: string): boolean {
  const n = `(?<![\\w.])${escaped(name)}(?!\\w)`;
  const target = `^\\s*\\[?[^=\\n()[\\]]*${n}[^=<>!\\n([]*(?:<<|>>)?=(?!=)`;
  const loop = `\\bfor\\b[^:\\n]*?${n}[^:\\n]*?\\bin\\b`;
  const other = `\\b(?:as|global|nonlocal|del|import)\\s+[\\w \\t,.(]*${n}|\\b(?:def|class)\\s+${n}|${n}\\s*:=`;
  return new RegExp(`${target}|${loop}|${other}`, 'm').test(code);
}

/** Macros of the file whose text changes a variable: they need not be given it. */
function changingMacros(text: string, name: string): readonly string[] {
  const defined = /^[ \t]*#[ \t]*define[ \t]+(\w+)((?:\\\r?\n|[^\n])*)/gm;
  return [...text.matchAll(defined)].flatMap(([, macro, body = '']) =>
    changesInCpp(body, name, () => false, 0) ? [macro!] : [],
  );
}

interface Stretch {
  readonly code: string;
  readonly start: number;
  readonly end: number;
}

/** Whether a variable may be changed in a stretch of code, which has neither comments nor strings; `file` is all of it. */
export function mayChange(
  { code, start, end }: Stretch,
  name: string,
  host: Host,
  file: string,
  leaves: LeavesArguments,
): boolean {
  if (host === 'python') return changesInPython(code.slice(start, end), name);
  if (changesInCpp(code.slice(0, end), name, leaves, start)) return true;
  const macros = changingMacros(file, name);
  return macros.some((macro) => new RegExp(`\\b${macro}\\b`).test(code.slice(start, end)));
}
