// Elements of one type whose bits an instruction, or what they are copied to, takes for those of another. Nothing in C++ CuTe asks.

import { Violation } from '../../../algebra/integer/failure.ts';
import type { CopyAtom } from '../../../hardware/copy/copy-atom.ts';
import type { MmaAtom } from '../../../hardware/mma/mma-atom.ts';
import type { Engine } from '../../model/value.ts';

/** Types as wide as each other that mean other numbers, by their names in C++, CUDA and CuTe DSL. */
const FORMATS: ReadonlyMap<string, string> = new Map(
  [
    ['half_t', '__half', 'half', 'Float16'],
    ['bfloat16_t', '__nv_bfloat16', 'BFloat16'],
    ['float_e4m3_t', '__nv_fp8_e4m3', 'Float8E4M3FN'],
    ['float_e5m2_t', '__nv_fp8_e5m2', 'Float8E5M2'],
  ].flatMap((names) => names.map((name) => [name, names[0]!] as const)),
);

const formatOf = (name: string | null): string | undefined =>
  FORMATS.get((name ?? '').replace(/^.*(?:::|\.)/, ''));

/** `copy(atom, src, dst)`: what an instruction moves are bits, where `copy(src, dst)` would convert each element. */
export function movedAsAnother(atom: CopyAtom, source: Engine, destination: Engine): Violation | null {
  const [from, to] = [formatOf(source.element), formatOf(destination.element)];
  if (from === undefined || to === undefined || from === to || source.bits !== destination.bits) return null;
  return new Violation(
    'operand-type',
    `the source holds ${from}, the destination ${to}, and ${atom.operation.name} moves bits: they mean other numbers there`,
  );
}

/** `gemm(mma, A, B, C)`: the registers are handed over as they are. */
export function readAsAnother(mma: MmaAtom, engines: Readonly<Record<'A' | 'B', Engine>>): Violation | null {
  for (const operand of ['A', 'B'] as const) {
    const { name, bits, isParameter } = mma.types[operand];
    if (mma.homes[operand].kind !== 'registers' || isParameter === true) continue;
    const { element, bits: width } = engines[operand];
    const [held, taken] = [formatOf(element), formatOf(name)];
    if (held === undefined || taken === undefined || held === taken || width !== bits) continue;
    return new Violation(
      'operand-type',
      `${operand} holds ${held}, and ${mma.name} reads it as ${taken}: the bits mean other numbers`,
    );
  }
  return null;
}
