// What expressions are in each thread of a block, in the first rounds of the loops around them, and which threads come there.

import { scopePath } from '../../evaluate/model/environment.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { partsOf } from '../../frontends/common/expression-parts.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { WARP } from '../../hardware/memory/banks.ts';
import { settledNumberAt } from '../document/extents.ts';
import { COMPARISONS, OPERATORS } from '../document/number-operators.ts';
import { threadIndexAt } from '../document/thread-index.ts';
import { writtenCall } from '../document/written/call.ts';
import { operandsAt, siteOf } from '../document/written/expressions.ts';
import { initialiserOf, itemOf, lastGiven } from '../document/written/names.ts';
import type { Dimensions } from '../launches/launches.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { loopOf } from './lanes.ts';
import { returnedFor } from './returned.ts';

/** A function that some threads run. */
export interface Run {
  readonly model: Pick<DocumentModel, 'evaluate' | 'sitesByUnit'>;
  readonly text: string;
  readonly block: Dimensions;
  /** What its parameters are given, where it is called; null: it is the kernel, or nothing is known of them. */
  readonly call: { readonly given: ReadonlyMap<string, Site>; readonly run: Run; readonly at: Site } | null;
  /** Loops of which another round is run than the first. */
  readonly rounds?: ReadonlyMap<Scope, 'second' | 'last'>;
}

/** Undefined where it is not known in a thread. */
export type ByThread = (thread: number) => number | undefined;

/** How many names, operators and calls are followed. */
const MAXIMUM_DEPTH = 12;

const CAST = /^(?:static_cast\s*<[^<>]*>|(?:cutlass\.)?U?Int(?:32|64)|int|unsigned|u?int(?:32|64)_t|size_t)$/;

/** What tells the warps and lanes of a block of one dimension apart. */
const OF_THREADS: Readonly<Record<string, (thread: number) => number>> = {
  lane_idx: (thread) => thread % WARP,
  canonical_lane_idx: (thread) => thread % WARP,
  warp_idx: (thread) => Math.floor(thread / WARP),
  canonical_warp_idx: (thread) => Math.floor(thread / WARP),
  canonical_warp_idx_sync: (thread) => Math.floor(thread / WARP),
};

/** Null where nothing is known in any thread. */
export function byThread(run: Run, site: Site, depth = 0): ByThread | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const { model, text } = run;
  const of = (other: Site): ByThread | null => byThread(run, other, depth + 1);
  const dimension = threadIndexAt(site, text);
  if (dimension !== null) return ofDimension(run, dimension);
  const number = settledNumberAt(model, site);
  if (number !== undefined) return () => number;
  const counter = ofCounter(run, site, depth);
  if (counter !== undefined) return counter;
  const given = initialiserOf(site) ?? lastGiven(site);
  if (given !== null) return of(given);
  const argument = run.call?.given.get(text.slice(site.span.start, site.span.end));
  if (argument !== undefined) return byThread(run.call!.run, argument, depth + 1);
  const sides = operandsAt(site);
  if (sides !== null) return combined(sides.operator, of(sides.left), of(sides.right), site.dialect);
  const call = writtenCall(itemOf(site)?.of ?? site);
  if (call === null) return ofOther(run, site, depth);
  const own = OF_THREADS[call.name];
  if (own !== undefined && call.args.length === 0) return isOneDimensional(run) ? own : null;
  const callee = text.slice(call.callee.span.start, call.callee.span.end);
  if (call.args.length === 1 && (CAST.test(callee) || call.name === 'make_warp_uniform'))
    return of(call.args[0]!);
  const returned = site.dialect === 'python' ? null : returnedFor(run, site, call);
  if (returned === null) return null;
  return byThread({ ...run, call: { given: returned.given, run, at: site } }, returned.site, depth + 1);
}

const isOneDimensional = ({ block: [, y, z] }: Run): boolean => y === 1 && z === 1;

function ofDimension({ block: [x, y, z] }: Run, dimension: 0 | 1 | 2): ByThread | null {
  if (x === undefined || y === undefined || z === undefined) return null;
  const before = [1, x, x * y][dimension]!;
  const extent = [x, y, z][dimension]!;
  return (thread) => Math.floor(thread / before) % extent;
}

