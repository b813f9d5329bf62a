// Functions and classes. A function opens a scope of its parameters and body; a class, of what its
// body binds and of the attributes that its methods give to self.

import type { Expr, Span } from '../common/expression.ts';
import { dottedParts } from '../common/expression-parts.ts';
import type { AttributeAssignment, Declaration } from '../common/scope.ts';
import { COLLECTED, isCollecting } from './aliases/call-effects.ts';
import { returnValue } from './branches.ts';
import { lowerExpression } from './expression.ts';
import { pathExpr } from './imports.ts';
import { mayBeList } from './list-changes.ts';
import { attributeKey, closeScope, plainDeclaration, ScopeBuilder } from './scope.ts';
import { opaque, spanOf, textOf } from './source.ts';
import { childOf, firstName, type PyNode } from './syntax/tree.ts';

type LowerStatements = (nodes: readonly PyNode[], into: ScopeBuilder, source: string) => void;

/** Decorators under which a call still returns what the body says. */
const TRANSPARENT =
  /^@\s*((cute|cutlass|dsl|gluon|triton|tl|core|language)\.)*(jit|constexpr_function|dsl_user_op|staticmethod|classmethod|property|lru_cache|cache|cached_property|functools\.\w+|override)\b/;

/** Decorators of functions that are given no object. */
const STATIC = /^@\s*(staticmethod|classmethod)\b/;
const PROPERTY = /^@\s*(functools\.)?(cached_)?property\b/;

/** Decorators of classes of Gluon's compiled code. */
const AGGREGATE = /^@\s*(\w+\.)*_?aggregate\b/;

/** Decorators of functions that CuTe DSL compiles. */
const COMPILED = /^@\s*(cute\.|cutlass\.|cutlass\.cute\.)?(jit|kernel)\b/;

/** A definition of a function while it is read. */
interface Definition {
  readonly node: PyNode;
  readonly name: PyNode;
  readonly decorators: readonly PyNode[];
  readonly builder: ScopeBuilder;
  /** In a class, and given no object. */
  readonly isFree: boolean;
}

const isDecorated = (decorators: readonly PyNode[], by: RegExp, source: string): boolean =>
  decorators.some((decorator) => by.test(textOf(decorator, source)));

export function lowerFunction(
  node: PyNode,
  decorators: readonly PyNode[],
  into: ScopeBuilder,
  source: string,
  lowerStatements: LowerStatements,
): void {
  const name = childOf(node, 'name');
  if (name === undefined) return;
  const parameters = childOf(node, 'parameters');
  const first = parameters?.children[0];
  const isFree = into.isAggregate && (first === undefined || textOf(first, source) !== 'self');
  const isMethod = into.kind === 'class' && !isFree && !isDecorated(decorators, STATIC, source);
  const self = isMethod && first?.type === 'identifier' ? textOf(first, source) : null;
  const isCompiled = isDecorated(decorators, COMPILED, source);
  const builder = new ScopeBuilder('function', textOf(name, source), [], null, self, { isCompiled });
  declareTypeParameters(node, builder, source);
  for (const [i, parameter] of (parameters?.children ?? []).entries()) {
    const isSelf = i === 0 && self !== null;
    lowerParameter(parameter, isSelf ? into : null, builder, source);
  }
  lowerStatements(childOf(node, 'body')?.children ?? [], builder, source);
  forgetDefaults(builder);
  closeScope(builder, node.end);
  if (isMethod) handAttributes(builder, textOf(name, source), into);
  declareFunction({ node, name, decorators, builder, isFree }, into, source);
  writeForeign(builder, spanOf(node), into);
}

/** `T` of `def f[T](x: T)` and `class A[T]`. */
function declareTypeParameters(node: PyNode, into: ScopeBuilder, source: string): void {
  for (const parameter of childOf(node, 'type_parameters')?.children ?? []) {
    const name = firstName(parameter);
    if (name !== undefined)
      into.rebind(textOf(name, source), parameter.end, opaque(spanOf(parameter), 'a type parameter'));
  }
}

/** The value of a call, where the decorators leave it what the body says. */
function returnedBy({ node, decorators, builder }: Definition, source: string): Expr {
  const returned = returnValue(builder);
  const body = childOf(node, 'body');
  const isTransparent = decorators.every((decorator) => TRANSPARENT.test(textOf(decorator, source)));
  const isGenerator = body !== undefined && /\byield\b/.test(textOf(body, source));
  const isAsync = textOf(node, source).startsWith('async');
  if (returned !== null && isTransparent && !isGenerator && !isAsync) return returned;
  const at = { start: node.end, end: node.end };
  return opaque(at, 'what the function returns depends on more than expressions');
}

