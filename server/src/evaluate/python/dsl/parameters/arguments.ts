// What a parameter of a Python function holds as the calls say that the file shows: known where all of them hand over
// the same.

import { type Failure, isFailure } from '../../../../algebra/integer/failure.ts';
import { StaticSymbol } from '../../../../algebra/integer/integer.ts';
import { callOfObject, throughSelf } from '../../../../frontends/common/references.ts';
import type { Declaration, Scope, Unit } from '../../../../frontends/common/scope.ts';
import {
  ClassObject,
  ClassType,
  type Entity,
  isHostOnly,
  OverloadSet,
  reasonOf,
} from '../../../model/entity.ts';
import { dependOn, type Environment, scopePath, type UnitMemo } from '../../../model/environment.ts';
import type { Evaluation } from '../../../model/evaluation.ts';
import { Symbolic } from '../../../model/symbolic.ts';
import { UnboundTypeParameter, Unknown, type Value } from '../../../model/value.ts';
import { entityKey } from '../../../values/key.ts';
import { asOperand } from '../../../values/outcome.ts';
import { type CallExpr, type CallSite, calledParameters, lastName, pythonCalls } from '../../plain/calls.ts';
import { Dictionary } from '../../plain/dictionary.ts';
import { compiledAs, isTraced, methodKind } from '../../plain/functions.ts';
import { itemAt } from '../../plain/items.ts';
import { UnrankedTensor } from '../unranked.ts';
import { unitsCalling, unitsCallingObjects, unitsMaking, variablesHolding } from './callers.ts';
import { handedOver } from './handed-over.ts';
import { soleInstantiation } from './instantiations.ts';
import { isObject, type Owner, ownerOf } from './owner.ts';

/** At most so many calls of one name are looked at. */
const MAXIMUM_CALLS = 64;
/** And so many of the function itself are compared. */
const MAXIMUM_COMPARED = 8;

/** Whether nothing in sight may call the function: what its parameters are is only said by themselves. */
export function isUncalled(ev: Evaluation, parameter: Declaration, opens: Scope, env: Environment): boolean {
  const owner = ownerOf(env, parameter, opens);
  if (owner === null) return false;
  const { declaration, type } = owner;
  dependOnCalls(ev, env.unit, owner);
  // Whoever makes objects of the class calls them.
  const isObject = declaration.name === '__call__' && type !== null;
  return (
    unitsCalling(ev.db, declaration.name).every(
      ({ placed: { unit } }) => callsByName(unit, owner).length === 0,
    ) && !(isObject && [...unitsMaking(ev.db, type), ...unitsCalling(ev.db, callOfObject(type))].length > 0)
  );
}

/** An edit of whatever calls a function of this name is one of what its parameters hold. */
function dependOnCalls({ db }: Evaluation, memo: UnitMemo, owner: Owner): void {
  const { name } = owner.declaration;
  const type = objectCalled(owner);
  memo.useDependencies.add(name);
  if (owner.isDerived) memo.useDependencies.add(throughSelf(name));
  if (type === null) return;
  for (const called of [type, callOfObject(type), ...variablesHolding(db, type)])
    memo.useDependencies.add(called);
}

/** Calls of the function's name that may be of it. */
const callsByName = (unit: Unit, { declaration, scope, isDerived }: Owner): readonly CallSite[] =>
  (pythonCalls(unit).get(declaration.name) ?? []).filter(
    ({ ownClass }) => ownClass === null || ownClass === scope || isDerived,
  );

interface HandedOver {
  readonly value: Entity;
  /** Whether all calls do; else the others hand over what nobody knows more of. */
  readonly isByAll: boolean;
}

/**
 * The argument that the calls in sight give to a parameter; null where there is none, or they differ. Unknown where
 * the one that they give is not known.
 */
export function argumentInCalls(
  ev: Evaluation,
  parameter: Declaration,
  opens: Scope,
  env: Environment,
): HandedOver | null {
  const owner = ownerOf(env, parameter, opens);
  if (owner === null || parameter.isPack === true || isObject(parameter, opens, owner)) return null;
  dependOnCalls(ev, env.unit, owner);
  const values: Entity[] = [];
  let looked = 0;
  for (const memo of unitsWithCalls(ev, owner)) {
    for (const site of sitesIn(ev, memo, owner)) {
      if (++looked > MAXIMUM_CALLS) return null;
      const callerEnv = memo === env.unit ? env : callerEnvironment(ev, memo, site.call);
      const match = matches(ev, site, owner, callerEnv, env);
      if (match === null) continue;
      const value = argumentOf(ev, parameter, opens, site, match, callerEnv, env);
      if (memo !== env.unit) dependOn(env.unit, memo);
      if (value === null || values.length >= MAXIMUM_COMPARED) return null;
      values.push(handedOver(value, parameter, compiledAs(owner.declaration), site, callerEnv));
    }
  }
  // Whoever hands over its own parameter, and is called by nobody, says nothing.
  const said = owner.type === null ? values.filter((v) => !isOpenParameter(v)) : values;
  const [first = openInAll(values, parameter)] = said;
  if (first === undefined || said.some((v) => v !== first && !isSame(v, first))) return null;
  // Tensors of which nobody knows more than the modes may differ in these.
  const value = first instanceof Symbolic && values.some((v) => v !== first) ? reasonOf(first) : first;
  return { value, isByAll: said.length === 0 || said.length === values.length };
}

