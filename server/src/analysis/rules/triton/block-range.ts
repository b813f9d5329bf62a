// Block pointers of Triton that a load or store follows beyond their tensor, in a dimension that it does not check.

import type { CallExpr } from '../../../frontends/common/expression.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { functionNameAt } from '../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { siteOf } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { type Counting, type Extremes, extremesOf } from '../../indexing/largest.ts';
import { isDecided } from '../../indexing/rounds.ts';
import type { Dimensions } from '../../launches/launches.ts';
import { type Block, Blocks } from '../../tiles/blocks.ts';
import { countedNumbers } from '../../tiles/counters.ts';
import { tritonGrid } from '../../tiles/launches.ts';
import { pathText } from '../../tiles/reaching.ts';
import { TileReader } from '../../tiles/reader.ts';
import {
  defaultsOf,
  type Extent,
  extentText,
  isByName,
  isSame,
  isTold,
  shapeText,
} from '../../tiles/shape.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkBlockLoops } from './block-loops.ts';
import { launchedTilesOf, tilesOf } from './tile-context.ts';

/** A dimension of a block that leaves its tensor. */
interface Beyond {
  readonly message: string;
  readonly rests: readonly Extent[];
  /** What moves it there. */
  readonly by: CallExpr | null;
  readonly pair?: readonly [Extent, Extent];
}

/** The numbers of the program, of which the first ones are always there, and what launches hand over. */
const byProgram =
  (grid: Dimensions, reader: TileReader): Counting =>
  (site) => {
    const call = writtenCall(site);
    if (call === null) return handedNumber(site, reader) ?? initialiserOf(site);
    const axis = argumentAt(call, 0, 'axis');
    const given = axis instanceof PlacedSite && axis.node.kind === 'expression' ? axis.node.expr : null;
    if (call.name !== 'program_id' || given?.kind !== 'integer') return null;
    const programs = grid[given.value as 0 | 1 | 2] ?? 1;
    return { least: 0, largest: programs - 1, counters: [`program_id(${given.value})`], isDense: true };
  };

function handedNumber(site: Site, reader: TileReader): Extremes | null {
  const expr = site instanceof PlacedSite && site.node.kind === 'expression' ? site.node.expr : null;
  if (expr?.kind !== 'name') return null;
  const rounds = countedNumbers((site as PlacedSite).memo.placed.unit.scope, expr, reader);
  if (rounds !== null) return rounds;
  const number = reader.extentAt(expr);
  if (number.size === null || number.defaults.length > 0) return null;
  return { least: number.size, largest: number.size, counters: [], isDense: true };
}

/** What moves a block in a dimension, where that is known. */
function moveIn({ moves }: Block, d: number) {
  const inIt = moves.filter(({ by }) => by[d]?.size !== 0);
  const [move] = inIt;
  const step = move?.by[d];
  return move === undefined || step === undefined || inIt.length > 1
    ? { count: inIt.length }
    : { count: 1, move, step };
}

/** By the numbers of the extents, and of the programs. */
function beyondByNumber(block: Block, d: number, first: number | null): Beyond | null {
  const [extent, own] = [block.shape[d]!, block.extents[d]!];
  const { count, move, step } = moveIn(block, d);
  if (extent.size === null || own.size === null || first === null || count > 1) return null;
  const moved = move === undefined ? 0 : (step?.size ?? 0) * (move.times ?? 0);
  const end = first + moved + own.size;
  if (end <= extent.size || moved < 0) return null;
  const where = moved === 0 || move?.isInLoop !== true ? '' : ' in the last round';
  return {
    message: `the block ${shapeText(block.extents)} reaches ${end} in dimension ${d}${where}, of ${extent.size} elements`,
    rests: step === undefined ? [extent, own] : [extent, own, step],
    by: moved === 0 ? null : move!.call,
  };
}

