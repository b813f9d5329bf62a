// What `copy` and `gemm` ask of the tensors that they are given (cute/algorithm/copy.hpp, gemm.hpp; cute/algorithm.py of
// CuTe DSL). They give no value; what they refuse, and what goes wrong with what they take, is a violation.

import { innermostLayout, shapeOf } from '../../algebra/composed/composed.ts';
import { type Failure, isFailure, Violation } from '../../algebra/integer/failure.ts';
import { type Int, isStatic } from '../../algebra/integer/integer.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import type { Shape } from '../../algebra/layout/layout.ts';
import { ScaledBasis } from '../../algebra/layout/stride.ts';
import { coalesce, modeOf } from '../../algebra/operation/coalesce.ts';
import { leavesOf } from '../../algebra/tuple/operations.ts';
import { CopyAtom } from '../../hardware/copy/copy-atom.ts';
import { TiledCopy } from '../../hardware/copy/tiled-copy.ts';
import { MmaAtom, type Operand } from '../../hardware/mma/mma-atom.ts';
import { TiledMma } from '../../hardware/mma/tiled-mma.ts';
import type { Builtin } from '../model/builtin.ts';
import { Tensor, TypeValue, Unknown, type Value } from '../model/value.ts';

/** Whose rules hold: C++ asserts while it compiles, Python raises. */
type Host = 'cpp' | 'python';

const NOTHING = (name: string): Unknown => new Unknown('not-a-layout', `${name} gives no value`);

const modesOf = (shape: Shape): readonly Shape[] =>
  (Array.isArray(shape) ? shape : [shape]) as readonly Shape[];

/** The number of elements of some modes; null where it is not known. */
function sizeOfModes(modes: readonly Shape[]): number | null {
  let product = 1;
  for (const leaf of modes.flatMap((mode) => leavesOf(mode as Int))) {
    const n = knownNumber(leaf);
    if (n === undefined) return null;
    product *= n;
  }
  return product;
}

const isStaticShape = (shape: Shape): boolean => leavesOf(shape as Int).every(isStatic);

const modesText = (n: number): string => (n === 1 ? '1 mode' : `${n} modes`);

/** The widest access that fits is chosen for what is copied; elements are counted off. */
const isAutomatic = (atom: CopyAtom): boolean =>
  /^(?:Auto|DefaultCopy)/.test(atom.operation.name.replace(/^.*::/, ''));

/** `copy(src, dst)`: as many elements as the destination has, in their linear order. */
function copyOfElements(source: Shape, destination: Shape, host: Host): Violation | null {
  const [from, to] = [source, destination].map((shape) => sizeOfModes(modesOf(shape)));
  if (from == null || to == null) return null;
  if (from === to) return copyInOtherOrder(source, destination);
  if (host === 'python')
    return new Violation('copy-shapes', `the source has ${from} elements, the destination ${to}`);
  return new Violation(
    'copy-size',
    from < to
      ? `the destination has ${to} elements, the source ${from}: the copy reads beyond its end`
      : `the source has ${from} elements, the destination ${to}: ${from - to} are not copied`,
  );
}

/** As many modes of other sizes: elements go where nobody means them to. */
function copyInOtherOrder(source: Shape, destination: Shape): Violation | null {
  const [from, to] = [modesOf(source), modesOf(destination)];
  if (from.length !== to.length || from.length < 2) return null;
  const sizes = [from, to].map((modes) => modes.map((mode) => sizeOfModes([mode])));
  const [first = [], second = []] = sizes;
  const at = first.findIndex((n, i) => n !== null && second[i] != null && n !== second[i]);
  // Where one is regrouped, its modes of one element tell.
  if (at < 0 || [...first, ...second].includes(1)) return null;
  return new Violation(
    'copy-size',
    `mode ${at} of the source has ${first[at]} elements, of the destination ${second[at]}: elements are copied in linear order, so that coordinates differ`,
  );
}

/** `copy(atom, src, dst)`: the first mode is the atom's, the others are gone through together. */
function copyByAtom(atom: CopyAtom, source: Shape, destination: Shape, host: Host): Violation | null {
  const [from, to] = [modesOf(source), modesOf(destination)];
  if (from.length !== to.length)
    return new Violation(
      'copy-shapes',
      `the source has ${modesText(from.length)}, the destination ${to.length}`,
      { cute: 'CopyAtom rank-mismatch.' },
    );
  const [n, m] = [from, to].map((modes) => sizeOfModes(modes.slice(1)));
  if (n != null && m != null && n !== m) {
    const isRefused = [source, destination].every(isStaticShape);
    return new Violation(
      isRefused ? 'copy-shapes' : 'copy-size',
      `behind the mode of the atom the source has ${sizesText(from)}, the destination ${sizesText(to)}`,
      { cute: 'size<1>(src_v) == size<1>(dst_v)' },
    );
  }
  return host === 'cpp' ? copyOfValues(atom, from[0]!, to[0]!) : null;
}

