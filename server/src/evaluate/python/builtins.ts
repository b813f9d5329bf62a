// Python's own functions, as far as layouts are computed with them, and those of the module cutlass.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic, StaticSymbol } from '../../algebra/integer/integer.ts';
import { gcdNumber } from '../../algebra/integer/known.ts';
import { ceilDivide, divide, magnitude, maximum, minimum } from '../../algebra/integer/operations.ts';
import { ComposedLayout, Layout, UNDERSCORE, Underscore } from '../../algebra/layout/layout.ts';
import type { Builtin } from '../model/builtin.ts';
import { Tensor, TypeValue, Unknown, type Value } from '../model/value.ts';
import { isInteger } from '../values/arithmetic.ts';
import { Repeated } from '../values/repeated.ts';
import { pythonBinary, pythonTruth } from './plain/arithmetic.ts';
import { PythonSlice, Quotient, UnnamedInteger } from './plain/types.ts';
import { isPycute } from './pycute/pycute.ts';

const isSequence = (v: Value | undefined): v is readonly Value[] => Array.isArray(v);
const unsupported = (what: string): Unknown => new Unknown('unsupported', `${what} is not computed`);

/** One argument by position, and no keywords. */
const ofOne =
  (name: string, run: (v: Value) => Value | Failure): Builtin =>
  ({ args, keywords }) =>
    args.length === 1 && keywords.size === 0 ? run(args[0]!) : unsupported(`${name} of these`);

/** `min(a, b)` and `min(xs)`. */
const extreme =
  (name: 'min' | 'max'): Builtin =>
  ({ args, keywords }) => {
    const items = args.length === 1 && isSequence(args[0]) ? args[0] : args;
    if (keywords.size > 0 || items.length === 0 || !items.every(isInteger))
      return unsupported(`${name} of these`);
    return items.reduce((a, b) => (name === 'min' ? minimum(a, b) : maximum(a, b)));
  };

const fold =
  (name: string, operator: '+' | '*', start: number): Builtin =>
  ({ args, keywords }) => {
    const [items] = args;
    if (args.length !== 1 || keywords.size > 0 || !isSequence(items)) return unsupported(`${name} of these`);
    let result: Value | Failure = start;
    for (const item of items) {
      if (isFailure(result) || !isInteger(item)) return unsupported(`${name} of these`);
      result = pythonBinary(operator, result, item);
    }
    return result;
  };

function length(v: Value): Value {
  if (isSequence(v) || typeof v === 'string') return v.length;
  if (v instanceof Layout && isPycute(v))
    return isSequence(v.shape as Value) ? (v.shape as readonly unknown[]).length : 1;
  return unsupported('len of this');
}

const sequence =
  (name: string): Builtin =>
  ({ args }) => {
    if (args.length === 0) return [];
    const [items] = args;
    return args.length === 1 && (isSequence(items) || items instanceof Repeated)
      ? items
      : unsupported(`${name} of this`);
  };

const slice: Builtin = ({ args }) => {
  const parts: readonly Value[] = args.length === 1 ? [UNDERSCORE, args[0]!] : args;
  return new PythonSlice([parts[0] ?? UNDERSCORE, parts[1] ?? UNDERSCORE, parts[2] ?? UNDERSCORE]);
};

const divideWithRest: Builtin = ({ args }) => {
  const [a, b] = args;
  if (args.length !== 2) return unsupported('divmod of these');
  const parts = ['//', '%'].map((operator) => pythonBinary(operator, a!, b!));
  return parts.find(isFailure) ?? (parts as readonly Value[]);
};

function sorted(v: Value): Value {
  if (!isSequence(v) || !v.every((n) => typeof n === 'number')) return unsupported('sorted of this');
  return [...(v as readonly number[])].sort((a, b) => a - b);
}

const MAXIMUM_RANGE = 256;

const range: Builtin = ({ args, keywords }) => {
  const isKnown = args.length >= 1 && args.length <= 3 && keywords.size === 0;
  if (!isKnown || !args.every((n) => typeof n === 'number')) return unsupported('this range');
  const numbers = args as readonly number[];
  const [from, to, by] =
    numbers.length === 1 ? [0, numbers[0]!, 1] : [numbers[0]!, numbers[1]!, numbers[2] ?? 1];
  const count = by === 0 ? Number.NaN : Math.max(0, Math.ceil((to - from) / by));
  if (!(count <= MAXIMUM_RANGE)) return unsupported('so long a range');
  return Array.from({ length: count }, (_, i) => from + i * by);
};

