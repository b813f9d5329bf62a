// What the functions of CuTe DSL (`cutlass.cute`) compute. Their names and arguments are the DSL's;
// the operations behind them are those of the algebra.

import { type Failure, isFailure, Violation } from '../algebra/failure.ts';
import { Dynamic, type Int } from '../algebra/integer.ts';
import { ceilDivide, knownNumber, multiply } from '../algebra/integer-ops.ts';
import { ComposedLayout, Layout, Swizzle, Underscore } from '../algebra/layout.ts';
import { ScaledBasis } from '../algebra/stride.ts';
import { isInteger } from './arithmetic.ts';
import type { Builtin, BuiltinCall } from './dialect.ts';
import { isLayout, operate } from './operations.ts';
import { isPycute } from './pycute.ts';
import { pythonBinary } from './python-arithmetic.ts';
import { bindArguments, signature, unknownIn } from './python-call.ts';
import { tensorFunctions } from './tensors.ts';
import { type Engine, Pointer, Tensor, TypeValue, Unknown, type Value } from './value.ts';

type Arguments = readonly (Value | undefined)[];
type Run = (args: Arguments, call: BuiltinCall) => Value | Failure;

const isSequence = (v: Value | undefined): v is readonly Value[] => Array.isArray(v);

const unsupported = (what: string): Unknown => new Unknown('unsupported', `${what} is not computed`);

/** An operation of the algebra. Integers past 32 bits: what the DSL makes of them is not known. */
export function algebra(
  name: string,
  args: readonly Value[],
  call: BuiltinCall,
  template: readonly Value[] = [],
): Value | Failure {
  if (args.some(hasPycute)) return new Unknown('unsupported', 'a layout of pycute is none of CuTe DSL');
  const result = operate(name, { ...call, name, args, template, keywords: NO_KEYWORDS });
  if (result instanceof Violation && result.code === 'overflow')
    return new Unknown('unsupported', result.message);
  return result;
}

const hasPycute = (v: Value): boolean => (isSequence(v) ? v.some(hasPycute) : isPycute(v));

export const NO_KEYWORDS: ReadonlyMap<string, Value> = new Map();

/** `mode=1` and `mode=[0, 1]`, as a path; null: not known. */
function pathOf(mode: Value | undefined): readonly number[] | null {
  if (mode === undefined || mode instanceof Underscore) return [];
  if (typeof mode === 'number') return [mode];
  return isSequence(mode) && mode.every((m) => typeof m === 'number') ? (mode as readonly number[]) : null;
}

/** An operation on a mode of its argument: `size(L, mode=[0])`. */
const ofMode =
  (name: string): Run =>
  ([of, mode], call) => {
    const path = pathOf(mode);
    if (path === null) return unsupported(`the mode of ${name}`);
    return algebra(name, [of!], call, path);
  };

/** An operation of the algebra with the same arguments; the last may be left out. */
const direct =
  (name: string): Run =>
  (args, call) =>
    algebra(
      name,
      args.filter((a): a is Value => a !== undefined && !(a instanceof Underscore)),
      call,
    );

function makeLayout([shape, stride]: Arguments, call: BuiltinCall): Value | Failure {
  if (isSequence(shape) && shape.length > 0 && shape.every(isLayout))
    return algebra('make_layout', shape, call);
  const given = stride === undefined || stride instanceof Underscore ? [] : [stride];
  return algebra('make_layout', [shape!, ...given], call);
}

/** The identity swizzle has one form. */
function makeSwizzle([b, m, s]: Arguments): Value | Failure {
  if (typeof b !== 'number' || typeof m !== 'number' || typeof s !== 'number') {
    return [b, m, s].every((v) => isInteger(v!))
      ? new Violation('wrong-kind', 'the numbers of a swizzle must be Python integers')
      : unsupported('this swizzle');
  }
  if (b < 0 || m < 0 || Math.abs(s) < b) {
    return new Violation('inadmissible', `S<${b},${m},${s}> needs b ≥ 0, m ≥ 0 and |s| ≥ b`);
  }
  return b === 0 ? new Swizzle(0, 4, 3) : new Swizzle(b, m, s);
}

