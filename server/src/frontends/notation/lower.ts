// Syntax tree of the text notation → expressions. Only what the text says: no name is looked up.

import type { Expr, Keyword, NameExpr, Span, SwizzleExpr } from '../common/expression.ts';
import { errorIn } from './errors.ts';
import { type LoweringContext, lowerLeaf, nameOf, opaque, spanOf } from './leaves.ts';
import { readInteger } from './literals.ts';
import { isGrouping, type ParenthesisContext } from './parentheses.ts';
import { childOf, type NotationNode, namedChildren } from './tree.ts';

export type { LoweringContext } from './leaves.ts';

export function lowerExpression(node: NotationNode, context: LoweringContext): Expr {
  return lower(node, context, 'value');
}

function lower(node: NotationNode, context: LoweringContext, place: ParenthesisContext): Expr {
  const span = spanOf(node, context);
  // What the parser made of a broken text is a guess; a guess has no value.
  if (node.broken) return { kind: 'opaque', span, reason: errorIn(node, context.text) };
  const read = LOWERING.get(node.type);
  if (read !== undefined) return read(node, context, span, place);
  return lowerLeaf(node, context) ?? opaque(span, `${node.type.replace('_', ' ')} is not an expression`);
}

type Lowering = (node: NotationNode, context: LoweringContext, span: Span, place: ParenthesisContext) => Expr;

function field(
  node: NotationNode,
  name: string,
  context: LoweringContext,
  within: ParenthesisContext = 'value',
): Expr {
  const child = childOf(node, name);
  return child === null
    ? opaque(spanOf(node, context), `${node.type} without ${name}`)
    : lower(child, context, within);
}

const items = (node: NotationNode, context: LoweringContext, within: ParenthesisContext): Expr[] =>
  namedChildren(node).map((child) => lower(child, context, within));

const tupleIn =
  (bracket: '[' | '<' | '{'): Lowering =>
  (node, context, span) => ({ kind: 'tuple', span, items: items(node, context, 'argument'), bracket });

/** `(…)`: a tuple, or one expression in parentheses. */
function lowerParentheses(
  node: NotationNode,
  context: LoweringContext,
  span: Span,
  place: ParenthesisContext,
): Expr {
  const children = namedChildren(node);
  const only = children[0];
  const comma = node.children.some((child) => child.type === ',');
  if (children.length === 1 && only !== undefined && !comma && isGrouping(only, place)) {
    return lower(only, context, place);
  }
  const within = place === 'mode' ? 'mode' : 'argument';
  return {
    kind: 'tuple',
    span,
    items: children.map((child) => lower(child, context, within)),
    bracket: '(',
  };
}

function lowerPair(pair: NotationNode, context: LoweringContext): { key: Expr; value: Expr } {
  const key = childOf(pair, 'key');
  const value = childOf(pair, 'value');
  const span = spanOf(pair, context);
  if (pair.broken || key === null || value === null) {
    const failed = opaque(span, errorIn(pair, context.text));
    return { key: failed, value: failed };
  }
  return { key: lower(key, context, 'value'), value: lower(value, context, 'argument') };
}

/** `1/2@0@1`: the value before the first `@` is a quotient when it is a fraction of a constant denominator. */
function lowerBasis(node: NotationNode, context: LoweringContext, span: Span): Expr {
  const value = childOf(node, 'value');
  if (value === null) return opaque(span, 'a basis without a value');
  const printed: number[] = [];
  for (const mode of node.children.filter((child) => child.field === 'mode')) {
    const literal = readInteger(context.text.slice(mode.start, mode.end));
    if (literal === null || literal.value < 0)
      return opaque(span, 'the index of a mode is a non-negative integer');
    printed.push(literal.value);
  }
  const divisor = quotient(value, context);
  if (divisor === null) {
    return {
      kind: 'basis',
      span,
      numerator: lower(value, context, 'number'),
      denominator: 1,
      printed,
      form: 'cute',
    };
  }
  if (divisor.denominator === 0) return opaque(span, 'the denominator is zero');
  const numerator = lower(divisor.numerator, context, 'number');
  return { kind: 'basis', span, numerator, denominator: divisor.denominator, printed, form: 'cute' };
}

function quotient(
  node: NotationNode,
  context: LoweringContext,
): { readonly numerator: NotationNode; readonly denominator: number } | null {
  if (node.type !== 'binary' || node.broken) return null;
  const operator = childOf(node, 'operator');
  const left = childOf(node, 'left');
  const right = childOf(node, 'right');
  if (operator?.type !== '/' || left === null || right?.type !== 'integer') return null;
  const literal = readInteger(context.text.slice(right.start, right.end));
  return literal === null ? null : { numerator: left, denominator: literal.value };
}

