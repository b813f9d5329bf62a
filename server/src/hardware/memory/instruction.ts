// The instruction that a copy atom is, for the side of it that lies in shared or global memory.

import { knownValue } from '../../algebra/integer/integer.ts';
import { sizeOrThrow } from '../../algebra/layout/measure.ts';
import { modeOf } from '../../algebra/operation/coalesce.ts';
import type { CopyAtom } from '../copy/copy-atom.ts';
import type { Side } from '../copy/tiled-copy.ts';

/** An access of a warp, but for its addresses. */
export interface Instruction {
  readonly kind: 'load' | 'store' | 'ldmatrix' | 'stmatrix' | 'cp.async';
  /** Bytes a lane; of a matrix load or store a row's. */
  readonly width: number;
  /** Matrices of 8 rows: 1, 2 or 4. */
  readonly matrices?: number;
  readonly isTransposed?: boolean;
  /** Values of a thread that one access moves: those by whose first it is addressed. */
  readonly values: number;
}

const LOAD_MATRIX = /^SM75_U(?:32x([124])_LDSM_N|16x([248])_LDSM_T)$/;
const STORE_MATRIX = /^SM90_U(?:32x([124])_STSM_N|16x([248])_STSM_T)$/;
/** Copies of one thread, of as many bits as they are given. */
const PLAIN = /^(?:UniversalCopy|DefaultCopy)\b/;
const ASYNC = /^SM80_CP_ASYNC_CACHE(?:ALWAYS|GLOBAL)/;

const ROW_BYTES = 16;

/** What `ld` and `st` take: the bytes of one access. */
const WIDTHS: readonly number[] = [1, 2, 4, 8, 16];

/** Null for what is no access of a warp, such as a TMA, and for the side of an atom that is no memory's. */
export function instructionOf(atom: CopyAtom, side: Side): Instruction | null {
  const { operation, element } = atom;
  const values = knownValue(sizeOrThrow(modeOf(side === 'S' ? atom.src : atom.dst, 1)));
  if (values === undefined || typeof element.bits !== 'number') return null;
  const matrix = (side === 'S' ? LOAD_MATRIX : STORE_MATRIX).exec(operation.name);
  if (matrix !== null) {
    const matrices = Number(matrix[1] ?? Number(matrix[2]) / 2);
    if (values * element.bits !== ROW_BYTES * 8) return null;
    const kind = side === 'S' ? 'ldmatrix' : 'stmatrix';
    return { kind, width: ROW_BYTES, matrices, isTransposed: matrix[2] !== undefined, values };
  }
  const isAsync = ASYNC.test(operation.name);
  if (!isAsync && !PLAIN.test(operation.name)) return null;
  const width = (values * element.bits) / 8;
  return WIDTHS.includes(width) ? { kind: isAsync ? 'cp.async' : plainKind(side), width, values } : null;
}

const plainKind = (side: Side): 'load' | 'store' => (side === 'S' ? 'load' : 'store');

/** An access of single threads that a vectorised copy makes. */
export const vectorInstruction = (side: Side, bits: number, elementBits: number): Instruction | null =>
  WIDTHS.includes(bits / 8) && bits % elementBits === 0
    ? { kind: plainKind(side), width: bits / 8, values: bits / elementBits }
    : null;

/** `16-byte load`, `ldmatrix.x4.trans`. */
export function instructionText({ kind, width, matrices, isTransposed }: Instruction): string {
  if (matrices !== undefined) return `${kind}.x${matrices}${isTransposed === true ? '.trans' : ''}`;
  return kind === 'cp.async' ? `cp.async of ${width} bytes` : `${width}-byte ${kind}`;
}
