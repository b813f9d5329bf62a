// Tiles that are named by the number of the block, where a kernel is launched with more blocks than there are tiles.

import { innermostLayout, shapeOf } from '../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Shape } from '../../../algebra/layout/layout.ts';
import type { Stride } from '../../../algebra/layout/stride.ts';
import type { HTuple } from '../../../algebra/tuple/htuple.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { settledValueOf } from '../../document/extents.ts';
import { blockIndexAt } from '../../document/thread-index.ts';
import { calledName, writtenCall } from '../../document/written/call.ts';
import { isElement } from '../../document/written/counting.ts';
import { itemsAt, placeholderAt } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { isOfSomeThreads } from '../../indexing/branches/of-threads.ts';
import { type Extremes, extremesOf } from '../../indexing/largest.ts';
import { isDecided } from '../../indexing/rounds.ts';
import { escaped } from '../../indexing/text/code.ts';
import { functionCodeAt } from '../../indexing/text/function-code.ts';
import { blockOf, launchedPython } from '../../indexing/thread-block.ts';
import { launchesKernels } from '../../launches/kernel-names.ts';
import { launchedByUnit } from '../../launches/launched-by-unit.ts';
import { type Dimensions, launchedGrid } from '../../launches/launches.ts';
import { kernelAt, shortName } from '../../launches/python-launches.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';
import { checkBlockMode } from './block-mode.ts';
import { type TiledMode, tiledModes } from './block-tiles.ts';
import { byBlocks, isByBlock, isByBlockAlone } from './by-blocks.ts';
import type { HandedSlice } from './handed-slices.ts';
import { isLeftOutBySome } from './left-out.ts';

function checkTile(called: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const { site } = called;
  return tiledModes(called, context).flatMap((tiled) => {
    const { kernel, item, mode, count } = tiled;
    const dimension = blockIndexAt(item, text);
    if (dimension === null) return checkReckoned(site, tiled, context);
    const blocks = gridOf(context, kernel, site)[dimension];
    if (blocks === undefined || blocks <= count) return [];
    if (isDecided(site, isOfSomeThreads(model, site)) || model.neverRuns(site)) return [];
    if (isLeftOutBySome(site)) return [];
    const name =
      site.dialect === 'python' ? text.slice(item.span.start, item.span.end) : `blockIdx.${'xyz'[dimension]}`;
    const message = `${name} counts to ${blocks - 1}, as ${shortName(kernel)} is launched, which is none of the ${count} tiles of mode ${mode}`;
    return [{ span: item.span, message }];
  });
}

/** `bidx + tiles`: what is worked out of the number of the block, where nothing in the function asks how large it is. */
function checkReckoned(
  site: Site,
  { kernel, item, mode, count }: TiledMode,
  context: RuleContext,
): readonly RuleFinding[] {
  const { model, text } = context;
  const grid = gridOf(context, kernel, site);
  if (grid.every((blocks) => blocks === undefined)) return [];
  const counting = byBlocks({ model, text, block: blockOf(context, kernel, site.dialect) }, grid);
  const extremes = extremesOf(model, item, counting);
  if (extremes === null || !isByBlockAlone(extremes) || !isByBlock(extremes) || extremes.largest < count)
    return [];
  const name = text.slice(item.span.start, item.span.end);
  const asks = new RegExp(`${escaped(name)}\\s*(?:[<>]|[!=]=)|[<>]=?\\s*${escaped(name)}`);
  if (asks.test(functionCodeAt(site, text)?.code ?? '')) return [];
  if (isDecided(site) || model.neverRuns(site) || isLeftOutBySome(site)) return [];
  const message = `${name} is ${extremes.largest} in one of the blocks, as ${shortName(kernel)} is launched, which is none of the ${count} tiles of mode ${mode}`;
  return [{ span: item.span, message }];
}

/** A number in a coordinate that the block it is in says, also in parts of it, with the mode that it counts. */
interface Counted {
  readonly site: Site;
  readonly extremes: Extremes;
  readonly extent: number;
  readonly mode: readonly number[];
}

