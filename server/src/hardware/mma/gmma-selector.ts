// `GMMA::ss_op_selector` and `GMMA::rs_op_selector`: the warp-group MMA for element types and a tile.

import { needsValue, type Outcome, refuse } from '../../algebra/integer/failure.ts';
import { orThrow, outcomeOf } from '../atom/partition.ts';
import { type MmaAtom, mmaAtom } from './mma-atom.ts';

/** What the selectors are asked for; types by their plain names, majors of A and B. */
export interface GmmaRequest {
  readonly source: 'SS' | 'RS';
  readonly a: string;
  readonly b: string;
  readonly c: string;
  readonly tileMnk: readonly [number, number, number];
  readonly majorA: 'K' | 'MN';
  readonly majorB: 'K' | 'MN';
}

/** N of the instructions that are always there; the others need CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED. */
const USUAL_N = [256, 192, 128, 96, 64, 32, 16, 8];
const SHORT_NAMES: Readonly<Record<string, string>> = {
  half_t: 'F16',
  bfloat16_t: 'BF16',
  tfloat32_t: 'TF32',
  float: 'F32',
  float_e4m3_t: 'E4M3',
  float_e5m2_t: 'E5M2',
  int8_t: 'S8',
  uint8_t: 'U8',
  int32_t: 'S32',
  int: 'S32',
};
const EIGHT_BIT_FLOATS = ['E4M3', 'E5M2'];
const EIGHT_BIT_INTEGERS = ['S8', 'U8'];

/** Extent of K, and whether both operands must be K-major; null when there is no such instruction. */
function family(a: string, b: string, c: string): { readonly k: number; readonly fixed: boolean } | null {
  if (a === b && ((a === 'F16' && (c === 'F16' || c === 'F32')) || (a === 'BF16' && c === 'F32'))) {
    return { k: 16, fixed: false };
  }
  if (a === 'TF32' && b === 'TF32' && c === 'F32') return { k: 8, fixed: true };
  const both = (names: readonly string[]): boolean => names.includes(a) && names.includes(b);
  if (both(EIGHT_BIT_FLOATS) && (c === 'F16' || c === 'F32')) return { k: 32, fixed: true };
  if (both(EIGHT_BIT_INTEGERS) && c === 'S32') return { k: 32, fixed: true };
  return null;
}

/** Whether an instruction of this N exists at all: those on integers go by 16 from 32 on, besides 24. */
const exists = (n: number, c: string): boolean => c !== 'S32' || n % 16 === 0 || n === 8 || n === 24;

/** The largest N that divides the tile's. */
function instructionN(tileN: number, c: string): number {
  for (let n = USUAL_N[0]!; n >= 8; n -= 8) {
    if (tileN % n !== 0 || !exists(n, c)) continue;
    if (USUAL_N.includes(n)) return n;
    return needsValue(
      `which instruction serves N = ${tileN} depends on the macro CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED`,
      ['CUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED'],
    );
  }
  return refuse('indivisible', `N is ${tileN}, which 8 does not divide`, {
    dividend: tileN,
    divisor: 8,
    cute: 'Tile_N must be a multiple of 8.',
  });
}

/** The atom that the selector returns, or the assertion with which it refuses. */
export const selectGmma = (request: GmmaRequest): Outcome<MmaAtom> =>
  outcomeOf(() => {
    const { source, majorA, majorB } = request;
    const [m, n, k] = request.tileMnk;
    const [a, b, c] = [request.a, request.b, request.c].map((name) => SHORT_NAMES[name]);
    if (m % 64 !== 0) {
      refuse('indivisible', `M is ${m}, which 64 does not divide`, {
        dividend: m,
        divisor: 64,
        cute: 'Tile_M must be a multiple of 64.',
      });
    }
    if (a === undefined || b === undefined || c === undefined) {
      return needsValue(
        `whether there is a warp-group MMA of ${request.a}, ${request.b}, ${request.c} is not known`,
      );
    }
    const found = family(a, b, c);
    if (found === null) {
      return refuse('inadmissible', `no warp-group MMA takes ${request.a} and ${request.b} to ${request.c}`, {
        cute: 'No eligible GMMA operator for request configuration.',
      });
    }
    if (source === 'RS' && majorA !== 'K') {
      refuse('inadmissible', 'A in registers must be K-major', {
        cute: 'Register source A operand GMMAs must have K-major A layout.',
      });
    }
    const wrong = !found.fixed ? null : majorA !== 'K' ? 'A' : majorB !== 'K' ? 'B' : null;
    if (wrong !== null) {
      refuse('inadmissible', `operand ${wrong} must be K-major for these types`, {
        cute: `Major${wrong} must be GMMA::Major::K for this config.`,
      });
    }
    if (k % found.k !== 0) {
      refuse('indivisible', `K is ${k}, which ${found.k} does not divide`, {
        dividend: k,
        divisor: found.k,
        cute: `Tile_K must be a multiple of ${found.k}.`,
      });
    }
    const name = `SM90_64x${instructionN(n, c)}x${found.k}_${c}${a}${b}_${source}`;
    return orThrow(mmaAtom(found.fixed ? `${name}_TN<>` : `${name}<${majorA},${majorB}>`));
  });
