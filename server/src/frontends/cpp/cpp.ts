// C++ and CUDA. A file is cut into chunks: what stands in its namespaces. Each chunk is read on its own, once for every
// text that it ever has, so an edit costs the chunk it is in.

import { maskCpp } from '../../syntax/cpp/mask.ts';
import type { MacroDefinition } from '../../syntax/cpp/preprocessor-lines.ts';
import type { SupposedMacro } from '../../syntax/cpp/supposed-macros.ts';
import type { SyntaxDocument } from '../../syntax/document.ts';
import { declarationOf } from '../common/declaration.ts';
import type { Expr } from '../common/expression.ts';
import type { Directive, Module, Notation, PlacedUnit, Scope, Unit } from '../common/scope.ts';
import { READERS } from './declarations/readers.ts';
import { readStatements } from './declarations/statements.ts';
import { Cursor, openScope } from './expressions/cursor.ts';
import { readExpression } from './expressions/expressions.ts';
import { opaque } from './expressions/parse-context.ts';
import { reparseBody } from './reparse.ts';
import { type ChunkedFile, cutFile, type TopLevelChunk } from './text/chunks.ts';
import { withGaps } from './text/gaps.ts';
import { type FileMacros, fileMacros, headExpansion, withHeadExpanded } from './text/heads.ts';
import { macroText } from './text/macro-text.ts';
import { type Region, type Token, tokenize } from './text/tokens.ts';
import { bodyOfUnit } from './text/unread.ts';

/** Finds layout text and directives in comments and strings. */
type EmbeddedScanner = (
  text: string,
  regions: readonly Region[],
) => { readonly notations: readonly Notation[]; readonly directives: readonly Directive[] };

const NOTHING: ReturnType<EmbeddedScanner> = { notations: [], directives: [] };

/**
 * Reads one chunk of C++, masked: declarations as they stand in a namespace. `isEdited`: the chunk may be edited, and
 * its functions get room to grow in.
 */
export function lowerCppUnit(
  source: string,
  scan: EmbeddedScanner | null,
  macros: FileMacros = NO_MACROS,
  isEdited = false,
): Unit {
  const head = headExpansion(source, macros);
  const read = tokenize(source);
  const room = isEdited && head === '' ? withGaps(source, read) : null;
  const text = room?.gapMap.text ?? source;
  const { tokens: written, regions } = room?.tokens ?? read;
  const tokens = head === '' ? written : withHeadExpanded(written, macros);
  const { scope } = readAll(tokens, 'file', text.length);
  const found = scan === null || regions.length === 0 ? NOTHING : scan(text, regions);
  return {
    scope,
    ...found,
    ...(head === '' ? {} : { head }),
    ...(room === null ? {} : { gapMap: room.gapMap }),
  };
}

/** The same of a chunk that is not edited and of which comments say nothing: its body is read when somebody asks for it. */
export function lowerCppHeading(source: string, macros: FileMacros): Unit {
  const unread = headExpansion(source, macros) === '' ? bodyOfUnit(source) : [];
  if (unread.length > 0) {
    const { tokens } = tokenize(source, 0, source.length, unread);
    const { scope, deferred } = readAll(tokens, 'file', source.length);
    // Braces that turned out to be something else have to be read with what is in them.
    if (deferred === unread.length) return { scope, notations: [], directives: [], isUnread: true };
  }
  return lowerCppUnit(source, null, macros);
}

/** Reads all of a text of such a length, whatever stands in it. */
function readAll(tokens: readonly Token[], kind: 'file' | 'block', length: number): Cursor {
  const scope = openScope(kind, null, 0, null);
  scope.span.end = length;
  const cursor = new Cursor(tokens, scope, READERS);
  while (!cursor.isEnd) {
    readStatements(cursor, scope, kind === 'file' ? 'namespace' : kind);
    // A brace that closes nothing here belongs to a scope that an error has hidden.
    if (!cursor.isEnd) cursor.next();
  }
  return cursor;
}

const NO_MACROS: FileMacros = new Map();

