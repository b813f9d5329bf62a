// Cuts a C++ header into the declarations that stand in its namespaces, without a syntax tree: headers are many, and
// of most of them few declarations are ever asked for. Only those are lowered.

/** A declaration at namespace level, as text. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly namespace: readonly string[];
  /** Every name that it may declare; also some that it only mentions. */
  readonly names: ReadonlySet<string>;
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

/** The index behind the brace that closes the one at `open`. `words` takes the names inside, when it is given. */
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
  return text.length;
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

/** The declarations in a header's namespaces, in order. `text` is masked: without directives of the preprocessor. */
export function headerPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const around: (readonly string[])[] = [];
  let namespace: readonly string[] = [];
  let at = 0;
  for (;;) {
    at = skipSpace(text, at);
    if (at >= text.length) return pieces;
    const c = text.charCodeAt(at);
    if (c === 59) at++;
    else if (c === 125) {
      namespace = around.pop() ?? [];
      at++;
    } else {
      const inner = opensNamespace(text, at);
      if (inner !== null) {
        around.push(namespace);
        if (inner.names.length > 0) namespace = [...namespace, ...inner.names];
        at = inner.end;
        continue;
      }
      const names = new Set<string>();
      const end = statementEnd(text, at, names);
      pieces.push({ start: at, end, namespace, names });
      at = end;
    }
  }
}

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

/** The end of the statement that begins at `start`. Never `start` itself. */
function statementEnd(text: string, start: number, names: Set<string>): number {
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
    if (c === 59 && depth <= 0) return at + 1;
    // The namespace around ends before the statement does: something is wrong, and it ends here.
    if (c === 125) return Math.max(at, start + 1);
    if (OPEN.includes(text[at]!)) depth++;
    else if (CLOSE.includes(text[at]!)) depth--;
    else if (c === 61 && depth === 0 && before !== 'operator') assigns = true;
    else if (c === 123) {
      at = closingBrace(text, at, head === 'enum' ? names : null);
      if (depth > 0) continue;
      const follows = skipSpace(text, at);
      const f = text[follows];
      if (f === ';') return follows + 1;
      if (f === undefined || f === '}') return at;
      if (isWordStart(f.charCodeAt(0))) {
        const word = text.slice(follows, wordEnd(text, follows));
        if (!(assigns || TYPE_KEYWORDS.has(head)) || STARTS.has(word)) return at;
      } else if (!CONTINUES.has(f) && !assigns) return at;
      before = '';
      continue;
    }
    // `operator=(…)`, `operator==(…)`
    if (c !== 61) before = '';
    at++;
  }
  return text.length;
}
