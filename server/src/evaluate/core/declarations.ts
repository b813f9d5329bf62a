// The value of a declared name: its initialiser, its type, the argument bound to it, or what is
// assumed of it.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { dynamicSymbol } from '../../algebra/integer/operations.ts';
import type { Declaration, Enumeration, Scope } from '../../frontends/common/scope.ts';
import {
  ARGUMENT_SOURCE,
  asValue,
  BoxedObject,
  ClassObject,
  ClassType,
  type Entity,
  isHostOnly,
  MacroEntity,
  QualifiedName,
  reasonOf,
  TemplateEntity,
} from '../model/entity.ts';
import type { Environment, Result } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { ofItsType, Symbolic } from '../model/symbolic.ts';
import { OneOf, Pointer, TypeValue, UnboundTypeParameter, Unknown, type Value } from '../model/value.ts';
import { withAlternatives } from '../values/alternatives.ts';
import { argumentText } from '../values/argument-text.ts';
import { truthOf } from '../values/arithmetic.ts';
import {
  asType,
  enumerationType,
  INT,
  type IntegerType,
  typed,
  typeOfInteger,
  untyped,
  withTypeOf,
} from '../values/integer-types.ts';
import { entityKey } from '../values/key.ts';
import { liftOverAlternatives } from '../values/one-of.ts';
import { Repeated } from '../values/repeated.ts';
import { heldByConstant } from '../values/static-constants.ts';
import { toInt } from '../values/structure.ts';
import { assumedInstead, assumption, isReplaceable, setting } from './assumptions.ts';
import { construct } from './objects.ts';
import { byItsName, objectWithMembers, openObject, openType } from './open-names.ts';
import { declaredObject, isUnknownInteger, signRangeOf, symbolFor } from './symbols.ts';

type Outcome = Pick<Result, 'value' | 'provenance'>;
const only = (value: Entity | Failure): Outcome => ({ value, provenance: null });

const TEMPLATE_PARAMETER: ReadonlySet<string> = new Set(['type-parameter', 'value-parameter']);
const BINDABLE: ReadonlySet<string> = new Set(['type-parameter', 'value-parameter', 'parameter']);

export function declarationResult(ev: Evaluation, d: Declaration, scope: Scope, env: Environment): Outcome {
  const bound = env.bindings.get(d);
  if (bound !== undefined && !env.isCall && TEMPLATE_PARAMETER.has(d.kind) && isReplaceable(bound)) {
    // What an instantiation leaves open may be given.
    const given = assumption(ev, d, env) ?? setting(ev, d, env);
    if (given !== null) return only(given);
  }
  if (bound !== undefined) {
    // Whoever shows an instantiation tells the arguments that a value has taken.
    if (BINDABLE.has(d.kind)) ev.noteAssumption({ name: d.name, value: '', source: ARGUMENT_SOURCE });
    // In an instantiation the parameter stands for any object of the type, not for the one that it was found with.
    if (bound instanceof ClassObject && bound.path !== null && !env.isCall)
      return only(declaredObject(ev, bound.type, d, scope, env, bound.env));
    const held = asParameterType(ev, d, env, bound);
    // While a function is run its variables hold what they are bound to.
    return only(d.kind === 'parameter' && !env.isInterpreted ? certain(ev, held, d, scope, env) : held);
  }
  const own = ownResult(ev, d, scope, env);
  if (d.kind !== 'value' && d.kind !== 'type' && d.kind !== 'parameter') return own;
  if (isFailure(own.value)) return own;
  const given = assumedInstead(ev, d, scope, env, own.value);
  return given === null ? own : only(given);
}

