// Elements that a kernel asks for and no thread of its grid comes to: `if (i < n)` of `i = blockIdx.x * 256 + threadIdx.x`, where
// 147 blocks are launched for 37824 of them.

import { isInteger } from '../../../evaluate/values/arithmetic.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { settledNumberAt, settledValueOf } from '../../document/extents.ts';
import { functionAround, isInLoop } from '../../document/written/around.ts';
import { itemsAt, operandsAt, siteOf } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { writtenIn } from '../../document/written/source-text.ts';
import { extremesOf } from '../../indexing/largest.ts';
import { blockOf } from '../../indexing/thread-block.ts';
import { launchesKernels } from '../../launches/kernel-names.ts';
import { launchedByUnit } from '../../launches/launched-by-unit.ts';
import { launchedNumber } from '../../launches/launched-numbers.ts';
import { launchedNumbers } from '../../launches/launched-values.ts';
import { type Dimensions, dimensionSites, launchesOf } from '../../launches/launches.ts';
import { kernelAt, launchesOfPython, shortName } from '../../launches/python-launches.ts';
import { returnedAt } from '../../launches/returned-dimensions.ts';
import type { CheckUnit, Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { byBlocks, isByBlock, isByBlockAlone } from './by-blocks.ts';
import type { GridFinding } from './grid-blocks.ts';
import { roundedUp } from './grids/round-up.ts';

/** That a grid leaves something out, and where that stands. */
type Unreached = Pick<GridFinding, 'span' | 'at' | 'message'>;

/** `index < limit`, in whatever way it is written. */
interface Asked {
  readonly index: Site;
  readonly limit: Site;
  /** `index <= limit` */
  readonly isClosed: boolean;
}

/** Comparisons that hold within the limit, by which side has that, and those that hold beyond it. */
const WITHIN: Readonly<Record<string, readonly ['left' | 'right', boolean]>> = {
  '<': ['right', false],
  '<=': ['right', true],
  '>': ['left', false],
  '>=': ['left', true],
};
const BEYOND: Readonly<Record<string, readonly ['left' | 'right', boolean]>> = {
  '>=': ['right', false],
  '>': ['right', true],
  '<=': ['left', false],
  '<': ['left', true],
};

/** What has to hold, all of it, so that a condition does, or does not. */
function askedIn(condition: Site, isWithin: boolean): readonly Asked[] {
  const sides = operandsAt(condition);
  if (sides === null) {
    const given = initialiserOf(condition);
    return given === null ? [] : askedIn(given, isWithin);
  }
  const { operator, left, right } = sides;
  if ((isWithin ? /^(?:&&|and)$/ : /^(?:\|\||or)$/).test(operator))
    return [...askedIn(left, isWithin), ...askedIn(right, isWithin)];
  const [limit, isClosed] = (isWithin ? WITHIN : BEYOND)[operator] ?? [];
  if (limit === undefined || isClosed === undefined) return [];
  return [
    limit === 'right' ? { index: left, limit: right, isClosed } : { index: right, limit: left, isClosed },
  ];
}

const leaves = ({ jumps = [], returns = [] }: Scope): boolean =>
  returns.length > 0 || jumps.some(({ kind }) => kind === 'return');

/** The conditions of the branches of a function, and whether those within a limit go on. */
function conditionsIn(scope: Scope): readonly { readonly condition: Expr; readonly isWithin: boolean }[] {
  return scope.children.flatMap((child) => {
    if (child.kind !== 'block') return [];
    const own = child.guard?.branch === 'then' ? [child.guard.condition] : [];
    const isWithin = !leaves(child);
    return [...own.map((condition) => ({ condition, isWithin })), ...conditionsIn(child)];
  });
}

/** What loops end with that begin with no constant: they may take what is left. */
function* endsOfRests(scope: Scope, isConstant: (e: Expr) => boolean): Generator<Expr> {
  const { loop, counts, declarations, children } = scope;
  const condition = loop?.condition;
  if (condition?.kind === 'binary' && !declarations.every(({ init }) => init !== null && isConstant(init)))
    yield* [condition.left, condition.right];
  if (counts?.kind === 'call' && counts.args.length > 1 && !isConstant(counts.args[0]!))
    yield counts.args[1]!;
  for (const child of children) yield* endsOfRests(child, isConstant);
}

/** The only launch of a kernel: its grid, and where its dimensions are written. */
interface OnlyLaunch {
  readonly grid: Dimensions;
  readonly at: (dimension: number) => Site | null;
}

function onlyLaunch(context: RuleContext, kernel: string, dialect: Site['dialect']): OnlyLaunch | null {
  if (dialect === 'python') {
    const [launch, ...others] = launchesOfPython(context.model, kernel);
    if (launch === undefined || others.length > 0 || isInLoop(launch.site)) return null;
    const given = launch.call.keywords.get('grid');
    const items = given === undefined ? null : itemsAt(initialiserOf(given) ?? given);
    return { grid: launch.grid, at: (dimension) => items?.[dimension] ?? given ?? launch.site };
  }
  const [launch, ...others] = launchesOf(context, kernel) ?? [];
  if (launch === undefined || others.length > 0 || isInLoop(launch.site)) return null;
  const [grid] = launch.angles;
  const returned = grid === undefined ? null : returnedAt(context, initialiserOf(grid) ?? grid);
  const items = grid === undefined ? null : dimensionSites(context, returned?.site ?? grid);
  return { grid: launch.grid, at: (dimension) => items?.[dimension] ?? grid ?? null };
}

const DIMENSIONS = ['blockIdx.x', 'blockIdx.y', 'blockIdx.z'];

function checkKernel(site: Site, context: RuleContext): readonly Unreached[] {
  const { model, text } = context;
  const [kernel, around] = [kernelAt(site), functionAround(site)];
  if (!(site instanceof PlacedSite) || kernel === null || around === null) return [];
  const launch = onlyLaunch(context, kernel, site.dialect);
  if (launch === null || launch.grid.every((blocks) => blocks === undefined)) return [];
  // That no block is launched at all `launch-size` says.
  if (launch.grid.includes(0)) return [];
  const numbers = launchedNumbers(context, site);
  const counting = byBlocks({ model, text, block: blockOf(context, kernel, site.dialect) }, launch.grid);
  const written = writtenIn(text);
  const all = conditionsIn(around)
    .flatMap(({ condition, isWithin }) => askedIn(siteOf(site, condition), isWithin))
    .map((asked) => ({ ...asked, extremes: extremesOf(model, asked.index, counting) }));
  const isConstant = (e: Expr): boolean => settledNumberAt(model, siteOf(site, e)) !== undefined;
  const ends = new Set([...endsOfRests(around, isConstant)].map((end) => written(siteOf(site, end))));
  return all.flatMap(({ index, limit, isClosed, extremes }): readonly Unreached[] => {
    if (extremes === null || !isByBlock(extremes) || isByBlockAlone(extremes) || !extremes.isDense) return [];
    const value = settledValueOf(model, limit);
    const most = value !== null && isInteger(value) ? launchedNumber(value, numbers) : undefined;
    const last = most === undefined ? undefined : isClosed ? most : most - 1;
    if (last === undefined || extremes.largest >= last || extremes.least !== 0) return [];
    // What another number takes, or a loop behind, is not left out.
    if (ends.has(written(limit))) return [];
    const beside = all.filter((other) => written(other.limit) === written(limit));
    if (beside.some((other) => other.extremes === null || other.extremes.largest >= last)) return [];
    const axis = DIMENSIONS.findIndex((name) => extremes.counters.includes(name));
    const at = launch.at(axis);
    if (at === null || model.neverRuns(index)) return [];
    const rest = last - extremes.largest;
    const message = `the grid is too short: ${written(index)} of ${shortName(kernel)} comes to ${extremes.largest} in the last block, and is asked for up to ${last}: ${rest} ${rest === 1 ? 'is' : 'are'} left out`;
    return [{ span: index.span, at, message }];
  });
}

/** One place in each function. */
function inEachFunction({ sites }: CheckUnit): readonly Site[] {
  const seen = new Set<Scope>();
  return sites.filter((site) => {
    const around = functionAround(site);
    return around !== null && !seen.has(around) && seen.add(around);
  });
}

const checkKernels = launchedByUnit<RuleContext, Unreached>(inEachFunction, checkKernel);

const toldIn =
  (text: string) =>
  ({ span, at, message }: Unreached): RuleFinding => ({
    span: at.span,
    message,
    fixes: roundedUp(at, text),
    related: [{ span, message: 'is asked for here' }],
  });

/** Findings of `uncovered-tiles` about elements. Blocks that ask how many they are may take several each. */
export function checkUnreached(context: RuleContext): readonly RuleFinding[] {
  const { text } = context;
  const isLaunched = mentions(text, '.launch(') || launchesKernels(text);
  return isLaunched && !mentions(text, /\bgridDim\b|\bgrid_dim\b/)
    ? checkKernels(context).map(toldIn(text))
    : [];
}