/** `inner o offset o outer`: the DSL calls outer what is applied first. */
function makeComposed([inner, offset, outer]: Arguments): Value | Failure {
  if (!(outer instanceof Layout) || isPycute(outer)) return unsupported('this composed layout');
  if (!(inner instanceof Swizzle || inner instanceof Layout))
    return unsupported('a composed layout of a function');
  if (!isInteger(offset!)) return unsupported('a composed layout with this offset');
  const basis = (v: unknown): boolean => (Array.isArray(v) ? v.some(basis) : v instanceof ScaledBasis);
  if (inner instanceof Swizzle && basis(outer.stride)) {
    return new Violation('wrong-kind', 'a swizzle takes integers, and this layout gives coordinates');
  }
  return new ComposedLayout(inner, offset as Int, outer);
}

function groupModes([of, begin, end]: Arguments, call: BuiltinCall): Value | Failure {
  const count = rank([of], call);
  if (typeof count !== 'number') return count;
  const last = end === undefined || end instanceof Underscore ? count : end;
  if (typeof begin !== 'number' || typeof last !== 'number')
    return unsupported('group_modes of such a range');
  const from = begin < 0 ? Math.max(begin + count, 0) : begin;
  const to = last < 0 ? last + count : last;
  if (from >= to)
    return new Violation('out-of-range', `group_modes needs begin < end, and gets ${from} and ${to}`);
  if (isInteger(of!)) return [of];
  if (isSequence(of)) return [...of.slice(0, from), of.slice(from, to), ...of.slice(to)];
  return algebra('group', [of!], call, [from, to]);
}

function rank([of, mode]: Arguments, call: BuiltinCall): Value | Failure {
  if (!isSequence(of)) return ofMode('rank')([of, mode], call);
  const item = get([of, mode], call);
  if (isFailure(item) || item instanceof Unknown) return item;
  return isSequence(item) ? item.length : 1;
}

const depthOf = (v: Value): number => (isSequence(v) ? 1 + Math.max(0, ...v.map(depthOf)) : 0);

/** select(x, mode=[0, 2]) */
function select([of, mode]: Arguments, call: BuiltinCall): Value | Failure {
  const modes = pathOf(mode);
  if (modes === null) return unsupported('select of such modes');
  if (isSequence(of)) {
    const items = modes.map((m) => of[m]);
    if (!items.includes(undefined)) return items as readonly Value[];
  }
  return algebra('select', [of!], call, modes);
}

function get([of, mode]: Arguments, call: BuiltinCall): Value | Failure {
  const path = pathOf(mode);
  if (path === null) return unsupported('get of such a mode');
  if (path.length === 0 || isInteger(of!)) return of!;
  if (!isSequence(of)) return algebra('get', [of!], call, path);
  const [first, ...rest] = path;
  const item = of[first!];
  return item === undefined
    ? new Violation('out-of-range', `there is no mode ${first} in a tuple of ${of.length}`)
    : get([item, rest], call);
}

/** The parts of a tuple at which the coordinate is None, or is not. */
function pick(coordinate: Value, of: Value, wanted: 'none' | 'some'): readonly Value[] | null {
  if (isSequence(coordinate)) {
    if (!isSequence(of) || of.length !== coordinate.length) return null;
    const parts = coordinate.map((c, i) => pick(c, of[i]!, wanted));
    return parts.includes(null) ? null : (parts as readonly (readonly Value[])[]).flat();
  }
  return coordinate instanceof Underscore === (wanted === 'none') ? [of] : [];
}

