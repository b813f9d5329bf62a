// Every expression inside an expression, whatever its kind. Expressions are plain data, so what is inside one is found
// by looking at its fields.

import type { Expr, Span } from '../../frontends/common/expression.ts';

const isSpan = (x: object): x is Span => 'start' in x && 'end' in x && !('kind' in x);

/** Calls `visit` for an expression and all inside it, outer before inner. */
export function walkExpression(expr: Expr, visit: (expr: Expr, parent: Expr | null) => void): void {
  const inside = (x: unknown, parent: Expr): void => {
    if (Array.isArray(x)) {
      for (const item of x) inside(item, parent);
    } else if (typeof x === 'object' && x !== null && !isSpan(x)) {
      if ('kind' in x && 'span' in x) enter(x as Expr, parent);
      else for (const field of Object.values(x)) inside(field, parent);
    }
  };
  const enter = (e: Expr, parent: Expr | null): void => {
    visit(e, parent);
    for (const field of Object.values(e)) inside(field, e);
  };
  enter(expr, null);
}
