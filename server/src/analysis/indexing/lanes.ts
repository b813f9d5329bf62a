// What a coordinate is in each lane of a warp: `threadIdx.x`, `threadIdx.x % 8`, a counter that is the same in all of them.

import { evaluateAny } from '../../algebra/composed/composed.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import type { AnyLayout } from '../../algebra/layout/layout.ts';
import { scopePath } from '../../evaluate/model/environment.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { WARP } from '../../hardware/memory/banks.ts';
import { settledNumberAt } from '../document/extents.ts';
import { threadIndexAt } from '../document/thread-index.ts';
import { writtenCall } from '../document/written/call.ts';
import { operandsAt, siteOf } from '../document/written/expressions.ts';
import { initialiserOf, itemOf } from '../document/written/names.ts';
import { OPERATORS } from '../document/written/number-operators.ts';
import type { Dimensions } from '../launches/launches.ts';
import { reachingValue } from '../tiles/reaching.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { returnedFor } from './returned.ts';

/** A coordinate in the lanes of the first warp. */
export interface Lanes {
  readonly of: (lane: number) => number;
  /** Whether something is added that all lanes have and nobody knows. */
  readonly isMoved: boolean;
  /** What that is a multiple of; 1 where nothing is said. */
  readonly unit?: number;
}

export interface LaneContext {
  readonly model: Pick<DocumentModel, 'evaluate' | 'sitesByUnit'>;
  readonly text: string;
  /** The threads of a block; null: they have numbers in one dimension alone. */
  readonly block: Dimensions | null;
  /** What the parameters of the function around were given, with what is known there; null: nothing is known of them. */
  readonly call?: {
    readonly given: ReadonlyMap<string, Site>;
    readonly context: LaneContext;
    /** Whether all threads of the block come to the call. */
    readonly isOfAll?: boolean;
  };
}

/** What CuTe DSL has functions for that all lanes of a warp get the same of. */
const OF_WARPS: ReadonlySet<string> = new Set([
  'block_idx',
  'block_dim',
  'grid_dim',
  'warp_idx',
  'make_warp_uniform',
]);

/** How many names and operators are followed. */
const MAXIMUM_DEPTH = 12;

const UNIFORM: Lanes = { of: () => 0, isMoved: true };
const CAST = /^(?:static_cast\s*<[^<>]*>|int|unsigned|uint32_t|size_t|int64_t)$/;

/** Whether all lanes have one number. */
export function isUniform({ of }: Lanes): boolean {
  const first = of(0);
  for (let lane = 1; lane < WARP; lane++) if (of(lane) !== first) return false;
  return true;
}

/** The offsets of an element whose coordinates these are, farther by `place`; null where one is not known. */
export function offsetsIn(
  layout: AnyLayout,
  columns: readonly Lanes[],
  place: readonly number[] = [],
): readonly number[] | null {
  const offsets: number[] = [];
  for (let lane = 0; lane < WARP; lane++) {
    const at = columns.map(({ of }, i) => of(lane) + (place[i] ?? 0));
    const offset = evaluateAny(layout, at.length === 1 ? at[0]! : at);
    const known = isFailure(offset) ? undefined : knownNumber(offset as number);
    if (known === undefined) return null;
    offsets.push(known);
  }
  return offsets;
}

/** Null where it is not known how the lanes differ. Warps are 32 threads that follow one another, x first. */
export function lanesOf(context: LaneContext, site: Site, depth = 0): Lanes | null {
  const { model, text } = context;
  if (depth > MAXIMUM_DEPTH) return null;
  const thread = threadIndexAt(site, text);
  if (thread !== null) return ofThread(context, thread);
  const number = settledNumberAt(model, site);
  if (number !== undefined) return { of: () => number, isMoved: false };
  const written = text.slice(site.span.start, site.span.end);
  if (/^(?:block(?:Idx|Dim)|gridDim)\.[xyz]$/.test(written)) return UNIFORM;
  const isPython = site.dialect === 'python';
  const arch = isPython ? writtenCall(itemOf(site)?.of ?? site)?.name : undefined;
  if (arch === 'lane_idx') return { of: (lane) => lane, isMoved: false };
  if (arch !== undefined && OF_WARPS.has(arch)) return UNIFORM;
  const given = initialiserOf(site) ?? (isPython ? reachingValue(site) : null);
  if (given !== null && !isCounter(site)) return lanesOf(context, given, depth + 1);
  const argument = context.call?.given.get(written);
  if (argument !== undefined) return lanesOf(context.call!.context, argument, depth + 1);
  const sides = operandsAt(site);
  if (sides !== null) return combined(context, sides, depth);
  const call = writtenCall(site);
  if (
    call !== null &&
    call.args.length === 1 &&
    CAST.test(text.slice(call.callee.span.start, call.callee.span.end))
  )
    return lanesOf(context, call.args[0]!, depth + 1);
  const returned = call === null ? null : returnedFor(context, site, call);
  if (returned !== null)
    return lanesOf({ ...context, call: { given: returned.given, context } }, returned.site, depth + 1);
  return ofCounter(context, site, depth);
}

/** Whether each warp has whole parts of so many threads, or is a part of them: what the first one has, the others have. */
const isEven = (threads: number): boolean => threads % WARP === 0 || WARP % threads === 0;

