// What a parameter of a Python function holds where no call says it: an assumption, a setting, its
// default, or what its annotation tells.

import { type Failure, isFailure } from '../../../../algebra/integer/failure.ts';
import { Dynamic } from '../../../../algebra/integer/integer.ts';
import { dynamicSymbol } from '../../../../algebra/integer/operations.ts';
import { UNDERSCORE } from '../../../../algebra/layout/layout.ts';
import type { Declaration, Scope } from '../../../../frontends/common/scope.ts';
import { assumption } from '../../../core/assumptions.ts';
import { symbolFor } from '../../../core/symbols.ts';
import { openEnded } from '../../../cute/modes/leading.ts';
import { isLayout } from '../../../cute/operations.ts';
import {
  ALL_CALLS_SOURCE,
  asValue,
  BoxedObject,
  ClassObject,
  ClassType,
  type Entity,
  isHostOnly,
} from '../../../model/entity.ts';
import type { Environment } from '../../../model/environment.ts';
import type { Evaluation } from '../../../model/evaluation.ts';
import { Symbolic } from '../../../model/symbolic.ts';
import { Pointer, Tensor, TypeValue, Unknown, type Value } from '../../../model/value.ts';
import { argumentText } from '../../../values/argument-text.ts';
import { joinAlternatives } from '../../../values/one-of.ts';
import { withName } from '../../../values/outcome.ts';
import { isOfMadeObject } from '../../classes/made-objects.ts';
import { givenType, integersOf, isOptional, isTypeOfElements } from '../../plain/annotations.ts';
import { isLegoSize } from '../../plain/lego-sizes.ts';
import { CONSTEXPR_INT, CUTE_TYPES, isIntegerType, unboundType } from '../../plain/types.ts';
import { assertedTensor, unpacked } from '../host/asserted-tensors.ts';
import type { TorchTensor } from '../host/torch.ts';
import { printPython } from '../print.ts';
import { NO_ENGINE } from '../tensors.ts';
import { elementsOf, hostTensor } from '../unranked.ts';
import { argumentInCalls, isCalledByHostAlone, isUncalled } from './arguments.ts';
import { type AskedElements, askedElements } from './asked-elements.ts';
import { isRefusedByAssertion } from './asserted.ts';
import { isCalledFromHost, isCompiled, isEntry, isOfMethod, launches } from './owner.ts';
import { useOfDefault } from './taken-defaults.ts';

