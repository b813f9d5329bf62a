// A chunk of C++ after an edit in the body of one of its functions: that function is read again, and the rest of the
// chunk, and the statements of the function that are as they were, stay the same objects.

import {
  type DependencyRegion,
  declaredAt,
  isInside,
  notationsOfBody,
  returnsValue,
  type StatementEdit,
  withBody,
} from '../common/body-edits.ts';
import type { EmbeddedScanner } from '../common/embedded.ts';
import type { Span } from '../common/expression.ts';
import { editedText } from '../common/gap-edit.ts';
import { effectText, mutationKey } from '../common/mutations.ts';
import { callsIn } from '../common/references.ts';
import type { Declaration, GapMap, PlacedUnit, Scope, Unit } from '../common/scope.ts';
import type { Statement } from '../common/statement.ts';
import { readFunctionRest } from './declarations/functions.ts';
import { READERS } from './declarations/readers.ts';
import { Cursor, isOpenScope, type OpenScope, openScope } from './expressions/cursor.ts';
import { reuseUnchanged } from './reconcile.ts';
import { statementsIn } from './text/statement-list.ts';
import { type Token, type Tokens, tokenize } from './text/tokens.ts';

/**
 * The unit with another text, made from its version before; null where more than the body of one function differs, or
 * something outside of the body may depend on the difference. The scopes are those of the version before, with the
 * function's replaced in them.
 */
export function reparseBody({ unit }: PlacedUnit, source: string, scan: EmbeddedScanner | null): Unit | null {
  if (unit.gapMap === undefined || (unit.errors?.length ?? 0) > 0) return null;
  const edited = editedText(unit, unit.gapMap, source);
  if (edited === null) return null;
  const { region, gapMap, changed: where } = edited;
  const { of } = region;
  const { scope: old, span } = of!;
  const read = tokenize(gapMap.text, span.start, span.end);
  if (!closesAtEnd(read.tokens, region) || !isApart(read, gapMap, span)) return null;
  const found = notationsOfBody(unit, span, gapMap.text, read.regions, scan);
  if (found === null) return null;
  const scope = functionIn(read.tokens, region);
  if (scope === null || !isOpenScope(old) || !hasSameInterface(old, scope)) return null;
  // The template's parameters are what its body asserts of them.
  if (assertedText(old, unit.gapMap) !== assertedText(scope, gapMap)) return null;
  const called = callsIn(old);
  const before =
    of!.statements ?? statementsIn(tokenize(unit.gapMap.text, span.start, span.end).tokens, region.start);
  const statements = statementsIn(read.tokens, region.start);
  const difference = differingStatements(before, statements, where);
  const meanings = namesRebound(old, scope, difference.spans);
  // What a comment says may be about anything in the function.
  const notations = [...unit.notations.filter((n) => isInside(n.span, span)), ...found].map((n) => n.span);
  const changed = [...difference.spans, where, ...notations];
  const isHandedOtherwise = differing(functionsGiven(old), functionsGiven(scope)).length > 0;
  const otherwise = namesEscapingDifferently(old, scope);
  const parameters = scope.declarations.filter((d) => d.kind === 'parameter' && otherwise.includes(d.name));
  const returning = returningIn(old);
  reuseUnchanged(old, scope, changed);
  const names = [
    ...[...callsIn(scope).keys()].filter((name) => !called.has(name)),
    ...otherwise.map(mutationKey),
  ];
  const { words, around } = difference;
  const edit: StatementEdit = {
    kind: 'statements',
    region,
    scope,
    newReferences: names,
    // What a parameter holds depends on what is done with it.
    changedSpans: [...changed, ...parameters.map((d) => d.span)],
    reboundNames: meanings,
    escapesChanged: isHandedOtherwise,
    words,
    formerReturningLambdas: returning,
    enclosingStatements: around,
    statements,
  };
  return withBody(unit, edit, gapMap, found);
}

/** Whether every gap in a function stands between two tokens and in no comment. */
function isApart({ tokens, regions }: Tokens, { gaps }: GapMap, { start, end }: Span): boolean {
  const inside = gaps.filter((g) => start < g.at && g.at < end);
  const isCut = (spans: readonly Span[]): boolean => {
    let n = 0;
    for (const g of inside) {
      while (n < spans.length && spans[n]!.end <= g.at) n++;
      if (n < spans.length && spans[n]!.start < g.at + g.size) return true;
    }
    return false;
  };
  return !isCut(tokens) && !isCut(regions);
}

/** How two versions of a body differ. */
interface StatementDifference {
  /** Of statements that have no equal in the place in the other version. */
  readonly spans: readonly Span[];
  readonly words: ReadonlySet<string>;
  /** The statements of the later version in whose lambdas they stand. */
  readonly around: readonly Statement[];
}

function differingStatements(
  before: readonly Statement[],
  after: readonly Statement[],
  where: Span,
): StatementDifference {
  const placeOf = ({ extent, own }: Statement): string =>
    [extent, ...own].map(({ start, end }) => `${start} ${end}`).join();
  const isOutside = ({ own }: Statement): boolean =>
    own.every(({ start, end }) => end <= where.start || where.end <= start);
  const byPlace = (all: readonly Statement[]): ReadonlyMap<string, Statement> =>
    new Map(all.filter(isOutside).map((s) => [placeOf(s), s]));
  const [olds, news] = [byPlace(before), byPlace(after)];
  const words = new Set<string>();
  const spans: Span[] = [];
  const around = new Set<Statement>();
  const note = (statements: readonly Statement[], others: ReadonlyMap<string, Statement>): void => {
    for (const s of statements) {
      if (isOutside(s) && others.has(placeOf(s))) continue;
      spans.push(s.extent);
      for (const word of s.words) words.add(word);
      for (let outer = s.around; outer !== null; outer = outer.around) {
        const now = news.get(placeOf(outer));
        if (now !== undefined) around.add(now);
      }
    }
  };
  note(before, news);
  note(after, olds);
  return { spans, words, around: [...around] };
}

