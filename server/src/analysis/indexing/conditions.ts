// Bounds of a variable that code states: assertions, assumptions that it hands to the compiler, and guards.

import type { Host } from '../../frontends/common/host-tokens.ts';
import { blockEnd, escaped, indentedEnd, statementEnd } from './code.ts';

/** A variable stays below something, or at most at it, in a stretch of code. */
interface StatedBound {
  /** Where the bound is written. */
  readonly start: number;
  readonly end: number;
  readonly isIncluded: boolean;
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

/** Where the bracket that opens at an offset closes. */
function closing(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at++) {
    if ('([{'.includes(code[at]!)) depth++;
    else if (')]}'.includes(code[at]!) && --depth === 0) return at;
  }
  return code.length;
}

/** Where the condition of a statement ends: at its colon, its comma, or its line's end. */
function conditionEnd(code: string, from: number): number {
  for (let at = from; at < code.length; at++) {
    if ('([{'.includes(code[at]!)) at = closing(code, at);
    else if (':,\n'.includes(code[at]!)) return at;
  }
  return code.length;
}

/** The parts of a condition that all hold; none where one of several does. */
function* conjuncts(
  code: string,
  start: number,
  end: number,
  host: Host,
): Generator<readonly [number, number]> {
  const text = code.slice(start, end);
  if (host === 'cpp' ? /\|\||\?|,/.test(text) : /\b(?:or|if|not|lambda)\b/.test(text)) return;
  let from = start;
  for (const { 0: and, index } of text.matchAll(host === 'cpp' ? /&&/g : /\band\b/g)) {
    yield [from, start + index];
    from = start + index + and.length;
  }
  yield [from, end];
}

/** `i < 8`, `0 <= i < 8`, `i <= N - 1`, `8 > i`. */
function boundIn(code: string, [from, to]: readonly [number, number], name: string) {
  const n = escaped(name);
  const part = code.slice(from, to);
  const match =
    new RegExp(`^\\s*\\(?\\s*(?:0\\s*<=\\s*)?${n}\\s*(<=?)(?![<=])([^<>=!]*)$`, 'd').exec(part) ??
    new RegExp(`^\\s*\\(?\\s*([^<>=!]*?)(>=?)(?![>=])\\s*${n}\\s*\\)?\\s*$`, 'd').exec(part);
  if (match === null) return null;
  const isFirst = /^[<]/.test(match[1]!);
  const [relation, place] = isFirst ? [match[1]!, match.indices![2]!] : [match[2]!, match.indices![1]!];
  const written = part.slice(...place);
  // The parenthesis that was opened before the variable.
  const kept =
    written.split('(').length < written.split(')').length ? written.lastIndexOf(')') : written.length;
  return { start: from + place[0], end: from + place[0] + kept, isIncluded: relation.includes('=') };
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
    const ends = isCpp ? closing(code, begins) : conditionEnd(code, inside);
    const end = isCall && !isCpp ? Math.min(ends, closing(code, begins)) : ends;
    const indent = match[0].length - match[0].trimStart().length;
    const to = isCpp
      ? by === 'if'
        ? statementEnd(code, end + 1)
        : blockEnd(code, end + 1)
      : indentedEnd(code, end, by === 'if' ? indent + 1 : indent);
    if (at <= end || at > to) continue;
    for (const part of conjuncts(code, inside, end, host)) {
      const bound = boundIn(code, part, name);
      if (bound !== null) found.unshift({ ...bound, by, from: end, to });
    }
  }
  return found;
}
