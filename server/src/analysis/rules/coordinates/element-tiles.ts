// Coordinates of tiles that count elements: `local_tile(mA, Shape<_128, _64>{}, make_coord(blockIdx.x * 128, 0))`, and those of
// a loop that goes in steps of the tile, `gA(_, _, k)` below `k += 64`.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../document/written/call.ts';
import { callsByUnit } from '../../document/written/calls-by-unit.ts';
import { coordinatesAt } from '../../document/written/coordinates.ts';
import { itemsAt, operandsAt, placeholderAt, siteOf } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { loopOf } from '../../indexing/lanes.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** A shorter tile may be one of several that a block takes. */
const SHORTEST = 8;
/** How many parts of parts are followed. */
const MAXIMUM_DEPTH = 12;

type Context = Pick<RuleContext, 'model' | 'text'>;

const PARTITION = /^(?:partition_[SDABC]|local_partition)$/;
const WHOLE = /^(?:cute::)?_$/;

const codeAt = ({ text }: Context, { span, dialect }: Site): string =>
  codeOf(text, dialect === 'python' ? 'python' : 'cpp')
    .slice(span.start, span.end)
    .replace(/\s+/g, ' ')
    .trim();

/** `BK` of `Int<BK>{}`, `_32{}` and `_32`. */
export const extentName = (written: string): string =>
  written.replace(/^(?:cute::)?Int<(.*)>(?:\{\})?$/, '$1').replace(/^(?:cute::)?_(\d+)(?:\{\})?$/, '$1');

const isKept = (site: Site, context: Context): boolean =>
  placeholderAt(site) !== null || WHOLE.test(codeAt(context, site));

interface Tiling {
  readonly site: Site;
  /** The extents of the tile, `get<0>(tiler)` where they stand elsewhere, and its coordinate, mode by mode of the tensor. */
  readonly extents: readonly (Site | string)[];
  readonly coordinates: readonly Site[];
}

/** `Shape<_128, _64>{}`, `make_shape(_128{}, _64{})`, `(128, 64)`: each extent of a tiler; null where it is not written. */
function extentsOf(tiler: Site, context: Context): readonly (Site | string)[] | null {
  const given = initialiserOf(tiler) ?? tiler;
  const call = writtenCall(given);
  if (/^make_(?:shape|tile)$/.test(call?.name ?? '')) return call!.args;
  const items = itemsAt(given);
  if (items !== null) return items;
  const listed = /^(?:cute::)?(?:Shape|Tile)<([^<>]*(?:<\w+>[^<>]*)*)>(?:\{\}|\(\))$/.exec(
    codeAt(context, given),
  );
  return listed?.[1]?.split(',').map((item) => item.trim()) ?? null;
}

/** Tiles whose modes a projection chooses are left to others. */
export function tilingAt(called: CalledSite, context: Context): Tiling | null {
  const { site, call } = called;
  const [tiler, coordinate] = [argumentAt(call, 1, 'tiler'), argumentAt(call, 2, 'coord')];
  if (tiler === undefined || coordinate === undefined) return null;
  const all = coordinatesAt(coordinate);
  const extents = extentsOf(tiler, context) ?? all?.map((_, i) => `get<${i}>(${codeAt(context, tiler)})`);
  if (all === null || extents === undefined || all.length !== extents.length) return null;
  const projection = argumentAt(call, 3, 'proj');
  if (projection === undefined) return { site, extents, coordinates: all };
  const steps = /^(?:cute::)?Step<(.*)>(?:\{\}|\(\))$/.exec(codeAt(context, projection))?.[1]?.split(',');
  if (steps?.length !== all.length) return null;
  const taken = steps.flatMap((step, i) => (/^\s*_1\s*$/.test(step) ? [i] : []));
  return { site, extents: taken.map((i) => extents[i]!), coordinates: taken.map((i) => all[i]!) };
}

