// The value of a declared name: its initialiser, its type, the argument bound to it, or what is
// assumed of it.

import { type Failure, isFailure } from '../algebra/failure.ts';
import { Dynamic } from '../algebra/integer.ts';
import { dynamicSymbol } from '../algebra/integer-ops.ts';
import type { Declaration, Scope } from '../frontends/scope.ts';
import { argumentText } from './argument-text.ts';
import { assumption, givenInstead, setting } from './assumed.ts';
import type { Evaluator } from './evaluator.ts';
import { type Frame, type Result, scopePath } from './frame.ts';
import { asValue, BOUND, ClassObject, ClassType, isHostOnly, PathThing, type Thing } from './thing.ts';
import { ParameterType, Pointer, parameterUnknown, TypeValue, Unknown, type Value } from './value.ts';

type Outcome = Pick<Result, 'value' | 'made'>;
const only = (value: Thing | Failure): Outcome => ({ value, made: null });

const BINDABLE: ReadonlySet<string> = new Set(['type-parameter', 'value-parameter', 'parameter']);

export function declarationResult(ev: Evaluator, d: Declaration, scope: Scope, frame: Frame): Outcome {
  const bound = frame.bindings.get(d);
  if (bound !== undefined) {
    // Whoever shows an instantiation tells the arguments that a value has taken.
    if (BINDABLE.has(d.kind)) ev.note({ name: d.name, value: '', source: BOUND });
    return only(bound);
  }
  const own = ownResult(ev, d, scope, frame);
  if (d.kind !== 'value' && d.kind !== 'type' && d.kind !== 'parameter') return own;
  if (isFailure(own.value)) return own;
  const given = givenInstead(ev, d, scope, frame, own.value);
  return given === null ? own : only(given);
}

/** What the code itself says of a declaration. */
function ownResult(ev: Evaluator, d: Declaration, scope: Scope, frame: Frame): Outcome {
  switch (d.kind) {
    case 'value':
      return variable(ev, d, scope, frame);
    case 'parameter':
      return only(functionParameter(ev, d, scope, frame));
    case 'type':
      return only(
        d.init === null
          ? new Unknown('missing-name', `${d.name} is only declared`)
          : toType(ev.evaluate(d.init, frame), d),
      );
    case 'macro':
      return only(
        d.init === null
          ? new Unknown('unsupported', `the macro ${d.name} has no value`)
          : ev.evaluate(d.init, frame),
      );
    case 'type-parameter':
    case 'value-parameter':
      return only(templateParameter(ev, d, frame));
    case 'import':
    case 'namespace':
      return only(d.init === null ? new PathThing([d.name]) : ev.evaluate(d.init, frame));
    default:
      return only(new Unknown('not-a-layout', `${d.name} is no value`));
  }
}

/** `using X = …` of something that only the library knows is unknown, not a path to it. */
function toType(value: Thing | Failure, d: Declaration): Thing | Failure {
  if (value instanceof PathThing && value.path.length > 0) return value;
  void d;
  return value;
}

function variable(ev: Evaluator, d: Declaration, scope: Scope, frame: Frame): Outcome {
  const type = d.type === null ? null : ev.evaluate(d.type, frame);
  let value: Thing | Failure;
  let made: Result['made'] = null;
  if (d.init === null || d.isMember === true) {
    value =
      type === null
        ? new Unknown('run-time', `${d.name} has no initialiser`, [], d.name)
        : held(ev, type, d, scope, frame);
  } else {
    value = ev.evaluate(d.init, frame);
    made = frame.expressions.get(d.init)?.made ?? null;
    if (type !== null) value = converted(ev, value, type, d, scope, frame);
  }
  if (d.element !== null && !isFailure(value)) value = elementOf(asValue(value), d.element, d.name);
  return { value: settled(ev, value, d, scope, frame), made };
}