const sizesText = (modes: readonly Shape[]): string =>
  modes
    .slice(1)
    .map((mode) => sizeOfModes([mode]) ?? '?')
    .join(' × ');

/** What one instruction is given: as many values as it takes, or a tuple that is looked into. */
function copyOfValues(atom: CopyAtom, source: Shape, destination: Shape): Violation | null {
  if (isMemoryOperation(atom)) return null;
  const [from, to] = [source, destination].map((mode) => sizeOfModes([mode]));
  const [takes, gives] = [atom.src, atom.dst].map((layout) => sizeOfModes([modesOf(layout.shape)[1]!]));
  if (from == null || to == null || takes == null || gives == null) return null;
  if (from === takes || to === gives) return null;
  if (Array.isArray(source) && Array.isArray(destination))
    return copyByAtom(atom, source as Shape, destination as Shape, 'cpp');
  return new Violation(
    'copy-shapes',
    `${atom.operation.name} takes ${takes} values from the source and gives ${gives}: the modes have ${from} and ${to}`,
    { cute: 'CopyAtom: Src/Dst partitioning does not match the instruction requirement.' },
  );
}

/** Copies of whole boxes or of tensor memory: their values are counted by other rules. */
const isMemoryOperation = (atom: CopyAtom): boolean => /TMA|BULK|TMEM|SM100/.test(atom.operation.name);

/** Instructions that move what lies together, by the sides on which they do. */
const VECTORS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:UniversalCopy|SM80_CP_ASYNC)/, ['source', 'destination']],
  [/_LDSM_/, ['source']],
  [/_STSM_/, ['destination']],
];

/** The values of one access that do not follow one another in memory: `recast` does not make one of them. */
export function scattered(
  atom: CopyAtom,
  { layout }: Tensor,
  side: 'source' | 'destination',
): Violation | null {
  const name = atom.operation.name.replace(/^.*::/, '');
  if (!VECTORS.some(([pattern, sides]) => pattern.test(name) && sides.includes(side))) return null;
  const takes = sizeOfModes([modesOf((side === 'source' ? atom.src : atom.dst).shape)[1]!]);
  const plain = innermostLayout(layout);
  const values = coalesce(modeOf(plain, 0));
  if (takes === null || takes === 1 || isFailure(values)) return null;
  const [size, stride] = [modesOf(values.shape), modesOf(values.stride as Shape)].map(
    (modes) => modes[0] as Int,
  );
  // The first mode may hold several accesses.
  const [run, step] = [knownNumber(size!), stride instanceof ScaledBasis ? undefined : knownNumber(stride!)];
  if (run === undefined || step === undefined || (step === 1 && run % takes === 0)) return null;
  const apart = step === 1 ? `${run} of them follow one another` : `they are ${step} apart`;
  return new Violation(
    'copy-shapes',
    `${name} moves ${takes} values of the ${side} at once, which must follow one another: ${apart}`,
    { cute: 'Layout is incompatible with this CopyOp.' },
  );
}

/** Matrices are loaded from shared memory, and stored there. */
function notShared(atom: CopyAtom, source: Tensor, destination: Tensor): Violation | null {
  const name = atom.operation.name.replace(/^.*::/, '');
  const [, kind] = /_(LDSM|STSM)_/.exec(name) ?? [];
  if (kind === undefined) return null;
  const [side, { engine }] = kind === 'LDSM' ? ['source', source] : ['destination', destination];
  if (engine.space !== 'gmem' && engine.space !== 'rmem') return null;
  const where = engine.space === 'gmem' ? 'global memory' : 'registers';
  const does = kind === 'LDSM' ? 'loads from' : 'stores to';
  return new Violation('copy-shapes', `${name} ${does} shared memory, and the ${side} is in ${where}`, {
    cute: 'Expected smem',
  });
}

const atomOf = (value: Value | undefined): CopyAtom | null => {
  if (value instanceof TypeValue) return value.instance === null ? null : atomOf(value.instance);
  if (value instanceof TiledCopy) return value.atom;
  return value instanceof CopyAtom ? value : null;
};

