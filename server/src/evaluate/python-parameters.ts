// What a parameter of a Python function holds where no call says it: an assumption, a setting, its
// default, or what its annotation tells.

import { type Failure, isFailure } from '../algebra/failure.ts';
import { Dynamic } from '../algebra/integer.ts';
import type { Declaration, Scope } from '../frontends/scope.ts';
import { assumption } from './assumed.ts';
import type { Evaluator } from './evaluator.ts';
import type { Frame } from './frame.ts';
import { printPython } from './python-print.ts';
import { CONSTEXPR_INT, isIntegerType } from './python-types.ts';
import { asValue, ClassType, isHostOnly, type Thing } from './thing.ts';
import { TypeValue, Unknown } from './value.ts';

/** undefined: what the annotation tells is the evaluator's to say. */
export function pythonParameter(
  ev: Evaluator,
  d: Declaration,
  scope: Scope,
  frame: Frame,
): Thing | Failure | undefined {
  const type = d.type === null ? null : ev.evaluate(d.type, frame);
  if (type instanceof ClassType) return undefined;
  const isCalled = frame !== frame.unit.frame;
  if (!isCalled) {
    const assumed = assumption(ev, d, frame);
    if (assumed !== null) return assumed;
    const setting = ev.world.parameters.get(d.name);
    if (setting !== undefined) {
      ev.note({ name: d.name, value: printPython(setting), source: 'setting' });
      return setting;
    }
  }
  const what =
    scope.kind === 'class'
      ? `${d.name} is a field of each object`
      : `${d.name} is a parameter of the function`;
  const unknown = new Unknown('function-parameter', what, [], d.name);
  // None stands for an argument that is worked out, or given, elsewhere.
  if (d.init !== null && d.init.kind !== 'underscore') {
    const value = ev.evaluate(d.init, frame);
    if (isFailure(value)) return unknown;
    if (value instanceof Unknown) return d.init.kind === 'opaque' ? value : unknown;
    if (isHostOnly(value)) return asValue(value) instanceof Unknown ? unknown : value;
    const held =
      type instanceof TypeValue && isIntegerType(type) && typeof value === 'number'
        ? new Dynamic(value)
        : value;
    // In a call without the argument the default is what it is; elsewhere it is one of many values.
    if (!isCalled) ev.note({ name: d.name, value: printPython(held), source: 'default' });
    return held;
  }
  return type instanceof TypeValue && (isIntegerType(type) || type === CONSTEXPR_INT) ? undefined : unknown;
}