/** Undefined for what is no counter of a loop. */
function ofCounter(run: Run, site: Site, depth: number): ByThread | null | undefined {
  const loop = loopOf(site);
  if (loop === null || !(site instanceof PlacedSite)) return undefined;
  const { scope, declaration } = loop;
  if (scope.counts !== undefined) return startOfRange(run, scope, siteOf(site, scope.counts), depth);
  const at = (e: Expr): ByThread | null => byThread(run, siteOf(site, e), depth + 1);
  const first = declaration.init === null ? null : at(declaration.init);
  const round = run.rounds?.get(scope);
  if (round === undefined || first === null) return first;
  const { steps = [], condition } = scope.loop ?? {};
  const [step, ...others] = steps;
  const by = step?.kind === 'binary' && others.length === 0 ? at(step.right) : null;
  const apply = step?.kind === 'binary' ? OPERATORS[step.operator.replace(/=$/, '')] : undefined;
  if (by === null || apply === undefined) return null;
  const moved: Moved = { first, by, apply };
  if (round === 'second') return movedOnce(moved);
  const isOfCounter =
    condition?.kind === 'binary' &&
    condition.left.kind === 'name' &&
    condition.left.name === declaration.name;
  const end = isOfCounter ? at(condition.right) : null;
  const goesOn = isOfCounter ? COMPARISONS[condition.operator] : undefined;
  return end === null || goesOn === undefined ? null : movedToLast(moved, end, goesOn);
}

/** What a counter begins with, and what is done with it behind each round. */
interface Moved {
  readonly first: ByThread;
  readonly by: ByThread;
  readonly apply: (a: number, b: number) => number;
}

const movedOnce =
  ({ first, by, apply }: Moved): ByThread =>
  (thread) => {
    const [a, b] = [first(thread), by(thread)];
    return a === undefined || b === undefined ? undefined : apply(a, b);
  };

/** More rounds are not counted. */
const MAXIMUM_ROUNDS = 4096;

const movedToLast =
  ({ first, by, apply }: Moved, end: ByThread, goesOn: (a: number, b: number) => boolean): ByThread =>
  (thread) => {
    const [a, b, most] = [first(thread), by(thread), end(thread)];
    if (a === undefined || b === undefined || most === undefined) return undefined;
    let last: number | undefined;
    for (let [at, round] = [a, 0]; goesOn(at, most); at = apply(at, b), round++) {
      if (round > MAXIMUM_ROUNDS) return undefined;
      last = at;
    }
    return last;
  };

/** The number of the round that is run of a loop over `range(…)`; null for loops over something else. */
function startOfRange(run: Run, scope: Scope, range: Site, depth = 0): ByThread | null {
  const call = writtenCall(range);
  if (call === null || !RANGE.test(call.name) || call.args.length === 0) return null;
  const [begin, end, step] = call.args.map((arg) => byThread(run, arg, depth + 1));
  const first = end === undefined ? ZERO : begin!;
  const round = run.rounds?.get(scope);
  if (round === undefined || first === null || step === null) return first;
  const moved: Moved = { first, by: step ?? ONE, apply: (a, b) => a + b };
  if (round === 'second') return movedOnce(moved);
  const most = end === undefined ? begin! : end;
  return most === null ? null : movedToLast(moved, most, (a, b) => a < b);
}

const RANGE = /^(?:static_)?range(?:_constexpr|_dynamic)?$/;
const ZERO: ByThread = () => 0;
const ONE: ByThread = () => 1;

function ofOther(run: Run, site: Site, depth: number): ByThread | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  const of = (e: Expr): ByThread | null => byThread(run, siteOf(site, e), depth + 1);
  if (expr.kind === 'unary' && /^(?:!|not)$/.test(expr.operator)) {
    const operand = of(expr.operand);
    return operand === null ? null : (thread) => negated(operand(thread));
  }
  if (expr.kind !== 'conditional') return null;
  const [condition, then, otherwise] = [expr.condition, expr.then, expr.otherwise].map(of);
  if (condition == null || then == null || otherwise == null) return null;
  return (thread) => {
    const is = condition(thread);
    return is === undefined ? undefined : is === 0 ? otherwise(thread) : then(thread);
  };
}

const negated = (n: number | undefined): number | undefined =>
  n === undefined ? undefined : Number(n === 0);