/** By names: a block that has the whole dimension already, or goes the length of another one. */
function beyondByName(block: Block, d: number): Beyond | null {
  const [extent, own] = [block.shape[d]!, block.extents[d]!];
  const { move, step } = moveIn(block, d);
  if (move === undefined || step === undefined || !isTold(step) || (step.size ?? 1) < 0) return null;
  const moves = `is moved by ${extentText(step)} along dimension ${d}`;
  if (isSame(extent, own) && isTold(own))
    return {
      message: `the block ${shapeText(block.extents)} ${moves}, of which it has all ${extentText(own)} elements`,
      rests: [extent, own, step],
      by: move.call,
    };
  const meant = block.extents.findIndex(
    (other, i) => i !== d && isSame(other, step) && move.by[i]?.size === 0,
  );
  if (meant < 0 || !isByName(step, own)) return null;
  return {
    message: `the block ${shapeText(block.extents)} ${moves}, in which it has ${extentText(own)}: ${extentText(step)} is what it has in dimension ${meant}`,
    rests: [own, step],
    by: move.call,
    pair: [step, own],
  };
}

function checkAccess(site: Site, context: RuleContext): readonly RuleFinding[] {
  const expr = site instanceof PlacedSite && site.node.kind === 'expression' ? site.node.expr : null;
  if (!(site instanceof PlacedSite) || expr?.kind !== 'call') return [];
  const tiles = launchedTilesOf(context);
  const { modules } = tiles;
  const name = modules.functionOf(pathText(expr.callee) ?? '');
  const [pointer] = expr.args;
  const kernel = functionNameAt(site);
  if ((name !== 'load' && name !== 'store') || pointer === undefined || kernel === null) return [];
  const reader = new TileReader(tiles, site);
  const block = new Blocks(modules, site, reader).at(pointer);
  if (block === null || isDecided(site) || context.model.neverRuns(site)) return [];
  const loops = checkBlockLoops(block, site, context);
  if (loops.length > 0) return loops;
  const given = reader.argumentsOf(expr, null);
  const checked = given.listed(3, 'boundary_check');
  if (given.isGiven(3, 'boundary_check') && (checked === null || checked.some(({ size }) => size === null)))
    return [];
  const grid = tritonGrid(context, kernel);
  return block.shape.flatMap((_, d): readonly RuleFinding[] => {
    if (checked?.some(({ size }) => size === d) === true) return [];
    const at = extremesOf(context.model, siteOf(site, block.offsets[d]!), byProgram(grid, reader));
    const found = beyondByNumber(block, d, at?.largest ?? null) ?? beyondByName(block, d);
    if (found === null) return [];
    // Where the access checks other dimensions, it is the one that leaves this out.
    const isLeftOut = found.pair === undefined && checked !== null && checked.length > 0;
    const message = isLeftOut ? `${found.message}: boundary_check leaves dimension ${d} out` : found.message;
    return findingOf({ ...found, message, by: isLeftOut ? null : found.by }, expr, site, context);
  });
}

function findingOf(
  { message, rests, by, pair }: Beyond,
  access: CallExpr,
  site: PlacedSite,
  context: RuleContext,
): readonly RuleFinding[] {
  const { modules } = tilesOf(context);
  if (pair !== undefined && modules.mayAgree(pair[0].name!, pair[1].name!)) return [];
  const defaults = defaultsOf(rests);
  const unless = pair === undefined ? '' : `, unless ${pair.map(extentText).join(' and ')} are one number`;
  const withDefaults =
    defaults.length === 0
      ? ''
      : `, where ${defaults.join(' and ')} ${defaults.length > 1 ? 'have their defaults' : 'has its default'}`;
  return [
    {
      span: siteOf(site, by ?? access).span,
      message: `${message}${unless}${withDefaults}`,
      ...(defaults.length > 0 ? { severity: 'information' as const } : {}),
    },
  ];
}

export const blockRange: Rule = {
  id: 'block-range',
  severity: 'warning',
  title: 'The block leaves its tensor',
  checkDocument: (context) =>
    mentions(context.text, 'make_block_ptr')
      ? callsOf(context.model, 'load', 'store').flatMap(({ site }) => checkAccess(site, context))
      : [],
};
