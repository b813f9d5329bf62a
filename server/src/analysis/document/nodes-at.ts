// The places that a token of a unit belongs to, in the unit's own offsets. The name of what is called or made stands
// for the result, whichever of its tokens is meant; arguments and the object of a method stand for themselves.

import type { Expr, Span } from '../../frontends/common/expression.ts';
import { partsOf } from '../../frontends/common/expression-parts.ts';
import type { Declaration, Scope, Unit } from '../../frontends/common/scope.ts';
import { type EvaluableNode, embeddedNode, isDeclarationNode, rootsOf } from '../values/sites.ts';

/** Whether a span is meant at the offset that is asked about. */
type Holds = (span: Span) => boolean;

/** What an offset means between two tokens: the one that begins there, or also the one that ends there. */
type Side = 'begins' | 'touches';

/** At an operator or a word, that is meant; behind a word, also before a bracket or comma, the word. */
export const sideAt = (text: string, offset: number): Side =>
  offset >= text.length || /[\s)\]},;]/.test(text[offset]!) ? 'touches' : 'begins';

/** The nodes around an offset, innermost first; none where nothing with a value stands. */
export function nodesAt(unit: Unit, offset: number, side: Side): readonly EvaluableNode[] {
  if (side === 'begins') {
    const found = nodesThat(unit, ({ start, end }) => start <= offset && offset < end);
    if (found.length > 0) return found;
  }
  return nodesThat(unit, ({ start, end }) => start <= offset && offset <= end);
}

function nodesThat(unit: Unit, holds: Holds): readonly EvaluableNode[] {
  for (const notation of unit.notations) {
    if (!holds(notation.span)) continue;
    const inside = pathTo(notation.expr, holds, 1).filter(
      (node) => node.kind !== 'expression' || node.expr !== notation.expr,
    );
    return [...inside.map((node) => ({ ...node, notation })), embeddedNode(notation)];
  }
  let scope: Scope | undefined = unit.scope;
  while (scope !== undefined) {
    for (const declaration of scope.declarations) {
      if (!holds(declaration.nameSpan) || !isHovered(declaration)) continue;
      const { start, end } = declaration.nameSpan;
      return [{ kind: 'declaration', declaration, scope, start, end, depth: 0 }];
    }
    // What nobody wrote, as the type of self, has no extent.
    for (const root of [...rootsOf(scope), ...typesOf(scope)]) {
      if (!holds(root.span) || root.span.start === root.span.end) continue;
      const found = pathTo(root, holds, 0);
      if (found.length > 0 && !isInsideScope(scope, found[0]!)) return found;
    }
    scope = scope.children.find((s) => holds(s.span));
  }
  return [];
}

/** What the decorators of a class make of it may say something of it. */
const isHovered = (declaration: Declaration): boolean =>
  isDeclarationNode(declaration) || (declaration.kind === 'class' && declaration.decorators !== undefined);

/** A lambda's body belongs to the lambda's scope. */
const isInsideScope = (scope: Scope, node: EvaluableNode): boolean =>
  node.kind === 'expression' && node.expr.kind === 'lambda' && scope.children.length > 0;

const typesOf = (scope: Scope): readonly Expr[] =>
  scope.declarations.flatMap((d) => (d.type === null ? [] : [d.type]));

/** Marks such as `_8`, `_` and literals are told by what they stand in. */
const isTrivial = (e: Expr): boolean =>
  e.kind === 'integer' ||
  e.kind === 'boolean' ||
  e.kind === 'string' ||
  e.kind === 'underscore' ||
  e.kind === 'opaque' ||
  (e.kind === 'name' && /^(?:_\w*|X)$/.test(e.name));

/** The expressions around an offset from the innermost to `e` itself. */
function pathTo(e: Expr, holds: Holds, depth: number): readonly EvaluableNode[] {
  const inside = partsOf(e)
    .flatMap((part) => (isNameOf(e, part) ? ownParts(part) : [part]))
    .find((part) => holds(part.span));
  const path = inside === undefined ? [] : pathTo(inside, holds, depth + 1);
  if (isTrivial(e)) return path;
  return [...path, { kind: 'expression', expr: e, start: e.span.start, end: e.span.end, depth }];
}

/** Whether a part is by what the expression is called: `cute::size<0>` of `cute::size<0>(x)`, `T` of `T::Layout`. */
const isNameOf = (e: Expr, part: Expr): boolean =>
  (e.kind === 'call' && part === e.callee) ||
  (e.kind === 'construct' && part === e.type) ||
  (e.kind === 'template' && part === e.target) ||
  (e.kind === 'qualified' && part === e.scope);

/** What stands for itself in a name: template arguments, and the object of a member. */
function ownParts(name: Expr): readonly Expr[] {
  switch (name.kind) {
    case 'name':
      return [];
    case 'qualified':
      return name.scope === null ? [] : ownParts(name.scope);
    case 'template':
      return [...ownParts(name.target), ...name.args];
    case 'member':
      return [name.object];
    default:
      return [name];
  }
}

/** The object of which an expression takes or calls a member. */
export function receiverOf(e: Expr): Expr | null {
  if (e.kind === 'member') return e.object;
  if (e.kind === 'template') return receiverOf(e.target);
  return e.kind === 'call' ? receiverOf(e.callee) : null;
}
