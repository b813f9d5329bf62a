// Python: a file → units, one for each statement at module level with the comments before it.
//
// The file is cut into its statements by its brackets, strings and indentation, and tree-sitter-python reads each of
// them on its own, where it is not known from the version before: docs/architecture.md has the figures.

import type { Parser } from 'web-tree-sitter';
import type { SyntaxDocument } from '../../syntax/document.ts';
import { dependencyRegionAt } from '../common/body-edits.ts';
import type { EmbeddedScanner } from '../common/embedded.ts';
import { dottedParts } from '../common/expression-parts.ts';
import { type EditedText, editedText } from '../common/gap-edit.ts';
import { fileSpan } from '../common/gap-map.ts';
import { KnownUnits } from '../common/known-units.ts';
import type { GapMap, Include, Module, PlacedUnit, Scope, Unit } from '../common/scope.ts';
import { UnitUses } from './aliases/unit-uses.ts';
import { rereadBody } from './reread.ts';
import { plainDeclaration, ScopeBuilder } from './scope.ts';
import { opaque } from './source.ts';
import { lowerStatements } from './statements.ts';
import { type Cut, cutStatements } from './syntax/cut.ts';
import { endingBehindGap, endsBehindGaps, isApart, withGaps } from './syntax/gaps.ts';
import { readEdited, readPieces } from './syntax/read.ts';
import type { PyTree } from './syntax/tree.ts';
import { changesOneOf, nameAlone, UnreadPiece, withoutUnread } from './unread.ts';

/** How the files were cut of which there is a later version now and then. */
const cuts = new WeakMap<Module, Cut>();

/** Lowers the file. Units whose text `previous` has too are taken from it as they are. */
export function lowerPython(
  document: SyntaxDocument,
  previous: Module | null,
  scan: EmbeddedScanner | null,
): Module {
  const { text } = document;
  const before = previous === null ? undefined : cuts.get(previous);
  const cut = cutStatements(text, before);
  // Behind the statements there may be a unit of no text.
  const known = previous?.units.slice(0, before?.pieces.length) ?? null;
  return moduleOf(text, cut, placedUnits(document, cut, known, scan));
}

function moduleOf(text: string, cut: Cut, units: readonly PlacedUnit[]): Module {
  const last = ambiguousNames(units, text.length);
  const module: Module = {
    dialect: 'python',
    units: last === null ? units : [...units, last],
    includes: withoutUnread(units).flatMap(importsOf),
  };
  cuts.set(module, cut);
  return module;
}

/** The same of a module that others import: its classes and functions are read when somebody asks what is in them. */
export function lowerImported(document: SyntaxDocument, scan: EmbeddedScanner | null): Module {
  const { text, parser } = document;
  const cut = cutStatements(text);
  const pieces = cut.pieces.map(({ start, end }) => ({ start, source: text.slice(start, end) }));
  const alone = pieces.map(({ source }) => nameAlone(source));
  const read = readAll(
    parser,
    pieces.filter((_, i) => alone[i] === null).map(({ source }) => source),
    scan,
  );
  const named = new Set(read.flatMap(({ scope }) => scope.declarations.map(({ name }) => name)));
  const changes = changesOneOf(named);
  const lower = (source: string): Unit => readAll(parser, [source], scan)[0]!;
  const others = read.values();
  const units = pieces.map(({ start, source }, i): PlacedUnit => {
    const name = alone[i] ?? null;
    if (name === null) return placedAt(start, others.next().value!, source);
    return changes(source)
      ? placedAt(start, lower(source), source)
      : new UnreadPiece(start, source, name, lower);
  });
  return moduleOf(text, cut, units);
}

/** All of such a module. */
export function readWhole(module: Module, parser: Parser, scan: EmbeddedScanner | null): Module {
  const unread = module.units.filter((placed) => placed instanceof UnreadPiece);
  if (unread.length === 0) return module;
  const open = unread.filter(({ isRead }) => !isRead);
  const texts = open.map(({ text }) => text);
  for (const [i, unit] of readAll(parser, texts, scan).entries()) open[i]!.take(unit);
  const units = module.units.map((placed) =>
    placed instanceof UnreadPiece ? placedAt(placed.start, placed.unit, placed.text) : placed,
  );
  const whole = { ...module, units };
  const cut = cuts.get(module);
  if (cut !== undefined) cuts.set(whole, cut);
  return whole;
}

const readAll = (parser: Parser, texts: readonly string[], scan: EmbeddedScanner | null): readonly Unit[] => {
  const trees = readPieces(parser, texts);
  return texts.map((source) => lowerPiece(trees.next().value!, source, scan, null));
};

const placedAt = (start: number, unit: Unit, source: string): PlacedUnit => ({
  start,
  unit,
  text: unit.gapMap?.text ?? source,
  namespace: [],
});

