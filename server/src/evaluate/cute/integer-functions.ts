// CuTe's functions of single integers (cute/numeric/math.hpp, integral_constant.hpp): static integers give static ones.

import { Dynamic } from '../../algebra/integer/integer.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import { magnitude, maximum, minimum } from '../../algebra/integer/operations.ts';
import type { Builtin } from '../model/builtin.ts';
import { Unknown, type Value } from '../model/value.ts';
import { isInteger } from '../values/arithmetic.ts';
import { toInt } from '../values/structure.ts';

const LARGEST = 2 ** 31 - 1;

const unsupported = (name: string): Unknown =>
  new Unknown('unsupported', `this use of ${name} is not computed`);

/** An operation on known numbers; of run-time integers that are not known it makes one. Null: not computed. */
const onNumbers =
  (f: (a: number, b: number) => number | null, count: 1 | 2): Builtin =>
  ({ name, args }) => {
    const [a, b = 0] = args;
    if (args.length !== count || a === undefined || !isInteger(a) || !isInteger(b)) return unsupported(name);
    const [x, y] = [knownNumber(a), knownNumber(b)];
    const isDynamic = a instanceof Dynamic || b instanceof Dynamic;
    if (x === undefined || y === undefined) return isDynamic ? new Dynamic(null) : unsupported(name);
    const result = f(x, y);
    if (result === null || Math.abs(result) > LARGEST) return unsupported(name);
    return isDynamic ? new Dynamic(result) : result;
  };

/** What C++ gives as an int, whatever it is given. */
const asInt =
  (builtin: Builtin): Builtin =>
  (call) => {
    const result = builtin(call);
    return typeof result === 'number' ? new Dynamic(result) : result;
  };

const abs: Builtin = ({ name, args }) => {
  const [n] = args;
  if (n === undefined || !isInteger(n)) return unsupported(name);
  return n instanceof Dynamic && n.value === null ? new Dynamic(null, n.divisor) : magnitude(n);
};

const hasSingleBit: Builtin = ({ name, args }) => {
  const n = args[0] !== undefined && isInteger(args[0]) ? knownNumber(args[0]) : undefined;
  return n === undefined || n < 0 ? unsupported(name) : n > 0 && Number.isInteger(Math.log2(n));
};

const bitWidth = (n: number): number | null => (n < 0 ? null : n === 0 ? 0 : Math.floor(Math.log2(n)) + 1);

/** A function of CUTLASS that takes one of two ints: `const_min(a, b)`. */
const extreme =
  (least: boolean): Builtin =>
  ({ name, args }): Value => {
    const [a, b] = args;
    if (a === undefined || b === undefined || !isInteger(a) || !isInteger(b)) return unsupported(name);
    return toInt(least ? minimum(a, b) : maximum(a, b));
  };

export const integerFunctions: readonly (readonly [string, Builtin])[] = [
  ['abs', abs],
  ['signum', onNumbers((n) => Math.sign(n) + 0, 1)],
  ['shiftl', onNumbers((n, by) => (n < 0 || by < 0 || by > 31 ? null : n * 2 ** by), 2)],
  ['shiftr', onNumbers((n, by) => (n < 0 || by < 0 || by > 31 ? null : Math.floor(n / 2 ** by)), 2)],
  ['has_single_bit', hasSingleBit],
  ['bit_width', asInt(onNumbers(bitWidth, 1))],
  ['log_2', asInt(onNumbers((n) => (n < 1 ? null : bitWidth(n)! - 1), 1))],
  ['const_min', extreme(true)],
  ['const_max', extreme(false)],
];