/** Reads what a macro's call is replaced with, where it stands in a function: expressions and statements. */
export function lowerCppExpansion(text: string): Scope {
  return readAll(tokenize(maskCpp(text).text).tokens, 'block', text.length).scope;
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

const sourceOf = ({ text, unit: { gapMap } }: PlacedUnit): string => gapMap?.source ?? text;

/** How a file was lowered, for its next version. */
interface Lowering {
  readonly cut: ChunkedFile;
  /** The unit of each chunk. */
  readonly placed: readonly PlacedUnit[];
  readonly macros: FileMacros;
  /** The definitions of macros, as written, and their units. */
  readonly definitions: readonly string[];
  readonly defined: readonly PlacedUnit[];
}

const NOT_LOWERED: Lowering = {
  cut: { chunks: [], cut: null, first: 0, last: 0 },
  placed: [],
  macros: NO_MACROS,
  definitions: [],
  defined: [],
};

const lowerings = new WeakMap<Module, Lowering>();

/**
 * Lowers a file. Units whose text is the same as in `previous` are taken from there: those before and behind an edit
 * without a look at them, others wherever they stand. Never fails: what cannot be read is skipped. `isEdited`: see
 * lowerCppUnit.
 */
export function lowerCpp(...of: Parameters<typeof lowerCppSteps>): Module {
  const steps = lowerCppSteps(...of);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The same, unit by unit. */
export function* lowerCppSteps(
  document: SyntaxDocument,
  previous: Module | null,
  scan: EmbeddedScanner | null,
  isEdited: boolean,
  others: readonly PlacedUnit[] = [],
): Generator<void, Module> {
  const { masked, text: written, parsed: text } = document;
  const before = (previous === null ? undefined : lowerings.get(previous)) ?? NOT_LOWERED;
  const found = masked?.macros ?? [];
  const definitions = found.map(({ start, end }) => written.slice(start, end));
  const isSame =
    definitions.length === before.definitions.length &&
    definitions.every((line, i) => line === before.definitions[i]);
  const macros = isSame ? before.macros : fileMacros(written, found);
  const cut = cutFile({ text, written }, 'with comments', before.cut);
  // Any of the units may begin with a call of one of the macros.
  const { first, last } = isSame ? cut : NOT_LOWERED.cut;
  const { chunks } = cut;
  const kept = [...before.placed.slice(0, first), ...before.placed.slice(before.placed.length - last)];
  const lowered = yield* lowerChunks(
    text,
    chunks.slice(first, chunks.length - last),
    { old: before.placed.slice(first, before.placed.length - last), kept: [...kept, ...others] },
    macros,
    scan,
    isEdited,
  );
  const placed = [
    ...kept.slice(0, first),
    ...lowered,
    ...kept.slice(first).map((unit, i) => movedTo(unit, chunks[chunks.length - last + i]!.start)),
  ];
  const known = new Map([...others, ...before.defined].map(({ text: line, unit }) => [line, unit]));
  const defined = found.map((macro, i): PlacedUnit => {
    const line = definitions[i]!;
    return {
      start: macro.start,
      unit: known.get(line) ?? lowerCppMacro(line, macro),
      text: line,
      namespace: [],
    };
  });
  const units = defined.length === 0 ? placed : [...placed, ...defined].sort((a, b) => a.start - b.start);
  const module: Module = {
    dialect: 'cpp',
    units,
    includes: (masked?.includes ?? []).map(({ path, start, end }) => ({ path, span: { start, end } })),
    conditionals: masked?.conditionals ?? [],
  };
  if (isEdited) lowerings.set(module, { cut, placed, macros, definitions, defined });
  return module;
}

/**
 * Lowers a file as it is with a macro that somebody else defines. `document` is read with it; units whose text is the
 * same as without it are those of `plain`.
 */
export function lowerCppSupposing(
  document: SyntaxDocument,
  supposed: SupposedMacro,
  plain: Module,
  scan: EmbeddedScanner | null,
): Module {
  const module = lowerCpp(document, null, scan, false, plain.units);
  return { ...module, units: [supposedUnit(supposed), ...module.units] };
}

/** The macro's definition, before everything else. */
export function supposedUnit({ name, line }: SupposedMacro): PlacedUnit {
  const nameStart = '#define '.length;
  const bodyStart = Math.min(line.length, nameStart + name.length + 1);
  const macro = {
    name,
    nameStart,
    start: 0,
    end: line.length,
    bodyStart,
    bodyEnd: line.length,
    isFunction: false,
  };
  return { start: 0, unit: lowerCppMacro(line, macro), text: line, namespace: [] };
}

const movedTo = (placed: PlacedUnit, start: number): PlacedUnit =>
  placed.start === start ? placed : { ...placed, start };

/** The units of an earlier version of a file. */
interface Earlier {
  /** In the place of those that are to be lowered. */
  readonly old: readonly PlacedUnit[];
  /** The others. */
  readonly kept: readonly PlacedUnit[];
}

function* lowerChunks(
  text: string,
  chunks: readonly TopLevelChunk[],
  { old, kept }: Earlier,
  macros: FileMacros,
  scan: EmbeddedScanner | null,
  isEdited: boolean,
): Generator<void, readonly PlacedUnit[]> {
  const known = new Map(old.map((placed) => [keyOf(sourceOf(placed), placed.unit.head), placed.unit]));
  const sources = chunks.map(({ start, end }) => {
    const source = text.slice(start, end);
    return { source, key: keyOf(source, headExpansion(source, macros)) };
  });
  const only = onlyChange(old, sources, known);
  // A unit that stands in the file twice has one scope for both.
  const changed = kept.some(({ unit }) => unit === only?.unit) ? null : only;
  const placed: PlacedUnit[] = [];
  for (const [i, { start, namespace }] of chunks.entries()) {
    const { source, key } = sources[i]!;
    let unit = known.get(key);
    if (unit === undefined) {
      yield;
      unit =
        twinOf(source, key, kept) ??
        (changed === null ? null : reparseBody(changed, source, scan)) ??
        lowerCppUnit(source, scan, macros, isEdited);
      known.set(key, unit);
    }
    placed.push({ start, unit, text: unit.gapMap?.text ?? source, namespace });
  }
  return placed;
}

/** The unit of the same text among those that were not looked at. */
const twinOf = (source: string, key: string, kept: readonly PlacedUnit[]): Unit | undefined =>
  kept.find((p) => {
    const text = sourceOf(p);
    return text.length === source.length && keyOf(text, p.unit.head) === key;
  })?.unit;

/** The unit that alone has another text now; null where there are several, or it stands in the file twice. */
function onlyChange(
  old: readonly PlacedUnit[],
  sources: readonly { readonly key: string }[],
  known: ReadonlyMap<string, Unit>,
): PlacedUnit | null {
  if (old.length === 0 || sources.filter(({ key }) => !known.has(key)).length !== 1) return null;
  const keys = new Set(sources.map(({ key }) => key));
  const gone = old.filter((p) => !keys.has(keyOf(sourceOf(p), p.unit.head)));
  return gone.length === 1 ? gone[0]! : null;
}
