// Whether the file itself calls a function, or makes objects of a class, with all the defaults: `Gemm()`, `run()`.

import type { Expr } from '../../../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../../../frontends/common/scope.ts';
import type { UsedAssumption } from '../../../model/entity.ts';
import type { Environment } from '../../../model/environment.ts';
import type { Evaluation } from '../../../model/evaluation.ts';
import { pythonCalls } from '../../plain/calls.ts';
import { isDecorated } from '../../plain/functions.ts';
import { ownerOf } from './owner.ts';

/** So many calls are looked at. */
const MAXIMUM_CALLS = 16;

/** What is called where the function that the scope is of is called: its class where it is the one that makes objects. */
function calledFor(parameter: Declaration, opens: Scope, env: Environment): Declaration | null {
  const owner = ownerOf(env, parameter, opens);
  if (owner === null) return null;
  if (owner.type === null)
    return env.root.declarations.includes(owner.declaration) ? owner.declaration : null;
  if (owner.declaration.name !== '__init__') return null;
  return env.root.declarations.find((d) => d.kind === 'class' && d.bodyScope === owner.scope) ?? null;
}

/** Whether the arguments of a call leave out all parameters that have a default, and no others. */
function leavesDefaults(
  call: Expr & { readonly kind: 'call' },
  { declarations }: Scope,
  skipped: number,
): boolean {
  const parameters = declarations.filter((d) => d.kind === 'parameter').slice(skipped);
  if (parameters.some((p) => p.isPack === true)) return false;
  const required = parameters.filter((p) => p.init === null);
  const named = call.keywords.map(({ name }) => name);
  if (call.args.some((a) => a.kind === 'unary' && a.operator === '*')) return false;
  return (
    call.args.length + named.length === required.length &&
    required.every((p, i) => i < call.args.length || named.includes(p.name))
  );
}

/**
 * What a default says then is no guess: with others left out in the same call it is what the code runs with. Calls that
 * give one of several tell nothing of all of them together. Where the file calls nothing of the name, it says nothing of
 * other arguments.
 */
export function useOfDefault(
  ev: Evaluation,
  parameter: Declaration,
  opens: Scope,
  env: Environment,
): Pick<UsedAssumption, 'isDefaultTaken' | 'isUncalled'> {
  const called = calledFor(parameter, opens, env);
  if (called === null) return {};
  const { name } = called;
  env.unit.useDependencies.add(name);
  let looked = 0;
  for (const { placed, env: there } of ev.db.memos)
    for (const { call, callee, skipped } of pythonCalls(placed.unit).get(name) ?? []) {
      if (++looked > MAXIMUM_CALLS) return {};
      if (skipped > 0 || callee.kind !== 'name') continue;
      if (!leavesDefaults(call, opens, called.kind === 'class' ? 1 : 0)) continue;
      if (ev.find(name, callee.span.start, there)?.declarations.includes(called) === true)
        return { isDefaultTaken: true };
    }
  // A tuner gives arguments of its own.
  return looked > 0 || isDecorated(called, 'autotune') || isDecorated(called, 'heuristics')
    ? {}
    : { isUncalled: true };
}
