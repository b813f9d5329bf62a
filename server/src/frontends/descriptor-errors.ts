// What is wrong with a text of the notation, said so that it can be put right.

import { readInteger } from './descriptor-literals.ts';
import { childOf, type NotationNode, namedChildren } from './descriptor-tree.ts';
import type { Span } from './expression.ts';

export interface NotationError {
  readonly span: Span;
  readonly message: string;
}

const CLOSERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };
const MAX_QUOTED = 24;

/** Every error of a tree, in the order of the text; spans are offsets into the text. */
export function notationErrors(root: NotationNode, text: string): readonly NotationError[] {
  const errors: NotationError[] = [];
  const visit = (node: NotationNode): void => {
    if (node.missing) return;
    if (node.type === 'ERROR') {
      errors.push({ span: { start: node.start, end: node.end }, message: unexpected(node, text) });
      return;
    }
    for (const child of node.children) {
      if (child.missing) errors.push(missing(child, node, text));
      else visit(child);
    }
    const semantic = wrongValue(node, text);
    if (semantic !== null) errors.push(semantic);
  };
  visit(root);
  return errors.sort((a, b) => a.span.start - b.span.start);
}

/** The first error in a broken node, as the reason why it has no value. */
export function errorIn(node: NotationNode, text: string): string {
  return notationErrors(node, text)[0]?.message ?? 'the text nests too deeply';
}

function unexpected(node: NotationNode, text: string): string {
  const source = text.slice(node.start, node.end).trim();
  const first = node.children[0];
  const element =
    /^(-?\d*e\d+|f\d+)\s*=/.exec(source) ??
    (/^\s*=/.test(text.slice(node.end)) ? /^(e\d+|f\d+)$/.exec(source) : null);
  if (element !== null) return `${element[1]} is a stride of the notation and cannot be a name`;
  if (/:\s*$/.test(source) || (first !== undefined && source === ''))
    return 'a layout is shape:stride, and the stride is missing';
  if (/^:/.test(source)) return 'a layout is shape:stride, and the shape is missing';
  if (source in CLOSERS) return `${source} without ${CLOSERS[source]}`;
  return `unexpected ${quote(source)}`;
}

function missing(token: NotationNode, parent: NotationNode, text: string): NotationError {
  const at = Math.max(0, token.start - 1);
  const span = { start: at, end: Math.max(token.end, Math.min(text.length, at + 1)) };
  const opener = CLOSERS[token.type];
  if (opener !== undefined) {
    const open = parent.children.find((child) => child.type === opener);
    const where = open === undefined ? '' : `, opened at column ${column(open.start, text)}`;
    return { span, message: `missing ${token.type}${where}` };
  }
  if (parent.type === 'layout') {
    const part = token.field === 'shape' ? 'shape' : 'stride';
    return { span, message: `a layout is shape:stride, and the ${part} is missing` };
  }
  return { span, message: token.named ? `missing ${token.type.replace('_', ' ')}` : `missing ${token.type}` };
}

/** Errors that the grammar lets pass and no value can follow from. */
function wrongValue(node: NotationNode, text: string): NotationError | null {
  const at = (child: NotationNode): Span => ({ start: child.start, end: child.end });
  if (node.type === 'basis') {
    const value = childOf(node, 'value');
    const right =
      value?.type === 'binary' && childOf(value, 'operator')?.type === '/' ? childOf(value, 'right') : null;
    if (right?.type === 'integer' && integerOf(right, text) === 0) {
      return { span: at(right), message: 'the denominator is zero' };
    }
    const mode = node.children.find((child) => child.field === 'mode' && (integerOf(child, text) ?? -1) < 0);
    if (mode !== undefined)
      return { span: at(mode), message: 'the index of a mode is a non-negative integer' };
  }
  if (node.type === 'dynamic') {
    const divisor = childOf(node, 'divisor');
    if (divisor !== null && (integerOf(divisor, text) ?? 0) <= 0) {
      return { span: at(divisor), message: 'a divisor is a positive integer' };
    }
  }
  if (node.type === 'assignment') {
    const left = childOf(node, 'left');
    if (left?.type === 'call' && !isDefinitionHead(left)) {
      return { span: at(left), message: 'the left side is a name, or a function of named parameters' };
    }
  }
  return null;
}

function isDefinitionHead(call: NotationNode): boolean {
  const list = childOf(call, 'arguments');
  return (
    childOf(call, 'function')?.type === 'identifier' &&
    list !== null &&
    namedChildren(list).every((parameter) => parameter.type === 'identifier')
  );
}

function integerOf(node: NotationNode, text: string): number | null {
  return readInteger(text.slice(node.start, node.end))?.value ?? null;
}

function column(offset: number, text: string): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1) + 1;
}

function quote(source: string): string {
  const line = source.split('\n')[0] ?? '';
  return line.length > MAX_QUOTED || line.length < source.length
    ? `\`${line.slice(0, MAX_QUOTED)}…\``
    : `\`${line}\``;
}
