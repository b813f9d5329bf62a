// What an assignment, a loop or a with statement binds: names, and parts of a value.

import type { Expr, Span } from '../common/expression.ts';
import { STARRED_ITEMS } from '../common/unnamed-functions.ts';
import { lowerExpression } from './expression.ts';
import { changeList } from './list-changes.ts';
import { ALL_ATTRIBUTES, isAttributesOf } from './object-attributes.ts';
import { elementOf, plainDeclaration, type ScopeBuilder } from './scope.ts';
import { insideParentheses, opaque, spanOf, textOf } from './source.ts';
import { childOf, type PyNode } from './syntax/tree.ts';

/** What a target is given. */
interface Bound {
  readonly value: Expr;
  /** Which part of the value. */
  readonly element: readonly number[];
  /** Its annotation. */
  readonly type: Expr | null;
  /** The whole statement. */
  readonly span: Span;
}

type Binding = (target: PyNode, bound: Bound, into: ScopeBuilder, source: string) => void;

/** Binds the names in a target to a value, or to an element of it. */
export function bindTarget(target: PyNode, bound: Bound, into: ScopeBuilder, source: string): void {
  const written = insideParentheses(target, source);
  const binding = BINDINGS.get(written.type);
  if (binding === undefined) into.expressions.push(bound.value);
  else binding(written, bound, into, source);
}

const bindName: Binding = (target, { value, element, span }, into, source) => {
  const path = element.length > 0 ? element : null;
  const name = textOf(target, source);
  into.declare(plainDeclaration('value', name, spanOf(target), span, value, { element: path }));
};

const bindParts: Binding = (target, { value, element, span }, into, source) => {
  const star = target.children.findIndex(
    ({ type }) => type === 'list_splat_pattern' || type === 'list_splat',
  );
  for (const [i, child] of target.children.entries()) {
    const starred = i === star ? firstName(child) : undefined;
    if (starred !== undefined)
      into.flows.push({ names: [textOf(starred, source)], source: value, isOfItems: true });
    const behind = target.children.length - 1 - i;
    const bound =
      star < 0 || i < star
        ? { value, element: element.concat(i) }
        : i === star
          ? { value: starredItems(elementOf(value, element), i, behind, span), element: [] }
          : { value: elementOf(value, [...element, -1 - behind]), element: [] };
    bindTarget(child, { ...bound, type: null, span }, into, source);
  }
};

/** What the starred name of `a, *rest, b = of` holds. */
export function starredItems(of: Expr, from: number, behind: number, { end }: Span): Expr {
  const span = { start: end, end };
  const callee: Expr = { kind: 'name', span, name: STARRED_ITEMS };
  const counts = [from, behind].map((value): Expr => ({ kind: 'integer', span, value, marked: false }));
  return { kind: 'call', span: of.span, callee, args: [of, ...counts], keywords: [] };
}

const firstName = ({ children: [name] }: PyNode): PyNode | undefined =>
  name?.type === 'identifier' ? name : undefined;

const bindStarred: Binding = (target, bound, into, source) => {
  const [child] = target.children;
  if (child !== undefined) bindTarget(child, bound, into, source);
};

const bindAttribute: Binding = (target, { value, element, type, span }, into, source) => {
  const object = childOf(target, 'object');
  const name = childOf(target, 'attribute');
  if (object?.type !== 'identifier' || name === undefined || textOf(object, source) !== into.self) {
    into.expressions.push(value);
    const owner = object?.type === 'identifier' ? textOf(object, source) : null;
    if (name !== undefined) into.noteAttribute(textOf(name, source), owner);
    noteFlow(target, value, element, into, source);
    if (object !== undefined) changeObject(object, name, value, span, into, source);
    return;
  }
  const path = element.length > 0 ? element : null;
  into.assignAttribute(
    plainDeclaration('value', textOf(name, source), spanOf(name), span, value, { type, element: path }),
  );
};

