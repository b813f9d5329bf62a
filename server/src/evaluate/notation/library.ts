// The library of the text notation: CuTe's names, integers static unless the reader says otherwise, and
// names that nobody has bound are symbols.

import { catalog } from '../../algebra/catalog/catalog.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { dynamicSymbol } from '../../algebra/integer/operations.ts';
import { isIntTuple } from '../../algebra/layout/kinds.ts';
import { UNDERSCORE } from '../../algebra/layout/layout.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import { ArithTuple } from '../../algebra/layout/stride.ts';
import { namedPermutations } from '../../algebra/lego/named.ts';
import { cppBuiltin } from '../cpp/cute/functions.ts';
import { cppLibrary } from '../cpp/library.ts';
import { operate } from '../cute/operations.ts';
import { legoMethod } from '../lego/methods.ts';
import type { Builtin } from '../model/builtin.ts';
import type { Library } from '../model/library.ts';
import { TypeValue, Unknown, type Value } from '../model/value.ts';
import { pythonLibrary } from '../python/library.ts';
import { orRelation } from '../relation/functions.ts';
import { onDerived } from '../relation/on-derived.ts';
import { byCoordinates } from '../triton/by-coordinates.ts';
import {
  isOfLinear,
  linearFunction,
  tritonBinary,
  tritonFunction,
  tritonMember,
  tritonMethod,
} from '../triton/triton.ts';
import { guarded } from '../values/guarded.ts';
import { ownFunction } from './own-functions.ts';

/** Modules and namespaces that pasted code names. */
const MODULES = new Set(['cute', 'cutlass', 'pycute', 'std', 'gl', 'ttgl']);
const GLUON = new Set(['gl', 'ttgl']);
/** Functions whose Python form takes as arguments what C++ takes as template arguments. */
const PYTHON_FORMS = new Set(['make_swizzle', 'E', 'make_composed_layout']);

const pythonBuiltin = (module: string, name: string): Builtin | undefined =>
  pythonLibrary.builtin(module === 'cute' ? ['cutlass', 'cute', name] : [module, name]);

const isTemplate = (name: string): boolean => {
  const known = cppLibrary.template([name], []);
  return known !== undefined;
};

/** `ArithTuple(0,0)`, as CuTe prints where a counting tensor starts. */
const arithTuple: Builtin = ({ args }) =>
  isIntTuple(args as never)
    ? new ArithTuple(args as never)
    : new Unknown('unsupported', 'an ArithTuple has integers');

/** Triton's constructors and functions, with or without Gluon's module in front. */
function triton(path: readonly string[]): Builtin | undefined {
  const run = tritonFunction(GLUON.has(path[0]!) ? path.slice(1) : path);
  if (run === undefined || path[0] !== 'LinearLayout') return run;
  // Another paper's way of writing it.
  return (call) => (call.keywords.has('crd') ? guarded(() => byCoordinates(call)) : run(call));
}

/** An operation that linear layouts have too, under the same name: what it is given decides. */
function orLinear(name: string, other: Builtin | undefined): Builtin | undefined {
  const linear = linearFunction(name);
  if (linear === undefined) return other;
  return (call) => (isOfLinear(call.args) || other === undefined ? linear(call) : other(call));
}

/** Python's constants, as pasted code has them. */
const CONSTANTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['True', true],
  ['False', false],
  ['None', UNDERSCORE],
]);

/** `A o B` of linear layouts: B first. */
const composed =
  (other: Builtin | undefined): Builtin | undefined =>
  (call) =>
    isOfLinear(call.args)
      ? linearFunction('compose')!({ ...call, args: [...call.args].reverse() })
      : (other?.(call) ?? new Unknown('unsupported', 'compositions are not known here'));

const isNamedX = (v: Value): boolean => v instanceof Dynamic && printPlain(v) === 'X';