/** A variable without initialiser, or a data member: what its type says. */
function held(
  ev: Evaluator,
  type: Thing | Failure,
  d: Declaration,
  scope: Scope,
  frame: Frame,
): Thing | Failure {
  if (isFailure(type)) return new Unknown('violation', 'an operation before has no value');
  if (type instanceof ClassType) return new ClassObject(type);
  if (type instanceof Unknown) return type;
  return ev.rules.instance(type, symbolFor(ev, d, scope, frame));
}

function converted(
  ev: Evaluator,
  value: Thing | Failure,
  type: Thing | Failure,
  d: Declaration,
  scope: Scope,
  frame: Frame,
): Thing | Failure {
  if (isFailure(type)) return new Unknown('violation', 'an operation before has no value');
  if (type instanceof ClassType) return new ClassObject(type);
  if (isFailure(value)) return value;
  // `Tensor t = …`: a template of the library without arguments takes what it is initialised with.
  if (type instanceof PathThing)
    return ev.rules.template(type.path, []) !== undefined ? value : asValue(type);
  if (isHostOnly(value)) return value;
  if (isHostOnly(type)) return asValue(type);
  if (type instanceof ParameterType) return parameterUnknown(type.name);
  if (type instanceof Unknown) return value instanceof Unknown ? value : type;
  if (value instanceof Unknown) {
    if (type instanceof TypeValue && type.instance instanceof Pointer) return type.instance;
    if (value.category === 'recursive' || value.category === 'violation' || value.category === 'budget')
      return value;
    const symbol = symbolFor(ev, d, scope, frame);
    // A constant without a name of its own keeps the reason why it is not known.
    if (symbol === null && d.isConstant === true) return value;
    const instance = ev.rules.instance(type, symbol);
    return isNumeric(instance) ? instance : value;
  }
  return ev.rules.convert(value, type);
}

const isNumeric = (v: Value): boolean => v instanceof Dynamic;

/** Without the run-time values that somebody else may have changed. */
function settled(
  ev: Evaluator,
  value: Thing | Failure,
  d: Declaration,
  scope: Scope,
  frame: Frame,
): Thing | Failure {
  if (d.isConstant === true || isFailure(value) || isHostOnly(value) || value instanceof Unknown)
    return value;
  if (scope.assigned?.has(d.name) === true) return ev.rules.forget(value);
  const handed = d.kind === 'value' ? scope.handedTo?.get(d.name) : undefined;
  if (handed !== undefined) {
    // Through a reference to it or to a part of it.
    for (const to of handed)
      if (to.startsWith('&') && scope.assigned?.has(to.slice(1)) === true) return ev.rules.forget(value);
  }
  // Layouts are only changed by assignments to them; numbers also by functions that take them by reference.
  if (!(value instanceof Dynamic)) return value;
  if (d.kind === 'value' && scope.kind === 'file' && ev.rules.name === 'cpp' && d.type !== null)
    return ev.rules.forget(value);
  if (handed !== undefined) {
    for (const name of handed)
      if (
        name.startsWith('&')
          ? scope.handedTo!.has(name.slice(1))
          : !ev.rules.takesByValue(name) && !takesByValue(ev, name, d, frame)
      )
        return ev.rules.forget(value);
  }
  return value;
}

/** Whether the file's functions of that name take everything by value or by reference to const. */
function takesByValue(ev: Evaluator, name: string, d: Declaration, frame: Frame): boolean {
  const found = ev.find(name, d.nameSpan.end, frame);
  if (found === null) return false;
  return found.declarations.every((f) => {
    if (f.kind === 'class' || f.kind === 'type') return true;
    if (f.kind !== 'function' || f.opens === null) return false;
    return f.opens.declarations.every(
      (p) => p.kind !== 'parameter' || p.isReference !== true || p.isConstant === true,
    );
  });
}

