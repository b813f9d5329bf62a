// The extents of M and N that the tcgen05.mma instructions have, as their structures assert them
// (cute/arch/mma_sm100_umma.hpp). A structure is checked where an object of it is made.

import { Violation } from '../../algebra/integer/failure.ts';
import type { MmaAtom } from './mma-atom.ts';

interface Extents {
  readonly m: readonly number[];
  /** N is a multiple of it, up to 256. */
  readonly step: (m: number) => number;
}

const always = (step: number) => (): number => step;
const ONE_CTA = [64, 128];
const TWO_CTAS = [128, 256];

const EXTENTS: readonly (readonly [RegExp, Extents])[] = [
  [/^SM100_MMA_(?:TF32|F16BF16)_SS$/, { m: ONE_CTA, step: always(8) }],
  [/^SM100_MMA_(?:TF32|F16BF16|F8F6F4)_TS$/, { m: ONE_CTA, step: (m) => (m === 64 ? 8 : 16) }],
  [/^SM100_MMA_(?:TF32|F16BF16)_2x1SM_SS$/, { m: TWO_CTAS, step: always(16) }],
  [
    /^SM100_MMA_(?:TF32|F16BF16|F8F6F4|S8)_2x1SM_TS$|^SM100_MMA_S8_2x1SM_SS$/,
    { m: TWO_CTAS, step: always(32) },
  ],
  [/^SM100_MMA_(?:MXF8F6F4|MXF4)_SS$/, { m: [128], step: always(8) }],
  [/^SM100_MMA_MXF8F6F4_2x1SM_SS$/, { m: [256], step: always(16) }],
  [/^SM100_MMA_MXF4_2x1SM_SS$|^SM103_MXF4_ULTRA_2x1SM_SS_VS$/, { m: TWO_CTAS, step: always(16) }],
  [/^SM103_MXF4_ULTRA_SS_VS$/, { m: [128], step: always(16) }],
];

const LARGEST_N = 256;

/** What is wrong with M and N of an atom; null where there is such an instruction, or nothing is known of its family. */
export function shapeViolation({ name, shapeMnk: [m, n] }: MmaAtom): Violation | null {
  const path = name.replace(/<[\s\S]*$/, '');
  const extents = EXTENTS.find(([family]) => family.test(path))?.[1];
  if (extents === undefined || typeof m !== 'number' || typeof n !== 'number') return null;
  if (!extents.m.includes(m))
    return new Violation('unsupported', `${path} has an M of ${extents.m.join(' or ')}, not ${m}`);
  const step = extents.step(m);
  return n >= step && n <= LARGEST_N && n % step === 0
    ? null
    : new Violation(
        'unsupported',
        `${path} with M = ${m} has multiples of ${step} up to ${LARGEST_N} for N, not ${n}`,
      );
}