/** undefined: what the annotation tells is the evaluator's to say. */
export function pythonParameter(
  ev: Evaluation,
  d: Declaration,
  scope: Scope,
  env: Environment,
): Entity | Failure | undefined {
  const type = d.type === null ? null : ev.evaluate(d.type, env);
  // Who makes an object has said what it is made with.
  const isMade =
    isOfMadeObject(env) && !env.bindings.has(d) && (scope.kind === 'class' || scope.name === '__init__');
  const isCalled = env.parent !== null || isMade;
  if (type instanceof ClassType) {
    const given = isCalled || scope.kind !== 'function' ? null : argumentInCalls(ev, d, scope, env);
    if (given?.value instanceof ClassObject) return given.value;
    return given === null ? defaultObject(ev, d, scope, env, isCalled) : undefined;
  }
  if (!isCalled) {
    const assumed = assumption(ev, d, env);
    if (assumed !== null) return asTensor(assumed, type);
    const setting = ev.db.parameters.get(d.name);
    if (setting !== undefined) {
      ev.noteAssumption({ name: d.name, value: printPython(setting), source: 'setting' });
      return asTensor(setting, type);
    }
  }
  const isInteger = type instanceof TypeValue && (isIntegerType(type) || type === CONSTEXPR_INT);
  const given = isCalled || scope.kind !== 'function' ? null : argumentInCalls(ev, d, scope, env);
  const argument = given?.value ?? null;
  if (argument !== null && !(argument instanceof Unknown)) {
    // A run-time integer is better known by the parameter's own name.
    if (isInteger && argument instanceof Dynamic && argument.value === null) return undefined;
    // Of a method the class itself says it.
    if (!isOfMethod(d, scope, env)) {
      const source = given?.isByAll ? ALL_CALLS_SOURCE : 'a call in this file';
      ev.noteAssumption({ name: d.name, value: argumentText(argument), source });
    }
    return withNamedItems(argument, symbolFor(ev, d, scope, env));
  }
  const what =
    scope.kind === 'class'
      ? `${d.name} is a field of each object`
      : `${d.name} is a parameter of the function`;
  const unknown = new Unknown('function-parameter', what, [], d.name);
  // None stands for an argument that is worked out, or given, elsewhere.
  const isAbsent = d.type !== null && isOptional(d.type) && (isCalled || isUncalled(ev, d, scope, env));
  if (d.init !== null && (d.init.kind !== 'underscore' || isAbsent)) {
    const value = ev.evaluate(d.init, env);
    if (isFailure(value)) return unknown;
    if (value instanceof Unknown) return d.init.kind === 'opaque' ? value : unknown;
    if (isHostOnly(value)) return asValue(value) instanceof Unknown ? unknown : value;
    const isRunTime =
      type instanceof TypeValue
        ? isIntegerType(type) || (isConverted(type) && isHost(d, scope, env))
        : isHost(d, scope, env);
    const held = typeof value === 'number' && isRunTime ? new Dynamic(value) : value;
    if (!isCalled && isRefusedByAssertion(ev, d, scope, env, held))
      return new Unknown('function-parameter', `${what} whose default an assertion refuses`, [], d.name);
    // In a call without the argument the default is what it is; elsewhere it is one of many values.
    if (!isCalled && !isOfMadeObject(env)) {
      const noted = { name: d.name, value: printPython(held), source: 'default' };
      ev.noteAssumption(scope.kind === 'function' ? { ...noted, ...useOfDefault(ev, d, scope, env) } : noted);
    }
    return held;
  }
  if (isInteger) return undefined;
  if (scope.kind === 'function' && !isCalled) {
    // Calls that differ, or do not know what they hand over, leave what the annotation says.
    const isOpen = argument !== null || isUncalled(ev, d, scope, env);
    const open =
      openElements(ev, d, scope, env) ??
      (isOpen ? openTensor(ev, d, scope, env, type) : null) ??
      hostParameter(ev, d, scope, env);
    if (open !== null) return open;
  }
  const size = argument instanceof Unknown ? null : openSize(ev, d, scope, env);
  const integers = size ?? openIntegers(ev, d, scope, env);
  if (integers !== null) return integers;
  const open = argument instanceof Unknown ? withName(argument, d) : unknown;
  const written = d.type === null ? null : givenType(d.type);
  const kind = kindOf(written === null ? type : ev.evaluate(written, env));
  const isModeless = open instanceof Unknown && !(open instanceof Symbolic);
  if (!isModeless) return open;
  if (kind !== null) return new Symbolic(open, openEnded(kind));
  const name = symbolFor(ev, d, scope, env);
  return name === null ? open : byName(open, name);
}

/** What stands for a size, or for a tuple of sizes, by the name of the parameter. */
const byName = (of: Unknown, name: string): Unknown =>
  new Symbolic(of, { kind: 'term', extent: { text: name, isConstant: false } });

/** A tuple of which some items are not known: they are known by their places. Of a tensor the element type is, by its name. */
function withNamedItems(argument: Entity, name: string | null): Entity {
  if (name === null) return argument;
  if (argument instanceof Tensor) return withNamedElements(argument, name);
  if (!Array.isArray(argument)) return argument;
  return (argument as readonly Value[]).map((item, i) =>
    item instanceof Unknown && !(item instanceof BoxedObject) && !(item instanceof Symbolic)
      ? byName(item, `${name}[${i}]`)
      : item,
  );
}

/** A tensor of PyTorch that is made without a type has the one that is the default when the program runs. */
function withNamedElements(of: Tensor, name: string): Tensor {
  const { bits, element, space } = of.engine;
  return bits === null && element === null && space === 'gmem'
    ? new Tensor({ ...of.engine, element: elementsOf(name) }, of.layout)
    : of;
}

/** What the modes of a parameter with an annotation are those of. */
function kindOf(type: Entity | Failure | null): 'tensor' | 'layout' | null {
  if (type === CUTE_TYPES.get('Tensor')) return 'tensor';
  return type === CUTE_TYPES.get('Layout') || type === CUTE_TYPES.get('ComposedLayout') ? 'layout' : null;
}

const isHost = (d: Declaration, scope: Scope, env: Environment): boolean =>
  env.parent === null && scope.kind === 'function' && isCalledFromHost(d, scope, env);

/** Whether an integer that a program hands over becomes a run-time one: all but compile-time ones do. */
const isConverted = (type: TypeValue): boolean => !/^(?:Constexpr|type)\b/i.test(type.name);

