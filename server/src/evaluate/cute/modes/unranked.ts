// What is known of the modes that CuTe's functions give where nobody knows how many modes an argument has: those that
// come first, whatever is behind. Each rule holds for every argument that the function compiles with.

import { Underscore } from '../../../algebra/layout/layout.ts';
import type { BuiltinCall } from '../../model/builtin.ts';
import { type Extent, type Modes, OPEN, Symbolic } from '../../model/symbolic.ts';
import type { Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { diced, label } from './layouts.ts';
import { asManyModes, leadingModes, leadingOfCopy, leadingOfOperand, openEnded } from './leading.ts';
import {
  areShapeAndStrides,
  extentOf,
  grouped,
  isOpenInteger,
  isProfile,
  isTuple,
  MOST_MODES,
  modesOf,
  named,
  openModes,
  unpacked,
} from './parts.ts';
import { numbersOf } from './tuples.ts';

type Rule = (call: BuiltinCall) => Modes | null;

/** How many elements a tile has in a mode: of a layout as many as it has itself. */
function tileExtent(v: Value): Extent {
  const extent = extentOf(v);
  const isNamed = v instanceof Symbolic && v.parts.kind === 'term' && !isOpenInteger(v);
  const isSize = /^(?:\?|size<.*)$/.test(extent.text);
  return isNamed && !isSize ? named(`size(${extent.text})`, extent.isConstant) : extent;
}

/** The sizes of a tile that divides mode by mode; null of one that may divide all modes at once. */
function tileModes(v: Value | undefined): readonly Extent[] | null {
  if (Array.isArray(v)) {
    const items = v as readonly Value[];
    return items.length > 0 && items.length <= MOST_MODES ? items.map(tileExtent) : null;
  }
  const known = modesOf(v);
  return known?.kind === 'tuple' && known.modes.length > 1 ? known.modes : null;
}

/** The tile's modes, then the tiles that the coordinate leaves open. */
const localTile: Rule = ({ args }) => {
  const [, tiler, , projection] = args;
  if (tiler === undefined || args.length < 3) return null;
  const tile = projection === undefined ? tileModes(tiler) : diced(projection, tiler);
  return tile === null ? null : openEnded('tensor', tile);
};

/** A tile divides mode by mode, and leaves tiles in each of them; a layout divides the modes as one. */
const divided =
  (modes: (tile: readonly Extent[], tiles: readonly Extent[]) => Omit<Modes, 'kind'>): Rule =>
  ({ args }) => {
    const { kind = 'tensor' } = leadingModes(args[0]) ?? {};
    const tile = args.length === 2 ? tileModes(args[1]) : null;
    if (kind === 'tuple' || tile === null) return null;
    return { kind, ...modes(tile, openModes(isTuple(modesOf(args[1])) ? tile.length : 1)) };
  };

/** Whatever divides a layout as a whole or mode by mode: the tile, and the tiles. */
const zipped: Rule = (call) =>
  divided((tile) => ({ modes: [grouped(tile), OPEN] }))(call) ?? divisionBy(call, { modes: openModes(2) });

const divisionBy = ({ args }: BuiltinCall, modes: Omit<Modes, 'kind'>): Modes | null => {
  const { kind = 'tensor' } = leadingModes(args[0]) ?? {};
  return args.length === 2 && kind !== 'tuple' ? { kind, ...modes } : null;
};

const tiled = divided((tile, tiles) => ({ modes: [grouped(tile), ...tiles], isOpenEnded: true }));
const flat = divided((tile, tiles) => ({ modes: [...tile, ...tiles], isOpenEnded: true }));

/** `group_modes<0,3>(x)`: what is behind the group stays. */
const group: Rule = (call) => {
  const of = leadingModes(call.args[0]);
  const [from, to] = numbersOf(call) ?? [];
  if (of === null || from === undefined || to === undefined || from < 0 || to <= from || to > MOST_MODES)
    return null;
  const before = Array.from({ length: from }, (_, i) => of.modes[i] ?? OPEN);
  if (to > of.modes.length) return openEnded(of.kind, [...before, OPEN]);
  return { ...of, modes: [...before, grouped(of.modes.slice(from, to)), ...of.modes.slice(to)] };
};

/** `append(shape, Int<Stages>{})`: an integer is the last mode of a tuple. */
const append: Rule = (call) => {
  const [x, added] = call.args;
  if (call.args.length !== 2 || call.template.length > 0 || added === undefined) return null;
  if (!isInteger(added) && !isOpenInteger(added)) return null;
  const { kind = 'tuple', modes = [] } = leadingModes(x) ?? {};
  return kind === 'tuple' ? { ...openEnded('tuple', modes), last: extentOf(added) } : null;
};

/** `take<0,2>(x)`, `select<0,2>(x)` of anything: one mode for each number. */
const chosen =
  (indices: (numbers: readonly number[]) => readonly number[]): Rule =>
  (call) => {
    const numbers = numbersOf(call);
    const at = numbers === null || numbers.some((n) => n < 0) ? [] : indices(numbers);
    if (at.length === 0 || at.length > MOST_MODES || call.args.length !== 1) return null;
    const of = leadingModes(call.args[0]);
    const modes = at.map((i) => of?.modes[i] ?? OPEN);
    return of === null ? { kind: 'tuple', modes, mayBeLayout: true } : { kind: of.kind, modes };
  };

const range = ([from = 0, to = 0]: readonly number[]): readonly number[] =>
  Array.from({ length: Math.min(Math.max(to - from, 0), MOST_MODES + 1) }, (_, i) => from + i);

/** What has the modes of an argument. */
const like =
  (at: number, kind: Modes['kind'] | null, change: (of: Modes) => Modes = (of) => of): Rule =>
  ({ args }) => {
    const of = leadingModes(args[at]);
    return of === null ? null : change({ ...unpacked(of), kind: kind ?? of.kind });
  };

/** `make_layout(shape)`, `make_layout(shape, stride)`; of layouts each would be a mode. */
const makeLayout: Rule = ({ args }) => {
  const of = leadingModes(args[0]);
  return of !== null && isTuple(of) && args.length <= 2 ? { ...of, kind: 'layout' } : null;
};

const makeTensor: Rule = (call) => {
  const { args, template } = call;
  const isOwning = template.length > 0;
  const [of, strides] = isOwning ? args : args.slice(1);
  const known = leadingModes(of) ?? (args.length === 2 && !isOwning ? ofShapeOrLayout(of) : null);
  // Two layouts beside each other are a mode each.
  const isOne = strides === undefined || isTuple(known) || areShapeAndStrides(of, strides);
  if (known === null || !isOne) return null;
  const isPacked = isOwning && args.length === 1 && isTuple(known);
  return { ...known, kind: 'tensor', ...(isPacked ? { isPacked } : {}) };
};

/** What a name stands for is a shape or a layout, and the first mode of either is the tensor’s. */
function ofShapeOrLayout(v: Value | undefined): Modes | null {
  if (!(v instanceof Symbolic) || v.parts.kind !== 'term' || v.parts.extent.text === '?') return null;
  const { text, isConstant } = v.parts.extent;
  return openEnded('tensor', [named(`size<0>(${text})`, isConstant)]);
}

/** Without a profile what is packed becomes one mode. */
const coalesced: Rule = (call) => {
  const of = leadingModes(call.args[0]);
  if (call.args.length === 1) return of?.isPacked === true ? { kind: of.kind, modes: openModes(1) } : null;
  return isProfile(leadingModes(call.args[1])) ? like(0, null)(call) : null;
};

/** `repeat_like(strides, 0)`: as many modes. */
const repeatLike: Rule = ({ args }) => {
  const of = leadingModes(args[0]);
  return args.length === 2 && of !== null && isTuple(of) ? asManyModes(of) : null;
};

/** The shape of whatever it is: no layout. */
const shape: Rule = (call) =>
  call.template.length === 0 && call.args.length === 1
    ? (like(0, 'tuple')(call) ?? openEnded('tuple'))
    : null;

/** Whatever the tile, what one thread has of it begins with its part of one instruction. */
const partitionC =
  (kind: Modes['kind']): Rule =>
  ({ args }) =>
    args.length === 2 ? openEnded(kind, leadingOfOperand('C')) : null;

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['local_tile', localTile],
  ['zipped_divide', zipped],
  ['tiled_divide', tiled],
  ['flat_divide', flat],
  ['group_modes', group],
  ['append', append],
  ['take', chosen(range)],
  ['select', chosen((numbers) => numbers)],
  ['make_layout', makeLayout],
  ['make_ordered_layout', makeLayout],
  ['make_tensor', makeTensor],
  ['make_fragment_like', like(0, 'tensor')],
  ['make_tensor_like', like(0, 'tensor')],
  ['make_layout_like', like(0, 'layout')],
  ['make_identity_tensor', like(0, 'tensor')],
  ['make_coord_tensor', like(0, 'tensor')],
  ['domain_offset', like(1, null)],
  ['as_position_independent_swizzle_tensor', like(0, null)],
  ['filter_zeros', (call) => (call.args.length === 1 ? like(0, null, asManyModes)(call) : null)],
  ['recast', (call) => (call.template.length > 0 ? like(0, null, asManyModes)(call) : null)],
  ['coalesce', coalesced],
  ['product_each', (call) => (leadingModes(call.args[0])?.kind === 'tuple' ? like(0, null)(call) : null)],
  ['repeat_like', repeatLike],
  ['shape', shape],
  ['layout', (call) => (call.template.length === 0 ? like(0, 'layout')(call) : null)],
  ['partition_shape_C', partitionC('tuple')],
  ['partition_fragment_C', partitionC('tensor')],
]);