const slicing =
  (wanted: 'none' | 'some'): Run =>
  ([of, coordinate], call) => {
    const name = wanted === 'none' ? 'slice' : 'dice';
    if (of instanceof Tensor) {
      return wanted === 'none' ? sliceTensor(of, coordinate!, call) : unsupported('dice of a tensor');
    }
    if (isLayout(of!)) return algebra(name, [coordinate!, of], call);
    if (!isSequence(of) && !isInteger(of!)) return unsupported(`${name} of this`);
    if (!isSequence(coordinate)) {
      const keeps = coordinate instanceof Underscore === (wanted === 'none');
      return keeps ? of : [];
    }
    return (
      pick(coordinate, of, wanted) ??
      new Violation('coordinate-mismatch', `the coordinate of ${name} has another profile`)
    );
  };

const tensorFunction: ReadonlyMap<string, Builtin> = new Map(tensorFunctions);

export function sliceTensor(of: Tensor, coordinate: Value, call: BuiltinCall): Value | Failure {
  if (!hasUnderscore(coordinate))
    return new Unknown('run-time', 'an element of a tensor is only known at run time');
  const parts = algebra('slice_and_offset', [coordinate, of.layout], call);
  if (isFailure(parts) || parts instanceof Unknown) return parts;
  const [layout, offset] = parts as readonly Value[];
  if (layout === undefined || !isLayout(layout)) return unsupported('this slice');
  return new Tensor({ ...of.engine, offset: offset === 0 ? of.engine.offset : null }, layout);
}

export const hasUnderscore = (v: Value): boolean =>
  v instanceof Underscore || (isSequence(v) && v.some(hasUnderscore));

const extend =
  (name: 'append' | 'prepend'): Run =>
  ([of, elem, upTo], call) => {
    const template = upTo === undefined || upTo instanceof Underscore ? [] : [upTo];
    if (template.some((n) => typeof n !== 'number')) return unsupported(`${name} up to such a rank`);
    if (isLayout(of!)) return algebra(name, [of, ...(elem === undefined ? [] : [elem])], call, template);
    const items = isSequence(of) ? of : [of!];
    const count = template.length === 0 ? 1 : (template[0] as number) - items.length;
    if (count < 0)
      return new Violation('rank-mismatch', `${name} to a rank of ${template[0]} of ${items.length} modes`);
    const added = Array.from({ length: Math.min(count, 64) }, () => elem ?? 1);
    return name === 'append' ? [...items, ...added] : [...added, ...items];
  };

/** Integers as Python divides them; shapes by a tiler as the algebra does. */
function ceilDiv([a, b]: Arguments, call: BuiltinCall): Value | Failure {
  if (typeof a === 'number' && typeof b === 'number') {
    return b === 0 ? unsupported('division by zero') : Math.floor((a + b - 1) / b);
  }
  return algebra('ceil_div', [a!, b!], call);
}

function roundUp(a: Value, b: Value, call: BuiltinCall): Value | Failure {
  if (isSequence(a)) {
    if (!isSequence(b)) return new Violation('wrong-kind', 'round_up of a tuple needs a tuple');
    if (a.length < b.length) return new Violation('rank-mismatch', 'round_up by a tuple of higher rank');
    const items = a.map((x, i) => roundUp(x, b[i] ?? 1, call));
    return items.find(isFailure) ?? items.find((x) => x instanceof Unknown) ?? (items as readonly Value[]);
  }
  if (isSequence(b)) return new Violation('wrong-kind', 'round_up of an integer by a tuple');
  const quotient = ceilDiv([a, b], call);
  return isFailure(quotient) || quotient instanceof Unknown ? quotient : pythonBinary('*', quotient, b);
}

function product(v: Value): Value {
  if (!isSequence(v)) return isInteger(v) ? v : unsupported('the product of this');
  let result: Value = 1;
  for (const item of v) {
    const next = pythonBinary('*', result, product(item));
    if (isFailure(next) || next instanceof Unknown) return unsupported('the product of this');
    result = next;
  }
  return result;
}

/** `E(0)`, `E([0, 1])` */
function basisElement([mode]: Arguments): Value | Failure {
  const path = pathOf(mode);
  if (path === null) return unsupported('E of such a mode');
  return path.length === 0 ? 1 : new ScaledBasis(1, path);
}

