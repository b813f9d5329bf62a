// Statements of C++ that say where the program goes on: returns, jumps, and the labels of a `switch`.

import type { Cursor, OpenScope } from '../expressions/cursor.ts';
import { readExpression } from '../expressions/expressions.ts';
import { readBraced } from '../expressions/lists.ts';
import { lastOf } from '../expressions/parse-context.ts';

/** Where a statement goes on elsewhere in a way that is not followed. */
export const noteJump = (c: Cursor, scope: OpenScope): void => {
  scope.jumps.push({ kind: 'other', at: c.token.start });
};

export function readReturn(c: Cursor, scope: OpenScope): void {
  const at = c.next().start;
  if (c.is(';') || c.is('}')) scope.jumps.push({ kind: 'return', at });
  else {
    const { start } = c.token;
    const items = [c.is('{') ? readBraced(c) : readExpression(c)];
    while (c.take(',')) items.push(readExpression(c));
    const value = lastOf(items, c.spanFrom(start));
    scope.expressions.push(value);
    scope.returns.push(value);
  }
  if (!c.take(';') && !c.is('}')) {
    c.skipTo([';']);
    c.take(';');
  }
}

/** `break`, `continue`, `goto x`. */
export function readJump(c: Cursor, scope: OpenScope): void {
  const { text, start } = c.token;
  scope.jumps.push({ kind: text === 'break' || text === 'continue' ? text : 'other', at: start });
  c.skipTo([';']);
  c.take(';');
}

/** `case X:`, of the `switch` whose block it stands in. */
export function readCase(c: Cursor, scope: OpenScope): void {
  const at = c.next().start;
  const value = readExpression(c);
  // `case 1 ... 3:`
  if (!c.is(':')) noteJump(c, scope);
  c.take(':');
  scope.labels.push({ at, value });
}

/** `default:` */
export function readDefault(c: Cursor, scope: OpenScope): boolean {
  if (c.peek().text !== ':') return false;
  scope.labels.push({ at: c.token.start, value: null });
  c.at += 2;
  return true;
}
