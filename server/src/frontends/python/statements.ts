// Python statements → declarations and expressions of the scope they stand in.

import type { Expr } from '../common/expression.ts';
import { bindTarget, expression, lowerSimple } from './assignments.ts';
import { type Branch, forgetBound, joinBranches } from './branches.ts';
import { lowerClass, lowerFunction } from './definitions.ts';
import { lowerImport } from './imports.ts';
import { lowerLoop } from './loops.ts';
import type { ScopeBuilder } from './scope.ts';
import { opaque, type Source, spanOf, textOf } from './source.ts';
import { childOf, childrenOf, type PyNode } from './syntax/tree.ts';

export function lowerStatements(nodes: readonly PyNode[], into: ScopeBuilder, source: Source): void {
  for (const node of nodes) lowerStatement(node, into, source);
}

/** Never fails: statements inside a syntax error are read as far as they go. */
function lowerStatement(node: PyNode, into: ScopeBuilder, source: Source): void {
  switch (node.type) {
    case 'expression_statement':
      for (const child of node.children) lowerSimple(child, into, source);
      return;
    case 'if_statement':
      lowerIf(node, into, source);
      return;
    case 'for_statement':
    case 'while_statement':
      lowerLoop(node, into, source, lowerBlock);
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
