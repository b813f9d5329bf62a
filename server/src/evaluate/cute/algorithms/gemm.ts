// What `gemm` asks of the tensors that it is given (cute/algorithm/gemm.hpp; cute/algorithm.py of CuTe DSL).

import { shapeOf } from '../../../algebra/composed/composed.ts';
import { type Failure, Violation } from '../../../algebra/integer/failure.ts';
import type { Shape } from '../../../algebra/layout/layout.ts';
import { wrap } from '../../../algebra/tuple/operations.ts';
import { MmaAtom, type Operand } from '../../../hardware/mma/mma-atom.ts';
import { TiledMma } from '../../../hardware/mma/tiled-mma.ts';
import type { Builtin } from '../../model/builtin.ts';
import { Tensor, TypeValue, Unknown, type Value } from '../../model/value.ts';
import { readAsAnother } from './operand-types.ts';
import { type Host, NOTHING, sizeOfModes } from './support.ts';

/** The tensors of `gemm([mma,] [D,] A, B, C)`. */
interface GemmOperands {
  readonly mma: MmaAtom | null;
  readonly A: Shape;
  readonly B: Shape;
  /** Null where the accumulator is not known. */
  readonly C: Shape | null;
  /** What A and B are a thread's parts of. */
  readonly parts: Readonly<Record<'A' | 'B', Tensor['share']>>;
  readonly engines: Readonly<Record<'A' | 'B', Tensor['engine']>> & { readonly C: Tensor['engine'] | null };
}

const mmaOf = (value: Value | undefined): MmaAtom | null => {
  if (value instanceof TypeValue) return value.instance === null ? null : mmaOf(value.instance);
  if (value instanceof TiledMma) return value.atom;
  return value instanceof MmaAtom ? value : null;
};

function gemmOperands(args: readonly Value[]): GemmOperands | null {
  const mma = mmaOf(args[0]);
  const tensors = mma === null ? args : args.slice(1);
  if (tensors.length < 3 || tensors.length > 5) return null;
  const [a, b, c] = tensors.slice(-3);
  if (!(a instanceof Tensor) || !(b instanceof Tensor)) return null;
  if (!(c instanceof Tensor) && !(c instanceof Unknown)) return null;
  const [A, B] = [shapeOf(a.layout), shapeOf(b.layout)];
  const [parts, engines] = [
    { A: a.share, B: b.share },
    { A: a.engine, B: b.engine, C: c instanceof Tensor ? c.engine : null },
  ];
  return { mma, A, B, C: c instanceof Tensor ? shapeOf(c.layout) : null, parts, engines };
}

/** An operand that threads were handed as the other one: where M and N are equal its shape does not tell. */
function takenForAnother({ parts }: GemmOperands): Violation | null {
  for (const operand of ['A', 'B'] as const) {
    const share = parts[operand];
    if (share === null || !(share.by instanceof TiledMma) || share.part === operand) continue;
    return new Violation(
      'operand-partition',
      `${operand} was partitioned as ${share.part}: its thread has other elements than those of partition_${operand}`,
    );
  }
  return null;
}

/** Ranks of A, B and C that are multiplied, with an atom and without (there also elements are atoms). */
const RANKS = new Set(['1,1,1', '1,1,2', '2,2,2', '2,2,3', '3,3,3']);

/** Which modes of the operands have one extent, by the rank of C: `[operand, mode, operand, mode, name]`. */
type Shared = readonly [Operand, number, Operand, number, 'M' | 'N' | 'K'];

function sharedModes({ A }: GemmOperands, C: Shape): readonly Shared[] {
  const [a, c] = [wrap(A).length, wrap(C).length];
  if (c === 1) return [];
  // Without the mode of an atom, M is the first one.
  const m = c === 3 ? 1 : 0;
  const outer: readonly Shared[] = [
    ['A', m, 'C', m, 'M'],
    ['B', m, 'C', m + 1, 'N'],
  ];
  return a > m + 1 ? [...outer, ['A', m + 1, 'B', m + 1, 'K']] : outer;
}