/** (tiler, layout) of thread and value layouts: right_inverse(raked_product(thr, val)) over (threads, values). */
function makeLayoutTv([threads, values]: Arguments, call: BuiltinCall): Value | Failure {
  if (!(threads instanceof Layout) || !(values instanceof Layout))
    return unsupported('make_layout_tv of these');
  const step = (name: string, args: readonly (Value | Failure)[]): Value | Failure =>
    args.find(isFailure) ?? args.find((a) => a instanceof Unknown) ?? algebra(name, args as Value[], call);
  const whole = step('raked_product', [threads, values]);
  const sizes = [algebra('size', [threads], call), algebra('size', [values], call)];
  const failed = sizes.find(isFailure);
  if (failed !== undefined) return failed;
  const domain = step('make_layout', [sizes as readonly Value[]]);
  const layout = step('composition', [step('right_inverse', [whole]), domain]);
  const shape = step('shape', [whole]);
  const tiler = step('product_each', [shape]);
  const problem = [layout, tiler].find((v) => isFailure(v) || v instanceof Unknown);
  return problem ?? [tiler as Value, layout as Value];
}

/** Bytes of so many elements, rounded up. A swizzle does not change the size. */
function sizeInBytes([type, of]: Arguments, call: BuiltinCall): Value | Failure {
  if (!(type instanceof TypeValue) || type.bits === null) return unsupported('the size of this type');
  if (of instanceof Underscore) return 0;
  const plain = of instanceof ComposedLayout ? (of.outer instanceof Swizzle ? of.inner : of.outer) : of;
  if (!(plain instanceof Layout)) return unsupported('the size of this');
  const elements = algebra('cosize', [plain], call);
  if (isFailure(elements) || !isInteger(elements)) return elements;
  if (typeof elements === 'number') return Math.ceil((elements * type.bits) / 8);
  return ceilDivide(multiply(elements, type.bits), 8);
}

function makeTensor([iterator, layout]: Arguments, call: BuiltinCall): Value | Failure {
  if (layout instanceof Unknown) return layout;
  const pointer = iterator instanceof Unknown || iterator === undefined ? new Pointer(NO_ENGINE) : iterator;
  return tensorFunction.get('make_tensor')!({
    ...call,
    args: [pointer, layout!],
    keywords: NO_KEYWORDS,
    template: [],
  });
}

const NO_ENGINE: Engine = { space: 'unknown', bits: null, element: null, offset: null };

/** A tensor in registers, of a layout or shape. */
function registerTensor([of, type]: Arguments, call: BuiltinCall): Value | Failure {
  if (of instanceof Unknown) return of;
  const layout = isLayout(of!) ? of : algebra('make_layout', [of!], call);
  if (isFailure(layout) || !isLayout(layout)) return layout;
  const known = type instanceof TypeValue ? type : null;
  return new Tensor(
    { space: 'rmem', bits: known?.bits ?? null, element: known?.name ?? null, offset: null },
    layout,
  );
}

const repeated = (x: Value, n: Value | undefined): readonly Value[] | null =>
  typeof n === 'number' && n >= 1 && n <= 64 ? Array.from({ length: n }, () => x) : null;

const repeatLike = (x: Value, target: Value): Value =>
  isSequence(target) ? target.map((t) => repeatLike(x, t)) : x;

const flattenTuple = (v: Value): readonly Value[] => (isSequence(v) ? v.flatMap(flattenTuple) : [v]);

/** Whether everything in a value is known when the kernel is compiled. */
function isStatic(v: Value): boolean {
  if (isSequence(v)) return v.every(isStatic);
  if (v instanceof Dynamic) return false;
  if (v instanceof Layout) return isStatic(v.shape as Value) && isStatic(v.stride as Value);
  if (v instanceof ComposedLayout)
    return isStatic(v.offset as Value) && isStatic(v.inner) && isStatic(v.outer as Value);
  if (v instanceof ScaledBasis) return isStatic(v.value as Value);
  return true;
}

