// MMA atoms: one instruction, the threads that issue it together, and which elements of A, B and C each
// of them holds. The facts are C++ CuTe's MMA_Traits (test/golden/atoms.json).

import { NeedsValue, type Outcome, Violation } from '../../algebra/integer/failure.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import { type MmaFacts, mmaFacts, mmaNames } from '../atom/atoms-data.ts';
import { elementType, plainTypeName, writtenTypeName } from '../atom/element-type.ts';
import {
  type AtomName,
  majorOf,
  parseAtomName,
  printAtomName,
  unwrapAtomName,
  withoutCute,
} from '../atom/name.ts';
import type { TensorMemory } from './tensor-memory.ts';
import { parametersOf, type UmmaFamily, ummaFacts, ummaFamily } from './umma.ts';

export type Operand = 'A' | 'B' | 'C';

/** Where an operand lives: a fragment of registers, a descriptor of shared memory, or tensor memory. */
export type OperandHome =
  | { readonly kind: 'registers' }
  | { readonly kind: 'descriptor'; readonly instruction: 'GMMA' | 'UMMA'; readonly major: 'K' | 'MN' | null }
  | ({ readonly kind: 'tensor-memory' } & TensorMemory);

/** An operand's element type; `bits` is null where the width of the type is not known here. */
export interface ValueType {
  readonly name: string;
  readonly bits: number | null;
  /** Whether the name is that of a template parameter. */
  readonly isParameter?: boolean;
}

/** One MMA instruction (`MMA_Atom`). Its layouts are (thread, value) → element, column-major in (M,K), (N,K), (M,N). */
export class MmaAtom {
  readonly name: string;
  readonly arch: string;
  readonly shapeMnk: readonly [number, number, number];
  /** Logical thread id → index of the thread in the warp, warp group or pair of CTAs. */
  readonly thrId: Layout;
  readonly layouts: Readonly<Record<Operand, Layout>>;
  readonly types: Readonly<Record<Operand | 'D', ValueType>>;
  readonly homes: Readonly<Record<Operand, OperandHome>>;
  /** Scale factor (SFA, SFB) and metadata (E) layouts, where the atom has them. */
  readonly extraLayouts: Readonly<Record<string, Layout>>;
  readonly extraTypes: Readonly<Record<string, string>>;
  constructor(facts: MmaFacts, homes: Readonly<Record<Operand, OperandHome>>) {
    this.name = facts.name;
    this.arch = facts.arch;
    this.shapeMnk = facts.shapeMnk;
    this.thrId = facts.thrId;
    this.layouts = { A: facts.a, B: facts.b, C: facts.c };
    const type = (name: string): ValueType => {
      const written = writtenTypeName(name);
      const bits = facts.parameters?.get(name);
      if (bits !== undefined) return { name: written, bits, isParameter: true };
      return elementType(written) ?? { name: written, bits: null };
    };
    this.types = {
      A: type(facts.types.a),
      B: type(facts.types.b),
      C: type(facts.types.c),
      D: type(facts.types.d),
    };
    this.homes = homes;
    this.extraLayouts = facts.extraLayouts;
    this.extraTypes = facts.extraTypes;
  }
}

const WRAPPERS = ['MMA_Atom', 'MMA_Traits'];
const REGISTERS: OperandHome = { kind: 'registers' };
const IN_REGISTERS = { A: REGISTERS, B: REGISTERS, C: REGISTERS } as const;

const descriptor = (instruction: 'GMMA' | 'UMMA', major: 'K' | 'MN' | null): OperandHome => ({
  kind: 'descriptor',
  instruction,
  major,
});

const unknownAtom = (name: AtomName): NeedsValue =>
  new NeedsValue(`the MMA atom ${printAtomName(name)} is not in the table of atoms`, [printAtomName(name)]);

/**
 * The MMA atom of a name as users write it: `SM80_16x8x16_F32F16F16F32_TN`, also inside `MMA_Atom<…>` or
 * `MMA_Traits<…>`, with the template arguments of GMMA, UMMA and SM120 atoms. NeedsValue when the table
 * does not say what the name means.
 */
export function mmaAtom(text: string | AtomName): Outcome<MmaAtom> {
  const parsed = typeof text === 'string' ? parseAtomName(text) : text;
  if (parsed === null) return new Violation('wrong-kind', `${String(text)} is not the name of an MMA atom`);
  const name = unwrapAtomName(parsed, WRAPPERS);
  const last = name.path.split('::').at(-1)!;
  if (last === 'UniversalFMA') return universalFma(name);
  if (last.startsWith('SM100_MMA_')) return ummaAtom(name, last);
  if (last.startsWith('SM120_')) return sm120Atom(name, last);
  const gmma = GMMA_NAME.exec(name.path);
  // The sparse instructions carry the same names in a namespace of their own.
  if (gmma !== null && !name.path.includes('SPARSE')) return gmmaAtom(name, `SM90_${gmma[1]}`);
  const facts = name.path.includes('SPARSE') ? null : mmaFacts(withoutCute(name.path));
  return facts === null ? unknownAtom(name) : new MmaAtom(facts, IN_REGISTERS);
}

const GMMA_NAME = /(?:^|::)(?:SM90_|GMMA::MMA_)(64x\d+x\d+_\w+)$/;

