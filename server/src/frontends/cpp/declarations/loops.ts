// The heads of C++ loops.

import type { Expr } from '../../common/expression.ts';
import type { Cursor, OpenScope } from '../expressions/cursor.ts';
import { readExpression } from '../expressions/expressions.ts';

/** The condition and the step of a `for`. What only the step changes is the same throughout a round. */
export function readLoopExpressions(c: Cursor, head: OpenScope): void {
  const { assigned } = head;
  const stepped = new Set<string>();
  let condition: Expr | null = null;
  const steps: Expr[] = [];
  while (!c.isEnd && !c.is(')')) {
    const before = c.at;
    const isCondition = head.assigned !== stepped;
    // `for (;;)`
    if (!isCondition || !c.is(';')) {
      const read = readExpression(c);
      head.expressions.push(read);
      if (isCondition) condition = read;
      else steps.push(read);
    }
    if (c.take(';')) head.assigned = stepped;
    else if (!c.take(',') && !c.is(')')) c.skipTo([';', ',']);
    if (c.at === before) c.next();
  }
  if (head.assigned === stepped) head.loop = { condition, steps, isDo: false };
  head.assigned = assigned;
  const own = new Set(head.declarations.map((d) => d.name));
  const references = new Set(head.declarations.filter((d) => d.isReference === true).map((d) => d.name));
  for (const name of stepped) if (!own.has(name) || references.has(name)) assigned.add(name);
  const counted = [...stepped].filter((name) => own.has(name));
  if (counted.length > 0) head.inductionVariables = new Set(counted);
}