/** Threads and blocks are numbered at run time. */
const threeIndices: Run = () => [new Dynamic(null), new Dynamic(null), new Dynamic(null)];
const oneIndex: Run = () => new Dynamic(null);

const FUNCTIONS: readonly (readonly [string, Run])[] = [
  ['make_layout(shape, *, stride?)', makeLayout],
  ['make_ordered_layout(shape, order)', direct('make_ordered_layout')],
  ['make_identity_layout(shape)', direct('make_identity_layout')],
  [
    'make_layout_like(input)',
    ([of], call) => algebra('make_layout_like', [of instanceof Tensor ? of.layout : of!], call),
  ],
  ['make_composed_layout(inner, offset, outer)', makeComposed],
  ['make_swizzle(b, m, s)', makeSwizzle],
  ['make_layout_tv(thr_layout, val_layout)', makeLayoutTv],
  ['composition(lhs, rhs)', direct('composition')],
  ['complement(input, cotarget)', direct('complement')],
  ['right_inverse(input)', direct('right_inverse')],
  ['left_inverse(input)', direct('left_inverse')],
  ['coalesce(input, *, target_profile?)', direct('coalesce')],
  ['filter(input)', direct('filter')],
  ['filter_zeros(input, *, target_profile?)', direct('filter_zeros')],
  ['nullspace(layout)', direct('nullspace')],
  [
    'flatten(a)',
    ([of], call) =>
      isSequence(of) ? flattenTuple(of) : isInteger(of!) ? of : algebra('flatten', [of!], call),
  ],
  ['logical_divide(target, tiler)', direct('logical_divide')],
  ['zipped_divide(target, tiler)', direct('zipped_divide')],
  ['tiled_divide(target, tiler)', direct('tiled_divide')],
  ['flat_divide(target, tiler)', direct('flat_divide')],
  ['logical_product(block, tiler)', direct('logical_product')],
  ['zipped_product(block, tiler)', direct('zipped_product')],
  ['tiled_product(block, tiler)', direct('tiled_product')],
  ['flat_product(block, tiler)', direct('flat_product')],
  ['blocked_product(block, tiler)', direct('blocked_product')],
  ['raked_product(block, tiler)', direct('raked_product')],
  ['tile_to_shape(atom, trg_shape, order)', direct('tile_to_shape')],
  [
    'recast_layout(new_type_bits, old_type_bits, src_layout)',
    ([to, from, of], call) => algebra('recast_layout', [of!], call, [from!, to!]),
  ],
  ['max_common_layout(a, b)', direct('max_common_layout')],
  ['max_common_vector(a, b)', direct('max_common_vector')],
  ['size(a, mode?)', ofMode('size')],
  ['cosize(a, mode?)', ofMode('cosize')],
  ['rank(a, mode?)', rank],
  ['depth(a)', ([a], call) => (isSequence(a) ? depthOf(a) : algebra('depth', [a!], call))],
  ['shape(input, *, mode?)', ofMode('shape')],
  ['get(input, mode)', get],
  ['select(input, mode)', select],
  ['group_modes(input, begin, end?)', groupModes],
  ['slice_(src, coord)', slicing('none')],
  ['dice(src, dicer)', slicing('some')],
  ['slice_and_offset(coord, src)', ([coord, src], call) => algebra('slice_and_offset', [coord!, src!], call)],
  ['append(input, elem, up_to_rank?)', extend('append')],
  ['prepend(input, elem, up_to_rank?)', extend('prepend')],
  ['ceil_div(input, tiler)', ceilDiv],
  ['round_up(a, b)', ([a, b], call) => roundUp(a!, b!, call)],
  ['shape_div(lhs, rhs)', direct('shape_div')],
  ['product(a)', ([a]) => product(a!)],
  ['product_each(a)', direct('product_each')],
  ['product_like(a, target_profile)', direct('product_like')],
  ['crd2idx(coord, layout)', ([coord, of], call) => algebra('crd2idx', [coord!, of!], call)],
  ['idx2crd(idx, shape)', direct('idx2crd')],
  ['E(mode)', basisElement],
  ['is_congruent(a, b)', direct('congruent')],
  ['is_weakly_congruent(a, b)', direct('weakly_congruent')],
  ['is_static(x)', ([x]) => isStatic(x!)],
  [
    'get_swizzle_portion(layout)',
    ([of]) =>
      of instanceof ComposedLayout && of.outer instanceof Swizzle
        ? of.outer
        : isLayout(of!)
          ? new Swizzle(0, 4, 3)
          : unsupported('the swizzle of this'),
  ],
  [
    'get_nonswizzle_portion(layout)',
    ([of]) =>
      of instanceof ComposedLayout ? of.inner : of instanceof Layout ? of : unsupported('the layout of this'),
  ],
  ['size_in_bytes(dtype, layout)', sizeInBytes],
  ['repeat(x, n)', ([x, n]) => (n === 1 ? x! : (repeated(x!, n) ?? unsupported('repeat so often')))],
  ['repeat_as_tuple(x, n)', ([x, n]) => repeated(x!, n) ?? unsupported('repeat_as_tuple so often')],
  ['repeat_like(x, target)', ([x, target]) => repeatLike(x!, target!)],
  ['flatten_to_tuple(a)', ([a]) => flattenTuple(a!)],
  ['wrap(x)', ([x]) => (isSequence(x) ? x : [x!])],
  ['assume(src, divby?)', assume],
  ['static(value)', ([x]) => x!],
  ['make_tensor(iterator, layout)', makeTensor],
  [
    'make_identity_tensor(shape)',
    ([shape], call) =>
      tensorFunction.get('make_identity_tensor')!({ ...call, args: [shape!], keywords: NO_KEYWORDS }),
  ],
  ['make_rmem_tensor(layout_or_shape, dtype)', registerTensor],
  ['make_fragment(layout_or_shape, dtype)', registerTensor],
  ['local_tile(input, tiler, coord, proj?)', localTile],
];