/** Where the accumulator is not known: as many modes, and one K. */
function gemmOfTwo({ A, B }: GemmOperands): Violation | null {
  const [a, b] = [wrap(A), wrap(B)];
  if (a.length !== b.length)
    return new Violation(
      'gemm-shapes',
      `A and B have ${a.length} and ${b.length} modes: (V,M,K) and (V,N,K) are multiplied`,
    );
  if (a.length !== 3) return null;
  const [n, m] = [sizeOfModes([a[2]!]), sizeOfModes([b[2]!])];
  return n === null || m === null || n === m
    ? null
    : new Violation('gemm-shapes', `K is ${n} in mode 2 of A, and ${m} in mode 2 of B`);
}

function gemmViolation(operands: GemmOperands, host: Host): Violation | null {
  const { mma, A, B, C } = operands;
  if (C === null) return gemmOfTwo(operands);
  const ranks = [A, B, C].map((shape) => wrap(shape).length);
  // Python takes A and B of two modes for C of two, too, whatever they mean.
  if (host === 'python' && ranks.join() === '2,2,2') return null;
  if (!RANKS.has(ranks.join()))
    return new Violation(
      'gemm-shapes',
      `A, B and C have ${ranks[0]}, ${ranks[1]} and ${ranks[2]} modes: (V,M,K), (V,N,K) and (V,M,N) are multiplied`,
    );
  for (const [x, i, y, j, name] of sharedModes(operands, C)) {
    const known = { A, B, C };
    const [n, m] = [sizeOfModes([wrap(known[x])[i]!]), sizeOfModes([wrap(known[y])[j]!])];
    if (n !== null && m !== null && n !== m)
      return new Violation(
        'gemm-shapes',
        `${name} is ${n} in mode ${i} of ${x}, and ${m} in mode ${j} of ${y}`,
      );
  }
  return mma === null || ranks.join() === '2,2,2' ? null : valuesViolation(mma, { A, B, C });
}

/** What a thread holds of each operand. */
function valuesViolation(mma: MmaAtom, operands: Readonly<Record<Operand, Shape>>): Violation | null {
  for (const operand of ['A', 'B', 'C'] as const) {
    if (mma.homes[operand].kind !== 'registers') continue;
    const held = sizeOfModes([wrap(operands[operand])[0]!]);
    const takes = sizeOfModes([wrap(mma.layouts[operand].shape)[1]!]);
    if (held !== null && takes !== null && held !== takes)
      return new Violation(
        'gemm-shapes',
        `mode 0 of ${operand} has ${held} values, of which ${mma.name} takes ${takes}`,
      );
  }
  return null;
}

/** An accumulator of wider or narrower values fills other registers than the instruction has for it. */
function accumulatorViolation(mma: MmaAtom, engine: Tensor['engine'] | null): Violation | null {
  const { bits, isParameter } = mma.types.C;
  if (engine?.bits == null || engine.space !== 'rmem' || mma.homes.C.kind !== 'registers') return null;
  if (typeof bits !== 'number' || isParameter === true || bits === engine.bits) return null;
  return new Violation(
    'gemm-shapes',
    `C holds values of ${engine.bits} bits, and ${mma.name} accumulates in ${bits}`,
  );
}

export const multiplying =
  (host: Host): Builtin =>
  ({ name, args, template }): Value | Failure => {
    const operands = template.length > 0 ? null : gemmOperands(args);
    if (operands === null) return NOTHING(name);
    const { mma, engines } = operands;
    return (
      gemmViolation(operands, host) ??
      takenForAnother(operands) ??
      (mma === null ? null : (accumulatorViolation(mma, engines.C) ?? readAsAnother(mma, engines))) ??
      NOTHING(name)
    );
  };
