// The places in a unit that have a value, in the unit's own offsets.

import {
  type DependencyRegion,
  dependencyRegionsOf,
  type FunctionBody,
  isInside,
  regionAmong,
} from '../../frontends/common/body-edits.ts';
import type { Expr, Span } from '../../frontends/common/expression.ts';
import { partsOf } from '../../frontends/common/expression-parts.ts';
import { addTo } from '../../frontends/common/lists.ts';
import type { Declaration, Notation, Scope, Unit } from '../../frontends/common/scope.ts';

/** A declaration, with the scope that it is in. */
interface DeclarationNode {
  readonly kind: 'declaration';
  readonly declaration: Declaration;
  readonly scope: Scope;
}
interface ExpressionNode {
  readonly kind: 'expression';
  readonly expr: Expr;
  /** The layout text that it is a part of; absent in the host's own code. */
  readonly notation?: Notation;
}
interface EmbeddedNode {
  readonly kind: 'notation';
  readonly notation: Notation;
}
export type EvaluableNode = (DeclarationNode | ExpressionNode | EmbeddedNode) & {
  readonly start: number;
  readonly end: number;
  readonly depth: number;
};

/** A node that the rules of the file's own language give a value. */
export type CodeNode = Exclude<EvaluableNode, { kind: 'notation' }>;

const DECLARED = new Set(['value', 'type', 'parameter', 'type-parameter', 'value-parameter', 'macro']);

export const isOperation = (e: Expr): boolean =>
  e.kind === 'call' ||
  e.kind === 'construct' ||
  e.kind === 'compose' ||
  e.kind === 'index' ||
  e.kind === 'layout';

function operations(e: Expr, depth: number, nodes: EvaluableNode[]): void {
  const isPlace = isOperation(e);
  if (isPlace) nodes.push({ kind: 'expression', expr: e, start: e.span.start, end: e.span.end, depth });
  for (const part of partsOf(e)) operations(part, isPlace ? depth + 1 : depth, nodes);
}

/** Every expression that stands in a scope itself, not in the scopes inside. */
export function rootsOf(scope: Scope): readonly Expr[] {
  const roots = new Set<Expr>();
  // The parts of `auto [a, b] = x` share one initialiser.
  for (const d of scope.declarations) if (d.init !== null) roots.add(d.init);
  for (const e of scope.expressions) roots.add(e);
  return [...roots];
}

/** The layout text that a place is, or is a part of, with the expression at the place itself. */
export function textAt(node: EvaluableNode): { readonly notation: Notation; readonly expr: Expr } | null {
  if (node.kind === 'declaration' || node.notation === undefined) return null;
  const { notation } = node;
  return { notation, expr: node.kind === 'notation' ? notation.expr : node.expr };
}

/** Whether the rules of the notation give a place its value. */
export const isText = (
  node: EvaluableNode,
): node is Exclude<EvaluableNode, CodeNode> | (ExpressionNode & EvaluableNode) => textAt(node) !== null;

/** Layout text in a comment or string, not in a file of the notation. */
export const isEmbedded = ({ within }: Notation): boolean => within !== 'document';

export const isDeclarationNode = (d: Declaration): boolean =>
  DECLARED.has(d.kind) && d.nameSpan.end > d.nameSpan.start;

/** The places of a part of a unit, by start, outer before inner. */
export interface Part {
  /** The function, or null: what stands outside of functions, between two of them. */
  readonly of: FunctionBody | null;
  readonly nodes: readonly EvaluableNode[];
}

/** Places by the scope of a function, or the region between two: these last for as long as their places do. */
const cache = new WeakMap<object, readonly EvaluableNode[]>();

/** The declarations, operations and notations of a unit, in order: those of each function, and those between. */
export function partsOfUnit(unit: Unit): readonly Part[] {
  const parts: Part[] = [];
  let outside: Map<DependencyRegion | FunctionBody, EvaluableNode[]> | null = null;
  for (const region of dependencyRegionsOf(unit)) {
    const { of } = region;
    // A function's parameters and body are one part.
    if (of !== null && !region.isBody) continue;
    let nodes = cache.get(of?.scope ?? region);
    if (nodes === undefined) {
      outside ??= nodesOutside(unit);
      const own = outside.get(of ?? region) ?? [];
      nodes = of === null ? own : nodesIn(of.scope, unit, of.span, own);
      cache.set(of?.scope ?? region, nodes);
    }
    parts.push({ of, nodes });
  }
  return parts;
}

/** `given`: what a method gives to attributes, which its class declares. */
function nodesIn(
  scope: Scope,
  { notations }: Unit,
  span: Span,
  given: readonly EvaluableNode[],
): readonly EvaluableNode[] {
  const nodes: EvaluableNode[] = [...given];
  nodesOfScope(scope, nodes, null);
  for (const notation of notations) if (isInside(notation.span, span)) nodes.push(embeddedNode(notation));
  return nodes.sort(inOrder);
}

/** What stands between functions, and in one but in the scope of its class. */
function nodesOutside(unit: Unit): Map<DependencyRegion | FunctionBody, EvaluableNode[]> {
  const regions = dependencyRegionsOf(unit);
  const functions = new Set(regions.flatMap(({ of }) => (of === null ? [] : [of.scope])));
  const all: EvaluableNode[] = [];
  nodesOfScope(unit.scope, all, functions);
  for (const notation of unit.notations) all.push(embeddedNode(notation));
  const found = new Map<DependencyRegion | FunctionBody, EvaluableNode[]>();
  for (const node of all.sort(inOrder)) {
    const region = regionAmong(regions, node.start);
    if (region.of !== null && (!region.isBody || node.kind === 'notation')) continue;
    const key = region.of ?? region;
    addTo(found, key, node);
  }
  return found;
}

/** `without`: functions that are left out. */
function nodesOfScope(scope: Scope, nodes: EvaluableNode[], without: ReadonlySet<Scope> | null): void {
  for (const declaration of scope.declarations) {
    if (!isDeclarationNode(declaration)) continue;
    const { start, end } = declaration.nameSpan;
    nodes.push({ kind: 'declaration', declaration, scope, start, end, depth: 0 });
  }
  for (const root of rootsOf(scope)) operations(root, 0, nodes);
  for (const child of scope.children) if (without?.has(child) !== true) nodesOfScope(child, nodes, without);
}

export const embeddedNode = (notation: Notation): EvaluableNode => ({
  kind: 'notation',
  notation,
  start: notation.span.start,
  end: notation.span.end,
  depth: 0,
});

const inOrder = (a: EvaluableNode, b: EvaluableNode): number => a.start - b.start || b.end - a.end;
