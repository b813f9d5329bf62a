// What expressions are in each thread of a block, in one round of the loops around them, the first where nothing else is said.
// What holds in every round is asked of lanes.ts and conditions-of-threads.ts.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { WARP } from '../../../hardware/memory/banks.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { blockExtentAt, blockIndexAt, gridExtentAt, threadIndexAt } from '../../document/thread-index.ts';
import { functionAround } from '../../document/written/around.ts';
import { writtenCall } from '../../document/written/call.ts';
import { operandsAt, siteOf } from '../../document/written/expressions.ts';
import { initialiserOf, itemOf, lastGiven } from '../../document/written/names.ts';
import { COMPARISONS, OPERATORS } from '../../document/written/number-operators.ts';
import type { Dimensions } from '../../launches/launches.ts';
import type { DocumentModel, Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import { loopOf } from '../lanes.ts';
import { returnedFor } from '../returned.ts';

/** `at`: where that is; null: who comes there is not asked. */
interface Called {
  readonly given: ReadonlyMap<string, Site>;
  readonly run: Run;
  readonly at: Site | null;
}

/** A function that some threads run. */
export interface Run {
  readonly model: Pick<DocumentModel, 'evaluate' | 'sitesByUnit'>;
  readonly text: string;
  readonly block: Dimensions;
  /** What its parameters are given, where it is called; null: it is the kernel, or nothing is known of them. */
  readonly call: Called | null;
  /** The grid, of which the first block is run; null: any of its blocks. */
  readonly grid: Dimensions | null;
  /** Loops of which another round is run than the first, which has number 0. */
  readonly rounds?: ReadonlyMap<Scope, number | 'last'>;
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
  const number = settledNumberAt(model, site) ?? ofLaunch(run, site);
  if (number !== undefined) return () => number;
  const counter = ofCounter(run, site, depth);
  if (counter !== undefined) return counter;
  const given = initialiserOf(site) ?? lastGiven(site);
  if (given !== null) return of(given);
  const argument = argumentOf(run, site);
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
  const returned = returnedFor(run, site, call);
  if (returned === null) return null;
  return byThread({ ...run, call: { given: returned.given, run, at: site } }, returned.site, depth + 1);
}

/** The number of the block, and how many threads and blocks there are. */
function ofLaunch({ grid, block, text }: Run, site: Site): number | undefined {
  const [threads, blocks] = [blockExtentAt(site, text), gridExtentAt(site, text)];
  if (threads !== null) return block[threads];
  if (grid === null) return undefined;
  return blocks === null ? (blockIndexAt(site, text) === null ? undefined : 0) : grid[blocks];
}

/** What the parameter that stands there is given, where the function gives it nothing else. */
function argumentOf({ call, text }: Run, site: Site): Site | undefined {
  const name = text.slice(site.span.start, site.span.end);
  const argument = call?.given.get(name);
  return argument === undefined || functionAround(site)?.assigned?.has(name) === true ? undefined : argument;
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
  if (round !== 'last') return movedBy(moved, round);
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

const movedBy =
  ({ first, by, apply }: Moved, rounds: number): ByThread =>
  (thread) => {
    const [a, b] = [first(thread), by(thread)];
    if (a === undefined || b === undefined) return undefined;
    let at = a;
    for (let round = 0; round < rounds; round++) at = apply(at, b);
    return at;
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
export function startOfRange(run: Run, scope: Scope, range: Site, depth = 0): ByThread | null {
  const call = writtenCall(range);
  if (call === null || !RANGE.test(call.name) || call.args.length === 0) return null;
  const [begin, end, step] = call.args.map((arg) => byThread(run, arg, depth + 1));
  const first = end === undefined ? ZERO : begin!;
  const round = run.rounds?.get(scope);
  if (round === undefined || first === null || step === null) return first;
  const moved: Moved = { first, by: step ?? ONE, apply: (a, b) => a + b };
  if (round !== 'last') return movedBy(moved, round);
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

export function combined(
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
