// What the descriptor of a TMA says of its box, and what the driver takes (CUDA driver API, cuTensorMapEncodeTiled).

import { isFailure } from '../../algebra/integer/failure.ts';
import { knownValue } from '../../algebra/integer/integer.ts';
import type { Shape } from '../../algebra/layout/layout.ts';
import { product } from '../../algebra/tuple/int-tuple.ts';
import { outcomeOf } from '../atom/partition.ts';
import type { TmaOperation } from './tma.ts';

/** Strides of the global tensor, and the box along its first direction, are multiples of so many bits. */
export const TMA_UNIT_BITS = 128;

/** The bytes that a swizzle takes along the box's first direction, by its bits. */
const SWIZZLE_BYTES: readonly (number | undefined)[] = [undefined, 32, 64, 128];

/** A box whose size is known. */
interface TmaBox {
  /** Elements in each direction. */
  readonly extents: readonly number[];
  /** Bits of an element. */
  readonly bits: number;
  /** Bits along the first direction. */
  readonly innerBits: number;
  /** Null without a swizzle that TMA has. */
  readonly swizzleBytes: number | null;
}

/** Null where the size of the box is not known. */
export function boxOf({ box, swizzle, src }: TmaOperation): TmaBox | null {
  const shapes = Array.isArray(box.shape) ? (box.shape as readonly Shape[]) : [box.shape];
  const extents = shapes.map(productOf);
  const total = productOf((src.shape as readonly Shape[])[1]!);
  if (!extents.every((n) => n !== undefined) || total === undefined) return null;
  const bits = total / extents.reduce((a, b) => a * b, 1);
  const isOfTma = swizzle.base === 4 && swizzle.shift === 3;
  const swizzleBytes = (isOfTma ? SWIZZLE_BYTES[swizzle.bits] : undefined) ?? null;
  return { extents, bits, innerBits: extents[0]! * bits, swizzleBytes };
}

function productOf(shape: Shape): number | undefined {
  const n = outcomeOf(() => product(shape));
  return isFailure(n) ? undefined : knownValue(n);
}

/** Why the driver refuses the box; null: it does not. */
export function boxFault(operation: TmaOperation): string | null {
  const box = boxOf(operation);
  // Elements of less than a byte have formats of their own.
  if (box === null || box.bits < 8) return null;
  const { extents, bits, innerBits, swizzleBytes } = box;
  const inner = `${extents[0]} elements of ${bits} bits along the first direction of the TMA box are ${innerBits / 8} bytes`;
  if (innerBits % TMA_UNIT_BITS !== 0) return `${inner}: no multiple of 16`;
  // A multicast divides the box among CTAs.
  if (swizzleBytes === null || operation.instruction.multicast || innerBits <= swizzleBytes * 8) return null;
  return `${inner}: more than the ${swizzleBytes} of the swizzle`;
}

/** Swizzles of addresses in bytes that a descriptor has, by their base: which bits, and which shift (`get_tma_swizzle_bits`). */
const BASES: ReadonlyMap<number, (bits: number, shift: number) => boolean> = new Map([
  [4, (bits, shift) => bits <= 3 && shift === 3],
  [5, (bits, shift) => bits === 2 && shift === 2],
  [6, (bits) => bits === 2],
]);

/** Why C++ CuTe makes no descriptor of the swizzle; null: it does. A layout of elements has its swizzle in elements. */
export function swizzleFault({ swizzle }: TmaOperation): string | null {
  const { bits, base, shift } = swizzle;
  if (bits === 0 || BASES.get(base)?.(bits, shift) === true) return null;
  return `Sw<${bits},${base},${shift}> is no swizzle of TMA, which are Sw<1,4,3>, Sw<2,4,3>, Sw<3,4,3>, Sw<2,5,2> and Sw<2,6,S>, in bytes, as those of GMMA::Layout_K_SW128_Atom<T>`;
}
