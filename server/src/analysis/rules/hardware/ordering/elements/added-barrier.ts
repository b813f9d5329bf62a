// The edit that has all threads wait between two accesses.

import { fileSpan } from '../../../../../frontends/common/gap-map.ts';
import { statementAround } from '../../../../indexing/text/statement.ts';
import { PlacedSite } from '../../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../../rule.ts';
import { BARRIER } from '../tiles/barriers.ts';
import { blocksOf } from '../tiles/blocks.ts';
import type { Accessed } from './accessed.ts';
import type { Order } from './orders.ts';

/** Where the first access is, or the loop begins, that the barrier stands behind; of another call the function itself. */
function boundOf({ start }: Accessed, { first, second, loop, calls }: Order): number {
  if (calls !== undefined) return -1;
  if (loop === undefined) return first.site.span.start - start;
  return second.site instanceof PlacedSite
    ? fileSpan(second.site.memo.placed, loop.span).start - start
    : Number.POSITIVE_INFINITY;
}

/** Where the outermost block begins that has the second access alone, or else its statement; null where nothing may stand in front. */
function placeOf(accessed: Accessed, order: Order): number | null {
  const { code, start, host } = accessed;
  const { span } = order.second.site;
  const bound = boundOf(accessed, order);
  const around = blocksOf[host](code, span.start - start);
  const [outer, ...blocks] = around.filter((block) => block.start > bound);
  // Not all threads come behind a condition.
  if (around.some((block) => block !== outer && !blocks.includes(block) && block.kind !== 'loop'))
    return null;
  if (outer !== undefined)
    return host === 'python' || /[;{}]\s*$/.test(code.slice(0, outer.start)) ? outer.start : null;
  const statement = statementAround(code, host, { start: span.start - start, end: span.end - start });
  return statement?.isInBlock === true && statement.start > bound ? statement.start : null;
}

/** In front of the second access, where all threads come by and a line begins. */
export function addedBarrier(
  accessed: Accessed,
  order: Order,
  { text }: RuleContext,
): NonNullable<RuleFinding['fixes']> {
  const place = placeOf(accessed, order);
  if (place === null) return [];
  const at = text.lastIndexOf('\n', accessed.start + place - 1) + 1;
  if (text.slice(at, accessed.start + place).trim() !== '') return [];
  const indent = /^[ \t]*/.exec(text.slice(at))![0];
  const barrier = BARRIER[accessed.host];
  const title = `Add ${barrier.replace(';', '')}`;
  return [{ title, span: { start: at, end: at }, newText: `${indent}${barrier}\n` }];
}