function assume([of, by]: Arguments): Value | Failure {
  if (of instanceof Dynamic && typeof by === 'number' && by > 0) {
    return typeof of.value === 'number' ? of : new Dynamic(of.value, Math.max(of.divisor, by));
  }
  if (typeof of === 'number' && typeof by === 'number' && of % by !== 0) {
    return new Violation('indivisible', `${of} is assumed to be a multiple of ${by}, and is none`);
  }
  return of!;
}

function localTile([of, tiler, coord, proj]: Arguments, call: BuiltinCall): Value | Failure {
  const args = [of!, tiler!, coord!, ...(proj === undefined || proj instanceof Underscore ? [] : [proj])];
  if (of instanceof Unknown) return of;
  return tensorFunction.get('local_tile')!({ ...call, args, keywords: NO_KEYWORDS, template: [] });
}

const ARCH: readonly (readonly [string, Run])[] = [
  ...[
    'thread_idx',
    'block_idx',
    'block_dim',
    'grid_dim',
    'cluster_idx',
    'cluster_dim',
    'block_idx_in_cluster',
  ].map((name) => [`${name}()`, name === 'block_idx_in_cluster' ? oneIndex : threeIndices] as const),
  ['warp_idx()', oneIndex],
  ['lane_idx()', oneIndex],
  ['make_warp_uniform(value)', ([x]) => (typeof x === 'number' ? new Dynamic(x) : x!)],
];

/** Functions that say something even where an argument is unknown: data does not decide about layouts. */
export const ACCEPTS_UNKNOWN: ReadonlySet<string> = new Set([
  'make_tensor',
  'make_rmem_tensor',
  'make_fragment',
]);

