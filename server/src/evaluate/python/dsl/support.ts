// What the functions of CuTe DSL share: their arguments, and the operations of the algebra behind them.

import { type Failure, Violation } from '../../../algebra/integer/failure.ts';
import { Underscore } from '../../../algebra/layout/layout.ts';
import { operate } from '../../cute/operations.ts';
import type { BuiltinCall } from '../../model/builtin.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { isPycute } from '../pycute/pycute.ts';

export type Arguments = readonly (Value | undefined)[];
export type DslFunction = (args: Arguments, call: BuiltinCall) => Value | Failure;

export const isSequence = (v: Value | undefined): v is readonly Value[] => Array.isArray(v);

export const unsupported = (what: string): Unknown => new Unknown('unsupported', `${what} is not computed`);

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

export const hasPycute = (v: Value): boolean => (isSequence(v) ? v.some(hasPycute) : isPycute(v));

export const NO_KEYWORDS: ReadonlyMap<string, Value> = new Map();

/** `mode=1` and `mode=[0, 1]`, as a path; null: not known. */
export function pathOf(mode: Value | undefined): readonly number[] | null {
  if (mode === undefined || mode instanceof Underscore) return [];
  if (typeof mode === 'number') return [mode];
  return isSequence(mode) && mode.every((m) => typeof m === 'number') ? (mode as readonly number[]) : null;
}

/** An operation on a mode of its argument: `size(L, mode=[0])`. */
export const ofMode =
  (name: string): DslFunction =>
  ([of, mode], call) => {
    const path = pathOf(mode);
    if (path === null) return unsupported(`the mode of ${name}`);
    return algebra(name, [of!], call, path);
  };

/** An operation of the algebra with the same arguments; the last may be left out. */
export const direct =
  (name: string): DslFunction =>
  (args, call) =>
    algebra(
      name,
      args.filter((a): a is Value => a !== undefined && !(a instanceof Underscore)),
      call,
    );

export const hasUnderscore = (v: Value): boolean =>
  v instanceof Underscore || (isSequence(v) && v.some(hasUnderscore));
