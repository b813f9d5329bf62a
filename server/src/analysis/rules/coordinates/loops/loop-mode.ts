// Loops over one mode of a tensor whose counter is the coordinate of another: `for (k < size<1>(rA))` around `rA(_, _, k)`.

import { shapeOf } from '../../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { Layout } from '../../../../algebra/layout/layout.ts';
import { product } from '../../../../algebra/tuple/int-tuple.ts';
import { wrap } from '../../../../algebra/tuple/operations.ts';
import { scopePath } from '../../../../evaluate/model/environment.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import type { Expr } from '../../../../frontends/common/expression.ts';
import { extentsOf, settledValueOf } from '../../../document/extents.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { keepsMode } from '../../../document/written/coordinates.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { writtenIn } from '../../../document/written/source-text.ts';
import { roundsAt } from '../../../indexing/rounds.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

const SIZES: readonly RegExp[] = [
  /^(?:cute::)?size<(?<mode>\d+)>\(\s*(?<tensor>\w+)\s*\)$/,
  // No more than there are.
  /^(?:cute::|std::)?min\(\s*(?:int\(\s*)?(?:cute::)?size<(?<mode>\d+)>\(\s*(?<tensor>\w+)\s*\)\s*\)?\s*,.*\)$/s,
  /^(?:\w+\.)?size\(\s*(?<tensor>\w+)\s*,\s*mode\s*=\s*\[(?<mode>\d+)\]\s*\)$/,
  /^(?<tensor>\w+)\.shape\[(?<mode>\d+)\]$/,
];

/** The mode of a tensor that the loop of a counter counts, and the end of that loop: the size itself, or a name for it. */
interface Bound {
  readonly site: Site;
  readonly said: string;
  readonly tensor: string;
  readonly over: number;
}

export function boundOf(counter: Site, written: (site: Site) => string): Bound | null {
  const site = endOf(counter);
  if (site === null) return null;
  const said = written(initialiserOf(site) ?? site);
  const groups = SIZES.map((size) => size.exec(said)).find((found) => found !== null)?.groups;
  return groups === undefined
    ? null
    : { site, said, tensor: groups['tensor']!, over: Number(groups['mode']) };
}

/** What the loop of a counter counts to. */
export function endOf(counter: Site): Site | null {
  if (!(counter instanceof PlacedSite) || counter.node.kind !== 'expression') return null;
  const { expr } = counter.node;
  if (expr.kind !== 'name') return null;
  const path = scopePath(counter.memo.placed.unit.scope, expr.span.start);
  const scope = path.findLast(({ declarations }) => declarations.some((d) => d.name === expr.name));
  const at = (e: Expr): Site => siteOf(counter, e);
  if (scope?.counts !== undefined) {
    const range = writtenCall(at(scope.counts));
    return range?.args.length === 1 ? range.args[0]! : null;
  }
  const condition = scope?.loop?.condition;
  return condition?.kind === 'binary' ? at(condition.right) : null;
}

/** Which mode of what a tensor is a slice of each of its modes is: 1 and 2 of `tA = gA(m, _, _)`; null for what is no slice of it. */
function sliceModes(tensor: Site, of: string, written: (site: Site) => string): readonly number[] | null {
  const given = initialiserOf(tensor);
  const slice = given === null ? null : writtenCall(given);
  if (slice === null || written(slice.callee) !== of) return null;
  return slice.args.flatMap((arg, mode) => (/^(?:cute::)?_$|^None$/.test(written(arg)) ? [mode] : []));
}

