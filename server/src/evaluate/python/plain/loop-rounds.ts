// Variables that a loop of Python hands on from round to round: what they hold before every round, and, where the loop
// goes over items that are known, behind the last one. All those of a loop are worked out together, since each may depend
// on the others.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { Dynamic } from '../../../algebra/integer/integer.ts';
import type { Expr, MutatedExpr } from '../../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { asValue, BoxedObject, type Entity, isHostOnly, type UsedAssumption } from '../../model/entity.ts';
import { Environment, scopePath } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { type Pending, tableOf } from '../../model/memo.ts';
import { OneOf, Tensor, Unknown, type Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';
import { join } from '../../values/join.ts';
import { entityKey } from '../../values/key.ts';
import { asOperand, withName } from '../../values/outcome.ts';
import { isCutShort } from '../../values/size.ts';
import { iterated } from './sequences.ts';

/** What a variable holds before every round. */
interface Carried {
  /** Where it is not known: what a round leaves in it. */
  readonly held: Entity;
  readonly isKnown: boolean;
  readonly assumptions: readonly UsedAssumption[];
}

/** By the declarations that stand for the variables where a round begins. */
type Rounds = ReadonlyMap<Declaration, Carried>;

/** Of environments, by the bodies of loops. */
const known = new WeakMap<Environment, Map<Scope, Rounds | Pending>>();

/** So many items are gone through. */
const MAXIMUM_ITEMS = 32;
/**
 * Rounds until all variables hold what they will; none is known where one still changes then. Each changes a few times at
 * most, a number of it at a time from a known one to a run-time one, so that these are never needed.
 */
const MAXIMUM_ROUNDS = 256;

/** Of the variable of a loop; null where the body of the loop is not seen from here, or too many are around it. */
export function carriedBy(
  ev: Evaluation,
  expr: MutatedExpr,
  env: Environment,
): Omit<Carried, 'assumptions'> | null {
  const body = scopePath(env.root, expr.body).findLast(
    (s) => s.kind === 'block' && s.span.start === expr.body,
  );
  if (body === undefined) return null;
  const named = (rounds: Rounds): Carried | null =>
    [...rounds].find(([{ name }]) => name === expr.name)?.[1] ?? null;
  const everywhere = named(
    ev.db.values.compute<Scope, Rounds>(
      tableOf(known, env),
      body,
      () => ev.db.loops.enter(() => roundsOf(ev, body, env)) ?? NO_ROUNDS,
      () => NO_ROUNDS,
      (made) => made !== NO_ROUNDS && isGood(made),
    ),
  );
  // Within the body it is another round each time.
  const isBehind = expr.span.start > expr.body;
  const last = everywhere?.isKnown === false && isBehind ? named(eachRound(ev, body, env).behind) : null;
  const carried = last ?? everywhere;
  for (const assumption of carried?.assumptions ?? []) ev.noteAssumption(assumption);
  return carried;
}

const NO_ROUNDS: Rounds = new Map();

const isGood = (rounds: Rounds): boolean => [...rounds.values()].every((each) => !isCutShort(each.held));

/** A round of a loop over items that are known, as it begins. */
export interface Round {
  readonly env: Environment;
  readonly counter: Declaration;
  readonly item: Value;
}

/** Of a loop over items that are known: its rounds, and what the variables hold behind the last one. */
interface EachRound {
  readonly rounds: readonly Round[];
  readonly behind: Rounds;
}

const eachOf = new WeakMap<Environment, Map<Scope, EachRound | Pending>>();

const NO_ROUND: EachRound = { rounds: [], behind: NO_ROUNDS };

/** The rounds of the loop whose body that is; none where what it goes over is not known, or is counted when the program runs. */
export const roundsIn = (ev: Evaluation, body: Scope, env: Environment): readonly Round[] =>
  eachRound(ev, body, env).rounds;

function eachRound(ev: Evaluation, body: Scope, env: Environment): EachRound {
  const [counter] = body.declarations;
  const isCounted =
    counter?.init?.kind === 'opaque' && body.counts !== undefined && body.mayChangeCounts !== true;
  if (!isCounted) return NO_ROUND;
  return ev.db.values.compute<Scope, EachRound>(
    tableOf(eachOf, env),
    body,
    () => ev.db.loops.enter(() => followed(ev, body, counter, env)) ?? NO_ROUND,
    () => NO_ROUND,
    (made) => made !== NO_ROUND && isGood(made.behind),
  );
}

function followed(ev: Evaluation, body: Scope, counter: Declaration, env: Environment): EachRound {
  const variables = variablesOf(body);
  if (variables.some(([, { isCompiled }]) => isCompiled)) return NO_ROUND;
  const { value: items, parameters } = ev.noting(() => iterated(ev.value(body.counts!, env)));
  if (items === null || items.length > MAXIMUM_ITEMS) return NO_ROUND;
  const rounds: Round[] = [];
  let behind = atStart(ev, variables, env, parameters);
  for (const item of items) {
    const round = roundAfter(behind, env, body);
    round.bindings.set(counter, item);
    round.declarations.set(counter, { value: item, provenance: null, assumptions: parameters });
    rounds.push({ env: round, counter, item });
    behind = new Map(
      variables.map(([d, expr]): [Declaration, Carried] => {
        const { value, parameters: own } = ev.noting(() => held(ev, expr.value, round));
        const assumptions = withMore(ev, behind.get(d)!.assumptions, own);
        return [d, { held: value, isKnown: !(value instanceof Unknown), assumptions }];
      }),
    );
  }
  return { rounds, behind };
}

/** Each once: what a variable is worked out of has noted what the round before has noted. */
const withMore = (
  ev: Evaluation,
  before: readonly UsedAssumption[],
  more: readonly UsedAssumption[],
): readonly UsedAssumption[] =>
  ev.noting(() => {
    for (const assumption of [...before, ...more]) ev.noteAssumption(assumption);
  }).parameters;

/** What the variables hold before the first round. */
const atStart = (
  ev: Evaluation,
  variables: ReturnType<typeof variablesOf>,
  env: Environment,
  noted: readonly UsedAssumption[] = [],
): Rounds =>
  new Map(
    variables.map(([d, { before }]): [Declaration, Carried] => {
      const { value, parameters } = ev.noting(() => held(ev, before, env));
      return [
        d,
        { held: value, isKnown: !(value instanceof Unknown), assumptions: withMore(ev, noted, parameters) },
      ];
    }),
  );

function roundsOf(ev: Evaluation, body: Scope, env: Environment): Rounds {
  const variables = variablesOf(body);
  let rounds = atStart(ev, variables, env);
  for (let i = 0; i < MAXIMUM_ROUNDS; i++) {
    const next = behindRound(ev, body, variables, rounds, env);
    if (next === null) return rounds;
    rounds = next;
  }
  return new Map([...rounds].map(([d, carried]) => [d, { ...carried, isKnown: false }]));
}

interface CarriedExpr extends MutatedExpr {
  readonly value: Expr;
}

/** The first of each name: it stands where a round begins. */
function variablesOf({ declarations }: Scope): readonly (readonly [Declaration, CarriedExpr])[] {
  const found = new Map<string, readonly [Declaration, CarriedExpr]>();
  for (const d of declarations) {
    const { init } = d;
    if (init?.kind !== 'mutated' || init.how !== 'carried' || init.value === null || found.has(d.name))
      continue;
    found.set(d.name, [d, init as CarriedExpr]);
  }
  return [...found.values()];
}

/** What the variables hold before a round and behind it; null where that is what they hold before it. */
function behindRound(
  ev: Evaluation,
  body: Scope,
  variables: readonly (readonly [Declaration, CarriedExpr])[],
  before: Rounds,
  env: Environment,
): Rounds | null {
  const round = roundAfter(before, env, body);
  let isChanged = false;
  const behind = variables.map(([d, expr]): [Declaration, Carried] => {
    const start = before.get(d)!;
    if (!start.isKnown) return [d, start];
    const { value, parameters } = ev.noting(() => held(ev, expr.value, round));
    if (isSame(start.held, value)) return [d, start];
    const assumptions = withMore(ev, start.assumptions, parameters);
    const joined = joinRounds(start.held, value, expr.isCompiled);
    if (joined !== null && isSame(start.held, joined)) return [d, start];
    isChanged = true;
    return [d, { held: joined ?? value, isKnown: joined !== null, assumptions }];
  });
  return isChanged ? new Map(behind) : null;
}

/** The environment of a round in which the variables hold what is given. */
function roundAfter(before: Rounds, env: Environment, body: Scope): RoundEnvironment {
  const bindings = new Map(env.bindings);
  const round = new Environment(env.unit, env.root, env.parent, bindings, env.isCall, { env, scope: body });
  for (const [d, { held: start, isKnown, assumptions }] of before) {
    const value = isKnown ? start : new Unknown('unsupported', reasonOfChange(d), [], d.name);
    bindings.set(d, value);
    round.declarations.set(d, { value: withName(value, d), provenance: null, assumptions });
  }
  return round as RoundEnvironment;
}

type RoundEnvironment = Environment & { readonly bindings: Map<Declaration, Entity> };

const reasonOfChange = ({ init, name }: Declaration): string =>
  init?.kind === 'mutated' ? init.reason : `${name} changes in a loop`;

function held(ev: Evaluation, expr: Expr, env: Environment): Entity {
  const value = ev.evaluate(expr, env);
  return isFailure(value) ? asOperand(value) : value;
}

const isSame = (a: Entity, b: Entity): boolean =>
  a === b || (!(a instanceof Unknown && !(a instanceof BoxedObject)) && entityKey(a) === entityKey(b));

/**
 * `isCompiled`: integers that differ, or of which a branch at run time leaves one, are one of the compiled program, and a tensor
 * keeps its type. Null: they have nothing in common.
 */
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
  if (isCompiled && y instanceof OneOf && y.reason.category === 'run-time' && isInteger(x))
    return y.alternatives.every(isInteger) ? new Dynamic(null) : null;
  if (isCompiled && x instanceof Tensor && y instanceof Tensor) return join(x, y);
  if (!isInteger(x) || !isInteger(y)) return null;
  return isCompiled || x instanceof Dynamic || y instanceof Dynamic ? new Dynamic(null) : null;
}
