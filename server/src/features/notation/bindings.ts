// Which names of a `.layout` file mean the same binding. A name means its last binding above.

import type { Expr, Span } from '../../frontends/common/expression.ts';
import type { Module } from '../../frontends/common/scope.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';

interface Occurrence {
  readonly name: string;
  readonly span: Span;
  readonly isDeclaration: boolean;
  /** The offset from which it counts: a binding holds after its own right side, `x = coalesce(x)`. */
  readonly from: number;
}

const isSpan = (x: object): boolean => 'start' in x && 'end' in x && !('kind' in x);

/**
 * Calls `visit` for each name in an expression that means something outside of it: no parameter of a function, no
 * definition behind a chain, no variable of `layout_of(i*64 + j, i=8, j=64)`, and not the name of a member.
 */
function freeNames(expr: Expr, visit: (name: string, span: Span) => void): void {
  const enter = (e: Expr, bound: ReadonlySet<string>): void => {
    switch (e.kind) {
      case 'name':
        if (!bound.has(e.name)) visit(e.name, e.span);
        return;
      case 'member':
        enter(e.object, bound);
        return;
      case 'qualified':
        if (e.scope !== null) enter(e.scope, bound);
        return;
      case 'lambda':
        enter(e.body, new Set([...bound, ...e.parameters]));
        return;
      case 'call': {
        const inner = new Set([...bound, ...e.keywords.map(({ name }) => name)]);
        enter(e.callee, bound);
        for (const arg of e.args) enter(arg, inner);
        for (const { value } of e.keywords) enter(value, bound);
        return;
      }
      case 'where': {
        // A definition sees those before it, and the value all of them.
        const inner = new Set(bound);
        for (const { name, value } of e.definitions) {
          enter(value, new Set(inner));
          inner.add(name);
        }
        enter(e.body, inner);
        return;
      }
      default:
        for (const part of Object.values(e)) inside(part, bound);
    }
  };
  const inside = (x: unknown, bound: ReadonlySet<string>): void => {
    if (Array.isArray(x)) {
      for (const item of x) inside(item, bound);
    } else if (typeof x === 'object' && x !== null && !isSpan(x)) {
      if ('kind' in x && 'span' in x) enter(x as Expr, bound);
      else for (const part of Object.values(x)) inside(part, bound);
    }
  };
  enter(expr, new Set());
}

/** The names of a module, in offsets of the text and in the order in which they count. */
function occurrencesOf(module: Module): readonly Occurrence[] {
  const found: Occurrence[] = [];
  for (const { start, unit } of module.units) {
    const add = (name: string, span: Span, isDeclaration: boolean, from: number) =>
      found.push({
        name,
        span: { start: span.start + start, end: span.end + start },
        isDeclaration,
        from: from + start,
      });
    const addNames = (expr: Expr) => freeNames(expr, (name, span) => add(name, span, false, span.start));
    for (const { name, nameSpan, init } of unit.scope.declarations) {
      add(name, nameSpan, true, init === null ? nameSpan.end : init.span.end);
      if (init !== null) addNames(init);
    }
    for (const { expr, within } of unit.notations) if (within === 'document') addNames(expr);
  }
  return found.sort((a, b) => a.from - b.from);
}

/** All occurrences of the name at an offset that mean the same binding; the binding comes first. */
export function sameBinding(module: Module, offset: number): readonly Occurrence[] {
  const all = occurrencesOf(module);
  const here = all.find(({ span }) => span.start <= offset && offset <= span.end);
  if (here === undefined) return [];
  let bindings = 0;
  const numbered = all
    .filter(({ name }) => name === here.name)
    .map((occurrence) => ({ occurrence, binding: occurrence.isDeclaration ? ++bindings : bindings }));
  const own = numbered.find(({ occurrence }) => occurrence === here)!.binding;
  return own === 0
    ? []
    : numbered.filter(({ binding }) => binding === own).map(({ occurrence }) => occurrence);
}

/** The same of the name at a position; nothing in host languages, which have servers that know their names better. */
export const bindingAt = (
  { document, analysis }: ReadyDocument,
  position: { readonly line: number; readonly character: number },
): readonly Occurrence[] =>
  document.dialect === 'notation' ? sameBinding(analysis.module, document.offsetAt(position)) : [];
