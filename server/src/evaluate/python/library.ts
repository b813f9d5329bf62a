// The library of Python: CuTe DSL and pycute by their names, and what operators make of values.

import { type Failure, Violation } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { ComposedLayout, Layout, Swizzle, Underscore } from '../../algebra/layout/layout.ts';
import { IS_SEQUENCE } from '../../frontends/common/unnamed-functions.ts';
import { isTritonValue } from '../../hardware/triton/value.ts';
import { legoMethod } from '../lego/methods.ts';
import { LEGO_MODULES, legoFunction, legoIndexed } from '../lego/package.ts';
import type { Builtin, BuiltinCall } from '../model/builtin.ts';
import type { Entity } from '../model/entity.ts';
import type { Library } from '../model/library.ts';
import { Tensor, TypeValue, Unknown, type Value } from '../model/value.ts';
import { gluonFunction, gluonValue } from '../triton/gluon.ts';
import { TENSOR_FUNCTIONS } from '../triton/tensors.ts';
import { tritonBinary, tritonIndex, tritonMember, tritonMethod } from '../triton/triton.ts';
import {
  CUTLASS_FUNCTIONS,
  indexSequence,
  indexText,
  MATH_FUNCTIONS,
  PYTHON_FUNCTIONS,
  ROUNDING_FUNCTIONS,
} from './builtins.ts';
import { ACCEPTS_UNKNOWN, allocatorMethod, cuteBuiltin, storageMethod } from './cute.ts';
import { withPythonAtoms } from './dsl/atoms/atoms.ts';
import { memberOfTma } from './dsl/atoms/tma.ts';
import { hostFunction, hostMember, hostMethod, SimpleNamespace } from './dsl/host/host.ts';
import { TorchTensor, torchBinary, torchFunction, torchType } from './dsl/host/torch.ts';
import { callCute, indexCute, memberOfCute, methodOfCute } from './dsl/members.ts';
import { modesOfPythonCall, modesOfPythonMethod } from './dsl/modes.ts';
import {
  attributeOf,
  LibraryObject,
  libraryObject,
  methodOfObject,
  OBJECT_FUNCTIONS,
} from './dsl/pipelines.ts';
import { SharedStorage } from './dsl/shared-storage.ts';
import { NO_KEYWORDS } from './dsl/support.ts';
import { SMEM_ALLOCATOR } from './dsl/tensors.ts';
import { indexUnranked, isUnranked, memberOfUnranked } from './dsl/unranked.ts';
import { withVersions } from './dsl/versions.ts';
import { pythonBinary, pythonUnary } from './plain/arithmetic.ts';
import { Dictionary, dictionaryMethod, indexDictionary } from './plain/dictionary.ts';
import { Enumerator, memberOfEnumerator } from './plain/enumerations.ts';
import { getAttribute, integerAttribute, integerMethod } from './plain/integers.ts';
import { ITERTOOLS, sequenceMethod } from './plain/sequences.ts';
import { isPlainText, stringMethod } from './plain/strings.ts';
import {
  CONSTEXPR_INT,
  CUTE_TYPES,
  CUTLASS_TYPES,
  isIntegerType,
  PYTHON_TYPES,
  parameterOf,
} from './plain/types.ts';
import {
  applySwizzle,
  callPycute,
  indexPycute,
  isPycute,
  memberOfPycute,
  methodOfPycute,
  pycuteBuiltin,
} from './pycute/pycute.ts';

/** Modules inside `cutlass.cute` whose names it also has itself. */
const INNER = new Set(['core', 'tuple', 'tensor', 'typing', 'atom']);

type Home =
  | 'python'
  | 'math'
  | 'cutlass'
  | 'cute'
  | 'utils'
  | 'cutlass.torch'
  | 'runtime'
  | 'torch'
  | 'pycute'
  | 'gluon'
  | 'lego'
  | 'library';

/** Where a dotted path leads: `cutlass.cute.core.size` is size of cute. */
function locate(path: readonly string[]): { readonly home: Home; readonly rest: readonly string[] } | null {
  const [first, second] = path;
  if (path.length === 1) return { home: 'python', rest: path };
  if (first === 'pycute')
    return {
      home: 'pycute',
      rest:
        path.at(1) === 'layout' || path.at(1) === 'int_tuple' || path.at(1) === 'swizzle'
          ? path.slice(2)
          : path.slice(1),
    };
  if (first === 'math') return { home: 'math', rest: path.slice(1) };
  if (first === 'torch') return { home: 'torch', rest: path.slice(1) };
  if (STANDARD.has(first!)) return { home: 'library', rest: path };
  if (first === 'cutlass' && second === 'utils' && path.length > 2)
    return { home: 'utils', rest: path.slice(2) };
  if (first === 'cutlass' && second === 'torch' && path.length > 2)
    return { home: 'cutlass.torch', rest: path.slice(2) };
  if (path.at(-2) === 'runtime' && (first === 'cutlass' || first === 'cute'))
    return { home: 'runtime', rest: path.slice(-1) };
  if (first === 'cutlass' && second === 'cute' && path.length > 2)
    return { home: 'cute', rest: inner(path.slice(2)) };
  // A snippet without its imports.
  if (first === 'cute') return { home: 'cute', rest: inner(path.slice(1)) };
  if (first === 'cutlass') return { home: 'cutlass', rest: path.slice(1) };
  if (LEGO_MODULES.has(first!)) return { home: 'lego', rest: path.slice(-1) };
  if (first === 'triton' || GLUON.has(first!)) return { home: 'gluon', rest: path.slice(1) };
  return null;
}