function declareFunction(definition: Definition, into: ScopeBuilder, source: string): void {
  const { node, name, decorators, builder, isFree } = definition;
  const span = spanOf(node);
  const nameSpan = spanOf(name);
  const { start } = childOf(node, 'parameters') ?? node;
  const built = { ...builder.build({ start, end: span.end }), returns: [returnedBy(definition, source)] };
  const head = childOf(node, 'return_type') ?? childOf(node, 'parameters') ?? name;
  const opens = into.isEdited ? { ...built, body: head.end } : built;
  into.children.push(opens);
  const written = [...loweredDecorators(decorators, source)];
  if (isFree) written.push({ kind: 'name', span: { start, end: start }, name: 'staticmethod' });
  const more = { bodyScope: opens, ...(written.length === 0 ? {} : { decorators: written }) };
  if (isDecorated(decorators, PROPERTY, source)) {
    // A property is read like an attribute, so it is one, with the value that it returns.
    const value =
      returnValue(builder) ?? opaque(nameSpan, 'a property whose value depends on more than expressions');
    into.declare(plainDeclaration('value', textOf(name, source), nameSpan, span, value, more));
    return;
  }
  const returnType = childOf(node, 'return_type');
  const type = returnType === undefined ? null : lowerExpression(returnType, source);
  into.declare(plainDeclaration('function', textOf(name, source), nameSpan, span, null, { ...more, type }));
}

const loweredDecorators = (decorators: readonly PyNode[], source: string): readonly Expr[] =>
  decorators.flatMap(({ children }) => children.map((c) => lowerExpression(c, source)));

/** What a method leaves in attributes of its object, for the class. */
function handAttributes(builder: ScopeBuilder, method: string, into: ScopeBuilder): void {
  for (const [attribute, made] of builder.attributes) {
    const previous = into.attributes.get(attribute) ?? [];
    into.attributes.set(attribute, [...previous, ...made]);
    const key = attributeKey(attribute);
    const value = builder.bound.get(key);
    if (value === undefined) continue;
    const assignments = into.assignments.get(attribute) ?? [];
    into.assignments.set(attribute, [...assignments, assignmentOf(method, value.expr, made)]);
    if (builder.overwritten.has(key) || into.bound.has(key)) into.overwritten.add(key);
    into.bound.set(key, value);
  }
}

/** What a function may do to the names that it calls global or nonlocal. */
function writeForeign(builder: ScopeBuilder, span: Span, into: ScopeBuilder): void {
  for (const foreign of [...builder.foreign, ...builder.foreignWrites]) {
    const imported = builder.declarations.find((d) => d.name === foreign && d.kind === 'import');
    // `global torch; import torch` brings the module late, and nothing else.
    if (imported?.init == null || into.kind !== 'file') {
      into.writeFromInside(foreign, span.end);
      continue;
    }
    const at = { start: span.end, end: span.end };
    const path = pathExpr(dottedParts(imported.init), { start: span.start, end: span.start });
    into.declare({ ...imported, init: path, nameSpan: at, span: at });
  }
}

const assignmentOf = (method: string, value: Expr, made: readonly Declaration[]): AttributeAssignment => ({
  method,
  value,
  count: made.length,
  start: Math.min(...made.map(({ span }) => span.start)),
  end: Math.max(...made.map(({ span }) => span.end)),
});

