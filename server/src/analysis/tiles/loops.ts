// The loops of Triton's kernels, of which `static_range` is written out and `range` is compiled as one.

import { scopePath } from '../../evaluate/model/environment.ts';
import type { Expr, MutatedExpr } from '../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { pathText } from './reaching.ts';

const isCounted = ({ counts }: Scope, form: RegExp): boolean =>
  counts?.kind === 'call' && form.test(pathText(counts.callee) ?? '');

/** Whether the loop whose body begins there is one of the compiled kernel: `static_range` is written out. */
export const isCompiledLoop = (scope: Scope, body: number): boolean =>
  (scope.span.start === body && isCounted(scope, /(?:^|\.)range$/)) ||
  scope.children.some(
    (child) => child.span.start <= body && body <= child.span.end && isCompiledLoop(child, body),
  );

/** What a variable is before a loop of the compiled kernel of which it is given a value in each round, the last one this. */
export function loopOf(scope: Scope, name: string, given: Expr): MutatedExpr | null {
  const path = scopePath(scope, given.span.start);
  const block = path.findLast((inside) => isCounted(inside, /(?:^|\.)range$/));
  const carried = block?.declarations.find((d) => d.name === name && d.init?.kind === 'mutated')?.init;
  return carried?.kind === 'mutated' && carried.how === 'carried' && carried.value === given ? carried : null;
}

/** `k` of `for k in range(n)`. */
export const isCount = ({ nameSpan, init }: Declaration, scope: Scope): boolean =>
  nameSpan.start === scope.span.start &&
  (init?.kind === 'dynamic' || init?.kind === 'opaque') &&
  init.span.end === scope.span.start &&
  isCounted(scope, /(?:^|\.)(?:static_)?range$/);
