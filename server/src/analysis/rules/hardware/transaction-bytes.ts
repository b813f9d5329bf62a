// Barriers of CuTe DSL that expect other bytes than the copies by TMA bring which report to them.

import { shapeOf } from '../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { type Shape, UNDERSCORE, Underscore } from '../../../algebra/layout/layout.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { settledNumberAt, settledValueOf, sliceOf } from '../../document/extents.ts';
import { PlacedSite } from '../../document/placed-site.ts';
import { argumentAt, callsOf, functionAround, writtenCall } from '../../document/written-call.ts';
import { blocksAround, isOfSomeThreads } from '../../indexing/thread-branches.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkExpectedBytes } from './expected-bytes.ts';
import { otherBytes } from './other-bytes.ts';

/** Where blocks copy for one another, more may come than is written in one of them. */
const SHARED_BY_BLOCKS = /multicast|mcast|cluster|CtaGroup|two_cta|2cta|peer/i;

/** Where barriers are told something else of bytes, or handed on, nobody can add them up here. */
const EXPECTS = /\b(?:mbarrier_arrive_and_expect_tx|mbarrier_expect_tx)\s*\(/g;
const COUNTS_OTHERWISE = /\b(?:complete_tx|arrive_expect_tx|expect_transaction|producer_get_barrier)\b/;

const isLoop = ({ counts, isLoop: loops }: Scope): boolean => counts !== undefined || loops === true;

/** Whether two places are come to as often as one another in every block, by one thread or another. */
function isAsOften(context: RuleContext, a: Site, b: Site): boolean {
  if (!(a instanceof PlacedSite) || !(b instanceof PlacedSite)) return false;
  const [of, by] = [blocksAround(a), blocksAround(b)];
  const apart = [...of.filter((s) => !by.includes(s)), ...by.filter((s) => !of.includes(s))];
  const isOpen = [a, b].map((site) => isOfSomeThreads(context.model, site));
  return apart.every((block) => !isLoop(block) && isOpen.some((open) => open(block)));
}

/** How many elements a tensor has, also a slice of one at places that are known when the program runs. */
function elementsOf(
  { model }: RuleContext,
  site: Site | undefined,
): { count: number; bits: number } | undefined {
  const call = site === undefined ? null : writtenCall(site);
  const slice = call === null ? null : sliceOf(model, call);
  const value = settledValueOf(model, slice?.tensor ?? site);
  if (!(value instanceof Tensor) || value.engine.space !== 'smem' || value.engine.bits === null)
    return undefined;
  const shape = shapeOf(value.layout) as Shape;
  const modes = (Array.isArray(shape) ? shape : [shape]) as readonly Shape[];
  const coordinates = slice?.coordinates ?? modes.map(() => UNDERSCORE);
  if (coordinates.length !== modes.length || coordinates.some(Array.isArray)) return undefined;
  let count = 1;
  for (const [i, mode] of modes.entries())
    if (coordinates[i] instanceof Underscore) count *= knownNumber(product(mode)) ?? Number.NaN;
  return Number.isNaN(count) ? undefined : { count, bits: value.engine.bits };
}

/** The bytes that a copy brings into shared memory: those of the whole box, also where it reaches beyond the tensor. */
function bytesOf({ call }: CalledSite, context: RuleContext): number | undefined {
  const elements = elementsOf(context, argumentAt(call, 2, 'dst'));
  return elements === undefined ? undefined : (elements.count * elements.bits) / 8;
}

const barrierOf = ({ call }: Pick<CalledSite, 'call'>): Site | undefined => argumentAt(call, 0, 'mbar_ptr');

function checkExpected(
  expected: CalledSite,
  all: readonly CalledSite[],
  copies: readonly CalledSite[],
  context: RuleContext,
): readonly RuleFinding[] {
  const { text, model } = context;
  const written = (site: Site | undefined): string =>
    site === undefined ? '' : text.slice(site.span.start, site.span.end).replace(/\s+/g, '');
  const { args, keywords } = expected.call;
  const [barrier, bytes] = [barrierOf(expected), argumentAt(expected.call, 1, 'bytes')];
  const number = settledNumberAt(model, bytes);
  if (barrier === undefined || number === undefined || args.length + keywords.size > 2) return [];
  const around = functionAround(expected.site);
  const isHere = ({ site }: CalledSite): boolean => functionAround(site) === around;
  // One of several barriers may be one and the same.
  if (!all.every(isHere) || !copies.every(isHere)) return [];
  if (all.filter(({ call }) => written(barrierOf({ call })) === written(barrier)).length > 1) return [];
  const own = copies.filter(({ call }) => written(call.keywords.get('tma_bar_ptr')) === written(barrier));
  const names = new Set(all.map((each) => written(barrierOf(each))));
  const isTold = copies.every(({ call }) => names.has(written(call.keywords.get('tma_bar_ptr'))));
  if (own.length === 0 || !isTold || !own.every(({ site }) => isAsOften(context, site, expected.site)))
    return [];
  const brought = own.map((copy) => ({ site: copy.site, bytes: bytesOf(copy, context) }));
  return model.neverRuns(expected.site) ? [] : otherBytes(bytes!, number, brought);
}

/** What barriers of CuTe DSL expect. */
function checkBarriers(context: RuleContext): readonly RuleFinding[] {
  const { text, model } = context;
  if (!text.includes('tma_bar_ptr') || SHARED_BY_BLOCKS.test(text) || COUNTS_OTHERWISE.test(text)) return [];
  const all = callsOf(model, 'mbarrier_arrive_and_expect_tx', 'mbarrier_expect_tx');
  const copies = callsOf(model, 'copy').filter(({ call }) => call.keywords.has('tma_bar_ptr'));
  // All that is written is read.
  if (all.length !== (text.match(EXPECTS)?.length ?? 0)) return [];
  if (copies.length !== (text.match(/\btma_bar_ptr\s*=/g)?.length ?? 0)) return [];
  return all.flatMap((expected) => checkExpected(expected, all, copies, context));
}

export const transactionBytes: Rule = {
  id: 'transaction-bytes',
  severity: 'warning',
  title: 'The barrier expects other bytes',
  description:
    'A copy by TMA reports the bytes that it has brought to its barrier, and whoever waits goes on when as many are there as the barrier expects. It expects more, and the wait never ends, or fewer, and what is read may not be there yet. One box has the bytes of one stage: `cute.size_in_bytes(dtype, one_stage)`.',
  checkDocument: (context) => [...checkBarriers(context), ...checkExpectedBytes(context)],
};
