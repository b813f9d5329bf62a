// Which elements of its tile the registers of an accumulator hold.

import { isFailure } from '../../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { Layout, type Shape } from '../../../../algebra/layout/layout.ts';
import { product } from '../../../../algebra/tuple/int-tuple.ts';
import { enumerateOffsets } from '../../../../algebra/view/enumerate.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import type { Operand } from '../../../../hardware/mma/mma-atom.ts';
import { atomTileMnk, mmaPartition, mmaSlice, type TiledMma } from '../../../../hardware/mma/tiled-mma.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { memberAt } from '../../../document/written/expressions.ts';
import { callersOf } from '../../../indexing/callers.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext } from '../../rule.ts';
import { handedBy } from './operand-tiling.ts';

/** An accumulator: its registers, and who hands them out. */
export interface Fragment {
  readonly layout: Layout;
  readonly mma: TiledMma;
}

/** `acc` of `acc.data()` and `acc.iterator`. */
export function tensorOf(pointer: Site): Site | null {
  const member = memberAt(pointer);
  if (member?.name === 'iterator') return member.object;
  const call = writtenCall(pointer);
  return call?.name === 'data' && call.args.length === 0 ? call.object : null;
}

/** The accumulator that a tensor is, also one that a function is handed by its only caller. */
export function fragmentOf(context: RuleContext, tensor: Site): Fragment | null {
  const { model, text } = context;
  const value = settledValueOf(model, tensor);
  if (!(value instanceof Tensor) || !(value.layout instanceof Layout)) return null;
  const name = text.slice(tensor.span.start, tensor.span.end);
  const [caller, ...others] = callersOf(model, tensor);
  const given = caller === undefined || others.length > 0 ? undefined : caller.given.get(name);
  const handed = handedBy(context, given ?? tensor);
  return handed?.part !== 'C' ? null : { layout: value.layout, mma: handed.mma };
}

export type Place = readonly [row: number, column: number];

/** The rows and columns of the tile that the threads hold together; null where they are not known. */
export function tileOf({ layout: { shape }, mma }: Fragment): readonly [number, number] | null {
  if (mma.atom.homes.C.kind !== 'registers' || !Array.isArray(shape) || shape.length !== 3) return null;
  const [rows, columns] = ([0, 1] as const).map((mode) => {
    const count = knownNumber(product((shape as readonly Shape[])[mode + 1]!));
    const tile = knownNumber(atomTileMnk(mma, mode));
    return count === undefined || tile === undefined ? null : count * tile;
  });
  return rows == null || columns == null ? null : [rows, columns];
}

/** Which elements of a tile of rows and columns the registers of the first thread are, as an operand, in their order. */
export function elementsAs(
  operand: Operand,
  mma: TiledMma,
  [rows, columns]: readonly [number, number],
): readonly Place[] | null {
  const thread = mma.atom.homes[operand].kind === 'registers' ? mmaSlice(mma, 0) : null;
  if (thread === null || isFailure(thread)) return null;
  const part = mmaPartition(thread, operand, new Layout([rows, columns], [1, rows]));
  if (isFailure(part) || !(part.layout instanceof Layout)) return null;
  const elements = enumerateOffsets(part.layout);
  if (isFailure(elements)) return null;
  return Array.from(elements, (element) => [element % rows, Math.floor(element / rows)] as const);
}

/** Where in its tile each register of the first thread stands, by the offsets of the registers; null where that is not known. */
export function placesOf(fragment: Fragment): ReadonlyMap<number, Place> | null {
  const tile = tileOf(fragment);
  const elements = tile === null ? null : elementsAs('C', fragment.mma, tile);
  const registers = enumerateOffsets(fragment.layout);
  if (elements === null || isFailure(registers) || registers.length !== elements.length) return null;
  return new Map(Array.from(registers, (register, i) => [register, elements[i]!] as const));
}
