// The first modes of what CuTe DSL makes of tensors of which nobody knows how many modes they have. Each rule is what the
// function asks of its arguments and makes of them: `partition_A` gives `(MMA,MMA_M,MMA_K,…)`, whatever it divides.

import { Underscore } from '../../../algebra/layout/layout.ts';
import { label } from '../../cute/modes/layouts.ts';
import {
  asManyModes,
  commonModes,
  keptModes,
  leadingModes,
  leadingOfCopy,
  leadingOfOperand,
  leadingOfSlice,
  openEnded,
} from '../../cute/modes/leading.ts';
import { extentOf, grouped, MOST_MODES, modesOf, openModes } from '../../cute/modes/parts.ts';
import type { BuiltinCall } from '../../model/builtin.ts';
import { type Extent, type Modes, OPEN } from '../../model/symbolic.ts';
import { OneOf, type Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { isUnranked, UnrankedLayout, UnrankedTensor } from './unranked.ts';

/** The modes that a value is known to have first; null: nothing says that it has modes. */
export function leadingOf(v: Value | undefined): Modes | null {
  if (v instanceof UnrankedTensor) return openEnded('tensor');
  if (v instanceof UnrankedLayout) return openEnded('layout');
  if (isUnranked(v)) return openEnded('tuple');
  return v instanceof OneOf ? commonModes(v.alternatives, leadingOf) : leadingModes(v);
}

/** The modes that all of the values have first. */
export const inCommon = (values: readonly Value[]): Modes | null => commonModes(values, leadingOf);

/** The same modes of another kind, of which nothing is known where nothing is known of the first. */
const as = (kind: Modes['kind'], v: Value | undefined): Modes => ({
  ...(leadingOf(v) ?? openEnded(kind)),
  kind,
});

const isList = (v: Value | undefined): v is readonly Value[] => Array.isArray(v);

export const argument = ({ args, keywords }: BuiltinCall, at: number, name: string): Value | undefined =>
  args[at] ?? keywords.get(name);

/** The modes of a tiler by which each mode is divided: of a layout there is no telling. */
function tilerModes(v: Value | undefined): readonly Extent[] | null {
  const known = modesOf(v);
  return known?.kind === 'tuple' && known.mayBeLayout !== true ? known.modes : null;
}

type Rule = (call: BuiltinCall) => Modes | readonly (Modes | null)[] | null;

/** The tile, and the tiles that the coordinate leaves open. */
const localTile: Rule = (call) => {
  const projection = argument(call, 3, 'proj');
  const tiler = argument(call, 1, 'tiler');
  const tile = tilerModes(tiler);
  if (tile === null) return null;
  if (projection === undefined) return openEnded('tensor', tile);
  if (!isList(projection) || projection.length > tile.length) return null;
  return openEnded(
    'tensor',
    tile.filter((_, i) => !(projection[i] instanceof Underscore)),
  );
};

const divided =
  (modes: (tile: readonly Extent[]) => Pick<Modes, 'modes' | 'isOpenEnded'>): Rule =>
  (call) => {
    const kind = leadingOf(argument(call, 0, 'target'))?.kind ?? 'layout';
    const tile = tilerModes(argument(call, 1, 'tiler'));
    return kind === 'tuple' || tile === null ? null : { kind, ...modes(tile) };
  };

/** A tile and the tiles, whatever it is divided by. */
const zipped: Rule = (call) => {
  const target = leadingOf(argument(call, 0, 'target'));
  const tile = tilerModes(argument(call, 1, 'tiler'));
  if (target?.kind === 'tuple') return null;
  return { kind: target?.kind ?? 'layout', modes: [tile === null ? OPEN : grouped(tile), OPEN] };
};
const tiled = divided((tile) => ({
  modes: [grouped(tile), ...openModes(tile.length)],
  isOpenEnded: true,
}));
const flat = divided((tile) => ({ modes: [...tile, ...openModes(tile.length)], isOpenEnded: true }));

/** `group_modes(x, 0, 3)`: what is behind the group stays. */
const group: Rule = (call) => {
  const of = leadingOf(call.args[0]);
  const [begin, end] = [argument(call, 1, 'begin'), argument(call, 2, 'end')];
  if (of === null || of.kind === 'tuple' || typeof begin !== 'number' || begin < 0 || begin > MOST_MODES)
    return null;
  const { kind } = of;
  const modes = Array.from({ length: begin }, (_, i) => of.modes[i] ?? OPEN);
  if (typeof end !== 'number' || end <= begin || end > of.modes.length)
    return openEnded(kind, [...modes, OPEN]);
  return { ...of, modes: [...modes, grouped(of.modes.slice(begin, end)), ...of.modes.slice(end)] };
};

/** How many modes a tuple stands for, or each of those that it may be; null: it is not known. */
function leadingCount(v: Value | undefined): number | null {
  const of = leadingOf(v);
  const isCounted = of?.kind === 'tuple' && of.isOpenEnded !== true && of.mayBeLayout !== true;
  return isCounted && of.modes.length > 0 && of.modes.length <= MOST_MODES ? of.modes.length : null;
}

/** `make_layout(shape, stride)` has as many modes as either. */
const byEither =
  (other: string): Rule =>
  (call) => {
    const shape = leadingOf(argument(call, 0, 'shape'));
    const count = leadingCount(argument(call, 1, other));
    const isCounted = shape !== null && shape.isOpenEnded !== true;
    if (!isCounted && count !== null) {
      const modes = openModes(count).map((mode, i) => shape?.modes[i] ?? mode);
      return { kind: 'layout', modes };
    }
    return shape?.kind === 'tuple' && shape.mayBeLayout !== true ? { ...shape, kind: 'layout' } : null;
  };

/** `select(x, mode=[0, 2])` of anything: one mode for each number. */
const select: Rule = (call) => {
  const mode = argument(call, 1, 'mode');
  if (!isList(mode) || mode.length === 0 || mode.length > MOST_MODES) return null;
  const of = leadingOf(call.args[0]);
  const modes = mode.map((m) => (typeof m === 'number' && m >= 0 ? (of?.modes[m] ?? OPEN) : OPEN));
  return of === null ? { kind: 'tuple', modes, mayBeLayout: true } : { kind: of.kind, modes };
};

/** `slice_(x, (None, 0))`: the modes at `None`. */
const slice: Rule = (call) => {
  const [x, coordinate] = call.args;
  if (!isList(coordinate)) return null;
  const of = leadingOf(x);
  const modes = keptModes(of, coordinate);
  if (modes === null || modes.length === 0) return null;
  return of === null ? { kind: 'tuple', modes, mayBeLayout: true } : { kind: of.kind, modes };
};

/** `tma_partition(…, smem_tensor, gmem_tensor)`: the tile that one copy moves, then the modes behind it. */
const tmaPartition: Rule = (call) =>
  [argument(call, 3, 'smem_tensor'), argument(call, 4, 'gmem_tensor')].map((v) => {
    const of = leadingOf(v);
    const rest = of === null ? [] : openModes(Math.max(of.modes.length - 1, 0));
    const modes = [label('TMA'), ...rest];
    return of === null || of.isOpenEnded === true ? openEnded('tensor', modes) : { kind: 'tensor', modes };
  });

/** `make_tiled_tma_atom(op, gmem_tensor, …)`: the atom, and a tensor of coordinates of the same shape. */
const tmaAtom: Rule = (call) => {
  const of = leadingOf(argument(call, 1, 'gmem_tensor'));
  return [null, of?.kind === 'tensor' ? of : openEnded('tensor')];
};

const same =
  (at: number, name: string, change: (of: Modes) => Modes = (of) => of): Rule =>
  (call) => {
    const of = leadingOf(argument(call, at, name));
    return of === null ? null : change({ ...of, kind: 'tensor' });
  };

/** A layout of several modes leaves as many, of their sizes. */
const composition: Rule = ({ args: [a, b], keywords }) => {
  const inner = modesOf(b);
  // By a tuple each mode by itself; the modes behind are dropped.
  if (isList(b) && b.length > 0 && b.length <= MOST_MODES && keywords.size === 0)
    return { kind: leadingOf(a)?.kind === 'tensor' ? 'tensor' : 'layout', modes: b.map(composedWith) };
  if (inner?.kind !== 'layout' || inner.modes.length < 2 || keywords.size > 0) return null;
  return { kind: leadingOf(a)?.kind === 'tensor' ? 'tensor' : 'layout', modes: inner.modes };
};

/** What is composed with a number has as many elements; of a layout its modes are not said, and `None` leaves a mode as it is. */
const composedWith = (tile: Value): Extent => (isInteger(tile) ? extentOf(tile) : OPEN);

/** A coordinate has a part for each mode, and a part of several for a mode of as many. */
const domainOffset: Rule = (call) => {
  const of = leadingOf(argument(call, 1, 'tensor'));
  const coordinate = argument(call, 0, 'coord');
  if (!isList(coordinate) || coordinate.length === 0 || coordinate.length > MOST_MODES)
    return of === null ? null : { ...of, kind: 'tensor' };
  return { kind: 'tensor', modes: coordinate.map((_, i) => of?.modes[i] ?? OPEN) };
};

/** An order has a number for each mode. */
const tileToShape: Rule = (call) => {
  const count = leadingCount(argument(call, 2, 'order'));
  return count === null ? null : { kind: 'layout', modes: openModes(count) };
};

/** Each mode that the profile has by itself; those behind stay as they are. */
const coalesce: Rule = (call) => {
  const of = leadingOf(call.args[0]);
  const count = leadingCount(argument(call, 1, 'target_profile'));
  if (count === null) return null;
  const kind = of?.kind === 'tensor' ? 'tensor' : 'layout';
  const modes = openModes(Math.max(count, of?.modes.length ?? 0));
  return of === null || of.isOpenEnded === true ? openEnded(kind, modes) : { kind, modes };
};

/** It is indexed as the layout that is applied first. */
const composed: Rule = (call) => {
  const of = leadingOf(argument(call, 2, 'outer'));
  return of?.kind === 'layout' ? of : null;
};

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['local_tile', localTile],
  ['zipped_divide', zipped],
  ['tiled_divide', tiled],
  ['flat_divide', flat],
  ['group_modes', group],
  ['make_layout', byEither('stride')],
  ['make_ordered_layout', byEither('order')],
  ['make_identity_layout', same(0, 'shape', (of) => ({ ...of, kind: 'layout' }))],
  ['make_identity_tensor', same(0, 'shape')],
  ['make_tensor', same(1, 'layout')],
  ['make_rmem_tensor', same(0, 'layout_or_shape')],
  ['make_rmem_tensor_like', same(0, 'src')],
  ['make_fragment', same(0, 'layout_or_shape')],
  ['make_fragment_like', same(0, 'src')],
  ['recast_tensor', same(0, 'src', asManyModes)],
  ['filter_zeros', same(0, 'input', asManyModes)],
  ['domain_offset', domainOffset],
  ['tile_to_shape', tileToShape],
  ['coalesce', coalesce],
  ['make_composed_layout', composed],
  ['composition', composition],
  ['select', select],
  ['slice_', slice],
  ['tma_partition', tmaPartition],
  ['make_tiled_tma_atom', tmaAtom],
  ['make_tiled_tma_atom_A', tmaAtom],
  ['make_tiled_tma_atom_B', tmaAtom],
]);