/** The first modes of what a function of the library gives. */
export const leadingOfCall: Rule = (call) => RULES.get(call.name)?.(call) ?? null;

/** `tensor.layout()`, `tensor.shape()`; `layout.shape<0>()` is a part of it. */
function leadingOfOwn(of: Modes, { name, args, template }: BuiltinCall): Modes | null {
  if (args.length > 0 || template.length > 0 || (name !== 'layout' && name !== 'shape')) return null;
  return { ...unpacked(of), kind: name === 'layout' ? 'layout' : 'tuple' };
}

/** The first modes of what a member function of a tiling gives of a tensor. */
export function leadingOfMethod(object: Value, call: BuiltinCall): Modes | null {
  const own = leadingModes(object);
  if (own !== null) return leadingOfOwn(own, call);
  const { name, args } = call;
  const [arg] = args;
  if (args.length !== 1 || call.template.length > 0 || arg instanceof Underscore) return null;
  const of = leadingModes(arg);
  const [, what, operand] = /^(partition_|partition_fragment_|make_fragment_)([ABC])$/.exec(name) ?? [];
  if (operand !== undefined)
    return openEnded('tensor', what === 'make_fragment_' ? fragmentModes(of) : partitionModes(of, operand));
  return /^(?:partition|retile)_[SD]$/.test(name) ? leadingOfCopy(of, name.startsWith('retile')) : null;
}

const partitionModes = (of: Modes | null, operand: string): readonly Extent[] => [
  ...leadingOfOperand(operand),
  ...(of?.modes.slice(2) ?? []),
];

/** A fragment is made of what has been partitioned: it has three modes or more. */
function fragmentModes(of: Modes | null): readonly Extent[] {
  const behind = of?.modes.slice(1) ?? [];
  return [label('MMA'), ...behind, ...openModes(Math.max(2 - behind.length, 0))];
}