/** Findings of `coordinate-range` about the coordinates of one slice or element. */
export function checkLoopMode(
  tensor: Site,
  coordinates: readonly Site[],
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const written = writtenIn(text);
  return coordinates.flatMap((coordinate, mode) => {
    const bound = boundOf(coordinate, written);
    if (bound === null) return [];
    const { said, tensor: of, over } = bound;
    const modesOf = of === written(tensor) ? coordinates.keys() : sliceModes(tensor, of, written);
    const own = modesOf === null ? [] : [...modesOf];
    if (own[mode] === undefined || own[mode] === over) return [];
    // A diagonal goes along both.
    const other = coordinates[own.indexOf(over)];
    if (other !== undefined && written(other) === written(coordinate)) return [];
    const rounds = roundsAt(model, coordinate);
    const value = settledValueOf(model, tensor);
    if (rounds === null || rounds.first !== 0 || rounds.step !== 1 || !(value instanceof Tensor)) return [];
    const modes = wrap(shapeOf(value.layout));
    const extent = modes.length === coordinates.length ? knownNumber(product(modes[mode]!)) : undefined;
    const count = rounds.last + 1;
    // More rounds than there are elements are told where the coordinate stands.
    if (extent === undefined || count >= extent || model.neverRuns(coordinate)) return [];
    const message = `${written(coordinate)} counts to ${said}, which is ${count}, and is the coordinate of mode ${mode} of ${written(tensor)}, which has ${extent} elements`;
    return [{ span: bound.site.span, message }];
  });
}

/** So many modes of tiles are their own. */
const TILE = 2;

interface ModeOf {
  readonly tensor: Site;
  readonly mode: number;
}

/**
 * Of which mode of the tiles one of their partition is the rest: mode 3 of `tAgA = thr.partition_S(gA)` goes along mode 2 of
 * `gA`, behind the two of a tile. Null for those that are parts of a tile.
 */
export function partitionedMode(partition: Site, mode: number): ModeOf | null {
  const given = initialiserOf(partition);
  const call = given === null ? null : writtenCall(given);
  const [tensor] = call?.args ?? [];
  if (call === null || tensor === undefined || call.args.length !== 1 || call.object === null) return null;
  return /^partition_[SDABC]$/.test(call.name) && mode > TILE ? { tensor, mode: mode - 1 } : null;
}

/**
 * The same of a tensor of which nobody knows how many elements a mode has: one that is sliced along another mode than the
 * loop counts.
 */
export function checkOpenLoopMode(
  tensor: Site,
  coordinates: readonly Site[],
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const written = writtenIn(text);
  const counted = coordinates.filter((each) => !keepsMode(each, text));
  const [counter, ...others] = counted;
  if (counter === undefined || others.length > 0) return [];
  const bound = boundOf(counter, written);
  if (bound === null) return [];
  const { said, tensor: name, over } = bound;
  const own = { tensor, mode: coordinates.indexOf(counter) };
  const isOwn = name === written(tensor);
  const along = isOwn ? own : partitionedMode(tensor, own.mode);
  // A name that is given more than one tensor may have been another where the loop's end was asked for.
  if (along === null || written(along.tensor) !== name) return [];
  if (!isOwn && initialiserOf(along.tensor) === null) return [];
  const value = settledValueOf(model, along.tensor);
  if (over === along.mode || (isOwn && over >= coordinates.length) || value instanceof Layout) return [];
  const extents = extentsOf(model, along.tensor) ?? [];
  if (extents.length <= Math.max(over, along.mode) && (!isOwn || value instanceof Tensor)) return [];
  const [counts, elements] = [over, along.mode].map((i) => extents[i] ?? undefined);
  // Those that are known are compared above.
  if (
    value instanceof Tensor &&
    counts !== undefined &&
    elements !== undefined &&
    (isOwn || counts <= elements)
  )
    return [];
  if (model.neverRuns(counter)) return [];
  const whose = isOwn ? '' : ` of ${written(tensor)}, which goes along mode ${along.mode} of ${name}`;
  const message = `${written(counter)} counts the elements of mode ${over} of ${name}, ${said}, and is the coordinate of mode ${own.mode}${whose}`;
  // How many elements a tile has does not tell how many tiles there are.
  const isTile = !isOwn && over < TILE && counts !== undefined;
  return [{ span: bound.site.span, message, ...(isTile ? {} : { severity: 'information' as const }) }];
}
