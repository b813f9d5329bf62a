// What expressions may change: variables that are assigned to, handed on, or referred to.

import type { Cursor, OpenScope } from './cpp-cursor.ts';
import type { Expr } from './expression.ts';

/** `x = …`, `++x`, `&x`: the value that x was declared with says nothing about its value elsewhere. */
export function noteAssigned(c: Cursor, target: Expr): void {
  let inner: Expr = target;
  for (;;) {
    if (inner.kind === 'name') {
      c.scope.assigned.add(inner.name);
      return;
    }
    if (inner.kind === 'member' || inner.kind === 'index') inner = inner.object;
    else if (inner.kind === 'call') {
      // `tensor.data() = pointer` moves the data; the layout stays.
      if (inner.callee.kind === 'member' && inner.callee.name.name === 'data') return;
      // `tensor(i) = x` changes an element; a function f of `f(i) = x` is told what i it is handed.
      if (inner.callee.kind === 'name') return;
      // `get<0>(shape) = …`: what is assigned to is a part of an argument.
      for (const argument of inner.args) noteAssigned(c, argument);
      inner = inner.callee;
    } else if (inner.kind === 'unary') inner = inner.operand;
    else if (inner.kind === 'tuple') {
      for (const item of inner.items) noteAssigned(c, item);
      return;
    } else return;
  }
}

/** A bare variable as an argument may be changed by the function it is handed to. */
export function noteHandedOn(c: Cursor, callee: Expr, args: readonly Expr[]): void {
  for (const arg of args) {
    if (arg.kind !== 'name') continue;
    let target = callee;
    while (target.kind === 'template') target = target.target;
    const to = target.kind === 'name' ? target.name : target.kind === 'qualified' ? target.name.name : '?';
    const known = c.scope.handedTo.get(arg.name);
    if (known === undefined) c.scope.handedTo.set(arg.name, new Set([to]));
    else known.add(to);
  }
}

/** `T& r = x`: whoever changes r changes x, which is noted as handed to `&r`. */
export function noteReferred(c: Cursor, name: string, to: Expr): void {
  if (to.kind === 'name') {
    const known = c.scope.handedTo.get(to.name);
    if (known === undefined) c.scope.handedTo.set(to.name, new Set([`&${name}`]));
    else known.add(`&${name}`);
  } else if (to.kind === 'member' || to.kind === 'index') noteReferred(c, name, to.object);
  else if (to.kind === 'call') for (const argument of to.args) noteReferred(c, name, argument);
}

/** `asm volatile("…" : "=r"(x) : "r"(y));`: what it may write to is not told from what it reads. */
export function noteAssembly(c: Cursor, scope: OpenScope): void {
  const from = c.at;
  c.skipTo([';']);
  for (let i = from + 1; i < c.at; i++) {
    const token = c.tokens[i]!;
    if (token.kind === 'name') scope.assigned.add(token.text);
  }
  c.take(';');
}
