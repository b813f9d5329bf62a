// The modes of layouts and tensors that functions of CuTe make of what is only known by its modes. Each rule holds whatever
// the layouts are, as far as CuTe compiles; where it needs more, nothing is said.

import { Layout, Underscore } from '../../../algebra/layout/layout.ts';
import type { BuiltinCall } from '../../model/builtin.ts';
import { type Extent, type Modes, OPEN, type Parts } from '../../model/symbolic.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { areShapeAndStrides, isOpenInteger, isProfile, modesOf, openModes, shapeModes } from './parts.ts';
import { type ByModes, tupleModes } from './tuples.ts';

const isList = (v: Value | undefined): v is readonly Value[] => Array.isArray(v);

const asKind = (kind: 'layout' | 'tensor', modes: readonly Extent[] | null | undefined): Parts | null =>
  modes === null || modes === undefined ? null : { kind, modes };

/** Modes of a layout, or of the shape that a layout is made of. */
const layoutOrShape = (v: Value | undefined): readonly Extent[] | null => modesOf(v)?.modes ?? shapeModes(v);

/** Modes of a layout, or of the shape of a layout with strides; two layouts beside each other are a mode each. */
const ofLayout = (v: Value | undefined, strides: Value | undefined): readonly Extent[] | null =>
  strides === undefined ? layoutOrShape(v) : areShapeAndStrides(v, strides) ? shapeModes(v) : null;

/** `make_tensor(pointer, layout)`, `make_tensor(pointer, shape, strides)`, `make_tensor<T>(layout)`. */
const makeTensor: ByModes = ({ args, template }) => {
  const [first, second] = args;
  if (template.length === 0) return args.length < 2 ? null : asKind('tensor', ofLayout(second, args[2]));
  const modes = ofLayout(first, args[1]);
  if (modes === null) return null;
  // An owning tensor has static sizes, and of a shape alone the compact layout.
  const isPacked = args.length === 1 && modesOf(first)?.kind !== 'layout';
  return { kind: 'tensor', modes, ...(isPacked && isOfShape(first) ? { isPacked } : {}) };
};

/** Whether something is a shape: of what is chosen from an open type it may be a layout as well. */
const isOfShape = (v: Value | undefined): boolean => modesOf(v)?.mayBeLayout !== true;

/** `make_layout(shape)`, `make_layout(shape, strides)`; of layouts each is a mode. */
const makeLayout: ByModes = ({ args }) => {
  const parts = args.map(modesOf);
  // A shape and its strides are two; more than these are layouts.
  if (args.length > 2 || (parts.length > 0 && parts.every((p) => p?.kind === 'layout')))
    return { kind: 'layout', modes: parts.map(ofOneLayout) };
  // What is chosen from an open type may be layouts, which are modes each.
  const isOpen =
    parts[0]?.mayBeLayout === true && !(args.length === 2 && areShapeAndStrides(args[0], args[1]!));
  return isOpen || (args.length === 2 && parts[1]?.kind === 'layout')
    ? null
    : asKind('layout', shapeModes(args[0]));
};

/** What a layout is beside others. */
const ofOneLayout = (of: Modes | null): Extent =>
  of?.kind === 'layout' && of.modes.length === 1 ? of.modes[0]! : OPEN;

const makeOrdered: ByModes = ({ args }) => asKind('layout', shapeModes(args[0]));

/** The tile is repeated until it has the shape: a static one it fits exactly, of another one it may cover more. */
const tileToShape: ByModes = ({ args }) =>
  asKind(
    'layout',
    shapeModes(args[1])?.map((m) => (m.isConstant ? m : OPEN)),
  );

/** What stands where the projection has no `_`. */
export function diced(projection: Value | undefined, of: Value): readonly Extent[] | null {
  if (projection === undefined) return modesOf(of)?.kind === 'tuple' ? modesOf(of)!.modes : null;
  if (!isList(projection) || projection.some(isList)) return null;
  const kept = projection.flatMap((p, i) => (p instanceof Underscore ? [] : [i]));
  const parts = tupleModes.get('select')!({
    name: 'select',
    args: [of],
    template: kept,
    keywords: new Map(),
  });
  return parts?.kind === 'tuple' ? parts.modes : null;
}

