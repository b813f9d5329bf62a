// Lowering of what has no expression inside: numbers, names, strings, pointers, `?`.

import { readLiteral } from '../../algebra/relation/literal.ts';
import type { Expr, IntegerExpr, NameExpr, Span } from '../common/expression.ts';
import { readBasisElement, readInteger, readString } from './literals.ts';
import { childOf, type NotationNode } from './tree.ts';

/** What lowering needs to know besides the node. */
export interface LoweringContext {
  /** The parsed text. */
  readonly text: string;
  /** Added to every offset in the text to give the offset in the unit. */
  readonly shift: number;
  /** Static integers are marked, as C++ prints them; without it that is for the reader to say. */
  readonly isPrinted?: boolean;
}

export function spanOf(node: NotationNode, context: LoweringContext): Span {
  return { start: node.start + context.shift, end: node.end + context.shift };
}

export function opaque(span: Span, reason: string): Expr {
  return { kind: 'opaque', span, reason };
}

function lowerIdentifier(source: string, span: Span): Expr {
  switch (source) {
    case 'true':
    case 'True':
      return { kind: 'boolean', span, value: true };
    case 'false':
    case 'False':
      return { kind: 'boolean', span, value: false };
    case 'None':
      return { kind: 'underscore', span };
    default:
      return nameOf(source, span);
  }
}

/** `_kBlockM` is the static form of kBlockM, as `_4` is of 4. */
export function nameOf(source: string, span: Span): NameExpr {
  return /^_[^_]/.test(source)
    ? { kind: 'name', span, name: source.slice(1), marked: true }
    : { kind: 'name', span, name: source };
}

/** The expression of a leaf; null when the node is none. */
export function lowerLeaf(node: NotationNode, context: LoweringContext): Expr | null {
  const span = spanOf(node, context);
  const source = context.text.slice(node.start, node.end);
  switch (node.type) {
    case 'integer': {
      const literal = readInteger(source);
      return literal === null
        ? opaque(span, `${source} is too large`)
        : {
            kind: 'integer',
            span,
            value: literal.value,
            marked: literal.marked,
            ...(context.isPrinted === true && !literal.marked ? { isRunTime: true } : {}),
          };
    }
    case 'identifier':
      return lowerIdentifier(source, span);
    case 'underscore':
      return { kind: 'underscore', span };
    case 'string':
      return { kind: 'string', span, value: readString(source) };
    case 'mixed_bits': {
      const literal = readInteger(source.slice(source.lastIndexOf('=') + 1));
      return literal === null
        ? opaque(span, `${source} is too large`)
        : { kind: 'integer', span, value: literal.value, marked: false };
    }
    case 'basis_element': {
      const element = readBasisElement(source);
      if (element === null) return opaque(span, `${source} is too large`);
      const numerator: IntegerExpr = { kind: 'integer', span, value: element.value, marked: false };
      return { kind: 'basis', span, numerator, denominator: 1, printed: [element.mode], form: 'paper' };
    }
    case 'relation': {
      const read = readLiteral(source);
      if (!('message' in read)) return { kind: 'relation', span, text: source };
      return opaque({ start: span.start + read.start, end: span.start + read.end }, read.message);
    }
    case 'binary_element':
      return lowerBinaryElement(source, span);
    case 'dynamic':
      return lowerDynamic(node, context);
    case 'pointer':
      return lowerPointer(node, context);
    default:
      return null;
  }
}

function lowerBinaryElement(source: string, span: Span): Expr {
  const bits = Number(source.slice(1));
  return Number.isSafeInteger(bits)
    ? { kind: 'binary-stride', span, bits }
    : opaque(span, `${source} is too large`);
}

function lowerDynamic(node: NotationNode, context: LoweringContext): Expr {
  const span = spanOf(node, context);
  const divisor = childOf(node, 'divisor');
  if (divisor === null) return { kind: 'dynamic', span, divisor: 1 };
  const literal = readInteger(context.text.slice(divisor.start, divisor.end));
  return literal !== null && literal.value > 0
    ? { kind: 'dynamic', span, divisor: literal.value }
    : opaque(span, 'a divisor is a positive integer');
}

function lowerPointer(node: NotationNode, context: LoweringContext): Expr {
  const span = spanOf(node, context);
  const space = childOf(node, 'space');
  const width = childOf(node, 'width');
  if (space === null || width === null) return opaque(span, 'not a pointer');
  const bits = Number.parseInt(context.text.slice(width.start, width.end), 10);
  return { kind: 'pointer', span, space: context.text.slice(space.start, space.end), bits };
}
