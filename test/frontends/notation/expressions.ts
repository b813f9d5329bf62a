// Expressions written short, for tests: `(4,8):(8,1)` is `layout[(4 8) (8 1)]`.

import type { Expr } from '../../../server/src/frontends/common/expression.ts';

export function short(expr: Expr): string {
  const all = (exprs: readonly Expr[]): string => exprs.map(short).join(' ');
  const keywords = (list: readonly { name: string; value: Expr }[]): string =>
    list.map(({ name, value }) => `${name}=${short(value)}`).join(' ');
  switch (expr.kind) {
    case 'integer':
      return `${expr.marked ? '_' : ''}${expr.value}`;
    case 'boolean':
      return String(expr.value);
    case 'string':
      return JSON.stringify(expr.value);
    case 'underscore':
      return '_';
    case 'name':
      return `${expr.marked === true ? '_' : ''}${expr.name}`;
    case 'qualified':
      return `${expr.scope === null ? '' : short(expr.scope)}::${expr.name.name}`;
    case 'member':
      return `${short(expr.object)}.${expr.name.name}`;
    case 'template':
      return `${short(expr.target)}<${all(expr.args)}>`;
    case 'call':
      return `${short(expr.callee)}[${[all(expr.args), keywords(expr.keywords)].filter((part) => part !== '').join(' ')}]`;
    case 'construct':
      return `${short(expr.type)}{${all(expr.args)}}`;
    case 'index':
      return `${short(expr.object)}[[${all(expr.args)}]]`;
    case 'unary':
      return `${expr.operator}(${short(expr.operand)})`;
    case 'binary':
      return `(${short(expr.left)} ${expr.operator} ${short(expr.right)})`;
    case 'decltype':
      return `decltype[${short(expr.operand)}]`;
    case 'lambda':
      return `λ ${expr.parameters.join(' ')}. ${short(expr.body)}`;
    case 'tuple': {
      const close = { '(': ')', '[': ']', '<': '>', '{': '}' }[expr.bracket];
      return `${expr.bracket}${all(expr.items)}${close}`;
    }
    case 'dict':
      return `{${expr.entries.map(({ key, value }) => `${short(key)}: ${short(value)}`).join(', ')}}`;
    case 'where':
      return `${short(expr.body)} where ${keywords(expr.definitions)}`;
    case 'layout':
      return `layout[${short(expr.shape)} ${short(expr.stride)}]`;
    case 'compose':
      return `compose[${all(expr.operands)}]`;
    case 'swizzle':
      return `Sw<${expr.bits},${expr.base},${expr.shift}>`;
    case 'basis':
      return `basis[${short(expr.numerator)}${expr.denominator === 1 ? '' : `/${expr.denominator}`} @${expr.printed.join('@')}]`;
    case 'binary-stride':
      return `f${expr.bits}`;
    case 'pointer':
      return `pointer[${expr.space} ${expr.bits}]`;
    case 'dynamic':
      return expr.divisor === 1 ? '?' : `?${expr.divisor}`;
    case 'opaque':
      return `opaque[${expr.reason}]`;
    default:
      return `<${expr.kind}>`;
  }
}
