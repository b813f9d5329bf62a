// The patterns of a `match`: what each asks of the value, and which names it gives to parts of it.

import type { Expr } from '../common/expression.ts';
import { IS_SEQUENCE } from '../common/unnamed-functions.ts';
import { both } from './branches.ts';
import { lowerExpression } from './expression.ts';
import { elementOf } from './scope.ts';
import { opaque, spanOf, textOf } from './source.ts';
import type { PyNode } from './syntax/tree.ts';
import { starredItems } from './targets.ts';

interface Capture {
  readonly name: PyNode;
  readonly value: Expr;
}

export interface Pattern {
  /** Whether a value is of the pattern; null: every one is. */
  readonly test: Expr | null;
  readonly captures: readonly Capture[];
}

type Reading = (node: PyNode, subject: Expr, source: string) => Pattern;

export const patternOf: Reading = (node, subject, source) =>
  (PATTERNS.get(node.type) ?? unreadPattern)(node, subject, source);

const ALWAYS: Pattern = { test: null, captures: [] };

/** What cannot be asked leaves open whether the case is taken, and what its names hold. */
const unreadPattern: Reading = (node) => ({
  test: opaque(spanOf(node), 'whether a value is of this pattern is not worked out'),
  captures: [...capturedNames(node)].map((name) => ({
    name,
    value: opaque(spanOf(name), 'a part of a pattern that is not worked out'),
  })),
});

/** The names that a pattern binds; others in it name classes, values and attributes. */
function* capturedNames({ type, children, ...node }: PyNode): Generator<PyNode> {
  if (type === 'identifier') yield { type, children, ...node };
  else if (type === 'dotted_name') yield* children.length === 1 ? children : [];
  else
    for (const [i, child] of children.entries()) {
      const isNamed = i === 0 && (type === 'class_pattern' || type === 'keyword_pattern');
      if (!isNamed && child.field !== 'key') yield* capturedNames(child);
    }
}

/** `_` is a pattern without anything in it. */
const inside: Reading = (node, subject, source) => {
  const [only, ...more] = node.children;
  if (only === undefined) return textOf(node, source) === '_' ? ALWAYS : unreadPattern(node, subject, source);
  return more.length === 0 ? patternOf(only, subject, source) : unreadPattern(node, subject, source);
};

const comparison = (node: PyNode, subject: Expr, operator: string, right: Expr): Pattern => ({
  test: { kind: 'binary', span: spanOf(node), operator, left: subject, right },
  captures: [],
});

const literal: Reading = (node, subject, source) => {
  const written = lowerExpression(node, source);
  // The sign of a number stands before it.
  const right: Expr = /-\s*$/.test(source.slice(0, node.start).slice(-8))
    ? { kind: 'unary', span: spanOf(node), operator: '-', operand: written }
    : written;
  return comparison(node, subject, '==', right);
};

const singleton: Reading = (node, subject, source) =>
  comparison(node, subject, 'is', lowerExpression(node, source));

/** `name` binds, `Color.RED` is compared. */
const dotted: Reading = (node, subject, source) => {
  const [name, ...members] = node.children;
  if (name === undefined) return unreadPattern(node, subject, source);
  if (members.length === 0) return { test: null, captures: [{ name, value: subject }] };
  return comparison(node, subject, '==', dottedName(node, source));
};

function dottedName({ children }: PyNode, source: string): Expr {
  const [first, ...members] = children.map((part) => ({
    kind: 'name' as const,
    span: spanOf(part),
    name: textOf(part, source),
  }));
  return members.reduce<Expr>(
    (object, name) => ({
      kind: 'member',
      span: { start: object.span.start, end: name.span.end },
      object,
      name,
    }),
    first!,
  );
}

/** `1 | 2`; which of the patterns bound its names is not told. */
const union: Reading = (node, subject, source) => {
  const patterns = node.children.map((child) => patternOf(child, subject, source));
  const tests = patterns.map(({ test }) => test);
  // `_` has no node of its own.
  const hasAny = /(?:^|\|)\s*_\s*(?:\||$)/.test(textOf(node, source));
  if (hasAny || patterns.some(({ captures }) => captures.length > 0) || tests.length === 0)
    return unreadPattern(node, subject, source);
  return {
    test: tests.reduce((left, right) =>
      left === null || right === null
        ? null
        : { kind: 'binary', span: spanOf(node), operator: 'or', left, right },
    )!,
    captures: [],
  };
};

