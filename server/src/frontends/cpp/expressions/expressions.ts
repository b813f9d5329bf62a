// C++ expressions and types, read from tokens by operator precedence. The two are read by one reader,
// since template arguments may be either. A `<` opens a template list when what follows reads as one.
//
// The syntax tree is not asked here: its grammar cannot tell a template from a comparison, and walking
// it costs more than reading the tokens (docs/architecture.md).

import type { Expr, UnaryExpr } from '../../common/expression.ts';
import { partsOf } from '../../common/expression-parts.ts';
import { isTooHigh } from '../../common/height.ts';
import type { Cursor } from './cursor.ts';
import { recordAssignment, recordEscape, recordSkipped } from './effects.ts';
import { readBraced } from './lists.ts';
import {
  ANYWHERE,
  MAXIMUM_DEPTH,
  nameExprAt,
  nested,
  opaque,
  type ParseContext,
  tooDeep,
} from './parse-context.ts';
import { readPostfix, stepped } from './postfix.ts';

const PRECEDENCE: Readonly<Record<string, number>> = {
  '||': 3,
  '&&': 4,
  '|': 5,
  '^': 6,
  '&': 7,
  '==': 8,
  '!=': 8,
  '<': 9,
  '>': 9,
  '<=': 9,
  '>=': 9,
  '<<': 10,
  '>>': 10,
  '+': 11,
  '-': 11,
  '*': 12,
  '/': 12,
  '%': 12,
  '->*': 13,
};

const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>=']);

const UNARY = new Set(['-', '+', '!', '~', '*', '&']);

/** An operation on an operation on an operation, however it is written, is nested in the expression. */
const MAXIMUM_LENGTH = 1000;

function tooLong(c: Cursor, start: number): Expr {
  c.skipTo([',', ';']);
  return opaque(c.spanFrom(start), 'the expression is too long');
}

/** An expression without a comma outside brackets. */
export function readExpression(c: Cursor, context: ParseContext = ANYWHERE): Expr {
  return readAssignment(c, context);
}

function readAssignment(c: Cursor, context: ParseContext): Expr {
  if (c.isInExpression) return readPart(c, context);
  const { at } = c;
  const { start } = c.token;
  c.isInExpression = true;
  const whole = readPart(c, context);
  c.isInExpression = false;
  return isTooHigh(whole, c.at - at, partsOf) ? tooDeep(c.spanFrom(start)) : whole;
}

function readPart(c: Cursor, context: ParseContext): Expr {
  const start = c.token.start;
  if (++c.depth > MAXIMUM_DEPTH) {
    c.depth--;
    c.skipTo([',', ';']);
    return tooDeep(c.spanFrom(start));
  }
  const left = readBinary(c, 3, context);
  let result = left;
  if (c.is('?')) {
    c.next();
    const then = readAssignment(c, { ...ANYWHERE });
    c.take(':');
    const otherwise = readAssignment(c, context);
    result = { kind: 'conditional', span: c.spanFrom(start), condition: left, then, otherwise };
  } else {
    const operator = assignmentHere(c, context);
    if (operator !== null) {
      recordAssignment(c, left);
      const right = c.is('{') ? readBraced(c) : readAssignment(c, context);
      result = { kind: 'binary', span: c.spanFrom(start), operator, left, right };
    }
  }
  c.depth--;
  return result;
}

/** Takes an assignment operator; `>>=` is three tokens. */
function assignmentHere(c: Cursor, context: ParseContext): string | null {
  if (c.token.kind !== 'punctuation') return null;
  if (ASSIGNMENTS.has(c.text) && !(context.inTemplate && c.is('='))) return c.next().text;
  if (
    !context.inTemplate &&
    c.is('>') &&
    c.peek().text === '>' &&
    c.peek(2).text === '=' &&
    c.touches(1) &&
    c.touches(2)
  ) {
    c.at += 3;
    return '>>=';
  }
  return null;
}