/** The first modes of what a function of CuTe DSL gives, or of each of the parts of that. */
export const leadingOfCall: Rule = (call) => RULES.get(call.name)?.(call) ?? null;

/** The first modes of what a method of a tiling, or of what holds shared memory, gives. */
export function leadingOfMethod(call: BuiltinCall): Modes | null {
  const { name, args } = call;
  if (name === 'get_tensor') return as('tensor', argument(call, 0, 'layout'));
  if (name === 'allocate_tensor') return as('tensor', argument(call, 1, 'layout'));
  if (args.length !== 1 || call.keywords.size > 0) return null;
  const of = leadingOf(args[0]);
  const [, what, operand] = /^(partition_|partition_shape_|make_fragment_)([ABC])$/.exec(name) ?? [];
  if (operand !== undefined) {
    const modes = leadingOfOperand(operand);
    // What is known of the modes behind is as many as are known of what is divided.
    const behind = openModes(Math.max((of?.modes.length ?? 0) - (what === 'make_fragment_' ? 3 : 2), 0));
    return openEnded(what === 'partition_shape_' ? 'tuple' : 'tensor', [...modes, ...behind]);
  }
  return /^(?:partition_[SD]|retile)$/.test(name) ? leadingOfCopy(of, name === 'retile') : null;
}

const isItem = (of: Modes, [at, ...others]: readonly Value[]): boolean =>
  of.mayBeLayout !== true && typeof at === 'number' && others.length === 0;

/** `tensor[None, None, k]`: one coordinate for each mode. */
export function leadingOfIndexed(object: Value, coordinates: readonly Value[]): Modes | null {
  const of = leadingOf(object);
  // What a shape has is a number or a tuple, and no layout.
  if (of?.kind === 'tuple') return isItem(of, coordinates) ? openEnded('tuple') : null;
  return leadingOfSlice(of, coordinates);
}
