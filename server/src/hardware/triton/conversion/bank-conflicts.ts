// Bank conflicts between registers and shared memory, as Triton counts them: with the widest vectors that both
// layouts allow, how many lanes of an instruction come to the same bank beyond the first.

import { isFailure, type Outcome } from '../../../algebra/integer/failure.ts';
import { divideLeft } from '../../../algebra/linear/divide.ts';
import { eliminate } from '../../../algebra/linear/elimination.ts';
import { identity1D } from '../../../algebra/linear/identity.ts';
import { invertAndCompose } from '../../../algebra/linear/invert-and-compose.ts';
import { columnsOf, inputOf, LinearLayout } from '../../../algebra/linear/layout.ts';
import { withoutZeroBases } from '../../../algebra/linear/sublayout.ts';

const BANKS = 32;
const BANK_BITS = 32;
const VECTOR_BITS = 128;

const rank = (columns: readonly number[]): number => eliminate(columns).rank;

/** The dimension of what two sets of vectors both span. */
const commonRank = (a: readonly number[], b: readonly number[]): number =>
  rank(a) + rank(b) - rank([...a, ...b]);

/** The layout with the registers of a vector first; null where they are no neighbours in shared memory. */
function vectorFirst(toShared: LinearLayout, elements: number): LinearLayout | null {
  const registers = inputOf(toShared, 'register')?.bases ?? [];
  const own = Array.from({ length: Math.log2(elements) }, (_, bit) => registers.indexOf(2 ** bit));
  if (own.includes(-1)) return null;
  const others = registers.filter((_, i) => !own.includes(i));
  const bases = [...own.map((i) => registers[i]!), ...others];
  return new LinearLayout(
    toShared.ins.map((d) => (d.name === 'register' ? { ...d, bases } : d)),
    toShared.outs,
  );
}

/** How many elements of a thread go in one instruction. The offset is the first output of the layout. */
export function vectorElements(toShared: LinearLayout, bits: number): number {
  for (let elements = Math.floor(VECTOR_BITS / bits); elements > 1; elements /= 2) {
    const ordered = vectorFirst(toShared, elements);
    const tile = identity1D(elements, 'register', 'offset');
    if (ordered !== null && !isFailure(tile) && !isFailure(divideLeft(ordered, tile))) return elements;
  }
  return 1;
}

/** The conflicts of one access of `registers` through `shared`; 0: none. `bits` is the width of an element. */
export function bankConflicts(registers: LinearLayout, shared: LinearLayout, bits: number): Outcome<number> {
  const held = withoutZeroBases(registers, 'register');
  const toShared = invertAndCompose(held, shared);
  if (isFailure(toShared)) return toShared;
  const elements = vectorElements(toShared, bits);
  const banks = Math.min((BANKS * BANK_BITS) / (elements * bits), 2 ** shared.inBits);
  const segments = columnsOf(shared).slice(Math.log2(elements) + Math.log2(banks));
  const lanes = inputOf(held, 'lane')?.bases ?? [];
  // Wide vectors go in several rounds, each with the first lanes alone.
  const rounds = Math.log2(Math.max((elements * bits) / BANK_BITS, 1));
  return 2 ** commonRank(segments, lanes.slice(0, lanes.length - rounds)) - 1;
}
