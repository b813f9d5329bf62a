// Where a declaration at namespace level ends, by its brackets and what stands behind them.

import {
  closingAngle,
  closingBrace,
  isWordStart,
  type ScanLimit,
  skipInert,
  skipSpace,
  wordEnd,
} from './scan.ts';

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

export interface StatementExtent {
  readonly end: number;
  /** Whether it ends as it should, with its brackets closed. */
  readonly isClosed: boolean;
  /** How far it was looked for, where that is further than what follows it. */
  readonly looked: number;
}

interface Statement extends StatementExtent {
  /** The last braces in it that stand in no others, where they are no list and no initialiser. */
  readonly body: Braces | null;
  /** Its first word behind `template <…>`. */
  readonly head: string;
}

interface Braces {
  readonly open: number;
  readonly close: number;
}

/** The end of the statement that begins at `start`. Never `start` itself. */
export function statementEnd(text: string, start: number, names: Set<string> | null = null): Statement {
  const looked: ScanLimit = { at: start };
  let body: Braces | null = null;
  const found = (end: number, isClosed: boolean): Statement => ({
    end,
    isClosed,
    looked: looked.at,
    body,
    head,
  });
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
      if (word === 'template') at = closingAngle(text, end, looked);
      else if (depth === 0) {
        if (head === '') head = word;
        // `cutlass::`: what is declared is what follows.
        const isDeclared =
          names !== null && !NOT_DECLARED.has(word) && !text.startsWith('::', skipSpace(text, end));
        if (isDeclared) names.add(word);
      }
      before = word;
      continue;
    }
    if (c === 59 && depth <= 0) return found(at + 1, depth === 0);
    // The namespace around ends before the statement does: something is wrong, and it ends here.
    if (c === 125) return found(Math.max(at, start + 1), false);
    // Template arguments of a head declare nothing.
    const behind =
      c === 60 && depth === 0 && !assigns && before !== 'operator' ? argumentsEnd(text, at, looked) : at;
    if (behind > at) {
      at = behind;
      before = '';
      continue;
    }
    if (OPEN.includes(text[at]!)) depth++;
    else if (CLOSE.includes(text[at]!)) depth--;
    else if (c === 61 && depth === 0 && before !== 'operator') assigns = true;
    else if (c === 123) {
      const open = at;
      at = closingBrace(text, at, head === 'enum' ? names : null);
      if (at < 0) break;
      if (depth > 0) continue;
      body = assigns || head === 'enum' ? null : { open, close: at - 1 };
      const follows = skipSpace(text, at);
      const f = text[follows];
      if (f === ';') return found(follows + 1, depth === 0);
      if (f === undefined || f === '}') return found(at, depth === 0);
      if (isWordStart(f.charCodeAt(0))) {
        const word = text.slice(follows, wordEnd(text, follows));
        if (!(assigns || TYPE_KEYWORDS.has(head)) || STARTS.has(word)) return found(at, depth === 0);
      } else if (!CONTINUES.has(f) && !assigns) return found(at, depth === 0);
      before = '';
      continue;
    }
    // `operator=(…)`, `operator==(…)`
    if (c !== 61) before = '';
    at++;
  }
  return found(text.length, false);
}

/** The index behind the template arguments that begin at `at`; `at` where none do: `<<` of an operator. */
function argumentsEnd(text: string, at: number, looked: ScanLimit): number {
  return text[at + 1] === '<' || text[at - 1] === '<' ? at : closingAngle(text, at, looked);
}

/** Every name that the text of a declaration may declare, and some that it only mentions. It depends on nothing else. */
export function namesInText(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const start = skipSpace(text, 0);
  const { end, isClosed } = statementEnd(text, start, names);
  // What is declared between brackets that do not match is not told from what is mentioned.
  if (!isClosed || skipSpace(text, end) < text.length)
    for (const [word] of text.slice(start).matchAll(/[A-Za-z_]\w*/g)) names.add(word);
  return names;
}

/** The index behind the first word or sign from an offset on, and one that tells more of that. */
export function firstTokenBehind(text: string, from: number): number {
  const at = skipSpace(text, from);
  return (isWordStart(text.charCodeAt(at)) ? wordEnd(text, at) : at + 1) + 1;
}
