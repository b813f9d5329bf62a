// How composition explains itself: dividing out and keeping, mode by mode of A (Cecka 3.3.3).

import { isConstant } from '../integer/comparison.ts';
import type { Int } from '../integer/integer.ts';
import { intText, knownNumber } from '../integer/known.ts';
import { absolute, divide } from '../integer/operations.ts';
import type { Trace } from '../integer/trace.ts';
import { Layout } from '../layout/layout.ts';
import type { Stride } from '../layout/stride.ts';
import { strideText } from '../layout/stride-operations.ts';

const modeText = (i: number, s: Int, d: Stride): string => `mode ${i} of A, ${intText(s)}:${strideText(d)}`;

/** `6/3`, or `⌈4/3⌉` where it is rounded up. */
function quotientText(a: Int, b: Int): string {
  const [x, y] = [knownNumber(a), knownNumber(b)];
  const exact = x !== undefined && y !== undefined && y !== 0 && x % y === 0;
  return exact ? `${x}/${y}` : `⌈${intText(a)}/${intText(b)}⌉`;
}

/** Condition (20) fails, though C++'s weaker test passes: the result is then not A o B in general. */
function traceIndivisible(trace: Trace, s: Int, rest: Int): void {
  const [x, y] = [knownNumber(s), knownNumber(absolute(rest))];
  if (x === undefined || y === undefined || x % y === 0 || y % x === 0) return;
  trace.step(
    `${y} and ${x} do not divide, so (20) fails; C++ goes on all the same, rounding up`,
    'Cecka 3.3.2 (20)',
  );
}

/** A as it is composed with: coalesced. */
export function traceLeft(trace: Trace, a: Layout, shapes: readonly Int[], strides: readonly Stride[]): void {
  const list = (items: readonly string[]): string =>
    items.length === 1 ? items[0]! : `(${items.join(',')})`;
  const text = `${list(shapes.map(intText))}:${list(strides.map(strideText))}`;
  const flat = Array.isArray(a.shape) && shapes.length === a.shape.length;
  trace.step(flat || !Array.isArray(a.shape) ? `A is ${text}` : `A coalesced is ${text}`, 'Cecka 3.3.2');
}

/** Mode `i` of A gives no mode of the result: the stride passes over it, or nothing is left to keep. */
export function traceSkip(trace: Trace, i: number, s: Int, d: Stride, rest: Int, next: Int, n: Int): void {
  const mode = modeText(i, s, d);
  const quotient = `${quotientText(absolute(rest), s)} = ${intText(next)}`;
  if (isConstant(n, 1)) {
    trace.step(`${mode}: nothing is left to keep; the stride goes on as ${quotient}`, 'Cecka 3.3.2 (21)');
    return;
  }
  trace.step(
    `${mode}: divide out ${intText(rest)}: the mode is used up, ${quotient} goes on`,
    'Cecka 3.3.2 (20)',
  );
  traceIndivisible(trace, s, rest);
}

/** Every `rest`-th element of mode `i` is left, and the first `kept` of them stay. */
export function traceKeep(
  trace: Trace,
  i: number,
  s: Int,
  d: Stride,
  rest: Int,
  left: Int,
  n: Int,
  kept: Int,
  stride: Stride,
): void {
  const mode = modeText(i, s, d);
  const divided = isConstant(rest, 1)
    ? `nothing to divide out; ${intText(left)} elements of stride ${strideText(stride)}`
    : `divide out ${intText(rest)}, which leaves ${quotientText(s, absolute(rest))} = ${intText(left)} elements of stride ` +
      `${intText(rest)}·${strideText(d)} = ${strideText(stride)}`;
  trace.step(`${mode}: ${divided}`, 'Cecka 3.3.2 (20)');
  traceIndivisible(trace, s, rest);
  trace.step(
    `keep min(${intText(left)}, ${intText(n)}) = ${intText(kept)} of them: ${intText(kept)}:${strideText(stride)}, ` +
      `and ${intText(n)}/${intText(kept)} = ${intText(divide(n, kept))} go on`,
    'Cecka 3.3.2 (21)',
    new Layout(kept, stride),
  );
}

/** What is left goes through the last mode, which has no end. */
export function traceRest(trace: Trace, i: number, n: Int, rest: Int, d: Stride, stride: Stride): void {
  const product = isConstant(rest, 1) ? '' : `, of stride ${intText(rest)}·${strideText(d)}`;
  trace.step(
    `last mode ${i} of A: the rest is ${intText(n)}:${strideText(stride)}${product}`,
    'Cecka 3.3.3',
    new Layout(n, stride),
  );
}