/** The tile’s modes, and of the tiles those that the coordinate leaves open. */
const localTile: ByModes = ({ args }) => {
  const [tensor, tiler, coord, projection] = args;
  const whole = modesOf(tensor);
  if (whole?.kind !== 'tensor' || tiler === undefined || !isList(coord)) return null;
  if (projection !== undefined && !isList(projection)) return null;
  const tile = diced(projection, tiler);
  const at =
    projection === undefined ? coord : coord.filter((_, i) => !(projection[i] instanceof Underscore));
  if (projection !== undefined && projection.length !== coord.length) return null;
  if (tile === null || tile.length > whole.modes.length || at.length > whole.modes.length) return null;
  if (!at.every(isOneMode)) return null;
  const open = at.filter((c) => c instanceof Underscore).length + whole.modes.length - at.length;
  return { kind: 'tensor', modes: [...tile, ...openModes(open)] };
};

/** Whether a coordinate is one integer, or `_`: of an open type it may be either. */
export const isOneMode = (c: Value): boolean =>
  c instanceof Underscore ||
  isInteger(c) ||
  isOpenInteger(c) ||
  (c instanceof Unknown && c.category === 'run-time');

const localPartition: ByModes = ({ args }) => {
  const whole = modesOf(args[0]);
  return whole?.kind === 'tensor' && args.length === 3
    ? { kind: 'tensor', modes: openModes(whole.modes.length) }
    : null;
};

/** A tiler of so many tiles: `make_tile(a, b)`; of a layout it is another division. */
const tilers = (v: Value | undefined): number | null => (isList(v) && v.length > 0 ? v.length : null);

const divided =
  (rank: (whole: number, tiler: number) => number, isPair = false): ByModes =>
  ({ args }) => {
    const whole = modesOf(args[0]);
    if (whole === null || whole.kind === 'tuple') return null;
    // By a layout it is divided as a whole: the tile, and the tiles.
    if (modesOf(args[1])?.kind === 'layout') return isPair ? { kind: whole.kind, modes: openModes(2) } : null;
    const by = tilers(args[1]);
    if (by === null || by > whole.modes.length) return null;
    return { kind: whole.kind, modes: openModes(rank(whole.modes.length, by)) };
  };

const same: ByModes = ({ args }) => modesOf(args[0]);
const sameOf =
  (kind: 'layout' | 'tensor', index = 0): ByModes =>
  ({ args }) =>
    asKind(kind, layoutOrShape(args[index]));

/** Of a tensor as of a layout. */
const ofItsKind =
  (index: number): ByModes =>
  ({ args }) => {
    const known = modesOf(args[index]);
    return known === null || known.kind === 'tuple' ? null : known;
  };

const asMany: ByModes = ({ args }) => {
  const known = modesOf(args[0]);
  return known === null || known.kind === 'tuple'
    ? null
    : { kind: known.kind, modes: openModes(known.modes.length) };
};

const filterZeros: ByModes = (call) => (call.args.length > 2 ? null : asMany(call));

/**
 * `coalesce(layout, profile)`: each mode by itself, where the profile is a tuple, which CuTe asks for, and no integer.
 * Without a profile, what is packed becomes one mode.
 */
const coalesced: ByModes = (call) => {
  const of = ofItsKind(0)(call);
  if (call.args.length === 2) return isProfile(modesOf(call.args[1])) ? of : null;
  return of?.kind === 'tensor' && of.isPacked === true && call.args.length === 1
    ? { ...of, modes: of.modes.length === 1 ? of.modes : openModes(1) }
    : null;
};

const recast: ByModes = (call) => (call.template.length > 0 ? asMany(call) : null);

