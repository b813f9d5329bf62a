// Copy atoms: one copy instruction, the threads that issue it together, and which bits each of them reads
// and writes. The facts are C++ CuTe's Copy_Traits (test/golden/atoms.json); with an element type the
// layouts count elements instead of bits.

import { equalStatic } from '../../algebra/integer/comparison.ts';
import {
  asFailure,
  isFailure,
  NeedsValue,
  type Outcome,
  refuse,
  Violation,
} from '../../algebra/integer/failure.ts';
import type { StaticInt } from '../../algebra/integer/integer.ts';
import { intText } from '../../algebra/integer/known.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import { sizeOrThrow } from '../../algebra/layout/measure.ts';
import { modeOf } from '../../algebra/operation/coalesce.ts';
import { upcastOrThrow } from '../../algebra/operation/recast.ts';
import { type CopyFacts, copyFacts } from '../atom/atoms-data.ts';
import { elementType, type OpenElementType } from '../atom/element-type.ts';
import { type AtomName, parseAtomName, printAtomName, unwrapAtomName, withoutCute } from '../atom/name.ts';

/** One copy instruction, without an element type (`Copy_Traits`); the layouts are (thread, bit) → bit. */
export class CopyOperation {
  readonly name: string;
  readonly arch: string;
  readonly thrId: Layout;
  readonly src: Layout;
  readonly dst: Layout;
  readonly ref: Layout;
  /** Whether it is written `Copy_Traits<Operation>`, which is another type than the operation. */
  readonly isTraits: boolean;
  constructor(facts: CopyFacts, isTraits = false) {
    this.isTraits = isTraits;
    this.name = facts.name;
    this.arch = facts.arch;
    this.thrId = facts.thrId;
    this.src = facts.src;
    this.dst = facts.dst;
    this.ref = facts.ref;
  }
}

/** `Copy_Atom<Operation, T>`: the layouts are (thread, value) → value, in elements of T. */
export class CopyAtom {
  readonly operation: CopyOperation;
  readonly element: OpenElementType;
  readonly src: Layout;
  readonly dst: Layout;
  readonly ref: Layout;
  constructor(operation: CopyOperation, element: OpenElementType, src: Layout, dst: Layout, ref: Layout) {
    this.operation = operation;
    this.element = element;
    this.src = src;
    this.dst = dst;
    this.ref = ref;
  }
}

const WRAPPERS = ['Copy_Atom', 'Copy_Traits'];
const ASYNC_COPY = /^SM80_CP_ASYNC_CACHE(?:ALWAYS|GLOBAL)(?:_ZFILL)?$/;

const unknownOperation = (name: AtomName): NeedsValue =>
  new NeedsValue(`the copy operation ${printAtomName(name)} is not in the table of atoms`, [
    printAtomName(name),
  ]);

const bitsOf = (name: AtomName): StaticInt | null =>
  name.bits ?? elementType(printAtomName(name))?.bits ?? null;

/** Copies of one thread: `bits` of source and destination each. */
const singleThread = (name: string, arch: string, src: StaticInt, dst: StaticInt): CopyOperation =>
  new CopyOperation({
    name,
    arch,
    thrId: new Layout(1, 0),
    src: new Layout([1, src], [0, src === 1 ? 0 : 1]),
    dst: new Layout([1, dst], [0, dst === 1 ? 0 : 1]),
    ref: new Layout([1, src], [0, src === 1 ? 0 : 1]),
  });

/** `cp.async` copies 4, 8 or 16 bytes, and 16 where it leaves the first cache out (copy_sm80.hpp). */
function refusedAsync(plain: string, printed: string, bits: StaticInt): Violation | null {
  const widths = plain.includes('CACHEGLOBAL') ? [128] : [32, 64, 128];
  if (typeof bits !== 'number' || widths.includes(bits)) return null;
  const bytes = widths
    .map((width) => width / 8)
    .join(', ')
    .replace(/, (\d+)$/, ' or $1');
  return new Violation('inadmissible', `${printed} copies ${bytes} bytes at a time, not ${bits / 8}`, {
    cute: 'cp.async sizeof(TS) is not supported',
  });
}

