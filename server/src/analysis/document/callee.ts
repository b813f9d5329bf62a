// What a call is a call of: the layout of `L(i, j)` and `L[i, j]`, the object of `G.apply(i, j)`.

import type { Expr } from '../../frontends/common/expression.ts';
import type { Callee } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { type EvaluableNode, textAt } from '../values/sites.ts';

function expressionOf(node: EvaluableNode): Expr | null {
  if (node.kind === 'declaration') return node.declaration.init;
  return node.kind === 'expression' ? node.expr : node.notation.expr;
}

/** Null where the site's expression is no call, or has arguments with names. */
export function calleeOf({ memo, node, dialect }: PlacedSite): Callee | null {
  const text = textAt(node);
  const expr = expressionOf(node);
  const siteOf = (e: Expr): PlacedSite =>
    new PlacedSite(
      memo,
      {
        kind: 'expression',
        expr: e,
        start: e.span.start,
        end: e.span.end,
        depth: node.depth + 1,
        ...(text === null ? {} : { notation: text.notation }),
      },
      dialect,
    );
  if (expr?.kind === 'index')
    return { site: siteOf(expr.object), method: '[]', member: null, args: expr.args.map(siteOf) };
  if (expr?.kind !== 'call' || expr.keywords.length > 0) return null;
  const { callee } = expr;
  const args = expr.args.map(siteOf);
  return callee.kind === 'member'
    ? { site: siteOf(callee.object), method: callee.name.name, member: siteOf(callee), args }
    : { site: siteOf(callee), method: null, member: null, args };
}
