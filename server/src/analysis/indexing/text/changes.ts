// What may give a variable another value than the one that it begins with. What is not understood may.

import type { Span } from '../../../frontends/common/expression.ts';
import type { Host } from '../../../frontends/common/host-tokens.ts';
import { escaped } from './code.ts';

/** Whether a function or macro, by its name and where that stands, leaves its arguments as they are. */
type LeavesArguments = (callee: string, at: number) => boolean;

/** Words before a parenthesis that is no call's, and functions that take integers by value. */
const HARMLESS: ReadonlySet<string> = new Set(
  'if while for switch return sizeof case min max int unsigned long short size_t assert __builtin_assume __assume Int make_coord make_shape make_stride make_tuple make_layout local_tile local_partition composition size get ceil_div printf'.split(
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

/** So much of what stands before a place tells what it is; more is not understood. */
const NEAR = 256;

/** Where the text before an offset ends that is not blank. */
function endBefore(code: string, offset: number): number {
  let at = offset;
  while (at > 0 && /\s/.test(code[at - 1]!)) at--;
  return at;
}

/** The end of that text: a pattern for the end of a whole file would be tried at each of its characters. */
function shortlyBefore(code: string, offset: number): string {
  const end = endBefore(code, offset);
  return code.slice(Math.max(0, end - NEAR), end);
}

const ASSIGNED = /^\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)/;

/** Whether a bare argument, between brackets or commas, is left as it is by what it is handed to. */
function isLeft(code: string, start: number, end: number, leaves: LeavesArguments): boolean {
  const open = bracketAround(code, start);
  if (open < 0 || code[open] === '[') return open >= 0;
  if (code[open] === '{') return false;
  const before = shortlyBefore(code, open);
  const [callee] = /[\w:]*$/.exec(before)!;
  if (callee === '') {
    // Parentheses of their own: `(n) = 5`; those of an asm statement have a colon or a text before them, and a template
    // has what may be taken for a comparison.
    if (/\bstatic_cast\s*<[\w\s:]+>$/.test(before)) return true;
    return /[-+*/%&|^=(,<!?]$/.test(before) && !ASSIGNED.test(code.slice(end).replace(/^[\s)]*/, ''));
  }
  return HARMLESS.has(callee.replace(/^.*::/, '')) || leaves(callee, endBefore(code, open) - callee.length);
}

/** A reference to a variable, or its address: by what it may be changed from then on without its name. */
function isReferredTo(code: string, name: string): boolean {
  const n = escaped(name);
  const bound = new RegExp(`&{1,2}\\s*\\w+\\s*(?:=|\\(|\\{)\\s*\\(*\\s*${n}\\b`);
  return (
    bound.test(code) || occurrences(code, name).some(({ start }) => isAddressed(shortlyBefore(code, start)))
  );
}

/** Its address is taken: an operand before the sign would make it a mask. */
const isAddressed = (before: string): boolean =>
  before.endsWith('&') && !/[\w)\]]\s*&$/.test(before) && !before.endsWith('&&');

const occurrences = (code: string, name: string): readonly Span[] =>
  [...code.matchAll(new RegExp(`(?<![\\w.])${escaped(name)}(?!\\w)`, 'g'))].map(({ index }) => ({
    start: index,
    end: index + name.length,
  }));

function isAssigned(code: string, name: string): boolean {
  const stepped = new RegExp(`(?:\\+\\+|--)\\s*\\(*\\s*${escaped(name)}\\b`);
  return stepped.test(code) || occurrences(code, name).some(({ end }) => ASSIGNED.test(code.slice(end)));
}

/** A lambda that takes all by reference. */
const CAPTURES_ALL = /\[\s*&/;

function changesInCpp(code: string, name: string, leaves: LeavesArguments, from: number): boolean {
  const behind = code.slice(from);
  // A stream may read it.
  if (CAPTURES_ALL.test(behind) || /\bcin\b/.test(behind)) return true;
  if (isAssigned(behind, name) || isReferredTo(behind, name)) return true;
  return occurrences(behind, name).some((at) => {
    const [start, end] = [from + at.start, from + at.end];
    const isBare = /[({[,]$/.test(shortlyBefore(code, start)) && /^\s*[,)\]}]/.test(code.slice(end));
    return isBare && !isLeft(code, start, end, leaves);
  });
}

/**
 * Whether a variable of C++ can be changed by other names than its own, as references to it, or by what is called: it is
 * none of the code's own, or what stands before an offset has made such a name.
 */
export function isShared(code: string, name: string, at: number): boolean {
  const before = code.slice(0, at);
  const n = escaped(name);
  const isOwn = new RegExp(
    `(?<!\\b(?:return|case|goto|else|in))(?:\\b[A-Za-z_]\\w*|[>*\\]])\\s+${n}\\s*[,;)=({[]`,
  ).test(before);
  if (!isOwn || isReferredTo(before, name)) return true;
  return CAPTURES_ALL.test(before) && isAssigned(before, name);
}

/** Integers of Python are handed over as they are; names are bound again in many ways. */
function changesInPython(code: string, name: string): boolean {
  const n = `(?<![\\w.])${escaped(name)}(?!\\w)`;
  const target = `(?:^|[:;])[ \\t]*[[(]*[^=\\n()[\\]:;]*${n}[^=<>!\\n([;]*(?:<<|>>)?=(?!=)`;
  const loop = `\\bfor\\b[^:\\n]*?${n}[^:\\n]*?\\bin\\b`;
  const other = `\\b(?:as|global|nonlocal|del|import)\\s+[\\w \\t,.(]*${n}|\\b(?:def|class)\\s+${n}|${n}\\s*:=`;
  return new RegExp(`${target}|${loop}|${other}`, 'm').test(code);
}

interface Stretch {
  readonly code: string;
  readonly start: number;
  readonly end: number;
}

/** What is around a stretch of code and may change a variable in it. */
interface Around {
  /** The texts that a name is replaced with, where it is a macro's. */
  macros(name: string): readonly string[];
  readonly leaves: LeavesArguments;
}

/** `NEXT;`, `NEXT();` */
const BARE_MACRO = /(?<=[;{})]\s*)([A-Z_][A-Z0-9_]*)\s*(?:\(\s*\))?\s*;/g;

/** Whether a variable may be changed in a stretch of code, which has neither comments nor strings. */
export function mayChange(
  { code, start, end }: Stretch,
  name: string,
  host: Host,
  { macros, leaves }: Around,
): boolean {
  const stretch = code.slice(start, end);
  if (host === 'python') return changesInPython(stretch, name);
  if (changesInCpp(code.slice(0, end), name, leaves, start)) return true;
  // Macros need not be given what they change; one that nobody defines may change anything.
  const words = new Set(stretch.match(/\b[A-Za-z_]\w*/g));
  return (
    [...words].some((word) => macros(word).some((body) => changesInCpp(body, name, () => false, 0))) ||
    [...stretch.matchAll(BARE_MACRO)].some(([, word]) => macros(word!).length === 0)
  );
}
