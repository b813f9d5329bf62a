// Cuts a C++ file into the declarations that stand in its namespaces, by its brackets alone: a syntax tree of the whole
// file takes ten times as long. Where the brackets of the file do not match, as while somebody types, each declaration
// must also agree with how its lines are indented, so that the others stay what they were.

import { difference } from '../../../syntax/text/difference.ts';
import { closesByLines, endByLines, type MaskedText, nextDeclaration } from './lines.ts';
import { skipBlank, skipSpace } from './scan.ts';
import { firstTokenBehind, namesInText, type StatementExtent, statementEnd } from './statement-end.ts';

/** A declaration at namespace level, as text. */
export interface TopLevelChunk {
  readonly start: number;
  readonly end: number;
  readonly namespace: readonly string[];
  /** See `namesIn`; none where chunks have comments. */
  readonly names: ReadonlySet<string>;
}

const NAMESPACE =
  /(?:(inline)\s+)?namespace\b\s*((?:[A-Za-z_]\w*(?:\s*::\s*(?:inline\s+)?[A-Za-z_]\w*)*)?)\s*\{/y;
const LINKAGE = /extern\s*"[^"\n]*"\s*\{/y;

/**
 * The declarations in the namespaces of a file, in order. Masked text is without directives of the preprocessor.
 * `comments`: those before a declaration belong to its chunk, and those before nothing are chunks of their own; without
 * it they are left out.
 */
export const cutChunks = (source: MaskedText, comments: Comments): readonly TopLevelChunk[] =>
  cutFile(source, comments, null).chunks;

/** A file in chunks, and how much of it is as it was in the version before. */
export interface ChunkedFile {
  readonly chunks: readonly TopLevelChunk[];
  readonly cut: Cut | null;
  /** How many of the first and of the last chunks are those of that version, wherever they stand now. */
  readonly first: number;
  readonly last: number;
}

/** The same, by what an edit has left of an earlier version with comments cut in the same way. */
export function cutFile(source: MaskedText, comments: Comments, before: ChunkedFile | null): ChunkedFile {
  const again = before?.cut == null ? null : cutAgain(before.cut, source, comments);
  if (again !== null) return again;
  const whole = cut(source, comments, BY_BRACKETS);
  if (whole.isWhole && whole.around === null)
    return { chunks: whole.chunks, cut: { text: source.text, chunks: whole.chunks }, first: 0, last: 0 };
  return { chunks: cut(source, comments, BY_LINES).chunks, cut: null, first: 0, last: 0 };
}

type Comments = 'with comments' | 'without comments';

/** How the ends of declarations and namespaces are found. */
interface Ends {
  readonly statement: (source: MaskedText, start: number, names: Set<string> | null) => StatementExtent;
  /** Whether the brace at `at` closes the namespace that is opened at `opened`. */
  readonly isNamespaceEnd: (source: MaskedText, at: number, opened: number) => boolean;
}

const BY_BRACKETS: Ends = {
  statement: ({ text }, start, names) => statementEnd(text, start, names),
  isNamespaceEnd: () => true,
};

const BY_LINES: Ends = {
  statement: (source, start, names) => {
    const statement = endNear(source, start) ?? endOf(source, start);
    if (names !== null)
      for (const name of namesInText(source.text.slice(start, statement.end))) names.add(name);
    return statement;
  },
  isNamespaceEnd: closesByLines,
};

function endOf(source: MaskedText, start: number): StatementExtent {
  const { end, isClosed, looked } = statementEnd(source.text, start);
  return { end: endByLines(source, start, end, isClosed), isClosed, looked };
}

/** How far the end of a declaration is looked for before its lines are. */
const NEAR = 4096;

/** The end of a declaration that is open further than near, where another one begins within. */
function endNear(source: MaskedText, start: number): StatementExtent | null {
  const limit = start + NEAR;
  if (limit >= source.text.length) return null;
  const { end, looked } = statementEnd(source.text.slice(0, limit), start);
  if (end < limit) return null;
  const next = nextDeclaration(source, start, limit, true);
  // Whether the declaration is closed at all decides when there is another place for its end.
  if (next === null || next !== nextDeclaration(source, start, limit, false)) return null;
  return { end: next, isClosed: false, looked };
}

/** A namespace that is open. */
interface Around {
  /** The namespaces with it. */
  readonly namespace: readonly string[];
  readonly opened: number;
  readonly outer: Around | null;
}

interface CutChunk extends TopLevelChunk {
  /** What is open around it. */
  readonly around: Around | null;
  /** Up to where the text says that it ends there; no end of a statement: infinity. */
  readonly reach: number;
}

/** A file whose brackets are closed where they should be. */
interface Cut {
  readonly text: string;
  readonly chunks: readonly CutChunk[];
}

interface Cutting {
  readonly chunks: readonly CutChunk[];
  /** Whether every bracket is closed where it should be, up to where it stopped. */
  readonly isWhole: boolean;
  readonly around: Around | null;
  /** Whether it stopped before the end. */
  readonly isDone: boolean;
}

const NO_NAMESPACE: readonly string[] = [];

