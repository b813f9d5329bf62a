// Grids that round down: no block takes the last tile of a mode, which is no whole one.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { functionAround, isConditional, isInLoop } from '../../document/written/around.ts';
import { calledName, writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { itemsAt, operandsAt } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { launchesKernels } from '../../launches/kernel-names.ts';
import { launchedByUnit } from '../../launches/launched-by-unit.ts';
import { dimensionSites, launchedGrid, launchesOf } from '../../launches/launches.ts';
import { launchesOfPython, shortName } from '../../launches/python-launches.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { type BlockTile, blockTilesOf } from './block-tiles.ts';
import { checkGridBlocks, type GridFinding } from './grid-blocks.ts';
import { checkExchanged } from './grids/exchanged.ts';
import { checkLeftModes } from './loops/left-modes.ts';
import { checkRests } from './loops/left-rests.ts';
import { checkUnreached } from './unreached.ts';

/** How many blocks there are in a dimension of a grid, and where that is written. */
interface Launched {
  readonly blocks: number;
  readonly places: readonly Site[];
}

/** Of the only launch of a kernel of CuTe DSL, where it is a quotient, `M // 128`. */
function launchedPython({ kernel, dimension, tile }: BlockTile, { model }: RuleContext): Launched | null {
  const launches = callsOf(model, 'launch');
  const [launch, ...others] = launchesOfPython(model, kernel);
  // Another launch of the same function may take the rest.
  const around = launch === undefined ? null : functionAround(launch.site);
  const beside = launches.filter(({ site }) => functionAround(site) === around);
  if (launch === undefined || others.length > 0 || beside.length > 1) return null;
  const given = launch.call.keywords.get('grid');
  const items = given === undefined ? null : itemsAt(initialiserOf(given) ?? given);
  // What a function or a dictionary reckons is known by its numbers alone.
  if (items == null) {
    const blocks = launch.grid[dimension];
    return blocks === undefined ? null : { blocks, places: [given ?? launch.site] };
  }
  const item = items[dimension];
  const site = item === undefined ? null : (initialiserOf(item) ?? item);
  const sides = site === null ? null : operandsAt(site);
  if (sides === null || sides.operator !== '//' || settledNumberAt(model, sides.right) !== tile) return null;
  const blocks = settledNumberAt(model, site);
  return blocks === undefined ? null : { blocks, places: [site!] };
}

function launchedCpp({ kernel, dimension }: BlockTile, context: RuleContext): Launched | null {
  const blocks = launchedGrid(context, kernel)[dimension];
  const grids = launchesOf(context, kernel)?.flatMap(({ angles: [grid] }) => grid ?? []) ?? [];
  const places = grids.map((grid) => dimensionSites(context, grid)?.[dimension] ?? grid);
  return blocks === undefined ? null : { blocks, places };
}

function checkTile(called: CalledSite, context: RuleContext): readonly GridFinding[] {
  const { text, model } = context;
  const { site } = called;
  const isPython = site.dialect === 'python';
  if ((isPython ? isInLoop(site) : isConditional(site, text)) || model.neverRuns(site)) return [];
  return blockTilesOf(called, context).flatMap((block): readonly GridFinding[] => {
    const { kernel, item, extent, tile } = block;
    if (extent === undefined || tile === undefined || tile <= 0 || extent % tile === 0) return [];
    const launched = isPython ? launchedPython(block, context) : launchedCpp(block, context);
    if (launched === null || launched.blocks === 0 || launched.blocks !== Math.floor(extent / tile))
      return [];
    const { blocks, places } = launched;
    const ceil = isPython ? 'cute.ceil_div' : 'ceil_div';
    const message = `the grid rounds down: ${shortName(kernel)} takes tiles of ${tile}, and ${blocks} blocks of them leave out ${extent % tile} of ${extent}; ${ceil} rounds up`;
    return places.map((at) => ({ span: item.span, at, message, fault: 'rest' }));
  });
}

const checkTiles = launchedByUnit<RuleContext, GridFinding>(
  ({ sites }) => sites.filter((site) => calledName(site) === 'local_tile'),
  (site, context) => {
    const called = { site, call: writtenCall(site)! };
    return [...checkTile(called, context), ...checkGridBlocks(called, context)];
  },
);

const checkAxes = launchedByUnit<RuleContext, RuleFinding>(
  ({ sites }) => sites.filter((site) => calledName(site) === 'local_tile'),
  (site, context) => checkExchanged({ site, call: writtenCall(site)! }, context),
);

/** Several tensors of a kernel are tiled by one grid. */
function onceEach(findings: readonly RuleFinding[]): readonly RuleFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ span, message }) => {
    const key = `${span.start} ${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

const told = ({ span, at, message, fault, fixes }: GridFinding): RuleFinding => ({
  span: at.span,
  message,
  ...(fixes === undefined ? {} : { fixes }),
  related: [{ span, message: 'each block takes the tile of its number here' }],
  ...(fault === 'asked' ? { severity: 'information' as const } : {}),
});

function checkGrid(context: RuleContext): readonly RuleFinding[] {
  const { text } = context;
  const isLaunched = mentions(text, '.launch(') && mentions(text, '//');
  // Blocks of C++ that ask how many they are may take several tiles each.
  if (!isLaunched && (!launchesKernels(text) || mentions(text, /\bgridDim\b/))) return [];
  const found = checkTiles(context);
  // Who reckons with remainders may have blocks for the rest.
  const hasRemainders = found.some(({ fault }) => fault === 'asked') && codeOf(text, 'cpp').includes('%');
  return onceEach(found.filter(({ fault }) => fault !== 'asked' || !hasRemainders).map(told));
}

/** What a grid leaves out, of tiles or else of elements. */
function grids(context: RuleContext): readonly RuleFinding[] {
  const ofTiles = checkGrid(context);
  const isTold = ({ span }: RuleFinding): boolean =>
    ofTiles.some((other) => other.span.end > span.start && span.end > other.span.start);
  return [...ofTiles, ...checkUnreached(context).filter((found) => !isTold(found))];
}

export const uncoveredTiles: Rule = {
  id: 'uncovered-tiles',
  severity: 'warning',
  title: 'No block takes the last tile',
  checkDocument: (context) => [
    ...(mentions(context.text, /threadIdx|thread_idx/) ? checkRests(context) : []),
    ...grids(context),
    ...checkLeftModes(context),
    ...(context.model.dialect === 'python' && mentions(context.text, '.launch(')
      ? onceEach(checkAxes(context))
      : []),
  ],
};