/** A constant as a template's parameter of a written type holds it. */
function asParameterType(ev: Evaluation, d: Declaration, env: Environment, bound: Entity): Entity {
  if (d.kind !== 'value-parameter' || isHostOnly(bound)) return bound;
  const value = heldByConstant(bound);
  const isNumber = value instanceof Dynamic || typeof value === 'boolean';
  const type = d.type === null || !isNumber ? null : ev.evaluate(d.type, env);
  if (!(type instanceof TypeValue)) return value;
  if (type.name === 'bool' && type.instance === null) return truthOf(value) ?? value;
  const integer = integerOf(type);
  if (integer === null) return value;
  const n = toInt(value);
  return n instanceof Dynamic ? asType(n, integer) : value;
}

/** What the code itself says of a declaration. */
function ownResult(ev: Evaluation, d: Declaration, scope: Scope, env: Environment): Outcome {
  switch (d.kind) {
    case 'value':
      return variable(ev, d, scope, env);
    case 'parameter':
      return only(functionParameter(ev, d, scope, env));
    case 'type':
      return only(
        d.init === null
          ? new Unknown('missing-name', `${d.name} is only declared`)
          : openType(ev.evaluate(d.init, env), d),
      );
    case 'macro':
      if (d.macro?.parameters != null) return only(new MacroEntity(d.name, d.macro));
      return only(
        d.init === null
          ? new Unknown('unsupported', `the macro ${d.name} has no value`)
          : ev.evaluate(d.init, env),
      );
    case 'type-parameter':
    case 'value-parameter':
      return only(templateParameter(ev, d, scope, env));
    case 'import':
    case 'namespace':
      if (d.init === null) return only(new QualifiedName([d.name]));
      return only(
        d.kind === 'import' ? ev.language.names.imported(ev, d.init, env) : ev.evaluate(d.init, env),
      );
    default:
      return only(new Unknown('not-a-layout', `${d.name} is no value`));
  }
}

function variable(ev: Evaluation, d: Declaration, scope: Scope, env: Environment): Outcome {
  const type = d.type === null ? null : ev.evaluate(d.type, env);
  let value: Entity | Failure;
  let made: Result['provenance'] = null;
  let part: Entity | Failure | null = null;
  if (d.init === null || d.isMember === true) {
    value =
      type === null
        ? new Unknown('run-time', `${d.name} has no initialiser`, [], d.name)
        : held(ev, type, d, scope, env);
  } else {
    const written = d.element === null ? null : ev.language.lists.element(ev, d.init, d.element, env);
    part = written === null ? null : ev.evaluate(written.expr, written.env);
    value = part ?? ev.language.declarations.initial(ev, d, d.init, type, env);
    made = (written?.env ?? env).expressions.get(written?.expr ?? d.init)?.provenance ?? null;
    const isSettled = !ev.language.scopes.typesConvert && !(value instanceof Unknown);
    if (type !== null && !isSettled) value = converted(ev, value, type, d, scope, env);
  }
  const { declarations } = ev.language;
  if (value instanceof Unknown) value = declarations.valuelessObject(type) ?? value;
  if (d.enumeration !== undefined && value instanceof Dynamic)
    value = enumerator(ev, d.enumeration, value, env);
  if (part === null && d.element !== null && !isFailure(value))
    value = elementOf(asValue(value), d.element, d.name);
  if (value instanceof Unknown && d.init !== null) value = declarations.named(ev, value, d, scope, env);
  return { value: withoutOutsideChanges(ev, value, d, scope, env), provenance: made };
}

/** The value of an enumerator has the type of the enumeration. */
function enumerator(ev: Evaluation, of: Enumeration, value: Dynamic, env: Environment): Dynamic {
  const written = of.type === null ? null : ev.evaluate(of.type, env);
  const isInt = of.type === null && (of.isOfInts || of.isScoped);
  const underlying = isInt ? INT : integerOf(written);
  return underlying === null
    ? untyped(value)
    : typed(asType(value, underlying), enumerationType(of, underlying));
}

const integerOf = (type: Entity | Failure | null): IntegerType | null =>
  type instanceof TypeValue && type.instance instanceof Dynamic ? typeOfInteger(type.instance) : null;