/**
 * `copy_if([atom,] pred, src, dst)` asks the predicate for each element, with an atom for each one behind its mode, in
 * their linear order.
 */
function predicateViolation(predicate: Value | undefined, of: Shape, hasAtom: boolean): Violation | null {
  if (!(predicate instanceof Tensor)) return null;
  const asked = sizeOfModes(modesOf(of).slice(hasAtom ? 1 : 0));
  const given = sizeOfModes(modesOf(shapeOf(predicate.layout)));
  if (asked === null || given === null || asked === given) return null;
  return new Violation(
    'predicate-shape',
    `the predicate has ${given} elements, the copy asks for ${asked}: is it that of another tensor?`,
  );
}

/** `copy([atom,] src, dst)`, `copy_if([atom,] pred, src, dst)`. */
const copying =
  (host: Host, isPredicated: boolean): Builtin =>
  ({ name, args, template }) => {
    if (template.length > 0) return NOTHING(name);
    const atom = atomOf(args[0]);
    const tensors = (atom === null ? args : args.slice(1)).slice(isPredicated ? 1 : 0);
    const [source, destination] = tensors;
    if (tensors.length !== 2 || !(source instanceof Tensor) || !(destination instanceof Tensor))
      return NOTHING(name);
    const [from, to] = [shapeOf(source.layout), shapeOf(destination.layout)];
    const violation =
      atom === null || isAutomatic(atom)
        ? copyOfElements(from, to, host)
        : (copyByAtom(atom, from, to, host) ??
          notShared(atom, source, destination) ??
          scattered(atom, source, 'source') ??
          scattered(atom, destination, 'destination'));
    const byPredicate = isPredicated
      ? predicateViolation(args[atom === null ? 0 : 1], to, atom !== null)
      : null;
    return violation ?? byPredicate ?? NOTHING(name);
  };

/** The tensors of `gemm([mma,] [D,] A, B, C)`. */
interface GemmOperands {
  readonly mma: MmaAtom | null;
  readonly A: Shape;
  readonly B: Shape;
  /** Null where the accumulator is not known. */
  readonly C: Shape | null;
  /** What A and B are a thread's parts of. */
  readonly parts: Readonly<Record<'A' | 'B', Tensor['share']>>;
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
  const parts = { A: a.share, B: b.share };
  return { mma, A, B, C: c instanceof Tensor ? shapeOf(c.layout) : null, parts };
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
  const [a, c] = [modesOf(A).length, modesOf(C).length];
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
  const [a, b] = [modesOf(A), modesOf(B)];
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
  const ranks = [A, B, C].map((shape) => modesOf(shape).length);
  // Python takes A and B of two modes for C of two, too, whatever they mean.
  if (host === 'python' && ranks.join() === '2,2,2') return null;
  if (!RANKS.has(ranks.join()))
    return new Violation(
      'gemm-shapes',
      `A, B and C have ${ranks[0]}, ${ranks[1]} and ${ranks[2]} modes: (V,M,K), (V,N,K) and (V,M,N) are multiplied`,
    );
  for (const [x, i, y, j, name] of sharedModes(operands, C)) {
    const known = { A, B, C };
    const [n, m] = [sizeOfModes([modesOf(known[x])[i]!]), sizeOfModes([modesOf(known[y])[j]!])];
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
    const held = sizeOfModes([modesOf(operands[operand])[0]!]);
    const takes = sizeOfModes([modesOf(mma.layouts[operand].shape)[1]!]);
    if (held !== null && takes !== null && held !== takes)
      return new Violation(
        'gemm-shapes',
        `mode 0 of ${operand} has ${held} values, of which ${mma.name} takes ${takes}`,
      );
  }
  return null;
}

const multiplying =
  (host: Host): Builtin =>
  ({ name, args, template }): Value | Failure => {
    const operands = template.length > 0 ? null : gemmOperands(args);
    const violation = operands === null ? null : (gemmViolation(operands, host) ?? takenForAnother(operands));
    return violation ?? NOTHING(name);
  };

export const cppAlgorithms: readonly (readonly [string, Builtin])[] = [
  ['copy', copying('cpp', false)],
  ['copy_if', copying('cpp', true)],
  ['gemm', multiplying('cpp')],
];

/** Of CuTe DSL; arguments by name are not looked at. */
export const pythonAlgorithms: readonly (readonly [string, Builtin])[] = [
  ['copy', copying('python', false)],
  ['basic_copy', copying('python', false)],
  ['autovec_copy', copying('python', false)],
  ['gemm', multiplying('python')],
];
