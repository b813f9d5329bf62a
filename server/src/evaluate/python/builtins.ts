// Python's own functions, as far as layouts are computed with them, and those of the module cutlass.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { StaticSymbol } from '../../algebra/integer/integer.ts';
import { gcdNumber } from '../../algebra/integer/known.ts';
import { magnitude } from '../../algebra/integer/operations.ts';
import { Layout, UNDERSCORE, Underscore } from '../../algebra/layout/layout.ts';
import type { Builtin } from '../model/builtin.ts';
import { Unknown, type Value } from '../model/value.ts';
import { isInteger } from '../values/arithmetic.ts';
import { alike, isIterator } from '../values/list-values.ts';
import { isInstance } from './instances.ts';
import { pythonBinary, pythonTruth } from './plain/arithmetic.ts';
import { Dictionary, dictionary } from './plain/dictionary.ts';
import { floatOf, logarithm, PythonFloat, rounded, squareRoot, wholeRoot } from './plain/floats.ts';
import { product, SEQUENCE_FUNCTIONS } from './plain/sequences.ts';
import { PythonSet } from './plain/sets.ts';
import { inBase, textOf } from './plain/strings.ts';
import { PythonSlice, UnnamedInteger } from './plain/types.ts';
import { isPycute } from './pycute/pycute.ts';
import { UNNAMED_FUNCTIONS } from './unnamed-functions.ts';

const isSequence = (v: Value | undefined): v is readonly Value[] => Array.isArray(v);
const unsupported = (what: string): Unknown => new Unknown('unsupported', `${what} is not computed`);

/** One argument by position, and no keywords. */
const ofOne =
  (name: string, run: (v: Value) => Value | Failure): Builtin =>
  ({ args, keywords }) =>
    args.length === 1 && keywords.size === 0 ? run(args[0]!) : unsupported(`${name} of these`);

function length(v: Value): Value {
  if (v instanceof Dictionary) return v.entries.size;
  if (v instanceof PythonSet) return v.isExact ? v.items.length : unsupported('len of this set');
  if (isIterator(v)) return unsupported('len of this');
  if (isSequence(v)) return v.length;
  // By code points.
  if (typeof v === 'string') return [...v].length;
  if (v instanceof Layout && isPycute(v))
    return isSequence(v.shape as Value) ? (v.shape as readonly unknown[]).length : 1;
  return unsupported('len of this');
}

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

/** `pow(a, b)` and `pow(a, b, modulus)` of integers. */
const power: Builtin = ({ args, keywords }) => {
  const [a, b, modulus, ...more] = args;
  const isKnown = a !== undefined && b !== undefined && more.length === 0 && keywords.size === 0;
  if (!isKnown) return unsupported('pow of these');
  if (modulus === undefined) return pythonBinary('**', a, b);
  const result = pythonBinary('**', a, b);
  return typeof result === 'number' ? pythonBinary('%', result, modulus) : unsupported('pow of these');
};

const magnitudeOf = (v: Value): Value =>
  v instanceof PythonFloat
    ? floatOf(Math.abs(v.value))
    : isInteger(v)
      ? magnitude(v)
      : unsupported('abs of this');

/** `int(x)` of a text is what it says in decimal digits. */
function integer(v: Value): Value {
  if (typeof v === 'boolean') return Number(v);
  if (typeof v === 'string' && /^[+-]?\d{1,15}$/.test(v)) return Number(v) + 0;
  return isInteger(v) ? v : (rounded(v, 'zero') ?? (v instanceof Unknown ? v : unsupported('int of this')));
}

const float = (v: Value): Value =>
  v instanceof PythonFloat
    ? v
    : typeof v === 'number' || typeof v === 'boolean'
      ? floatOf(Number(v))
      : v instanceof Unknown
        ? v
        : unsupported('float of this');

/** `round(x)` without digits: to the nearest, of two to the even one. */
const nearest = (v: Value): Value =>
  isInteger(v) ? v : (rounded(v, 'even') ?? (v instanceof Unknown ? v : unsupported('round of this')));

