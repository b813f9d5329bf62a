// Python statements → declarations and expressions of the scope they stand in.

import type { ChangedExpr, Expr } from './expression.ts';
import { bindTarget, changed, changedList, expression, lowerSimple } from './python-assignments.ts';
import { lowerClass, lowerFunction } from './python-definitions.ts';
import { opaque, type Source, spanOf, textOf } from './python-expression.ts';
import { lowerImport } from './python-imports.ts';
import { type Branch, forgetBound, joinBranches, type ScopeBuilder } from './python-scope.ts';
import { childOf, childrenOf, type PyNode } from './python-tree.ts';

export function lowerStatements(nodes: readonly PyNode[], into: ScopeBuilder, source: Source): void {
  for (const node of nodes) lowerStatement(node, into, source);
}

/** Never fails: statements inside a syntax error are read as far as they go. */
export function lowerStatement(node: PyNode, into: ScopeBuilder, source: Source): void {
  switch (node.type) {
    case 'expression_statement':
      for (const child of node.children) lowerSimple(child, into, source);
      return;
    case 'if_statement':
      lowerIf(node, into, source);
      return;
    case 'for_statement':
    case 'while_statement':
      lowerLoop(node, into, source);
      return;
    case 'with_statement':
      lowerWith(node, into, source);
      return;
    case 'try_statement':
      lowerTry(node, into, source);
      return;
    case 'match_statement':
      lowerMatch(node, into, source);
      return;
    case 'return_statement':
      lowerReturn(node, into, source);
      return;
    case 'raise_statement':
    case 'break_statement':
    case 'continue_statement':
      if (into.ending === 'runs-on') into.ending = 'leaves';
      return;
    case 'assert_statement':
      if (node.children[0] !== undefined) expression(node.children[0], into, source);
      return;
    case 'import_statement':
    case 'import_from_statement':
      lowerImport(node, into, source);
      return;
    case 'decorated_definition': {
      const definition = childOf(node, 'definition');
      const decorators = node.children.filter((child) => child.type === 'decorator');
      if (definition !== undefined) lowerDefinition(definition, decorators, into, source);
      return;
    }
    case 'function_definition':
    case 'class_definition':
      lowerDefinition(node, [], into, source);
      return;
    case 'global_statement':
    case 'nonlocal_statement':
      for (const name of node.children) into.foreign.add(textOf(name, source));
      return;
    case 'delete_statement':
      for (const name of node.children.flatMap((child) =>
        child.type === 'expression_list' ? child.children : [child],
      )) {
        if (name.type !== 'identifier') continue;
        const span = spanOf(name, source);
        into.rebind(textOf(name, source), span.end, opaque(span, 'deleted'));
      }
      return;
    case 'ERROR':
    case 'block':
    case 'module':
      lowerStatements(node.children, into, source);
      return;
    case 'assignment':
    case 'augmented_assignment':
    case 'call':
      lowerSimple(node, into, source);
      return;
    default:
  }
}

function lowerDefinition(
  node: PyNode,
  decorators: readonly PyNode[],
  into: ScopeBuilder,
  source: Source,
): void {
  const lower = node.type === 'class_definition' ? lowerClass : lowerFunction;
  lower(node, decorators, into, source, lowerStatements);
}

function lowerBlock(node: PyNode | undefined, block: ScopeBuilder, into: ScopeBuilder, source: Source): void {
  if (node === undefined) return;
  lowerStatements(node.children, block, source);
  into.children.push(block.build(spanOf(node, source)));
}

function lowerIf(node: PyNode, into: ScopeBuilder, source: Source): void {
  const span = spanOf(node, source);
  const branches: Branch[] = [];
  const condition = (of: PyNode): Expr => {
    const child = childOf(of, 'condition');
    return child === undefined ? opaque(span, 'incomplete code') : expression(child, into, source);
  };
  const branch = (test: Expr | null, body: PyNode | undefined): void => {
    const builder = into.block();
    lowerBlock(body, builder, into, source);
    branches.push({ condition: test, builder });
  };
  branch(condition(node), childOf(node, 'consequence'));
  for (const alternative of childrenOf(node, 'alternative')) {
    if (alternative.type === 'elif_clause')
      branch(condition(alternative), childOf(alternative, 'consequence'));
    else branch(null, childOf(alternative, 'body'));
  }
  joinBranches(into, branches, span.start, span.end);
}

