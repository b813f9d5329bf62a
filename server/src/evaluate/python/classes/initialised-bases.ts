// What the `__init__` of bases are given: the calls of them that stand in the `__init__` of a class.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { CallExpr, Expr } from '../../../frontends/common/expression.ts';
import { UNPACKED } from '../../../frontends/common/expression-parts.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { linearised } from '../../core/bases.ts';
import { ClassObject, ClassType, type Entity } from '../../model/entity.ts';
import { declarationsOf, Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown, type Value } from '../../model/value.ts';
import { noteInMaking, noteMade } from './made-objects.ts';

/** A function of the class of an object: its class's environment, and where in the order of the bases it stands. */
interface Init {
  readonly declaration: Declaration;
  readonly env: Environment;
  readonly at: number;
}

/** Binds the parameters to what a call hands over. */
export function bindArguments(
  parameters: readonly Declaration[],
  args: readonly Entity[],
  keywords: ReadonlyMap<string, Value>,
  bindings: Map<Declaration, Entity>,
): void {
  for (const [i, p] of parameters.entries()) {
    const arg = args[i] ?? keywords.get(p.name) ?? keywords.get(UNPACKED);
    if (arg !== undefined) bindings.set(p, arg);
  }
}

/**
 * Binds what `super().__init__(…)` and `Base.__init__(self, …)` give to the parameters of bases. Those that are called on
 * a condition stay open. `isMade`: the bindings are those of a call, and what is missing in them has its default.
 */
export function bindBases(
  ev: Evaluation,
  type: ClassType,
  bindings: Map<Declaration, Entity>,
  isMade: boolean,
): void {
  const order = linearised(ev, type.env, type.scope);
  const initAt = (from: number): Init | null => {
    for (const [i, { scope, env, isBehindUnknown }] of order.entries()) {
      const declaration = i < from ? undefined : declarationsOf(scope, '__init__').at(-1);
      if (declaration !== undefined) return isBehindUnknown ? null : { declaration, env, at: i };
    }
    return null;
  };
  let init = initAt(0);
  const seen = new Set<Declaration>();
  while (init !== null && init.declaration.bodyScope !== null && !seen.has(init.declaration)) {
    seen.add(init.declaration);
    const calls = init.declaration.bodyScope.expressions.filter(isInit);
    const [call, ...more] = calls;
    if (call === undefined || more.length > 0) return;
    const [self] = init.declaration.bodyScope.declarations;
    const env = insideOf(type, init, bindings);
    if (isMade) noteMade(env);
    const isSuper = call.callee.object.kind === 'call';
    const of = isSuper ? null : ev.evaluate(call.callee.object, env);
    const [given] = call.args;
    if (!isSuper && (given?.kind !== 'name' || given.name !== self?.name)) return;
    const next: Init | null = isSuper
      ? initAt(init.at + 1)
      : of instanceof ClassType
        ? initAt(order.findIndex(({ scope }) => scope === of.scope))
        : null;
    if (next === null || next.at <= init.at) return;
    bindCall(ev, isSuper ? call.args : call.args.slice(1), call, env, next, bindings);
    init = next;
  }
}

type InitCall = CallExpr & { readonly callee: Expr & { readonly kind: 'member' } };

/** `x.__init__(…)` */
const isInit = (e: Expr): e is InitCall =>
  e.kind === 'call' && e.callee.kind === 'member' && e.callee.name.name === '__init__';

/** The inside of a function that is called for an object that is being made. */
function insideOf(
  type: ClassType,
  { declaration, env }: Init,
  bindings: ReadonlyMap<Declaration, Entity>,
): Environment {
  const known = new Map([...env.bindings, ...bindings]);
  const inside = new Environment(env.unit, env.root, env.parent, known);
  noteInMaking(inside);
  const self = declaration.bodyScope?.declarations.find((d) => d.kind === 'parameter');
  if (self !== undefined) known.set(self, new ClassObject(type, inside));
  return inside;
}

/** What the call leaves out has its default. */
function bindCall(
  ev: Evaluation,
  written: readonly Expr[],
  { keywords }: CallExpr,
  env: Environment,
  { declaration, env: baseEnv }: Init,
  bindings: Map<Declaration, Entity>,
): void {
  const args = ev.language.lists.items(ev, written, env);
  const [, ...parameters] = (declaration.bodyScope?.declarations ?? []).filter((d) => d.kind === 'parameter');
  if (args instanceof Unknown || args.length > parameters.length || parameters.some((p) => p.isPack === true))
    return;
  bindArguments(parameters, args, new Map(keywords.map((k) => [k.name, ev.value(k.value, env)])), bindings);
  for (const p of parameters) {
    const value = bindings.has(p) || p.init === null ? undefined : ev.evaluate(p.init, baseEnv);
    if (value !== undefined && !isFailure(value)) bindings.set(p, value);
  }
}