/** Besides those, functions of tuples whose items need not all be known. */
const TOLERANT: ReadonlySet<string> = new Set([
  ...ACCEPTS_UNKNOWN,
  'rank',
  'depth',
  'get',
  'select',
  'group_modes',
  'append',
  'prepend',
  'slice_',
  'repeat',
  'repeat_as_tuple',
  'repeat_like',
  'flatten',
  'flatten_to_tuple',
  'wrap',
]);

const build = (functions: readonly (readonly [string, Run])[]): ReadonlyMap<string, Builtin> =>
  new Map(
    functions.map(([text, run]) => {
      const sign = signature(text);
      const builtin: Builtin = (call) => {
        const bound = bindArguments(sign, call);
        if (bound instanceof Violation || bound instanceof Unknown) return bound;
        const unknown = TOLERANT.has(sign.name) ? null : unknownIn(bound as readonly Value[]);
        return unknown ?? run(bound, call);
      };
      return [sign.name, builtin] as const;
    }),
  );

const CUTE = build(FUNCTIONS);
const CUTE_ARCH = build(ARCH);

/** The function of `cutlass.cute` with the path behind it: ['make_layout'], ['arch', 'thread_idx']. */
export function cuteBuiltin(path: readonly string[]): Builtin | undefined {
  const [first, second] = path;
  if (path.length === 1) return CUTE.get(first!);
  return path.length === 2 && first === 'arch' ? CUTE_ARCH.get(second!) : undefined;
}

/** `L[i]`, `t[coord]` */
export function indexCute(of: Value, args: readonly Value[], call: BuiltinCall): Value | Failure {
  const coordinate: Value = args.length === 1 ? args[0]! : args;
  if (of instanceof Tensor) return sliceTensor(of, coordinate, call);
  if (!isLayout(of)) return unsupported('this index');
  return typeof coordinate === 'number' ? get([of, coordinate], call) : unsupported('this mode');
}

/** `L(coord)` */
export function callCute(of: Value, call: BuiltinCall): Value | Failure {
  if (!isLayout(of)) return unsupported('this call');
  if (call.args.length !== 1)
    return new Violation('wrong-kind', 'a layout takes one coordinate, a tuple for several modes');
  return algebra('call', [of, call.args[0]!], call);
}

export function memberOfCute(of: Value, name: string): Value | undefined {
  if (of instanceof Tensor) {
    if (name === 'layout') return of.layout;
    if (name === 'shape' || name === 'stride') return memberOfCute(of.layout, name);
    if (name === 'iterator') return new Pointer(of.engine);
    if (name === 'element_type' && of.engine.element !== null)
      return new TypeValue(of.engine.element, null, of.engine.bits);
    return undefined;
  }
  if (of instanceof Layout) {
    if (name === 'shape') return of.shape as Value;
    return name === 'stride' ? (of.stride as Value) : undefined;
  }
  if (of instanceof ComposedLayout) {
    if (name === 'inner') return of.outer as Value;
    if (name === 'outer') return of.inner;
    if (name === 'offset') return of.offset as Value;
    return name === 'shape' && of.inner instanceof Layout ? (of.inner.shape as Value) : undefined;
  }
  if (of instanceof TypeValue) return name === 'width' && of.bits !== null ? of.bits : undefined;
  if (of instanceof Swizzle) {
    const field = { num_bits: of.bits, num_base: of.base, num_shift: of.shift }[name];
    return field;
  }
  if (of instanceof ScaledBasis)
    return name === 'value' && knownNumber(of.value as Int) !== undefined ? (of.value as Value) : undefined;
  return undefined;
}

const METHODS: Readonly<Record<string, string>> = {
  get_hier_coord: 'get_hier_coord',
  get_flat_coord: 'get_flat_coord',
};

export function methodOfCute(of: Value, name: string): Builtin | undefined {
  const operation = METHODS[name];
  if (operation === undefined || !(of instanceof Layout)) return undefined;
  return (call) => algebra(operation, [of, ...call.args], call);
}