function lowerLoop(node: PyNode, into: ScopeBuilder, source: Source): void {
  const span = spanOf(node, source);
  const body = childOf(node, 'body');
  const block = into.block(true);
  const left = childOf(node, 'left');
  const header = childOf(node, node.type === 'for_statement' ? 'right' : 'condition');
  if (header !== undefined) expression(header, into, source);
  const bodySpan = body === undefined ? { start: span.end, end: span.end } : spanOf(body, source);
  // At its start, what the body binds may still be what the last iteration left.
  const targets = new Set<string>();
  if (left !== undefined) collectTargets(left, targets, source);
  const changing = new Set(targets);
  if (body !== undefined) collectBound(body, changing, source);
  const assigned = new Set(changing);
  if (body !== undefined) collectChanged(body, changing, source);
  const isCompiled =
    left === undefined ? into.isCompiled : header !== undefined && countsAtRunTime(header, into, source);
  const at = { start: bodySpan.start, end: bodySpan.start };
  const carried = new Map<string, { -readonly [K in keyof ChangedExpr]: ChangedExpr[K] }>();
  for (const name of changing) {
    if (targets.has(name)) {
      const isCount = isCompiled && left?.type === 'identifier';
      const reason = `${name} is a loop variable`;
      block.rebind(name, at.end, isCount ? { kind: 'dynamic', span: at, divisor: 1 } : opaque(at, reason));
      continue;
    }
    const reason = `${name} changes in a loop`;
    const expr = { ...changed('carried', name, span.start, at.end, null, { reason, isCompiled }) };
    carried.set(name, expr);
    block.rebind(name, at.end, expr);
  }
  const marks = block.declarations.length;
  lowerBlock(body, block, into, source);
  for (const [name, { expr, fixed }] of block.bound) {
    const start = carried.get(name);
    const item = assigned.has(name) ? undefined : block.appended.get(name);
    const reason = `${name} is assigned in a loop`;
    const end = { reason, body: at.end, isCompiled };
    // What only a nested function or another block changes has no value that is written here.
    const isKnown = start !== undefined && !fixed && expr !== start && block.declarations.length > marks;
    if (item != null) {
      into.rebind(name, span.end, changed('grown', name, span.start, span.end, item, end));
      block.bound.delete(name);
    } else if (isKnown && !targets.has(name)) {
      start.value = expr;
      into.rebind(name, span.end, changed('carried', name, span.start, span.end, expr, end));
      block.bound.delete(name);
    }
  }
  forgetBound(into, block, span.end, (name) => `${name} is assigned in a loop`);
  for (const alternative of childrenOf(node, 'alternative')) {
    const builder = into.block();
    lowerBlock(childOf(alternative, 'body'), builder, into, source);
    forgetBound(into, builder, span.end, (name) => `${name} is assigned in the else of a loop`);
  }
}

/** Whether a for loop counts in run-time integers: over `cutlass.range`, or `range` in a compiled function. */
function countsAtRunTime(header: PyNode, into: ScopeBuilder, source: Source): boolean {
  const callee = header.type === 'call' ? childOf(header, 'function') : undefined;
  const name = callee === undefined ? '' : textOf(callee, source);
  return /^cutlass\.(?:range|range_dynamic)$/.test(name) || (name === 'range' && into.isCompiled);
}

function collectTargets(target: PyNode, names: Set<string>, source: Source): void {
  if (target.type === 'identifier') names.add(textOf(target, source));
  else if (target.type !== 'attribute' && target.type !== 'subscript') {
    for (const child of target.children) collectTargets(child, names, source);
  }
}

/** The names that statements bind, in the function they stand in. */
function collectBound(node: PyNode, names: Set<string>, source: Source): void {
  switch (node.type) {
    case 'function_definition':
    case 'class_definition':
    case 'lambda':
      return;
    case 'assignment':
    case 'augmented_assignment':
    case 'for_statement':
    case 'named_expression':
    case 'as_pattern': {
      const target = childOf(node, 'left') ?? childOf(node, 'name') ?? childOf(node, 'alias');
      if (target !== undefined) collectTargets(target, names, source);
    }
  }
  for (const child of node.children) collectBound(child, names, source);
}

