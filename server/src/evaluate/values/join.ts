// What is known of a value that is one of two: what they have in common.

import { Dynamic } from '../../algebra/integer/integer.ts';
import { ComposedLayout, Layout, otherStrideOf, VersionedLayout } from '../../algebra/layout/layout.ts';
import { ArithTuple, ScaledBasis } from '../../algebra/layout/stride.ts';
import { sameSwizzle } from '../../algebra/layout/swizzle.ts';
import { type Engine, Pointer, Tensor, Unknown, type Value } from '../model/value.ts';
import { typed, typeOfInteger, untyped } from './integer-types.ts';
import { entityKey } from './key.ts';
import { isStaticInt } from './static-constants.ts';

/**
 * `c ? a : b` while c is not known. C++ gives both the type of one of them, so that a run-time integer and a static one
 * make a run-time integer. Null: nothing is known of it but what c is wanting.
 */
export function joinConditional(a: Value, b: Value, condition: Unknown): Value | null {
  const isInt = (v: Value): boolean => v instanceof Dynamic || isStaticInt(v);
  if (!(a instanceof Dynamic || b instanceof Dynamic) || !isInt(a) || !isInt(b)) return join(a, b);
  const result = join(a, b) ?? new Dynamic(null);
  // It is worth more to know of `constexpr int N = Causal ? 64 : 128` that Causal is wanting.
  const isConstant = isNumber(a) && isNumber(b) && !RUN_TIME.has(condition.category);
  return isConstant && !isNumber(result) ? null : result;
}

/** Categories of conditions that only the program decides. */
const RUN_TIME: ReadonlySet<string> = new Set(['run-time', 'function-parameter']);

const isNumber = (v: Value): boolean =>
  typeof v === 'number' || (v instanceof Dynamic && typeof v.value === 'number');

/**
 * What holds for both values: the static integers that they share, `?` for run-time ones. Null: they differ in more.
 * `isOneType`: both are values of one variable, so that pointers among them have one type.
 */
export function join(a: Value, b: Value, isOneType = true): Value | null {
  if (a instanceof Unknown || b instanceof Unknown) return null;
  if (a === b) return a;
  if (a instanceof Pointer && b instanceof Pointer)
    return new Pointer(joinEngines(a.engine, b.engine, isOneType));
  if (a instanceof Tensor && b instanceof Tensor) {
    const layout = join(a.layout, b.layout, isOneType);
    return layout instanceof Layout || layout instanceof ComposedLayout
      ? new Tensor(joinEngines(a.engine, b.engine, isOneType), layout)
      : null;
  }
  if (entityKey(a) === entityKey(b)) return a;
  if (a instanceof Dynamic && b instanceof Dynamic) return joinDynamic(a, b);
  if (Array.isArray(a) && Array.isArray(b))
    return joinItems(a as readonly Value[], b as readonly Value[], isOneType);
  if (a instanceof Layout && b instanceof Layout) {
    const shape = join(a.shape as Value, b.shape as Value, isOneType);
    const [stride, other] = [
      [a.stride, b.stride] as const,
      [otherStrideOf(a), otherStrideOf(b)] as const,
    ].map(([x, y]) => join(x as Value, y as Value, isOneType) as Layout['stride'] | null);
    if (shape === null || stride == null || other == null) return null;
    return a instanceof VersionedLayout || b instanceof VersionedLayout
      ? new VersionedLayout(shape as Layout['shape'], stride, other)
      : new Layout(shape as Layout['shape'], stride);
  }
  if (a instanceof ComposedLayout && b instanceof ComposedLayout) {
    const outer = join(a.outer as Value, b.outer as Value, isOneType);
    const offset = join(a.offset as Value, b.offset as Value, isOneType);
    const inner = join(a.inner as Value, b.inner as Value, isOneType);
    return outer === null || offset === null || inner === null
      ? null
      : new ComposedLayout(
          outer as ComposedLayout['outer'],
          offset as ComposedLayout['offset'],
          inner as ComposedLayout['inner'],
        );
  }
  if (a instanceof ScaledBasis && b instanceof ScaledBasis && a.path.join() === b.path.join()) {
    const value = join(a.value as Value, b.value as Value, isOneType);
    return value === null ? null : new ScaledBasis(value as ScaledBasis['value'], a.path);
  }
  if (a instanceof ArithTuple && b instanceof ArithTuple) {
    const entries = joinItems(a.entries as readonly Value[], b.entries as readonly Value[], isOneType);
    return entries === null ? null : new ArithTuple(entries as unknown as ArithTuple['entries']);
  }
  return null;
}

/** Two run-time integers may have one value or one type. */
function joinDynamic(a: Dynamic, b: Dynamic): Dynamic {
  const isOne = entityKey(untyped(a)) === entityKey(untyped(b));
  const type = typeOfInteger(a);
  return typed(isOne ? a : new Dynamic(null), type === typeOfInteger(b) ? type : null);
}

function joinItems(a: readonly Value[], b: readonly Value[], isOneType: boolean): readonly Value[] | null {
  if (a.length !== b.length) return null;
  const items = a.map((v, i) => join(v, b[i]!, isOneType));
  return items.some((item) => item === null) ? null : (items as readonly Value[]);
}

/** Two pointers that one variable may hold have `oneType`: what is known of one of them holds for both. */
function joinEngines(a: Engine, b: Engine, oneType: boolean): Engine {
  const offset = a.offset !== null && b.offset !== null ? join(a.offset as Value, b.offset as Value) : null;
  const either = <T>(x: T, y: T, nothing: T): T =>
    x === y || (oneType && y === nothing) ? x : oneType && x === nothing ? y : nothing;
  return {
    space: either(a.space, b.space, 'unknown'),
    bits: either(a.bits, b.bits, null),
    element: either(a.element, b.element, null),
    offset: offset as Engine['offset'],
    ...(a.aligned === undefined && b.aligned === undefined
      ? {}
      : { aligned: Math.min(a.aligned ?? Number.POSITIVE_INFINITY, b.aligned ?? Number.POSITIVE_INFINITY) }),
    ...(a.isMoved === true || b.isMoved === true ? { isMoved: true } : {}),
    ...(a.swizzle === undefined && b.swizzle === undefined
      ? {}
      : { swizzle: a.swizzle && b.swizzle && sameSwizzle(a.swizzle, b.swizzle) ? a.swizzle : null }),
  };
}
