// What `copy` asks of the tensors that it is given (cute/algorithm/copy.hpp; cute/algorithm.py of CuTe DSL).

import { innermostLayout, shapeOf } from '../../../algebra/composed/composed.ts';
import { isFailure, Violation } from '../../../algebra/integer/failure.ts';
import { Dynamic, type Int, isStatic } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Layout, Shape } from '../../../algebra/layout/layout.ts';
import { ScaledBasis, type Stride } from '../../../algebra/layout/stride.ts';
import { coalesce, modeOf } from '../../../algebra/operation/coalesce.ts';
import { leavesOf, wrap } from '../../../algebra/tuple/operations.ts';
import { CopyAtom } from '../../../hardware/copy/copy-atom.ts';
import { ThrCopy, TiledCopy } from '../../../hardware/copy/tiled-copy.ts';
import type { Builtin } from '../../model/builtin.ts';
import { type Engine, Tensor, TypeValue, type Value } from '../../model/value.ts';
import { movedAsAnother } from './operand-types.ts';
import { type Host, NOTHING, sizeOfModes } from './support.ts';

const isStaticShape = (shape: Shape): boolean => leavesOf(shape as Int).every(isStatic);

const modesText = (n: number): string => (n === 1 ? '1 mode' : `${n} modes`);

/** The widest access that fits is chosen for what is copied; elements are counted off. */
const isAutomatic = (atom: CopyAtom): boolean =>
  /^(?:Auto|DefaultCopy)/.test(atom.operation.name.replace(/^.*::/, ''));