function lowerUnary(node: NotationNode, context: LoweringContext, span: Span): Expr {
  const operator = childOf(node, 'operator')?.type;
  const operand = childOf(node, 'operand');
  if (operand === null || (operator !== '-' && operator !== '+' && operator !== '~'))
    return opaque(span, 'an operand is missing');
  return { kind: 'unary', span, operator, operand: lower(operand, context, 'number') };
}

function lowerCall(node: NotationNode, context: LoweringContext, span: Span): Expr {
  const callee = childOf(node, 'function');
  const list = childOf(node, 'arguments');
  if (callee === null || list === null) return opaque(span, 'not a call');
  if (list.broken) return opaque(span, errorIn(list, context.text));
  const args: Expr[] = [];
  const keywords: Keyword[] = [];
  for (const child of namedChildren(list)) {
    if (child.type !== 'keyword_argument') args.push(lower(child, context, 'argument'));
    else {
      const keyword = lowerKeyword(child, context);
      if (keyword === null) return opaque(span, errorIn(child, context.text));
      keywords.push(keyword);
    }
  }
  const operand = args[0];
  const isDecltype =
    callee.type === 'identifier' && context.text.slice(callee.start, callee.end) === 'decltype';
  if (isDecltype && operand !== undefined && args.length === 1 && keywords.length === 0) {
    return { kind: 'decltype', span, operand };
  }
  return { kind: 'call', span, callee: lower(callee, context, 'operand'), args, keywords };
}

function lowerKeyword(node: NotationNode, context: LoweringContext): Keyword | null {
  const name = childOf(node, 'name');
  const value = childOf(node, 'value');
  if (node.broken || name === null || value === null) return null;
  return {
    name: context.text.slice(name.start, name.end),
    nameSpan: spanOf(name, context),
    value: lower(value, context, 'argument'),
  };
}

const SWIZZLE_NAMES: ReadonlySet<string> = new Set(['Sw', 'S', 'Swizzle', 'swizzle']);

function lowerTemplate(node: NotationNode, context: LoweringContext, span: Span): Expr {
  const name = childOf(node, 'name');
  const list = childOf(node, 'arguments');
  if (name === null || list === null) return opaque(span, 'not a template');
  if (list.broken) return opaque(span, errorIn(list, context.text));
  const args = namedChildren(list).map((child) => lower(child, context, 'argument'));
  const source = context.text.slice(name.start, name.end);
  return (
    asSwizzle(source, args, span) ?? {
      kind: 'template',
      span,
      target: nameOf(source, spanOf(name, context)),
      args,
    }
  );
}

/** `Sw<3,4,3>` of three integers; one with names in it is for the evaluator. */
function asSwizzle(name: string, args: readonly Expr[], span: Span): SwizzleExpr | null {
  const [bits, base, shift] = args;
  if (!SWIZZLE_NAMES.has(name) || args.length !== 3) return null;
  if (bits?.kind !== 'integer' || base?.kind !== 'integer' || shift?.kind !== 'integer') return null;
  return { kind: 'swizzle', span, bits: bits.value, base: base.value, shift: shift.value };
}

/** `X{}`; `_8{}` is `_8`, and `Swizzle<3,4,3>{}` is `Swizzle<3,4,3>`. */
function lowerConstruct(node: NotationNode, context: LoweringContext, span: Span): Expr {
  const type = childOf(node, 'type');
  const list = childOf(node, 'arguments');
  if (type === null || list === null) return opaque(span, 'not a construction');
  if (list.broken) return opaque(span, errorIn(list, context.text));
  const args = namedChildren(list).map((child) => lower(child, context, 'argument'));
  const lowered = lower(type, context, 'operand');
  if (args.length === 0 && (lowered.kind === 'swizzle' || (lowered.kind === 'integer' && lowered.marked))) {
    return { ...lowered, span };
  }
  if (lowered.kind === 'integer') return opaque(span, `${lowered.value} is not a type`);
  return { kind: 'construct', span, type: lowered, args };
}

