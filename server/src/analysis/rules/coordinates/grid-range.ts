// Tiles that are named by the number of the block, where a kernel is launched with more blocks than there are tiles.

import { innermostLayout, shapeOf } from '../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Shape } from '../../../algebra/layout/layout.ts';
import type { Stride } from '../../../algebra/layout/stride.ts';
import type { HTuple } from '../../../algebra/tuple/htuple.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { settledValueOf } from '../../document/extents.ts';
import { blockIndexAt } from '../../document/thread-index.ts';
import { callsOf, functionNameAt, itemsAt } from '../../document/written-call.ts';
import { isDecided } from '../../indexing/rounds.ts';
import { launchedPython } from '../../indexing/thread-block.ts';
import { type Dimensions, launchedGrid } from '../../launches/launches.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';
import { blockTilesOf } from './block-tiles.ts';
import { isLeftOutBySome } from './left-out.ts';

function checkTile(
  called: CalledSite,
  context: RuleContext,
  gridOf: (kernel: string, site: Site) => Dimensions,
): readonly RuleFinding[] {
  const { model, text } = context;
  const { site } = called;
  return blockTilesOf(called, context).flatMap(({ kernel, item, dimension, mode, count }) => {
    const blocks = gridOf(kernel, site)[dimension];
    if (blocks === undefined || blocks <= count || isDecided(site) || model.neverRuns(site)) return [];
    if (isLeftOutBySome(site)) return [];
    const name =
      site.dialect === 'python' ? text.slice(item.span.start, item.span.end) : `blockIdx.${'xyz'[dimension]}`;
    const message = `${name} counts to ${blocks - 1}, as ${kernel} is launched, which is none of the ${count} tiles of mode ${mode}`;
    return [{ span: item.span, message }];
  });
}

/** The numbers of the block in a coordinate, also of parts of it, with the modes that they count. */
function blocksIn(
  site: Site,
  shape: Shape,
  text: string,
  mode: readonly number[] = [],
): readonly {
  readonly site: Site;
  readonly dimension: 0 | 1 | 2;
  readonly extent: number;
  readonly mode: readonly number[];
}[] {
  const items = itemsAt(site);
  if (items !== null)
    return Array.isArray(shape) && items.length === shape.length
      ? items.flatMap((item, i) => blocksIn(item, shape[i] as Shape, text, [...mode, i]))
      : [];
  const dimension = blockIndexAt(site, text);
  const extent = dimension === null ? undefined : knownNumber(product(shape));
  return dimension === null || extent === undefined ? [] : [{ site, dimension, extent, mode }];
}

/** Elements and slices of a tensor of CuTe DSL: `gX[((None, None), bidx)]`. */
function checkSlice(
  { site, call }: CalledSite,
  context: RuleContext,
  gridOf: (kernel: string, site: Site) => Dimensions,
): readonly RuleFinding[] {
  const { model, text } = context;
  const [only] = call.args;
  const kernel = functionNameAt(site);
  if (site.dialect !== 'python' || only === undefined || kernel === null) return [];
  const coordinates = (call.args.length === 1 ? itemsAt(only) : null) ?? call.args;
  const isAsked = (at: Site): boolean => itemsAt(at)?.some(isAsked) ?? blockIndexAt(at, text) !== null;
  if (!coordinates.some(isAsked)) return [];
  const tensor = settledValueOf(model, call.callee);
  if (!(tensor instanceof Tensor)) return [];
  const shape = shapeOf(tensor.layout) as Shape;
  const { stride } = innermostLayout(tensor.layout);
  if (!Array.isArray(shape) || !Array.isArray(stride) || coordinates.length !== shape.length) return [];
  return coordinates
    .flatMap((at, i) => blocksIn(at, shape[i] as Shape, text, [i]))
    .flatMap(({ site: at, dimension, extent, mode }): readonly RuleFinding[] => {
      const blocks = gridOf(kernel, site)[dimension];
      const strides = leavesOf<Stride>(stride[mode[0]!] as HTuple<Stride>);
      if (blocks === undefined || blocks <= extent || extent === 0 || strides.every((d) => d === 0))
        return [];
      if (isDecided(site) || model.neverRuns(site) || isLeftOutBySome(site)) return [];
      const name = text.slice(at.span.start, at.span.end);
      const message = `${name} counts to ${blocks - 1}, as ${kernel} is launched, which is none of the ${extent} elements of mode ${mode.join('.')}`;
      return [{ span: at.span, message }];
    });
}

/** Findings of `coordinate-range` about the blocks of a grid. */
export function checkGrids(context: RuleContext): readonly RuleFinding[] {
  const { text, model } = context;
  if (!text.includes('<<<') && !text.includes('.launch(')) return [];
  const grids = new Map<string, Dimensions>();
  const gridOf = (kernel: string, { dialect }: Site): Dimensions => {
    const isPython = dialect === 'python';
    const grid =
      grids.get(kernel) ?? (isPython ? launchedPython(model, kernel, 'grid') : launchedGrid(context, kernel));
    grids.set(kernel, grid);
    return grid;
  };
  return [
    ...callsOf(model, 'local_tile').flatMap((called) => checkTile(called, context, gridOf)),
    ...(text.includes('block_idx')
      ? callsOf(model, '[]').flatMap((called) => checkSlice(called, context, gridOf))
      : []),
  ];
}