export const PYTHON_FUNCTIONS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ...SEQUENCE_FUNCTIONS,
  ['len', ofOne('len', length)],
  ['abs', ofOne('abs', magnitudeOf)],
  ['int', ofOne('int', integer)],
  ['float', ofOne('float', float)],
  ['round', ofOne('round', nearest)],
  ['str', ofOne('str', textOf)],
  ['hex', ofOne('hex', inBase(16, '0x'))],
  ['bin', ofOne('bin', inBase(2, '0b'))],
  ['pow', power],
  ['bool', ofOne('bool', (v) => pythonTruth(v) ?? new Unknown('run-time', 'this is only known at run time'))],
  ['slice', slice],
  ['divmod', divideWithRest],
  ['dict', dictionary],
  ['isinstance', isInstance],
  ...UNNAMED_FUNCTIONS,
]);

const isPythonInteger = (v: Value): boolean => typeof v === 'number' || v instanceof StaticSymbol;

const greatestDivisor: Builtin = ({ args, keywords }) => {
  if (keywords.size === 0 && args.every((v) => typeof v === 'number'))
    return (args as readonly number[]).reduce(gcdNumber, 0);
  // Of a run-time integer Python has none.
  const isInteger = keywords.size === 0 && args.every(isPythonInteger);
  return isInteger ? new UnnamedInteger('gcd of these') : unsupported('gcd of these');
};

const leastMultiple: Builtin = ({ args, keywords }) => {
  if (keywords.size > 0 || !args.every((v) => typeof v === 'number')) return unsupported('lcm of these');
  const all = args as readonly number[];
  const least = all.reduce(
    (a, b) => (a === 0 || b === 0 ? 0 : Math.abs(a / gcdNumber(a, b)) * Math.abs(b)),
    1,
  );
  return Number.isSafeInteger(least) ? least : unsupported('lcm of these');
};

/** `math.ceil(a / b)`; of integers it is exact. */
const whole = (name: 'ceil' | 'floor'): Builtin =>
  ofOne(name, (v) =>
    isInteger(v) ? v : (rounded(v, name) ?? (v instanceof Unknown ? v : unsupported(`${name} of this`))),
  );

export const MATH_FUNCTIONS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['ceil', whole('ceil')],
  ['floor', whole('floor')],
  ['trunc', ofOne('trunc', (v) => (typeof v === 'string' ? unsupported('trunc of this') : integer(v)))],
  ['lcm', leastMultiple],
  ['log2', ofOne('log2', logarithm)],
  ['sqrt', ofOne('sqrt', squareRoot)],
  ['isqrt', ofOne('isqrt', wholeRoot)],
  ['prod', product],
  ['gcd', greatestDivisor],
]);

/** What is decided while a kernel is compiled is what it says. */
export const CUTLASS_FUNCTIONS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['const_expr', ofOne('const_expr', (v) => v)],
  ['range_constexpr', PYTHON_FUNCTIONS.get('range')!],
]);

/** `t[i]` and `t[a:b]` of a tuple or list. */
export function indexSequence(items: readonly Value[], index: Value): Value | Failure {
  if (isIterator(items)) return unsupported('an index of this');
  if (index instanceof PythonSlice) return sliceSequence(items, index);
  if (typeof index !== 'number') return unsupported('this index of a tuple');
  const item = items[index < 0 ? index + items.length : index];
  return item ?? new Unknown('unsupported', `a tuple of ${items.length} has no item ${index}`);
}

/** The same of a text, whose items are texts. */
export function indexText(text: string, index: Value): Value | Failure {
  const found = indexSequence([...text], index);
  if (Array.isArray(found)) return (found as readonly string[]).join('');
  return found instanceof Unknown ? unsupported('this index of a text') : found;
}

function sliceSequence(items: readonly Value[], { parts }: PythonSlice): Value {
  const [from, to, by] = parts.map((p) =>
    p instanceof Underscore ? null : typeof p === 'number' ? p : undefined,
  );
  if (from === undefined || to === undefined || by === undefined || by === 0)
    return unsupported('this slice of a tuple');
  const step = by ?? 1;
  const [first, last] = step > 0 ? [0, items.length] : [-1, items.length - 1];
  const bounded = (at: number): number => Math.min(Math.max(at < 0 ? at + items.length : at, first), last);
  const start = from === null ? (step > 0 ? first : last) : bounded(from);
  const end = to === null ? (step > 0 ? last : first) : bounded(to);
  const taken: Value[] = [];
  for (let i = start; step > 0 ? i < end : i > end; i += step) taken.push(items[i]!);
  return alike(items, taken);
}

/** Functions that make something of what has no value by itself. */
export const ROUNDING_FUNCTIONS: ReadonlySet<string> = new Set(['ceil', 'floor', 'int', 'round']);
