// Tiles that do not divide what a kernel is launched with: `local_tile(mX, Shape<_64, _64>{}, …)` of 1000 rows, in a kernel that
// asks of no element whether it is there.

import { shapeOf } from '../../../algebra/composed/composed.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Shape } from '../../../algebra/layout/layout.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { Tensor, type Value } from '../../../evaluate/model/value.ts';
import { isInteger } from '../../../evaluate/values/arithmetic.ts';
import { writtenCall } from '../../document/written/call.ts';
import { callsIn } from '../../document/written/calls-by-name.ts';
import { callAround, escaped } from '../../indexing/text/code.ts';
import { functionCodeAt } from '../../indexing/text/function-code.ts';
import { launchedByUnit } from '../../launches/launched-by-unit.ts';
import { type LaunchedNumbers, launchedNumber } from '../../launches/launched-numbers.ts';
import { launchedNumbers } from '../../launches/launched-values.ts';
import { launchedGrid } from '../../launches/launches.ts';
import { restsOnDefault } from '../../values/default-arguments.ts';
import type { Site } from '../../values/model.ts';
import { tilingOf } from '../../values/tilings.ts';
import { asTiler } from '../../values/verdicts.ts';
import { blockTilesOf } from '../coordinates/block-tiles.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

const DIVIDES = ['logical_divide', 'zipped_divide', 'tiled_divide', 'flat_divide'] as const;

interface Cut {
  readonly shape: readonly Shape[];
  readonly tiler: readonly Value[];
}

const listOf = <T>(v: T | readonly T[]): readonly T[] => (Array.isArray(v) ? v : [v as T]);

/** A tensor of global memory, and the extents of what it is cut into; null for others. */
function cutAt(site: Site, { model }: RuleContext): Cut | null {
  const { origin, parameters } = model.evaluate(site);
  if (origin === null || restsOnDefault(parameters)) return null;
  const name = writtenCall(site)?.name;
  const [target, by] = origin.args.map(({ value }) => (isFailure(value) ? null : value));
  const tiling = name === 'local_tile' ? tilingOf(origin) : null;
  const tensor = tiling?.tensor ?? target;
  const tiler = tiling?.tiler ?? (by == null ? null : asTiler(by));
  if (!(tensor instanceof Tensor) || tensor.engine.space !== 'gmem' || tiler === null) return null;
  return { shape: listOf(shapeOf(tensor.layout) as Shape), tiler: listOf(tiler as Value) };
}

/** Whether the kernel asks of elements whether they are there, or of a number how large it is. */
const ASKS = /\b(?:make_identity_tensor|elem_less|copy_if|crd2idx)\b/;

/** What takes an extent to make something of it, and compares nothing with it. */
const MAKES =
  /^(?:make_\w+|local_tile|select|ceil_div|round_up|size_t|u?int(?:32_t|64_t)?|static_cast|assume|)$/;

/** The numbers that the kernel compares with nothing, by their own names or by others, and hands to no function that may. */
function notCompared(numbers: LaunchedNumbers, code: string): LaunchedNumbers {
  const isCompared = (name: string, depth = 0): boolean => {
    const own = `(?<![\\w.])${escaped(name)}(?![\\w.])`;
    const compares = `(?:[<>]=?|%)[^;{}]*?${own}|${own}\\s*(?:[<>%]|\\)?\\s*-)`;
    if (new RegExp(compares).test(code)) return true;
    const isHanded = ({ index }: RegExpExecArray): boolean => !MAKES.test(callAround(code, index));
    if ([...code.matchAll(new RegExp(own, 'g'))].some(isHanded)) return true;
    // A number that is worked out of it stands for it, and no tensor that has it for an extent.
    const sum = `(?<![\\w.])(\\w+)\\s*=(?!=)[\\w\\s.:+*/-]*?${own}[\\w\\s.:+*/-]*;`;
    const others = [...code.matchAll(new RegExp(sum, 'g'))];
    return depth < 4 && others.some(([, other]) => other !== name && isCompared(other!, depth + 1));
  };
  return new Map([...numbers].filter(([name]) => !isCompared(name)));
}

/** The tiles that blocks take, where the grid leaves the last one out that is not whole. */
function leavesOut(site: Site, mode: number, extent: number, tile: number, context: RuleContext): boolean {
  const call = writtenCall(site);
  if (call?.name !== 'local_tile') return false;
  const own = blockTilesOf({ site, call }, context).find((each) => each.mode === mode);
  if (own === undefined) return false;
  const blocks = launchedGrid(context, own.kernel)[own.dimension];
  return blocks === undefined || blocks * tile <= extent;
}

function checkCut(site: Site, context: RuleContext): readonly RuleFinding[] {
  const around = functionCodeAt(site, context.text);
  const all = site.dialect === 'cpp' ? launchedNumbers(context, site) : new Map<string, never>();
  if (around === null || all.size === 0 || ASKS.test(around.code)) return [];
  const cut = cutAt(site, context);
  const numbers = cut === null ? all : notCompared(all, around.code);
  if (cut === null || numbers.size === 0) return [];
  const beyond = cut.tiler.flatMap((part, mode) => {
    const own = cut.shape[mode];
    const tile = isInteger(part) ? knownNumber(part) : undefined;
    const size = own === undefined ? undefined : product(own);
    if (size === undefined || tile === undefined || tile < 2 || knownNumber(size) !== undefined) return [];
    const extent = launchedNumber(size, numbers);
    if (extent === undefined || extent % tile === 0 || leavesOut(site, mode, extent, tile, context))
      return [];
    return [`mode ${mode} has ${Math.ceil(extent / tile) * tile} coordinates for ${extent} elements`];
  });
  if (beyond.length === 0 || context.model.neverRuns(site)) return [];
  const message = `as the kernel is launched the tile does not divide: ${beyond.join(', ')}; it asks of no element whether it is there`;
  return [{ span: site.valueSpan ?? site.span, message }];
}

/** Findings of `over-tiling` about kernels as they are launched. */
export const checkLaunchedTiles = launchedByUnit<RuleContext, RuleFinding>(
  ({ sites }) => callsIn(sites, ['local_tile', ...DIVIDES]).map(({ site }) => site),
  checkCut,
);
