// Whether a list, a dictionary or an object that a name of Python holds may be changed by another name: an alias, a
// parameter of a function that it is handed to, an attribute.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import { dependencyRegionAt } from '../../../frontends/common/body-edits.ts';
import type { CallExpr } from '../../../frontends/common/expression.ts';
import { UNPACKED } from '../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { isCollecting, isReading } from '../../../frontends/python/aliases/call-effects.ts';
import { type Use, type Uses, usesIn } from '../../../frontends/python/aliases/uses.ts';
import { ALL_ATTRIBUTES } from '../../../frontends/python/object-attributes.ts';
import { linearised } from '../../core/bases.ts';
import { memberOfClass } from '../../core/members.ts';
import { recordDependency } from '../../model/body-dependencies.ts';
import {
  ClassObject,
  ClassType,
  Closure,
  type Entity,
  OverloadSet,
  QualifiedName,
} from '../../model/entity.ts';
import { type Environment, scopePath, type UnitMemo } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { Dependent } from '../../model/file.ts';
import { TypeValue, Unknown, type Value } from '../../model/value.ts';
import { alike, isIterator, isList } from '../../values/list-values.ts';
import { Partial } from '../../values/partial.ts';
import { scopeOfLambda } from './comprehensions.ts';
import { Dictionary } from './dictionary.ts';
import { compiledAs } from './functions.ts';
import { UniformList } from './lists.ts';

/** The value as long as nobody else may have changed it. */
export function withoutChangesElsewhere(
  ev: Evaluation,
  value: Entity,
  d: Declaration,
  scope: Scope,
  env: Environment,
): Entity {
  if (isIterator(value))
    return new Unknown('unsupported', `${d.name} hands out each of its items once`, [], d.name);
  const isObject = value instanceof ClassObject && d.init?.kind === 'call';
  if (!(isObject || mayChange(value)) || (scope.name === null && scope.kind === 'function')) return value;
  const query = new Query(ev, d);
  const isChanged = (name: string): boolean =>
    query.ofDeclared(name, scope, env, { isAsked: scope.kind !== 'class', isSource: true, isObject });
  const what = isObject ? 'a list in' : 'the list';
  const unknown = new Unknown('unsupported', `${what} ${d.name} may be changed by another name`, [], d.name);
  if (isChanged(d.name)) return unknown;
  return hasChangingItems(value) && isChanged(`${d.name}[]`) ? withoutChangingItems(value, unknown) : value;
}

interface Answer {
  /** Of objects of any class, or of these alone and those derived from them: `A.n = …` */
  readonly isAssigned: boolean;
  readonly classes: ReadonlySet<Scope>;
  /** What it depends on. */
  readonly nameDependencies: ReadonlySet<string>;
}

/** Every use of an attribute asks, which all units are searched for: once in each version of a file. */
const answers = new WeakMap<readonly UnitMemo[], Map<string, Answer>>();

/** Whether an attribute of a class or its objects is assigned by another name than the only one that the object has. */
export function isAttributeAssigned(
  ev: Evaluation,
  name: string,
  of: ClassType,
  { unit }: Environment,
): boolean {
  const { memos } = ev.db;
  const known = answers.get(memos) ?? new Map<string, Answer>();
  answers.set(memos, known);
  let answer = known.get(name);
  if (answer === undefined) {
    const nameDependencies = new Set<string>();
    const classes = new Set<Scope>();
    const from = { nameDependencies };
    const isAssigned = [name, ALL_ATTRIBUTES].some((n) => isAssignedByOthers(ev, n, from, classes));
    answer = { isAssigned, classes, nameDependencies };
    known.set(name, answer);
  }
  for (const dependency of answer.nameDependencies) unit.nameDependencies.add(dependency);
  const { isAssigned, classes } = answer;
  return (
    isAssigned ||
    (classes.size > 0 && linearised(ev, of.env, of.scope).some(({ scope }) => classes.has(scope)))
  );
}

function isAssignedByOthers(ev: Evaluation, name: string, from: Dependent, classes: Set<Scope>): boolean {
  for (const { use, memo } of usesOf(ev, `.${name}`, from)) {
    if (use.kind !== 'assigned') continue;
    // Of a variable nothing is known behind the assignment.
    const isShared =
      use.of === null ||
      [...usesOf(ev, use.of, from)].some(({ use: u }) => u.kind === 'named' && u.by !== 'call');
    if (!isShared) continue;
    const type = use.of === null ? null : heldBefore(ev, use.of, memo);
    // A name that loops or branches give to several classes has that of none.
    if (!(type instanceof ClassType) || type.declaration.name !== use.of) return true;
    classes.add(type.scope);
  }
  return false;
}

/** What a name of a module holds before a statement. */
function heldBefore(ev: Evaluation, name: string, { env, placed }: UnitMemo): Entity | Failure {
  const { start } = placed.unit.scope.span;
  return ev.evaluate({ kind: 'name', span: { start, end: start }, name }, env);
}

