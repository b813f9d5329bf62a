// What the names of pycute stand for. Its layouts are a class of their own, so that everything done
// to them is done as pycute does it.

import { type Failure, Violation } from '../../../algebra/integer/failure.ts';
import {
  ComposedLayout,
  Layout,
  type Shape,
  type Strides,
  Swizzle,
  UNDERSCORE,
  Underscore,
} from '../../../algebra/layout/layout.ts';
import type { Builtin, BuiltinCall } from '../../model/builtin.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { bindSignature, type Signature, signature } from '../plain/call.ts';
import {
  BeyondExactIntegers,
  type Coordinate,
  coordinateToCoordinate,
  coordinateToIndex,
  demand,
  elementScale,
  flatten,
  hasNone,
  type IntTuple,
  indexToCoordinate,
  innerProduct,
  isTuple,
  PycuteError,
  prefixProduct,
  product,
  shapeDivide,
  slice,
  tupleMax,
} from './int-tuple.ts';
import * as py from './layout.ts';
import * as tiling from './tiling.ts';

/** A layout of pycute: all its integers are known. */
export class PyCuteLayout extends Layout {
  readonly library = 'pycute';
}

/** Arguments as pycute's functions take them. */
type Argument = null | number | py.PyLayout | readonly Argument[];

/** undefined: nothing that pycute's functions are computed for here. */
function fromValue(v: Value | undefined): Argument | undefined {
  if (v === undefined || v instanceof Underscore) return null;
  if (typeof v === 'number') return v;
  if (v instanceof PyCuteLayout) return v as unknown as py.PyLayout;
  if (!Array.isArray(v)) return undefined;
  const items = (v as readonly Value[]).map(fromValue);
  return items.includes(undefined) ? undefined : (items as readonly Argument[]);
}

type Result = null | number | boolean | py.PyLayout | readonly Result[];

function toValue(r: Result): Value {
  if (r === null) return UNDERSCORE;
  if (typeof r === 'number' || typeof r === 'boolean') return r;
  if (py.isLayout(r)) return new PyCuteLayout(r.shape as Shape, r.stride as Strides);
  return r.map(toValue);
}

/** Runs pycute's own steps; where pycute raises, the call is refused. */
function attempt(name: string, run: () => Result): Value | Failure {
  try {
    return toValue(run());
  } catch (error) {
    if (error instanceof PycuteError) {
      return new Violation('inadmissible', `pycute's ${name} refuses this: ${error.message}`, {
        source: 'pycute',
      });
    }
    if (error instanceof BeyondExactIntegers) return new Unknown('unsupported', 'an integer is too large');
    if (error instanceof RangeError) return new Unknown('unsupported', 'the tuple is nested too deeply');
    throw error;
  }
}

type Run = (args: readonly Argument[]) => Result;

const layoutOf = (a: Argument | undefined): py.PyLayout => {
  demand(py.isLayout(a), 'the argument is no layout');
  return a;
};
const intsOf = (a: Argument | undefined): IntTuple => {
  const check = (x: Argument | undefined): boolean => (isTuple(x) ? x.every(check) : typeof x === 'number');
  demand(check(a), 'the argument is no tuple of integers');
  return a as IntTuple;
};
const optional = <T>(a: Argument | undefined, read: (a: Argument) => T): T | undefined =>
  a === null || a === undefined ? undefined : read(a);
const tilerOf = (a: Argument | undefined): py.PyTiler => a as py.PyTiler;
const coordinateOf = (a: Argument | undefined): Coordinate => {
  const check = (x: Argument | undefined): boolean =>
    isTuple(x) ? x.every(check) : x === null || typeof x === 'number';
  demand(check(a), 'the argument is no coordinate');
  return a as Coordinate;
};
const numberOf = (a: Argument | undefined): number => {
  demand(typeof a === 'number', 'the argument is no integer');
  return a;
};
const layoutOrNumber = (a: Argument | undefined): py.PyLayout | number | null =>
  a === null || typeof a === 'number' ? a : layoutOf(a);

function makeLayout(args: readonly Argument[]): py.PyLayout {
  const only = args.length === 1 ? args[0] : undefined;
  const modes = only !== undefined && !py.isLayout(only) ? only : args;
  demand(isTuple(modes), 'make_layout takes layouts');
  return py.concatenate((modes as readonly Argument[]).map(layoutOf));
}

function construct(shape: IntTuple, stride: IntTuple | undefined): py.PyLayout {
  if (stride === undefined) return py.layout(shape);
  const congruent = (a: IntTuple, b: IntTuple): boolean =>
    isTuple(a) ? isTuple(b) && a.length === b.length && a.every((x, i) => congruent(x, b[i]!)) : !isTuple(b);
  // pycute does not look; every use of such a layout goes wrong in its own way.
  demand(congruent(shape, stride), 'shape and stride are not congruent');
  return py.layout(shape, stride);
}