/** Whether a factor is the extent of the tile, by its number or by its name. */
function isExtent(factor: Site, extent: Site | string, context: Context): boolean {
  const [a, b] = [factor, extent].map((each) =>
    extentName(typeof each === 'string' ? each : codeAt(context, each)),
  );
  const numbers = [factor, extent].map((each) =>
    typeof each === 'string' ? undefined : settledNumberAt(context.model, each),
  );
  const [own, of] = [numbers[0] ?? Number(a), numbers[1] ?? Number(b)];
  if (!Number.isNaN(own) && !Number.isNaN(of)) return own === of && of >= SHORTEST;
  return a === b && /^[A-Za-z_][\w:]*$/.test(a!);
}

const COUNTS = /\b(?:blockIdx\.[xyz]|block_idx)\b/;

/** Whether a number is that of a block, by its name too, and not of something that is worked out. */
function isOfBlock(site: Site, context: Context): boolean {
  const given = initialiserOf(site) ?? site;
  return COUNTS.test(codeAt(context, given)) && operandsAt(given) === null;
}

function checkTile(called: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const tiling = tilingAt(called, context);
  if (tiling === null) return [];
  return tiling.coordinates.flatMap((item, mode): readonly RuleFinding[] => {
    const product = operandsAt(initialiserOf(item) ?? item);
    if (product?.operator !== '*') return [];
    const sides = [product.left, product.right];
    const extent = tiling.extents[mode]!;
    const number = sides.find((side) => isOfBlock(side, context));
    const factor = sides.find((side) => side !== number && isExtent(side, extent, context));
    if (number === undefined || factor === undefined || context.model.neverRuns(called.site)) return [];
    const message = `coordinates of local_tile count tiles, and ${codeAt(context, item)} counts elements: tile ${codeAt(context, number)} begins there`;
    return [{ span: item.span, message }];
  });
}

/** Findings about the numbers of blocks. */
export const checkElementTiles = callsByUnit<RuleContext, RuleFinding>(['local_tile'], (calls, context) =>
  calls.flatMap((called) => checkTile(called, context)),
);

/** The tiles that a tensor has in its last mode; null where it is another one. */
function tilesBehind(tensor: Site): WrittenCall | null {
  let whole = tensor;
  for (let depth = 0; depth < MAXIMUM_DEPTH; depth++) {
    const call = writtenCall(initialiserOf(whole) ?? whole);
    const [first] = call?.args ?? [];
    if (call === null || first === undefined) return null;
    if (call.name === 'local_tile') return call;
    if (!PARTITION.test(call.name)) return null;
    whole = first;
  }
  return null;
}

/** By how much the loop of a counter goes on. */
function stepOf(counter: Site): Site | null {
  const loop = loopOf(counter);
  if (loop === null || !(counter instanceof PlacedSite)) return null;
  const [step, ...others] = loop.scope.loop?.steps ?? [];
  if (step?.kind === 'binary' && step.operator === '+=' && others.length === 0)
    return siteOf(counter, step.right);
  const range = loop.scope.counts === undefined ? null : writtenCall(siteOf(counter, loop.scope.counts));
  return /^range/.test(range?.name ?? '') ? (range!.args[2] ?? null) : null;
}

/** Findings about the counters of loops, `gA(_, _, k)`. */
export function checkElementSteps(
  tensor: Site,
  coordinates: readonly Site[],
  context: RuleContext,
): readonly RuleFinding[] {
  const counter = coordinates.at(-1);
  const step = counter === undefined ? null : stepOf(counter);
  const call = step === null ? null : tilesBehind(tensor);
  const tiling = call === null ? null : tilingAt({ site: tensor, call }, context);
  if (counter === undefined || step === null || tiling === null) return [];
  const open = tiling.coordinates.flatMap((item, i) => (isKept(item, context) ? [i] : []));
  const [only, ...others] = open;
  if (only === undefined || others.length > 0) return [];
  // Elements of a tile have a coordinate for each of its modes; of a partition not all are known.
  const isElement = coordinates.length === tiling.extents.length + 1;
  if (!isElement && !coordinates.slice(0, -1).every((each) => isKept(each, context))) return [];
  const extent = tiling.extents[only]!;
  if (!isExtent(step, extent, context) || context.model.neverRuns(counter)) return [];
  const written = codeAt(context, counter);
  const message = `${written} goes in steps of ${codeAt(context, step)} elements, and is the number of a tile of as many: take ${written} / ${codeAt(context, step)}, or count tiles`;
  return [{ span: counter.span, message }];
}
