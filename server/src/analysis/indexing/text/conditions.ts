// Bounds of a variable that code states: assertions, assumptions that it hands to the compiler, and guards.

import type { Host } from '../../../frontends/common/host-tokens.ts';
import { blockEnd, closing, escaped, indentedEnd, statementEnd } from './code.ts';

/** A variable stays below something, or at most at it, in a stretch of code. */
interface StatedBound {
  /** Where the bound is written. */
  readonly start: number;
  readonly end: number;
  readonly isIncluded: boolean;
  /** Whether the statement leaves open that the variable is below zero. */
  readonly mayBeNegative: boolean;
  /** `assert`, `__builtin_assume`, `tl.assume`, `if` */
  readonly by: string;
  /** Where the bound begins to hold, and where it ends. */
  readonly from: number;
  readonly to: number;
}

const STATEMENTS = {
  cpp: /(?<=[;{}]\s*)(assert|__builtin_assume|__assume)\s*(?=\()|\b(if)(?:\s+constexpr)?\s*(?=\()/g,
  python: /^[ \t]*(assert\b|tl\.assume|tl\.device_assert|if\b)[ \t]*/gm,
} as const;

/** The same, the end of the code where none does. */
function closed(code: string, open: number): number {
  const close = closing(code, open);
  return close < 0 ? code.length : close;
}

/** Where the condition of a statement ends: at its colon, its comma, or its line's end. */
function conditionEnd(code: string, from: number): number {
  for (let at = from; at < code.length; at++) {
    if ('([{'.includes(code[at]!)) at = closed(code, at);
    else if (':,\n'.includes(code[at]!)) return at;
  }
  return code.length;
}

/** The operators of a condition that stand in no brackets. */
const OPERATORS = {
  cpp: { and: /&&/y, other: /\|\||\?|,/y },
  python: { and: /\band\b/y, other: /\b(?:or|if|lambda)\b/y },
} as const;

/** The parts of a condition that all hold, out of the parentheses around them; none where one of several does. */
function conjuncts(code: string, [start, end]: Part, host: Host): readonly Part[] {
  const open = start + /^\s*/.exec(code.slice(start, end))![0].length;
  if (code[open] === '(' && closed(code, open) === start + code.slice(start, end).trimEnd().length - 1)
    return conjuncts(code, [open + 1, closed(code, open)], host);
  const { and, other } = OPERATORS[host];
  const parts: Part[] = [];
  let from = start;
  for (let at = start; at < end; at++) {
    if ('([{'.includes(code[at]!)) at = closed(code, at);
    and.lastIndex = at;
    other.lastIndex = at;
    if (other.test(code)) return [];
    if (!and.test(code)) continue;
    parts.push([from, at]);
    from = and.lastIndex;
    at = from - 1;
  }
  if (parts.length === 0) return [[start, end]];
  return [...parts, [from, end] as const].flatMap((part) => conjuncts(code, part, host));
}

type Part = readonly [start: number, end: number];

/** `i < 8`, `i <= N - 1`, `8 > i`; in Python `0 <= i < 8`, which C++ reads as (0 <= i) < 8. */
function boundIn(code: string, [from, to]: Part, name: string, host: Host) {
  const n = escaped(name);
  const part = code.slice(from, to);
  const chain = host === 'python' ? '(?:0\\s*<=\\s*)?' : '';
  const match =
    new RegExp(`^\\s*${chain}${n}\\s*(<=?)(?![<=])([^<>=!]*)$`, 'd').exec(part) ??
    new RegExp(`^\\s*([^<>=!]*?)(>=?)(?![>=])\\s*${n}\\s*$`, 'd').exec(part);
  if (match === null) return null;
  const isFirst = /^[<]/.test(match[1]!);
  const [relation, place] = isFirst ? [match[1]!, match.indices![2]!] : [match[2]!, match.indices![1]!];
  // In C++ what is compared ends where such an operator stands.
  if (host === 'cpp' && /[&|^]/.test(part.slice(...place))) return null;
  return { start: from + place[0], end: from + place[1], isIncluded: relation.includes('=') };
}

/** `0 <= i`, `i >= 0`, and `0 <= i < 8` of Python. */
function saysNotNegative(code: string, [from, to]: Part, name: string): boolean {
  const n = escaped(name);
  return new RegExp(`^\\s*(?:0\\s*<=\\s*${n}\\s*(?:$|<(?!<))|${n}\\s*>=\\s*0\\s*$)`).test(
    code.slice(from, to),
  );
}

/** The bounds of a variable that hold at a place, the nearest first. */
export function boundsStated(code: string, host: Host, name: string, at: number): readonly StatedBound[] {
  const found: StatedBound[] = [];
  for (const match of code.slice(0, at).matchAll(STATEMENTS[host])) {
    const by = match[1] ?? match[2]!;
    const begins = match.index + match[0].length;
    const isCall = code[begins] === '(' && by !== 'if' && by !== 'assert';
    const isCpp = host === 'cpp';
    const inside = isCpp || isCall ? begins + 1 : begins;
    const ends = isCpp ? closed(code, begins) : conditionEnd(code, inside);
    const end = isCall && !isCpp ? Math.min(ends, closed(code, begins)) : ends;
    const indent = match[0].length - match[0].trimStart().length;
    const to = isCpp
      ? by === 'if'
        ? statementEnd(code, end + 1)
        : blockEnd(code, end + 1)
      : indentedEnd(code, end, by === 'if' ? indent + 1 : indent);
    if (at <= end || at > to) continue;
    const parts = conjuncts(code, [inside, end], host);
    const mayBeNegative = !parts.some((part) => saysNotNegative(code, part, name));
    for (const part of parts) {
      const bound = boundIn(code, part, name, host);
      if (bound !== null) found.unshift({ ...bound, mayBeNegative, by, from: end, to });
    }
  }
  return found;
}
