// Relations called as functions, by JavaScript's own arithmetic instead of libisl's. Only the forms that layouts have are
// read: one tuple to another, with sums, products by numbers, floor and mod of what is not negative; and lists of pairs.

import assert from 'node:assert/strict';
import type { MapTerm } from '../../../server/src/algebra/relation/term.ts';

type Call = (input: readonly number[]) => readonly number[] | null;

const FORMULA = /^\{ \[([^\]]*)\] -> \[([^\]]*)\](?: : (.*))? \}$/;
const PAIR = /\[([^\]]*)\] -> \[([^\]]*)\]/g;

const code = (text: string): string =>
  text
    .replace(/\bfloor\b/g, 'Math.floor')
    .replace(/\bmod\b/g, '%')
    .replace(/(?<=[)\d]) and /g, ' && ');

/** `0 <= c < 4` as `0 <= c && c < 4`. */
const bounds = (text: string): string =>
  code(text)
    .replace(/(-?\d+) <= (\w+) < (-?\d+)/g, '$1 <= $2 && $2 < $3')
    .replaceAll(' and ', ' && ')
    .replaceAll(' = ', ' === ');

function ofText(text: string): Call {
  if (/^\{ \[-?\d/.test(text)) {
    const pairs = new Map(
      [...text.matchAll(PAIR)].map(([, from = '', to]) => [from, `${to}`.split(', ').map(Number)]),
    );
    return (input) => pairs.get(input.join(', ')) ?? null;
  }
  const [, names, outputs, condition = ''] = FORMULA.exec(text) ?? assert.fail(text);
  const run = new Function(
    names!,
    `return ${condition === '' || bounds(condition)} ? [${code(outputs!)}].map((x) => x + 0) : null`,
  );
  return (input) => run(...input) as readonly number[] | null;
}

/** The only output of a relation for an input; null where there is none. */
export function functionOf(term: MapTerm): Call {
  if (term.op === 'map') return ofText(term.text);
  assert.ok(term.op === 'compose', term.op);
  const [first, next] = [functionOf(term.first), functionOf(term.next)];
  return (input) => {
    const between = first(input);
    return between === null ? null : next(between);
  };
}
