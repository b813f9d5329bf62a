// Python's comprehensions and lambdas: expressions with names of their own.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import { Dynamic } from '../../../algebra/integer/integer.ts';
import { declarationOf } from '../../../frontends/common/declaration.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { namesOf } from '../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { asValue, BoxedObject, type Entity, reasonOf } from '../../model/entity.ts';
import { declarationsOf, Environment, scopePath } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { OneOf, Unknown, type Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { iteratorOver, listOf } from '../../values/list-values.ts';
import { asOperand, truth } from '../../values/outcome.ts';
import { Repeated } from '../../values/repeated.ts';
import { dictionaryOf } from './dictionary.ts';
import { UniformList } from './lists.ts';
import { iterated } from './sequences.ts';
import { PythonSet } from './sets.ts';

type Comprehension = Expr & { readonly kind: 'comprehension' };

const MAXIMUM_ITEMS = 256;

const scopes = new WeakMap<Expr, Scope>();

/** The scope of the names that an expression declares for itself. Nobody can point at them. */
export function scopeOfNames(expr: Expr, names: readonly string[], body: Expr): Scope {
  let scope = scopes.get(expr);
  if (scope === undefined) {
    const { start } = expr.span;
    const at = { start, end: start };
    const declarations = names.map((name) => declarationOf({ kind: 'parameter', name, nameSpan: at }, at));
    scope = {
      kind: 'function',
      name: null,
      span: expr.span,
      declarations,
      children: [],
      bases: [],
      expressions: [],
      returns: [body],
    };
    scopes.set(expr, scope);
  }
  return scope;
}

/** The scope of a lambda of Python. */
export const scopeOfLambda = (expr: Expr & { readonly kind: 'lambda' }): Scope =>
  scopeOfNames(expr, expr.parameters, expr.body);

const tooMany = (): Unknown => new Unknown('budget', 'the comprehension has too many items');

function collectedAs(makes: Comprehension['makes'], items: readonly Value[]): Value {
  switch (makes) {
    case 'generator':
      return iteratorOver(items);
    case 'dict':
      return (
        items.find((pair) => !Array.isArray(pair)) ??
        dictionaryOf(items as unknown as readonly (readonly [Value, Value])[])
      );
    case 'set':
      return new PythonSet(items);
    default:
      return listOf(items);
  }
}

/** The element for each item of the source. Of a source whose items are not known: what the element is for all of them. */
export function comprehension(ev: Evaluation, expr: Comprehension, env: Environment): Entity | Failure {
  if (readsClass(expr, env))
    return new Unknown('unsupported', 'a comprehension does not see the names of the class around it');
  const source = ev.value(expr.source, env);
  const items = iterated(source);
  if (items === null) {
    // How many items there are, or which, is not known.
    if (expr.isFlattened === true || expr.makes === 'dict' || expr.makes === 'set') return openItems(source);
    const element = elementFor(ev, expr, itemOf(source), env);
    if (element instanceof Unknown) return reasonOf(element);
    // One of several values may be another one for every item; of integers each is one.
    if (element instanceof OneOf) {
      const isOfIntegers = source instanceof Repeated && element.alternatives.every(isInteger);
      return isOfIntegers && expr.conditions.length === 0 ? source.mapped(new Dynamic(null)) : element.reason;
    }
    const item = asValue(element);
    return source instanceof Repeated && expr.conditions.length === 0
      ? source.mapped(item)
      : new UniformList(item);
  }
  if (items.length > MAXIMUM_ITEMS) return tooMany();
  const result: Value[] = [];
  for (const item of items) {
    const innerEnv = environmentFor(expr, item, env);
    const isTaken = holds(ev, expr, innerEnv);
    // How many items there are is not known then.
    if (isTaken instanceof Unknown) return isTaken;
    if (!isTaken) continue;
    const element = ev.evaluate(expr.element, innerEnv);
    const value = isFailure(element) ? asOperand(element) : asValue(element);
    if (expr.isFlattened !== true) result.push(value);
    else if (Array.isArray(value)) result.push(...(value as readonly Value[]));
    else
      return value instanceof Unknown
        ? value
        : new Unknown('run-time', 'how many items there are is only known at run time');
    if (result.length > MAXIMUM_ITEMS) return tooMany();
  }
  return collectedAs(expr.makes, result);
}

/** Whether a comprehension in a class means by a name what stands around the class: but for the source, it is a function. */
function readsClass({ element, conditions, targets, span }: Comprehension, env: Environment): boolean {
  const around = scopePath(env.root, span.start).at(-1);
  if (around?.kind !== 'class') return false;
  return [element, ...conditions]
    .flatMap((e) => [...namesOf(e)])
    .some(({ name }) => !targets.some((t) => t.name === name) && declarationsOf(around, name).length > 0);
}

/**
 * `a, b = [f(x) for x in (p, q)]`: one element of a comprehension over items that are written out. Of an item that is one of
 * a few values the element is one of a few too, whatever the others are.
 */
export function comprehendedElement(
  ev: Evaluation,
  list: Expr,
  path: readonly number[],
  env: Environment,
): { readonly expr: Expr; readonly env: Environment } | null {
  const [at, ...inner] = path;
  if (list.kind !== 'comprehension' || list.source.kind !== 'tuple' || inner.length > 0) return null;
  const { items } = list.source;
  const item = at === undefined ? undefined : items[at];
  const isPlain = items.every((e) => e.kind !== 'unary' || e.operator !== '*');
  if (item === undefined || !isPlain || list.conditions.length > 0) return null;
  return { expr: list.element, env: environmentFor(list, ev.value(item, env), env) };
}

/** What every item of a source is, as far as it is known. */
const itemOf = (source: Value): Value => (source instanceof Repeated ? source.item : openItems(source));

const openItems = (source: Value): Unknown =>
  source instanceof Unknown
    ? reasonOf(source)
    : new Unknown('run-time', 'the items of this are only known at run time');

function elementFor(ev: Evaluation, expr: Comprehension, item: Value, env: Environment): Entity {
  const element = ev.evaluate(expr.element, environmentFor(expr, item, env));
  return isFailure(element) ? asOperand(element) : element;
}

/** The names of the target bound to an item. What stands outside is seen as it is where the comprehension stands. */
function environmentFor(expr: Comprehension, item: Value, env: Environment): Environment {
  const names = expr.targets.map(({ name }) => name);
  const scope = scopeOfNames(expr, names, expr.element);
  const bindings = new Map<Declaration, Entity>();
  for (const [i, { element }] of expr.targets.entries()) {
    let part: Value = item;
    for (const at of element ?? []) part = partAt(part, at);
    bindings.set(scope.declarations[i]!, part instanceof BoxedObject ? part.object : part);
  }
  return new Environment(env.unit, scope, { env, position: expr.span.start }, bindings);
}

function partAt(item: Value, at: number): Value {
  if (item instanceof Unknown) return reasonOf(item);
  const part = Array.isArray(item) ? (item as readonly Value[])[at] : undefined;
  return part ?? new Unknown('unsupported', 'the parts of this item are not known');
}

function holds(ev: Evaluation, { conditions }: Comprehension, env: Environment): boolean | Unknown {
  for (const condition of conditions) {
    const value = truth(ev.value(condition, env));
    if (value !== true) return value;
  }
  return true;
}