/** `copy(src, dst)`: as many elements as the destination has, in their linear order. */
function copyOfElements(source: Shape, destination: Shape, host: Host): Violation | null {
  const [from, to] = [source, destination].map((shape) => sizeOfModes(wrap(shape)));
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
export function copyInOtherOrder(source: Shape, destination: Shape): Violation | null {
  const [from, to] = [wrap(source), wrap(destination)];
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
  const [from, to] = [wrap(source), wrap(destination)];
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
  const [takes, gives] = [atom.src, atom.dst].map((layout) => sizeOfModes([wrap(layout.shape)[1]!]));
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

const apartText = (run: number, step: number): string =>
  step === 1 ? `${run} of them follow one another` : `they are ${step} apart`;

const openText = (step: number | undefined): string =>
  `their stride${step === undefined ? '' : ` of ${step}`} is known when the program runs, not when it is compiled`;

/** The values of one access that do not follow one another in memory: `recast` does not make one of them. */
export function scattered(
  atom: CopyAtom,
  { layout }: Tensor,
  side: 'source' | 'destination',
  host: Host = 'python',
): Violation | null {
  const name = atom.operation.name.replace(/^.*::/, '');
  if (!VECTORS.some(([pattern, sides]) => pattern.test(name) && sides.includes(side))) return null;
  const takes = sizeOfModes([wrap((side === 'source' ? atom.src : atom.dst).shape)[1]!]);
  const plain = innermostLayout(layout);
  // C++ has elements of 16 bytes, such as complex numbers.
  if (takes === null) return host === 'python' ? scatteredBytes(name, plain, side) : null;
  const values = coalesce(modeOf(plain, 0));
  if (takes === 1 || isFailure(values)) return null;
  const [size, stride] = [wrap(values.shape), wrap(values.stride as Shape)].map((modes) => modes[0] as Int);
  // The first mode may hold several accesses.
  const [run, step] = [knownNumber(size!), stride instanceof ScaledBasis ? undefined : knownNumber(stride!)];
  if (run === undefined) return null;
  // C++ knows for neighbours those whose stride is 1 when it compiles.
  const isOpen = host === 'cpp' && stride instanceof Dynamic && isStatic(size!) && run > 1;
  if (!isOpen && (step === undefined || (step === 1 && run % takes === 0))) return null;
  const apart = isOpen && (step ?? 1) === 1 ? openText(step) : apartText(run, step!);
  return new Violation(
    'copy-shapes',
    `${name} moves ${takes} values of the ${side} at once, which must follow one another: ${apart}`,
    { cute: 'Layout is incompatible with this CopyOp.' },
  );
}

/** More bits than any element type of CuTe DSL has. */
const SEVERAL = 128;

/** The same where the type of the elements is not known: an access of 16 bytes moves several of them. */
function scatteredBytes(name: string, { shape, stride }: Layout, side: string): Violation | null {
  const bits = Number(/<uint(\d+)_t>$/.exec(name)?.[1] ?? 0);
  const [size] = leavesOf(wrap(shape)[0] as Int);
  const [first] = leavesOf(wrap(stride as Shape)[0] as Stride);
  const step = first === undefined || first instanceof ScaledBasis ? undefined : knownNumber(first as Int);
  // Of a number of elements that is known, the width of one would be too.
  if (bits < SEVERAL || size === undefined || knownNumber(size) !== undefined) return null;
  if (step === undefined || step <= 1) return null;
  return new Violation(
    'copy-shapes',
    `${name} moves ${bits / 8} bytes of the ${side} at once, elements that must follow one another: ${apartText(0, step)}`,
    { cute: 'Layout is incompatible with this CopyOp.' },
  );
}

const MEMORIES: Readonly<Record<string, string>> = {
  gmem: 'global memory',
  smem: 'shared memory',
  rmem: 'registers',
};

/** Where the sides of an instruction are. `cp.async` is not asked by C++ CuTe: its addresses become those of the spaces it takes. */
const SIDES: readonly (readonly [RegExp, 'source' | 'destination', string, string, string?])[] = [
  [/_LDSM_/, 'source', 'smem', 'loads from', 'Expected smem'],
  [/_STSM_/, 'destination', 'smem', 'stores to', 'Expected smem'],
  [/_CP_ASYNC_/, 'source', 'gmem', 'loads from'],
  [/_CP_ASYNC_/, 'destination', 'smem', 'stores to'],
];

function inOtherSpace(atom: CopyAtom, source: Tensor, destination: Tensor): Violation | null {
  const name = atom.operation.name.replace(/^.*::/, '');
  for (const [pattern, side, wanted, does, cute] of SIDES) {
    const { space } = (side === 'source' ? source : destination).engine;
    const is = MEMORIES[space];
    if (!pattern.test(name) || is === undefined || space === wanted) continue;
    return new Violation(
      'copy-shapes',
      `${name} ${does} ${MEMORIES[wanted]}, and the ${side} is in ${is}`,
      cute === undefined ? {} : { cute },
    );
  }
  return null;
}

/** The atom that a copy is given; in CuTe DSL a thread's slice of a TiledCopy is one too. */
export const atomOf = (value: Value | undefined): CopyAtom | null => {
  if (value instanceof TypeValue) return value.instance === null ? null : atomOf(value.instance);
  if (value instanceof TiledCopy) return value.atom;
  if (value instanceof ThrCopy) return value.tiled.atom;
  return value instanceof CopyAtom ? value : null;
};

/**
 * `copy_if([atom,] pred, src, dst)` asks the predicate for each element, with an atom for each one behind its mode, in
 * their linear order.
 */
function predicateViolation(predicate: Value | undefined, of: Shape, hasAtom: boolean): Violation | null {
  if (!(predicate instanceof Tensor)) return null;
  const asked = sizeOfModes(wrap(of).slice(hasAtom ? 1 : 0));
  const given = sizeOfModes(wrap(shapeOf(predicate.layout)));
  if (asked === null || given === null || asked === given) return null;
  return new Violation(
    'predicate-shape',
    `the predicate has ${given} elements, the copy asks for ${asked}: is it that of another tensor?`,
  );
}

/** CuTe DSL's copies by an atom convert nothing (`copy` in cute/algorithm.py). */
function ofOtherWidths({ bits: from }: Engine, { bits: to }: Engine): Violation | null {
  if (from === null || to === null || from === to) return null;
  return new Violation(
    'copy-shapes',
    `a copy moves elements of one width: those of the source have ${from} bits, and those of the destination ${to}`,
  );
}

/** `copy([atom,] src, dst)`, `copy_if([atom,] pred, src, dst)`. */
export const copying =
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
          inOtherSpace(atom, source, destination) ??
          scattered(atom, source, 'source', host) ??
          scattered(atom, destination, 'destination', host) ??
          (host === 'cpp'
            ? movedAsAnother(atom, source.engine, destination.engine)
            : ofOtherWidths(source.engine, destination.engine)));
    const byPredicate = isPredicated
      ? predicateViolation(args[atom === null ? 0 : 1], to, atom !== null)
      : null;
    return violation ?? byPredicate ?? NOTHING(name);
  };