const bindItem: Binding = (target, { value, element, span }, into, source) => {
  const object = childOf(target, 'value');
  noteFlow(target, value, element, into, source);
  into.expressions.push(value);
  // `x[i] += 1` reads the element that it assigns: there it stands in the value.
  const isRead = value.span.start <= target.start && target.end <= value.span.end;
  const place = isRead ? null : lowerExpression(target, source);
  if (place?.kind === 'index') into.expressions.push({ ...place, isAssigned: true });
  if (object === undefined) return;
  changeList(object, null, span, into, source);
  changeAttributes(object, target, span, into, source);
};

/** `o.__dict__['x'] = …` and `vars(o)['x'] = …` assign an attribute. */
function changeAttributes(
  object: PyNode,
  target: PyNode,
  span: Span,
  into: ScopeBuilder,
  source: string,
): void {
  if (!isAttributesOf(object, source)) return;
  const owner =
    object.type === 'call' ? childOf(object, 'arguments')?.children[0] : childOf(object, 'object');
  const [, name] = /^['"](\w+)['"]$/.exec(textOf(childOf(target, 'subscript') ?? target, source)) ?? [];
  const at = { start: span.end, end: span.end };
  const isSelf = owner?.type === 'identifier' && textOf(owner, source) === into.self;
  if (name !== undefined && isSelf)
    into.assignAttribute(
      plainDeclaration('value', name, at, at, opaque(at, `${name} is assigned by its name`)),
    );
  else into.noteAttribute(name ?? ALL_ATTRIBUTES, null);
  if (owner?.type === 'identifier' && !isSelf)
    into.rebind(textOf(owner, source), span.end, opaque(at, 'an attribute is assigned by its name'));
}

/** What an item or an attribute is assigned is reached by that, too. */
function noteFlow(
  target: PyNode,
  value: Expr,
  element: readonly number[],
  into: ScopeBuilder,
  source: string,
): void {
  const name = placeName(target, source);
  if (name !== null && value.kind !== 'integer')
    into.flows.push({ names: [name], source: value, isOfItems: element.length > 0 });
}

/** `xs[]` of an item of xs, however deep; `.x` of an attribute. Null: it has no name. */
function placeName(place: PyNode, source: string): string | null {
  if (place.type === 'identifier') return textOf(place, source);
  const attribute = place.type === 'attribute' ? childOf(place, 'attribute') : undefined;
  if (attribute !== undefined) return `.${textOf(attribute, source)}`;
  const object = place.type === 'subscript' ? childOf(place, 'value') : undefined;
  const name = object === undefined ? null : placeName(object, source);
  return name === null || name.endsWith('[]') ? name : `${name}[]`;
}

const BINDINGS: ReadonlyMap<string, Binding> = new Map([
  ['identifier', bindName],
  ['pattern_list', bindParts],
  ['tuple_pattern', bindParts],
  ['list_pattern', bindParts],
  // Behind the `as` of a with statement, patterns are written as expressions.
  ['tuple', bindParts],
  ['list', bindParts],
  ['list_splat_pattern', bindStarred],
  ['list_splat', bindStarred],
  ['attribute', bindAttribute],
  ['subscript', bindItem],
]);

/** Attributes that are assigned by a function of the object's own. */
const ASSIGNED_ATTRIBUTES: ReadonlySet<string> = new Set(['element_type']);

/** `object.name = …`: what the object holds is not followed from here on, but for the element type of a tensor. */
function changeObject(
  object: PyNode,
  attribute: PyNode | undefined,
  value: Expr,
  { start, end }: Span,
  into: ScopeBuilder,
  source: string,
): void {
  if (object.type !== 'identifier') return;
  const name = textOf(object, source);
  const at = { start: end, end };
  const assigned = attribute === undefined ? '' : textOf(attribute, source);
  if (!ASSIGNED_ATTRIBUTES.has(assigned)) {
    into.rebind(name, end, opaque(at, `an attribute of ${name} is assigned`));
    return;
  }
  const before: Expr = { kind: 'name', span: { start, end: start }, name };
  const callee: Expr = { kind: 'name', span: at, name: `${assigned}=` };
  into.rebind(name, end, { kind: 'call', span: at, callee, args: [before, value], keywords: [] });
}
