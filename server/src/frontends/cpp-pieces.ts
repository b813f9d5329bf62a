// Cuts a C++ file into the declarations that stand in its namespaces, by its brackets alone: a syntax tree of the whole
// file takes ten times as long. Where the brackets of the file do not match, as while somebody types, each declaration
// must also agree with how its lines are indented, so that the others stay what they were.

import { closesByLines, endByLines, type MaskedText } from './cpp-lines.ts';
import {
  closingAngle,
  closingBrace,
  isWordStart,
  skipBlank,
  skipInert,
  skipSpace,
  wordEnd,
} from './cpp-scan.ts';

/** A declaration at namespace level, as text. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly namespace: readonly string[];
  /** Every name that it may declare; also some that it only mentions. */
  readonly names: ReadonlySet<string>;
}

const OPEN = '([';
const CLOSE = ')]';
const TYPE_KEYWORDS = new Set(['struct', 'class', 'union', 'enum']);
/** What no declaration that follows a `}` begins with: the statement goes on. */
const CONTINUES = new Set([...',{>).*/+-&|?(<%^=']);
const STARTS = new Set([
  'template',
  'struct',
  'class',
  'namespace',
  'using',
  'static',
  'inline',
  'typedef',
  'enum',
]);
const NOT_DECLARED = new Set([
  ...TYPE_KEYWORDS,
  ...STARTS,
  'typename',
  'constexpr',
  'const',
  'void',
  'int',
  'bool',
  'auto',
  'extern',
  'public',
  'private',
  'protected',
  'friend',
  'operator',
  'decltype',
  'float',
  'double',
  'char',
  'unsigned',
  'final',
  'noexcept',
]);

const NAMESPACE = /(?:(inline)\s+)?namespace\b\s*((?:[A-Za-z_]\w*(?:\s*::\s*(?:inline\s+)?)?)*)\s*\{/y;
const LINKAGE = /extern\s*"[^"\n]*"\s*\{/y;

/**
 * The declarations in the namespaces of a file, in order. Masked text is without directives of the preprocessor.
 * `comments`: those before a declaration belong to its piece, and those before nothing are pieces of their own; without
 * it they are left out.
 */
export function cutPieces(source: MaskedText, comments: Comments): readonly Piece[] {
  const { pieces, isWhole } = cut(source, comments, BY_BRACKETS);
  return isWhole ? pieces : cut(source, comments, BY_LINES).pieces;
}

type Comments = 'with comments' | 'without comments';

/** How the ends of declarations and namespaces are found. */
interface Ends {
  readonly statement: (source: MaskedText, start: number, names: Set<string>) => Statement;
  /** Whether the brace at `at` closes the namespace that is opened at `opened`. */
  readonly isNamespaceEnd: (source: MaskedText, at: number, opened: number) => boolean;
}

const BY_BRACKETS: Ends = {
  statement: ({ text }, start, names) => statementEnd(text, start, names),
  isNamespaceEnd: () => true,
};

const BY_LINES: Ends = {
  statement: (source, start, names) => {
    const { end, isClosed } = statementEnd(source.text, start, names);
    return { end: endByLines(source, start, end, isClosed), isClosed };
  },
  isNamespaceEnd: closesByLines,
};

interface CutFile {
  readonly pieces: readonly Piece[];
  /** Whether every bracket is closed where it should be. */
  readonly isWhole: boolean;
}

function cut(source: MaskedText, comments: Comments, ends: Ends): CutFile {
  const { text } = source;
  const pieces: Piece[] = [];
  const around: { readonly namespace: readonly string[]; readonly opened: number }[] = [];
  let namespace: readonly string[] = [];
  let isWhole = true;
  // Behind what was read last.
  let from = 0;
  const pushComments = (to: number): void => {
    if (comments === 'without comments') return;
    const start = skipBlank(text, from);
    if (start < to) pieces.push({ start, end: to, namespace, names: NO_NAMES });
  };
  for (;;) {
    const at = skipSpace(text, from);
    if (at >= text.length) {
      pushComments(text.length);
      return { pieces, isWhole: isWhole && around.length === 0 };
    }
    const c = text.charCodeAt(at);
    const inner = opensNamespace(text, at);
    if (c === 59) {
      pushComments(at);
      from = at + 1;
    } else if (c === 125) {
      pushComments(at);
      const last = around.at(-1);
      if (last === undefined) isWhole = false;
      else if (ends.isNamespaceEnd(source, at, last.opened)) {
        around.pop();
        namespace = last.namespace;
      }
      from = at + 1;
    } else if (inner !== null) {
      pushComments(at);
      around.push({ namespace, opened: at });
      if (inner.names.length > 0) namespace = [...namespace, ...inner.names];
      from = inner.end;
    } else {
      const names = new Set<string>();
      const { end, isClosed } = ends.statement(source, at, names);
      const start = comments === 'with comments' ? skipBlank(text, from) : at;
      pieces.push({ start, end, namespace, names });
      isWhole &&= isClosed;
      from = end;
    }
  }
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

interface Statement {
  readonly end: number;
  /** Whether it ends as it should, with its brackets closed. */
  readonly isClosed: boolean;
}

/** The end of the statement that begins at `start`. Never `start` itself. */
function statementEnd(text: string, start: number, names: Set<string>): Statement {
  let at = start;
  let depth = 0;
  let head = '';
  let before = '';
  let assigns = false;
  while (at < text.length) {
    const next = skipInert(text, at);
    if (next !== at) {
      at = next;
      continue;
    }
    const c = text.charCodeAt(at);
    if (isWordStart(c)) {
      const end = wordEnd(text, at);
      const word = text.slice(at, end);
      at = end;
      if (word === 'template') at = closingAngle(text, end);
      else if (depth === 0) {
        if (head === '') head = word;
        if (!NOT_DECLARED.has(word)) names.add(word);
      }
      before = word;
      continue;
    }
    if (c === 59 && depth <= 0) return { end: at + 1, isClosed: depth === 0 };
    // The namespace around ends before the statement does: something is wrong, and it ends here.
    if (c === 125) return { end: Math.max(at, start + 1), isClosed: false };
    if (OPEN.includes(text[at]!)) depth++;
    else if (CLOSE.includes(text[at]!)) depth--;
    else if (c === 61 && depth === 0 && before !== 'operator') assigns = true;
    else if (c === 123) {
      at = closingBrace(text, at, head === 'enum' ? names : null);
      if (at < 0) break;
      if (depth > 0) continue;
      const follows = skipSpace(text, at);
      const f = text[follows];
      if (f === ';') return { end: follows + 1, isClosed: depth === 0 };
      if (f === undefined || f === '}') return { end: at, isClosed: depth === 0 };
      if (isWordStart(f.charCodeAt(0))) {
        const word = text.slice(follows, wordEnd(text, follows));
        if (!(assigns || TYPE_KEYWORDS.has(head)) || STARTS.has(word))
          return { end: at, isClosed: depth === 0 };
      } else if (!CONTINUES.has(f) && !assigns) return { end: at, isClosed: depth === 0 };
      before = '';
      continue;
    }
    // `operator=(…)`, `operator==(…)`
    if (c !== 61) before = '';
    at++;
  }
  return { end: text.length, isClosed: false };
}