/** Without the run-time values that somebody else may have changed. */
const certain = (ev: Evaluation, value: Entity, d: Declaration, scope: Scope, env: Environment): Entity =>
  ev.language.declarations.withoutMutations(ev, value, d, scope, env);

/** A variable without initialiser, or a data member: what its type says. */
function held(
  ev: Evaluation,
  type: Entity | Failure,
  d: Declaration,
  scope: Scope,
  env: Environment,
): Entity | Failure {
  if (isFailure(type)) return new Unknown('violation', 'an operation before has no value');
  if (type instanceof ClassType) return declaredObject(ev, type, d, scope, env);
  if (type instanceof Unknown) return type;
  return ev.rules.instance(type, symbolFor(ev, d, scope, env));
}

function converted(
  ev: Evaluation,
  value: Entity | Failure,
  type: Entity | Failure,
  d: Declaration,
  scope: Scope,
  env: Environment,
): Entity | Failure {
  if (isFailure(type)) return new Unknown('violation', 'an operation before has no value');
  if (type instanceof ClassType) {
    const isSame =
      d.isConstant === true && value instanceof ClassObject && entityKey(value.type) === entityKey(type);
    return isSame && value.path !== null ? value : declaredObject(ev, type, d, scope, env);
  }
  if (isFailure(value)) return value;
  // `Tensor t = …`: a template of the library without arguments takes what it is initialised with.
  if (type instanceof QualifiedName)
    return ev.rules.template(type.path, []) !== undefined ? value : asValue(type);
  if (isHostOnly(value)) return value;
  // `Params p = x`: what is no object of a class of the template makes one.
  if (type instanceof TemplateEntity) return value instanceof Unknown ? value : construct(ev, type, [value]);
  if (isHostOnly(type)) return asValue(type);
  if (type instanceof UnboundTypeParameter) return openObject(type, d, scope);
  if (type instanceof Unknown) return value instanceof Unknown ? value : type;
  if (value instanceof Unknown) {
    if (type instanceof TypeValue && type.instance instanceof Pointer) return type.instance;
    if (value.category === 'recursive' || value.category === 'violation' || value.category === 'budget')
      return value;
    const symbol = symbolFor(ev, d, scope, env);
    // A constant without a name of its own keeps the reason why it is not known.
    if (symbol === null && d.isConstant === true) return value;
    const instance = ev.rules.instance(type, symbol);
    return isNumeric(instance) ? instance : value;
  }
  return ev.rules.convert(value, type);
}

const isNumeric = (v: Value): boolean => v instanceof Dynamic;

/**
 * Without the run-time values that somebody else may have changed, and with a name for an integer of which nothing is
 * known.
 */
function withoutOutsideChanges(
  ev: Evaluation,
  value: Entity | Failure,
  d: Declaration,
  scope: Scope,
  env: Environment,
): Entity | Failure {
  if (isFailure(value)) return value;
  if (value instanceof Symbolic && scope.assigned?.has(d.name) === true)
    return ev.rules.modes?.isByName === true ? reasonOf(value) : ofItsType(value);
  const kept = certain(ev, value, d, scope, env);
  if (kept !== value || isHostOnly(value) || value instanceof Unknown) return kept;
  const isCounted = scope.inductionVariables?.has(d.name) === true;
  if (!isCounted && !isUnknownInteger(value)) return value;
  const symbol = value instanceof Dynamic || value instanceof OneOf ? symbolFor(ev, d, scope, env) : null;
  if (symbol !== null) {
    const { value: term } = dynamicSymbol(symbol, 1, signRangeOf(ev, d, env));
    const named = value instanceof Dynamic ? withTypeOf(value, term) : new Dynamic(term);
    return isCounted ? named : withAlternatives(named, value);
  }
  return isCounted ? ev.rules.withoutRunTimeParts(value) : value;
}