/** An element type that is only known by its name. */
function openElements(ev: Evaluation, d: Declaration, scope: Scope, env: Environment): Value | null {
  if (d.type === null || !isTypeOfElements(d.type)) return null;
  const name = symbolFor(ev, d, scope, env);
  return name === null ? null : unboundType(name);
}

/** A tensor of PyTorch that a function which is not compiled is handed, by what that asks of it. */
function hostParameter(ev: Evaluation, d: Declaration, scope: Scope, env: Environment): TorchTensor | null {
  const name = symbolFor(ev, d, scope, env);
  if (name === null || isCompiled(d, scope, env)) return null;
  const asserted = assertedTensor(ev, d, scope, env, name);
  if (asserted === null) return null;
  ev.noteAssumption({ name: d.name, value: asserted.said, source: 'assert' });
  return asserted.tensor;
}

function noteAsked(ev: Evaluation, tensor: string, { name, bits, by }: AskedElements): void {
  const type = elementsOf(tensor);
  const said = name === null ? { name: `${type}.width`, value: String(bits) } : { name: type, value: name };
  ev.noteAssumption({ ...said, source: by });
}

const hostPointerNamed = (name: string): Pointer =>
  new Pointer({ space: 'gmem', bits: null, element: `${name}.value_type`, offset: null });

/** A tensor, or a pointer to one, that comes from outside. */
function openTensor(
  ev: Evaluation,
  d: Declaration,
  scope: Scope,
  env: Environment,
  type: Entity | Failure | null,
): Value | null {
  const name = symbolFor(ev, d, scope, env);
  if (name === null || d.type === null || !isEntry(d, scope, env)) return null;
  const written = givenType(d.type);
  const given = written === null ? type : ev.evaluate(written, env);
  const isPointer = given === CUTE_TYPES.get('Pointer');
  // Helpers of kernels are handed pointers to any memory.
  if (isPointer ? !launches(env, scope) : given !== CUTE_TYPES.get('Tensor')) return null;
  if (!isCalledByHostAlone(ev, d, scope, env)) return null;
  const supposed = isPointer ? 'is in global memory' : 'has one integer a mode';
  ev.noteAssumption({ name: d.name, value: supposed, source: 'supposed' });
  const asked = isPointer ? null : askedElements(ev, d, scope, env);
  if (asked !== null) noteAsked(ev, d.name, asked);
  const tensor = isPointer
    ? hostPointerNamed(name)
    : hostTensor(name, asked?.name ?? null, asked?.bits ?? null, unpacked(d.name, scope)?.rank ?? null);
  if (written === null) return tensor;
  const open = new Unknown('function-parameter', `whether ${d.name} is given is not known`, [], d.name);
  return joinAlternatives([tensor, UNDERSCORE], open);
}

/** A size of a chain of LEGO, which is an integer whatever the annotation says. */
function openSize(ev: Evaluation, d: Declaration, scope: Scope, env: Environment): Value | null {
  if (scope.kind !== 'function' || env.parent !== null) return null;
  const name = symbolFor(ev, d, scope, env);
  return name !== null && isLegoSize(ev, d, scope, env) ? dynamicSymbol(name) : null;
}

/** `n: int` of a function of plain Python, in which no integer is a run-time one: by its name. */
function openIntegers(ev: Evaluation, d: Declaration, scope: Scope, env: Environment): Value | null {
  if (d.type === null || scope.kind !== 'function') return null;
  const name = symbolFor(ev, d, scope, env);
  return name === null ? null : integersOf(d.type, name, isCompiled(d, scope, env));
}

/** A layout that is assumed of a tensor is the tensor's. */
const asTensor = (given: Entity, type: Entity | Failure | null): Entity =>
  !isHostOnly(given) && isLayout(given) && type === CUTE_TYPES.get('Tensor')
    ? new Tensor(NO_ENGINE, given)
    : given;

/** The object that a parameter has where nobody gives another one, `cfg: Config = Config()`. */
function defaultObject(
  ev: Evaluation,
  d: Declaration,
  scope: Scope,
  env: Environment,
  isCalled: boolean,
): ClassObject | undefined {
  const value = d.init === null ? null : ev.evaluate(d.init, env);
  if (!(value instanceof ClassObject)) return undefined;
  if (!isCalled && scope.kind === 'function') {
    const noted = { name: d.name, value: `${value.type.name}()`, source: 'default' };
    ev.noteAssumption({ ...noted, ...useOfDefault(ev, d, scope, env) });
  }
  return value;
}
