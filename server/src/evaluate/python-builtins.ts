// Python's own functions, as far as layouts are computed with them, and those of the module cutlass.

import { type Failure, isFailure } from '../algebra/failure.ts';
import { Dynamic } from '../algebra/integer.ts';
import { absolute, gcdNumber, maximum, minimum } from '../algebra/integer-ops.ts';
import { Layout, UNDERSCORE, Underscore } from '../algebra/layout.ts';
import { isInteger } from './arithmetic.ts';
import type { Builtin } from './dialect.ts';
import { isPycute } from './pycute.ts';
import { pythonBinary, pythonTruth } from './python-arithmetic.ts';
import { PythonSlice } from './python-types.ts';
import { Unknown, type Value } from './value.ts';

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
    return args.length === 1 && isSequence(args[0]) ? args[0] : unsupported(`${name} of this`);
  };

const slice: Builtin = ({ args }) => {
  const parts: readonly Value[] = args.length === 1 ? [UNDERSCORE, args[0]!] : args;
  return new PythonSlice([parts[0] ?? UNDERSCORE, parts[1] ?? UNDERSCORE, parts[2] ?? UNDERSCORE]);
};

export const PYTHON_FUNCTIONS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['len', ofOne('len', length)],
  ['min', extreme('min')],
  ['max', extreme('max')],
  ['sum', fold('sum', '+', 0)],
  ['abs', ofOne('abs', (v) => (isInteger(v) ? absolute(v) : unsupported('abs of this')))],
  ['tuple', sequence('tuple')],
  ['list', sequence('list')],
  [
    'int',
    ofOne('int', (v) =>
      typeof v === 'number' || v instanceof Dynamic
        ? v
        : typeof v === 'boolean'
          ? Number(v)
          : unsupported('int of this'),
    ),
  ],
  ['bool', ofOne('bool', (v) => pythonTruth(v) ?? new Unknown('run-time', 'this is only known at run time'))],
  ['slice', slice],
]);

const greatestDivisor: Builtin = ({ args, keywords }) => {
  if (keywords.size > 0 || !args.every((v) => typeof v === 'number')) return unsupported('gcd of these');
  return (args as readonly number[]).reduce(gcdNumber, 0);
};

export const MATH_FUNCTIONS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['prod', fold('prod', '*', 1)],
  ['gcd', greatestDivisor],
]);

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
