// The smallest C++ expressions: literals, names, types, parentheses, lambdas.

import type { Expr } from '../../common/expression.ts';
import { characterLiteral, typeOfLiteral } from '../text/literals.ts';
import { integerLiteral } from '../text/tokens.ts';
import type { Cursor } from './cursor.ts';
import { readBraced, readList, readMemberName, readOperatorName } from './lists.ts';
import {
  ANYWHERE,
  BUILTIN_TYPE_WORDS,
  isTypeLike,
  lastOf,
  nameExprAt,
  nested,
  opaque,
  type ParseContext,
  skipTypePrefixes,
  TYPE_PREFIXES,
} from './parse-context.ts';

export function readPrimary(c: Cursor, context: ParseContext): Expr {
  const token = c.token;
  const start = token.start;
  switch (token.kind) {
    case 'number': {
      c.next();
      const value = integerLiteral(token.text);
      if (value === null) return opaque(c.spanFrom(start), 'not an integer');
      return {
        kind: 'integer',
        span: c.spanFrom(start),
        value,
        marked: token.text.endsWith('_c'),
        type: typeOfLiteral(token.text, value),
      };
    }
    case 'string': {
      while (c.token.kind === 'string') c.next();
      return { kind: 'string', span: c.spanFrom(start), value: token.text.replace(/^[^"]*"|"$/g, '') };
    }
    case 'character': {
      c.next();
      const value = characterLiteral(token.text);
      return value === null
        ? opaque(c.spanFrom(start), 'a character')
        : { kind: 'integer', span: c.spanFrom(start), value, marked: false, type: 'char' };
    }
    case 'name':
      return readNamePrimary(c, context);
    case 'end':
      return opaque({ start, end: start }, 'an expression is missing here');
    default:
  }
  switch (token.text) {
    case '(':
      return readParenthesized(c, context);
    case '{':
      return readBraced(c);
    case '[':
      return c.readers.lambda(c);
    case '::': {
      c.next();
      if (c.token.kind !== 'name') return opaque(c.spanFrom(start), 'a name is missing here');
      const name = readMemberName(c);
      return { kind: 'qualified', span: c.spanFrom(start), scope: null, name };
    }
    default:
      // Nothing is taken: whoever reads the list or statement around decides how to go on.
      if (token.text === '...' || token.text === '=' || token.text === '.') c.next();
      return opaque({ start, end: Math.max(start, c.lastEnd) }, 'an expression is missing here');
  }
}

function readNamePrimary(c: Cursor, context: ParseContext): Expr {
  const token = c.token;
  const start = token.start;
  const text = token.text;
  if (BUILTIN_TYPE_WORDS.has(text)) return readBuiltinType(c);
  switch (text) {
    case 'true':
    case 'false':
      c.next();
      return { kind: 'boolean', span: c.spanFrom(start), value: text === 'true' };
    case 'decltype':
      c.next();
      if (!c.is('(')) return nameExprAt(text, c.spanFrom(start));
      return readDecltype(c, start);
    case 'sizeof':
    case 'alignof':
    case 'noexcept': {
      c.next();
      const span = c.spanFrom(start);
      if (c.take('...')) {
        const [pack] = readList(c, ')');
        if (pack === undefined) return opaque(c.spanFrom(start), 'a parameter pack is missing here');
        return { kind: 'pack-size', span: c.spanFrom(start), pack };
      }
      const args = c.is('(') ? readList(c, ')') : [c.readers.unary(c, context)];
      return { kind: 'call', span: c.spanFrom(start), callee: nameExprAt(text, span), args, keywords: [] };
    }
    case 'operator': {
      c.next();
      return nameExprAt(`operator${readOperatorName(c)}`, c.spanFrom(start));
    }
  }
  if (TYPE_PREFIXES.has(text)) {
    skipTypePrefixes(c);
    if (c.token.kind !== 'name' && !c.is('::')) return opaque(c.spanFrom(start), 'a type is missing here');
    return readPrimary(c, context);
  }
  c.next();
  return nameExprAt(text, c.spanFrom(start));
}

function readBuiltinType(c: Cursor): Expr {
  const start = c.token.start;
  let name = '';
  let end = start;
  while (c.token.kind === 'name' && (BUILTIN_TYPE_WORDS.has(c.text) || c.is('const') || c.is('volatile'))) {
    if (BUILTIN_TYPE_WORDS.has(c.text)) {
      name = name === '' ? c.text : `${name} ${c.text}`;
      end = c.token.end;
    }
    c.next();
  }
  return nameExprAt(name, { start, end });
}

function readDecltype(c: Cursor, start: number): Expr {
  c.next();
  const from = c.at;
  const operand = c.readers.expression(c, ANYWHERE);
  if (!c.is(')')) c.skipTo([]);
  c.take(')');
  const span = c.spanFrom(start);
  // Nothing stands between the parentheses around it and those of decltype.
  const isParenthesised =
    c.tokens[from]!.text === '(' &&
    operand.span.start > c.tokens[from]!.start &&
    operand.span.end < c.tokens[c.at - 2]!.end;
  return { kind: 'decltype', span, operand, ...(isParenthesised ? { isParenthesised } : {}) };
}

const isPrimitiveType = (e: Expr): boolean => {
  if (e.kind === 'unary' && e.operator === '*') return isTypeLike(e.operand) || isPrimitiveType(e.operand);
  return e.kind === 'name' && (BUILTIN_TYPE_WORDS.has(e.name.split(' ')[0]!) || /_t$/.test(e.name));
};

function readParenthesized(c: Cursor, context: ParseContext): Expr {
  const start = c.token.start;
  if (c.peek().text === '...') {
    // `(... + xs)`
    c.at += 2;
    const operator = c.next().text;
    const right = c.readers.expression(c, ANYWHERE);
    if (!c.is(')')) c.skipTo([]);
    c.take(')');
    return { kind: 'fold', span: c.spanFrom(start), operator, left: null, right };
  }
  const items = readList(c, ')');
  const only = items.length === 1 ? items[0]! : null;
  if (only === null) {
    return lastOf(items, c.spanFrom(start));
  }
  const after = c.token;
  const startsOperand = after.kind === 'name' || after.kind === 'number' || after.kind === 'string';
  if (
    (startsOperand && isTypeLike(only) && !TYPE_PREFIXES.has(after.text)) ||
    (isPrimitiveType(only) && (startsOperand || after.kind === 'character' || /^[-(+~!]$/.test(after.text)))
  ) {
    const operand = nested(c, () => c.readers.unary(c, context));
    return { kind: 'call', span: c.spanFrom(start), callee: only, args: [operand], keywords: [] };
  }
  return only;
}
