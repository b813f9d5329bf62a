// The released CuTe DSL and the open CuTe IR differ in the strides of modes of one element that an operation made: the
// release has C++ CuTe's 0, the open one what the operation came to. No offset depends on them. Whatever gives a layout
// is worked out in both versions: where only such strides differ the layout knows it, and where more does nothing is said.

import { DSL_DIALECT } from '../../../algebra/catalog/dialect.ts';
import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import { Dynamic, type Int, StaticSymbol } from '../../../algebra/integer/integer.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  otherStrideOf,
  type Shape,
  type Strides,
  VersionedLayout,
} from '../../../algebra/layout/layout.ts';
import { printPlain } from '../../../algebra/layout/print.ts';
import { ScaledBasis, type Stride } from '../../../algebra/layout/stride.ts';
import { isHardwareValue } from '../../../hardware/value.ts';
import type { Builtin, BuiltinCall } from '../../model/builtin.ts';
import type { Library } from '../../model/library.ts';
import { Tensor, Unknown, type Value } from '../../model/value.ts';
import { isPycute } from '../pycute/pycute.ts';

type Result = Value | Failure;

/** What stands for a stride that differs between the versions. */
const VERSION_STRIDE = new Unknown(
  'unsupported',
  'the stride of a mode of one element differs between versions of CuTe DSL',
);

const isArray = (v: unknown): v is readonly Value[] => Array.isArray(v);
const isOwn = (v: Value): boolean => !isPycute(v);
const isPlain = (v: Value): v is Layout => v instanceof Layout && isOwn(v);
const isComposed = (v: Value): v is ComposedLayout => v instanceof ComposedLayout && isOwn(v);

/** A value with `f` made of the layouts in it. */
function mapLayouts(v: Value, f: (layout: Layout) => Layout): Value {
  if (isPlain(v)) return f(v);
  if (isArray(v)) return v.map((item) => mapLayouts(item, f));
  if (v instanceof Tensor) return new Tensor(v.engine, mapLayouts(v.layout, f) as AnyLayout, v.share);
  if (isComposed(v)) return new ComposedLayout(v.outer, v.offset, mapLayouts(v.inner, f) as AnyLayout);
  return v;
}

/** Whether a layout in the value fulfils a condition. */
function someLayout(v: Value, test: (layout: Layout) => boolean): boolean {
  if (isPlain(v)) return test(v);
  if (isArray(v)) return v.some((item) => someLayout(item, test));
  if (v instanceof Tensor) return someLayout(v.layout, test);
  return isComposed(v) && someLayout(v.inner, test);
}

const isVersioned = (v: Value): boolean => someLayout(v, (l) => l instanceof VersionedLayout);

/** What the open version has. */
const openVersion = (v: Value): Value =>
  isVersioned(v) ? mapLayouts(v, (l) => new Layout(l.shape, otherStrideOf(l))) : v;

/** A stride at a leaf of the two versions; null where they differ in what is known. */
type Leaf = (n: Int, a: Stride, b: Stride) => Stride | null;

function zipStrides(shape: Shape, a: Strides, b: Strides, leaf: Leaf): Strides | null {
  if (!Array.isArray(shape)) return leaf(shape as Int, a as Stride, b as Stride);
  const modes = shape.map((n, i) =>
    zipStrides(n as Shape, (a as readonly Strides[])[i]!, (b as readonly Strides[])[i]!, leaf),
  );
  return modes.includes(null) ? null : (modes as readonly Strides[]);
}

/** The strides of a layout as they are read out: what stands for those that differ is unknown. */
export const stridesOf = (layout: VersionedLayout): Value =>
  zipStrides(layout.shape, layout.stride, layout.otherStride, (_, a, b) =>
    printPlain(a) === printPlain(b) ? a : (VERSION_STRIDE as never),
  ) as Value;

/** A layout of strides that were read out; null where something else is unknown in them. */
export function layoutOfStrides(shape: Shape, strides: Strides): Layout | null {
  const isGiven = (d: unknown): boolean => d instanceof Unknown && d.reason === VERSION_STRIDE.reason;
  const of = (known: Stride): Strides | null =>
    zipStrides(shape, strides, strides, (n, d) =>
      isGiven(d) ? (n === 1 ? known : null) : (d as unknown) instanceof Unknown ? null : d,
    );
  const [released, open] = [of(0), of(new Dynamic(null))];
  return released === null || open === null ? null : new VersionedLayout(shape, released, open);
}

/** Whether two shapes are of the same modes and, as far as they are static, of the same sizes. */
function sameModes(a: Shape, b: Shape): boolean {
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((n, i) => sameModes(n as Shape, b[i] as Shape))
    );
  return a === b || (typeof a !== 'number' && typeof b !== 'number');
}

const differ = (a: string, b: string): Unknown =>
  new Unknown('unsupported', `versions of CuTe DSL differ: ${a} in the release, ${b} in the open CuTe IR`);

const isOpen = (d: Stride): boolean =>
  d instanceof ScaledBasis ? isOpen(d.value as Stride) : d instanceof Dynamic || d instanceof StaticSymbol;

/** Modes of one element may have another stride; strides that are not known are the same number in other words. */
const otherStride: Leaf = (n, a, b) => {
  if (n === 1) return b;
  return isOpen(a) || isOpen(b) || printPlain(a) === printPlain(b) ? a : null;
};

