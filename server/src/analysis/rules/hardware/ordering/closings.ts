// Where a function of C++ closes groups of cp.async: where it says so, and where it calls a lambda of its own that does.

import { escaped, LAMBDA } from '../../../indexing/text/code.ts';
import { lambdasIn } from './barrier-mentions.ts';
import { blocksOf } from './tiles/blocks.ts';

const CLOSES = /\bcp_async_fence\s*\(\s*\)/g;

const NAMED = /\bauto\s+(?:const\s+)?(\w+)\s*=\s*$/;

/** How many groups a body closes, whatever is asked in it; null where that is not counted. */
function closedIn(body: string): number | null {
  const closes = [...body.matchAll(CLOSES)];
  const isAlways =
    closes.every(({ index }) => blocksOf.cpp(body, index).length === 0) && !/\breturn\b/.test(body);
  return LAMBDA.test(body) || !isAlways ? null : closes.length;
}

/**
 * The places before `at` where a group is closed, one for each group; null where a lambda closes groups, waits for some, or
 * holds the place, and it is not counted how often it runs.
 */
export function closingsBefore(code: string, at: number): readonly number[] | null {
  const lambdas = lambdasIn(code);
  const isInLambda = (index: number): boolean =>
    lambdas.some(({ start, end }) => start <= index && index < end);
  if (isInLambda(at)) return null;
  const before = code.slice(0, at);
  const found = [...before.matchAll(CLOSES)].flatMap(({ index }) => (isInLambda(index) ? [] : [index]));
  for (const { start, open, end } of lambdas) {
    const [name = null, body] = [NAMED.exec(code.slice(0, start))?.[1], code.slice(open + 1, end)];
    if (!/\bcp_async_(?:fence|wait)\b/.test(body)) continue;
    const count = name === null || body.includes('cp_async_wait') ? null : closedIn(body);
    const uses =
      name === null ? [] : [...code.slice(end).matchAll(new RegExp(`\\b${escaped(name)}\\b`, 'g'))];
    const isCall = ({ index }: RegExpExecArray): boolean => /^\w+\s*\(/.test(code.slice(end + index));
    // What is handed on is called by others.
    if (count === null || !uses.every(isCall) || uses.some(({ index }) => isInLambda(end + index)))
      return null;
    for (const { index } of uses)
      if (end + index < at) found.push(...Array.from({ length: count }, () => end + index));
  }
  return found.sort((a, b) => a - b);
}
