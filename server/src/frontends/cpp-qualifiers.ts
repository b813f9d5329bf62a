// const, volatile and references in types. Types are read without them, but are marked where they are written with
// some, so that whoever compares types knows where they may matter.

import type { Token } from './cpp-tokens.ts';
import type { Expr } from './expression.ts';

/** The type with a mark where it is written with const, volatile or a reference. `tokens`: those of the type. */
export function withMark(type: Expr, tokens: readonly Token[]): Expr {
  const qualifiers = writtenQualifiers(tokens);
  return qualifiers === null ? type : { kind: 'qualified-type', span: type.span, type, qualifiers };
}

/** What stands in parentheses belongs to an expression: `decltype(f<T const>(x))`. */
function writtenQualifiers(tokens: readonly Token[]): string | null {
  let parentheses = 0;
  let angles = 0;
  let isInside = false;
  const found = new Set<string>();
  for (const { text } of tokens) {
    if (/^[({[]$/.test(text)) parentheses++;
    else if (/^[)}\]]$/.test(text)) parentheses--;
    if (parentheses > 0) continue;
    if (text === '<') angles++;
    else if (text === '>') angles--;
    else if (text === 'const' || text === 'volatile') {
      if (angles > 0) isInside = true;
      else found.add(text);
    } else if (text === '*' && found.size > 0) isInside = true;
  }
  const last = tokens.at(-1)?.text ?? '';
  const reference = /^&&?$/.test(last) ? last : '';
  if (isInside) return '?';
  if (found.size === 0 && reference === '') return null;
  return [...found].sort().join(' ') + reference;
}
