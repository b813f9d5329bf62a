// Python: a file → units, one for each statement at module level with the comments before it.
//
// The file is cut into its statements by its brackets, strings and indentation, and tree-sitter-python reads each of
// them on its own, where it is not known from the version before: docs/architecture.md has the figures.

import type { SyntaxDocument } from '../../syntax/document.ts';
import type { EmbeddedScanner } from '../common/embedded.ts';
import { dottedParts } from '../common/expression-parts.ts';
import { KnownUnits } from '../common/known-units.ts';
import type { Include, Module, PlacedUnit, Scope, Unit } from '../common/scope.ts';
import { plainDeclaration, ScopeBuilder } from './scope.ts';
import { opaque } from './source.ts';
import { lowerStatements } from './statements.ts';
import { cutStatements } from './syntax/cut.ts';
import { readEdited, readPieces } from './syntax/read.ts';
import type { PyTree } from './syntax/tree.ts';
import { UnitUses } from './unit-uses.ts';

/** Lowers the file. Units whose text `previous` has too are taken from it as they are. */
export function lowerPython(
  document: SyntaxDocument,
  previous: Module | null,
  scan: EmbeddedScanner | null,
): Module {
  const { text } = document;
  const units = placedUnits(document, new KnownUnits(previous), scan);
  const last = ambiguousNames(units, text.length);
  return {
    dialect: 'python',
    units: last === null ? units : [...units, last],
    includes: units.flatMap(importsOf),
  };
}

function placedUnits(
  document: SyntaxDocument,
  known: KnownUnits<PlacedUnit>,
  scan: EmbeddedScanner | null,
): readonly PlacedUnit[] {
  const { text } = document;
  const pieces = cutStatements(text).map(({ start, end }) => {
    const source = text.slice(start, end);
    return { start, source, unit: known.take(source) };
  });
  const unread = pieces.filter(({ unit }) => unit === undefined).map(({ source }) => source);
  // An edit in a class of thousands of lines is read in the time that its own line takes.
  const isEdit = !known.isEmpty && unread.length === 1;
  const trees = isEdit ? [readEdited(document, unread[0]!)].values() : readPieces(document.parser, unread);
  return pieces.map(({ start, source, unit }) => ({
    start,
    unit: unit ?? lowerPiece(trees.next().value!, source, scan),
    text: source,
    namespace: [],
  }));
}

function importsOf({ start: at, unit }: PlacedUnit): readonly Include[] {
  const includes: Include[] = [];
  for (const { kind, init, span } of unit.scope.declarations) {
    if (kind !== 'import' || init === null) continue;
    includes.push({
      path: dottedParts(init).join('.'),
      span: { start: span.start + at, end: span.end + at },
    });
  }
  return includes;
}

function lowerPiece({ statements, regions }: PyTree, source: string, scan: EmbeddedScanner | null): Unit {
  const builder = new ScopeBuilder('file', null);
  lowerStatements(statements, builder, source);
  const { length } = source;
  const end = { start: length, end: length };
  for (const name of builder.foreignWrites)
    if (!builder.bound.has(name))
      builder.rebind(name, length, opaque(end, `${name} is changed by a function`));
  const own = builder.build({ start: 0, end: length });
  const scope: Scope = { ...own, assigned: new Set(), escapes: new UnitUses(() => scope) };
  if (scan === null || regions.length === 0) return { scope, notations: [], directives: [] };
  return { scope, ...scan(source, regions) };
}

/**
 * A last unit, of no text, in which the names that the module binds more than once are unknown:
 * functions look them up when they are called, and that may be before or after each assignment.
 */
function ambiguousNames(units: readonly PlacedUnit[], end: number): PlacedUnit | null {
  const counts = new Map<string, number>();
  for (const { unit } of units) {
    for (const { kind, name } of unit.scope.declarations) {
      if (kind === 'value') counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const builder = new ScopeBuilder('file', null);
  const nowhere = { start: 0, end: 0 };
  for (const [name, count] of counts) {
    if (count < 2) continue;
    const reason = `${name} is assigned ${count} times in this module`;
    builder.declarations.push(plainDeclaration('value', name, nowhere, nowhere, opaque(nowhere, reason)));
  }
  if (builder.declarations.length === 0) return null;
  const unit: Unit = { scope: builder.build(nowhere), notations: [], directives: [] };
  return { start: end, unit, text: '', namespace: [] };
}