/** The name by which an unknown integer may be called without being mistaken for another. */
function symbolFor(ev: Evaluator, d: Declaration, scope: Scope, frame: Frame): string | null {
  const path = scopePath(frame.root, d.nameSpan.start);
  if (scope.kind === 'function') {
    if (scope.assigned?.has(d.name) === true) return null;
    return path.filter((s) => s.kind === 'function').length === 1 ? d.name : null;
  }
  // A constant of a class or namespace is one number, but others may have its name.
  if (d.isConstant !== true || frame.parent !== null || path.some((s) => s.kind === 'function')) return null;
  const owners = path.flatMap((s) => (s.kind === 'class' && s.name !== null ? [s.name] : []));
  const key = [...frame.unit.placed.namespace, ...owners, d.name].join('::');
  let known = symbolNames.get(ev.world);
  if (known === undefined) {
    known = new Map();
    symbolNames.set(ev.world, known);
  }
  for (const name of [d.name, [...owners.slice(-1), d.name].join('::'), key]) {
    const owner = known.get(name);
    if (owner === undefined) known.set(name, key);
    if (owner === undefined || owner === key) return name;
  }
  return null;
}

/** Which constant a name stands for, among the constants of classes and namespaces. */
const symbolNames = new WeakMap<object, Map<string, string>>();

function functionParameter(ev: Evaluator, d: Declaration, scope: Scope, frame: Frame): Thing | Failure {
  const own = ev.rules.parameter?.(ev, d, scope, frame);
  if (own !== undefined) return own;
  if (d.isPack === true)
    return new Unknown('function-parameter', `${d.name} is a pack of parameters`, [], d.name);
  const unknown = new Unknown('function-parameter', `${d.name} is a parameter of the function`, [], d.name);
  if (d.type === null) return unknown;
  const type = ev.evaluate(d.type, frame);
  if (isFailure(type)) return unknown;
  if (type instanceof ClassType) return new ClassObject(type);
  if (type instanceof ParameterType) return parameterUnknown(type.name);
  if (type instanceof Unknown) return new Unknown(type.category, type.reason, type.chain, type.subject);
  if (isHostOnly(type)) return unknown;
  const value = ev.rules.instance(type, symbolFor(ev, d, scope, frame));
  if (value instanceof Unknown) return value.subject === null ? unknown : value;
  return scope.assigned?.has(d.name) === true ? ev.rules.forget(value) : value;
}

function elementOf(value: Value, path: readonly number[], name: string): Value {
  let at: Value = value;
  for (const i of path) {
    if (at instanceof Unknown) return at;
    if (!Array.isArray(at))
      return new Unknown('unsupported', `${name} is bound to a part of something that is no tuple`, [], name);
    const item = (at as readonly Value[])[i];
    if (item === undefined)
      return new Unknown('unsupported', `${name} is bound to element ${i} of a shorter tuple`, [], name);
    at = item;
  }
  return at;
}

/** Values of template parameters: an assumption, a setting, the default, and else a symbol. */
function templateParameter(ev: Evaluator, d: Declaration, frame: Frame): Thing | Failure {
  const given = assumption(ev, d, frame) ?? setting(ev, d, frame);
  if (given !== null) return given;
  if (d.isPack === true)
    return new Unknown('template-parameter', `${d.name} is a parameter pack`, [], d.name);
  if (d.init !== null) {
    const value = ev.evaluate(d.init, frame);
    if (!isFailure(value)) {
      ev.note({ name: d.name, value: argumentText(value), source: 'default' });
      return value;
    }
  }
  if (d.kind === 'type-parameter' && d.name !== '') return new ParameterType(d.name);
  if (d.kind === 'value-parameter') {
    const type = d.type === null ? null : ev.evaluate(d.type, frame);
    const isInteger = type instanceof TypeValue && type.instance instanceof Dynamic;
    if (d.name !== '' && isInteger) return dynamicSymbol(d.name);
  }
  return new Unknown('template-parameter', `${d.name} is a template parameter: give it a value`, [], d.name);
}