const functions: readonly (readonly [string, Run])[] = [
  ['Layout(_shape, _stride?)', ([s, d]) => construct(intsOf(s), optional(d, intsOf))],
  ['size(layout)', ([a]) => py.size(py.isLayout(a) ? a : intsOf(a))],
  ['cosize(layout)', ([a]) => py.cosize(layoutOf(a))],
  ['coalesce(layout, profile?)', ([a, p]) => py.coalesce(layoutOf(a), coordinateOf(p ?? null))],
  ['filter(layout, profile?)', ([a, p]) => py.filter(layoutOf(a), coordinateOf(p ?? null))],
  ['composition(layoutA, layoutB)', ([a, b]) => py.composition(layoutOf(a), tilerOf(b))],
  [
    'complement(layout, max_idx?)',
    ([a, n]) => py.complement(typeof a === 'number' ? a : layoutOf(a), optional(n, numberOf) ?? 1),
  ],
  ['right_inverse(layout)', ([a]) => py.rightInverse(layoutOrNumber(a))],
  ['left_inverse(layout)', ([a]) => py.leftInverse(layoutOrNumber(a))],
  ['logical_divide(layoutA, layoutB)', ([a, b]) => tiling.logicalDivide(layoutOf(a), tilerOf(b))],
  ['logical_product(layoutA, layoutB)', ([a, b]) => tiling.logicalProduct(layoutOf(a), tilerOf(b))],
  ['zipped_divide(layoutA, layoutB)', ([a, b]) => tiling.zippedDivide(layoutOf(a), tilerOf(b))],
  ['tiled_divide(layoutA, layoutB)', ([a, b]) => tiling.tiledDivide(layoutOf(a), tilerOf(b))],
  ['zipped_product(layoutA, layoutB)', ([a, b]) => tiling.zippedProduct(layoutOf(a), tilerOf(b))],
  ['tiled_product(layoutA, layoutB)', ([a, b]) => tiling.tiledProduct(layoutOf(a), tilerOf(b))],
  ['slice_and_offset(crd, layout)', ([c, a]) => [...py.sliceAndOffset(coordinateOf(c), layoutOf(a))]],
  ['flatten(t)', ([t]) => [...flatten(intsOf(t))]],
  ['product(a)', ([a]) => product(intsOf(a))],
  ['inner_product(a, b)', ([a, b]) => innerProduct(intsOf(a), intsOf(b))],
  ['tuple_max(a)', ([a]) => tupleMax(intsOf(a))],
  ['elem_scale(a, b)', ([a, b]) => elementScale(intsOf(a), intsOf(b))],
  ['shape_div(a, b)', ([a, b]) => shapeDivide(intsOf(a), intsOf(b))],
  ['prefix_product(a, init?)', ([a, i]) => prefixProduct(intsOf(a), optional(i, intsOf) ?? 1)],
  [
    'idx2crd(idx, shape, stride?)',
    ([i, s, d]) => indexToCoordinate(intsOf(i), intsOf(s), optional(d, intsOf)),
  ],
  [
    'crd2idx(crd, shape, stride?)',
    ([c, s, d]) => coordinateToIndex(coordinateOf(c), intsOf(s), optional(d, intsOf)),
  ],
  [
    'crd2crd(crd, dst_shape, src_shape?)',
    ([c, to, from]) => coordinateToCoordinate(intsOf(c), intsOf(to), optional(from, intsOf)),
  ],
  ['slice_(crd, trg)', ([c, t]) => [...slice(coordinateOf(c), intsOf(t))]],
  ['has_none(a)', ([a]) => hasNone(coordinateOf(a))],
  ['is_layout(x)', ([x]) => py.isLayout(x)],
  ['is_int(x)', ([x]) => typeof x === 'number'],
  ['is_tuple(x)', ([x]) => isTuple(x)],
  ['signum(a)', ([a]) => Math.sign(numberOf(a))],
];

/** Second parameters with which pycute reckons: None, which stands for a default elsewhere, is no number. */
const RECKONED_WITH: Readonly<Record<string, string>> = { complement: 'max_idx', prefix_product: 'init' };

const builtinOf = (sign: Signature, run: Run): Builtin => {
  return (call) => {
    const bound = bindSignature(sign, call);
    if (bound instanceof Violation || bound instanceof Unknown) return bound;
    const args = bound.map(fromValue);
    const reckoned = call.args[1] ?? call.keywords.get(RECKONED_WITH[sign.name] ?? '');
    const isNone = Object.hasOwn(RECKONED_WITH, sign.name) && reckoned instanceof Underscore;
    if (isNone || args.includes(undefined)) {
      return new Unknown(
        'unsupported',
        `${sign.name} of pycute is computed for known integers and its own layouts`,
      );
    }
    return attempt(sign.name, () => run(args as readonly Argument[]));
  };
};

const swizzle: Builtin = (call) => {
  const bound = bindSignature(signature('Swizzle(bits, base, shift)'), call);
  if (bound instanceof Violation || bound instanceof Unknown) return bound;
  const [bits, base, shift] = bound;
  if (typeof bits !== 'number' || typeof base !== 'number' || typeof shift !== 'number') {
    return new Unknown('unsupported', 'the numbers of the swizzle are not known');
  }
  if (bits < 0 || base < 0 || Math.abs(shift) < bits) {
    return new Violation(
      'inadmissible',
      `Swizzle(${bits},${base},${shift}) needs bits ≥ 0, base ≥ 0 and |shift| ≥ bits`,
    );
  }
  return new Swizzle(bits, base, shift);
};