const zipped: Builtin = ({ args, keywords }) => {
  if (!args.every(isSequence) || args.length === 0 || keywords.size > 0) return unsupported('zip of these');
  const columns = args as readonly (readonly Value[])[];
  const count = Math.min(...columns.map((c) => c.length));
  return Array.from({ length: count }, (_, i) => columns.map((c) => c[i]!));
};

/** `any` where `wanted`, else `all`. */
function quantified(v: Value, wanted: boolean): Value {
  if (!isSequence(v)) return unsupported('this condition');
  const truths = v.map(pythonTruth);
  if (truths.includes(wanted)) return wanted;
  return truths.includes(undefined)
    ? new Unknown('run-time', 'a condition is only known at run time')
    : !wanted;
}

/** Whether a value is of one of Python's own types, or a tensor or layout of CuTe DSL. */
const isInstance: Builtin = ({ args }) => {
  const [value, type] = args;
  const types = isSequence(type) ? type : [type];
  const answers = types.map((t) =>
    t instanceof TypeValue && value !== undefined ? isOf(value, t.name) : undefined,
  );
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? unsupported('isinstance of these') : false;
};

function isOf(v: Value, name: string): boolean | undefined {
  // An element type is an object of its own, and so is a tensor of PyTorch.
  if (v instanceof TypeValue) return v.bits !== null && OWN_TYPES.has(name) ? false : undefined;
  const isTensor = v instanceof Tensor;
  const isLayoutValue = v instanceof Layout && !isPycute(v);
  const isPlain =
    typeof v === 'number' || typeof v === 'boolean' || typeof v === 'string' || v instanceof Underscore;
  switch (name) {
    case 'int':
      return typeof v === 'number' || typeof v === 'boolean'
        ? true
        : isTensor || isLayoutValue || isPlain || isSequence(v)
          ? false
          : undefined;
    case 'bool':
      return typeof v === 'boolean'
        ? true
        : isPlain || isTensor || isLayoutValue || isSequence(v)
          ? false
          : undefined;
    case 'str':
      return isPlain || isTensor || isLayoutValue || isSequence(v)
        ? typeof v === 'string'
          ? v.includes('.')
            ? undefined
            : true
          : false
        : undefined;
    case 'Tensor':
      return isTensor ? true : isPlain || isLayoutValue || isSequence(v) ? false : undefined;
    case 'Layout':
      return isLayoutValue
        ? true
        : v instanceof ComposedLayout || isPlain || isTensor || isSequence(v)
          ? false
          : undefined;
    case 'ComposedLayout':
      return v instanceof ComposedLayout && !isPycute(v)
        ? true
        : isLayoutValue || isPlain || isTensor || isSequence(v)
          ? false
          : undefined;
    case 'float':
      return isPlain || isTensor || isLayoutValue || isSequence(v) ? false : undefined;
    case 'tuple':
    case 'list':
      // Which of the two it is is not kept.
      return isPlain || isTensor || isLayoutValue || v instanceof Dynamic ? false : undefined;
    default:
      return undefined;
  }
}

/** Types of Python itself, and of CuTe DSL, of which no element type is an object. */
const OWN_TYPES: ReadonlySet<string> = new Set([
  'int',
  'bool',
  'float',
  'str',
  'tuple',
  'list',
  'Tensor',
  'Layout',
  'ComposedLayout',
]);

