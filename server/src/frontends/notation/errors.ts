// What is wrong with a text of the notation, said so that it can be put right.

import { readLiteral } from '../../algebra/relation/literal.ts';
import type { Span } from '../common/expression.ts';
import { readInteger } from './literals.ts';
import { childOf, type NotationNode, namedChildren } from './tree.ts';
import { columnOf, describeUnexpected, type NotationError } from './unexpected.ts';

export type { NotationError } from './unexpected.ts';

/** More errors than this in one text are not told apart: it is some other text. */
const MAX_ERRORS = 50;

const OPENERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

/**
 * Every error of a tree, in the order of the text; spans are offsets into the text. `previous` is the
 * sibling before the root, where the root is not the whole.
 */
export function notationErrors(
  root: NotationNode,
  text: string,
  previous: NotationNode | null = null,
): readonly NotationError[] {
  const errors: NotationError[] = [];
  const visit = (node: NotationNode, parent: NotationNode | null, before: NotationNode | null): void => {
    if (errors.length >= MAX_ERRORS) return;
    if (node.type === 'ERROR') {
      errors.push(describeUnexpected({ node, parent, previous: before }, text));
      return;
    }
    node.children.forEach((child, index) => {
      if (child.missing) errors.push(missing(child, node, text));
      else visit(child, node, node.children[index - 1] ?? null);
    });
    if (!node.broken) {
      const wrong = wrongValue(node, text);
      if (wrong !== null) errors.push(wrong);
    }
  };
  visit(root, null, previous);
  return errors.sort((a, b) => a.span.start - b.span.start);
}

/** The first error in a broken node, as the reason why it has no value. */
export function errorIn(node: NotationNode, text: string, previous: NotationNode | null = null): string {
  return notationErrors(node, text, previous)[0]?.message ?? 'the text nests too deeply';
}

function missing(token: NotationNode, parent: NotationNode, text: string): NotationError {
  const at = Math.max(0, token.start - 1);
  const span = { start: at, end: Math.max(token.end, Math.min(text.length, at + 1)) };
  const opener = OPENERS[token.type];
  if (opener !== undefined) {
    const open = parent.children.find((child) => child.type === opener);
    const where = open === undefined ? '' : `, opened at column ${columnOf(open.start, text)}`;
    return { span, message: `missing ${token.type}${where}` };
  }
  if (parent.type === 'layout') {
    const part = token.field === 'shape' ? 'shape' : 'stride';
    return { span, message: `a layout is shape:stride, and the ${part} is missing` };
  }
  const before = parent.children[parent.children.indexOf(token) - 1];
  if (token.named && before !== undefined && !before.named) {
    const what = before.type === '=' ? 'a value' : before.type === ':' ? 'a stride' : 'an operand';
    return { span, message: `${what} is missing after ${before.type}` };
  }
  return { span, message: token.named ? `missing ${token.type.replace('_', ' ')}` : `missing ${token.type}` };
}

/** Errors that the grammar lets pass and no value can follow from. */
function wrongValue(node: NotationNode, text: string): NotationError | null {
  const at = (child: NotationNode): Span => ({ start: child.start, end: child.end });
  if (node.type === 'integer' && integerOf(node, text) === null) {
    return { span: at(node), message: `${text.slice(node.start, node.end)} is too large` };
  }
  if (node.type === 'relation') {
    const read = readLiteral(text.slice(node.start, node.end));
    if ('message' in read)
      return {
        span: { start: node.start + read.start, end: Math.min(node.end, node.start + read.end) },
        message: read.message,
      };
  }
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