/** By what names Gluon's language is known in a snippet without its imports. */
const GLUON = new Set(['gl', 'ttgl', 'gluon']);

/** Modules of Python itself, of which some functions say something. */
const STANDARD = new Set(['argparse', 'copy', 'functools', 'itertools', 'json', 'operator', 'types']);

const inner = (path: readonly string[]): readonly string[] =>
  path.length > 1 && INNER.has(path[0]!) ? path.slice(1) : path;

function builtin(path: readonly string[]): Builtin | undefined {
  const at = locate(path);
  if (at === null) return undefined;
  const name = at.rest.at(-1)!;
  const isDirect = at.rest.length === 1;
  switch (at.home) {
    case 'python':
      return name === 'getattr'
        ? getAttribute(memberOf)
        : (PYTHON_FUNCTIONS.get(name) ?? hostFunction('library', at.rest));
    case 'math':
      return isDirect ? MATH_FUNCTIONS.get(name) : undefined;
    case 'cutlass':
      return at.rest[0] === 'pipeline'
        ? libraryObject(at.rest)
        : isDirect
          ? CUTLASS_FUNCTIONS.get(name)
          : undefined;
    case 'cute':
      return cuteBuiltin(at.rest);
    case 'utils':
      return name === 'SmemAllocator'
        ? () => SMEM_ALLOCATOR
        : (libraryObject(['utils', ...at.rest]) ?? hostFunction(at.home, at.rest));
    case 'library':
      return at.rest[0] === 'itertools'
        ? ITERTOOLS.get(at.rest.slice(1).join('.'))
        : hostFunction(at.home, at.rest);
    case 'cutlass.torch':
    case 'runtime':
      return hostFunction(at.home, at.rest);
    case 'torch':
      return torchFunction(at.rest.join('.'));
    case 'pycute':
      return isDirect ? pycuteBuiltin(name) : undefined;
    case 'gluon':
      return name === 'static_range' ? PYTHON_FUNCTIONS.get('range') : gluonFunction(at.rest);
    case 'lego':
      return legoFunction(name);
  }
}

function value(path: readonly string[]): Value | undefined {
  const at = locate(path);
  if (at === null) return undefined;
  const name = at.rest.at(-1)!;
  // A type of CuTe DSL is known by its name alone, as an assumption writes it.
  if (at.home === 'python') return PYTHON_TYPES.get(name) ?? CUTLASS_TYPES.get(name);
  if (at.home === 'gluon') return gluonValue(at.rest);
  if (at.home === 'torch' && at.rest.length === 1) return torchType(name);
  if (at.home === 'cute' && at.rest.join('.') === 'arch.WARP_SIZE') return 32;
  if ((at.home === 'cutlass' || at.home === 'cute') && at.rest.length === 1)
    return CUTLASS_TYPES.get(name) ?? (at.home === 'cute' ? CUTE_TYPES.get(name) : undefined);
  return undefined;
}

/** `Int32(x)`: a run-time integer; of a value that is known, known. */
function construct(type: Value, args: readonly Value[]): Value | Failure {
  if (!(type instanceof TypeValue)) return new Unknown('unsupported', 'this call is not computed');
  const own = PYTHON_TYPES.get(type.name) === type ? PYTHON_FUNCTIONS.get(type.name) : undefined;
  if (own !== undefined) return own({ name: type.name, args, keywords: NO_KEYWORDS, template: [] });
  const [x] = args;
  if (!isIntegerType(type) || args.length !== 1)
    return new Unknown('run-time', `a ${type.name} is only known at run time`);
  const known = typeof x === 'boolean' ? Number(x) : x;
  if (typeof known === 'number') {
    const bits = type.bits ?? 32;
    const least = type.name.startsWith('Uint') ? -1 : -(2 ** (bits - 1));
    return least < known && known < 2 ** (bits - 1)
      ? new Dynamic(known)
      : new Unknown('run-time', 'the integer wraps');
  }
  return known instanceof Dynamic ? known : new Dynamic(null);
}

