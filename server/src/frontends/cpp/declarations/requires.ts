// `requires` clauses: the conditions without which a template is not there.

import type { Cursor, OpenScope } from '../expressions/cursor.ts';
import { readExpression } from '../expressions/expressions.ts';
import { readList } from '../expressions/lists.ts';
import { BEFORE_NAME, opaque } from '../expressions/parse-context.ts';

/** `requires C<T> && (N > 4)` before a declaration or behind the parameters of a function. */
export function readRequires(c: Cursor, template: OpenScope): void {
  c.next();
  do {
    const start = c.token.start;
    // `(c) auto f()` would be read as a cast.
    if (c.is('(')) template.requirements.push(...readList(c, ')'));
    else if (c.take('requires')) {
      while (c.is('(') || c.is('{')) c.skipBalanced();
      template.requirements.push(opaque(c.spanFrom(start), 'a requires expression is not worked out'));
    } else template.requirements.push(readExpression(c, BEFORE_NAME));
  } while (c.take('&&'));
  if (c.is('||')) {
    const start = c.token.start;
    c.skipTo(['{', ';']);
    template.requirements.push(opaque(c.spanFrom(start), 'a requires clause with || is not worked out'));
  }
}
