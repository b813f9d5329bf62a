// Where a unit calls functions and names templates.

import type { Expr } from '../frontends/expression.ts';
import { partsOf } from '../frontends/expression-parts.ts';
import type { Scope, Unit } from '../frontends/scope.ts';

/** Calls and template names by the name that they are of. */
type Mentions = ReadonlyMap<string, readonly Expr[]>;
const mentionsOf = new WeakMap<Unit, Mentions>();

/** Names that are called or given template arguments in the unit. */
export function mentions(unit: Unit): Mentions {
  const known = mentionsOf.get(unit);
  if (known !== undefined) return known;
  const found = new Map<string, Expr[]>();
  const add = (name: string, e: Expr): void => {
    const list = found.get(name);
    if (list === undefined) found.set(name, [e]);
    else list.push(e);
  };
  const visit = (e: Expr): void => {
    if (e.kind === 'call') {
      const name = calledName(e.callee);
      if (name !== null) {
        add(name, e);
        if (e.callee.kind === 'template') for (const a of e.callee.args) visit(a);
        for (const a of e.args) visit(a);
        return;
      }
    } else if (e.kind === 'template') {
      const name = calledName(e.target);
      if (name !== null) add(name, e);
    }
    for (const part of partsOf(e)) visit(part);
  };
  const scope = (s: Scope): void => {
    for (const d of s.declarations) {
      if (d.init !== null) visit(d.init);
      if (d.type !== null) visit(d.type);
    }
    for (const b of s.bases) visit(b);
    for (const e of s.expressions) visit(e);
    for (const child of s.children) scope(child);
  };
  scope(unit.scope);
  mentionsOf.set(unit, found);
  return found;
}

function calledName(e: Expr): string | null {
  if (e.kind === 'name') return e.name;
  if (e.kind === 'qualified') return e.name.name;
  return e.kind === 'template' ? calledName(e.target) : null;
}
