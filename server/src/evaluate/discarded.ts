// Branches that are not compiled: those of an `if constexpr` in a template whose condition is decided.

import { isFailure } from '../algebra/failure.ts';
import type { Evaluator } from './evaluator.ts';
import { type Frame, scopePath } from './frame.ts';
import { needed, truth } from './outcome.ts';
import { Unknown } from './value.ts';

/**
 * Why what stands at a position of the frame is not compiled, where that is so. Outside of templates both branches are
 * ([stmt.if] 2).
 */
export function discardedAt(ev: Evaluator, position: number, frame: Frame): Unknown | null {
  const path = scopePath(frame.unit.placed.unit.scope, position);
  if (!path.some((s) => s.kind === 'template')) return null;
  for (const { guard } of path) {
    if (guard == null || !guard.isConstant || guard.condition.span.start < frame.root.span.start) continue;
    const { value } = ev.result(guard.condition, frame);
    const holds = isFailure(value) ? null : truth(needed(value));
    if (typeof holds !== 'boolean' || holds === (guard.branch === 'then')) continue;
    return new Unknown('discarded', `not compiled: the condition of this \`if constexpr\` is ${holds} here`);
  }
  return null;
}
