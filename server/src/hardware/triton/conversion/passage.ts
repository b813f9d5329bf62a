// The way through shared memory that Triton 3.6 takes on NVIDIA's GPUs: which instructions, how much memory, and how
// many lanes wait for a bank.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { invertAndCompose } from '../../../algebra/linear/invert-and-compose.ts';
import { coordinateOf, inputOf, LinearLayout } from '../../../algebra/linear/layout.ts';
import { accessSwizzle } from './accesses.ts';
import { bankConflicts } from './bank-conflicts.ts';
import { type Side, type Swizzle, swizzleAround } from './segments.ts';
import { intersectionOf } from './spans.ts';

/** What a GPU moves matrices with: nothing, ldmatrix (sm_75 and newer), stmatrix too (sm_90 and newer). */
export type Capability = 'sm_75' | 'sm_90';

/** An instruction: the bits of the lane whose elements lie together, and those that address them. */
interface Instruction {
  readonly kind: 'access' | 'matrix' | 'matrix.trans';
  readonly together: readonly number[];
  readonly addressing: readonly number[];
}

const ACCESS: Instruction = { kind: 'access', together: [], addressing: [0, 1, 2] };
const MATRIX: Instruction = { kind: 'matrix', together: [0, 1], addressing: [2, 3, 4] };
const TRANSPOSED: Instruction = { kind: 'matrix.trans', together: [2, 3, 4], addressing: [0, 1] };

const WIDEST = 128;

export interface Passage {
  readonly store: string;
  readonly load: string;
  readonly swizzle: Swizzle;
  readonly bytes: number;
  /** How often the memory is filled. */
  readonly reps: number;
  /** How many lanes of an instruction come to a bank beyond the first; null where it is not known. */
  readonly writeConflicts: number | null;
  readonly readConflicts: number | null;
}

const matrices = (elementBits: number): readonly Instruction[] => [
  ...(elementBits <= 32 ? [MATRIX] : []),
  ...(elementBits === 16 ? [TRANSPOSED] : []),
];

interface Pair {
  readonly write: Instruction;
  readonly read: Instruction;
}

/** The places of these inputs among those of a side. */
const [REGISTER, LANE] = [0, 1];

interface Sides {
  readonly from: Side;
  readonly to: Side;
  readonly bits: number;
}

/** The elements that lie together for both instructions; null where the layouts do not allow them. */
function tileOf(
  { from, to, bits }: Sides,
  { write, read }: Pair,
  elementBits: number,
): readonly number[] | null {
  const all = Math.log2(WIDEST / elementBits);
  const [own, theirs] = [all - write.together.length, all - read.together.length];
  // Triton looks from the side with more registers in a tile.
  const [a, b, more, fewer, aLanes, bLanes] =
    own >= theirs
      ? [from, to, own, theirs, write.together, read.together]
      : [to, from, theirs, own, read.together, write.together];
  const common = intersectionOf(a.register, b.register, bits);
  if (fewer < 0 || common.length < fewer) return null;
  const [aTile, bTile] = [aLanes.map((i) => a.lane[i] ?? 0), bLanes.map((i) => b.lane[i] ?? 0)];
  if (aTile.includes(0) || bTile.includes(0)) return null;
  const way = invertAndCompose(b.layout, a.layout);
  if (isFailure(way)) return null;
  const placeOf = (lane: number): readonly number[] =>
    coordinateOf(way.outs, inputOf(way, 'lane')!.bases[lane]!);
  if (bLanes.slice(0, more - fewer).some((lane) => placeOf(lane)[REGISTER] === 0)) return null;
  const rest = bLanes.slice(bLanes.length - aLanes.length);
  if (aLanes.some((lane, i) => placeOf(rest[i]!)[LANE] !== 2 ** lane)) return null;
  return [...common.slice(0, fewer), ...bTile];
}

/** What an instruction takes at once beside its vectors; null where there are too few registers. */
function accessTile(
  { addressing }: Instruction,
  { register, lane }: Side,
  vector: readonly number[],
): readonly number[] | null {
  const needed = 3 - addressing.length;
  const own = register.filter((v) => !vector.includes(v)).slice(0, needed);
  return own.length < needed ? null : [...own, ...addressing.map((i) => lane[i]!)];
}

