// Python: a file → units, one for each statement at module level with the comments before it.
//
// The tree of tree-sitter-python says which statements the module has. What is inside a statement is
// read from its text, by frontends/python/syntax/parser.ts, which names its nodes as tree-sitter does (a test compares
// the two). Reading the tree itself would cost too much: 10,000 lines (392 kB) of CuTe DSL kernels take
// 47 ms to parse, 40 ms more to walk with one cursor, and 9 ms to lower, which is more than twice the
// bare parse before anything is evaluated; read from the text they take 20 ms instead of the 40.

import type { Node } from 'web-tree-sitter';
import type { SyntaxDocument } from '../../syntax/document.ts';
import type { EmbeddedScanner } from '../common/embedded.ts';
import { dottedParts } from '../common/expression-parts.ts';
import { KnownUnits } from '../common/known-units.ts';
import type { Include, Module, PlacedUnit, Unit } from '../common/scope.ts';
import { plainDeclaration, ScopeBuilder } from './scope.ts';
import { opaque, type Source } from './source.ts';
import { lowerStatements } from './statements.ts';
import { parsePython } from './syntax/parser.ts';

/** Lowers the file. Units whose text `previous` has too are taken from it as they are. */
export function lowerPython(
  document: SyntaxDocument,
  previous: Module | null,
  scan: EmbeddedScanner | null,
): Module {
  const { text } = document;
  const known = new KnownUnits(previous);
  const units: PlacedUnit[] = [];
  const includes: Include[] = [];
  for (const group of groupStatements(document.tree.rootNode, text)) {
    const source = text.slice(group.start, group.end);
    const unit = known.take(source) ?? lowerGroup(group, text, scan);
    units.push({ start: group.start, unit, text: source, namespace: [] });
    for (const declaration of unit.scope.declarations) {
      if (declaration.kind !== 'import' || declaration.init === null) continue;
      const path = dottedParts(declaration.init).join('.');
      const { start, end } = declaration.span;
      includes.push({ path, span: { start: start + group.start, end: end + group.start } });
    }
  }
  const last = ambiguousNames(units, text.length);
  return { dialect: 'python', units: last === null ? units : [...units, last], includes };
}

interface Group {
  readonly start: number;
  end: number;
}

/** A statement with the comments before it and behind it on its line; trailing comments alone. */
function groupStatements(root: Node, text: string): Group[] {
  const groups: Group[] = [];
  let comments: Group | null = null;
  for (const { type, startIndex: start, endIndex: end } of root.children) {
    if (start === end) continue;
    if (type !== 'comment') {
      groups.push({ start: comments?.start ?? start, end });
      comments = null;
      continue;
    }
    const last = comments === null ? groups.at(-1) : undefined;
    if (last !== undefined && !text.slice(last.end, start).includes('\n')) last.end = end;
    else if (comments === null) comments = { start, end };
    else comments.end = end;
  }
  if (comments !== null) groups.push(comments);
  return groups;
}

function lowerGroup(group: Group, text: string, scan: EmbeddedScanner | null): Unit {
  const source: Source = { text, origin: group.start };
  const { root, regions } = parsePython(text, group.start, group.end);
  const builder = new ScopeBuilder('file', null);
  lowerStatements(root.children, builder, source);
  const length = group.end - group.start;
  for (const name of builder.foreignWrites) {
    if (!builder.bound.has(name)) {
      builder.rebind(
        name,
        length,
        opaque({ start: length, end: length }, `${name} is changed by a function`),
      );
    }
  }
  const scope = builder.build({ start: 0, end: length });
  if (scan === null || regions.length === 0) return { scope, notations: [], directives: [] };
  const relative = regions.map(({ start, end, within }) => ({
    start: start - group.start,
    end: end - group.start,
    within,
  }));
  const { notations, directives } = scan(text.slice(group.start, group.end), relative);
  return { scope, notations, directives };
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