/** `begin`: behind a statement, `isDone`: whether to stop behind one. */
function cut(
  source: MaskedText,
  comments: Comments,
  ends: Ends,
  begin: { readonly from: number; readonly around: Around | null } = { from: 0, around: null },
  isDone: (from: number, around: Around | null) => boolean = () => false,
): Cutting {
  const { text } = source;
  const chunks: CutChunk[] = [];
  let { from, around } = begin;
  let isWhole = true;
  const pushComments = (to: number): void => {
    if (comments === 'without comments') return;
    const start = skipBlank(text, from);
    if (start >= to) return;
    const namespace = around?.namespace ?? NO_NAMESPACE;
    chunks.push({ start, end: to, namespace, names: NO_NAMES, around, reach: Number.POSITIVE_INFINITY });
  };
  for (;;) {
    if (isDone(from, around)) return { chunks, isWhole, around, isDone: true };
    const at = skipSpace(text, from);
    if (at >= text.length) {
      pushComments(text.length);
      return { chunks, isWhole, around, isDone: false };
    }
    const c = text.charCodeAt(at);
    const inner = opensNamespace(text, at);
    if (c === 59) {
      pushComments(at);
      from = at + 1;
    } else if (c === 125) {
      pushComments(at);
      if (around === null) isWhole = false;
      else if (ends.isNamespaceEnd(source, at, around.opened)) around = around.outer;
      from = at + 1;
    } else if (inner !== null) {
      pushComments(at);
      const namespace: readonly string[] = [...(around?.namespace ?? NO_NAMESPACE), ...inner.names];
      around = { namespace, opened: at, outer: around };
      from = inner.end;
    } else {
      const found = comments === 'without comments' ? new Set<string>() : null;
      const { end, isClosed, looked } = ends.statement(source, at, found);
      const names = found ?? NO_NAMES;
      const start = found === null ? skipBlank(text, from) : at;
      const namespace = around?.namespace ?? NO_NAMESPACE;
      chunks.push({
        start,
        end,
        namespace,
        names,
        around,
        reach: Math.max(looked, firstTokenBehind(text, end)),
      });
      isWhole &&= isClosed;
      from = end;
    }
  }
}

/**
 * Cuts what lies around the difference: from behind a statement that does not depend on it to the end of one that ended
 * there before, in the same namespaces. Null where the brackets do not match any more.
 */
function cutAgain(before: Cut, source: MaskedText, comments: Comments): ChunkedFile | null {
  const { text } = source;
  const changed = difference(before.text, text);
  if (changed === null) {
    const { chunks } = before;
    return { chunks, cut: before, first: chunks.length, last: 0 };
  }
  const by = changed.newEnd - changed.oldEnd;
  const first = countApart(before.chunks, changed.start);
  const last = first === 0 ? undefined : before.chunks[first - 1]!;
  let next = first;
  const isMet = (from: number, around: Around | null): boolean => {
    if (from <= changed.newEnd) return false;
    while (next < before.chunks.length && before.chunks[next]!.end + by < from) next++;
    const there = before.chunks[next];
    if (there === undefined || there.end + by !== from || there.reach === Number.POSITIVE_INFINITY)
      return false;
    return isSameAround(there.around, around);
  };
  const begin = { from: last?.end ?? 0, around: last?.around ?? null };
  const middle = cut(source, comments, BY_BRACKETS, begin, isMet);
  if (!middle.isWhole || (!middle.isDone && middle.around !== null)) return null;
  const rest = middle.isDone ? before.chunks.slice(next + 1) : [];
  const chunks = [
    ...before.chunks.slice(0, first),
    ...middle.chunks,
    ...rest.map((p) => ({ ...p, start: p.start + by, end: p.end + by, reach: p.reach + by })),
  ];
  return { chunks, cut: { text, chunks }, first, last: rest.length };
}

/** How many of the first chunks end with a statement that nothing from `start` on has a say in. */
function countApart(chunks: readonly CutChunk[], start: number): number {
  let count = 0;
  for (const [i, { reach, end }] of chunks.entries()) {
    if (end > start) break;
    if (reach <= start) count = i + 1;
    else if (reach !== Number.POSITIVE_INFINITY) break;
  }
  return count;
}

function isSameAround(a: Around | null, b: Around | null): boolean {
  if (a === b) return true;
  if (a === null || b === null || a.namespace.length !== b.namespace.length) return false;
  return a.namespace.every((name, i) => name === b.namespace[i]) && isSameAround(a.outer, b.outer);
}

const NO_NAMES: ReadonlySet<string> = new Set();

function opensNamespace(text: string, at: number): { names: readonly string[]; end: number } | null {
  const c = text.charCodeAt(at);
  if (c !== 110 && c !== 105 && c !== 101) return null;
  NAMESPACE.lastIndex = at;
  const found = NAMESPACE.exec(text);
  if (found !== null) {
    // What stands in an inline namespace, or one without a name, is seen in the one around.
    const names =
      found[1] === undefined ? found[2]!.split(/\s*::\s*(?:inline\s+)?/).map((n) => n.trim()) : [];
    return { names: names.filter((n) => n !== ''), end: NAMESPACE.lastIndex };
  }
  LINKAGE.lastIndex = at;
  return LINKAGE.test(text) ? { names: [], end: LINKAGE.lastIndex } : null;
}
