// What to say about text that the parser could not place.

import type { Span } from '../common/expression.ts';
import type { NotationNode } from './tree.ts';

interface Unexpected {
  readonly node: NotationNode;
  readonly parent: NotationNode | null;
  /** The sibling before it. */
  readonly previous: NotationNode | null;
}

export interface NotationError {
  readonly span: Span;
  readonly message: string;
}

const OPENERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const MAX_QUOTED = 24;

/** The 1-based column of an offset in its line. */
export function columnOf(offset: number, text: string): number {
  return offset - text.lastIndexOf('\n', offset - 1);
}

export function describeUnexpected(unexpected: Unexpected, text: string): NotationError {
  const { node } = unexpected;
  const at =
    node.start +
    (text.slice(node.start, node.end).length - text.slice(node.start, node.end).trimStart().length);
  const source = text.slice(at, node.end).trimEnd();
  const span = { start: at, end: Math.max(at + source.length, Math.min(at + 1, text.length)) };
  const head = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const message = (): string => {
    const element = /(?:^|[\s;])(e\d+|f\d+)\s*$/.exec(head);
    if (source.startsWith('=')) {
      if (element !== null) return `${element[1]} is a stride of the notation and cannot be a name`;
      if (head.trim() === '') return 'a name is missing before =';
      if (source === '=') return 'a value is missing after =';
    }
    if (source.startsWith(':')) {
      if (unexpected.previous?.type === 'layout' || unexpected.parent?.type === 'layout')
        return 'a layout has one shape and one stride';
      if (head.trim() === '') return 'a layout is shape:stride, and the shape is missing';
      return 'a layout is shape:stride, and the stride is missing';
    }
    if (/:$/.test(source)) return 'a layout is shape:stride, and the stride is missing';
    if (/@$/.test(source)) return 'the index of a mode is a non-negative integer';
    if (/^["']/.test(source) || /["'][^"']*$/.test(source.replace(/"[^"]*"|'[^']*'/g, '')))
      return 'the string is not closed';
    if (/^(?:o|∘|[-+*/%^&|])$/.test(source)) return `an operand is missing after ${source}`;
    if (/^,(?:\s*,)*$/.test(source)) return 'something is missing between two commas';
    const { parent } = unexpected;
    const inList =
      parent !== null && (parent.type === 'tuple' || parent.type === 'list' || parent.type === 'arguments');
    if (inList && unexpected.previous?.named === true && /^[\w(]/.test(source))
      return `, is missing before ${quote(source)}`;
    return `unexpected ${quote(source)}`;
  };
  return unbalanced(at, text) ?? { span, message: message() };
}

/** A bracket at or behind an offset that has no partner in its line, or the wrong one. */
function unbalanced(from: number, text: string): NotationError | null {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const open: number[] = [];
  let quoted: string | null = null;
  for (let at = lineStart; at < text.length && text[at] !== '\n'; at++) {
    const character = text[at]!;
    if (quoted !== null) {
      if (character === quoted) quoted = null;
    } else if (character === '"' || character === "'") quoted = character;
    else if (character === '#' || text.startsWith('//', at)) break;
    else if (character in CLOSERS) open.push(at);
    else if (character in OPENERS) {
      const opener = open.pop();
      if (opener !== undefined && text[opener] === OPENERS[character]) continue;
      if (at < from) return null;
      const span = { start: at, end: at + 1 };
      const message =
        opener === undefined
          ? `${character} without ${OPENERS[character]}`
          : `${text[opener]} at column ${columnOf(opener, text)} is closed by ${character}`;
      return { span, message };
    }
  }
  const opener = open.pop();
  if (quoted !== null || opener === undefined || opener < from) return null;
  const message = `missing ${CLOSERS[text[opener]!]}, opened at column ${columnOf(opener, text)}`;
  return { span: { start: opener, end: opener + 1 }, message };
}

function quote(source: string): string {
  const line = source.split('\n')[0] ?? '';
  return line.length > MAX_QUOTED || line.length < source.length
    ? `\`${line.slice(0, MAX_QUOTED)}…\``
    : `\`${line}\``;
}
