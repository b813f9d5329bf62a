// Cuts a C++ file into the declarations that stand in its namespaces, by its brackets alone: a syntax tree of the whole
// file takes ten times as long, and is only better where brackets do not match.

/** A declaration at namespace level, as text. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly namespace: readonly string[];
  /** Every name that it may declare; also some that it only mentions. */
  readonly names: ReadonlySet<string>;
}

export interface CutFile {
  readonly pieces: readonly Piece[];
  /** Whether every bracket is closed where it should be. Otherwise a piece may hold what stands behind it too. */
  readonly isWhole: boolean;
}

const isWordStart = (c: number): boolean =>
  (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 36 || c > 127;
const isWordPart = (c: number): boolean => isWordStart(c) || (c >= 48 && c <= 57);

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

/** Skips spaces, comments, strings and character literals at `at`; returns `at` when there is none. */
function skipInert(text: string, at: number): number {
  const c = text.charCodeAt(at);
  if (c <= 32) return at + 1;
  if (c === 47) {
    const next = text.charCodeAt(at + 1);
    if (next === 47) {
      const end = text.indexOf('\n', at);
      return end < 0 ? text.length : end + 1;
    }
    if (next === 42) {
      const end = text.indexOf('*/', at + 2);
      return end < 0 ? text.length : end + 2;
    }
    return at;
  }
  if (c === 34) {
    if (text.charCodeAt(at - 1) === 82) return rawStringEnd(text, at);
    return quotedEnd(text, at, 34);
  }
  // A quote behind a digit separates digits: 1'000.
  if (c === 39 && !(text.charCodeAt(at - 1) >= 48 && text.charCodeAt(at - 1) <= 57)) {
    return quotedEnd(text, at, 39);
  }
  return at;
}

function quotedEnd(text: string, at: number, quote: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 92) i++;
    else if (c === quote) return i + 1;
    else if (c === 10) return i;
  }
  return text.length;
}

function rawStringEnd(text: string, at: number): number {
  const open = text.indexOf('(', at);
  if (open < 0 || open - at > 17) return quotedEnd(text, at, 34);
  const close = text.indexOf(`)${text.slice(at + 1, open)}"`, open);
  return close < 0 ? text.length : close + (open - at) + 1;
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return at;
}

/** Skips spaces and comments. */
function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const c = text.charCodeAt(at);
    if (c > 32 && c !== 47) return at;
    const next = skipInert(text, at);
    if (next === at) return at;
    at = next;
  }
  return at;
}

/** The index behind the brace that closes the one at `open`, -1: none. `words` takes the names inside, when it is given. */
function closingBrace(text: string, open: number, words: Set<string> | null): number {
  let depth = 0;
  for (let at = open; at < text.length; ) {
    const c = text.charCodeAt(at);
    if (c === 123) depth++;
    else if (c === 125) {
      if (--depth === 0) return at + 1;
    } else if (c === 34 || c === 39 || c === 47) {
      const next = skipInert(text, at);
      if (next !== at) {
        at = next;
        continue;
      }
    } else if (words !== null && isWordStart(c)) {
      const end = wordEnd(text, at);
      words.add(text.slice(at, end));
      at = end;
      continue;
    }
    at++;
  }
  return -1;
}

function wordEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && isWordPart(text.charCodeAt(at))) at++;
  return at;
}

/** The index behind the `>` that closes the `<` at or after `from`; `from` when there is none. */
function closingAngle(text: string, from: number): number {
  const open = skipSpace(text, from);
  if (text.charCodeAt(open) !== 60) return from;
  let angles = 0;
  let round = 0;
  for (let at = open; at < text.length; ) {
    const next = skipInert(text, at);
    if (next !== at) {
      at = next;
      continue;
    }
    const c = text.charCodeAt(at);
    if (c === 40) round++;
    else if (c === 41) round--;
    else if (c === 123) {
      at = closingBrace(text, at, null);
      if (at < 0) return from;
      continue;
    } else if (c === 59 || c === 125) return from;
    else if (round === 0) {
      if (c === 60) angles++;
      else if (c === 62 && --angles === 0) return at + 1;
    }
    at++;
  }
  return from;
}

const NAMESPACE = /(?:(inline)\s+)?namespace\b\s*((?:[A-Za-z_]\w*(?:\s*::\s*(?:inline\s+)?)?)*)\s*\{/y;
const LINKAGE = /extern\s*"[^"\n]*"\s*\{/y;

/**
 * The declarations in the namespaces of a file, in order. `text` is masked: without directives of the preprocessor.
 * `comments`: those before a declaration belong to its piece, and those before nothing are pieces of their own; without
 * it they are left out.
 */
export function cutPieces(text: string, comments: 'with comments' | 'without comments'): CutFile {
  const pieces: Piece[] = [];
  const around: (readonly string[])[] = [];
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
      if (around.length === 0) isWhole = false;
      namespace = around.pop() ?? [];
      from = at + 1;
    } else if (inner !== null) {
      pushComments(at);
      around.push(namespace);
      if (inner.names.length > 0) namespace = [...namespace, ...inner.names];
      from = inner.end;
    } else {
      const names = new Set<string>();
      const { end, isClosed } = statementEnd(text, at, names);
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
