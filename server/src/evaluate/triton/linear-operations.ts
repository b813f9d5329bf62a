// Operations on linear layouts by Triton's names, as functions and as methods.

import { type Failure, isFailure, refuse } from '../../algebra/integer/failure.ts';
import { apply } from '../../algebra/linear/apply.ts';
import { compose } from '../../algebra/linear/compose.ts';
import { concatIns, concatOuts } from '../../algebra/linear/concat.ts';
import { divideLeft, divideRight } from '../../algebra/linear/divide.ts';
import { isEqual, isEqualUpToBroadcast } from '../../algebra/linear/equality.ts';
import { freeVariableMasks } from '../../algebra/linear/free-variables.ts';
import { identity1D, strided1D, zeros1D } from '../../algebra/linear/identity.ts';
import { invert, pseudoinvert } from '../../algebra/linear/invert.ts';
import { invertAndCompose } from '../../algebra/linear/invert-and-compose.ts';
import {
  basesOf,
  inferredSizes,
  inputNames,
  type LinearLayout,
  makeLinearLayout,
  outputNames,
  sizesOf,
} from '../../algebra/linear/layout.ts';
import { matrixOf } from '../../algebra/linear/matrix.ts';
import { product } from '../../algebra/linear/product.ts';
import { isInjective, isInvertible, isSurjective } from '../../algebra/linear/rank.ts';
import { reshapeIns, reshapeOuts } from '../../algebra/linear/reshape.ts';
import { resizeIn, resizeOut } from '../../algebra/linear/resize.ts';
import { isZeroOn, sublayout, withoutZeroBases } from '../../algebra/linear/sublayout.ts';
import { transposeIns, transposeOuts } from '../../algebra/linear/transpose.ts';
import { NamedValues } from '../../hardware/triton/value.ts';
import type { BuiltinCall } from '../model/builtin.ts';
import type { Value } from '../model/value.ts';
import { Dictionary } from '../python/plain/dictionary.ts';
import { asBases, asInteger, asLinear, asNamedIntegers, asSizes, asText, asTexts } from './arguments.ts';

type Run = (layout: LinearLayout, args: readonly Value[], call: BuiltinCall) => Value | Failure;

const named = (made: Failure | ReadonlyMap<string, number>): Value | Failure =>
  isFailure(made) ? made : new NamedValues(made);

const pairs = (list: readonly (readonly [string, unknown])[]): Value => list as unknown as Value;

/** `L.apply(register=0, lane=4)`, `L.apply({"register": 0, "lane": 4})` */
const specialise: Run = (layout, [first], { keywords }) => {
  const input = first ?? (keywords.get('inputs') instanceof Dictionary ? keywords.get('inputs') : undefined);
  const given =
    input === undefined
      ? new Map([...keywords].map(([name, value]) => [name, asInteger(value, name)] as const))
      : asNamedIntegers(input, 'the input');
  return named(apply(layout, given));
};

const withOther =
  (run: (a: LinearLayout, b: LinearLayout) => Value | Failure): Run =>
  (layout, [other]) =>
    run(layout, asLinear(other, 'the other layout'));

const OPERATIONS: Readonly<Record<string, Run>> = {
  apply: specialise,
  invert,
  pseudoinvert,
  compose: withOther(compose),
  invert_and_compose: withOther(invertAndCompose),
  product: withOther(product),
  divide_left: withOther(divideLeft),
  divide_right: withOther(divideRight),
  concat_ins: withOther(concatIns),
  concat_outs: withOther(concatOuts),
  equal_up_to_broadcast: withOther(isEqualUpToBroadcast),
  is_equal: withOther(isEqual),
  is_injective: isInjective,
  is_surjective: isSurjective,
  is_invertible: isInvertible,
  sublayout: (layout, [ins, outs]) =>
    sublayout(layout, asTexts(ins, 'the inputs'), asTexts(outs, 'the outputs')),
  sublayout_is_zero: (layout, [ins, outs]) =>
    isZeroOn(layout, asTexts(ins, 'the inputs'), asTexts(outs, 'the outputs')),
  reshape_ins: (layout, [sizes]) => reshapeIns(layout, asSizes(sizes, 'the new inputs')),
  reshape_outs: (layout, [sizes]) => reshapeOuts(layout, asSizes(sizes, 'the new outputs')),
  transpose_ins: (layout, [names]) => transposeIns(layout, asTexts(names, 'the order')),
  transpose_outs: (layout, [names]) => transposeOuts(layout, asTexts(names, 'the order')),
  resize_in_dim: (layout, [name, size]) =>
    resizeIn(layout, asText(name, 'the dimension'), asInteger(size, 'the size')),
  resize_out_dim: (layout, [name, size]) =>
    resizeOut(layout, asText(name, 'the dimension'), asInteger(size, 'the size')),
  remove_zero_bases_along_dim: (layout, [name]) => withoutZeroBases(layout, asText(name, 'the dimension')),
  get_free_variable_masks: (layout) => named(freeVariableMasks(layout)),
  get_in_dim_names: (layout) => inputNames(layout),
  get_out_dim_names: (layout) => outputNames(layout),
  get_matrix_view: (layout) =>
    matrixOf(layout).map((row) => Array.from({ length: layout.inBits }, (_, c) => (row >>> c) & 1)),
};

