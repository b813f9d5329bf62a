// Writes and reads of shared memory by st.shared and ld.shared, where no wider instruction fits both layouts.

import { type Side, type Swizzle, swizzleAround } from './segments.ts';
import { intersectionOf } from './spans.ts';

const VECTOR_BITS = 128;
const BANK_BITS = 32;

const log2 = (n: number): number => Math.floor(Math.log2(n));

/** How many bases of lanes leave an access, because wide vectors go in several rounds. */
const roundsOf = (vector: readonly number[], elementBits: number): number =>
  log2(Math.max(1, Math.floor((2 ** vector.length * elementBits) / BANK_BITS)));

/** The lanes of one round. */
const lanesOfRound = ({ lane }: Side, vector: readonly number[], elementBits: number): readonly number[] =>
  lane.slice(0, Math.max(0, lane.length - roundsOf(vector, elementBits)));

interface Vectors {
  readonly vector: readonly number[];
  /** Whose registers fill a bank; null where a bank is full without. */
  readonly filledBy: 'from' | 'to' | null;
}

const least = (list: readonly number[]): number => Math.min(...list);

/** Registers of one side that are warps of the other, so that one side alone has longer vectors. */
function fillers(from: Side, to: Side, vector: readonly number[], bits: number) {
  const others = (list: readonly number[]): readonly number[] => list.filter((v) => !vector.includes(v));
  const own = intersectionOf(
    others(from.register),
    to.warp.filter((v) => v !== 0),
    bits,
  );
  const theirs = intersectionOf(
    others(to.register),
    from.warp.filter((v) => v !== 0),
    bits,
  );
  const isTie = own.length === theirs.length && own.length > 0;
  const isOwn = isTie ? least(own) < least(theirs) : own.length > theirs.length;
  return isOwn ? { added: own, by: 'from' as const } : { added: theirs, by: 'to' as const };
}

/** The elements of one access, filled up to a bank with warps as far as registers do not suffice. */
function vectorsOf(from: Side, to: Side, bits: number, elementBits: number): Vectors {
  const common = intersectionOf(from.register, to.register, bits).slice(0, log2(VECTOR_BITS / elementBits));
  if (2 ** common.length * elementBits >= BANK_BITS) return { vector: common, filledBy: null };
  const wanted = log2(BANK_BITS / elementBits);
  const { added, by } = fillers(from, to, common, bits);
  const vector = [...common, ...added];
  const [fromWarp, toWarp] = [from, to].map(({ warp }) => warp.filter((v) => v !== 0)) as [
    number[],
    number[],
  ];
  if (vector.length < wanted) vector.push(...intersectionOf(fromWarp, toWarp, bits));
  for (let i = 0; vector.length < wanted && (i < fromWarp.length || i < toWarp.length); i++) {
    for (const v of [fromWarp[i], toWarp[i]])
      if (v !== undefined && vector.length < wanted && !vector.includes(v)) vector.push(v);
  }
  return { vector: vector.slice(0, wanted), filledBy: by };
}

/** Banks first that registers of one side hold, so that its accesses may become wider. */
function registersFirst(swizzle: Swizzle, from: Side, to: Side, filledBy: Vectors['filledBy']): Swizzle {
  const held = (side: Side): readonly number[] => swizzle.bank.filter((v) => side.register.includes(v));
  const [own, theirs] = [held(from), held(to)];
  const isFrom = filledBy === null ? own.length > theirs.length : filledBy === 'from';
  const first = isFrom ? own : theirs;
  return { ...swizzle, bank: [...first, ...swizzle.bank.filter((v) => !first.includes(v))] };
}

/** Shared memory for st.shared and ld.shared. */
export function accessSwizzle(from: Side, to: Side, bits: number, elementBits: number): Swizzle {
  const { vector, filledBy } = vectorsOf(from, to, bits, elementBits);
  const swizzle = swizzleAround({
    from,
    to,
    bits,
    elementBits,
    vector,
    writeTile: lanesOfRound(from, vector, elementBits),
    readTile: lanesOfRound(to, vector, elementBits),
    keep: 0,
  });
  return roundsOf(vector, elementBits) < 2 ? registersFirst(swizzle, from, to, filledBy) : swizzle;
}