function* usesOf(
  ev: Evaluation,
  name: string,
  from: Dependent,
): Generator<{ readonly use: Use; readonly memo: UnitMemo }> {
  for (const memo of ev.db.unitsMutating(name, from))
    for (const use of usesIn(memo.placed.unit.scope).get(name) ?? []) yield { use, memo };
}

/** The items that cannot be changed themselves are what they were. */
function withoutChangingItems(value: Entity, unknown: Unknown): Entity {
  const item = (v: Value): Value => (mayChange(v) ? unknown : v);
  if (value instanceof Dictionary) return value.map(item);
  if (!Array.isArray(value)) return unknown;
  return alike(value, (value as readonly Value[]).map(item));
}

const mayChange = (value: Entity): boolean =>
  value instanceof Dictionary ||
  value instanceof UniformList ||
  (Array.isArray(value) && (isList(value) || (value as readonly Value[]).some(mayChange)));

/** Whether an item of it may be changed itself. */
const hasChangingItems = (value: Entity): boolean => {
  if (value instanceof Dictionary) return [...value.entries.values()].some(mayChange);
  if (value instanceof UniformList) return mayChange(value.item);
  return Array.isArray(value) && (value as readonly Value[]).some(mayChange);
};

const MAXIMUM_NAMES = 256;

/** Where names are looked for: in a function, or in the module. */
interface Place {
  readonly uses: Uses | null;
  readonly env: Environment;
}

/** How a name has been come to. */
interface Path {
  /** What its own declarations say of it is known. */
  readonly isAsked: boolean;
  /** By what the value asked for is made of. */
  readonly isSource: boolean;
  /** It names an object, of which only what it was made of is asked. */
  readonly isObject?: boolean;
}

const GIVEN: Path = { isAsked: false, isSource: false };

/**
 * What a name is given it shares with where that comes from, and with whoever else is given it; not with what is given
 * besides to those.
 */
class Query {
  readonly #ev: Evaluation;
  readonly #asked: Declaration;
  readonly #seen = new Map<unknown, Set<string>>();
  #count = 0;

  constructor(ev: Evaluation, asked: Declaration) {
    this.#ev = ev;
    this.#asked = asked;
  }

  /** A variable of a module, class or function. */
  ofDeclared(name: string, scope: Scope, env: Environment, path: Path): boolean {
    if (scope.kind === 'class') return this.#ofModule(`.${name}`, env, path);
    if (scope.kind === 'file') return this.#ofModule(name, env, path);
    const around = scopePath(env.root, Math.max(this.#asked.nameSpan.start, scope.span.start));
    const own = around.findLast((s) => s.kind === 'function') ?? scope;
    return this.#ofFunction(name, own, ownerIn(env, own), env, path);
  }

  #ofFunction(name: string, scope: Scope, owner: Scope | null, env: Environment, path: Path): boolean {
    return this.#spread(name, scope, { uses: usesIn(scope, owner), env }, path);
  }

  #ofModule(name: string, env: Environment, path: Path): boolean {
    return this.#spread(name, null, { uses: null, env }, path);
  }

