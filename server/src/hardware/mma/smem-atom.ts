// The canonical shared-memory layouts of GMMA and UMMA operands: `GMMA::Layout_K_SW128_Atom<half_t>` and its
// kin. Each is a swizzle over rows (or columns) of as many bits as the swizzle spans, counted in elements.

import { NeedsValue, type Outcome, Violation } from '../../algebra/integer/failure.ts';
import type { StaticInt } from '../../algebra/integer/integer.ts';
import { intText } from '../../algebra/integer/known.ts';
import { divide } from '../../algebra/integer/operations.ts';
import { ComposedLayout, Layout, SmemPtrFlag, Swizzle } from '../../algebra/layout/layout.ts';
import { suppose } from '../../algebra/term/suppositions.ts';

/** Bits that the contiguous mode spans, and the swizzle on addresses in bytes, by the name's middle part. */
const SPANS: Readonly<
  Record<string, { readonly bits: number; readonly rows: number; readonly swizzle: Swizzle }>
> = {
  INTER: { bits: 128, rows: 8, swizzle: new Swizzle(0, 4, 3) },
  SW32: { bits: 256, rows: 8, swizzle: new Swizzle(1, 4, 3) },
  SW64: { bits: 512, rows: 8, swizzle: new Swizzle(2, 4, 3) },
  SW128: { bits: 1024, rows: 8, swizzle: new Swizzle(3, 4, 3) },
  // Swizzles 32-byte chunks instead of 16-byte ones; UMMA only, for MN-major operands.
  SW128_32B: { bits: 1024, rows: 4, swizzle: new Swizzle(2, 5, 2) },
};

const NAME =
  /^(?:(?:cute::)?(?:SM90::|SM100::)?(GMMA|UMMA)::)?Layout_(?:(MN|K)_)?(INTER|SW32|SW64|SW128|SW128_32B)_Atom(_Bits)?$/;

/** Whether a name is one of a shared-memory layout atom. */
export const isSmemAtomName = (name: string): boolean => NAME.test(name);

/** Which template arguments an atom's name takes: its element type, and its majorness where the name has none. */
export function smemAtomParameters(name: string): readonly ('element' | 'major')[] {
  const parts = NAME.exec(name);
  if (parts === null || parts[4] !== undefined) return [];
  return parts[2] === undefined ? ['element', 'major'] : ['element'];
}

/**
 * The shared-memory atom of a name for elements of `bits` bits (`…_Atom_Bits`: 1): for `GMMA::Layout_K_SW128_Atom`
 * and 16 bits `Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)`. Names without majorness
 * (`GMMA::Layout_SW128_Atom<T, Major>`) need `major`.
 */
export function smemAtom(name: string, bits: StaticInt, major?: 'K' | 'MN'): Outcome<ComposedLayout> {
  const parts = NAME.exec(name);
  if (parts === null) return new Violation('wrong-kind', `${name} is not a shared-memory layout atom`);
  const span = SPANS[parts[3]!]!;
  const side = parts[2] ?? major;
  if (side === undefined) return new NeedsValue(`the majorness of ${name} is not known`, [name]);
  if (parts[3] === 'SW128_32B' && (parts[1] === 'GMMA' || side === 'K')) {
    return new Violation('wrong-kind', `there is no ${name}: this swizzle is UMMA's, for MN-major operands`);
  }
  const width = parts[4] === undefined ? bits : 1;
  if (typeof width === 'number' && (!Number.isInteger(Math.log2(width)) || width > 128)) {
    return new NeedsValue(
      `${name} of elements of ${width} bits: only widths that are powers of two are known`,
    );
  }
  if (typeof width !== 'number') suppose(`${intText(width)} divides ${span.bits}`);
  const run = divide(span.bits, width);
  const inner =
    side === 'K' ? new Layout([span.rows, run], [run, 1]) : new Layout([run, span.rows], [1, run]);
  return new ComposedLayout(span.swizzle, new SmemPtrFlag(width), inner);
}
