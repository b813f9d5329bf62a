// Coordinates of descriptors and block pointers of Triton that count blocks where they count elements, and the other way
// around.

import type { CallExpr, Expr } from '../../../frontends/common/expression.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { functionAround } from '../../document/written/around.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { itemsAt, siteOf } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { blocksIn, countedAt, isOneSize } from '../../tiles/counted-blocks.ts';
import { handedBlock } from '../../tiles/descriptors.ts';
import { tritonLaunches } from '../../tiles/launches.ts';
import { givenTo, pathText, reachingOf } from '../../tiles/reaching.ts';
import { TileReader } from '../../tiles/reader.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkOrders } from './gluon/coordinate-order.ts';
import { checkSliceStarts } from './gluon/slice-starts.ts';
import { checkGroupSteps } from './loops/group-steps.ts';
import { checkPointerSteps } from './loops/pointer-steps.ts';
import { checkOtherBlock } from './programs/other-block.ts';
import { launchedTilesOf } from './tile-context.ts';

/** A block that coordinates are given for: its extents as they are written, or as launches give them. */
interface Placed {
  readonly coordinates: readonly Expr[];
  readonly extents: readonly (Expr | number)[];
}

const listIn = (unit: Scope, e: Expr | undefined): readonly Expr[] | null => {
  if (e?.kind === 'tuple') return e.items;
  const reaching = e?.kind === 'name' ? reachingOf(unit, e) : null;
  const given = reaching === null ? null : givenTo(reaching.declaration);
  return given?.kind === 'tuple' ? given.items : null;
};

const argumentOf = (call: CallExpr, at: number, name: string): Expr | undefined =>
  call.args[at] ?? call.keywords.find((k) => k.name === name)?.value;

/** Which argument is the descriptor, and which the coordinates, of functions that copy blocks. */
const COPIES = /^async_(?:copy_global_to_shared|copy_shared_to_global|load|store)$/;

/** The extents of the block of a descriptor that a name stands for. */
function blockOf(unit: Scope, e: Expr, site: PlacedSite, context: RuleContext): Placed['extents'] | null {
  const reaching = e.kind === 'name' ? reachingOf(unit, e) : null;
  if (reaching === null) return null;
  const kernel = functionAround(site);
  if (reaching.declaration.kind === 'parameter')
    return kernel === reaching.scope ? handedBlock(context, kernel, reaching.declaration.name) : null;
  const given = givenTo(reaching.declaration);
  if (given?.kind !== 'call' || !/(?:^|\.)make_tensor_descriptor$/.test(pathText(given.callee) ?? ''))
    return null;
  return listIn(unit, argumentOf(given, 3, 'block_shape'));
}

function placedAt(unit: Scope, call: CallExpr, site: PlacedSite, context: RuleContext): Placed | null {
  const { callee } = call;
  const name = (pathText(callee) ?? '').split('.').at(-1)!;
  if (name === 'make_block_ptr') {
    const coordinates = listIn(unit, argumentOf(call, 3, 'offsets'));
    const extents = listIn(unit, argumentOf(call, 4, 'block_shape'));
    return coordinates === null || extents === null ? null : { coordinates, extents };
  }
  const isCopy = COPIES.test(name);
  const of = isCopy ? call.args[0] : callee.kind === 'member' ? callee.object : undefined;
  const coordinates = listIn(unit, isCopy ? call.args[1] : call.args[0]);
  const extents = of === undefined || coordinates === null ? null : blockOf(unit, of, site, context);
  return coordinates === null || extents === null ? null : { coordinates, extents };
}

/** What is wrong with a coordinate of a dimension in which the block has an extent; null: nothing that is known. */
function faultOf(
  unit: Scope,
  coordinate: Expr,
  isExtent: (of: Expr) => boolean,
  written: (e: Expr) => string,
): string | null {
  const blocks = countedAt(unit, coordinate);
  if (blocks?.counts === 'blocks' && isExtent(blocks.block)) {
    const by = written(blocks.block);
    return `${written(coordinate)} counts blocks of ${by}, and coordinates count elements: the block begins at ${written(coordinate)} * ${by}`;
  }
  if (coordinate.kind !== 'binary' || coordinate.operator !== '*') return null;
  for (const [counter, factor] of [
    [coordinate.left, coordinate.right],
    [coordinate.right, coordinate.left],
  ] as const) {
    const elements = countedAt(unit, counter);
    if (
      elements?.counts === 'elements' &&
      isExtent(elements.block) &&
      isOneSize(unit, factor, elements.block)
    )
      return `${written(counter)} goes from element to element in steps of ${written(factor)}, and is multiplied by ${written(factor)} again`;
  }
  return null;
}