export const PYTHON_FUNCTIONS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['len', ofOne('len', length)],
  ['min', extreme('min')],
  ['max', extreme('max')],
  ['sum', fold('sum', '+', 0)],
  ['abs', ofOne('abs', (v) => (isInteger(v) ? magnitude(v) : unsupported('abs of this')))],
  ['tuple', sequence('tuple')],
  ['list', sequence('list')],
  [
    'int',
    ofOne('int', (v) =>
      isInteger(v)
        ? v
        : v instanceof Quotient
          ? roundedTo(v, 'zero')
          : v instanceof Unknown
            ? v
            : typeof v === 'boolean'
              ? Number(v)
              : unsupported('int of this'),
    ),
  ],
  ['bool', ofOne('bool', (v) => pythonTruth(v) ?? new Unknown('run-time', 'this is only known at run time'))],
  ['slice', slice],
  ['divmod', divideWithRest],
  [
    'reversed',
    ofOne('reversed', (v) => (isSequence(v) ? [...v].reverse() : unsupported('reversed of this'))),
  ],
  ['sorted', ofOne('sorted', sorted)],
  ['range', range],
  ['zip', zipped],
  [
    'enumerate',
    ofOne('enumerate', (v) => (isSequence(v) ? v.map((x, i) => [i, x]) : unsupported('enumerate of this'))),
  ],
  ['all', ofOne('all', (v) => quantified(v, false))],
  ['any', ofOne('any', (v) => quantified(v, true))],
  ['isinstance', isInstance],
]);

const isPythonInteger = (v: Value): boolean => typeof v === 'number' || v instanceof StaticSymbol;

const greatestDivisor: Builtin = ({ args, keywords }) => {
  if (keywords.size === 0 && args.every((v) => typeof v === 'number'))
    return (args as readonly number[]).reduce(gcdNumber, 0);
  // Of a run-time integer Python has none.
  const isInteger = keywords.size === 0 && args.every(isPythonInteger);
  return isInteger ? new UnnamedInteger('gcd of these') : unsupported('gcd of these');
};

/** The quotient that `math.ceil(a / b)` rounds; of integers it is exact. */
const rounded =
  (name: 'ceil' | 'floor'): Builtin =>
  ({ args }) => {
    const [x] = args;
    if (x !== undefined && isInteger(x)) return x;
    if (!(x instanceof Quotient)) return x instanceof Unknown ? x : unsupported(`${name} of this`);
    return roundedTo(x, name);
  };

/** Names stand for sizes, which are not negative, so that rounding down and towards zero agree. */
function roundedTo({ dividend, divisor }: Quotient, to: 'ceil' | 'floor' | 'zero'): Value {
  if (typeof dividend !== 'number' || typeof divisor !== 'number')
    return to === 'ceil' ? ceilDivide(dividend, divisor) : divide(dividend, divisor);
  const quotient = dividend / divisor;
  const round = { ceil: Math.ceil, floor: Math.floor, zero: Math.trunc }[to];
  return round(quotient) + 0;
}

export const MATH_FUNCTIONS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['ceil', rounded('ceil')],
  ['floor', rounded('floor')],
  ['log2', ofOne('log2', (v) => logarithm(v))],
  ['prod', fold('prod', '*', 1)],
  ['gcd', greatestDivisor],
]);

function logarithm(v: Value): Value {
  const n = typeof v === 'number' ? Math.log2(v) : Number.NaN;
  return Number.isInteger(n) ? new Quotient(n, 1) : unsupported('this logarithm');
}

/** What is decided while a kernel is compiled is what it says. */
export const CUTLASS_FUNCTIONS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['const_expr', ofOne('const_expr', (v) => v)],
]);

/** `t[i]` and `t[a:b]` of a tuple or list. */
export function indexSequence(items: readonly Value[], index: Value): Value | Failure {
  if (index instanceof PythonSlice) return sliceSequence(items, index);
  if (typeof index !== 'number') return unsupported('this index of a tuple');
  const item = items[index < 0 ? index + items.length : index];
  return item ?? new Unknown('unsupported', `a tuple of ${items.length} has no item ${index}`);
}

function sliceSequence(items: readonly Value[], { parts }: PythonSlice): Value {
  const [from, to, step] = parts.map((p) =>
    p instanceof Underscore ? null : typeof p === 'number' ? p : undefined,
  );
  if (from === undefined || to === undefined || step === undefined)
    return unsupported('this slice of a tuple');
  if (step !== null && step !== 1) {
    return step === -1 && from === null && to === null
      ? [...items].reverse()
      : unsupported('this slice of a tuple');
  }
  return items.slice(from ?? 0, to ?? items.length);
}

/** Functions that make something of what has no value by itself. */
export const ROUNDING_FUNCTIONS: ReadonlySet<string> = new Set(['ceil', 'floor', 'int']);