/** The names that mean something else, or are used in another way, because of statements that differ. */
function namesRebound(before: Scope, after: Scope, changed: readonly Span[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const scope of [before, after]) for (const name of declaredAt(scope, changed)) found.add(name);
  for (const name of namesEscapingDifferently(before, after)) found.add(name);
  for (const name of differing(declaredOnce(before), declaredOnce(after))) found.add(name);
  return found;
}

/** The names of variables that are assigned to or handed on in another way. */
function namesEscapingDifferently(before: Scope, after: Scope): readonly string[] {
  const used = (s: Scope): ReadonlySet<string> =>
    new Set(
      [...(s.escapes ?? [])].flatMap(([name, all]) => [...all.keys()].map((text) => `${name} ${text}`)),
    );
  return [
    ...differing(before.assigned, after.assigned),
    ...differing(used(before), used(after)).map((pair) => pair.slice(0, pair.indexOf(' '))),
  ];
}

const differing = (
  a: ReadonlySet<string> = new Set(),
  b: ReadonlySet<string> = new Set(),
): readonly string[] => [...[...a].filter((x) => !b.has(x)), ...[...b].filter((x) => !a.has(x))];

/** What the variables of a function are handed to. */
const functionsGiven = ({ escapes: uses }: Scope): ReadonlySet<string> =>
  new Set([...(uses?.values() ?? [])].flatMap((all) => [...all.keys()]));

function declaredOnce(root: Scope): ReadonlySet<string> {
  const once = new Set<string>();
  const seen = new Set<string>();
  const visit = (scope: Scope): void => {
    for (const { name } of scope.declarations) {
      if (seen.has(name)) once.delete(name);
      else once.add(name);
      seen.add(name);
    }
    for (const child of scope.children) visit(child);
  };
  visit(root);
  return once;
}

/** Where the lambdas of a function begin that return a value. */
function returningIn(root: Scope): ReadonlySet<number> {
  const found = new Set<number>();
  const visit = (scope: Scope): void => {
    if (scope !== root && scope.kind === 'function' && returnsValue(scope)) found.add(scope.span.start);
    for (const child of scope.children) visit(child);
  };
  visit(root);
  return found;
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/** Whether the brackets of the body are in pairs, and its last token is the brace that closes it. */
function closesAtEnd(tokens: readonly Token[], { start, end }: DependencyRegion): boolean {
  const open: string[] = [];
  for (const [i, { kind, text, start: at, end: to }] of tokens.entries()) {
    if (at < start || kind !== 'punctuation') continue;
    const closing = CLOSING.get(text);
    if (closing !== undefined) open.push(closing);
    else if (text === ')' || text === ']' || text === '}') {
      if (open.pop() !== text) return false;
      if (open.length === 0) return i === tokens.length - 2 && to === end;
    }
  }
  return false;
}

/** Reads the function of a region again, from its parameters on. */
function functionIn(tokens: readonly Token[], { of, start }: DependencyRegion): OpenScope | null {
  const { scope: old, around } = of!;
  const declared = around.flatMap((s) => s.declarations.filter((d) => d.bodyScope === old));
  const [first] = declared;
  if (first === undefined) return null;
  const outside = openScope('class', null, 0, null);
  const template = around.at(-1)!.kind === 'template' ? openScope('template', null, 0, outside) : null;
  const cursor = new Cursor(tokens, template ?? outside, READERS);
  const target = { into: outside, around: template ?? outside, template, start: old.span.start };
  const name = { name: old.name ?? '', span: first.nameSpan, isOperator: false, owner: null, args: null };
  readFunctionRest(cursor, target, name, first.type);
  const scope = target.around.children[0] as OpenScope | undefined;
  if (scope === undefined || !cursor.isEnd || scope.body !== start) return null;
  if (scope.span.start !== old.span.start || scope.span.end !== old.span.end) return null;
  if (old.owner !== undefined) scope.owner = old.owner;
  return keepsParameters(scope, old) ? scope : null;
}

/** Puts the parameters of the version before in the place of those that were read again. */
function keepsParameters(scope: OpenScope, old: Scope): boolean {
  const isParameter = (d: Declaration): boolean => d.kind === 'parameter';
  const parameters = old.declarations.filter(isParameter);
  const again = scope.declarations.filter(isParameter);
  if (parameters.length !== again.length) return false;
  for (const [i, p] of parameters.entries()) {
    if (scope.declarations[i] !== again[i] || old.declarations[i] !== p) return false;
    scope.declarations[i] = p;
  }
  return true;
}

/**
 * Whether the function is the same for those who do not look into its body: it returns something or not, and holds its
 * parameters as they were given. Classes of a body are told apart by where they stand, which does not change.
 */
function hasSameInterface(old: Scope, scope: Scope): boolean {
  if (returnsValue(old) !== returnsValue(scope) || hasClass(old) || hasClass(scope)) return false;
  const effect = (s: Scope, d: Declaration): unknown =>
    d.isReference === true && d.isConstant !== true ? effectText(s, d.name) : s.assigned?.has(d.name);
  return scope.declarations.every((d) => d.kind !== 'parameter' || effect(old, d) === effect(scope, d));
}

const assertedText = ({ assertions = [] }: Scope, { text }: GapMap): string =>
  assertions.map(({ span }) => text.slice(span.start, span.end)).join(';');

const hasClass = (scope: Scope): boolean =>
  scope.children.some((child) => child.kind === 'class' || hasClass(child));