/** `before`: the units of an earlier version, of which the first and the last ones may be as they were; null: there is none. */
function placedUnits(
  document: SyntaxDocument,
  { pieces, first, last }: Cut,
  before: readonly PlacedUnit[] | null,
  scan: EmbeddedScanner | null,
): readonly PlacedUnit[] {
  if (before === null) return lowerUnits(document, pieces, null, scan);
  const behind = pieces.length - last;
  const moved = before.slice(before.length - last);
  return [
    ...before.slice(0, first),
    ...lowerUnits(document, pieces.slice(first, behind), before.slice(first, before.length - last), scan),
    ...moved.map((placed, i) => ({ ...placed, start: pieces[behind + i]!.start })),
  ];
}

/** Units are taken from an earlier version where their text is the same. */
function lowerUnits(
  document: SyntaxDocument,
  cut: Cut['pieces'],
  before: readonly PlacedUnit[] | null,
  scan: EmbeddedScanner | null,
): readonly PlacedUnit[] {
  const { text } = document;
  const known = new KnownUnits(before ?? []);
  const pieces = cut.map(({ start, end }) => {
    const source = text.slice(start, end);
    return { start, source, unit: known.take(source) };
  });
  const unread = pieces.filter(({ unit }) => unit === undefined).map(({ source }) => source);
  if (before !== null && unread.length === 1) {
    const left = known.left.length === 1 ? known.left[0]!.unit : null;
    return pieces.map(({ start, source, unit }) =>
      placedAt(start, unit ?? editedPiece(document, left, source, scan), source),
    );
  }
  const others = readAll(document.parser, unread, scan).values();
  return pieces.map(({ start, source, unit }) => placedAt(start, unit ?? others.next().value!, source));
}

/**
 * A statement in which somebody types. An edit in a class of thousands of lines is read in the time that its function
 * takes, from the second one on: the first one makes room in it.
 */
function editedPiece(
  document: SyntaxDocument,
  before: Unit | null,
  source: string,
  scan: EmbeddedScanner | null,
): Unit {
  const edited = before?.gapMap === undefined ? null : editedText(before, before.gapMap, source);
  const again = before === null || edited === null ? null : bodyAgain(document, before, edited, scan);
  if (again !== null) return again;
  const gapMap = edited?.gapMap ?? withGaps(source);
  const tree = gapMap === null ? null : readEdited(document, gapMap.text);
  if (gapMap === null || tree === null || !isApart(gapMap, tree.regions))
    return lowerPiece(readEdited(document, source), source, scan, null);
  return lowerPiece(tree, gapMap.text, scan, gapMap);
}

/** The statement where nothing differs but the body of one function, which alone is read. */
function bodyAgain(
  document: SyntaxDocument,
  before: Unit,
  edited: EditedText,
  scan: EmbeddedScanner | null,
): Unit | null {
  const { region, gapMap } = edited;
  const { span } = region.of!;
  // Decorators and the name stand before what is edited, and behind the function before.
  const between = dependencyRegionAt(before, span.start - 1);
  const part = { start: Math.max(0, between.start), end: span.end };
  const tree = readEdited(document, gapMap.text, part);
  return isApart(gapMap, tree.regions) ? rereadBody(before, edited, tree, scan) : null;
}

function importsOf(placed: PlacedUnit): readonly Include[] {
  const includes: Include[] = [];
  for (const { kind, init, span } of placed.unit.scope.declarations) {
    if (kind !== 'import' || init === null) continue;
    includes.push({ path: dottedParts(init).join('.'), span: fileSpan(placed, span) });
  }
  return includes;
}

function lowerPiece(
  { statements, regions }: PyTree,
  source: string,
  scan: EmbeddedScanner | null,
  gapMap: GapMap | null,
): Unit {
  const builder = new ScopeBuilder('file', null);
  builder.isEdited = gapMap !== null;
  const ends = gapMap === null ? null : endsBehindGaps(gapMap);
  const nodes = ends === null ? statements : statements.map((node) => endingBehindGap(node, ends));
  lowerStatements(nodes, builder, source);
  const { length } = source;
  const end = { start: length, end: length };
  for (const name of builder.foreignWrites)
    if (!builder.bound.has(name))
      builder.rebind(name, length, opaque(end, `${name} is changed by a function`));
  const own = builder.build({ start: 0, end: length });
  const scope: Scope = { ...own, assigned: new Set(), escapes: new UnitUses(() => scope) };
  const room = gapMap === null ? {} : { gapMap };
  if (scan === null || regions.length === 0) return { scope, notations: [], directives: [], ...room };
  return { scope, ...scan(source, regions), ...room };
}

/**
 * A last unit, of no text, in which the names that the module binds more than once are unknown:
 * functions look them up when they are called, and that may be before or after each assignment.
 */
function ambiguousNames(units: readonly PlacedUnit[], end: number): PlacedUnit | null {
  const counts = new Map<string, number>();
  for (const { unit } of withoutUnread(units)) {
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