  #spread(name: string, key: Scope | null, place: Place, path: Path): boolean {
    let seen = this.#seen.get(key);
    if (seen === undefined) {
      seen = new Set();
      this.#seen.set(key, seen);
    }
    const asked = `${name} ${path.isAsked} ${path.isSource}`;
    if (seen.has(asked)) return false;
    seen.add(asked);
    if (++this.#count > MAXIMUM_NAMES) return true;
    const isAttribute = name.startsWith('.');
    if (place.uses !== null) {
      if (isAttribute && this.#ofModule(name, place.env, { ...path, isAsked: false })) return true;
      return (place.uses.get(name) ?? []).some((use) => this.#isChange(use, key, place, path));
    }
    const word = isAttribute ? name.slice(1) : name;
    for (const memo of this.#ev.db.unitsMutating(word, place.env.unit)) {
      const inUnit = { uses: null, env: memo.env };
      for (const use of usesIn(memo.placed.unit.scope).get(name) ?? [])
        if (this.#isChange(use, null, inUnit, path)) return true;
    }
    return false;
  }

  #isChange(use: Use, key: Scope | null, place: Place, { isAsked, isSource, isObject }: Path): boolean {
    if (isObject === true && !(use.kind === 'named' && use.from === 'other')) return false;
    switch (use.kind) {
      case 'assigned':
        return false;
      case 'changed':
        return !(use.isFollowed && isAsked);
      case 'named': {
        const isFrom = use.from === 'other';
        if (isFrom && (!isSource || this.#isPlain(use.name, place.env))) return false;
        // The statements of a module are units of their own, each of which knows what it does itself.
        const isFollowed = isAsked && use.by === 'name' && place.uses !== null;
        return this.#spread(use.name, key, place, { isAsked: isFollowed, isSource: isFrom });
      }
      case 'handed':
        return this.#isChangedBy(use, place.env);
    }
  }

  /** Whether what a name holds cannot be changed, of those that the value has been made of. */
  #isPlain(name: string, env: Environment): boolean {
    const { init } = this.#asked;
    const [, word, item] = /^(\w+)(\[\])?$/.exec(name) ?? [];
    if (init === null || word === undefined) return false;
    const value = this.#ev.evaluate({ kind: 'name', span: init.span, name: word }, env);
    if (isFailure(value)) return true;
    // What is known is not made of it.
    if (value instanceof Unknown) return value.category !== 'recursive';
    return !(item === undefined ? mayChange(value) : hasChangingItems(value));
  }

  #isChangedBy({ call, at, isItem }: Use & { readonly kind: 'handed' }, env: Environment): boolean {
    const target = this.#ev.evaluate(call.callee, env);
    if (isFailure(target) || target instanceof Unknown) return !isReading(call) && !this.#isLaunch(call, env);
    if (target instanceof QualifiedName) return this.#isCalledBack(target, call, env);
    if (target instanceof OverloadSet) return this.#inOverloads(target, call, at, isItem);
    if (target instanceof Closure) {
      const scope = scopeOfLambda(target.expr);
      return typeof at !== 'number' || this.#inParameter(scope, null, at, isItem, target.env);
    }
    if (target instanceof ClassType) return this.#inObject(target, call, at, isItem);
    return target instanceof Partial || !(target instanceof TypeValue);
  }

  /** `kernel[grid](…)`: what runs on the device changes no list of Python. */
  #isLaunch({ callee }: CallExpr, env: Environment): boolean {
    if (callee.kind !== 'index') return false;
    const target = this.#ev.evaluate(callee.object, env);
    return (
      target instanceof OverloadSet &&
      target.overloads.every(({ declaration }) => compiledAs(declaration) === 'jit')
    );
  }

  /** `map(f, xs)`: what is called may change what it is given. */
  #isCalledBack({ path }: QualifiedName, { args: [called] }: CallExpr, env: Environment): boolean {
    if (!CALLS_BACK.has(path.at(-1)!) || called === undefined) return false;
    const target = this.#ev.evaluate(called, env);
    return !(target instanceof QualifiedName || target instanceof TypeValue);
  }

  #inObject(type: ClassType, call: CallExpr, at: number | string, isItem: boolean): boolean {
    const init = memberOfClass(this.#ev, type, '__init__');
    if (init instanceof OverloadSet)
      return this.#inOverloads(init, call, typeof at === 'number' ? at + 1 : at, isItem);
    const fields = type.scope.declarations.filter((d) => d.kind === 'parameter');
    const field = typeof at === 'number' ? fields[at] : fields.find((d) => d.name === at);
    return field === undefined || this.#ofModule(`.${field.name}${isItem ? '[]' : ''}`, type.env, GIVEN);
  }

  #inOverloads(target: OverloadSet, { callee }: CallExpr, at: number | string, isItem: boolean): boolean {
    return target.overloads.some(({ declaration, env }) => {
      const { bodyScope } = declaration;
      if (bodyScope === null) return true;
      recordDependency(
        dependencyRegionAt(env.unit.placed.unit, bodyScope.body ?? bodyScope.span.start),
        'use',
      );
      const owner = ownerIn(env, bodyScope);
      const places =
        typeof at === 'number' && callee.kind === 'member' && owner !== null ? [at, at + 1] : [at];
      return places.some((place) => this.#inParameter(bodyScope, owner, place, isItem, env));
    });
  }

  #inParameter(
    scope: Scope,
    owner: Scope | null,
    at: number | string,
    isItem: boolean,
    env: Environment,
  ): boolean {
    const parameters = scope.declarations.filter((p) => p.kind === 'parameter');
    const collecting = parameters.filter(isCollecting);
    const plain = parameters.filter((p) => !isCollecting(p));
    const own = typeof at === 'number' ? plain.slice(at, at + 1) : plain.filter((p) => p.name === at);
    const names = [
      ...(at === UNPACKED ? plain : own)
        .filter((p) => !isScalar(p))
        .map(({ name }) => (isItem ? `${name}[]` : name)),
      ...collecting.map((p) => `${p.name}[]`),
    ];
    return names.some((name) => this.#ofFunction(name, scope, owner, env, GIVEN));
  }
}

/** `n: int` */
const isScalar = ({ type }: Declaration): boolean =>
  type?.kind === 'name' && /^(?:int|bool|str|float)$/.test(type.name);

const CALLS_BACK: ReadonlySet<string> = new Set(['map', 'filter', 'partial', 'reduce', 'starmap']);

/** The class that a function is a method of. */
function ownerIn(env: Environment, of: Scope): Scope | null {
  const path = scopePath(env.root, of.span.start);
  const around = path[path.indexOf(of) - 1];
  return around?.kind === 'class' ? around : null;
}