const missing = ({ together, addressing }: Instruction): number => together.length + addressing.length - 3;

/** As Triton counts them to choose between instructions. */
const conflictsIn = (swizzle: Swizzle, tile: readonly number[], bits: number): number =>
  2 ** intersectionOf(swizzle.segment, tile, bits).length - 1;

/** The tensor's elements by their offset in shared memory. */
const memoryOf = ({ vector, bank, segment, reps }: Swizzle, { layout }: Side): LinearLayout =>
  new LinearLayout([{ name: 'offset', bases: [...vector, ...bank, ...segment, ...reps] }], layout.outs);

/** Of st.shared and ld.shared, which may be wider than the vectors that both sides have. */
const accessConflicts = (side: Side, swizzle: Swizzle, elementBits: number): number | null => {
  const found = bankConflicts(side.layout, memoryOf(swizzle, side), elementBits);
  return isFailure(found) ? null : found;
};

const WORDS: Readonly<Record<Instruction['kind'], string>> = {
  access: 'shared',
  matrix: 'matrix',
  'matrix.trans': 'matrix.trans',
};

/** What one instruction of each side takes at once beside its vectors. */
interface Tiles {
  readonly write: readonly number[];
  readonly read: readonly number[];
}

function passageOf(
  { from, to, bits }: Sides,
  elementBits: number,
  swizzle: Swizzle,
  { write, read }: Pair,
  tiles: Tiles,
): Passage {
  const name = (verb: string, { kind }: Instruction): string =>
    `${verb}${kind === 'access' ? '.' : ''}${WORDS[kind]}`;
  const conflicts = ({ kind }: Instruction, side: Side, tile: readonly number[]): number | null =>
    kind === 'access' ? accessConflicts(side, swizzle, elementBits) : conflictsIn(swizzle, tile, bits);
  return {
    store: name('st', write),
    load: name('ld', read),
    swizzle,
    bytes: (2 ** (bits - swizzle.reps.length) * elementBits) / 8,
    reps: 2 ** swizzle.reps.length,
    writeConflicts: conflicts(write, from, tiles.write),
    readConflicts: conflicts(read, to, tiles.read),
  };
}

interface Candidate {
  readonly passage: Passage;
  readonly conflicts: number;
}

function throughPair(sides: Sides, pair: Pair, elementBits: number): Candidate | null {
  const { from, to, bits } = sides;
  const vector = tileOf(sides, pair, elementBits);
  if (vector === null) return null;
  const write = accessTile(pair.write, from, vector);
  const read = accessTile(pair.read, to, vector);
  if (write === null || read === null) return null;
  const keep = Math.min(missing(pair.write), missing(pair.read));
  const swizzle = swizzleAround({
    ...{ from, to, bits, elementBits, vector, keep },
    writeTile: write,
    readTile: read,
  });
  return {
    passage: passageOf(sides, elementBits, swizzle, pair, { write, read }),
    conflicts: conflictsIn(swizzle, write, bits) + conflictsIn(swizzle, read, bits),
  };
}

/** Fewer conflicts, and with as many more repetitions; of equals Triton takes the first. */
const isBetter = (a: Candidate, b: Candidate): boolean =>
  a.conflicts < b.conflicts || (a.conflicts === b.conflicts && a.passage.reps > b.passage.reps);

/** Through shared memory on a GPU; elements of less than 8 bits take 8. */
export function passage(sides: Sides, elementWidth: number, capability: Capability): Passage {
  const elementBits = Math.max(8, elementWidth);
  const writes = capability === 'sm_90' ? [ACCESS, ...matrices(elementBits)] : [ACCESS];
  const reads = [ACCESS, ...matrices(elementBits)];
  const found = writes
    .flatMap((write) => reads.map((read) => throughPair(sides, { write, read }, elementBits)))
    .filter((p) => p !== null);
  const [first, ...rest] = found;
  if (first !== undefined)
    return rest.reduce((best, other) => (isBetter(other, best) ? other : best), first).passage;
  const { from, to, bits } = sides;
  const swizzle = accessSwizzle(from, to, bits, elementBits);
  return passageOf(sides, elementBits, swizzle, { write: ACCESS, read: ACCESS }, { write: [], read: [] });
}
