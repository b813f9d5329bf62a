// How many columns of tensor memory a tensor takes.

import type { Int } from '../../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { Layout } from '../../../../algebra/layout/layout.ts';
import { leavesOf } from '../../../../algebra/tuple/operations.ts';
import { Tensor, type Value } from '../../../../evaluate/model/value.ts';
import { UNPACKED } from '../../../../frontends/common/expression-parts.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { settledNumberAt, settledValueOf } from '../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { memberAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext } from '../../rule.ts';
import { allocatorCall } from './allocations.ts';

/** What lies a datapath further in the addresses of tensor memory, in columns of 32 bits. */
const LANE = 1 << 16;
/** How many datapaths there are, each with one 32-bit element of a column. */
const LANES = 128;
/** How many names and calls are followed. */
const MAXIMUM_DEPTH = 8;

/** The columns that a tensor of 32-bit elements reaches; undefined where they are not known. */
export const columnsReached = (value: Value | null): number | undefined =>
  value instanceof Tensor && value.engine.space === 'tmem' && value.engine.bits === 32
    ? columnsOfLayout(value.layout)
    : undefined;

/** The same of a layout of 32-bit elements. */
export function columnsOfLayout(layout: Value | null): number | undefined {
  if (!(layout instanceof Layout)) return undefined;
  const [extents, strides] = [leavesOf(layout.shape as Int), leavesOf(layout.stride as Int)].map((leaves) =>
    leaves.map(knownNumber),
  ) as [(number | undefined)[], (number | undefined)[]];
  let last = 0;
  for (const [i, extent] of extents.entries()) {
    const stride = strides[i];
    if (extent === undefined || stride === undefined || stride < 0) return undefined;
    if (stride < LANE) last += (extent - 1) * stride;
    else if (stride % LANE !== 0) return undefined;
  }
  return last + 1;
}

/**
 * How many columns the accumulator of an MMA takes at least that nobody knows, in memory that the allocator gives. Each
 * element of 32 bits has its own place, and a column 128 of them. One CTA has the whole tile if the MMA is not of two: all
 * tcgen05 instructions of a kernel have the same `.cta_group` (PTX ISA), and the allocator says which.
 */
export function leastColumns(context: RuleContext, layout: Site, allocator: Site): number | undefined {
  if (!isOfOneCta(context, allocator)) return undefined;
  const elements = elementsOfFragment(context, layout);
  return elements === undefined ? undefined : Math.ceil(elements / LANES);
}

function isOfOneCta({ text }: RuleContext, allocator: Site): boolean {
  const call = allocatorCall(allocator);
  if (
    call === null ||
    call.args.length > 1 ||
    ['is_two_cta', UNPACKED].some((name) => call.keywords.has(name))
  )
    return false;
  // `*arguments` may be anything.
  if (call.args.some(({ span }) => text[span.start] === '*')) return false;
  // A TiledMMA of several atoms leaves each CTA a part of the tile.
  return !/\bCtaGroup\s*\.\s*TWO\b|\batom_layout|\bis_two_cta\b/.test(codeOf(text, 'python'));
}

/** `mma.make_fragment_C(shape)`, its `.layout`, and names for these. */
export function fragmentAt(site: Site, depth = 0): Site | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const member = memberAt(site);
  if (member !== null) return member.name === 'layout' ? fragmentAt(member.object, depth + 1) : null;
  const given = initialiserOf(site);
  if (given !== null) return fragmentAt(given, depth + 1);
  return writtenCall(site)?.name === 'make_fragment_C' ? site : null;
}

function elementsOfFragment(context: RuleContext, layout: Site): number | undefined {
  const fragment = fragmentAt(layout);
  const call = fragment === null ? null : writtenCall(fragment);
  const [shape] = call?.args ?? [];
  return shape === undefined || call!.args.length > 1 ? undefined : elementsOf(context.model, shape);
}

/** Of `mma.partition_shape_C((128, 256))`, and of `cute.append(shape, 2)`. */
function elementsOf(model: RuleContext['model'], shape: Site, depth = 0): number | undefined {
  if (depth > MAXIMUM_DEPTH) return undefined;
  const given = initialiserOf(shape);
  if (given !== null) return elementsOf(model, given, depth + 1);
  const call = writtenCall(shape);
  const [first] = call?.args ?? [];
  if (call === null || first === undefined) return undefined;
  if (call.name === 'partition_shape_C' && call.object !== null && call.args.length === 1) {
    const tile = settledValueOf(model, first);
    const extents = Array.isArray(tile)
      ? leavesOf(tile as never).map((leaf) => knownNumber(leaf as Int))
      : [];
    if (extents.length !== 2 || extents.some((extent) => extent === undefined || extent <= 0))
      return undefined;
    return extents[0]! * extents[1]!;
  }
  if (call.name !== 'append' || call.args.length !== 2) return undefined;
  const [elements, more] = [
    elementsOf(model, first, depth + 1),
    settledNumberAt(model, argumentAt(call, 1, 'elem')),
  ];
  return elements === undefined || more === undefined || more <= 0 ? undefined : elements * more;
}
