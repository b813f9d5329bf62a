// Copies by TMA in CuTe DSL that report their bytes to a barrier: how many each brings, and how often.

import { shapeOf } from '../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { type Shape, UNDERSCORE, Underscore } from '../../../algebra/layout/layout.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { settledValueOf, sliceOf } from '../../document/extents.ts';
import { argumentAt, writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { siteOf } from '../../document/written/expressions.ts';
import { itemOf } from '../../document/written/names.ts';
import { blocksAround, isOfSomeThreads } from '../../indexing/branches/of-threads.ts';
import { countOf, roundsOfRange } from '../../indexing/rounds.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { CalledSite, RuleContext } from '../rule.ts';

/** Where blocks copy for one another, more may come than is written in one of them. */
export const SHARED_BY_BLOCKS = /multicast|mcast|cluster|CtaGroup|two_cta|2cta|peer/i;

/** All copies that report to a barrier; null: some are not read. */
export function reportingCopies({ text, model }: RuleContext): readonly CalledSite[] | null {
  const copies = callsOf(model, 'copy').filter(({ call }) => call.keywords.has('tma_bar_ptr'));
  return copies.length === (text.match(/\btma_bar_ptr\s*=/g)?.length ?? 0) ? copies : null;
}

const isLoop = ({ counts, isLoop: loops }: Scope): boolean => counts !== undefined || loops === true;

/**
 * How often one place is come to for each time that another is, in every block, by one thread or another; null: that is not
 * known.
 */
export function timesFor(context: RuleContext, of: Site, by: Site): number | null {
  if (!(of instanceof PlacedSite) || !(by instanceof PlacedSite)) return null;
  const [around, others] = [blocksAround(of), blocksAround(by)];
  const isOpen = [of, by].map((site) => isOfSomeThreads(context.model, site));
  let times = 1;
  for (const block of others)
    if (!around.includes(block) && (isLoop(block) || !isOpen.some((open) => open(block)))) return null;
  for (const block of around) {
    if (others.includes(block)) continue;
    const rounds = block.counts === undefined ? null : roundsOfRange(context.model, siteOf(of, block.counts));
    if (rounds !== null) times *= countOf(rounds);
    else if (isLoop(block) || !isOpen.some((open) => open(block))) return null;
  }
  return times;
}

/**
 * The tensor that a copy fills, or what it is a partition of: `tma_partition` leaves the first mode, the box, and the modes
 * behind it as they are, whatever tensor the box is taken of.
 */
function filledTensor({ model }: RuleContext, site: Site | undefined): Tensor | null {
  const value = settledValueOf(model, site);
  if (value instanceof Tensor) return value;
  const item = site === undefined ? null : itemOf(site);
  const partition = item?.item.join() === '0' ? writtenCall(item.of) : null;
  if (partition?.name !== 'tma_partition') return null;
  const whole = settledValueOf(model, argumentAt(partition, 3, 'smem_tensor'));
  return whole instanceof Tensor ? whole : null;
}

/** How many elements a tensor has, also a slice of one at places that are known when the program runs. */
function elementsOf(
  context: RuleContext,
  site: Site | undefined,
): { count: number; bits: number } | undefined {
  const call = site === undefined ? null : writtenCall(site);
  const slice = call === null ? null : sliceOf(context.model, call);
  const value = filledTensor(context, slice?.tensor ?? site);
  if (value?.engine.space !== 'smem' || value.engine.bits === null) return undefined;
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
export function bytesOf({ call }: CalledSite, context: RuleContext): number | undefined {
  const elements = elementsOf(context, argumentAt(call, 2, 'dst'));
  return elements === undefined ? undefined : (elements.count * elements.bits) / 8;
}