function combined(
  operator: string,
  left: ByThread | null,
  right: ByThread | null,
  dialect: Site['dialect'],
): ByThread | null {
  const isAnd = /^(?:&&|and)$/.test(operator);
  if (isAnd || /^(?:\|\||or)$/.test(operator))
    return (thread) => joined(isAnd, left?.(thread), right?.(thread));
  const apply = COMPARISONS[operator] ?? OPERATORS[operator];
  if (left === null || right === null || apply === undefined) return null;
  // Python divides into fractions by it.
  if (operator === '/' && dialect === 'python') return null;
  return (thread) => {
    const [a, b] = [left(thread), right(thread)];
    if (a === undefined || b === undefined) return undefined;
    const number = Number(apply(a, b));
    // Unsigned numbers are not below zero.
    return Number.isInteger(number) && number >= 0 ? number : undefined;
  };
}

/** Of two conditions, one of which may not be known. */
function joined(isAnd: boolean, a: number | undefined, b: number | undefined): number | undefined {
  const decides = (n: number | undefined): boolean => n !== undefined && (n === 0) === isAnd;
  if (decides(a) || decides(b)) return Number(!isAnd);
  return a === undefined || b === undefined ? undefined : Number(isAnd);
}

/** What is another number in each thread or block. */
const OWN = /^(?:threadIdx|blockIdx)$/;
/** What they say of a tensor is the same in all threads. */
const OF_ALL = /^(?:size|cosize|shape|rank|depth|sizeof)$/;
const calledName = (e: Expr): string | null => {
  if (e.kind === 'template') return calledName(e.target);
  if (e.kind === 'member' || e.kind === 'qualified') return e.name.name;
  return e.kind === 'name' ? e.name : null;
};

/**
 * Whether an expression may be another number in another thread.
 * @param path the scopes around it
 * @param ofParameter whether a parameter of the function may be
 */
export function varies(
  e: Expr,
  path: readonly Scope[],
  ofParameter: (name: string) => boolean = () => false,
  depth = 0,
): boolean {
  if (depth > MAXIMUM_DEPTH) return true;
  if (e.kind === 'call' && OF_ALL.test(calledName(e.callee) ?? '')) return false;
  // Functions of nothing say which thread it is: `canonical_lane_idx()`.
  if (e.kind === 'call' && e.args.length === 0) return true;
  if (e.kind !== 'name') return partsOf(e).some((part) => varies(part, path, ofParameter, depth));
  if (OWN.test(e.name)) return true;
  const at = path.findLastIndex(({ declarations }) => declarations.some((d) => d.name === e.name));
  const declared = path[at]?.declarations.filter((d) => d.name === e.name) ?? [];
  return declared.some(({ kind, init }) =>
    kind === 'parameter'
      ? ofParameter(e.name)
      : init !== null && varies(init, path.slice(0, at + 1), ofParameter, depth + 1),
  );
}

/** Whether an expression of a function that is run may be another number in another thread of the block. */
function mayVary(run: Run, site: PlacedSite): boolean {
  const { memo, node } = site;
  if (node.kind !== 'expression') return true;
  const isVaried = (parameter: string): boolean => {
    if (run.call === null) return false;
    const given = run.call.given.get(parameter);
    return !(given instanceof PlacedSite) || mayVary(run.call.run, given);
  };
  return varies(node.expr, scopePath(memo.placed.unit.scope, node.start), isVaried);
}

/** Which threads come to a place, as far as is known. */
export type Comes = (thread: number) => boolean;

/**
 * Null where that is decided by something that may differ between threads and is not known.
 * @param isCertain whether what is the same in all of them and not known decides, too: it is taken to let them through else
 */
