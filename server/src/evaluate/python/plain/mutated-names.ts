// Names of Python that statements change: lists that grow, and variables that a loop hands on from round to round.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { Dynamic } from '../../../algebra/integer/integer.ts';
import type { MutatedExpr } from '../../../frontends/common/expression.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { asValue, BoxedObject, type Entity, isHostOnly, reasonOf } from '../../model/entity.ts';
import { declarationsOf, Environment, scopePath } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { OneOf, Unknown, type Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { entityKey } from '../../values/key.ts';
import { isList, listOf } from '../../values/list-values.ts';
import { asOperand } from '../../values/outcome.ts';
import { Dictionary } from './dictionary.ts';
import { UniformList } from './lists.ts';

/** What a name holds behind the statements that change it. */
export function mutatedValue(ev: Evaluation, expr: MutatedExpr, env: Environment): Entity {
  const before = heldBy(ev, expr.before, env);
  if (expr.how === 'touched') return isContainer(before) ? unknown(expr, before) : before;
  if (before instanceof Unknown || expr.value === null) return unknown(expr, before);
  if (expr.how === 'carried') return loopCarried(ev, expr, before, env);
  const item = heldBy(ev, expr.value, env);
  if (!Array.isArray(before)) return unknown(expr, before);
  const items = before as readonly Value[];
  if (expr.how === 'appended') return listOf([...items, asValue(item)]);
  if (expr.how === 'gathered') {
    if (Array.isArray(item)) return listOf([...items, ...(item as readonly Value[])]);
    return items.length === 0 && item instanceof UniformList ? item : unknown(expr, item);
  }
  // One of several values may be another one in every round.
  const isOne = !(item instanceof Unknown) && !(item instanceof OneOf);
  return items.length === 0 && isOne ? new UniformList(asValue(item)) : unknown(expr, item);
}

const isContainer = (held: Entity): boolean =>
  isList(held) || held instanceof Dictionary || held instanceof UniformList;

function heldBy(ev: Evaluation, expr: MutatedExpr['before'], env: Environment): Entity {
  const value = ev.evaluate(expr, env);
  return isFailure(value) ? asOperand(value) : value;
}

const unknown = ({ reason, name }: MutatedExpr, of: Entity): Unknown =>
  of instanceof Unknown && of.category !== 'recursive' && !(of instanceof BoxedObject)
    ? reasonOf(of)
    : new Unknown('unsupported', reason, [], name);

/**
 * What holds before every round: what the name held before the loop, as long as a round that begins with it ends with
 * it; else what both have in common, on the same condition.
 */
function loopCarried(ev: Evaluation, expr: MutatedExpr, before: Entity, env: Environment): Entity {
  const held = ev.db.loops.enter((): Entity => {
    const first = roundFrom(ev, expr, before, env);
    if (first === null || isSame(before, first)) return first ?? unknown(expr, before);
    const shared = joinRounds(before, first, expr.isCompiled);
    if (shared === null) return unknown(expr, first);
    const second = roundFrom(ev, expr, shared, env);
    return second !== null && isSame(shared, joinRounds(shared, second, expr.isCompiled) ?? second)
      ? shared
      : unknown(expr, second ?? first);
  });
  return held ?? unknown(expr, before);
}

/** What a round leaves that begins with a value; null where the body of the loop is not seen from here. */
function roundFrom(ev: Evaluation, expr: MutatedExpr, start: Entity, env: Environment): Entity | null {
  const body = scopePath(env.root, expr.body).findLast(
    (s) => s.kind === 'block' && s.span.start === expr.body,
  );
  const declaration = body === undefined ? undefined : firstOf(declarationsOf(body, expr.name));
  if (body === undefined || declaration === undefined) return null;
  const bindings = new Map<Declaration, Entity>(env.bindings).set(declaration, start);
  const round = new Environment(env.unit, env.root, env.parent, bindings, env.isCall, {
    env,
    scope: body,
  });
  return heldBy(ev, expr.value!, round);
}

/** The declaration that stands for the name when a round begins. */
const firstOf = (declarations: readonly Declaration[]): Declaration | undefined =>
  declarations.find((d) => d.init?.kind === 'mutated' && d.init.how === 'carried');

const isSame = (a: Entity, b: Entity): boolean =>
  a === b || (!(a instanceof Unknown && !(a instanceof BoxedObject)) && entityKey(a) === entityKey(b));

/** `isCompiled`: integers that differ are one of the compiled program. Null: they have nothing in common. */
function joinRounds(a: Entity, b: Entity, isCompiled: boolean): Entity | null {
  if (isSame(a, b)) return a;
  const [x, y] = [a instanceof BoxedObject ? a.object : a, b instanceof BoxedObject ? b.object : b];
  if (isHostOnly(x) || isHostOnly(y) || x instanceof Unknown || y instanceof Unknown) return null;
  if (Array.isArray(x) && Array.isArray(y) && x.length === y.length) {
    const items = (x as readonly Value[]).map((item, i) =>
      joinRounds(item, (y as readonly Value[])[i]!, isCompiled),
    );
    return items.some((item) => item === null) ? null : items.map((item) => asValue(item!));
  }
  if (!isInteger(x) || !isInteger(y)) return null;
  return isCompiled || x instanceof Dynamic || y instanceof Dynamic ? new Dynamic(null) : null;
}
