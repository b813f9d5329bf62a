// const, volatile and references in types. Types are read without them, but are marked where they are written with
// some, so that whoever compares types knows where they may matter.

import type { Expr } from '../../common/expression.ts';
import type { Token } from '../text/tokens.ts';

/**
 * The type with a mark where it is written with const, volatile or a reference. Its tokens are those from `from` on,
 * before `to`.
 */
export function withMark(type: Expr, tokens: readonly Token[], from: number, to: number): Expr {
  const qualifiers = writtenQualifiers(tokens, from, to);
  return qualifiers === null ? type : { kind: 'qualified-type', span: type.span, type, qualifiers };
}

/** What stands in parentheses belongs to an expression: `decltype(f<T const>(x))`. */
function writtenQualifiers(tokens: readonly Token[], from: number, to: number): string | null {
  let parentheses = 0;
  let angles = 0;
  let isInside = false;
  let isConst = false;
  let isVolatile = false;
  for (let i = from; i < to; i++) {
    const { text } = tokens[i]!;
    if (text === '(' || text === '{' || text === '[') parentheses++;
    else if (text === ')' || text === '}' || text === ']') parentheses--;
    if (parentheses > 0) continue;
    if (text === '<') angles++;
    else if (text === '>') angles--;
    else if (text === 'const' || text === 'volatile') {
      if (angles > 0) isInside = true;
      else if (text === 'const') isConst = true;
      else isVolatile = true;
    } else if (text === '*' && (isConst || isVolatile)) isInside = true;
  }
  const last = to > from ? tokens[to - 1]!.text : '';
  const reference = last === '&' || last === '&&' ? last : '';
  if (isInside) return '?';
  if (isConst && isVolatile) return `const volatile${reference}`;
  if (isConst || isVolatile) return (isConst ? 'const' : 'volatile') + reference;
  return reference === '' ? null : reference;
}
