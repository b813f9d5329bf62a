// Which threads of a block come to a place: those that the conditions around it let through, `if (threadIdx.x % 32 == 0)`.

import { scopePath } from '../../evaluate/model/environment.ts';
import { Tensor } from '../../evaluate/model/value.ts';
import type { Guard, Scope } from '../../frontends/common/scope.ts';
import { WARP } from '../../hardware/memory/banks.ts';
import { settledValueOf } from '../document/extents.ts';
import { writtenCall } from '../document/written/call.ts';
import { operandsAt, siteOf } from '../document/written/expressions.ts';
import { initialiserOf } from '../document/written/names.ts';
import { COMPARISONS } from '../document/written/number-operators.ts';
import type { Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { isUniform, type LaneContext, lanesOf } from './lanes.ts';
import { isDecided } from './rounds.ts';

/** Whether something holds in a thread, by its number in the block; null where it is not known. */
type Holds = (thread: number) => boolean | null;

/** As C++ and Python write them. */
const AND = /^(?:&&|and)$/;
const OR = /^(?:\|\||or)$/;

/** How many operators and names are followed. */
const MAXIMUM_DEPTH = 8;

/** The number that an expression is in a thread; null where that is not known, or below zero, which unsigned numbers are not. */
export function numberByThread(context: LaneContext, site: Site): ((thread: number) => number | null) | null {
  const lanes = lanesOf(context, site);
  if (lanes === null || lanes.isMoved) return null;
  return (thread) => {
    const number = lanes.of(thread);
    return number >= 0 ? number : null;
  };
}

function holdsAt(context: LaneContext, site: Site, depth = 0): Holds | null {
  if (depth > MAXIMUM_DEPTH || !(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  if (expr.kind === 'unary' && expr.operator === '!') {
    const holds = holdsAt(context, siteOf(site, expr.operand), depth + 1);
    return holds === null ? null : (thread) => negated(holds(thread));
  }
  const sides = operandsAt(site);
  const compare = sides === null ? undefined : COMPARISONS[sides.operator];
  if (sides !== null && compare !== undefined) {
    const [a, b] = [sides.left, sides.right].map((side) => numberByThread(context, side));
    if (a == null || b == null) return null;
    return (thread) => {
      const [m, n] = [a(thread), b(thread)];
      return m === null || n === null ? null : compare(m, n);
    };
  }
  if (sides !== null && (AND.test(sides.operator) || OR.test(sides.operator))) {
    const [a, b] = [sides.left, sides.right].map((side) => holdsAt(context, side, depth + 1));
    if (a == null || b == null) return null;
    const decisive = OR.test(sides.operator);
    return (thread) => {
      const [p, q] = [a(thread), b(thread)];
      if (p === decisive || q === decisive) return decisive;
      return p === null || q === null ? null : !decisive;
    };
  }
  const given = expr.kind === 'name' ? initialiserOf(site) : null;
  if (given !== null) return holdsAt(context, given, depth + 1);
  const number = sides === null ? null : numberByThread(context, site);
  return number === null
    ? null
    : (thread) => {
        const n = number(thread);
        return n === null ? null : n !== 0;
      };
}

const negated = (holds: boolean | null): boolean | null => (holds === null ? null : !holds);

function guardHolds(context: LaneContext, site: PlacedSite, { condition, branch }: Guard): Holds | null {
  const holds = holdsAt(context, siteOf(site, condition));
  if (holds === null) return null;
  return branch === 'then' ? holds : (thread) => negated(holds(thread));
}

/** What tells blocks apart whose conditions are known of each thread. */
export const isOfKnownThreads =
  (context: LaneContext, site: Site) =>
  ({ guard }: Scope): boolean =>
    site instanceof PlacedSite && guard != null && guardHolds(context, site, guard) !== null;

/** The threads that come to a place, of so many; null where one of the conditions around it is not known. */
export function threadsAt(context: LaneContext, site: Site, count: number): readonly number[] | null {
  if (!(site instanceof PlacedSite)) return null;
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  // Which label of a `switch` is taken is no condition of a block.
  if (path.some(({ choice }) => choice !== undefined)) return null;
  const guards = path.flatMap(({ guard }) => guard ?? []);
  const all = guards.map((guard) => guardHolds(context, site, guard));
  if (all.includes(null)) return null;
  const threads: number[] = [];
  for (let thread = 0; thread < count; thread++) {
    const held = all.map((holds) => holds!(thread));
    if (held.includes(null)) return null;
    if (!held.includes(false)) threads.push(thread);
  }
  return threads;
}

/** Whether one thread of a warp alone comes behind a condition that holds: `elect_one_sync()`, also by a name. */
function elects(site: Site): boolean {
  const sides = operandsAt(site);
  if (sides !== null) return AND.test(sides.operator) && (elects(sides.left) || elects(sides.right));
  return writtenCall(initialiserOf(site) ?? site)?.name === 'elect_one_sync';
}

/** The same as `holdsAt`, of those operands of `&&` that are known. */
function mayHold(context: LaneContext, site: Site): Holds {
  const sides = operandsAt(site);
  if (sides === null || !AND.test(sides.operator)) return holdsAt(context, site) ?? (() => null);
  const [a, b] = [mayHold(context, sides.left), mayHold(context, sides.right)];
  return (thread) => (a(thread) === false || b(thread) === false ? false : null);
}

/** How many threads come to a place at most, of so many: a condition that is not known may hold in all of them. */
export function mostThreadsAt(context: LaneContext, site: Site, count: number): number {
  if (!(site instanceof PlacedSite)) return count;
  const guards = scopePath(site.memo.placed.unit.scope, site.node.start).flatMap(({ guard }) => guard ?? []);
  const all = guards.map((guard): Holds => {
    const asked = siteOf(site, guard.condition);
    return guard.branch === 'then'
      ? mayHold(context, asked)
      : (guardHolds(context, site, guard) ?? (() => null));
  });
  const isElected = guards.some(
    ({ condition, branch }) => branch === 'then' && elects(siteOf(site, condition)),
  );
  const coming = new Set<number>();
  for (let thread = 0; thread < count; thread++)
    if (all.every((holds) => holds(thread) !== false))
      coming.add(isElected ? Math.floor(thread / WARP) : thread);
  return coming.size;
}

/** `kCheck`, `!kCheck` of `template <bool kCheck>`: the same in all threads. */
function isOfTemplate(site: Site): boolean {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return false;
  const { expr } = site.node;
  if (expr.kind === 'unary') return expr.operator === '!' && isOfTemplate(siteOf(site, expr.operand));
  if (expr.kind !== 'name') return false;
  const declared = scopePath(site.memo.placed.unit.scope, expr.span.start)
    .flatMap(({ declarations }) => declarations)
    .findLast(({ name }) => name === expr.name);
  return declared?.kind === 'value-parameter';
}

/** Whether an element of a tensor of coordinates stands there, or a mode of one: `tXcX(i)`, `get<1>(tXcX(i))`, `tXcX[i][1]`. */
function isOfCoordinates(model: LaneContext['model'], site: Site, depth = 0): boolean {
  const call = writtenCall(initialiserOf(site) ?? site);
  if (call === null || depth > 2) return false;
  const of = call.name === 'get' && call.args.length === 1 ? call.args[0]! : call.callee;
  const value = settledValueOf(model, of);
  const isTensor = value instanceof Tensor && value.engine.space === 'counting';
  return isTensor ? call.name !== 'get' : isOfCoordinates(model, of, depth + 1);
}

/** `elem_less(tXcX(i), shape(mX))`: of the tile of a block, elements beyond the problem are left out. */
function asksForElements(context: LaneContext, site: Site): boolean {
  const call = writtenCall(site);
  const [of, end] = call?.name === 'elem_less' && call.args.length === 2 ? call.args : [];
  if (of === undefined || end === undefined || !isOfCoordinates(context.model, of)) return false;
  const lanes = lanesOf(context, end);
  return lanes === null || isUniform(lanes);
}

/**
 * Whether a condition asks where a block ends, as far as it names threads: `first + threadIdx.x < n`, with something added that
 * is the whole block's. It holds in all threads of a warp, but in the last one of a problem.
 */
function asksForEnd(context: LaneContext, site: Site): boolean {
  const sides = operandsAt(site);
  if (sides === null) return isOfTemplate(site) || asksForElements(context, site);
  const { operator, left, right } = sides;
  if (/^(?:&&|\|\||and|or)$/.test(operator)) return asksForEnd(context, left) && asksForEnd(context, right);
  if (COMPARISONS[operator] === undefined || operator === '==' || operator === '!=') return false;
  const [a, b] = [left, right].map((side) => lanesOf(context, side));
  if ((b == null || isUniform(b)) && isOfCoordinates(context.model, left)) return true;
  return (a?.isMoved === true && (b == null || isUniform(b))) || (b?.isMoved === true && a == null);
}

/** Whether some lanes of a warp may be left out that is not the last one of a problem. */
export function isLeftToSome(context: LaneContext, site: Site): boolean {
  const isOfEnd = ({ guard }: Scope): boolean =>
    guard != null && site instanceof PlacedSite && asksForEnd(context, siteOf(site, guard.condition));
  return isDecided(site, isOfEnd, isOfEnd);
}
