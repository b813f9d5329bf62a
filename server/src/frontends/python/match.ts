// The `match` of Python as the chain of conditions that it is: each case is a condition and the names it binds.

import type { Expr } from '../common/expression.ts';
import { expression } from './assignments.ts';
import { type Branch, both, joinBranches } from './branches.ts';
import { type Pattern, patternOf } from './patterns.ts';
import { type ScopeBuilder, unknownExpr } from './scope.ts';
import { opaque, spanOf, textOf } from './source.ts';
import { childOf, childrenOf, type PyNode } from './syntax/tree.ts';
import { bindTarget } from './targets.ts';

type LowerBlock = (node: PyNode | undefined, block: ScopeBuilder, into: ScopeBuilder, source: string) => void;

export function lowerMatch(node: PyNode, into: ScopeBuilder, source: string, lowerBlock: LowerBlock): void {
  const span = spanOf(node);
  const subject = subjectOf(node, into, source);
  const branches: Branch[] = [];
  /** Names of the cases so far whose pattern may have matched though their guard did not hold. */
  const passing: string[] = [];
  const branch = (at: number): ScopeBuilder => {
    const builder = into.block();
    for (const name of passing)
      builder.rebind(name, at, unknownExpr({ start: at, end: at }, `${name} is bound by a case before`));
    return builder;
  };
  for (const clause of childOf(node, 'body')?.children ?? []) {
    const block = childOf(clause, 'consequence');
    if (block === undefined) continue;
    const builder = branch(clause.start);
    const pattern = clausePattern(clause, subject, source);
    bindCaptures(pattern, builder, source);
    const guard = childOf(clause, 'guard')?.children[0];
    const holds = guard === undefined ? null : guardOf(guard, pattern, into, builder, source);
    const condition = both(pattern.test, holds);
    lowerBlock(block, builder, into, source);
    branches.push({ condition, builder });
    if (guard !== undefined) passing.push(...pattern.captures.map(({ name }) => textOf(name, source)));
    // What follows a case that always holds is an error of syntax.
    if (condition === null) break;
  }
  if (passing.length > 0 && branches.at(-1)?.condition !== null)
    branches.push({ condition: null, builder: branch(span.end) });
  joinBranches(into, branches, span.start, span.end);
}

/** `match a, b` has the tuple of both as its subject. */
function subjectOf(node: PyNode, into: ScopeBuilder, source: string): Expr {
  const subjects = childrenOf(node, 'subject').map((subject) => expression(subject, into, source));
  const [first, ...more] = subjects;
  if (first === undefined) return opaque(spanOf(node), 'incomplete code');
  return more.length === 0
    ? first
    : {
        kind: 'tuple',
        span: { start: first.span.start, end: more.at(-1)!.span.end },
        items: subjects,
        bracket: '(',
      };
}

/** `case 1, x` is `case (1, x)`. */
function clausePattern(clause: PyNode, subject: Expr, source: string): Pattern {
  const patterns = clause.children.filter(({ type }) => type === 'case_pattern');
  const [first] = patterns;
  const isSequence = patterns.length > 1 || (first !== undefined && /^\s*,/.test(source.slice(first.end)));
  if (first === undefined) return { test: opaque(spanOf(clause), 'incomplete code'), captures: [] };
  if (!isSequence) return patternOf(first, subject, source);
  return patternOf({ ...clause, type: 'list_pattern', children: patterns }, subject, source);
}

/** Binds the names of a pattern in the block that it stands before. */
function bindCaptures({ captures }: Pattern, builder: ScopeBuilder, source: string): void {
  for (const { name, value } of captures)
    bindTarget(name, { value, element: [], type: null, span: spanOf(name) }, builder, source);
}

/** A guard is asked outside of the block, so that what the pattern binds is handed to it. */
function guardOf(
  guard: PyNode,
  { captures }: Pattern,
  into: ScopeBuilder,
  builder: ScopeBuilder,
  source: string,
): Expr {
  const parameters = captures.map(({ name }) => textOf(name, source));
  const isOfPattern = new RegExp(String.raw`\b(?:${parameters.join('|')})\b`).test(textOf(guard, source));
  const body = expression(guard, isOfPattern ? builder : into, source);
  if (parameters.length === 0 || !isOfPattern) return body;
  const span = spanOf(guard);
  const callee: Expr = { kind: 'lambda', span, parameters, body };
  return { kind: 'call', span, callee, args: captures.map(({ value }) => value), keywords: [] };
}
