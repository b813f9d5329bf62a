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
import { legoConstructors } from '../lego/constructors.ts';
import { legoMethod } from '../lego/methods.ts';
import type { Builtin } from '../model/builtin.ts';
import type { Library } from '../model/library.ts';
import { TypeValue, Unknown, type Value } from '../model/value.ts';
import { pythonLibrary } from '../python/library.ts';

/** Modules and namespaces that pasted code names. */
const MODULES = new Set(['cute', 'cutlass', 'pycute', 'std']);
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

/** Notations that are read but have no values yet, by the name that begins them. */
const UNEVALUATED: Readonly<Record<string, string>> = {
  LinearLayout: 'linear layouts are read, but not evaluated in this version',
};

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
      // LEGO's names of permutations: CuTe has a function `reverse` as well, which is called.
      if (path.length === 1 && namedPermutations.has(path[0]!)) return dynamicSymbol(path[0]!);
      const value = cppLibrary.value(path);
      // There are no types to tell from values: `LayoutLeft`, `X`, `true_type` stand for what they hold.
      if (value instanceof TypeValue && value.instance !== null && !(value.instance instanceof Dynamic))
        return value.instance;
      if (value !== undefined || path.length !== 1) return value;
      const name = path[0]!;
      if (name === 'ArithTuple' || catalog.has(name) || cppLibrary.builtin(path) !== undefined)
        return undefined;
      if (Object.hasOwn(UNEVALUATED, name) || legoConstructors.has(name)) return undefined;
      if (isTemplate(name)) return undefined;
      return dynamicSymbol(name);
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
    method: (object, name) => legoMethod(object, name) ?? cppLibrary.method(object, name),
    builtin: (path) => {
      const name = path[0]!;
      const lego = path.length === 1 ? legoConstructors.get(name) : undefined;
      if (lego !== undefined) return lego;
      if (path.length === 1 && name === 'ArithTuple') return arithTuple;
      if (path.length === 1 && Object.hasOwn(UNEVALUATED, name))
        return () => new Unknown('unsupported', UNEVALUATED[name]!);
      // Python's forms, pasted: `cute.make_layout((4, 8), stride=(8, 1))`.
      const python =
        path.length === 2 && MODULES.has(path[0]!) ? pythonBuiltin(path[0]!, path[1]!) : undefined;
      // The notation reports arguments of a wrong kind, which host code cannot have.
      const cpp = cppBuiltin(path) ?? cppLibrary.builtin(path);
      if (python !== undefined && (cpp === undefined || PYTHON_FORMS.has(path[1]!))) return python;
      if (python !== undefined && cpp !== undefined) return (c) => (c.keywords.size > 0 ? python(c) : cpp(c));
      return cpp ?? (path.length === 1 && catalog.has(name) ? (c) => operate(name, c) : undefined);
    },
  };
}
