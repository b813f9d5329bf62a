// Shared-memory bank conflicts of one access of a warp.
//
// Shared memory has 32 banks of 4 bytes; a bank delivers one word a pass ("wavefront"), and lanes that want
// the same word share it. An access of 8 bytes a lane goes in two phases (half warps), one of 16 bytes in
// four (quarter warps), a matrix load or store in one a matrix (8 lanes give the rows). A phase costs as many
// wavefronts as its busiest bank has different words.
//
// That is the textbook rule. Measured on an NVIDIA H200 (SM90) it is exact for accesses up to 4 bytes, for all
// stores and for ldmatrix and stmatrix; wide loads are better: when every lane i reads the address of lane
// i^1, or every lane i that of lane i^2 (in the whole warp, lanes that are inactive left aside), two phases
// become one. With that the rule gives the counters' figures in 4,606 of 4,606 measurements
// (test/golden/bank-conflicts.jsonl and a wider series, of which test/hardware keeps a part).

import { type Outcome, Violation } from '../../algebra/integer/failure.ts';

export const WARP = 32;
const BANKS = 32;
const WORD_BYTES = 4;
/** A row of a matrix of ldmatrix and stmatrix. */
const ROW_BYTES = 16;
const ROWS = 8;

export type SharedAccess =
  | {
      readonly kind: 'load' | 'store';
      /** Bytes a lane: 1, 2, 4, 8 or 16. */
      readonly width: number;
      /** Byte offset of each of the 32 lanes; null for a lane that does not take part. */
      readonly offsets: readonly (number | null)[];
    }
  | {
      readonly kind: 'ldmatrix' | 'stmatrix';
      /** Matrices: 1, 2 or 4. Lanes 0–7 give the rows of the first, 8–15 of the second, … */
      readonly matrices: number;
      readonly offsets: readonly number[];
    };

export interface SharedCost {
  /** Passes the access takes on SM90, as measured there. */
  readonly wavefronts: number;
  /** Passes by the textbook rule; more than `wavefronts` where phases merge. */
  readonly textbook: number;
  /** Passes beyond one a phase: what the profiler calls bank conflicts. */
  readonly conflicts: number;
  /** Why the phases merged: lanes i and i^1 (or i^2) read the same address. */
  readonly merged: 1 | 2 | null;
  /** The busiest bank of the costliest phase, and the lanes that meet there; empty without a conflict. */
  readonly worst: { readonly bank: number; readonly lanes: readonly number[] } | null;
}

type Lane = { readonly lane: number; readonly offset: number };

/** The different words by bank, with a lane that wants each. */
function banksOf(lanes: readonly Lane[], width: number): Map<number, Map<number, number>> {
  const banks = new Map<number, Map<number, number>>();
  for (const { lane, offset } of lanes) {
    const last = Math.floor((offset + width - 1) / WORD_BYTES);
    for (let word = Math.floor(offset / WORD_BYTES); word <= last; word++) {
      const bank = word % BANKS;
      const words = banks.get(bank) ?? new Map<number, number>();
      if (!words.has(word)) words.set(word, lane);
      banks.set(bank, words);
    }
  }
  return banks;
}

interface Phase {
  readonly wavefronts: number;
  readonly bank: number;
  readonly lanes: readonly number[];
}

function phaseOf(lanes: readonly Lane[], width: number): Phase {
  let phase: Phase = { wavefronts: 0, bank: 0, lanes: [] };
  for (const [bank, words] of banksOf(lanes, width)) {
    if (words.size > phase.wavefronts) phase = { wavefronts: words.size, bank, lanes: [...words.values()] };
  }
  return phase;
}

function chunks(lanes: readonly Lane[], size: number): Lane[][] {
  const phases: Lane[][] = [];
  for (const lane of lanes) {
    const at = Math.floor(lane.lane / size);
    phases[at] = [...(phases[at] ?? []), lane];
  }
  return phases.filter((phase) => phase !== undefined);
}

/** Whether every two active lanes i and i^distance have the same offset. */
function pairwiseEqual(lanes: readonly Lane[], distance: number): boolean {
  const offsets = new Map(lanes.map(({ lane, offset }) => [lane, offset]));
  return lanes.every(({ lane, offset }) => (offsets.get(lane ^ distance) ?? offset) === offset);
}

const total = (phases: readonly Phase[]): number => phases.reduce((sum, phase) => sum + phase.wavefronts, 0);

function costOf(phases: readonly Phase[], textbook: number, merged: 1 | 2 | null): SharedCost {
  const wavefronts = total(phases);
  const worst = phases.reduce((a, b) => (b.wavefronts > a.wavefronts ? b : a));
  return {
    wavefronts,
    textbook,
    conflicts: wavefronts - phases.length,
    merged,
    worst: worst.wavefronts > 1 ? { bank: worst.bank, lanes: worst.lanes } : null,
  };
}

const WIDTHS = [1, 2, 4, 8, 16];

/**
 * What one access of a warp to shared memory costs. Violation: a width that no instruction has, an offset
 * that is not a multiple of the width (such an access faults), no lane at all.
 */
export function sharedCost(access: SharedAccess): Outcome<SharedCost> {
  const width = 'matrices' in access ? ROW_BYTES : access.width;
  const count = 'matrices' in access ? ROWS * access.matrices : WARP;
  if (!WIDTHS.includes(width))
    return new Violation('wrong-kind', `no instruction accesses ${width} bytes a lane`);
  if (access.offsets.length < count) {
    return new Violation(
      'wrong-kind',
      `${count} lanes take part, ${access.offsets.length} offsets are given`,
    );
  }
  const lanes: Lane[] = [];
  for (const [lane, offset] of access.offsets.slice(0, count).entries()) {
    if (offset === null) continue;
    if (offset % width !== 0) {
      return new Violation('indivisible', `lane ${lane}: offset ${offset} is not aligned to ${width} bytes`, {
        dividend: offset,
        divisor: width,
      });
    }
    lanes.push({ lane, offset });
  }
  if (lanes.length === 0) return new Violation('wrong-kind', 'no lane takes part');
  const phaseLanes = Math.min(WARP, (BANKS * WORD_BYTES) / width);
  const phases = chunks(lanes, phaseLanes).map((phase) => phaseOf(phase, width));
  const textbook = total(phases);
  const merged = access.kind !== 'load' || width <= WORD_BYTES ? null : mergeDistance(lanes);
  if (merged === null) return costOf(phases, textbook, null);
  const together = chunks(lanes, 2 * phaseLanes).map((phase) => phaseOf(phase, width));
  return costOf(together, textbook, merged);
}

const mergeDistance = (lanes: readonly Lane[]): 1 | 2 | null =>
  pairwiseEqual(lanes, 1) ? 1 : pairwiseEqual(lanes, 2) ? 2 : null;
