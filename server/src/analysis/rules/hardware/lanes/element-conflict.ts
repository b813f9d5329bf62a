// Elements of shared memory that the lanes of a warp access by their coordinates: `tile(threadIdx.x, k)`, `tile[k][tx]`.

import { positionIndependent } from '../../../../algebra/composed/swizzle.ts';
import { shapeOf } from '../../../../algebra/indexing/layout.ts';
import { isFailure } from '../../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { type AnyLayout, Layout, SmemPtrFlag, Swizzle } from '../../../../algebra/layout/layout.ts';
import { product } from '../../../../algebra/tuple/int-tuple.ts';
import { wrap } from '../../../../algebra/tuple/operations.ts';
import { type SharedCost, sharedCost, WARP } from '../../../../hardware/memory/banks.ts';
import { collisionText } from '../../../accesses/shared.ts';
import { isInLoop } from '../../../document/written/around.ts';
import { ofElement } from '../../../indexing/addresses.ts';
import { elementAt, type NamedElement } from '../../../indexing/arrays.ts';
import { isLeftToSome } from '../../../indexing/conditions-of-threads.ts';
import { isUniform, type LaneContext, type Lanes, lanesOf, offsetsIn } from '../../../indexing/lanes.ts';
import { lanesComing } from '../../../indexing/threads/lanes-coming.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { partitionedElement } from './partition-elements.ts';

/** Wider elements are accessed in phases that the hardware may merge. */
const WIDEST_BITS = 32;

/** What one access costs beside others is seen in a loop, and of many. */
const FEWEST_WAVEFRONTS = 8;
/** Where rows are padded, or swizzled, which is done for no other reason. */
const FEWEST_WHERE_SPREAD = 2;

/** So many places of what is the same in all lanes are tried. */
const MAXIMUM_PLACES = 64;

const LANES = Array.from({ length: WARP }, (_, lane) => lane);
const ALL: ReadonlySet<number> = new Set(LANES);
/** Of fewer lanes that come to an access nothing is said. */
const FEWEST_LANES = WARP / 2;

/** The coordinates of an element in the lanes; null where one is not known, or none differs among them. */
function coordinatesOf(context: LaneContext, { coordinates, layout }: NamedElement): readonly Lanes[] | null {
  const modes = wrap(shapeOf(layout));
  if (modes.length !== coordinates.length) return null;
  const columns: Lanes[] = [];
  for (const [i, site] of coordinates.entries()) {
    const lanes = lanesOf(context, site);
    const extent = knownNumber(product(modes[i]!));
    if (lanes === null || extent === undefined) return null;
    // What begins somewhere in a mode of several parts goes on differently from there.
    if (lanes.isMoved && Array.isArray(modes[i]) && !isUniform(lanes)) return null;
    if (LANES.map(lanes.of).some((n) => n < 0 || n >= extent)) return null;
    columns.push(lanes);
  }
  return columns.some((lanes) => !isUniform(lanes)) ? columns : null;
}

/** What all lanes have moves all of them by as much, unless a swizzle takes it for a part of its bits. */
function placesOf(
  layout: AnyLayout,
  columns: readonly Lanes[],
  steps: readonly number[],
): readonly (readonly number[])[] {
  if (layout instanceof Layout) return [columns.map(() => 0)];
  let places: readonly (readonly number[])[] = [[]];
  const modes = wrap(shapeOf(layout));
  for (const [i, { of, isMoved }] of columns.entries()) {
    const extent = knownNumber(product(modes[i]!)) ?? 1;
    const step = steps[i] ?? 1;
    const room = isMoved ? Math.ceil((extent - Math.max(...LANES.map(of))) / step) : 1;
    places = places.flatMap((place) => Array.from({ length: room }, (_, n) => [...place, n * step]));
    if (places.length > MAXIMUM_PLACES) return places.slice(0, MAXIMUM_PLACES);
  }
  return places;
}

/**
 * The cost where it is least, of one place or another of what is the same in all lanes.
 * @param bytes of an access, those of an element where nothing is said
 * @param steps by how many elements in each mode all lanes may be moved, one where nothing is said
 */
export function costOf(
  { layout: given, bits }: Pick<NamedElement, 'layout' | 'bits'>,
  columns: readonly Lanes[],
  bytes = bits / 8,
  steps: readonly number[] = [],
): SharedCost | null {
  const layout =
    !(given instanceof Layout) && given.offset instanceof SmemPtrFlag ? positionIndependent(given) : given;
  if (isFailure(layout)) return null;
  let least: SharedCost | null = null;
  for (const place of placesOf(layout, columns, steps)) {
    const offsets = offsetsIn(layout, columns, place)?.map((offset) => (offset * bits) / 8);
    const cost = offsets === undefined ? null : sharedCost({ kind: 'load', width: bytes, offsets });
    if (cost === null || isFailure(cost)) return null;
    if (least === null || cost.wavefronts < least.wavefronts) least = cost;
  }
  return least;
}

