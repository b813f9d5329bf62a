// C++ and CUDA. A file is cut into pieces: what stands in its namespaces. Each piece is read on its own, once for every
// text that it ever has, so an edit costs the piece it is in.

import type { SyntaxDocument } from '../syntax/document.ts';
import { maskCpp } from '../syntax/mask-cpp.ts';
import type { MacroDefinition } from '../syntax/preprocessor-lines.ts';
import { Cursor, openScope } from './cpp-cursor.ts';
import { editedUnit } from './cpp-edited.ts';
import { readExpression } from './cpp-expressions.ts';
import { type FileMacros, fileMacros, headOf, withHeadExpanded } from './cpp-heads.ts';
import { macroText } from './cpp-macro-text.ts';
import { cutPieces } from './cpp-pieces.ts';
import { opaque } from './cpp-place.ts';
import { READERS } from './cpp-readers.ts';
import { spaced } from './cpp-spacing.ts';
import { readStatements } from './cpp-statements.ts';
import { type Region, tokenize } from './cpp-tokens.ts';
import { declarationOf } from './declaration.ts';
import type { Expr } from './expression.ts';
import type { Directive, Module, Notation, PlacedUnit, Scope, Unit } from './scope.ts';

/** Finds layout text and directives in comments and strings. */
export type EmbeddedScanner = (
  text: string,
  regions: readonly Region[],
) => { readonly notations: readonly Notation[]; readonly directives: readonly Directive[] };

const NOTHING: ReturnType<EmbeddedScanner> = { notations: [], directives: [] };

/**
 * Reads one piece of C++, masked: declarations as they stand in a namespace. `isEdited`: the piece may be edited, and its
 * functions get room to grow in.
 */
export function lowerCppUnit(
  source: string,
  scan: EmbeddedScanner | null,
  macros: FileMacros = NO_MACROS,
  isEdited = false,
): Unit {
  const head = headOf(source, macros);
  const read = tokenize(source);
  const room = isEdited && head === '' ? spaced(source, read) : null;
  const text = room?.spacing.text ?? source;
  const { tokens: written, regions } = room?.tokens ?? read;
  const tokens = head === '' ? written : withHeadExpanded(written, macros);
  const scope = openScope('file', null, 0, null);
  scope.span.end = text.length;
  const cursor = new Cursor(tokens, scope, READERS);
  while (!cursor.isEnd) {
    readStatements(cursor, scope, 'namespace');
    // A brace that closes nothing here belongs to a scope that an error has hidden.
    if (!cursor.isEnd) cursor.next();
  }
  const found = scan === null || regions.length === 0 ? NOTHING : scan(text, regions);
  return {
    scope,
    ...found,
    ...(head === '' ? {} : { head }),
    ...(room === null ? {} : { spacing: room.spacing }),
  };
}

const NO_MACROS: FileMacros = new Map();

/** Reads what a macro's call is replaced with, where it stands in a function: expressions and statements. */
export function lowerCppExpansion(text: string): Scope {
  const { tokens } = tokenize(maskCpp(text).text);
  const scope = openScope('block', null, 0, null);
  scope.span.end = text.length;
  const cursor = new Cursor(tokens, scope, READERS);
  while (!cursor.isEnd) {
    readStatements(cursor, scope, 'block');
    if (!cursor.isEnd) cursor.next();
  }
  return scope;
}