/**
 * The copy operation of a name as users write it: `SM75_U32x4_LDSM_N`, `UniversalCopy<uint128_t>`,
 * `SM80_CP_ASYNC_CACHEALWAYS<uint128_t>`, `AutoVectorizingCopy`, `Copy_Traits<…>`.
 */
export function copyOperation(text: string | AtomName): Outcome<CopyOperation> {
  const parsed = typeof text === 'string' ? parseAtomName(text) : text;
  if (parsed === null)
    return new Violation('wrong-kind', `${String(text)} is not the name of a copy operation`);
  const name = unwrapAtomName(parsed, WRAPPERS);
  const plain = withoutCute(name.path);
  const printed = printAtomName({ path: plain, args: name.args });
  const fixed = copyFacts(plain);
  if (fixed !== null) return new CopyOperation(fixed);
  if (plain === 'UniversalCopy' || ASYNC_COPY.test(plain)) {
    const src = name.args[0] === undefined ? null : bitsOf(name.args[0]);
    const dst = name.args[1] === undefined ? src : bitsOf(name.args[1]);
    if (src === null || dst === null) {
      return new NeedsValue(`the width of the type in ${printed} is not known`, [printed]);
    }
    return plain === 'UniversalCopy'
      ? singleThread(printed, 'Universal', src, dst)
      : (refusedAsync(plain, printed, src) ?? singleThread(printed, 'SM80', src, dst));
  }
  if (plain === 'AutoVectorizingCopy' || plain === 'AutoVectorizingCopyWithAssumedAlignment') {
    // The instruction is chosen when it is known what is copied; the atom itself is of one element.
    return new CopyOperation({ ...copyFacts('DefaultCopy')!, name: printed });
  }
  return unknownOperation(name);
}

/**
 * `Copy_Atom<operation, element>`: refused where the element does not fit the operation, as C++ does.
 */
export function copyAtom(operation: CopyOperation, element: OpenElementType): Outcome<CopyAtom> {
  try {
    const [src, dst, ref] = (['src', 'dst', 'ref'] as const).map((side) =>
      inElements(operation, element, side),
    );
    return new CopyAtom(operation, element, src!, dst!, ref!);
  } catch (e) {
    return asFailure(e);
  }
}

const SIDE_NAMES = { src: 'Src', dst: 'Dst', ref: 'Ref' } as const;

function inElements(operation: CopyOperation, element: OpenElementType, side: 'src' | 'dst' | 'ref'): Layout {
  const layout = upcastOrThrow(operation[side], element.bits);
  const threads = [modeOf(layout, 0), operation.thrId].map((l) => sizeOrThrow(l) as StaticInt);
  if (!equalStatic(threads[0]!, threads[1]!)) {
    refuse(
      'inadmissible',
      `${operation.name} does not copy elements of ${intText(element.bits)} bits (${element.name})`,
      {
        cute: `CopyOperation is not valid for ${SIDE_NAMES[side]} of ValType.`,
      },
    );
  }
  return layout;
}

/** `Copy_Atom<SM75_U32x4_LDSM_N, half_t>` by its name. */
export function copyAtomByName(text: string | AtomName): Outcome<CopyAtom> {
  const name = typeof text === 'string' ? parseAtomName(text) : text;
  if (name === null || withoutCute(name.path) !== 'Copy_Atom' || name.args.length < 2) {
    return new Violation(
      'wrong-kind',
      `${String(text)} is not a Copy_Atom with an operation and an element type`,
    );
  }
  const operation = copyOperation(name.args[0]!);
  if (isFailure(operation)) return operation;
  const written = printAtomName(name.args[1]!);
  const element = elementType(written);
  if (element === null)
    return new NeedsValue(`the width of the element type ${written} is not known`, [written]);
  return copyAtom(operation, element);
}
