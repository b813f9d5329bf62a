// Descriptors of shared memory for GMMA and UMMA: the layouts that an instruction can read (C++ CuTe's
// make_gmma_desc and make_umma_desc). Everything is counted in units of 16 bytes.

import { requireStatic } from '../../algebra/integer/comparison.ts';
import { needsValue, refuse } from '../../algebra/integer/failure.ts';
import { type AnyLayout, ComposedLayout, Layout, SmemPtrFlag, Swizzle } from '../../algebra/layout/layout.ts';
import { sizeOrThrow } from '../../algebra/layout/measure.ts';
import type { Stride } from '../../algebra/layout/stride.ts';
import { modeOf } from '../../algebra/operation/coalesce.ts';
import { logicalDivideOrThrow } from '../../algebra/operation/divide.ts';
import { recastLayout } from '../../algebra/operation/recast.ts';
import { leavesOf, modeAt, sameProfile } from '../../algebra/tuple/operations.ts';
import { orThrow } from '../atom/partition.ts';
import type { OperandHome } from './mma-atom.ts';

/** Descriptors address shared memory in units of 16 bytes. */
export const DESCRIPTOR_BITS = 128;

type DescriptorHome = Extract<OperandHome, { kind: 'descriptor' }>;

/** Units that a swizzle spans along the contiguous mode, and how many rows of them along the other. */
interface Span {
  readonly width: number;
  readonly rows: number;
  readonly isPlain: boolean;
}

function spanOf(layout: AnyLayout, { instruction, major }: DescriptorHome): Span {
  const swizzle =
    layout instanceof ComposedLayout &&
    layout.offset instanceof SmemPtrFlag &&
    layout.outer instanceof Swizzle
      ? layout.outer
      : new Swizzle(0, 4, 3);
  const { bits, base, shift } = swizzle;
  if (instruction === 'UMMA' && bits === 2 && base === 5 && shift === 2) {
    if (major === 'K') {
      refuse('inadmissible', 'this swizzle of 32-byte chunks serves MN-major operands only', {
        cute: 'SWIZZLE_128B_BASE32B is invalid for Major-K',
      });
    }
    return { width: 8, rows: 4, isPlain: false };
  }
  if (bits > 3 || base !== 4 || shift !== 3) {
    return needsValue(`no descriptor with the swizzle Sw<${bits},${base},${shift}> is known`);
  }
  return { width: 2 ** bits, rows: 8, isPlain: bits === 0 };
}

/** The layout of one instruction's operand as ((inner,outer),(inner,outer)); refused where it has other modes. */
function canonical(units: Layout, mn: number, k: number, name: string, why: string | null): Layout {
  const tiler = [new Layout(mn, 1), new Layout(k, 1)];
  const divided = logicalDivideOrThrow(units, tiler);
  const profile = [
    [1, 1],
    [1, 1],
  ] as const;
  if (!sameProfile(divided.shape, profile)) {
    refuse(
      'inadmissible',
      why ?? `the operand is no canonical ${name} layout: it has more modes than a descriptor`,
      {
        cute: `Not a canonical ${name} Layout: Expected profile failure.`,
      },
    );
  }
  return divided;
}

function requireStride(
  layout: Layout,
  path: readonly [number, number],
  expected: number,
  name: string,
  why: string | null,
): void {
  const stride = modeAt<Stride>(layout.stride, path) as Stride;
  if (typeof stride === 'number' && stride !== expected) {
    refuse(
      'inadmissible',
      why ??
        `the operand is no canonical ${name} layout: mode (${path.join(',')}) has stride ${stride}, not ${expected}, in units of 16 bytes`,
      { mode: path, cute: `Not a canonical ${name} Layout: Expected stride failure.` },
    );
  }
}

/** Whether elements follow one another in a mode. */
const isContiguous = (layout: Layout, mode: number): boolean =>
  leavesOf<Stride>(modeOf(layout, mode).stride).includes(1);

/** Why nothing fits of an operand that lies the other way than it is read; null: it does not. */
function otherMajor(operand: Layout, major: 'K' | 'MN'): string | null {
  const [along, across] = major === 'K' ? [1, 0] : [0, 1];
  return isContiguous(operand, across) && !isContiguous(operand, along)
    ? `the instruction reads its operand ${major}-major, and this one lies ${major === 'K' ? 'MN' : 'K'}-major`
    : null;
}

/**
 * Refuses an operand in shared memory that no descriptor can name.
 * @param layout the partitioned tensor: its first mode is the operand of one instruction
 * @param plain the layout behind the swizzle of the pointer
 */
export function requireCanonicalDescriptor(
  home: DescriptorHome,
  layout: AnyLayout,
  plain: Layout,
  bits: number,
): void {
  const { instruction, major } = home;
  if (major === null) return;
  const operand = modeOf(plain, 0);
  if (!Array.isArray(operand.shape) || operand.shape.length !== 2) {
    refuse('rank-mismatch', 'a descriptor is made of two modes', {
      cute: `${instruction} Descriptors can only be constructed on rank-2 tensors.`,
    });
  }
  const why = otherMajor(operand, major);
  const units = orThrow(recastLayout(operand, bits, DESCRIPTOR_BITS));
  const span = spanOf(layout, home);
  const [rows, columns] = [0, 1].map((i) => requireStatic(sizeOrThrow(modeOf(units, i)), 'the operand'));
  const name = `${instruction}_${major}`;
  if (major === 'MN') {
    if (instruction === 'GMMA' && ![128, 256, 512].includes(columns! * bits)) {
      refuse('inadmissible', why ?? `the operand has K = ${columns}, ${256 / bits} are needed`, {
        cute: 'Not a canonical GMMA_MN Layout: Expected K-size 256/sizeof_bits<T> for dense or (128|512)/sizeof_bits<T> for sparse.',
      });
    }
    const form = canonical(units, span.width, span.rows, name, why);
    if (!span.isPlain) requireStride(form, [0, 0], 1, name, why);
    requireStride(form, [1, 0], span.width, name, why);
    return;
  }
  if (rows! % 8 !== 0) {
    refuse('inadmissible', why ?? `the operand has ${rows} rows, which 8 does not divide`, {
      dividend: rows!,
      divisor: 8,
      cute: `Not a canonical ${name} Layout: Expected MN-size multiple of 8.`,
    });
  }
  if (instruction === 'GMMA' && columns !== 2 && columns !== 4) {
    refuse('inadmissible', why ?? `the operand has K = ${columns} units of 16 bytes, not 2`, {
      cute: 'Not a canonical GMMA_K Layout: Expected K-size 2 for dense or 4 for sparse (in units of uint128_t).',
    });
  }
  const form = canonical(units, 8, 2, name, why);
  requireStride(form, [0, 0], span.width, name, why);
  if (!span.isPlain) requireStride(form, [1, 0], 1, name, why);
}