/** What calls hand over of which none knows more than how long its tuple is, if one is handed over. */
function openInAll([first, ...others]: readonly Entity[], { name }: Declaration): Entity | undefined {
  if (!Array.isArray(first)) return others.some(Array.isArray) ? undefined : first;
  const items = first as readonly Value[];
  const isOfLength = (v: Entity): boolean =>
    Array.isArray(v) && (v as readonly Value[]).length === items.length;
  if (!others.every(isOfLength)) return undefined;
  if (others.every((v) => isSame(v, first))) return first;
  return items.map(() => new Unknown('function-parameter', `the calls give ${name} others`, [], name));
}

const isOpenParameter = (v: Entity): boolean =>
  (v instanceof Unknown && v.category === 'function-parameter') ||
  v instanceof UnboundTypeParameter ||
  v instanceof StaticSymbol ||
  v instanceof UnrankedTensor ||
  (Array.isArray(v) && v.length > 0 && (v as readonly Value[]).every(isOpenParameter));

/** The class whose objects a function is called by; null for other functions. */
const objectCalled = ({ declaration, type }: Owner): string | null =>
  declaration.name === '__call__' ? type : null;

/** The units in which calls may be of the function. */
function unitsWithCalls({ db }: Evaluation, owner: Owner): readonly UnitMemo[] {
  const type = objectCalled(owner);
  return type === null ? unitsCalling(db, owner.declaration.name) : unitsCallingObjects(db, type);
}

/** Calls in a unit that may be of the function. Objects are called by the names of their variables. */
function sitesIn({ db }: Evaluation, { placed: { unit } }: UnitMemo, owner: Owner): readonly CallSite[] {
  const type = objectCalled(owner);
  const direct = callsByName(unit, owner);
  if (type === null) return direct;
  const calls = pythonCalls(unit);
  const names = new Set([...variablesHolding(db, type), ...calledParameters(unit)]);
  const onTheSpot = calls.get(callOfObject(type)) ?? [];
  return [...direct, ...onTheSpot, ...[...names].flatMap((variable) => calls.get(variable) ?? [])];
}

const isSame = (a: Entity, b: Entity): boolean =>
  !(a instanceof Unknown) && !isHostOnly(a) && !isHostOnly(b) && entityKey(a) === entityKey(b);

/**
 * The environment in which a call of another unit is read: that of the only object of its class, where there is one.
 */
function callerEnvironment(ev: Evaluation, memo: UnitMemo, call: CallExpr): Environment {
  return soleInstantiation(ev, memo, call.span.start)?.env ?? memo.env;
}

/** How a call calls the function: with the object before the arguments or without; null: it calls another one. */
function matches(
  ev: Evaluation,
  { callee: written }: CallSite,
  owner: Owner,
  callerEnv: Environment,
  env: Environment,
): { readonly bound: number } | null {
  const { declaration, scope } = owner;
  // `kernel[grid](…)` calls the kernel.
  const callee = written.kind === 'index' ? written.object : written;
  if (declaration.name === '__call__' && scope.kind === 'class' && lastName(callee) !== '__call__') {
    const object = ev.evaluate(callee, callerEnv);
    return object instanceof ClassObject && object.type.scope === scope && isMeant(object, owner, env)
      ? { bound: 1 }
      : null;
  }
  if (callee.kind === 'name') {
    if (scope.kind === 'class') return null;
    const found = ev.find(callee.name, callee.span.start, callerEnv);
    return found?.declarations.includes(declaration) === true ? { bound: 0 } : null;
  }
  if (callee.kind !== 'member') return null;
  const kind = scope.kind === 'class' ? methodKind(declaration) : 'function';
  // `self.f(…)` in the class itself.
  if (callee.object.kind === 'name' && callerEnv === env && scope.kind === 'class') {
    const self = methodAround(callerEnv.root, scope, callee.span.start);
    if (self !== null && self === callee.object.name) return { bound: kind === 'static' ? 0 : 1 };
  }
  if (scope.kind === 'class' && callerEnv.unit === env.unit && callee.object.kind !== 'name') return null;
  const object = ev.evaluate(callee.object, callerEnv);
  if (isFailure(object) || object instanceof Unknown) return null;
  if (object instanceof ClassObject || object instanceof ClassType) {
    const type = object instanceof ClassObject ? object.type : object;
    if (type.scope !== scope) return null;
    const takesObject = object instanceof ClassObject ? kind !== 'static' : kind === 'class';
    return { bound: takesObject ? 1 : 0 };
  }
  if (scope.kind === 'class' || !isHostOnly(object)) return null;
  const member = ev.memberOf(object, callee.name.name, callerEnv);
  const isIt = member instanceof OverloadSet && member.overloads.some((o) => o.declaration === declaration);
  return isIt ? { bound: 0 } : null;
}

