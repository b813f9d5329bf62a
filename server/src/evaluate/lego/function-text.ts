// How a function of the file is named where it stands as an argument.

import type { Expr } from '../../frontends/common/expression.ts';
import { Closure, OverloadSet } from '../model/entity.ts';

/** `p` of `p(i,j) = …` and of `def p(i, j)`; a lambda as it is written. */
export function functionText(f: OverloadSet | Closure): string {
  if (f instanceof OverloadSet) return f.name;
  const { expr, env } = f;
  for (const [declaration, value] of env.bindings)
    if (value instanceof Closure && value.expr === expr) return declaration.name;
  for (const { init, name } of env.unit.placed.unit.scope.declarations) if (init === expr) return name;
  return `lambda ${expr.parameters.join(', ')}: ${arithmetic(expr.body)}`;
}

function arithmetic(e: Expr): string {
  switch (e.kind) {
    case 'integer':
      return String(e.value);
    case 'name':
      return e.name;
    case 'binary':
      return `${operand(e.left)}${e.operator}${operand(e.right)}`;
    case 'tuple':
      return `(${e.items.map(arithmetic).join(', ')})`;
    case 'index':
      return `${operand(e.object)}[${e.args.map(arithmetic).join(', ')}]`;
    case 'call':
      return `${operand(e.callee)}(${e.args.map(arithmetic).join(', ')})`;
    default:
      return '…';
  }
}

const operand = (e: Expr): string => (e.kind === 'binary' ? `(${arithmetic(e)})` : arithmetic(e));