/** The axis of `tl.program_id(axis)`, also by a name. */
function axisOf(unit: Scope, e: Expr): number | null {
  const reaching = e.kind === 'name' ? reachingOf(unit, e) : null;
  const call = reaching === null ? e : givenTo(reaching.declaration);
  if (call?.kind !== 'call' || !/(?:^|\.)program_id$/.test(pathText(call.callee) ?? '')) return null;
  const axis = argumentOf(call, 0, 'axis');
  return axis?.kind === 'integer' ? axis.value : null;
}

/** By how many elements every launch divides what an axis of the grid goes along, `triton.cdiv(M, 64)`; null: not known. */
function launchedBlock(context: RuleContext, kernel: Scope | null, axis: number): number | null {
  const blocks = (kernel?.name == null ? [] : tritonLaunches(context, kernel.name)).map(({ grid }) => {
    const [only] = grid;
    const items = grid.length === 1 && only !== undefined ? itemsAt(initialiserOf(only) ?? only) : grid;
    const item = items?.[axis];
    if (!(item instanceof PlacedSite) || item.node.kind !== 'expression') return undefined;
    const divided = blocksIn(item.memo.placed.unit.scope, item.node.expr);
    return divided === null ? undefined : settledNumberAt(context.model, siteOf(item, divided.by));
  });
  const [first] = blocks;
  return first !== undefined && blocks.every((n) => n === first) ? first : null;
}

function checkPlaced(site: unknown, context: RuleContext): readonly RuleFinding[] {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression' || site.dialect !== 'python')
    return [];
  const call = site.node.expr;
  const unit = site.memo.placed.unit.scope;
  const placed = call.kind === 'call' ? placedAt(unit, call, site, context) : null;
  if (placed === null || placed.coordinates.length !== placed.extents.length) return [];
  const reader = new TileReader(launchedTilesOf(context), site);
  const numberOf = (e: Expr | number): number | null => (typeof e === 'number' ? e : reader.extentAt(e).size);
  const written = (e: Expr): string => {
    const { start, end } = siteOf(site, e).span;
    return context.text.slice(start, end);
  };
  return placed.coordinates.flatMap((coordinate, d): readonly RuleFinding[] => {
    const extent = placed.extents[d]!;
    const isExtent = (of: Expr): boolean => {
      const [own, other] = [numberOf(extent), numberOf(of)];
      if (own === 1 || other === 1) return false;
      return (typeof extent !== 'number' && isOneSize(unit, extent, of)) || (own !== null && own === other);
    };
    const axis = axisOf(unit, coordinate);
    const block = axis === null ? null : launchedBlock(context, functionAround(site), axis);
    const isProgram = block !== null && block > 1 && block === numberOf(extent);
    const message = isProgram
      ? `${written(coordinate)} counts blocks of ${block}, by which the grid divides, and coordinates count elements: the block begins at ${written(coordinate)} * ${typeof extent === 'number' ? extent : written(extent)}`
      : faultOf(unit, coordinate, isExtent, written);
    return message === null || context.model.neverRuns(site)
      ? []
      : [{ span: siteOf(site, coordinate).span, message }];
  });
}

/** What is told where a tile lies. */
const PLACES = [
  'load',
  'store',
  'make_block_ptr',
  'async_copy_global_to_shared',
  'async_copy_shared_to_global',
  'async_load',
  'async_store',
] as const;

export const tileCoordinates: Rule = {
  id: 'tile-coordinates',
  severity: 'warning',
  title: 'Coordinates in blocks',
  checkDocument: (context) =>
    mentions(context.text, /\btriton\b/)
      ? [
          ...checkPointerSteps(context),
          ...checkGroupSteps(context),
          ...checkOrders(context),
          ...checkSliceStarts(context),
          ...checkOtherBlock(context),
          ...(mentions(context.text, /descriptor|desc\b|make_block_ptr/i)
            ? callsOf(context.model, ...PLACES).flatMap(({ site }) => checkPlaced(site, context))
            : []),
        ]
      : [],
};
