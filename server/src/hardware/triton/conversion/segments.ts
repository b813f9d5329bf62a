// How Triton 3.6 lays out shared memory for the values that one conversion moves: which elements make a vector, which
// lie in different banks, and which in different rows of all banks. Vectors are words of the flattened tensor.

import type { LinearLayout } from '../../../algebra/linear/layout.ts';
import { complementOf } from './spans.ts';

/** What registers, lanes and warps of a layout hold, without registers that repeat another one. */
export interface Side {
  /** From these three to the flattened tensor. */
  readonly layout: LinearLayout;
  readonly register: readonly number[];
  readonly lane: readonly number[];
  readonly warp: readonly number[];
}

/** The elements of shared memory by their place in it. */
export interface Swizzle {
  /** Neighbours: what one access of a thread takes. */
  readonly vector: readonly number[];
  readonly bank: readonly number[];
  /** Rows of all banks. */
  readonly segment: readonly number[];
  /** What goes one after the other through the same memory. */
  readonly reps: readonly number[];
}

/** 32 banks of 32 bits. */
const BANK_BITS = 1024;

const isNone = (value: number): boolean => value === 0;

/**
 * The bases of the rows, so that the lanes of a write (`source`) and of a read (`target`) come to few of them. Both
 * hold the vectors and the lanes of an access.
 */
function segmentBases(
  source: readonly number[],
  target: readonly number[],
  bits: number,
  length: number,
): readonly number[] {
  const [written, read] = [source, target].map((list) => new Set(list.filter((v) => !isNone(v)))) as [
    Set<number>,
    Set<number>,
  ];
  const free = Array.from({ length: bits }, (_, bit) => 2 ** bit).filter(
    (unit) => !written.has(unit) && !read.has(unit),
  );
  if (free.length >= length) return free.slice(0, length);
  const own = [...written].filter((v) => !read.has(v));
  const others = [...read].filter((v) => !written.has(v));
  const [few, many] = own.length > others.length ? [others, own] : [own, others];
  few.sort((a, b) => a - b);
  many.sort((a, b) => a - b);
  const conflicts = Math.min(Math.max(0, length - few.length - free.length), few.length);
  const mixed = few.slice(conflicts).map((v, i) => v ^ many[conflicts + i]!);
  return [...free, ...mixed, ...few.slice(0, conflicts), ...many.slice(0, conflicts)].slice(0, length);
}

interface Asked {
  readonly from: Side;
  readonly to: Side;
  /** The bits of the flattened tensor. */
  readonly bits: number;
  readonly elementBits: number;
  readonly vector: readonly number[];
  /** The lanes and registers that one instruction writes together, and reads together. */
  readonly writeTile: readonly number[];
  readonly readTile: readonly number[];
  /** Registers that both have and that still are no repetitions, for instructions that take several. */
  readonly keep: number;
}

/** The layout of shared memory around given vectors. */
export function swizzleAround({
  from,
  to,
  bits,
  elementBits,
  vector,
  writeTile,
  readTile,
  keep,
}: Asked): Swizzle {
  const perRow = Math.floor(Math.log2(BANK_BITS / (2 ** vector.length * elementBits)));
  const banks = Math.min(perRow, bits - vector.length);
  const rows = segmentBases(
    [...vector, ...writeTile],
    [...vector, ...readTile],
    bits,
    bits - banks - vector.length,
  );
  const bank = complementOf([...vector, ...rows], bits);
  const isRepetition = (v: number): boolean => from.register.includes(v) && to.register.includes(v);
  const repeated = rows.filter(isRepetition).slice(keep);
  return { vector, bank, segment: rows.filter((v) => !repeated.includes(v)), reps: repeated };
}