function commonLayout(a: Layout, b: Layout): Value {
  if (a === b) return a;
  const other = sameModes(a.shape, b.shape)
    ? zipStrides(a.shape, a.stride, otherStrideOf(b), otherStride)
    : null;
  if (other === null) return differ(printPlain(a), printPlain(b));
  return printPlain(a.stride) === printPlain(other)
    ? new Layout(a.shape, a.stride)
    : new VersionedLayout(a.shape, a.stride, other);
}

/** What holds in both versions. */
function common(a: Value, b: Value): Value {
  if (a === b || a instanceof Unknown) return a;
  if (b instanceof Unknown) return someLayout(a, () => true) ? b : a;
  if (isPlain(a) && isPlain(b)) return commonLayout(a, b);
  if (a instanceof Tensor && b instanceof Tensor) {
    const layout = common(a.layout, b.layout);
    return layout instanceof Unknown ? layout : new Tensor(a.engine, layout as AnyLayout, a.share);
  }
  if (isComposed(a) && isComposed(b)) {
    const inner = common(a.inner, b.inner);
    return inner instanceof Unknown ? inner : new ComposedLayout(a.outer, a.offset, inner as AnyLayout);
  }
  if (isArray(a) && isArray(b))
    return a.length === b.length ? a.map((item, i) => common(item, b[i]!)) : differ('a tuple', 'another one');
  return typeof a === 'number' && typeof b === 'number' && a !== b ? differ(`${a}`, `${b}`) : a;
}

/** Strides of modes of one element as nobody knows them, for what only one version computes. */
const unspecified = (v: Value, differs: (stride: Stride) => boolean): Value =>
  mapLayouts(v, (layout) => {
    const other = zipStrides(layout.shape, layout.stride, otherStrideOf(layout), (n, a, b) =>
      n === 1 && differs(a) ? new Dynamic(null) : b,
    )!;
    return printPlain(other) === printPlain(layout.stride)
      ? layout
      : new VersionedLayout(layout.shape, layout.stride, other);
  });

const isZero = (stride: Stride): boolean => stride === 0;

/** `wasOpen`: the arguments have strides already that only one version knows. */
function reconciled(released: Result, open: Result, wasOpen: boolean): Result {
  if (isFailure(released)) return isFailure(open) ? released : differ('refused', 'computed');
  if (wasOpen && (isFailure(open) || open instanceof Unknown)) return unspecified(released, isZero);
  if (isFailure(open)) return differ('computed', 'refused');
  const isGap = released instanceof Unknown && released.category === 'unsupported';
  if (isGap && someLayout(open, () => true)) return unspecified(open, () => true);
  return common(released, open);
}

const needsBoth = (released: Result): boolean =>
  isFailure(released) ||
  (released instanceof Unknown ? released.category === 'unsupported' : someLayout(released, () => true));

function inBothVersions(call: BuiltinCall, run: Builtin): Result {
  const released = run(call);
  const isOpenCall = [...call.args, ...call.keywords.values()].some(isVersioned);
  if (!isOpenCall && !needsBoth(released)) return released;
  const { trace, ...plain } = call;
  const result = reconciled(
    released,
    run({
      ...plain,
      args: call.args.map(openVersion),
      keywords: new Map([...call.keywords].map(([name, v]) => [name, openVersion(v)])),
      dialect: DSL_DIALECT,
    }),
    isOpenCall,
  );
  if (trace !== undefined && !isFailure(result) && isVersioned(result))
    trace.step('the steps are those of C++ CuTe, strides of modes of one element too');
  return result;
}

const WRAPPED = new WeakMap<Builtin, Builtin>();

/** The function in both versions. */
function versioned(run: Builtin | undefined): Builtin | undefined {
  if (run === undefined) return undefined;
  const wrapped = WRAPPED.get(run) ?? ((call) => inBothVersions(call, run));
  WRAPPED.set(run, wrapped);
  return wrapped;
}

/** What is compiled inside the library: the release writes 0, and there is no open version. */
export const ofRelease = (made: Value): Value => unspecified(made, isZero);

const releasedOnly = (run: Builtin | undefined): Builtin | undefined =>
  run &&
  ((call) => {
    const made = run(call);
    return isFailure(made) ? made : ofRelease(made);
  });

const PARTITION = /^(?:partition_[ABCSD]|retile)$/;

/** The library of CuTe DSL, in both versions. */
export const withVersions = (rules: Library): Library => ({
  ...rules,
  builtin: (path) => versioned(rules.builtin(path)),
  method: (object, name) => {
    const run = rules.method(object, name);
    if (isHardwareValue(object)) return PARTITION.test(name) ? releasedOnly(run) : run;
    const open = openVersion(object);
    if (open === object || run === undefined) return versioned(run);
    const other = rules.method(open, name);
    return (call) => reconciled(run(call), other!({ ...call, dialect: DSL_DIALECT }), true);
  },
  call: (object, call) =>
    inBothVersions({ ...call, args: [object, ...call.args] }, (made) =>
      rules.call(made.args[0]!, { ...made, args: made.args.slice(1) }),
    ),
  index: (object, args) => {
    const found = rules.index(object, args);
    return isVersioned(object) ? reconciled(found, rules.index(openVersion(object), args), true) : found;
  },
});