/** The lists that statements change in place. */
function collectChanged(node: PyNode, names: Set<string>, source: Source): void {
  const list = node.type === 'call' ? changedList(node, source) : null;
  if (list !== null) names.add(list);
  for (const child of node.children) collectChanged(child, names, source);
}

function lowerWith(node: PyNode, into: ScopeBuilder, source: Source): void {
  for (const clause of node.children) {
    if (clause.type !== 'with_clause') continue;
    for (const item of clause.children) {
      const value = childOf(item, 'value');
      if (value === undefined) continue;
      const pattern = value.type === 'as_pattern' ? value : undefined;
      const context = pattern?.children[0] ?? value;
      expression(context, into, source);
      const alias = pattern === undefined ? undefined : childOf(pattern, 'alias')?.children[0];
      if (alias === undefined) continue;
      const span = spanOf(alias, source);
      bindTarget(alias, opaque(span, 'the value of a with statement'), [], null, span, into, source);
    }
  }
  const body = childOf(node, 'body');
  if (body !== undefined) lowerStatements(body.children, into, source);
}

/**
 * The body of a `try` may stop anywhere, so that what it binds is known only where every handler
 * leaves; imports and definitions are taken as made.
 */
function lowerTry(node: PyNode, into: ScopeBuilder, source: Source): void {
  const span = spanOf(node, source);
  const body = childOf(node, 'body');
  const attempt = into.block();
  const handlers: ScopeBuilder[] = [];
  lowerBlock(body, attempt, into, source);
  for (const clause of node.children) {
    const block = clause.children.find((child) => child.type === 'block');
    if (clause.type === 'except_clause' || clause.type === 'except_group_clause') {
      const handler = into.block();
      for (const name of attempt.bound.keys()) {
        if (block !== undefined)
          handler.rebind(name, spanOf(block, source).start, opaque(span, `${name} is assigned in a try`));
      }
      handler.bound.clear();
      lowerBlock(block, handler, into, source);
      handlers.push(handler);
    } else if (clause.type === 'else_clause') {
      lowerBlock(childOf(clause, 'body') ?? block, attempt, into, source);
    }
  }
  const running = handlers.filter((handler) => handler.ending === 'runs-on');
  if (running.length === 0) {
    joinBranches(into, [{ condition: null, builder: attempt }], span.start, span.end);
  } else {
    forgetBound(into, attempt, span.end, (name) => `${name} is assigned in a try`);
    for (const handler of running) {
      for (const [name, binding] of handler.bound) {
        if (into.bound.get(name)?.fixed || binding.fixed) continue;
        into.rebind(name, span.end, opaque(span, `${name} is assigned in an except`));
      }
    }
  }
  for (const clause of node.children) {
    const block = clause.children.find((child) => child.type === 'block');
    if (clause.type === 'finally_clause' && block !== undefined)
      lowerStatements(block.children, into, source);
  }
}

function lowerMatch(node: PyNode, into: ScopeBuilder, source: Source): void {
  const span = spanOf(node, source);
  for (const subject of childrenOf(node, 'subject')) expression(subject, into, source);
  const body = childOf(node, 'body');
  for (const clause of body?.children ?? []) {
    const block = childOf(clause, 'consequence');
    if (block === undefined) continue;
    const builder = into.block();
    // Patterns bind names of their own.
    const visit = (at: PyNode): void => {
      if (at === block) return;
      if (at.type === 'identifier') {
        const start = spanOf(block, source).start;
        builder.rebind(textOf(at, source), start, opaque(spanOf(at, source), 'bound by a pattern'));
      }
      for (const child of at.children) visit(child);
    };
    visit(clause);
    lowerBlock(block, builder, into, source);
    forgetBound(into, builder, span.end, (name) => `${name} is assigned in a match`);
  }
}

function lowerReturn(node: PyNode, into: ScopeBuilder, source: Source): void {
  const value = node.children[0];
  const span = spanOf(node, source);
  const expr: Expr = value === undefined ? { kind: 'underscore', span } : expression(value, into, source);
  if (into.ending === 'leaves') return;
  into.returned = expr;
  into.ending = 'leaves';
}
