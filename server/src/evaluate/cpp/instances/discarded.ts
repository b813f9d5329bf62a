// Branches that are not compiled: those of an `if constexpr` in a template whose condition is decided.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { Guard } from '../../../frontends/common/scope.ts';
import { type Environment, scopePath } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Unknown } from '../../model/value.ts';
import { asOperand, truth } from '../../values/outcome.ts';

/** A branch of an `if constexpr`, and whether its condition chooses it; null where that is open. */
interface Choice {
  readonly branch: Guard['branch'];
  readonly isChosen: boolean | null;
}

/**
 * What is known of each `if constexpr` around a position of the environment. Outside of templates both branches are
 * compiled ([stmt.if] 2).
 */
function* choicesAt(ev: Evaluation, position: number, env: Environment): Generator<Choice> {
  const path = scopePath(env.unit.placed.unit.scope, position);
  if (!path.some((s) => s.kind === 'template')) return;
  for (const { guard } of path) {
    if (guard == null || !guard.isConstant || guard.condition.span.start < env.root.span.start) continue;
    yield choiceOf(ev, guard, env);
  }
}

function choiceOf(ev: Evaluation, { condition, branch }: Guard, env: Environment): Choice {
  const { value } = ev.result(condition, env);
  const holds = isFailure(value) ? null : truth(asOperand(value));
  return { branch, isChosen: typeof holds === 'boolean' ? holds === (branch === 'then') : null };
}

/** Whether what stands at a position is in a branch that its condition never chooses, compiled or not. */
export const neverRunsAt = (ev: Evaluation, position: number, env: Environment): boolean =>
  scopePath(env.unit.placed.unit.scope, position).some(
    ({ guard }) =>
      guard != null &&
      guard.condition.span.start >= env.root.span.start &&
      choiceOf(ev, guard, env).isChosen === false,
  );

/** Whether what stands at a position of the environment is known to be compiled. */
export function isCompiledAt(ev: Evaluation, position: number, env: Environment): boolean {
  for (const { isChosen } of choicesAt(ev, position, env)) if (isChosen !== true) return false;
  return true;
}

/**
 * Why what stands at a position of the environment is not compiled, where that is so. Outside of templates both
 * branches are ([stmt.if] 2).
 */
export function discardedAt(ev: Evaluation, position: number, env: Environment): Unknown | null {
  for (const { branch, isChosen } of choicesAt(ev, position, env)) {
    if (isChosen !== false) continue;
    const holds = branch === 'else';
    return new Unknown('discarded', `not compiled: the condition of this \`if constexpr\` is ${holds} here`);
  }
  return null;
}