export function comesTo(run: Run, site: Site, isCertain = false): Comes | null {
  if (!(site instanceof PlacedSite)) return null;
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  const inside = path.slice(path.findLastIndex(({ kind }) => kind === 'function'));
  const all: Comes[] = [];
  const ask = (condition: Expr, isWanted: boolean): boolean => {
    const asked = siteOf(site, condition);
    const is = byThread(run, asked);
    if (is === null) return !isCertain && isWanted && !mayVary(run, asked);
    all.push((thread) => {
      const n = is(thread);
      return n !== undefined && (n !== 0) === isWanted;
    });
    return true;
  };
  const choices = choicesAround(inside.at(-1)!, site.node.start);
  if (choices?.every(({ condition, isWanted }) => ask(condition, isWanted)) !== true) return null;
  for (const scope of inside) {
    const { guard, loop, counts, choice } = scope;
    if (choice != null) return null;
    if (guard != null && !ask(guard.condition, guard.branch === 'then')) return null;
    if (loop?.condition != null && loop.isDo !== true && !ask(loop.condition, true)) return null;
    const range = counts === undefined ? null : siteOf(site, counts);
    const rounds = range === null ? [] : (writtenCall(range)?.args ?? [range]);
    if (range === null) continue;
    const isOpen = (arg: Site): boolean => isCertain || mayVary(run, arg as PlacedSite);
    if (rounds.some((arg) => byThread(run, arg) === null && isOpen(arg))) return null;
    const [start, end] = [startOfRange(run, scope, range), rounds[1] ?? rounds[0]];
    const is = end === undefined ? null : combined('<', start, byThread(run, end), 'python');
    if (is !== null) all.push((thread) => is(thread) === 1);
  }
  if (mayHaveLeft(run, inside[0]!, site, all)) return null;
  const called = run.call === null ? null : comesTo(run.call.run, run.call.at, isCertain);
  if (run.call !== null && called === null) return null;
  return (thread) => all.every((comes) => comes(thread)) && (called === null || called(thread));
}

interface Choice {
  readonly condition: Expr;
  readonly isWanted: boolean;
}

/** What decides in the expressions of a block if a place in them is evaluated; null: that is not seen. */
function choicesAround({ expressions, declarations }: Scope, at: number): readonly Choice[] | null {
  const isAround = ({ span }: Expr): boolean => span.start <= at && at < span.end;
  const choices: Choice[] = [];
  let e = [...expressions, ...declarations.flatMap(({ init }) => init ?? [])].find(isAround);
  for (; e !== undefined; e = partsOf(e).find(isAround)) {
    if (e.kind === 'lambda' || e.kind === 'comprehension') return null;
    if (e.kind === 'conditional' && !isAround(e.condition))
      choices.push({ condition: e.condition, isWanted: isAround(e.then) });
    if (e.kind !== 'binary' || !isAround(e.right)) continue;
    if (/^(?:&&|and)$/.test(e.operator)) choices.push({ condition: e.left, isWanted: true });
    if (/^(?:\|\||or)$/.test(e.operator)) choices.push({ condition: e.left, isWanted: false });
  }
  return choices;
}

/** Whether some threads may have left the function, or the round, before a place, and nobody knows which; notes those that are known. */
function mayHaveLeft(
  run: Run,
  scope: Scope,
  site: PlacedSite,
  all: Comes[],
  guards: readonly Choice[] = [],
  hasEnded = false,
): boolean {
  const at = site.node.start;
  const { jumps = [], returns = [] } = scope;
  const isAround = scope.span.start <= at && at < scope.span.end;
  // What leaves a loop that has ended leaves nothing else.
  const kinds = hasEnded ? /return|other/ : /./;
  const leaves =
    jumps.some((jump) => jump.at < at && kinds.test(jump.kind)) || returns.some(({ span }) => span.end <= at);
  if (leaves && isAround) return true;
  if (leaves) {
    const known = guards.map(({ condition, isWanted }) => {
      const is = byThread(run, siteOf(site, condition));
      return { is, isWanted, condition };
    });
    if (known.some(({ is, condition }) => is === null && mayVary(run, siteOf(site, condition)))) return true;
    const some = known.filter(({ is }) => is !== null);
    if (some.length === known.length && some.length > 0)
      all.push((thread) =>
        some.some(({ is, isWanted }) => {
          const n = is!(thread);
          return n !== undefined && (n !== 0) !== isWanted;
        }),
      );
  }
  return scope.children.some((child) => {
    if (child.span.start >= at) return false;
    const { guard } = child;
    const own = guard == null ? [] : [{ condition: guard.condition, isWanted: guard.branch === 'then' }];
    const ended = hasEnded || (child.isLoop === true && child.span.end <= at);
    return mayHaveLeft(run, child, site, all, [...guards, ...own], ended);
  });
}