/** Whether a name without its template arguments is that of an operation of the library that takes some. */
export function isMmaTemplate(path: string): boolean {
  const last = path.split('::').at(-1)!;
  if (last === 'UniversalFMA') return true;
  if (last.startsWith('SM100_MMA_')) return ummaFamily(last) !== null;
  if (last.startsWith('SM120_')) return mmaNames().some((row) => row.startsWith(`${last}<`));
  const gmma = GMMA_NAME.exec(path);
  return gmma !== null && gmmaFacts(`SM90_${gmma[1]}`) !== null;
}

/** `UniversalFMA<D, A = D, B = A, C = D>`: one thread, one element each. */
function universalFma(name: AtomName): Outcome<MmaAtom> {
  const facts = mmaFacts('UniversalFMA<float>')!;
  const [d, a = d, b = a, c = d] = name.args.map(printAtomName);
  if (d === undefined) return unknownAtom(name);
  return new MmaAtom(
    {
      ...facts,
      name: printAtomName(name),
      types: { d, a: a!, b: b!, c: c! },
      parameters: parametersOf(name),
    },
    IN_REGISTERS,
  );
}

/**
 * `SM90_64xNxK_…`: warp-group MMA. The thread-value layouts do not depend on the majorness of the operands,
 * which only the descriptors carry; of N they depend as the instruction does, so that every N comes from
 * the table's N = 16.
 */
function gmmaAtom(name: AtomName, plain: string): Outcome<MmaAtom> {
  const facts = gmmaFacts(plain);
  if (facts === null) return unknownAtom(name);
  // `…_TN` atoms take no majorness: both operands are K-major.
  const fixed = /_TN(?:_SATURATE)?$/.test(plain);
  const a = fixed ? 'K' : majorOf(name.args[0]);
  const b = fixed ? 'K' : majorOf(name.args[1]);
  return new MmaAtom(facts, {
    A: /_RS(?:_|$)/.test(plain) ? REGISTERS : descriptor('GMMA', a),
    B: descriptor('GMMA', b),
    C: REGISTERS,
  });
}

const LARGEST_GMMA_N = 256;

const gmmaFacts = (name: string): MmaFacts | null => mmaFacts(name) ?? gmmaOfOtherN(name);

function gmmaOfOtherN(name: string): MmaFacts | null {
  const parts = /^SM90_64x(\d+)(x\d+_\w+)$/.exec(name);
  const n = Number(parts?.[1]);
  if (parts === null || n % 8 !== 0 || n < 8 || n > LARGEST_GMMA_N) return null;
  const sibling = mmaFacts(`SM90_64x16${parts[2]}`);
  if (sibling === null) return null;
  const [m, , k] = sibling.shapeMnk;
  return {
    ...sibling,
    name,
    shapeMnk: [m, n, k],
    b: new Layout([128, [n, k]], [0, [1, n]]),
    c: new Layout(
      [
        [4, 8, 4],
        [2, 2, n / 8],
      ],
      [
        [128, 1, 16],
        [64, 8, 512],
      ],
    ),
  };
}

function ummaAtom(name: AtomName, last: string): Outcome<MmaAtom> {
  const family = ummaFamily(last);
  if (family === null) return unknownAtom(name);
  const facts = ummaFacts(family, name);
  if (facts === null) return unknownAtom(name);
  return new MmaAtom(facts.facts, ummaHomes(family, facts.majors, facts.aBits));
}

function ummaHomes(
  family: UmmaFamily,
  majors: readonly ('K' | 'MN' | null)[],
  aBits: number | null,
): Readonly<Record<Operand, OperandHome>> {
  const { ctas, aInTensorMemory } = family;
  // A in tensor memory must share its datapaths with the accumulator, so neither is interleaved.
  const allocation = aInTensorMemory && ctas === 1 ? 'non-interleaved' : 'interleaved';
  const aAllocation = ctas === 1 ? 'non-interleaved' : 'duplicated';
  return {
    A:
      aInTensorMemory && aBits !== null
        ? { kind: 'tensor-memory', ctas, allocation: aAllocation, storageBits: aBits }
        : descriptor('UMMA', majors[0] ?? null),
    B: descriptor('UMMA', majors[1] ?? null),
    C: { kind: 'tensor-memory', ctas, allocation, storageBits: ACCUMULATOR_BITS },
  };
}

/** Accumulators take a 32-bit column each, also narrower ones. */
const ACCUMULATOR_BITS = 32;

/**
 * `SM120_16x8x32_TN<A, B, C>` and its block-scaled and sparse kin. The layouts are those of the base name;
 * the accumulator's type is the third argument, A and B are held in 8-bit or 4-bit containers.
 */
function sm120Atom(name: AtomName, last: string): Outcome<MmaAtom> {
  const entry = mmaNames().find((row) => row.startsWith(`${last}<`));
  const facts = entry === undefined ? null : mmaFacts(entry);
  const accumulator = name.args[2];
  if (facts === null || accumulator === undefined) return unknownAtom(name);
  const types = { ...facts.types, c: printAtomName(accumulator), d: printAtomName(accumulator) };
  const sparse = /^sparse_elem<2,.+>$/.test(plainTypeName(facts.types.a));
  const scale = name.args[3];
  return new MmaAtom(
    {
      ...facts,
      name: printAtomName(name),
      types: sparse
        ? { ...types, a: `sparse_elem<2,${plainTypeName(printAtomName(name.args[0]!))}>` }
        : types,
      extraTypes:
        scale === undefined || facts.extraTypes.SF === undefined
          ? facts.extraTypes
          : { ...facts.extraTypes, SF: printAtomName(scale) },
    },
    IN_REGISTERS,
  );
}
