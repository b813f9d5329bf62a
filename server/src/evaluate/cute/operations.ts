// The operations of the algebra's catalog as builtins: on values, and on tensors through their layouts.

import { applyOperation, catalog } from '../../algebra/catalog/catalog.ts';
import { type Failure, isFailure, NeedsValue, Violation } from '../../algebra/integer/failure.ts';
import { Dynamic, type Int, StaticSymbol } from '../../algebra/integer/integer.ts';
import { type AnyLayout, ComposedLayout, Layout, SmemPtrFlag } from '../../algebra/layout/layout.ts';
import type { AlgebraValue } from '../../algebra/layout/value.ts';
import { isHardwareValue } from '../../hardware/value.ts';
import type { Builtin, BuiltinCall } from '../model/builtin.ts';
import { Pointer, StaticConstant, Tensor, TypeValue, Unknown, type Value, widthOf } from '../model/value.ts';

/** Operations that give a tensor with the same data when they are given one. */
const KEEPS_DATA = new Set([
  'group',
  'group_modes',
  'take',
  'select',
  'logical_divide',
  'zipped_divide',
  'tiled_divide',
  'flat_divide',
  'coalesce',
  'flatten',
  'filter_zeros',
  'filter',
  'composition',
  'with_shape',
  'tile_unzip',
  'append',
  'prepend',
  'layout_only',
]);
/** Those of them that leave the order of a thread's values as it is. */
const KEEPS_SHARE = new Set(['group', 'group_modes', 'append', 'layout_only']);
/** Operations on layouts that C++ gives the layout of a tensor to. */
const READS_LAYOUT = new Set([
  'size',
  'rank',
  'depth',
  'shape',
  'stride',
  'layout',
  'cosize',
  'max_common_vector',
  'max_common_layout',
  'max_alignment',
  'congruent',
]);

/** Whether a value is one of the algebra's, for its operations to take or to refuse. */
export const isAlgebra = (v: Value): v is Extract<Value, AlgebraValue> =>
  typeof v !== 'string' &&
  !(
    v instanceof TypeValue ||
    v instanceof StaticConstant ||
    v instanceof Tensor ||
    v instanceof Pointer ||
    v instanceof Unknown ||
    isHardwareValue(v)
  ) &&
  (!Array.isArray(v) || (v as readonly Value[]).every(isAlgebra));

/** The first unknown element of a tuple. */
function firstUnknownElement(v: Value): Unknown | null {
  if (v instanceof Unknown) return v;
  if (!Array.isArray(v)) return null;
  for (const item of v as readonly Value[]) {
    const found = firstUnknownElement(item);
    if (found !== null) return found;
  }
  return null;
}

export const isLayout = (v: Value): v is AnyLayout => v instanceof Layout || v instanceof ComposedLayout;

/** A template argument as a static integer: `4` of `size<4>` is an int constant of C++. */
export function staticArgument(v: Value): Int | null {
  if (v instanceof TypeValue && v.instance !== null) return staticArgument(v.instance);
  if (typeof v === 'number' || v instanceof StaticSymbol) return v;
  if (v instanceof Dynamic) {
    if (typeof v.value === 'number') return v.value;
    return v.value === null ? null : new StaticSymbol(v.value);
  }
  if (v instanceof StaticConstant) return Number(v.value);
  return typeof v === 'boolean' ? Number(v) : null;
}

/** The result of an operation of the catalog; what it cannot determine is unknown. */
export function operate(name: string, call: BuiltinCall, ints: 'int32' | 'exact' = 'int32'): Value | Failure {
  const template: Int[] = [];
  for (const t of call.template) {
    // `recast_layout<Old, New>` names the types whose widths it needs.
    const n = name === 'recast_layout' && t instanceof TypeValue ? widthOf(t) : staticArgument(t);
    if (n === null) return new Unknown('unsupported', `a template argument of ${name} is no integer`);
    template.push(n);
  }
  const first = call.args[0];
  if (first instanceof Tensor) {
    if (KEEPS_DATA.has(name)) {
      const layout = apply(name, [first.layout, ...call.args.slice(1)], template, call, ints);
      return layout instanceof Layout || layout instanceof ComposedLayout
        ? new Tensor(first.engine, layout, KEEPS_SHARE.has(name) ? first.share : null)
        : layout;
    }
    if (!READS_LAYOUT.has(name)) return new Unknown('unsupported', `${name} of a tensor is not computed`);
  }
  return apply(name, call.args, template, call, ints);
}

const NO_KEYWORDS: ReadonlyMap<string, Value> = new Map();

/** The same for arguments that no call has. */
export const operateOn = (
  name: string,
  args: readonly Value[],
  more: Partial<Pick<BuiltinCall, 'template' | 'dialect'>> = {},
): Value | Failure => operate(name, { name, args, keywords: NO_KEYWORDS, template: [], ...more });

/**
 * `tensor.layout()`: make_tensor moves the swizzle of `Sw o smem_ptr[16b](unset) o L` into the pointer
 * (make_swizzle_ptr), and L is the tensor's layout.
 */
export const pointedLayout = ({ layout }: Tensor): AnyLayout =>
  layout instanceof ComposedLayout && layout.offset instanceof SmemPtrFlag && layout.inner instanceof Layout
    ? layout.inner
    : layout;

function apply(
  name: string,
  args: readonly Value[],
  template: readonly Int[],
  call: BuiltinCall,
  ints: 'int32' | 'exact',
): Value | Failure {
  const plain: AlgebraValue[] = [];
  for (const arg of args) {
    const value = arg instanceof Tensor ? pointedLayout(arg) : arg;
    if (!isAlgebra(value)) {
      return (
        firstUnknownElement(value) ??
        new Unknown('unsupported', `${name} is not computed for such an argument`)
      );
    }
    plain.push(value);
  }
  return failureAsUnknown(
    applyOperation(name, plain, {
      template,
      ints,
      ...(call.trace === undefined ? {} : { trace: call.trace }),
      ...(call.dialect === undefined ? {} : { dialect: call.dialect }),
    }),
  );
}

/** Failures other than violations are unknown values with a reason. */
export function failureAsUnknown(outcome: AlgebraValue | Failure): Value | Failure {
  if (!isFailure(outcome)) return outcome as Value;
  if (outcome instanceof NeedsValue)
    return new Unknown('undetermined', outcome.reason, [], outcome.needs.find((n) => n !== '?') ?? null);
  // The algebra's own gaps are no errors of the user's.
  if (outcome instanceof Violation && outcome.code === 'unsupported' && outcome.detail.cute === undefined) {
    return new Unknown('unsupported', outcome.message);
  }
  return outcome;
}

/** The operation of the catalog with this name as a builtin; undefined when there is none. */
export function catalogBuiltin(name: string): Builtin | undefined {
  return catalog.has(name) ? (call) => operate(name, call) : undefined;
}