function index(of: Value, args: readonly Value[]): Value | Failure {
  if (isPycute(of)) return indexPycute(of, args);
  const position = legoIndexed(of, args);
  if (position !== undefined) return position;
  const ofTriton = tritonIndex(of, args);
  if (ofTriton !== undefined) return ofTriton;
  if (Array.isArray(of)) {
    return args.length === 1
      ? indexSequence(of as readonly Value[], args[0]!)
      : new Unknown('unsupported', 'this index of a tuple is not computed');
  }
  if (isPlainText(of))
    return args.length === 1
      ? indexText(of, args[0]!)
      : new Unknown('unsupported', 'this index of a text is not computed');
  if (of instanceof Dictionary) return indexDictionary(of, args[0]);
  if (isUnranked(of)) return indexUnranked(of, args);
  if (of instanceof TypeValue) {
    const [parameter] = args;
    const isInt = of.name === 'Constexpr' && parameter instanceof TypeValue && parameter.name === 'int';
    return isInt ? CONSTEXPR_INT : new TypeValue(`${of.name}[…]`, null);
  }
  return indexCute(of, args, plainCall('[]', args));
}

/** Where things are kept by name: what one of them is does not depend on the others. */
const TAKES_ANYTHING: ReadonlySet<string> = new Set([
  'SimpleNamespace',
  'dict',
  'isinstance',
  IS_SEQUENCE,
  ...OBJECT_FUNCTIONS,
  ...TENSOR_FUNCTIONS,
]);

const plainCall = (name: string, args: readonly Value[]): BuiltinCall => ({
  name,
  args,
  keywords: NO_KEYWORDS,
  template: [],
});

function call(of: Value, made: BuiltinCall): Value | Failure {
  if (isPycute(of)) return callPycute(of, made);
  if (of instanceof Swizzle) {
    const [x] = made.args;
    return typeof x === 'number' && made.args.length === 1
      ? applySwizzle(of, x)
      : new Unknown('unsupported', 'the swizzle of this is not computed');
  }
  return callCute(of, made);
}

const hasOwnMembers = (v: Value): boolean =>
  v instanceof Layout || v instanceof ComposedLayout || v instanceof Tensor || v instanceof TypeValue;

function memberOf(of: Value, name: string): Value | Failure | undefined {
  if (isTritonValue(of)) return tritonMember(of, name);
  if (of instanceof Enumerator) return memberOfEnumerator(of, name);
  if (of instanceof TorchTensor || of instanceof SimpleNamespace) return hostMember(of, name);
  if (of instanceof LibraryObject) return attributeOf(of, name);
  if (isUnranked(of)) return memberOfUnranked(of, name);
  if (Array.isArray(of)) return memberOfTma(of as readonly Value[], name);
  const found =
    integerAttribute(of, name) ?? (isPycute(of) ? memberOfPycute(of, name) : memberOfCute(of, name));
  if (found !== undefined) return found;
  return hasOwnMembers(of)
    ? new Unknown('unsupported', `the attribute ${name} is not computed`, [], name)
    : undefined;
}

const library: Library = withPythonAtoms({
  knows: () => false,
  namespaces: new Set(['cute', 'cutlass']),
  isReserved: () => false,
  isFundamental: () => false,
  integer: (n) => n,
  value,
  builtin,
  template: () => undefined,
  construct,
  member: memberOf,
  method: (of, name) => {
    if (isTritonValue(of)) return tritonMethod(of, name);
    if (of === SMEM_ALLOCATOR) return allocatorMethod(name);
    if (of instanceof SharedStorage) return storageMethod(of, name);
    if (of instanceof LibraryObject) return methodOfObject(of, name);
    if (of instanceof Dictionary) return dictionaryMethod(of, name);
    const ofText = stringMethod(of, name);
    if (ofText !== undefined) return ofText;
    const ofItems = Array.isArray(of) ? sequenceMethod(of as readonly Value[], name) : undefined;
    if (ofItems !== undefined) return ofItems;
    const host = integerMethod(of, name) ?? hostMethod(of, name) ?? legoMethod(of, name);
    if (host !== undefined) return host;
    return isPycute(of) ? methodOfPycute(of, name) : methodOfCute(of, name);
  },
  call,
  index,
  modes: {
    ofCall: modesOfPythonCall,
    ofMethod: modesOfPythonMethod,
    // A slice is an index.
    ofSlice: () => null,
    isByName: true,
  },
  unary: pythonUnary,
  binary: (operator, left, right) =>
    tritonBinary(operator, left, right) ??
    torchBinary(operator, left, right) ??
    pythonBinary(operator, left, right),
  // Annotations convert nothing.
  convert: (v) => v,
  instance: (type, symbol) => {
    const held = type instanceof TypeValue ? parameterOf(type, symbol) : null;
    return held ?? new Unknown('function-parameter', 'the type does not say what it holds');
  },
  // What is assumed of a parameter is its value.
  typeOf: (v) => v,
  withoutRunTimeParts: (v) => v,
  takesByValue: () => true,
  methodTakesByValue: () => true,
  isRefused,
  acceptsUnknown: (name) =>
    ACCEPTS_UNKNOWN.has(name) || ROUNDING_FUNCTIONS.has(name) || TAKES_ANYTHING.has(name),
});

/** Python ends with an exception: what is refused, and what is asked of None. */
function isRefused(of: Value, result: Entity | Failure | undefined): boolean {
  if (result instanceof Violation) return true;
  return of instanceof Underscore && (result === undefined || result instanceof Unknown);
}

export const pythonLibrary: Library = withVersions(library);
