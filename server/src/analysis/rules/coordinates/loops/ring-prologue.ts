// Rings of CuTe DSL that are filled before a loop by n tiles, and in the loop by tile `k + m` of another m: some tile is never
// loaded, or loaded twice.

import { settledNumberAt } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { itemsAt, operandsAt, siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { loopOf } from '../../../indexing/lanes.ts';
import { reachingValue } from '../../../tiles/reaching.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

const MAXIMUM_DEPTH = 6;

/** A sum of names and a number. */
interface Sum {
  readonly names: ReadonlyMap<string, number>;
  readonly number: number;
}

interface Loop {
  readonly counter: string;
  /** The place of its body. */
  readonly at: number;
  /** What it counts to, from 0. */
  readonly end: Site;
}

/** The loop from 0 on that a name counts. */
function countedLoop(site: Site): Loop | null {
  const loop = loopOf(site);
  if (!(site instanceof PlacedSite) || loop?.scope.counts == null) return null;
  const { scope, declaration } = loop;
  const range = writtenCall(siteOf(site, scope.counts!));
  const [end, ...more] = range?.args ?? [];
  if (!/^range(?:_constexpr|_dynamic)?$/.test(range?.name ?? '') || end === undefined || more.length > 0)
    return null;
  if (declaration.nameSpan.start !== scope.span.start) return null;
  return { counter: declaration.name, at: scope.span.start, end };
}

const givenAt = (site: Site): Site | null => initialiserOf(site) ?? reachingValue(site);

const NONE: Sum = { names: new Map(), number: 0 };

function plus(a: Sum, b: Sum, sign: 1 | -1): Sum {
  const names = new Map(a.names);
  for (const [name, count] of b.names) names.set(name, (names.get(name) ?? 0) + sign * count);
  for (const [name, count] of names) if (count === 0) names.delete(name);
  return { names, number: a.number + sign * b.number };
}

/** Null for what is no sum. */
function sumAt(context: RuleContext, site: Site, depth = 0): Sum | null {
  const number = settledNumberAt(context.model, site);
  if (number !== undefined) return { ...NONE, number };
  if (depth > MAXIMUM_DEPTH) return null;
  const given = givenAt(site);
  if (given !== null && operandsAt(given) !== null) return sumAt(context, given, depth + 1);
  const sides = operandsAt(site);
  if (sides !== null) {
    if (sides.operator !== '+' && sides.operator !== '-') return null;
    const [a, b] = [sides.left, sides.right].map((side) => sumAt(context, side, depth + 1));
    return a == null || b == null ? null : plus(a, b, sides.operator === '+' ? 1 : -1);
  }
  const name = context.text.slice(site.span.start, site.span.end);
  return /^(?:self\.)?[A-Za-z_]\w*$/.test(name) ? { names: new Map([[name, 1]]), number: 0 } : null;
}

/** What is sliced, and the last coordinate of `tAgA[None, None, None, s]`. */
function slicedAt(site: Site | undefined, text: string): { readonly of: string; readonly last: Site } | null {
  const slice = site === undefined ? null : writtenCall(givenAt(site) ?? site);
  if (slice?.name !== '[]') return null;
  const [only] = slice.args;
  const items = slice.args.length === 1 && only !== undefined ? (itemsAt(only) ?? slice.args) : slice.args;
  const kept = items.slice(0, -1).every(({ span }) => text.slice(span.start, span.end) === 'None');
  const last = items.at(-1);
  const of = text.slice(slice.callee.span.start, slice.callee.span.end);
  return kept && items.length > 1 && last !== undefined && /^\w+$/.test(of) ? { of, last } : null;
}

interface Filled {
  readonly around: unknown;
  readonly from: string;
  readonly to: string;
  readonly tile: Site;
  readonly slot: Site;
}

/** `k`, of the tile `k + m` and the slot `(k + n) % stages`, where it is the counter of one loop. */
function counterIn(site: Site, depth = 0): Loop | null {
  const own = countedLoop(site);
  if (own !== null || depth > MAXIMUM_DEPTH) return own;
  const sides = operandsAt(givenAt(site) ?? site);
  if (sides === null) return null;
  return counterIn(sides.left, depth + 1) ?? counterIn(sides.right, depth + 1);
}

function checkRing(filled: readonly Filled[], context: RuleContext): RuleFinding | null {
  const [before, within, ...others] = filled;
  if (before === undefined || within === undefined || others.length > 0) return null;
  const [first, main] = [countedLoop(before.tile), counterIn(within.tile)];
  if (first === null || main === null || first.at >= main.at || countedLoop(within.tile) !== null)
    return null;
  // Before the loop, tile s goes to slot s.
  if (countedLoop(before.slot)?.at !== first.at) return null;
  const slot = operandsAt(givenAt(within.slot) ?? within.slot);
  if (slot?.operator !== '%' || counterIn(slot.left)?.at !== main.at) return null;
  const [tile, count] = [sumAt(context, within.tile), sumAt(context, first.end)];
  if (tile === null || count === null || tile.names.get(main.counter) !== 1) return null;
  const ahead = plus(tile, { names: new Map([[main.counter, 1]]), number: 0 }, -1);
  const difference = plus(ahead, count, -1);
  if (difference.names.size > 0 || difference.number === 0) return null;
  const written = ({ span }: Site): string => context.text.slice(span.start, span.end);
  const made = givenAt(within.tile) ?? within.tile;
  const { number } = difference;
  const what =
    number === 1
      ? 'one tile is never loaded'
      : number > 0
        ? `${number} tiles are never loaded`
        : `${number === -1 ? 'one tile is' : `${-number} tiles are`} loaded twice`;
  const message = `the loop before fills ${written(first.end)} slots of ${within.to}, so the next tile is ${main.counter} + ${written(first.end)}, and ${written(made)} is loaded: ${what}`;
  return { span: made.span, message };
}

/** Findings of `coordinate-range` about the tiles that a ring is filled by. */
export const checkRings = callsByUnit<RuleContext, RuleFinding>(['copy'], (calls, context) => {
  const { model, text } = context;
  const all = calls.flatMap(({ site, call }): readonly Filled[] => {
    if (site.dialect !== 'python') return [];
    const [from, to] = [
      slicedAt(argumentAt(call, 1, 'src'), text),
      slicedAt(argumentAt(call, 2, 'dst'), text),
    ];
    if (from === null || to === null || model.neverRuns(site)) return [];
    return [{ around: functionAround(site), from: from.of, to: to.of, tile: from.last, slot: to.last }];
  });
  const rings = new Map<string, Filled[]>();
  const functions = [...new Set(all.map(({ around }) => around))];
  for (const each of all) {
    const key = `${functions.indexOf(each.around)} ${each.to}`;
    rings.set(key, [...(rings.get(key) ?? []), each]);
  }
  return [...rings.values()].flatMap((filled) =>
    filled.every(({ from }) => from === filled[0]!.from) ? (checkRing(filled, context) ?? []) : [],
  );
});