/** The binary operator here and how many tokens it takes. */
function binaryHere(c: Cursor, context: ParseContext): { operator: string; length: number } | null {
  const token = c.token;
  if (token.kind !== 'punctuation') return null;
  if (token.text === '>') {
    const touching = c.touches(1) ? c.peek().text : '';
    if (context.inTemplate) {
      // `A >= 90` in a template list, not the `=` of a default argument after `>`.
      if (touching === '=' && c.peek(2).kind !== 'punctuation') return { operator: '>=', length: 2 };
      return null;
    }
    if (touching === '=' || touching === '==') return touching === '=' ? { operator: '>=', length: 2 } : null;
    if (touching === '>') {
      return c.peek(2).text === '=' && c.touches(2) ? null : { operator: '>>', length: 2 };
    }
    return { operator: '>', length: 1 };
  }
  if (!Object.hasOwn(PRECEDENCE, token.text)) return null;
  if (token.text === '*' || token.text === '&' || token.text === '&&') {
    const after = c.peek().text;
    // `T*`, `T const&` as a type.
    if (after === ',' || after === '>' || after === ')' || after === 'const' || after === ';') return null;
    // `Ts&&...` as types; `(xs && ...)` and `(xs && ... && y)` fold.
    if (after === '...' && c.peek(2).text !== ')' && c.peek(2).text !== token.text) return null;
  }
  if (token.text === '<<' && c.peek().text === '<' && c.touches(1)) return null;
  return { operator: token.text, length: 1 };
}

function readBinary(c: Cursor, minimum: number, context: ParseContext): Expr {
  const start = c.token.start;
  let left = readUnary(c, context);
  for (let length = 0; ; length++) {
    const here = binaryHere(c, context);
    if (here === null) return left;
    if (length >= MAXIMUM_LENGTH) return tooLong(c, start);
    const precedence = PRECEDENCE[here.operator]!;
    if (precedence < minimum) return left;
    c.at += here.length;
    if (c.take('...')) {
      // `(xs + ...)`, `(xs + ... + 0)`.
      const again = c.is(')') ? null : binaryHere(c, context);
      if (again !== null) c.at += again.length;
      const last = again === null ? null : readBinary(c, precedence + 1, context);
      left = { kind: 'fold', span: c.spanFrom(start), operator: here.operator, left, right: last };
      continue;
    }
    const right = readBinary(c, precedence + 1, context);
    if (here.operator === '>>') recordAssignment(c, right);
    if (here.operator === '<<') recordEscape(c, nameExprAt('operator<<', left.span), [left, right]);
    left = { kind: 'binary', span: c.spanFrom(start), operator: here.operator, left, right };
  }
}

export function readUnary(c: Cursor, context: ParseContext): Expr {
  const token = c.token;
  const start = token.start;
  if (token.kind === 'punctuation') {
    if (UNARY.has(token.text)) {
      c.next();
      const operand = nested(c, () => readUnary(c, context));
      if (token.text === '&') recordAssignment(c, operand);
      return {
        kind: 'unary',
        span: c.spanFrom(start),
        operator: token.text as UnaryExpr['operator'],
        operand,
      };
    }
    if (token.text === '++' || token.text === '--') {
      c.next();
      const operand = nested(c, () => readUnary(c, context));
      recordAssignment(c, operand);
      return stepped(operand, token.text, c.spanFrom(start));
    }
    if (token.text === '&&') {
      c.next();
      return nested(c, () => readUnary(c, context));
    }
  } else if (token.kind === 'name') {
    switch (token.text) {
      case 'new':
      case 'delete':
      case 'throw':
      case 'co_await':
      case 'co_return':
      case 'co_yield':
      case 'requires': {
        const from = c.at;
        c.next();
        c.skipTo([',', ';']);
        if (token.text === 'new') recordSkipped(c, from);
        return opaque(c.spanFrom(start), `\`${token.text}\` gives no layout`);
      }
    }
  }
  return readPostfix(c, context);
}