/** A layout of several modes leaves as many, of their sizes. */
const composition: ByModes = ({ args }) => {
  const [a, b] = args.map(modesOf);
  const isInner = args[1] instanceof Layout || b?.kind === 'layout';
  if (!isInner || b === undefined || b === null || b.modes.length < 2 || args.length !== 2) return null;
  return { kind: a?.kind === 'tensor' ? 'tensor' : 'layout', modes: b.modes };
};

/** Tiles of an MMA: its own mode, then how often each mode of the tile has it. */
export const mmaModes = (operand: string, of: readonly Extent[]): readonly Extent[] => {
  const [m, n] = MODES_OF[operand]!;
  return [label('MMA'), label(`MMA_${m}`), label(`MMA_${n}`), ...of.slice(2)];
};

const MODES_OF: Readonly<Record<string, string>> = { A: 'MK', B: 'NK', C: 'MN' };

export const label = (text: string): Extent => ({ text, isConstant: true, isRole: true });

const partitionShape =
  (operand: string, kind: 'tuple' | 'tensor'): ByModes =>
  ({ args }) => {
    const shape = shapeModes(args[1]) ?? null;
    return args.length === 2 && shape !== null && shape.length >= 2
      ? {
          kind,
          modes: mmaModes(
            operand,
            shape.map((m) => (m.isConstant ? m : OPEN)),
          ),
        }
      : null;
  };

/** `tile_to_mma_shape(atom, shape)`: the shape’s modes, the first of them one instruction’s. */
const tileToMmaShape: ByModes = ({ args }) => {
  const shape = shapeModes(args[1]);
  if (shape === null || shape.length < 3) return null;
  return { kind: 'layout', modes: shape.map((m) => (m.isConstant ? m : OPEN)) };
};

/** `blocked_product(block, tiler)`: the modes of both side by side, as many as the one with more of them has. */
const productByModes: ByModes = ({ args }) => {
  const [block, tiler] = args.map(modesOf);
  const isOne = block?.kind === 'layout' && tiler?.kind === 'layout' && args.length === 2;
  return isOne
    ? { kind: 'layout', modes: openModes(Math.max(block.modes.length, tiler.modes.length)) }
    : null;
};

const identity =
  (kind: 'layout' | 'tensor'): ByModes =>
  ({ args }) =>
    args.length === 1 ? asKind(kind, shapeModes(args[0])) : null;

const RULES: ReadonlyMap<string, ByModes> = new Map<string, ByModes>([
  ...tupleModes,
  ['make_tensor', makeTensor],
  ['make_layout', makeLayout],
  ['make_ordered_layout', makeOrdered],
  ['tile_to_shape', tileToShape],
  ['tile_to_mma_shape', tileToMmaShape],
  ['local_tile', localTile],
  ['local_partition', localPartition],
  ['zipped_divide', divided(() => 2, true)],
  ['logical_divide', divided((whole) => whole, true)],
  ['tiled_divide', divided((whole) => 1 + whole)],
  ['flat_divide', divided((whole, by) => whole + by)],
  ['blocked_product', productByModes],
  ['raked_product', productByModes],
  ['make_fragment_like', sameOf('tensor')],
  ['make_tensor_like', ofItsKind(0)],
  ['make_layout_like', ofItsKind(0)],
  ['make_identity_tensor', identity('tensor')],
  ['make_identity_layout', identity('layout')],
  ['make_coord_tensor', sameOf('tensor')],
  ['make_counting_tensor', sameOf('tensor')],
  ['domain_offset', ofItsKind(1)],
  ['as_position_independent_swizzle_tensor', same],
  ['as_position_independent_swizzle_layout', same],
  ['filter_zeros', filterZeros],
  ['coalesce', coalesced],
  ['recast', recast],
  ['composition', composition],
  ['partition_shape_A', partitionShape('A', 'tuple')],
  ['partition_shape_B', partitionShape('B', 'tuple')],
  ['partition_shape_C', partitionShape('C', 'tuple')],
  ['partition_fragment_C', partitionShape('C', 'tensor')],
]);

/** The modes of what a function of the library gives, where its value is not known. */
export const modesOfCall = (call: BuiltinCall): Parts | null => RULES.get(call.name)?.(call) ?? null;