/** `#define N 128` as a declaration. `macro` is in offsets of a text that has `text` at `macro.start`. */
export function lowerCppMacro(text: string, macro: MacroDefinition): Unit {
  const nameStart = macro.nameStart - macro.start;
  const body = text.slice(0, macro.bodyEnd - macro.start);
  const bodyStart = macro.bodyStart - macro.start;
  const span = { start: 0, end: text.length };
  const scope = openScope('file', null, 0, null);
  scope.span.end = text.length;
  let init: Expr | null = null;
  if (macro.isFunction) init = opaque(span, 'a macro with parameters has no value of its own');
  else if (bodyStart < body.length) {
    const { tokens } = tokenize(' '.repeat(bodyStart) + body.slice(bodyStart));
    const cursor = new Cursor(tokens, scope, READERS);
    init = readExpression(cursor);
    if (!cursor.isEnd) init = opaque(span, 'the macro is no single expression');
    else if (init.kind === 'binary' || init.kind === 'conditional') {
      // Substituted as text, it would mix with the operators around the name.
      const wrapped = /^\(.*\)$/s.test(body.slice(bodyStart));
      if (!wrapped) init = opaque(span, 'the macro is an expression without parentheses');
    }
  }
  const nameSpan = { start: nameStart, end: nameStart + macro.name.length };
  scope.declarations.push(
    declarationOf({ kind: 'macro', name: macro.name, nameSpan, init }, span, {
      isConstant: true,
      macro: macroText(text, macro),
    }),
  );
  return { scope, notations: [], directives: [] };
}

/** Units of one text are the same when the macros that their beginning calls are. */
const keyOf = (text: string, head = ''): string => (head === '' ? text : `${text}\0${head}`);

const sourceOf = ({ text, unit: { spacing } }: PlacedUnit): string => spacing?.source ?? text;

/** The unit that alone has another text now; null where there are several, or it stands in the file twice. */
function onlyChange(
  { units }: Module,
  sources: readonly { readonly key: string }[],
  known: ReadonlyMap<string, Unit>,
): PlacedUnit | null {
  if (sources.filter(({ key }) => !known.has(key)).length !== 1) return null;
  const keys = new Set(sources.map(({ key }) => key));
  const gone = units.filter((p) => !isMacro(p) && !keys.has(keyOf(sourceOf(p), p.unit.head)));
  return gone.length === 1 ? gone[0]! : null;
}

const isMacro = ({ unit: { scope } }: PlacedUnit): boolean => scope.declarations[0]?.kind === 'macro';

/**
 * Lowers a file. Units whose text is the same as in `previous` are taken from there, wherever they stand.
 * Never fails: what cannot be read is skipped. `isEdited`: see lowerCppUnit.
 */
export function lowerCpp(
  document: SyntaxDocument,
  previous: Module | null,
  scan: EmbeddedScanner | null,
  isEdited: boolean,
): Module {
  const text = document.parsed;
  const known = new Map<string, Unit>();
  for (const placed of previous?.units ?? [])
    known.set(keyOf(sourceOf(placed), placed.unit.head), placed.unit);
  const macros = fileMacros(document.text, document.masked?.macros ?? []);
  const found = cutPieces({ text, written: document.text }, 'with comments');
  const units: PlacedUnit[] = [];
  const sources = found.map(({ start, end }) => {
    const source = text.slice(start, end);
    return { source, key: keyOf(source, headOf(source, macros)) };
  });
  const changed = previous === null ? null : onlyChange(previous, sources, known);
  for (const [i, { start, namespace }] of found.entries()) {
    const { source, key } = sources[i]!;
    let unit = known.get(key);
    if (unit === undefined) {
      unit =
        (changed === null ? null : editedUnit(changed, source, scan)) ??
        lowerCppUnit(source, scan, macros, isEdited);
      known.set(key, unit);
    }
    units.push({ start, unit, text: unit.spacing?.text ?? source, namespace });
  }
  const masked = document.masked;
  for (const macro of masked?.macros ?? []) {
    const line = document.text.slice(macro.start, macro.end);
    const unit = known.get(line) ?? lowerCppMacro(line, macro);
    units.push({ start: macro.start, unit, text: line, namespace: [] });
  }
  units.sort((a, b) => a.start - b.start);
  return {
    dialect: 'cpp',
    units,
    includes: (masked?.includes ?? []).map(({ path, start, end }) => ({ path, span: { start, end } })),
    conditionals: masked?.conditionals ?? [],
  };
}