function functionParameter(ev: Evaluation, d: Declaration, scope: Scope, env: Environment): Entity | Failure {
  const own = ev.language.declarations.parameter(ev, d, scope, env);
  if (own !== undefined) return own;
  if (d.isPack === true)
    return new Unknown('function-parameter', `${d.name} is a pack of parameters`, [], d.name);
  const unknown = new Unknown('function-parameter', `${d.name} is a parameter of the function`, [], d.name);
  if (d.type === null) return unknown;
  const type = ev.evaluate(d.type, env);
  if (isFailure(type)) return unknown;
  if (type instanceof ClassType) return declaredObject(ev, type, d, scope, env);
  if (type instanceof UnboundTypeParameter) return openObject(type, d, scope, env.isCall);
  if (type instanceof Unknown) return objectWithMembers(type, d, scope, env.isCall);
  if (isHostOnly(type)) return unknown;
  const element = ev.language.declarations.valuelessObject(type);
  if (element !== null) return element;
  const value = ev.rules.instance(type, symbolFor(ev, d, scope, env));
  if (value instanceof Unknown) return value.subject === null ? unknown : value;
  return certain(ev, value, d, scope, env);
}

function elementOf(value: Value, path: readonly number[], name: string): Entity {
  const element = elementAt(value, path, name);
  return element instanceof BoxedObject ? element.object : element;
}

function elementAt(value: Value, path: readonly number[], name: string): Value {
  let at: Value = value;
  for (const i of path) {
    if (at instanceof BoxedObject) return at;
    if (at instanceof Unknown) return byItsName(at, name);
    if (at instanceof OneOf) {
      at = liftOverAlternatives([at as Value], ([v]) => elementAt(v!, [i], name));
      continue;
    }
    if (at instanceof Repeated && at.unpacked !== null) {
      at = at.unpacked;
      continue;
    }
    if (!Array.isArray(at))
      return new Unknown('unsupported', `${name} is bound to a part of something that is no tuple`, [], name);
    const item = (at as readonly Value[])[i];
    if (item === undefined)
      return new Unknown('unsupported', `${name} is bound to element ${i} of a shorter tuple`, [], name);
    at = item;
  }
  return at;
}

/** Values of template parameters: an assumption, a setting, the default, what the template says of it, and else a symbol. */
function templateParameter(ev: Evaluation, d: Declaration, scope: Scope, env: Environment): Entity | Failure {
  const given = assumption(ev, d, env) ?? setting(ev, d, env);
  if (given !== null) return given;
  if (d.isPack === true)
    return new Unknown('template-parameter', `${d.name} is a parameter pack`, [], d.name);
  if (d.init !== null) {
    const value = ev.evaluate(d.init, env);
    if (!isFailure(value)) {
      // What included files name may be one of several that are chosen from.
      const isOwn = env.unit.file.uri === null;
      const isNamed = env.root === scope || scope.declarations.some((sibling) => env.bindings.has(sibling));
      const isTaken = isOwn && isNamed;
      const noted = { name: d.name, value: argumentText(value), source: 'default' };
      // Whoever names the template with arguments for others has none for this one.
      ev.noteAssumption(isTaken ? { ...noted, isDefaultTaken: true } : noted);
      return value;
    }
  }
  const said = ev.language.declarations.templateParameter(ev, d, scope);
  if (said !== null) return asParameterType(ev, d, env, said);
  if (d.kind === 'type-parameter' && d.name !== '') return new UnboundTypeParameter(d.name);
  if (d.kind === 'value-parameter') {
    const type = d.type === null ? null : ev.evaluate(d.type, env);
    const isInteger = type instanceof TypeValue && type.instance instanceof Dynamic;
    if (d.name !== '' && isInteger)
      return withTypeOf(type.instance as Dynamic, dynamicSymbol(d.name, 1, signRangeOf(ev, d, env)).value);
  }
  return new Unknown('template-parameter', `${d.name} is a template parameter: give it a value`, [], d.name);
}