/** `owner`: the class whose object the parameter is. */
function lowerParameter(node: PyNode, owner: ScopeBuilder | null, into: ScopeBuilder, source: string): void {
  const nameNode = node.type === 'identifier' ? node : (childOf(node, 'name') ?? node.children[0]);
  if (nameNode === undefined || node.type === 'keyword_separator' || node.type === 'positional_separator')
    return;
  const span = spanOf(node);
  if (nameNode.type !== 'identifier' || node.type.endsWith('splat_pattern')) {
    const collected = nameNode.type === 'identifier' ? nameNode : nameNode.children[0];
    if (collected?.type !== 'identifier') return;
    const at = spanOf(collected);
    into.declare(
      plainDeclaration('parameter', textOf(collected, source), at, span, opaque(at, COLLECTED), {
        isPack: node.type === 'list_splat_pattern' ? true : undefined,
      }),
    );
    return;
  }
  const annotation = childOf(node, 'type');
  const value = childOf(node, 'value');
  const nameSpan = spanOf(nameNode);
  let type: Expr | null = annotation === undefined ? null : lowerExpression(annotation, source);
  if (owner?.name != null) {
    // Looked up where the class has just been defined.
    type = { kind: 'name', span: { start: owner.end, end: owner.end }, name: owner.name };
  }
  const init = value === undefined ? null : lowerExpression(value, source);
  into.declare(plainDeclaration('parameter', textOf(nameNode, source), nameSpan, span, init, { type }));
}

/** A list that is a default is one for all calls, and holds what those before have left in it. */
function forgetDefaults(builder: ScopeBuilder): void {
  for (const [i, d] of builder.declarations.entries()) {
    if (d.kind !== 'parameter' || d.init === null || !builder.changed.has(d.name) || !mayBeList(d.init))
      continue;
    // What a call gives beyond the parameters is collected anew for each.
    if (isCollecting(d)) continue;
    const init = opaque(d.init.span, `the default of ${d.name} is changed by calls`);
    builder.declarations[i] = { ...d, init };
  }
}

export function lowerClass(
  node: PyNode,
  decorators: readonly PyNode[],
  into: ScopeBuilder,
  source: string,
  lowerStatements: LowerStatements,
): void {
  const name = childOf(node, 'name');
  if (name === undefined) return;
  const span = spanOf(node);
  const bases = (childOf(node, 'superclasses')?.children ?? [])
    .filter((child) => child.type !== 'keyword_argument')
    .map((child) => lowerExpression(child, source));
  const builder = new ScopeBuilder('class', textOf(name, source), bases);
  builder.end = span.end;
  builder.isEdited = into.isEdited;
  const body = childOf(node, 'body');
  builder.isAggregate = isDecorated(decorators, AGGREGATE, source);
  builder.isDataclass =
    (builder.isAggregate && !(body !== undefined && /\bdef\s+__init__\b/.test(textOf(body, source)))) ||
    decorators.some((decorator) => /dataclass|attrs|define/.test(textOf(decorator, source))) ||
    bases.some((base) => /NamedTuple|BaseModel/.test(nameOf(base)));
  declareTypeParameters(node, builder, source);
  if (body !== undefined) lowerStatements(body.children, builder, source);
  declareAttributes(builder, span.end);
  const bodySpan: Span = body === undefined ? { start: span.end, end: span.end } : spanOf(body);
  for (const foreign of builder.foreignWrites) into.foreignWrites.add(foreign);
  const opens = builder.build(bodySpan);
  into.children.push(opens);
  into.declare(
    plainDeclaration('class', textOf(name, source), spanOf(name), span, null, {
      bodyScope: opens,
      ...(decorators.length === 0 ? {} : { decorators: loweredDecorators(decorators, source) }),
    }),
  );
}

const nameOf = (base: Expr): string =>
  base.kind === 'name' ? base.name : base.kind === 'member' ? base.name.name : '';

/** The attributes that methods give to self. One that is given twice has no one value. */
function declareAttributes(builder: ScopeBuilder, at: number): void {
  for (const [name, made] of builder.attributes) {
    const key = attributeKey(name);
    const real = made.filter(({ init }) => init?.kind !== 'underscore');
    builder.declarations.push(...made);
    if (real.length === 1 && !builder.overwritten.has(key) && made.at(-1) === real[0]) continue;
    builder.declarations.push(summary(name, made, real, builder, at));
  }
}

function summary(
  name: string,
  made: readonly Declaration[],
  real: readonly Declaration[],
  builder: ScopeBuilder,
  at: number,
): Declaration {
  const span = { start: at, end: at };
  const key = attributeKey(name);
  const bound = builder.bound.get(key);
  let init: Expr;
  if (real.length === 0) init = opaque(span, `self.${name} is only set to None here`);
  else if (builder.overwritten.has(key) || bound === undefined) {
    init = opaque(span, `self.${name} is assigned ${made.length} times`);
  } else if (real.length === 1) return { ...real[0]!, nameSpan: span };
  else init = bound.expr;
  return plainDeclaration('value', name, span, span, init);
}