/** `scope::name`, `scope::name<…>`, `cute::_8`, `cute::Swizzle<3,4,3>`. */
function qualify(
  span: Span,
  name: NotationNode,
  context: LoweringContext,
  around: (name: NameExpr) => Expr,
): Expr {
  const target = lower(name, context, 'operand');
  switch (target.kind) {
    case 'integer':
    case 'swizzle':
      return { ...target, span };
    case 'template':
      return target.target.kind === 'name' ? { ...target, span, target: around(target.target) } : target;
    case 'name': {
      // A member's underscore is part of its name.
      const written = context.text.slice(name.start, name.end);
      return around({ kind: 'name', span: target.span, name: written });
    }
    default:
      return target.kind === 'opaque' ? target : opaque(span, 'a name is expected');
  }
}

/** `x = …`, or `p(i, j) = …` as a function of its parameters. Null when the text is broken. */
export function lowerBinding(node: NotationNode, context: LoweringContext): Keyword | null {
  const left = childOf(node, 'left');
  const right = childOf(node, 'right');
  if (node.broken || left === null || right === null || left.broken) return null;
  const value = lower(right, context, 'value');
  if (left.type === 'identifier') {
    return { name: context.text.slice(left.start, left.end), nameSpan: spanOf(left, context), value };
  }
  const name = childOf(left, 'function');
  const list = childOf(left, 'arguments');
  if (name?.type !== 'identifier' || list === null || list.broken) return null;
  const parameters = namedChildren(list);
  if (parameters.some((parameter) => parameter.type !== 'identifier')) return null;
  return {
    name: context.text.slice(name.start, name.end),
    nameSpan: spanOf(name, context),
    value: {
      kind: 'lambda',
      span: spanOf(node, context),
      parameters: parameters.map((parameter) => context.text.slice(parameter.start, parameter.end)),
      body: value,
    },
  };
}

function lowerBinary(node: NotationNode, context: LoweringContext, span: Span): Expr {
  const operator = childOf(node, 'operator');
  return {
    kind: 'binary',
    span,
    operator: operator === null ? '?' : context.text.slice(operator.start, operator.end),
    left: field(node, 'left', context, 'number'),
    right: field(node, 'right', context, 'number'),
  };
}

/** `a::b` */
function lowerQualified(node: NotationNode, context: LoweringContext, span: Span): Expr {
  const scope = childOf(node, 'scope');
  const name = childOf(node, 'name');
  if (name === null) return opaque(span, 'a name is missing after ::');
  return qualify(span, name, context, (target) => ({
    kind: 'qualified',
    span: { start: span.start, end: target.span.end },
    scope: scope === null ? null : lower(scope, context, 'value'),
    name: target,
  }));
}

function lowerMember(node: NotationNode, context: LoweringContext, span: Span): Expr {
  const name = childOf(node, 'name');
  if (name === null) return opaque(span, 'a name is missing after .');
  return qualify(span, name, context, (target) => ({
    kind: 'member',
    span: { start: span.start, end: target.span.end },
    object: field(node, 'object', context, 'operand'),
    name: target,
  }));
}

function lowerSubscript(node: NotationNode, context: LoweringContext, span: Span): Expr {
  const index = childOf(node, 'index');
  const args = index === null ? [] : items(index, context, 'argument');
  return { kind: 'index', span, object: field(node, 'object', context, 'operand'), args };
}

function lowerWhere(node: NotationNode, context: LoweringContext, span: Span): Expr {
  const definitions = node.children.filter((child) => child.field === 'definition');
  return {
    kind: 'where',
    span,
    body: field(node, 'value', context),
    definitions: definitions.flatMap((child) => lowerBinding(child, context) ?? []),
  };
}

/** The kinds of nodes that have parts; the others are leaves. */
const LOWERING: ReadonlyMap<string, Lowering> = new Map(
  Object.entries<Lowering>({
    tuple: lowerParentheses,
    list: tupleIn('['),
    tiler: tupleIn('<'),
    offset: tupleIn('{'),
    dictionary: (node, context, span) => ({
      kind: 'dict',
      span,
      entries: namedChildren(node).map((pair) => lowerPair(pair, context)),
    }),
    layout: (node, context, span) => ({
      kind: 'layout',
      span,
      shape: field(node, 'shape', context, 'mode'),
      stride: field(node, 'stride', context, 'mode'),
    }),
    composition: (node, context, span) => ({
      kind: 'compose',
      span,
      operands: items(node, context, 'operand'),
    }),
    basis: lowerBasis,
    unary: lowerUnary,
    binary: lowerBinary,
    call: lowerCall,
    template: lowerTemplate,
    construct: lowerConstruct,
    qualified: lowerQualified,
    member: lowerMember,
    subscript: lowerSubscript,
    where: lowerWhere,
  }),
);