/** An operation on a linear layout, by its name; undefined where there is none. */
export const linearOperation = (name: string): Run | undefined =>
  Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;

/** The names of the operations, which are functions as well as methods. */
export const LINEAR_OPERATION_NAMES: readonly string[] = Object.keys(OPERATIONS);

/** `L.bases` and the other attributes. */
export function linearAttribute(layout: LinearLayout, name: string): Value | undefined {
  switch (name) {
    case 'bases':
      return pairs(basesOf(layout));
    case 'out_dims':
      return pairs(sizesOf(layout));
    case 'num_in_dims':
      return layout.ins.length;
    case 'num_out_dims':
      return layout.outs.length;
    default:
      return undefined;
  }
}

/** `A * B`, `A == B` */
export function linearBinary(
  operator: string,
  a: LinearLayout,
  b: LinearLayout,
): Value | Failure | undefined {
  if (operator === '*') return product(a, b);
  if (operator === '==') return isEqual(a, b);
  return operator === '!=' ? !isEqual(a, b) : undefined;
}

const argument = ({ args, keywords }: BuiltinCall, index: number, name: string): Value | undefined =>
  args[index] ?? keywords.get(name);

/** `LinearLayout({"lane": [[1, 0]], …}, {"dim0": 2, …})`; names alone take the smallest sizes that hold the bases. */
function fromDictionaries(call: BuiltinCall): Value | Failure {
  const bases = asBases(argument(call, 0, 'bases'));
  const outs = argument(call, 1, 'out_dims');
  const isNames = Array.isArray(outs) && (outs as readonly Value[]).every((x) => typeof x === 'string');
  return makeLinearLayout(
    bases,
    isNames ? inferredSizes(bases, asTexts(outs, 'the outputs')) : asSizes(outs, 'the outputs'),
  );
}

/** `LinearLayout.from_bases(bases, out_dim_names, out_dim_sizes, require_surjective)` */
function fromBases(call: BuiltinCall): Value | Failure {
  const bases = asBases(argument(call, 0, 'bases'));
  const names = asTexts(argument(call, 1, 'out_dim_names'), 'out_dim_names');
  const sizes = argument(call, 2, 'out_dim_sizes');
  const given = Array.isArray(sizes) ? (sizes as readonly Value[]) : null;
  if (given !== null && given.length !== names.length) {
    refuse('rank-mismatch', 'out_dim_names and out_dim_sizes have different lengths');
  }
  const outs =
    given === null
      ? inferredSizes(bases, names)
      : names.map((name, i) => [name, asInteger(given[i], `the size of ${name}`)] as const);
  const made = makeLinearLayout(bases, outs);
  const isRequired = argument(call, 3, 'require_surjective') !== false;
  if (!isFailure(made) && isRequired && !isSurjective(made)) {
    refuse('inadmissible', 'the layout is not surjective');
  }
  return made;
}

/** The functions of the class, by their names behind `LinearLayout`; '' is the class itself. */
export const LINEAR_MAKERS: Readonly<Record<string, (call: BuiltinCall) => Value | Failure>> = {
  '': fromDictionaries,
  from_bases: fromBases,
  identity_1d: (call) =>
    identity1D(
      asInteger(argument(call, 0, 'size'), 'size'),
      asText(argument(call, 1, 'inDim'), 'inDim'),
      asText(argument(call, 2, 'outDim'), 'outDim'),
    ),
  strided_1d: (call) =>
    strided1D(
      asInteger(argument(call, 0, 'size'), 'size'),
      asInteger(argument(call, 1, 'stride'), 'stride'),
      asText(argument(call, 2, 'inDim'), 'inDim'),
      asText(argument(call, 3, 'outDim'), 'outDim'),
    ),
  zeros_1d: (call) =>
    zeros1D(
      asInteger(argument(call, 0, 'size'), 'size'),
      asText(argument(call, 1, 'inDim'), 'inDim'),
      asText(argument(call, 2, 'outDim'), 'outDim'),
      asInteger(argument(call, 3, 'outDimSize') ?? 1, 'outDimSize'),
    ),
};
