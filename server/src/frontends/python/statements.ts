// Python statements → declarations and expressions of the scope they stand in.

import type { Expr } from '../common/expression.ts';
import type { Guard } from '../common/scope.ts';

import { expression, lowerSimple } from './assignments.ts';
import { type Branch, forgetBound, joinBranches, negation } from './branches.ts';
import { lowerClass, lowerFunction } from './definitions.ts';
import { forgetName, namesBoundIn, unreadText } from './errors.ts';
import { lowerImport } from './imports.ts';
import { changeList, mayChangeLists } from './list-changes.ts';
import { lowerLoop } from './loops.ts';
import { lowerMatch } from './match.ts';
import type { ScopeBuilder } from './scope.ts';
import { opaque, spanOf, textOf } from './source.ts';
import { childOf, childrenOf, firstName, type PyNode } from './syntax/tree.ts';
import { bindTarget } from './targets.ts';

export function lowerStatements(nodes: readonly PyNode[], into: ScopeBuilder, source: string): void {
  for (const node of nodes) lowerStatement(node, into, source);
}

type Lowering = (node: PyNode, into: ScopeBuilder, source: string) => void;

/** Never fails: of what has errors, it is said what may have changed. */
function lowerStatement(node: PyNode, into: ScopeBuilder, source: string): void {
  LOWERINGS.get(node.type)?.(node, into, source);
}

const lowerChildren: Lowering = (node, into, source) => lowerStatements(node.children, into, source);

const lowerExpressionStatement: Lowering = (node, into, source) => {
  for (const child of node.children) lowerSimple(child, into, source);
};

const lowerAssert: Lowering = (node, into, source) => {
  if (node.children[0] === undefined) return;
  noteAsserted(expression(node.children[0], into, source), into);
};

/** What holds behind a place in every call that comes there; a call that returns before does not. */
function noteAsserted(condition: Expr, into: ScopeBuilder): void {
  if (into.earlyReturns.length === 0 && !into.returnsUnclear) into.assertions.push(condition);
}

/** `raise …` alone. */
const isRaised = (block: PyNode | undefined): boolean =>
  block?.children.length === 1 && block.children[0]!.type === 'raise_statement';

const leave: Lowering = (_node, into) => {
  if (into.ending === 'runs-on') into.ending = 'leaves';
};

const lowerDecorated: Lowering = (node, into, source) => {
  const definition = childOf(node, 'definition');
  const decorators = node.children.filter((child) => child.type === 'decorator');
  if (definition?.type === 'ERROR') lowerError(definition, into, source);
  else if (definition !== undefined) lowerDefinition(definition, decorators, into, source);
};

const lowerForeign: Lowering = (node, into, source) => {
  for (const name of node.children) into.foreign.add(textOf(name, source));
};

const lowerDelete: Lowering = (node, into, source) => {
  for (const target of node.children) {
    const span = spanOf(target);
    const list = target.type === 'subscript' ? childOf(target, 'value') : undefined;
    if (target.type === 'identifier') into.rebind(textOf(target, source), span.end, opaque(span, 'deleted'));
    else if (list !== undefined) changeList(list, null, span, into, source);
    else if (target.type !== 'attribute') lowerDelete(target, into, source);
    else {
      const name = childOf(target, 'attribute');
      if (name !== undefined) into.noteAttribute(textOf(name, source), null);
    }
  }
};

/** `type X = …` */
const lowerAlias: Lowering = (node, into, source) => {
  const name = firstName(childOf(node, 'left'));
  if (name !== undefined) into.rebind(textOf(name, source), node.end, opaque(spanOf(node), 'a type alias'));
};

/** What cannot be read may have given any value to the names in it; what can be read in it may not be run. */
const lowerError: Lowering = (node, into, source) => {
  const { end } = node;
  const attempt = into.block();
  lowerStatements(node.children, attempt, source);
  forgetBound(into, attempt, end, (name) => `${name} is assigned in code with a syntax error`);
  for (const name of namesBoundIn(unreadText(node, source), into.self)) forgetName(name, end, into);
};

const LOWERINGS: ReadonlyMap<string, Lowering> = new Map<string, Lowering>([
  ['expression_statement', lowerExpressionStatement],
  ['if_statement', lowerIf],
  ['for_statement', lowerLoopStatement],
  ['while_statement', lowerLoopStatement],
  ['with_statement', lowerWith],
  ['try_statement', lowerTry],
  ['match_statement', (node, into, source) => lowerMatch(node, into, source, lowerBlock)],
  ['return_statement', lowerReturn],
  ['raise_statement', leave],
  ['break_statement', leave],
  ['continue_statement', leave],
  ['assert_statement', lowerAssert],
  ['import_statement', lowerImport],
  ['import_from_statement', lowerImport],
  ['future_import_statement', lowerImport],
  ['decorated_definition', lowerDecorated],
  ['function_definition', (node, into, source) => lowerDefinition(node, [], into, source)],
  ['class_definition', (node, into, source) => lowerDefinition(node, [], into, source)],
  ['global_statement', lowerForeign],
  ['nonlocal_statement', lowerForeign],
  ['delete_statement', lowerDelete],
  ['type_alias_statement', lowerAlias],
  ['block', lowerChildren],
  ['ERROR', lowerError],
]);

