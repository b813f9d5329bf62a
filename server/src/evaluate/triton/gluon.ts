// The module triton.experimental.gluon.language, as Python code names it.

import { isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic, type Int, StaticSymbol } from '../../algebra/integer/integer.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import { ceilDivide } from '../../algebra/integer/operations.ts';
import { basesOf, LinearLayout } from '../../algebra/linear/layout.ts';
import { type Encoding, TritonLayout } from '../../hardware/triton/encoding.ts';
import type { Builtin } from '../model/builtin.ts';
import { Unknown, type Value } from '../model/value.ts';
import { guarded } from '../values/guarded.ts';
import { elementType } from './arguments.ts';
import { tensorFunction } from './tensors.ts';
import { tritonFunction } from './triton.ts';

/** The name behind the modules, with the class in front of a function of its own. */
const nameOf = (path: readonly string[]): readonly string[] =>
  path.slice(/^[A-Z]\w*Layout$/.test(path.at(-2) ?? '') ? -2 : -1);

/** `constexpr(x)` is x. */
const constexpr: Builtin = ({ args }) =>
  args.length === 1 ? args[0]! : new Unknown('unsupported', 'constexpr takes one argument');

/** `cdiv(M, BM)`: the quotient rounded up. */
const roundedUp: Builtin = ({ args: [dividend, divisor] }) =>
  isInt(dividend) && isInt(divisor)
    ? ceilDivide(dividend, divisor)
    : new Unknown('unsupported', 'cdiv divides integers');

/** `next_power_of_2(n)`: the least power of two that is not less. */
const nextPower: Builtin = ({ args: [n] }) => {
  const number = isInt(n) ? knownNumber(n) : undefined;
  if (number === undefined || number < 1 || number > 2 ** 31)
    return new Unknown('unsupported', 'next_power_of_2 of what is not known');
  const power = 2 ** Math.ceil(Math.log2(number));
  return n instanceof Dynamic ? new Dynamic(power) : power;
};

const isInt = (v: Value | undefined): v is Int =>
  typeof v === 'number' || v instanceof Dynamic || v instanceof StaticSymbol;

/** Gluon returns a linear layout of threads as one of its own layouts. */
function asGluon(value: Value, { args, keywords }: Parameters<Builtin>[0]): Value {
  const given = args[0] ?? keywords.get('layout');
  if (given instanceof TritonLayout && given.encoding.layout === 'DistributedLinearLayout') return given;
  if (!(value instanceof LinearLayout)) return value;
  const bases = new Map(basesOf(value));
  if (!bases.has('register'))
    return new Unknown('unsupported', 'to_linear_layout of Gluon takes a layout of registers');
  const of = (name: string) => bases.get(name) ?? [];
  const encoding: Encoding = {
    layout: 'DistributedLinearLayout',
    reg_bases: of('register'),
    lane_bases: of('lane'),
    warp_bases: of('warp'),
    block_bases: of('block'),
    shape: value.outs.map(({ bits }) => 2 ** bits),
  };
  return new TritonLayout(encoding);
}

/** What only the machine says that the program runs on. */
const ofTheMachine: Builtin = () =>
  new Unknown('run-time', 'the GPU is known when the program runs', [], 'get_current_target');

/** A function or constructor; `path` is dotted, as imports resolve it. */
export function gluonFunction(path: readonly string[]): Builtin | undefined {
  const name = nameOf(path);
  const last = name.at(-1)!;
  if (last === 'constexpr') return constexpr;
  if (path.join('.') === 'runtime.driver.active.get_current_target') return ofTheMachine;
  if (last === 'cdiv') return roundedUp;
  if (last === 'next_power_of_2') return nextPower;
  const tensor = name.length === 1 ? tensorFunction(last) : undefined;
  if (tensor !== undefined) return (call) => guarded(() => tensor(call));
  // Gluon's own takes types.
  if (last === 'bank_conflicts') return undefined;
  const made = tritonFunction(name);
  if (made === undefined || last !== 'to_linear_layout') return made;
  return (call) => {
    const value = made(call);
    return isFailure(value) ? value : asGluon(value, call);
  };
}

/** An element type. */
export const gluonValue = (path: readonly string[]): Value | undefined => elementType(path.at(-1)!);