/** The number of the thread in one dimension of its block; null where the warps are of different shapes. */
function ofThread({ block }: LaneContext, dimension: 0 | 1 | 2): Lanes | null {
  if (block === null) return dimension === 0 ? { of: (lane) => lane, isMoved: false } : null;
  const [x, y, z] = block;
  if (x === undefined || !isEven(x)) return null;
  if (dimension === 0) return { of: (lane) => lane % x, isMoved: false };
  if (y === undefined || !isEven(x * y)) return null;
  const row = (lane: number): number => Math.floor(lane / x);
  if (dimension === 1) return { of: (lane) => row(lane) % y, isMoved: false };
  return z === undefined ? null : { of: (lane) => Math.floor(row(lane) / y) % z, isMoved: false };
}

function combined(
  context: LaneContext,
  { operator, left, right }: NonNullable<ReturnType<typeof operandsAt>>,
  depth: number,
): Lanes | null {
  const [a, b] = [left, right].map((side) => lanesOf(context, side, depth + 1));
  if (a == null || b == null) return null;
  const apply = OPERATORS[operator];
  if (apply === undefined) return null;
  const of = (lane: number): number => apply(a.of(lane), b.of(lane));
  if (!a.isMoved && !b.isMoved) return { of, isMoved: false };
  const [by, moved] = a.isMoved ? [b, a] : [a, b];
  const number = !by.isMoved && isUniform(by) ? by.of(0) : undefined;
  if (number !== undefined && number > 0 && moved === a && unitOf(a) % number === 0) {
    // `(128 * j + threadIdx.x) % 16`, whatever j is.
    if (operator === '%') return { of, isMoved: false };
    if (operator === '/' || operator === '//') return { of, isMoved: true, unit: unitOf(a) / number };
  }
  if (operator === '*' && number !== undefined)
    return number === 0
      ? { of, isMoved: false }
      : { of, isMoved: true, unit: unitOf(moved) * Math.abs(number) };
  // What is uniform stays so, whatever is done with it.
  const isAdding = operator === '+' || operator === '-';
  if (isUniform(a) && isUniform(b) && !isAdding) return UNIFORM;
  return isAdding ? { of, isMoved: true, unit: commonUnit(a, b) } : null;
}

const unitOf = ({ unit = 1 }: Lanes): number => unit;

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** Of a sum: a part that is known of each lane has no say in it. */
const commonUnit = (a: Lanes, b: Lanes): number =>
  divisor(a.isMoved ? unitOf(a) : 0, b.isMoved ? unitOf(b) : 0);

/** The loop that declares the name that stands there. */
export function loopOf(site: Site) {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression' || site.node.expr.kind !== 'name')
    return null;
  const { name, span } = site.node.expr;
  const path = scopePath(site.memo.placed.unit.scope, span.start);
  const scope = path.findLast(({ declarations }) => declarations.some((d) => d.name === name));
  const [declaration, ...others] = scope?.declarations.filter((d) => d.name === name) ?? [];
  if (scope === undefined || declaration === undefined || others.length > 0) return null;
  return scope.counts !== undefined || scope.inductionVariables?.has(name) === true
    ? { scope, declaration }
    : null;
}

const isCounter = (site: Site): boolean => loopOf(site) !== null;

/**
 * A counter is the same in all lanes where what it begins with and what it goes on by are. Where it begins with something
 * that differs, and goes on by as much in all of them, it is moved by what they have.
 */
function ofCounter(context: LaneContext, site: Site, depth: number): Lanes | null {
  const loop = loopOf(site);
  if (loop === null || !(site instanceof PlacedSite)) return null;
  const { scope, declaration } = loop;
  const range = scope.counts === undefined ? null : writtenCall(siteOf(site, scope.counts));
  const steps = scope.loop?.steps ?? [];
  const parts =
    range !== null
      ? range.args
      : [declaration.init, ...steps.map((step) => (step.kind === 'binary' ? step.right : null))].map((e) =>
          e === null ? null : siteOf(site, e),
        );
  if (parts.length === 0 || (range === null && scope.counts !== undefined)) return null;
  const all = parts.map((part) => (part === null ? null : lanesOf(context, part, depth + 1)));
  if (all.some((lanes) => lanes === null)) return null;
  if (all.every((lanes) => isUniform(lanes!))) return UNIFORM;
  const isAdding = range === null && steps.every((step) => step.kind === 'binary' && step.operator === '+=');
  if (!isAdding || !all.slice(1).every((lanes) => isUniform(lanes!))) return null;
  const [first, ...added] = all as readonly Lanes[] as readonly [Lanes, ...Lanes[]];
  const isMoved = first.isMoved || !hasFirstRound(context, site, scope, first, depth);
  // Each round adds the steps of the head.
  const byRound = added.map((lanes) => (lanes.isMoved ? 1 : Math.abs(lanes.of(0))));
  return { of: first.of, isMoved, unit: byRound.reduce(divisor, first.isMoved ? unitOf(first) : 0) || 1 };
}

/** Whether all lanes of the warp are in the first round, of which something is said then. */
function hasFirstRound(
  context: LaneContext,
  site: PlacedSite,
  { loop }: Scope,
  first: Lanes,
  depth: number,
): boolean {
  const condition = loop?.condition;
  if (condition?.kind !== 'binary' || condition.operator !== '<') return false;
  const end = lanesOf(context, siteOf(site, condition.right), depth + 1);
  return end !== null && !end.isMoved && isUniform(end) && first.of(WARP - 1) < end.of(0);
}
