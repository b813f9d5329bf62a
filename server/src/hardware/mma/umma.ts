// SM100 MMA atoms (tcgen05.mma): one thread (or one of each of two CTAs) issues the instruction, operands
// stand in shared memory or tensor memory, and the layouts follow from M, N and the element width.

import { Layout } from '../../algebra/layout/layout.ts';
import type { MmaFacts } from '../atom/atoms-data.ts';
import { elementType } from '../atom/element-type.ts';
import { type AtomName, majorOf, printAtomName } from '../atom/name.ts';

/** What a family of UMMA atoms has in common. */
export interface UmmaFamily {
  /** How many CTAs work together: the atom's threads. */
  readonly ctas: 1 | 2;
  readonly aInTensorMemory: boolean;
  /** Extent of K. */
  readonly k: number;
  /** Width of the elements of A where the instruction takes one alone, else null. */
  readonly aBits: number | null;
  /** Index of the template argument M; N follows, then the majors unless `majorsAfter` says otherwise. */
  readonly mIndex: number;
  /** Arguments between N and the majors: the block-scaled 4-bit atoms have the vector size there. */
  readonly vectorSize: boolean;
}

const DENSE = /^SM100_MMA_(F16BF16|TF32|S8|F8F6F4)_(2x1SM_)?(SS|TS)$/;
/** The widths that the traits of a dense family assert; K is what 256 bits hold of them, and 32 of narrower elements. */
const DENSE_BITS: Readonly<Record<string, number>> = { F16BF16: 16, TF32: 32, S8: 8 };
const BLOCK_SCALED = /^SM100_MMA_(MXF8F6F4|MXF4)_(2x1SM_)?SS$/;

/** The family of `SM100_MMA_F16BF16_SS` and its kin; null for sparse, scaled and other atoms. */
export function ummaFamily(name: string): UmmaFamily | null {
  const dense = DENSE.exec(name);
  if (dense !== null) {
    const aBits = DENSE_BITS[dense[1]!] ?? null;
    return {
      ctas: dense[2] === undefined ? 1 : 2,
      aInTensorMemory: dense[3] === 'TS',
      k: aBits === null ? 32 : 256 / aBits,
      aBits,
      mIndex: 3,
      vectorSize: false,
    };
  }
  const scaled = BLOCK_SCALED.exec(name);
  if (scaled === null) return null;
  return {
    ctas: scaled[2] === undefined ? 1 : 2,
    aInTensorMemory: false,
    k: scaled[1] === 'MXF4' ? 64 : 32,
    aBits: null,
    mIndex: 4,
    vectorSize: scaled[1] === 'MXF4',
  };
}

/** The arguments of an atom that are a template's type parameters, with their widths; `operandBits`: of the first two. */
export const parametersOf = (
  { args }: AtomName,
  operandBits: number | null = null,
): ReadonlyMap<string, number | null> =>
  new Map(
    args
      .flatMap((a, i) => {
        if (a.isParameter !== true) return [];
        const own = typeof a.bits === 'number' ? a.bits : null;
        return [[printAtomName(a), own ?? (i < 2 ? operandBits : null)] as const];
      })
      .reverse(),
  );

const integer = (name: AtomName | undefined): number | null => {
  const digits = name && name.args.length === 0 ? /^_?(\d+)$/.exec(name.path) : null;
  return digits === null ? null : Number(digits[1]);
};

/** An operand of `rows` × `columns` elements, its rows split over the CTAs unless they share them. */
function operand(ctas: 1 | 2, rows: number, columns: number): Layout {
  return ctas === 1
    ? new Layout([1, [rows, columns]], [0, [1, rows]])
    : new Layout([2, [rows / 2, columns]], [rows / 2, [1, rows]]);
}

/** The facts of one atom of a family, and the majors of A and B; null when M, N or a type is not given. */
export function ummaFacts(
  family: UmmaFamily,
  name: AtomName,
): {
  readonly facts: MmaFacts;
  readonly majors: readonly ('K' | 'MN' | null)[];
  readonly aBits: number | null;
} | null {
  const [a, b, c] = name.args.slice(0, 3).map(printAtomName);
  const m = integer(name.args[family.mIndex]);
  const n = integer(name.args[family.mIndex + 1]);
  if (a === undefined || b === undefined || c === undefined || m === null || n === null) return null;
  const given = name.args[0]?.bits ?? elementType(a)?.bits;
  const bits = typeof given === 'number' ? given : family.aBits;
  // Only of tensor memory the width of narrow elements makes a difference; another than the traits take is none.
  if (bits === null ? family.aInTensorMemory : family.aBits !== null && bits !== family.aBits) return null;
  const { k } = family;
  const majorIndex = family.mIndex + (family.vectorSize ? 3 : 2);
  const scale = name.args[3];
  return {
    facts: {
      name: printAtomName(name),
      arch: 'SM100',
      shapeMnk: [m, n, k],
      thrId: family.ctas === 1 ? new Layout(1, 0) : new Layout(2, 1),
      a: operand(family.ctas, m, k),
      b: operand(family.ctas, n, k),
      c: operand(family.ctas, m, n),
      types: { a, b, c, d: c },
      parameters: parametersOf(name, family.aBits),
      extraLayouts: {},
      extraTypes: family.mIndex === 4 && scale !== undefined ? { SF: printAtomName(scale) } : {},
    },
    aBits: bits,
    majors: [majorOf(name.args[majorIndex]), majorOf(name.args[majorIndex + 1])],
  };
}