function lowerLoopStatement(node: PyNode, into: ScopeBuilder, source: string): void {
  lowerLoop(node, into, source, lowerBlock);
}

function lowerDefinition(
  node: PyNode,
  decorators: readonly PyNode[],
  into: ScopeBuilder,
  source: string,
): void {
  const lower = node.type === 'class_definition' ? lowerClass : lowerFunction;
  lower(node, decorators, into, source, lowerStatements);
}

function lowerBlock(node: PyNode | undefined, block: ScopeBuilder, into: ScopeBuilder, source: string): void {
  if (node === undefined) return;
  lowerStatements(node.children, block, source);
  into.children.push(block.build(spanOf(node)));
}

function lowerIf(node: PyNode, into: ScopeBuilder, source: string): void {
  const span = spanOf(node);
  const branches: Branch[] = [];
  const condition = (of: PyNode): Expr => {
    const child = childOf(of, 'condition');
    return child === undefined ? opaque(span, 'incomplete code') : expression(child, into, source);
  };
  const branch = (test: Expr | null, body: PyNode | undefined): void => {
    const builder = into.block();
    builder.guard = guardOf(test, branches.at(-1)?.condition ?? null);
    lowerBlock(body, builder, into, source);
    branches.push({ condition: test, builder });
  };
  branch(condition(node), childOf(node, 'consequence'));
  for (const alternative of childrenOf(node, 'alternative')) {
    if (alternative.type === 'elif_clause')
      branch(condition(alternative), childOf(alternative, 'consequence'));
    else branch(null, childOf(alternative, 'body'));
  }
  const [only, ...others] = branches;
  if (others.length === 0 && isRaised(childOf(node, 'consequence')))
    noteAsserted(negation(only!.condition!), into);
  joinBranches(into, branches, span.start, span.end);
}

/** By the condition of a branch, or, of `else`, by the last one before it: others may have been met, too. */
function guardOf(test: Expr | null, before: Expr | null): Guard | null {
  const condition = test ?? before;
  return condition && { condition, branch: test === null ? 'else' : 'then', isConstant: false };
}

/** Contexts that end an exception, so that their body may stop anywhere. */
const SUPPRESSING = /\b(?:suppress|raises|assertRaises)\b/;

function lowerWith(node: PyNode, into: ScopeBuilder, source: string): void {
  let mayStop = false;
  for (const clause of node.children) {
    if (clause.type !== 'with_clause') continue;
    for (const item of clause.children) {
      const value = childOf(item, 'value');
      if (value === undefined) continue;
      const pattern = value.type === 'as_pattern' ? value : undefined;
      const context = pattern?.children[0] ?? value;
      expression(context, into, source);
      mayStop ||= SUPPRESSING.test(textOf(context, source));
      const alias = pattern === undefined ? undefined : childOf(pattern, 'alias')?.children[0];
      if (alias === undefined) continue;
      const span = spanOf(alias);
      const entered = opaque(span, 'the value of a with statement');
      bindTarget(alias, { value: entered, element: [], type: null, span }, into, source);
    }
  }
  const body = childOf(node, 'body');
  if (!mayStop) {
    lowerStatements(body?.children ?? [], into, source);
    return;
  }
  const attempt = into.block();
  lowerBlock(body, attempt, into, source);
  forgetBound(into, attempt, node.end, (name) => `${name} is assigned where an exception may end the block`);
}

/**
 * The body of a `try` may stop anywhere, so that what it binds is known only where every handler
 * leaves; imports and definitions are taken as made.
 */
function lowerTry(node: PyNode, into: ScopeBuilder, source: string): void {
  const last = node.children.find(({ type }) => type === 'finally_clause');
  const span = { start: node.start, end: last?.start ?? node.end };
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
          handler.rebind(name, spanOf(block).start, opaque(span, `${name} is assigned in a try`));
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
    if (clause.type !== 'finally_clause' || block === undefined) continue;
    lowerStatements(block.children, into, source);
    // It is returned instead of what the others return, or a list that they return is changed first.
    if (/\breturn\b|\]\s*\S{0,2}=(?!=)|\+=/.test(textOf(block, source)) || mayChangeLists(block, source))
      into.returnsUnclear = true;
  }
}

function lowerReturn(node: PyNode, into: ScopeBuilder, source: string): void {
  const value = node.children[0];
  const span = spanOf(node);
  const expr: Expr = value === undefined ? { kind: 'underscore', span } : expression(value, into, source);
  if (into.ending === 'leaves') return;
  into.returned = expr;
  into.ending = 'leaves';
}