function countedIn(
  site: Site,
  shape: Shape,
  extremesAt: (site: Site) => Extremes | null,
  mode: readonly number[] = [],
): readonly Counted[] {
  // A name may stand for a tuple.
  const items = itemsAt(initialiserOf(site) ?? site);
  if (items !== null)
    return Array.isArray(shape) && items.length === shape.length
      ? items.flatMap((item, i) => countedIn(item, shape[i] as Shape, extremesAt, [...mode, i]))
      : [];
  const extent = knownNumber(product(shape));
  const extremes = extent === undefined || placeholderAt(site) !== null ? null : extremesAt(site);
  return extremes === null || !isByBlock(extremes) ? [] : [{ site, extremes, extent: extent!, mode }];
}

/** The blocks of a cluster, at most. */
const LARGEST_CLUSTER = 16;

/** Elements and slices of a tensor: `gX[((None, None), bidx)]`, `gX[None, (row, column)]`, `mX(_, blockIdx.x)`. */
function checkSlice({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const [only] = call.args;
  if (only === undefined) return [];
  const coordinates = (call.args.length === 1 ? itemsAt(initialiserOf(only) ?? only) : null) ?? call.args;
  return checkGridSlice({ site, tensor: call.callee, coordinates }, context);
}

/** The same where the slice is known. */
export function checkGridSlice(
  { site, tensor: of, coordinates }: HandedSlice,
  context: RuleContext,
): readonly RuleFinding[] {
  const { model, text } = context;
  const kernel = kernelAt(site);
  if (kernel === null) return [];
  const grid = gridOf(context, kernel, site);
  if (grid.every((blocks) => blocks === undefined)) return [];
  const tensor = settledValueOf(model, of);
  if (!(tensor instanceof Tensor)) return [];
  const shape = shapeOf(tensor.layout) as Shape;
  const { stride } = innermostLayout(tensor.layout);
  if (!Array.isArray(shape) || !Array.isArray(stride) || coordinates.length !== shape.length) return [];
  // What TMA copies from beyond a tensor is 0, and a grid may be whole clusters.
  const spare = tensor.engine.space === 'counting' ? LARGEST_CLUSTER : 0;
  const counting = byBlocks({ model, text, block: blockOf(context, kernel, site.dialect) }, grid);
  const extremesAt = (at: Site): Extremes | null => extremesOf(model, at, counting);
  const beyond = coordinates
    .flatMap((at, i) => countedIn(at, shape[i] as Shape, extremesAt, [i]))
    .flatMap(({ site: at, extremes, extent, mode }): readonly RuleFinding[] => {
      const strides = leavesOf<Stride>(stride[mode[0]!] as HTuple<Stride>);
      if (extremes.largest < extent + spare || extent === 0 || strides.every((d) => d === 0)) return [];
      // What some threads do all blocks do, and their number is any of those of the grid then.
      const isOpen = isByBlockAlone(extremes) ? isOfSomeThreads(model, site) : undefined;
      if (isDecided(site, isOpen) || model.neverRuns(site) || isLeftOutBySome(site)) return [];
      const name = text.slice(at.span.start, at.span.end);
      const counts =
        blockIndexAt(at, text) === null
          ? `is ${extremes.largest} in one of the blocks`
          : `counts to ${extremes.largest}`;
      const message = `${name} ${counts}, as ${shortName(kernel)} is launched, which is none of the ${extent} elements of mode ${mode.join('.')}`;
      return [{ span: at.span, message }];
    });
  return beyond.length > 0
    ? beyond
    : checkBlockMode(of, coordinates, shape as readonly Shape[], grid, context);
}

const gridOf = (context: RuleContext, kernel: string, { dialect }: Site): Dimensions =>
  dialect === 'python' ? launchedPython(context.model, kernel, 'grid') : launchedGrid(context, kernel);

/** What may be tiles, elements and slices by the number of the block. */
const isCounted = (site: Site): boolean =>
  calledName(site) === 'local_tile' ||
  (site.dialect === 'python' ? calledName(site) === '[]' : isElement(site));

const checkKernels = launchedByUnit<RuleContext, RuleFinding>(
  ({ sites }) => sites.filter(isCounted),
  (site, context) => {
    const call = writtenCall(site);
    if (call === null) return [];
    return call.name === 'local_tile'
      ? checkTile({ site, call }, context)
      : checkSlice({ site, call }, context);
  },
);

/** Findings of `coordinate-range` about the blocks of a grid. */
export const checkGrids = (context: RuleContext): readonly RuleFinding[] =>
  (launchesKernels(context.text) || mentions(context.text, '.launch(')) &&
  mentions(context.text, /blockIdx|block_idx/)
    ? checkKernels(context)
    : [];
