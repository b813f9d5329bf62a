// Finds layout text in the prose of comments and strings. `8:1` alone is no layout there: it may be a
// time, a ratio, a line and a column. What counts is a tuple with a tuple of strides, a swizzle, or a
// pair of static integers, as C++ prints them; with the composition or call of the algebra around it.
//
// One pass decides what is a candidate, in time linear in the text: a bracket is read once, whatever
// stands around it. A candidate is layout text when the grammar then parses it without an error.

import type { Span } from '../common/expression.ts';
import { type Found, NotationReader } from './reader.ts';

/** What some part of any layout text matches. Without it nothing else is looked at. */
const TRIGGER = /\) ?: ?\(|(?:Sw|S|Swizzle)<[ \d]|_-?\d+:_-?\d/;

/** The stretches of a comment's or a string's text that read as layout text, in order, none inside another. */
export function layoutSpans(text: string): readonly Span[] {
  if (!TRIGGER.test(text)) return [];
  const reader = new NotationReader(text);
  const spans: Span[] = [];
  const brackets: number[] = [];
  let at = 0;
  while (at < text.length) {
    const found = startsWord(text, at) ? reader.chainAt(at) : null;
    if (found !== null) {
      if (found.evidence && standsAlone(text, at, found, brackets)) spans.push({ start: at, end: found.end });
      // A chain without evidence holds none in any of its parts.
      if (found.evidence || text[at] !== '(') {
        at = Math.max(found.end, at + 1);
        continue;
      }
    }
    const character = text[at]!;
    if (character === '(' || character === '[' || character === '{') brackets.push(at);
    else if (character === ')' || character === ']' || character === '}')
      closeBracket(text, brackets, character);
    at = isWordCharacter(character) ? reader.wordEnd(at) : at + 1;
  }
  return spans;
}

const OPENERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

function closeBracket(text: string, brackets: number[], closer: string): void {
  const top = brackets[brackets.length - 1];
  if (top !== undefined && text[top] === OPENERS[closer]) brackets.pop();
  else if (closer !== ')') brackets.length = 0;
}

function isWordCharacter(character: string): boolean {
  return /[A-Za-z0-9_]/.test(character);
}

/** A layout does not begin inside a word, a number, a path, or right behind a closing bracket. */
function startsWord(text: string, at: number): boolean {
  const before = at === 0 ? ' ' : text[at - 1]!;
  if (/[A-Za-z0-9_@$\\./%)\]>]/.test(before)) return before === '>' && text[at - 2] === '-';
  return before !== ':' || text[at - 2] === ':' || at < 2;
}

/** Whether what stands around a candidate leaves it a layout: not a slice of Python, nor an entry of a dict. */
function standsAlone(text: string, start: number, found: Found, brackets: readonly number[]): boolean {
  const after = text[found.end] ?? ' ';
  if (/[A-Za-z0-9_@<]/.test(after)) return false;
  if (after === ':' && /[^\s:]/.test(text[found.end + 1] ?? ' ')) return false;
  if (after === '(' || after === '[') return false;
  if (!found.plain) return true;
  const opener = brackets[brackets.length - 1];
  if (opener === undefined || text.slice(opener, start).includes('\n')) return true;
  if (text[opener] === '{') return false;
  return text[opener] !== '[' || opener === 0 || !/[\w)\]]/.test(text[opener - 1]!);
}
