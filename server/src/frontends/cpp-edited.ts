// A piece of C++ after an edit in the body of one of its functions: that function is read again, and the rest of the
// piece stays what it was.

import { difference } from '../syntax/difference.ts';
import { isInside, type Region, regionsOf, replaceBody, returnsValue } from './bodies.ts';
import { Cursor, type OpenScope, openScope } from './cpp-cursor.ts';
import { readFunctionRest } from './cpp-functions.ts';
import { READERS } from './cpp-readers.ts';
import { type Token, tokenize } from './cpp-tokens.ts';
import type { EmbeddedScanner } from './embedded.ts';
import { callsIn } from './mentions.ts';
import type { Declaration, PlacedUnit, Scope, Spacing, Unit } from './scope.ts';
import { inUnit } from './spacing.ts';

/**
 * The unit with another text, made from its version before; null where more than the body of one function differs, or
 * something outside of the body may depend on the difference. The scopes are those of the version before, with the
 * function's replaced in them.
 */
export function editedUnit(before: PlacedUnit, source: string, scan: EmbeddedScanner | null): Unit | null {
  const { unit } = before;
  if (unit.spacing === undefined || (unit.errors?.length ?? 0) > 0) return null;
  const edited = editedText(unit, unit.spacing, source);
  if (edited === null) return null;
  const { region, spacing } = edited;
  const { scope: old, span } = region.of!;
  const { tokens, regions } = tokenize(spacing.text, span.start, span.end);
  if (!closesAtEnd(tokens, region)) return null;
  const found = scan === null || regions.length === 0 ? NOTHING : scan(spacing.text, regions);
  const isHere = (each: { readonly span: typeof span }): boolean => isInside(each.span, span);
  if (found.directives.length > 0 || unit.directives.some(isHere)) return null;
  const scope = functionIn(tokens, region);
  if (scope === null || !isSameFromOutside(old, scope)) return null;
  const called = callsIn(old);
  const names = [...callsIn(scope).keys()].filter((name) => !called.has(name));
  replaceBody(unit, { region, names }, scope);
  return {
    ...unit,
    spacing,
    notations: [...unit.notations.filter((n) => !isHere(n)), ...found.notations],
    edits: (unit.edits ?? 0) + 1,
  };
}

const NOTHING: ReturnType<EmbeddedScanner> = { notations: [], directives: [] };

/** The body that differs, and the text with the rest of it where it was. */
function editedText(
  unit: Unit,
  spacing: Spacing,
  source: string,
): { readonly region: Region; readonly spacing: Spacing } | null {
  const changed = difference(spacing.source, source);
  if (changed === null) return null;
  const start = inUnit(spacing, changed.start);
  const end = inUnit(spacing, changed.oldEnd);
  // Between the braces: they themselves stay.
  const region = regionsOf(unit).find((r) => r.isBody && r.start < start && end < r.end);
  const gap = spacing.gaps.find((g) => g.at + g.size + 1 === region?.end);
  if (region === undefined || gap === undefined || end > gap.at) return null;
  const by = source.length - spacing.source.length;
  if (gap.size < by) return null;
  const text = [
    spacing.text.slice(0, start),
    source.slice(changed.start, changed.newEnd),
    spacing.text.slice(end, gap.at),
    ' '.repeat(gap.size - by),
    spacing.text.slice(gap.at + gap.size),
  ].join('');
  const gaps = spacing.gaps.map((g) => (g === gap ? { at: g.at + by, size: g.size - by } : g));
  return { region, spacing: { source, text, gaps } };
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/** Whether the brackets of the body are in pairs, and its last token is the brace that closes it. */
function closesAtEnd(tokens: readonly Token[], { start, end }: Region): boolean {
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
function functionIn(tokens: readonly Token[], { of, start }: Region): Scope | null {
  const { scope: old, around } = of!;
  const declared = around.flatMap((s) => s.declarations.filter((d) => d.opens === old));
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
function isSameFromOutside(old: Scope, scope: Scope): boolean {
  if (returnsValue(old) !== returnsValue(scope) || hasClass(old) || hasClass(scope)) return false;
  return scope.declarations.every(
    (d) => d.kind !== 'parameter' || old.assigned?.has(d.name) === scope.assigned?.has(d.name),
  );
}

const hasClass = (scope: Scope): boolean =>
  scope.children.some((child) => child.kind === 'class' || hasClass(child));