/** `pattern as name` */
const named: Reading = (node, subject, source) => {
  const [pattern, name, ...more] = node.children;
  if (pattern === undefined || name?.type !== 'identifier' || more.length > 0)
    return unreadPattern(node, subject, source);
  const { test, captures } = patternOf(pattern, subject, source);
  return { test, captures: [...captures, { name, value: subject }] };
};

/** `(p)` is the pattern p, `(p,)` a sequence of one. */
const parenthesised: Reading = (node, subject, source) => {
  const [only, ...more] = node.children;
  const isGroup = only !== undefined && more.length === 0 && !/,/.test(source.slice(only.end, node.end));
  return isGroup ? patternOf(only, subject, source) : sequence(node, subject, source);
};

const sequence: Reading = (node, subject, source) => {
  const span = spanOf(node);
  const items = node.children;
  const star = items.findIndex((item) => starOf(item) !== undefined);
  const least = star < 0 ? items.length : items.length - 1;
  const size: Expr = { kind: 'integer', span, value: least, marked: false };
  const isLeast: Expr = { kind: 'boolean', span, value: star >= 0 };
  const callee: Expr = { kind: 'name', span: { start: node.start, end: node.start }, name: IS_SEQUENCE };
  let test: Expr = { kind: 'call', span, callee, args: [subject, size, isLeast], keywords: [] };
  const captures: Capture[] = [];
  for (const [i, item] of items.entries()) {
    if (i === star) {
      const name = starOf(item)?.children[0];
      if (name?.type === 'identifier' && textOf(name, source) !== '_')
        captures.push({ name, value: starredItems(subject, i, least - i, span) });
      continue;
    }
    const part = patternOf(item, elementOf(subject, [star < 0 || i < star ? i : i - items.length]), source);
    test = both(test, part.test)!;
    captures.push(...part.captures);
  }
  return { test, captures };
};

const starOf = (item: PyNode): PyNode | undefined =>
  item.type === 'splat_pattern'
    ? item
    : item.type === 'case_pattern' && item.children[0]?.type === 'splat_pattern'
      ? item.children[0]
      : undefined;

/** Types whose pattern `int(x)` binds the value itself. */
const OF_THEMSELVES: ReadonlySet<string> = new Set('bool float int list str tuple'.split(' '));

/** `Tile(m=64)`; what `Tile(64)` compares only the class says. */
const ofClass: Reading = (node, subject, source) => {
  const [name, ...parts] = node.children;
  if (name === undefined) return unreadPattern(node, subject, source);
  const span = spanOf(name);
  const callee: Expr = { kind: 'name', span: { start: span.start, end: span.start }, name: 'isinstance' };
  let test: Expr = {
    kind: 'call',
    span,
    callee,
    args: [subject, dottedName(name, source)],
    keywords: [],
  };
  const captures: Capture[] = [];
  for (const part of parts) {
    const written = part.type === 'case_pattern' ? part.children[0] : part;
    const [key, value, ...more] = written?.type === 'keyword_pattern' ? written.children : [];
    const isOwn = part.type === 'case_pattern' && parts.length === 1;
    let read: Pattern;
    if (key !== undefined && value !== undefined && more.length === 0) {
      const member = { kind: 'name' as const, span: spanOf(key), name: textOf(key, source) };
      read = patternOf(value, { kind: 'member', span: spanOf(key), object: subject, name: member }, source);
    } else if (key === undefined && isOwn && OF_THEMSELVES.has(textOf(name, source))) {
      read = patternOf(part, subject, source);
    } else return unreadPattern(node, subject, source);
    test = both(test, read.test)!;
    captures.push(...read.captures);
  }
  return { test, captures };
};

const PATTERNS: ReadonlyMap<string, Reading> = new Map([
  ['case_pattern', inside],
  ['integer', literal],
  ['float', literal],
  ['string', literal],
  ['concatenated_string', literal],
  ['true', singleton],
  ['false', singleton],
  ['none', singleton],
  ['dotted_name', dotted],
  ['union_pattern', union],
  ['as_pattern', named],
  ['tuple_pattern', parenthesised],
  ['list_pattern', sequence],
  ['class_pattern', ofClass],
]);