const composed: Builtin = (call) => {
  const bound = bindSignature(signature('ComposedLayout(layoutB, offset, layoutA)'), call);
  if (bound instanceof Violation || bound instanceof Unknown) return bound;
  const [outer, offset, inner] = bound;
  const isOuter = outer instanceof Swizzle || outer instanceof PyCuteLayout;
  if (!isOuter || typeof offset !== 'number' || !(inner instanceof PyCuteLayout)) {
    return new Unknown('unsupported', 'this composed layout of pycute is not computed');
  }
  return new ComposedLayout(outer, offset, inner);
};

const makeLayoutBuiltin: Builtin = (call) => {
  const args = call.args.map(fromValue);
  if (args.includes(undefined))
    return new Unknown('unsupported', 'make_layout of pycute takes its own layouts');
  return attempt('make_layout', () => makeLayout(args as readonly Argument[]));
};

const table: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...functions.map(([text, run]) => {
    const sign = signature(text);
    return [sign.name, builtinOf(sign, run)] as const;
  }),
  ['make_layout', makeLayoutBuiltin],
  ['Swizzle', swizzle],
  ['ComposedLayout', composed],
]);

export const pycuteBuiltin = (name: string): Builtin | undefined => table.get(name);

/** Whether a value belongs to pycute, so that its operators and members are pycute's. */
export const isPycute = (v: Value): v is PyCuteLayout | ComposedLayout =>
  v instanceof PyCuteLayout || (v instanceof ComposedLayout && v.inner instanceof PyCuteLayout);

/** `L(…)`: an index, or a sublayout where a coordinate is None. */
export function callPycute(v: PyCuteLayout | ComposedLayout, call: BuiltinCall): Value | Failure {
  if (v instanceof ComposedLayout) {
    const inner = callPycute(v.inner as PyCuteLayout, call);
    if (typeof inner !== 'number' || typeof v.offset !== 'number') {
      return inner instanceof Violation
        ? inner
        : new Unknown('unsupported', 'this slice of pycute is not computed');
    }
    return v.outer instanceof PyCuteLayout
      ? callPycute(v.outer, { ...call, args: [v.offset + inner] })
      : applySwizzle(v.outer as Swizzle, v.offset + inner);
  }
  const args = call.args.map(fromValue);
  if (args.includes(undefined)) return new Unknown('unsupported', 'the coordinate is not known');
  return attempt('call', () => py.apply(v as unknown as py.PyLayout, args.map(coordinateOf as never)));
}

/** `L[i]` */
export function indexPycute(v: PyCuteLayout | ComposedLayout, args: readonly Value[]): Value | Failure {
  const [i] = args;
  if (args.length !== 1 || typeof i !== 'number') return new Unknown('unsupported', 'the mode is not known');
  if (v instanceof ComposedLayout) {
    const inner = indexPycute(v.inner as PyCuteLayout, args);
    return inner instanceof PyCuteLayout ? new ComposedLayout(v.outer, v.offset, inner) : inner;
  }
  return attempt('indexing', () => py.mode(v as unknown as py.PyLayout, i));
}

export function memberOfPycute(v: PyCuteLayout | ComposedLayout, name: string): Value | undefined {
  if (v instanceof ComposedLayout) {
    if (name === 'layoutA') return v.inner;
    if (name === 'layoutB') return v.outer;
    return name === 'offset' ? (v.offset as Value) : undefined;
  }
  if (name === 'shape') return v.shape as Value;
  return name === 'stride' ? (v.stride as Value) : undefined;
}

/** `L.size()` and `L.cosize()`. */
export function methodOfPycute(v: PyCuteLayout | ComposedLayout, name: string): Builtin | undefined {
  const function_ = name === 'size' || name === 'cosize' ? table.get(name) : undefined;
  if (function_ === undefined) return undefined;
  const of = v instanceof ComposedLayout ? (name === 'size' ? v.inner : v.outer) : v;
  if (of instanceof Swizzle) return () => 2 ** (of.bits + of.base + Math.abs(of.shift));
  return (call) => function_({ ...call, args: [of as Value] });
}

/** pycute's Swizzle called on an offset. Only offsets of up to 31 bits. */
export function applySwizzle({ bits, base, shift }: Swizzle, offset: number): Value {
  // Shifting by nothing is where pycute's own two shift functions call each other without end.
  if (shift === 0) return new Unknown('unsupported', 'pycute cannot apply a swizzle with shift 0');
  if (offset < 0 || offset > 0x7fffffff || base + bits + Math.abs(shift) > 31) {
    return new Unknown('unsupported', 'the offset is too large for the swizzle');
  }
  const mask = ((1 << bits) - 1) << (base + Math.max(0, shift));
  const picked = offset & mask;
  return offset ^ (shift >= 0 ? picked >> shift : picked << -shift);
}
