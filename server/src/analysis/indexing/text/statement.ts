// The statement around an expression, as far as something can be put in front of it. Only what is written plainly is
// found: an edit in the wrong place is worse than none.

import type { Span } from '../../../frontends/common/expression.ts';
import type { Host } from '../../../frontends/common/host-tokens.ts';
import { closing } from './code.ts';

export interface Statement extends Span {
  /** Whether other statements may stand in front of it, where it begins. */
  readonly isInBlock: boolean;
  /** Whether it may be left out without a name, a result or an `else` being missed. */
  readonly isOptional: boolean;
}

/** Where the bracket that closes at an offset opens; -1 where none does. */
function opening(code: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (')]}'.includes(code[at]!)) depth++;
    else if ('([{'.includes(code[at]!) && --depth === 0) return at;
  }
  return -1;
}

/** Behind the `;`, `{` or `}` before an offset that ends what stands before; null inside of the head of a `for`. */
function beginning(code: string, offset: number): number | null {
  let found: number | null = null;
  for (let at = offset - 1; at >= 0; at--) {
    const c = code[at]!;
    if (c === ')' || c === ']') at = opening(code, at);
    else if (c === '{' || c === '}') return found ?? at + 1;
    else if (c === ';') found ??= at + 1;
    // A parenthesis around the semicolon is the head's.
    else if (c === '(' && found !== null) return null;
    if (at < 0) return null;
  }
  return null;
}

/** The `;` that ends a statement of C++; null where a block or an initialiser comes first. */
function semicolon(code: string, from: number): number | null {
  for (let at = from; at < code.length; at++) {
    const c = code[at]!;
    if ('([{'.includes(c)) {
      at = closing(code, at);
      if (at < 0) return null;
      // What goes on behind a block has a body, as functions do.
      if (c === '{' && !/^\s*[;,.)\]}?[(+\-*/%&|^<>=]/.test(code.slice(at + 1))) return null;
    } else if (c === ';') return at + 1;
    else if (')]}'.includes(c)) return null;
  }
  return null;
}

const HEAD = /^\s*(?:(?:for|while|if(?:\s+constexpr)?)\s*(?=\()|else\b|do\b)/;
/** Two words in a row declare something, or return it. */
const DECLARES =
  /^(?:[\w:]+(?:<[^;=]*>)?[\s*&]+)+[A-Za-z_]\w*\s*[=;({[,]|^\w+\b(?=\s+[A-Za-z_])|^(?:return|throw|delete|goto|using|typedef)\b/;

function cppStatement(code: string, { start, end }: Span): Statement | null {
  const from = beginning(code, start);
  if (from === null) return null;
  let [at, isInBlock] = [from, true];
  for (;;) {
    const head = HEAD.exec(code.slice(at, start));
    if (head === null) break;
    let behind = at + head[0].length;
    if (code[behind] === '(') behind = closing(code, behind) + 1;
    // What is asked stands in the head itself: all of the statement is behind it.
    if (behind === 0 || behind > start) break;
    [at, isInBlock] = [behind, false];
  }
  at += /^\s*/.exec(code.slice(at))![0].length;
  const isHead = HEAD.test(code.slice(at, end));
  if (/^(?:case|default|public|private|protected|switch|for|while|do)\b/.test(code.slice(at))) return null;
  // What is asked before decides whether the expression is looked at; behind a colon members are initialised.
  if (/&&|\|\||\?|(?<!:):(?!:)/.test(code.slice(at, start))) return null;
  const stop = isHead ? end : semicolon(code, at);
  if (stop === null || stop < end) return null;
  const isFollowedByElse = /^\s*else\b/.test(code.slice(stop));
  const isOptional = !isHead && !isFollowedByElse && !DECLARES.test(code.slice(at, stop));
  return { start: at, end: stop, isInBlock, isOptional };
}

/** Statements of Python that stand under a head of their own, or begin one. */
const PYTHON_HEAD = /^(?:elif|else|except|finally|case|def|class|async|with|import|from|for|while)\b|^@/;
const PYTHON_OPTIONAL = /^[A-Za-z_][\w.]*\s*[[(]/;

/** Whether nothing is assigned to but elements, each alone: `T[i], y = …` binds y. */
function bindsNothing(text: string): boolean {
  let [from, depth] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const c = text[at]!;
    if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
    else if (depth > 0) continue;
    else if (c === ',' && isAssignment(text.slice(at))) return false;
    else if (c === '=' && text[at + 1] === '=') at++;
    else if (c === '=' && !/[<>!]/.test(text[at - 1] ?? '')) {
      if (!PYTHON_OPTIONAL.test(text.slice(from, at).trim())) return false;
      from = at + 1;
    }
  }
  return true;
}

/** Whether a `=` follows that is no keyword's. */
function isAssignment(text: string): boolean {
  let depth = 0;
  for (const { 0: c } of text.matchAll(/[<>=!]=|[([{)\]}=]/g)) {
    if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
    else if (c === '=' && depth === 0) return true;
  }
  return false;
}

function pythonStatement(code: string, { start, end }: Span): Statement | null {
  let [from, depth] = [0, 0];
  for (let at = 0; at < start; at++) {
    const c = code[at]!;
    if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
    else if (c === '\n' && depth === 0 && code[at - 1] !== '\\') from = at + 1;
  }
  let stop = end;
  for (let level = 0; stop < code.length; stop++) {
    const c = code[stop]!;
    if ('([{'.includes(c)) level++;
    else if (')]}'.includes(c)) level--;
    else if (c === '\n' && level + depth <= 0) break;
  }
  const indent = /^[ \t]*/.exec(code.slice(from))![0].length;
  const text = code.slice(from + indent, stop).trimEnd();
  if (PYTHON_HEAD.test(text)) return null;
  if (/\b(?:and|or|if|for|lambda)\b/.test(code.slice(from + indent, start).replace(/^if\b/, ''))) return null;
  const isOptional = PYTHON_OPTIONAL.test(text) && !/[;:]\s|[;:]$|:=/.test(text) && bindsNothing(text);
  return { start: from + indent, end: from + indent + text.length, isInBlock: true, isOptional };
}

/** The statement that an expression is part of; `code` has neither comments nor strings. */
export const statementAround = (code: string, host: Host, span: Span): Statement | null =>
  host === 'cpp' ? cppStatement(code, span) : pythonStatement(code, span);
