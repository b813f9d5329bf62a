// Steps over the parts of C++ text that say nothing about its structure, and to the brackets that close others.

export const isWordStart = (c: number): boolean =>
  (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 36 || c > 127;
const isWordPart = (c: number): boolean => isWordStart(c) || (c >= 48 && c <= 57);

/** Skips spaces, comments, strings and character literals at `at`; returns `at` when there is none. */
export function skipInert(text: string, at: number): number {
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

export function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return at;
}

/** Skips spaces and comments. */
export function skipSpace(text: string, from: number): number {
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

/** What may open or close something, or what nothing is read in. */
const SIGN = /[{}"'/]/g;
const SIGN_OR_WORD = /[{}"'/A-Za-z_$\u0080-\uffff]/g;

/** The index behind the brace that closes the one at `open`, -1: none. `words` takes the names inside, when it is given. */
// Most of a file stands between braces: a regular expression gets over it in half the time of a loop.
export function closingBrace(text: string, open: number, words: Set<string> | null): number {
  const sign = words === null ? SIGN : SIGN_OR_WORD;
  let depth = 0;
  for (let at = open; ; ) {
    sign.lastIndex = at;
    if (!sign.test(text)) return -1;
    at = sign.lastIndex - 1;
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
    } else {
      const end = wordEnd(text, at);
      words?.add(text.slice(at, end));
      at = end;
      continue;
    }
    at++;
  }
}

export function wordEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && isWordPart(text.charCodeAt(at))) at++;
  return at;
}

/** How far a text was looked into. */
export interface ScanLimit {
  at: number;
  /** Where no angle closes another: what is opened there stays open. */
  unclosed?: { readonly from: number; readonly to: number };
}

/**
 * The index behind the `>` that closes the `<` at or after `from`; `from` when there is none, and `looked` says where that
 * was clear.
 */
export function closingAngle(text: string, from: number, looked: ScanLimit): number {
  const open = skipSpace(text, from);
  if (text.charCodeAt(open) !== 60) return from;
  const { unclosed } = looked;
  if (unclosed !== undefined && open >= unclosed.from && open < unclosed.to) return from;
  let angles = 0;
  let closing = open;
  let round = 0;
  let at = open;
  while (at < text.length) {
    const next = skipInert(text, at);
    if (next !== at) {
      at = next;
      continue;
    }
    const c = text.charCodeAt(at);
    if (c === 40) round++;
    else if (c === 41) round--;
    else if (c === 123) {
      const end = closingBrace(text, at, null);
      at = end < 0 ? text.length : end;
      continue;
    } else if (c === 59 || c === 125) break;
    else if (c === 62) closing = at + 1;
    if (round === 0) {
      if (c === 60) angles++;
      else if (c === 62 && --angles === 0) return at + 1;
    }
    at++;
  }
  looked.at = Math.max(looked.at, at + 1);
  looked.unclosed = { from: closing, to: at };
  return from;
}
