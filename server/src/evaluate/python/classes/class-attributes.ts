// Attributes of classes of Python, and those that objects have of their class: what the bodies of the class and its bases
// bind, apart from what methods give to objects, and the members of an enumeration.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { linearised } from '../../core/bases.ts';
import { membersOf } from '../../core/members.ts';
import {
  asValue,
  type ClassObject,
  type ClassType,
  type Entity,
  isHostOnly,
  type UsedAssumption,
} from '../../model/entity.ts';
import { boundInBody, declarationsOf, Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { LookupResult } from '../../model/lookup-result.ts';
import { Unknown } from '../../model/value.ts';
import { pythonCalls } from '../plain/calls.ts';
import { Enumerator, isEnumeration } from '../plain/enumerations.ts';
import { pythonEqual } from '../plain/equality.ts';
import { lastName, methodKind } from '../plain/functions.ts';
import { bindBases } from './initialised-bases.ts';
import { isInMaking, isOfMadeObject, noteMade } from './made-objects.ts';

type Outcome = Entity | Failure;

/** `A.x` of what the body of A or of a base binds; undefined: no method gives it to objects, or nobody has it. */
export function attributeOfClass(ev: Evaluation, type: ClassType, name: string): Outcome | undefined {
  const member = memberOfEnumeration(ev, type, name);
  if (member !== undefined) return member;
  let isOfObjects = false;
  for (const { scope, env, isBehindUnknown } of linearised(ev, type.env, type.scope)) {
    const all = declarationsOf(scope, name);
    const bound = boundInBody(scope, name);
    // Who looks for members says what is not known.
    if (all.length > 0 && isBehindUnknown) return undefined;
    if (bound.length > 0)
      return bound.length === all.length && !isOfObjects
        ? undefined
        : ev.found({ declarations: [bound.at(-1)!], scope, env, isAmbiguous: false }, name);
    isOfObjects ||= all.length > 0;
  }
  return isOfObjects
    ? new Unknown('missing-name', `${name} belongs to the objects of ${type.name}`, [], name)
    : undefined;
}

/** Bases of Python's own that bring no attributes but those with underscores. */
const BARE: ReadonlySet<string> = new Set(['object', 'ABC', 'Generic', 'Protocol']);

/** `abc.ABC`, `Generic[T]`. */
export const isBareBase = (base: Expr): boolean =>
  BARE.has(lastName(base.kind === 'index' ? base.object : base));

const INITIAL: ReadonlySet<string> = new Set(['__init__', '__post_init__']);

/** An attribute that a class binds and a method assigns that may run or not; undefined: it is no such attribute. */
export function openAttribute(ev: Evaluation, { type }: ClassObject, name: string): Outcome | undefined {
  const member = memberOfEnumeration(ev, type, name);
  if (member !== undefined) return member;
  const order = linearised(ev, type.env, type.scope);
  const withIt = order.filter(({ scope }) => declarationsOf(scope, name).length > 0);
  const isBound = withIt.some(({ scope }) => boundInBody(scope, name).length > 0);
  const setters = withIt.filter(
    ({ scope }) => boundInBody(scope, name).length < declarationsOf(scope, name).length,
  );
  if (!isBound || setters.length === 0) return undefined;
  const isInitial = setters.some(({ scope }) =>
    scope.attributes?.get(name)?.some(({ method }) => INITIAL.has(method)),
  );
  return isInitial
    ? undefined
    : new Unknown('unsupported', `whether a method has assigned ${name} is not worked out`, [], name);
}

const ENUMERATION = /(?:Enum|Flag)$/;

const attributeBound = (ev: Evaluation, type: ClassType, name: string): Outcome =>
  attributeOfClass(ev, type, name) ?? ev.memberOf(type, name, type.env);

/** `Tile["SMALL"]`; null: it is no enumeration. */
export function enumeratorNamed(
  ev: Evaluation,
  type: ClassType,
  args: readonly Expr[],
  env: Environment,
): Outcome | null {
  if (!type.scope.bases.some((base) => ENUMERATION.test(lastName(base)))) return null;
  const [name] = args.map((arg) => ev.value(arg, env));
  const member =
    typeof name !== 'string'
      ? undefined
      : isEnumeration(type.scope)
        ? memberOfEnumeration(ev, type, name)
        : attributeBound(ev, type, name);
  return member ?? new Unknown('unsupported', `which member of ${type.name} this is is not worked out`);
}

/** The member of a name. Of those with one value, the first is what all of them name. */
function memberOfEnumeration(ev: Evaluation, { scope, env }: ClassType, name: string): Outcome | undefined {
  if (!isEnumeration(scope)) return undefined;
  const heldBy = (d: Declaration): Outcome =>
    ev.found({ declarations: [d], scope, env, isAmbiguous: false }, d.name);
  const own = boundInBody(scope, name).at(-1);
  if (own === undefined) return undefined;
  const value = heldBy(own);
  if (!isMember(value, own)) return undefined;
  for (const d of scope.declarations) {
    if (d === own || isFailure(value)) break;
    const before = heldBy(d);
    if (isMember(before, d) && !isFailure(before) && pythonEqual(asValue(before), asValue(value)) === true)
      return new Enumerator(scope, d.name, asValue(before));
  }
  return isFailure(value) ? value : new Enumerator(scope, name, asValue(value));
}

/** What is assigned to a name in an enumeration is the value of a member, but for functions and names of one underscore. */
const isMember = (value: Outcome, { kind, name, bodyScope }: Declaration): boolean =>
  kind === 'value' &&
  bodyScope === null &&
  !name.startsWith('_') &&
  !(!isFailure(value) && isHostOnly(value));

interface Seen {
  readonly env: Environment;
  /** On what it rests. */
  readonly parameters: readonly UsedAssumption[];
}

const environments = new WeakMap<ClassObject, Map<Scope, Seen>>();

/** The attribute as the methods of the base see the object; undefined: the class has it itself, or it is no such attribute. */
export function inheritedAttribute(
  ev: Evaluation,
  object: ClassObject,
  name: string,
): Entity | Failure | undefined {
  const { type } = object;
  if (type.scope.bases.length === 0 || declarationsOf(type.scope, name).length > 0) return undefined;
  const found = membersOf(ev, type.env, type.scope, name);
  const declaration = found?.declarations.at(-1);
  if (found == null || declaration?.kind !== 'value') return undefined;
  const method = methodOf(declaration, found.scope);
  if (method === undefined) return undefined;
  const env = seenFrom(ev, object, found);
  if (isOpen(ev, object, found, method, env) || readsBefore(ev, object, found, declaration, method))
    return new Unknown('unsupported', `what ${name} is made of in ${type.name} is not worked out`, [], name);
  return ev.found({ ...found, env }, name);
}

/** An attribute that a class assigns before it calls the `__init__` of a base that assigns it too; undefined: it is none. */
export function attributeOfBase(ev: Evaluation, { type }: ClassObject, name: string): Unknown | undefined {
  if (type.scope.bases.length === 0) return undefined;
  const order = linearised(ev, type.env, type.scope);
  const at = order.findIndex(({ scope }) => scope.attributes?.has(name) === true);
  const first = order[at];
  const initial = first?.scope.attributes?.get(name)?.find(({ method }) => method === '__init__');
  if (first === undefined || initial === undefined) return undefined;
  const calls = pythonCalls(first.env.unit.placed.unit).get('__init__') ?? [];
  const isBefore = calls.some(
    ({ call, callee: { kind } }) =>
      kind === 'member' &&
      call.span.start >= initial.start &&
      call.span.start < first.scope.span.end &&
      call.span.start >= first.scope.span.start,
  );
  const isAgain = order.slice(at + 1).some(({ scope }) => scope.attributes?.has(name) === true);
  return isBefore && isAgain
    ? new Unknown('unsupported', `a base assigns ${name} after ${type.name} does`, [], name)
    : undefined;
}

const methodOf = ({ span, bodyScope }: Declaration, type: Scope): Scope | undefined =>
  bodyScope ?? type.children.find((m) => m.span.start <= span.start && span.end <= m.span.end);

/** Whether a base works an attribute out of others that a class before it assigns later, or may. */
function readsBefore(
  ev: Evaluation,
  { type }: ClassObject,
  { scope }: LookupResult,
  { init }: Declaration,
  method: Scope,
): boolean {
  const self = method.declarations.find((d) => d.kind === 'parameter')?.name;
  if (method.name !== '__init__' || init === null || !mayRead(init, self)) return false;
  const order = linearised(ev, type.env, type.scope);
  const at = order.findIndex((ancestor) => ancestor.scope === scope);
  const names = order.slice(0, at).flatMap(({ scope }) => [...(scope.attributes?.keys() ?? [])]);
  return names.some((name) => order.filter(({ scope }) => declarationsOf(scope, name).length > 0).length > 1);
}

/** What has names of its own is taken to. */
const mayRead = (e: Expr, self: string | undefined): boolean =>
  e.kind === 'lambda' ||
  e.kind === 'comprehension' ||
  (e.kind === 'name' && e.name === self) ||
  partsOf(e).some((part) => mayRead(part, self));

/** Whether the class calls the `__init__` of the base in a way that is not worked out, so that defaults may stand in for arguments. */
function isOpen(
  ev: Evaluation,
  { type }: ClassObject,
  found: LookupResult,
  method: Scope,
  { bindings }: Environment,
): boolean {
  if (method.name !== '__init__') return false;
  const init = membersOf(ev, type.env, type.scope, '__init__');
  return (
    init?.scope !== found.scope &&
    method.declarations.some((d) => d.kind === 'parameter' && d.init !== null && !bindings.has(d))
  );
}

/** The base, with the object as what its methods call self, and what the class hands to its `__init__`. */
export function seenFrom(
  ev: Evaluation,
  object: ClassObject,
  { scope, env }: Pick<LookupResult, 'scope' | 'env'>,
): Environment {
  let known = environments.get(object);
  if (known === undefined) {
    known = new Map();
    environments.set(object, known);
  }
  let seen = known.get(scope);
  if (seen === undefined) {
    const bindings = new Map([...env.bindings, ...object.env.bindings]);
    const isMade = isOfMadeObject(object.env);
    const given =
      isMade || isInMaking(object.env) ? null : ev.noting(() => bindBases(ev, object.type, bindings, false));
    for (const method of scope.declarations) {
      if (method.bodyScope === null || methodKind(method) !== 'method') continue;
      const first = method.bodyScope.declarations.find((p) => p.kind === 'parameter');
      if (first !== undefined) bindings.set(first, object);
    }
    const inside = new Environment(env.unit, env.root, env.parent, bindings);
    if (isMade) noteMade(inside);
    seen = { env: inside, parameters: given?.parameters ?? [] };
    known.set(scope, seen);
  }
  for (const parameter of seen.parameters) ev.noteAssumption(parameter);
  return seen.env;
}
