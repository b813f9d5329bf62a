// `return {a, b};`: an object of the type that the function returns.

import type { Expr } from '../../common/expression.ts';
import type { Scope } from '../../common/scope.ts';
import type { OpenScope } from './cursor.ts';

/** Makes braces that the function returns, in its blocks too, objects of its type. */
export function constructReturns(scope: OpenScope, type: Expr): void {
  const made = new Map<Expr, Expr>();
  for (const e of scope.returns) {
    if (e.kind === 'tuple' && e.bracket === '{')
      made.set(e, { kind: 'construct', span: e.span, type, args: e.items });
  }
  if (made.size > 0) {
    scope.returns = scope.returns.map((e) => made.get(e) ?? e);
    scope.expressions = scope.expressions.map((e) => made.get(e) ?? e);
  }
  for (const child of scope.children) if (isBlock(child)) constructReturns(child, type);
}

/** A lambda's returns are its own. */
const isBlock = (scope: Scope): scope is OpenScope => scope.kind === 'block';
