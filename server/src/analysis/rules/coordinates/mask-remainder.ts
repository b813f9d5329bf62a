// `k & (stages - 1)` as the remainder by the stages: it is one for powers of two alone, and leaves out elements otherwise.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { escaped } from '../../indexing/text/code.ts';
import { functionCodeAt } from '../../indexing/text/function-code.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

const MASK = /(?<![&~])&\s*\(\s*([A-Za-z_][\w:.]*)\s*-\s*1\s*\)/g;

/** A name, or what stands in brackets, alone on the left of the mask: `%` binds closer than `+`. */
const STANDS_ALONE = /(?:[=(,[{]|\breturn)\s*(?:[\w.]+|\([^()]*\))\s*$/;
const NEAR = 80;

/** Numbers of more bits than this are no counts of stages. */
const LARGEST = 1 << 10;

/** Whether the function asks if the number is a power of two: it has another branch for others. */
const isAsked = (code: string, name: string): boolean =>
  new RegExp(
    `\\b${escaped(name)}\\s*&\\s*\\(\\s*${escaped(name)}\\b|pow\\w*2|power_of|single_bit|popc`,
    'i',
  ).test(code);

/** The numbers that the mask leaves of those below a count. */
const leftBy = (mask: number, count: number): readonly number[] => [
  ...new Set(Array.from({ length: count * 2 }, (_, k) => k & mask)),
];

const listed = (numbers: readonly number[]): string =>
  numbers.length < 2 ? numbers.join() : `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;

/** Findings of `coordinate-range` about masks. */
export function checkMasks({ model, text }: RuleContext): readonly RuleFinding[] {
  if (!mentions(text, '&')) return [];
  const code = codeOf(text, model.dialect === 'python' ? 'python' : 'cpp');
  return [...code.matchAll(MASK)].flatMap(({ 0: written, 1: name, index }): readonly RuleFinding[] => {
    const start = index + written.indexOf('(');
    const isCount = ({ span }: Site): boolean => text.slice(span.start, span.end) === name;
    const site = model.sitesAt(start + 1 + /^\s*/.exec(code.slice(start + 1))![0].length).find(isCount);
    const count = site === undefined ? undefined : settledNumberAt(model, site);
    if (count === undefined || count < 3 || count > LARGEST || Number.isInteger(Math.log2(count))) return [];
    const around = functionCodeAt(site!, text);
    if (around === null || isAsked(around.code, name!) || model.neverRuns(site!)) return [];
    const left = leftBy(count - 1, count);
    const span = { start: index, end: index + written.length };
    const message = `it is the remainder by powers of two alone: ${name} is ${count}, and of its numbers this leaves ${listed(left)}; take % ${name}`;
    const fixes = STANDS_ALONE.test(code.slice(Math.max(0, index - NEAR), index))
      ? [{ title: `Take % ${name}`, span, newText: `% ${name}` }]
      : [];
    return [{ span, message, fixes }];
  });
}