/** The cost for the lanes alone that come there, of a layout without a swizzle. */
function costOfSome(
  { layout, bits }: Pick<NamedElement, 'layout' | 'bits'>,
  columns: readonly Lanes[],
  some: ReadonlySet<number>,
): SharedCost | null {
  const all = layout instanceof Layout ? offsetsIn(layout, columns) : null;
  if (all === null) return null;
  const offsets = all.map((offset, lane) => (some.has(lane) ? (offset * bits) / 8 : null));
  const cost = sharedCost({ kind: 'load', width: bits / 8, offsets });
  return isFailure(cost) ? null : cost;
}

/** Whether elements are swizzled, or rows have more of them, or begin farther apart, than a power of two. */
export function isSpread({ layout }: Pick<NamedElement, 'layout'>): boolean {
  if (!(layout instanceof Layout)) return layout.outer instanceof Swizzle && layout.outer.bits > 0;
  if (!Array.isArray(layout.stride)) return false;
  const strides = (layout.stride as readonly unknown[]).filter((d): d is number => typeof d === 'number');
  return strides.some((d) => d > 1 && (d & (d - 1)) !== 0);
}

/** Whether the address of what stands at an offset is taken, and not an element there accessed. */
export const isAddressed = (text: string, start: number): boolean =>
  /(?<![\w)\]&]\s*)&\s*$/.test(text.slice(Math.max(0, start - NEAR), start));

const NEAR = 16;

/** `row[c]` of `row = tile + threadIdx.x * 128`. */
function behindPointer(
  site: Site,
  lanes: LaneContext,
  { model, text }: Pick<RuleContext, 'model' | 'text'>,
): readonly RuleFinding[] {
  const address = site.dialect === 'cpp' ? ofElement(lanes, site) : null;
  if (address === null || address.array === null || address.bits === null) return [];
  const { bits, bytes } = address;
  if (bits % 8 !== 0 || bits > WIDEST_BITS || isUniform(bytes) || isLeftToSome(lanes, site)) return [];
  if (!bytes.isMoved && !isInLoop(site)) return [];
  const cost = sharedCost({ kind: 'load', width: bits / 8, offsets: LANES.map(bytes.of) });
  if (isFailure(cost) || cost.worst === null || cost.wavefronts < FEWEST_WAVEFRONTS) return [];
  if (isAddressed(text, site.span.start) || model.neverRuns(site)) return [];
  return [{ span: site.span, message: conflictText(site, text, bits, cost, cost.worst) }];
}

const conflictText = (
  { span }: Site,
  text: string,
  bits: number,
  { wavefronts }: SharedCost,
  worst: NonNullable<SharedCost['worst']>,
): string =>
  `bank conflicts accessing ${text.slice(span.start, span.end)}: each ${bits / 8}-byte access takes ${wavefronts} wavefronts, 1 without conflicts: ${collisionText(worst)}`;

/** Findings of `bank-conflict` about one element. */
export function conflictOfElement(
  site: Site,
  lanes: LaneContext,
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const element = elementAt(lanes, site);
  if (element === null) return behindPointer(site, lanes, { model, text });
  if (element.space !== 'smem') return [];
  const { bits } = element;
  if (bits % 8 !== 0 || bits > WIDEST_BITS) return [];
  const own = coordinatesOf(lanes, element);
  // A thread's part of a tile, whose elements all lanes count alike.
  const part = own === null ? partitionedElement(lanes, element.tensor) : null;
  const columns = own ?? part?.columns ?? null;
  if (columns === null || !(columns.some(({ isMoved }) => isMoved) || isInLoop(site))) return [];
  const some = isLeftToSome(lanes, site) ? lanesComing(lanes, site) : ALL;
  if (some === null || some.size < FEWEST_LANES) return [];
  const accessed = part?.element ?? element;
  const cost = some === ALL ? costOf(accessed, columns) : costOfSome(accessed, columns, some);
  const fewest = isSpread(accessed) ? FEWEST_WHERE_SPREAD : FEWEST_WAVEFRONTS;
  if (cost === null || cost.worst === null || cost.wavefronts < fewest) return [];
  if (isAddressed(text, site.span.start) || model.neverRuns(site)) return [];
  return [
    {
      span: site.span,
      message: conflictText(site, text, bits, cost, cost.worst),
      ...(cost.wavefronts < FEWEST_WAVEFRONTS ? { severity: 'information' as const } : {}),
    },
  ];
}