/** `unmarked`: what an integer without `_` is. */
export function notationLibrary(unmarked: 'static' | 'dynamic'): Library {
  return {
    ...cppLibrary,
    knows: () => false,
    isReserved: () => false,
    integer: (value, marked) => (marked || unmarked === 'static' ? value : new Dynamic(value)),
    value: (path) => {
      if (path.length === 1 && MODULES.has(path[0]!)) return undefined;
      // In prose X is the name of a dimension; CuTe's X, the placeholder of a Step, is written `_` here.
      if (path.length === 1 && path[0] === 'X') return dynamicSymbol('X');
      if (path.length === 1 && CONSTANTS.has(path[0]!)) return CONSTANTS.get(path[0]!);
      // LEGO's names of permutations: CuTe has a function `reverse` as well, which is called.
      if (path.length === 1 && namedPermutations.has(path[0]!)) return dynamicSymbol(path[0]!);
      if (triton(path) !== undefined) return undefined;
      const value = cppLibrary.value(path);
      // There are no types to tell from values: `LayoutLeft`, `X`, `true_type` stand for what they hold.
      if (value instanceof TypeValue && value.instance !== null && !(value.instance instanceof Dynamic))
        return value.instance;
      if (value !== undefined || path.length !== 1) return value;
      const name = path[0]!;
      if (linearFunction(name) !== undefined) return undefined;
      if (name === 'ArithTuple' || catalog.has(name) || cppLibrary.builtin(path) !== undefined)
        return undefined;
      return ownFunction(name) !== undefined || isTemplate(name) ? undefined : dynamicSymbol(name);
    },
    template: (path, args) =>
      cppLibrary.template(
        path,
        path.at(-1) === 'Step' ? args.map((a) => (isNamedX(a) ? UNDERSCORE : a)) : args,
      ),
    construct: (type, args) =>
      args.length === 0 && !(type instanceof TypeValue) ? type : cppLibrary.construct(type, args),
    call: (object, c) => {
      // A name that nobody has bound is a symbol, and a symbol is no function.
      if (object instanceof Dynamic && object.value !== null && typeof object.value !== 'number') {
        const name = printPlain(object);
        return new Unknown('missing-name', `there is no operation ${name}`, [], name);
      }
      return cppLibrary.call(object, c);
    },
    builtin: (path) => onDerived(builtinOf(path)),
    member: (of, name) => tritonMember(of, name) ?? cppLibrary.member(of, name),
    method: (of, name) => tritonMethod(of, name) ?? legoMethod(of, name) ?? cppLibrary.method(of, name),
    binary: (operator, left, right) =>
      tritonBinary(operator, left, right) ?? cppLibrary.binary(operator, left, right),
  };
}

/** CuTe's functions, and those of its Python. */
function cuteFunction(path: readonly string[]): Builtin | undefined {
  const name = path[0]!;
  if (path.length === 1 && name === 'ArithTuple') return arithTuple;
  // Python's forms, pasted: `cute.make_layout((4, 8), stride=(8, 1))`.
  const python = path.length === 2 && MODULES.has(path[0]!) ? pythonBuiltin(path[0]!, path[1]!) : undefined;
  // The notation reports arguments of a wrong kind, which host code cannot have.
  const cpp = cppBuiltin(path) ?? cppLibrary.builtin(path);
  if (python !== undefined && (cpp === undefined || PYTHON_FORMS.has(path[1]!))) return python;
  if (python !== undefined && cpp !== undefined) return (c) => (c.keywords.size > 0 ? python(c) : cpp(c));
  return cpp ?? (path.length === 1 && catalog.has(name) ? (c) => operate(name, c) : undefined);
}

function builtinOf(path: readonly string[]): Builtin | undefined {
  const name = path[0]!;
  const own = path.length === 1 ? ownFunction(name) : undefined;
  if (own !== undefined) return own;
  const made = triton(path);
  if (made !== undefined) return made;
  const other = cuteFunction(path);
  if (path.length !== 1) return other;
  return orRelation(name, name === 'composition' ? composed(other) : orLinear(name, other));
}