/** In the methods of one object the calls of others say nothing. */
function isMeant(object: ClassObject, { declaration }: Owner, env: Environment): boolean {
  const self = declaration.bodyScope?.declarations.find((d) => d.kind === 'parameter');
  const own = self === undefined ? undefined : env.bindings.get(self);
  return !(own instanceof ClassObject) || own === object || sameBindings(own, object);
}

const sameBindings = (a: ClassObject, b: ClassObject): boolean =>
  a.env.bindings.size === b.env.bindings.size &&
  [...a.env.bindings].every(([d, value]) => {
    const other = b.env.bindings.get(d);
    return other === value || value === a || (other !== undefined && isSame(value, other));
  });

/** What the method of the class that an offset stands in calls its object. */
function methodAround(root: Scope, type: Scope, offset: number): string | null {
  const path = scopePath(root, offset);
  const at = path.indexOf(type);
  const method = at < 0 ? undefined : path[at + 1];
  const declaration = type.declarations.find((d) => d.bodyScope !== null && d.bodyScope === method);
  if (declaration === undefined || methodKind(declaration) !== 'method') return null;
  return method?.declarations.find((d) => d.kind === 'parameter')?.name ?? null;
}

/** The argument of one call; null: it cannot be told. */
function argumentOf(
  ev: Evaluation,
  parameter: Declaration,
  opens: Scope,
  { call, skipped, isOpen, isInLambda }: CallSite,
  { bound }: { readonly bound: number },
  callerEnv: Environment,
  env: Environment,
): Entity | null {
  if (isInLambda) return null;
  const parameters = opens.declarations.filter((d) => d.kind === 'parameter');
  if (parameters.slice(0, parameters.indexOf(parameter) + 1).some((p) => p.isPack === true)) return null;
  const keyword = call.keywords.find((k) => k.name === parameter.name);
  if (keyword !== undefined) return asThing(ev.evaluate(keyword.value, callerEnv));
  const at = parameters.indexOf(parameter) - bound;
  const args = call.args.slice(skipped);
  const given = at < 0 ? undefined : itemAt(ev, args, at, callerEnv);
  // What has no default is given, whatever `*args` holds.
  if (given === null) return parameter.init === null ? unknownArgument(parameter) : null;
  if (given !== undefined) return asThing(given);
  const unpacked = isOpen ? null : unpackedArgument(ev, parameter, call, callerEnv);
  if (unpacked !== undefined) return unpacked;
  return parameter.init === null ? null : asThing(ev.evaluate(parameter.init, env));
}

const unknownArgument = ({ name }: Declaration): Unknown =>
  new Unknown('unsupported', `what a call unpacks is not known, which gives ${name} a value`, [], name);

/** What `**options` gives; undefined: nothing; null: it cannot be told. */
function unpackedArgument(
  ev: Evaluation,
  { name }: Declaration,
  { keywords }: CallExpr,
  callerEnv: Environment,
): Entity | undefined | null {
  const given = keywords.flatMap(({ name: keyword, value }) =>
    keyword === '**' && value.kind === 'unary' ? [ev.evaluate(value.operand, callerEnv)] : [],
  );
  if (!given.every((options) => options instanceof Dictionary)) return null;
  return given.find(({ entries }) => entries.has(name))?.entries.get(name);
}

const asThing = (value: Entity | Failure): Entity => (isFailure(value) ? asOperand(value) : value);

/** Whether, as far as calls in sight say, only programs call a method: its tensors are those of the host. */
export function isCalledByHostAlone(
  ev: Evaluation,
  parameter: Declaration,
  opens: Scope,
  env: Environment,
): boolean {
  if (isUncalled(ev, parameter, opens, env)) return true;
  const owner = ownerOf(env, parameter, opens);
  if (owner === null) return false;
  const isOfHost = (root: Scope, { call, isCompiled }: CallSite) =>
    isCompiled || !isTraced(root, call.span.start);
  return unitsWithCalls(ev, owner).every((memo) =>
    sitesIn(ev, memo, owner).every((site) => isOfHost(memo.placed.unit.scope, site)),
  );
}
