// Parameter packs: what `xs...` stands for in a list, and folds.

import { type Failure, isFailure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { type Entity, Pack } from '../../model/entity.ts';
import { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { asOperand, truth } from '../../values/outcome.ts';

const MAXIMUM_ELEMENTS = 256;

/** The elements of a list in which packs are expanded; unknown where it is not known how many they are. */
export function expandedList(
  ev: Evaluation,
  exprs: readonly Expr[],
  env: Environment,
): readonly Entity[] | Unknown {
  const items: Entity[] = [];
  for (const e of exprs) {
    if (e.kind !== 'expansion') {
      items.push(orNeeded(ev.evaluate(e, env)));
      continue;
    }
    const envs = environmentsOf(ev, e.pattern, env);
    if (envs instanceof Unknown) return envs;
    for (const at of envs) items.push(orNeeded(ev.evaluate(e.pattern, at)));
  }
  return items;
}

const orNeeded = (t: Entity | Failure): Entity => (isFailure(t) ? asOperand(t) : t);

/** `sizeof...(Ts)`. */
export function packSize(ev: Evaluation, pack: Expr, env: Environment): Value {
  const envs = environmentsOf(ev, pack, env);
  return envs instanceof Unknown ? envs : ev.rules.integer(envs.length, false, 'size_t');
}

/** One environment for each element of the packs that the pattern names, in which the packs stand for that element. */
function environmentsOf(ev: Evaluation, pattern: Expr, env: Environment): readonly Environment[] | Unknown {
  const packs = new Map<Declaration, Pack>();
  const missing = collect(ev, pattern, env, packs);
  if (missing !== null) return missing;
  const lengths = new Set([...packs.values()].map((p) => p.items.length));
  const [length] = lengths;
  if (length === undefined) return new Unknown('unsupported', 'no parameter pack is expanded here');
  if (lengths.size > 1 || length > MAXIMUM_ELEMENTS)
    return new Unknown('unsupported', 'the parameter packs have different lengths');
  return Array.from({ length }, (_, i) =>
    rebound(env, new Map([...packs].map(([d, pack]) => [d, pack.items[i]!]))),
  );
}

/** The packs that a pattern names, without those that are expanded inside of it. */
function collect(ev: Evaluation, e: Expr, env: Environment, packs: Map<Declaration, Pack>): Unknown | null {
  if (e.kind === 'expansion' || e.kind === 'fold' || e.kind === 'pack-size') return null;
  if (e.kind === 'name') {
    const found = ev.find(e.name, e.span.start, env);
    const d = found?.declarations[0];
    if (found === null || d?.isPack !== true) return null;
    const value = ev.declaration(d, found.scope, found.env).value;
    // A pack inside of an environment that stands for one of its elements is expanded already.
    // A pack that is not known is not bound; one that stands for an element of it is.
    if (value instanceof Pack) packs.set(d, value);
    else if (value instanceof Unknown && !found.env.bindings.has(d)) return value;
    return null;
  }
  for (const part of partsOf(e)) {
    const missing = collect(ev, part, env, packs);
    if (missing !== null) return missing;
  }
  return null;
}

/** The environment, and those around it as far as they bind the declarations, with other bindings. */
function rebound(env: Environment, changes: ReadonlyMap<Declaration, Entity>): Environment {
  const own = [...changes].filter(([d]) => env.bindings.has(d));
  const isAll = own.length === changes.size || env.parent === null;
  const parent = isAll ? env.parent : { ...env.parent!, env: rebound(env.parent!.env, changes) };
  const bindings = own.length === 0 ? env.bindings : new Map([...env.bindings, ...own]);
  return new Environment(env.unit, env.root, parent, bindings);
}

/** `(xs + ...)`: from the left or from the right, with the value that C++ gives to an empty pack. */
export function foldPack(
  ev: Evaluation,
  expr: Expr & { readonly kind: 'fold' },
  env: Environment,
): Entity | Failure {
  const { operator, left, right } = expr;
  const isPackLeft = left !== null && (right === null || namesPack(ev, left, env));
  const pattern = isPackLeft ? left : right;
  if (pattern === null) return new Unknown('unsupported', 'a fold without a pack');
  const initial = isPackLeft ? right : left;
  const envs = environmentsOf(ev, pattern, env);
  if (envs instanceof Unknown) return envs;
  const operands = envs.map((at) => () => ev.evaluate(pattern, at));
  const first = initial === null ? [] : [() => ev.evaluate(initial, env)];
  const ordered = isPackLeft ? [...operands, ...first].reverse() : [...first, ...operands];
  const [start, ...others] = ordered;
  if (start === undefined) return emptyFold(operator);
  if (operator === '&&' || operator === '||') return decided(ordered, operator === '||');
  if (operator === ',') return ordered.at(-1)!();
  let result = asOperand(start());
  for (const next of others) {
    const value = asOperand(next());
    if (result instanceof Unknown) return result;
    if (value instanceof Unknown) return value;
    const made = isPackLeft
      ? ev.rules.binary(operator, value, result)
      : ev.rules.binary(operator, result, value);
    if (isFailure(made)) return made;
    result = made;
  }
  return result;
}

/** `&&` and `||` of all: what decides alone needs none of the others. */
function decided(operands: readonly (() => Entity | Failure)[], decides: boolean): boolean | Unknown {
  let unknown: Unknown | null = null;
  for (const operand of operands) {
    const value = truth(asOperand(operand()));
    if (value === decides) return decides;
    if (value instanceof Unknown) unknown ??= value;
  }
  return unknown ?? !decides;
}

function emptyFold(operator: string): boolean | Unknown {
  if (operator === '&&') return true;
  if (operator === '||') return false;
  return new Unknown('unsupported', 'a fold of nothing has no value');
}

const namesPack = (ev: Evaluation, e: Expr, env: Environment): boolean => {
  if (e.kind === 'name') return ev.find(e.name, e.span.start, env)?.declarations[0]?.isPack === true;
  return partsOf(e).some((part) => namesPack(ev, part, env));
};
