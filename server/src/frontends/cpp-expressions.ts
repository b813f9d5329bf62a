// C++ expressions and types, read from tokens by operator precedence. The two are read by one reader,
// since template arguments may be either. A `<` opens a template list when what follows reads as one.
//
// The syntax tree is not asked here: its grammar cannot tell a template from a comparison, and walking
// it costs more than reading the tokens (docs/architecture.md).

import type { Cursor, OpenScope } from './cpp-cursor.ts';
import { openScope } from './cpp-cursor.ts';
import { integerLiteral } from './cpp-tokens.ts';
import type { Expr, NameExpr, Span, UnaryExpr } from './expression.ts';

const BUILTIN_TYPE_WORDS = new Set([
  'void',
  'bool',
  'char',
  'short',
  'int',
  'long',
  'signed',
  'unsigned',
  'float',
  'double',
  'wchar_t',
  'char8_t',
  'char16_t',
  'char32_t',
  'auto',
]);
/** Words that may stand before a type and say nothing about its layout. */
export const TYPE_PREFIXES = new Set(['const', 'volatile', 'typename', 'struct', 'class', 'enum', 'union']);

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
/** Operators that are words. */
const WORDS: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  not_eq: '!=',
  bitand: '&',
  bitor: '|',
};
const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>=']);
const UNARY = new Set(['-', '+', '!', '~', '*', '&']);
const MAXIMUM_DEPTH = 200;

/** Where an expression stands. */
export interface Place {
  /** Between `<` and `>`: `>` ends it. */
  readonly inTemplate: boolean;
  /** A name may follow the type: `Layout<A> x`. */
  readonly beforeName: boolean;
  /** `{` begins a body: `-> T {`. */
  readonly beforeBody: boolean;
}
export const ANYWHERE: Place = { inTemplate: false, beforeName: false, beforeBody: false };
const IN_TEMPLATE: Place = { inTemplate: true, beforeName: false, beforeBody: false };
export const BEFORE_NAME: Place = { inTemplate: false, beforeName: true, beforeBody: true };
const BEFORE_BODY: Place = { inTemplate: false, beforeName: false, beforeBody: true };

export const opaque = (span: Span, reason: string): Expr => ({ kind: 'opaque', span, reason });
export const nameAt = (name: string, span: Span): NameExpr => ({ kind: 'name', span, name });

/** A type before the name that it is declared for; `*` and `&` are left for the declarator. */
export const readTypeName = (c: Cursor): Expr => readPostfix(c, BEFORE_NAME);

/** An expression without a comma outside brackets. */
export function readExpression(c: Cursor, place: Place = ANYWHERE): Expr {
  return readAssignment(c, place);
}

function readAssignment(c: Cursor, place: Place): Expr {
  const start = c.token.start;
  if (++c.depth > MAXIMUM_DEPTH) {
    c.depth--;
    c.skipTo([',', ';']);
    return opaque(c.spanFrom(start), 'the expression is nested too deeply');
  }
  const left = readBinary(c, 3, place);
  let result = left;
  if (c.is('?')) {
    c.next();
    const then = readAssignment(c, { ...ANYWHERE });
    c.take(':');
    const otherwise = readAssignment(c, place);
    result = { kind: 'conditional', span: c.spanFrom(start), condition: left, then, otherwise };
  } else {
    const operator = assignmentHere(c, place);
    if (operator !== null) {
      noteAssigned(c, left);
      const right = c.is('{') ? readBraced(c) : readAssignment(c, place);
      result = { kind: 'binary', span: c.spanFrom(start), operator, left, right };
    }
  }
  c.depth--;
  return result;
}

/** Takes an assignment operator; `>>=` is three tokens. */
function assignmentHere(c: Cursor, place: Place): string | null {
  if (c.token.kind !== 'punctuation') return null;
  if (ASSIGNMENTS.has(c.text) && !(place.inTemplate && c.is('='))) return c.next().text;
  if (
    !place.inTemplate &&
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

/** `x = …`, `++x`, `&x`: the value that x was declared with says nothing about its value elsewhere. */
function noteAssigned(c: Cursor, target: Expr): void {
  let inner: Expr = target;
  for (;;) {
    if (inner.kind === 'name') {
      c.scope.assigned.add(inner.name);
      return;
    }
    if (inner.kind === 'member' || inner.kind === 'index') inner = inner.object;
    else if (inner.kind === 'call') {
      // `tensor.data() = pointer` moves the data; the layout stays.
      if (inner.callee.kind === 'member' && inner.callee.name.name === 'data') return;
      // `get<0>(shape) = …`: what is assigned to is a part of an argument.
      for (const argument of inner.args) noteAssigned(c, argument);
      inner = inner.callee;
    } else if (inner.kind === 'unary') inner = inner.operand;
    else if (inner.kind === 'tuple') {
      for (const item of inner.items) noteAssigned(c, item);
      return;
    } else return;
  }
}

/** The binary operator here and how many tokens it takes. */
function binaryHere(c: Cursor, place: Place): { operator: string; length: number } | null {
  const token = c.token;
  if (token.kind === 'name') {
    const operator = WORDS[token.text];
    return operator === undefined ? null : { operator, length: 1 };
  }
  if (token.kind !== 'punctuation') return null;
  if (token.text === '>') {
    const touching = c.touches(1) ? c.peek().text : '';
    if (place.inTemplate) {
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
    if (
      after === ',' ||
      after === '>' ||
      after === ')' ||
      after === 'const' ||
      after === '...' ||
      after === ';'
    )
      return null;
  }
  if (token.text === '<<' && c.peek().text === '<' && c.touches(1)) return null;
  return { operator: token.text, length: 1 };
}

function readBinary(c: Cursor, minimum: number, place: Place): Expr {
  const start = c.token.start;
  let left = readUnary(c, place);
  for (;;) {
    const here = binaryHere(c, place);
    if (here === null) return left;
    const precedence = PRECEDENCE[here.operator]!;
    if (precedence < minimum) return left;
    c.at += here.length;
    const right = readBinary(c, precedence + 1, place);
    if (here.operator === '>>') noteAssigned(c, right);
    left = { kind: 'binary', span: c.spanFrom(start), operator: here.operator, left, right };
  }
}

function readUnary(c: Cursor, place: Place): Expr {
  const token = c.token;
  const start = token.start;
  if (token.kind === 'punctuation') {
    if (UNARY.has(token.text)) {
      c.next();
      const operand = nested(c, () => readUnary(c, place));
      if (token.text === '&') noteAssigned(c, operand);
      return {
        kind: 'unary',
        span: c.spanFrom(start),
        operator: token.text as UnaryExpr['operator'],
        operand,
      };
    }
    if (token.text === '++' || token.text === '--') {
      c.next();
      const operand = nested(c, () => readUnary(c, place));
      noteAssigned(c, operand);
      return opaque(c.spanFrom(start), 'a variable that is counted up or down has no one value');
    }
    if (token.text === '&&') {
      c.next();
      return nested(c, () => readUnary(c, place));
    }
  } else if (token.kind === 'name') {
    switch (token.text) {
      case 'not':
      case 'compl': {
        c.next();
        const operand = nested(c, () => readUnary(c, place));
        return {
          kind: 'unary',
          span: c.spanFrom(start),
          operator: token.text === 'not' ? '!' : '~',
          operand,
        };
      }
      case 'new':
      case 'delete':
      case 'throw':
      case 'co_await':
      case 'co_return':
      case 'co_yield':
      case 'requires':
        c.next();
        c.skipTo([',', ';']);
        return opaque(c.spanFrom(start), `\`${token.text}\` gives no layout`);
    }
  }
  return readPostfix(c, place);
}

function nested(c: Cursor, read: () => Expr): Expr {
  if (c.depth >= MAXIMUM_DEPTH) {
    const start = c.token.start;
    c.skipTo([',', ';']);
    return opaque(c.spanFrom(start), 'the expression is nested too deeply');
  }
  c.depth++;
  const result = read();
  c.depth--;
  return result;
}

const isTypeLike = (e: Expr): boolean =>
  e.kind === 'name' || e.kind === 'qualified' || e.kind === 'template' || e.kind === 'decltype';

function readPostfix(c: Cursor, place: Place): Expr {
  const start = c.token.start;
  let e = readPrimary(c, place);
  for (;;) {
    const token = c.token;
    if (token.kind !== 'punctuation') {
      // `T const`
      if ((token.text === 'const' || token.text === 'volatile') && isTypeLike(e)) {
        c.next();
        continue;
      }
      return e;
    }
    switch (token.text) {
      case '::': {
        if (c.peek().kind !== 'name' && c.peek().text !== '~') return e;
        c.next();
        const name = readMemberName(c);
        e = { kind: 'qualified', span: c.spanFrom(start), scope: e, name };
        break;
      }
      case '<': {
        if (e.kind !== 'name' && e.kind !== 'qualified' && e.kind !== 'member') return e;
        const args = readTemplateList(c, place.beforeName);
        if (args === null) return e;
        e = { kind: 'template', span: c.spanFrom(start), target: e, args };
        break;
      }
      case '<<': {
        // `kernel<<<grid, block>>>(…)`
        if (c.peek().text !== '<' || !c.touches(1)) return e;
        while (!c.isEnd && !(c.is('>') && c.peek().text === '>' && c.peek(2).text === '>')) {
          if (c.is('(') || c.is('[') || c.is('{')) c.skipBalanced();
          else c.next();
        }
        c.at = Math.min(c.at + 3, c.tokens.length - 1);
        break;
      }
      case '(': {
        if (place.beforeName && !(e.kind === 'name' && e.name === 'decltype')) return e;
        const args = readList(c, ')');
        noteHandedOn(c, e, args);
        e = { kind: 'call', span: c.spanFrom(start), callee: e, args, keywords: [] };
        break;
      }
      case '{': {
        if (place.beforeBody || !isTypeLike(e)) return e;
        const args = readList(c, '}');
        e = { kind: 'construct', span: c.spanFrom(start), type: e, args };
        break;
      }
      case '[': {
        if (place.beforeName) return e;
        const args = readList(c, ']');
        e = { kind: 'index', span: c.spanFrom(start), object: e, args };
        break;
      }
      case '.':
      case '->': {
        c.next();
        if (c.token.kind !== 'name' && !c.is('~')) return e;
        const name = readMemberName(c);
        e = { kind: 'member', span: c.spanFrom(start), object: e, name };
        break;
      }
      case '++':
      case '--':
        c.next();
        noteAssigned(c, e);
        e = opaque(c.spanFrom(start), 'a variable that is counted up or down has no one value');
        break;
      case '...':
        if (place.inTemplate || c.peek().text === ')' || c.peek().text === ',' || c.peek().text === '}') {
          c.next();
          e = opaque(c.spanFrom(start), 'the parameter pack is not expanded');
          break;
        }
        return e;
      case '*':
      case '&':
      case '&&': {
        const after = c.peek().text;
        if (
          place.beforeName ||
          !(after === ',' || after === '>' || after === ')' || after === 'const' || after === '*')
        )
          return e;
        if (!isTypeLike(e) && e.kind !== 'unary') return e;
        c.next();
        if (token.text === '*') e = { kind: 'unary', span: c.spanFrom(start), operator: '*', operand: e };
        break;
      }
      default:
        return e;
    }
  }
}

/** A bare variable as an argument may be changed by the function it is handed to. */
function noteHandedOn(c: Cursor, callee: Expr, args: readonly Expr[]): void {
  for (const arg of args) {
    if (arg.kind !== 'name') continue;
    let target = callee;
    while (target.kind === 'template') target = target.target;
    const to = target.kind === 'name' ? target.name : target.kind === 'qualified' ? target.name.name : '?';
    const known = c.scope.handedTo.get(arg.name);
    if (known === undefined) c.scope.handedTo.set(arg.name, new Set([to]));
    else known.add(to);
  }
}

/** `T& r = x`: whoever changes r changes x, which is noted as handed to `&r`. */
export function noteReferred(c: Cursor, name: string, to: Expr): void {
  if (to.kind === 'name') {
    const known = c.scope.handedTo.get(to.name);
    if (known === undefined) c.scope.handedTo.set(to.name, new Set([`&${name}`]));
    else known.add(`&${name}`);
  } else if (to.kind === 'member' || to.kind === 'index') noteReferred(c, name, to.object);
  else if (to.kind === 'call') for (const argument of to.args) noteReferred(c, name, argument);
}

/** The name after `::`, `.` or `->`. */
function readMemberName(c: Cursor): NameExpr {
  c.take('template');
  const start = c.token.start;
  let name = c.take('~') ? '~' : '';
  const token = c.next();
  name += token.text;
  if (token.text === 'operator') name += readOperatorName(c);
  return nameAt(name, c.spanFrom(start));
}

/** After `operator`: `()`, `[]`, `<<`, or a type for conversions. */
export function readOperatorName(c: Cursor): string {
  const from = c.at;
  if (c.is('(') && c.peek().text === ')') c.at += 2;
  else if (c.is('[') && c.peek().text === ']') c.at += 2;
  else while (!c.isEnd && !c.is('(')) c.next();
  return c.tokens
    .slice(from, c.at)
    .map((t) => t.text)
    .join('');
}

/** `a, b, c` up to the closing bracket, both brackets taken. */
export function readList(c: Cursor, close: string): Expr[] {
  c.next();
  const items: Expr[] = [];
  while (!c.isEnd && !c.is(close)) {
    const before = c.at;
    if (c.is('{')) items.push(readBraced(c));
    else if (c.is(',')) {
      c.next();
      continue;
    } else if (c.is('.') && c.peek().kind === 'name') {
      // A designated initialiser.
      c.skipTo([',']);
      items.push(
        opaque({ start: c.tokens[before]!.start, end: c.lastEnd }, 'designated initialisers are not read'),
      );
    } else items.push(readArgument(c));
    if (c.take(',')) continue;
    if (c.is(close)) break;
    // Not what a list holds: leave it out and go on after the next comma.
    const start = c.tokens[before]!.start;
    c.skipTo([',', ';']);
    items[items.length - 1] = opaque(c.spanFrom(start), 'this could not be read as an expression');
    if (c.take(',') || c.is(close)) continue;
    if (close !== '}') return items;
    // Statements between braces: nothing of them is an element.
    c.skipTo(['}']);
  }
  c.take(close);
  return items;
}

/** An argument of a call: an expression, or a type as in `sizeof(T const*)`. */
function readArgument(c: Cursor): Expr {
  skipTypePrefixes(c);
  const e = readExpression(c);
  skipTypeSuffix(c);
  return e;
}

export function readBraced(c: Cursor): Expr {
  const start = c.token.start;
  const items = readList(c, '}');
  return { kind: 'tuple', span: c.spanFrom(start), items, bracket: '{' };
}

export function skipTypePrefixes(c: Cursor): void {
  while (c.token.kind === 'name' && TYPE_PREFIXES.has(c.text)) c.next();
}

function skipTypeSuffix(c: Cursor): void {
  while (
    c.is('const') ||
    c.is('volatile') ||
    ((c.is('&') || c.is('&&') || c.is('*')) && /^[,>)]$/.test(c.peek().text))
  )
    c.next();
}

/** `<a, b>` after a name; null, with nothing taken, when it is a comparison. */
export function readTemplateList(c: Cursor, beforeName: boolean): Expr[] | null {
  const from = c.at;
  if (c.comparisons.has(from)) return null;
  const { expressions, children } = c.scope;
  const marks = [expressions.length, children.length] as const;
  c.next();
  const args: Expr[] = [];
  const fail = (): null => {
    c.at = from;
    c.comparisons.add(from);
    expressions.length = marks[0];
    children.length = marks[1];
    return null;
  };
  if (c.depth >= MAXIMUM_DEPTH) return fail();
  c.depth += 4;
  try {
    while (!c.is('>')) {
      const arg = readTemplateArgument(c);
      if (arg === null) return fail();
      args.push(arg);
      if (c.is('>')) break;
      if (!c.take(',')) return fail();
      if (c.is('>')) return fail();
    }
  } finally {
    c.depth -= 4;
  }
  c.next();
  const after = c.token;
  if (!beforeName && args.length > 0) {
    if (after.kind === 'number' || after.kind === 'string' || after.kind === 'character') return fail();
    const isOperator = Object.hasOwn(WORDS, after.text);
    if (after.kind === 'name' && !isOperator && after.text !== 'const' && after.text !== 'volatile')
      return fail();
    if (after.text === '!' || after.text === '~') return fail();
  }
  return args;
}

function readTemplateArgument(c: Cursor): Expr | null {
  const start = c.token.start;
  skipTypePrefixes(c);
  const token = c.token;
  if (
    token.kind === 'end' ||
    token.text === ',' ||
    token.text === ';' ||
    token.text === ')' ||
    token.text === '}'
  )
    return null;
  const e = readBinaryOrConditional(c);
  skipTypeSuffix(c);
  if (c.is('(') || c.is('[')) {
    // A function or array type.
    c.skipBalanced();
    while (!c.is(',') && !c.is('>') && (c.is('const') || c.is('noexcept') || c.is('[') || c.is('('))) {
      if (c.is('[') || c.is('(')) c.skipBalanced();
      else c.next();
    }
    return opaque(c.spanFrom(start), 'function and array types hold no layout');
  }
  return e;
}

const readBinaryOrConditional = (c: Cursor): Expr => readAssignment(c, IN_TEMPLATE);

function readPrimary(c: Cursor, place: Place): Expr {
  const token = c.token;
  const start = token.start;
  switch (token.kind) {
    case 'number': {
      c.next();
      const value = integerLiteral(token.text);
      if (value === null) return opaque(c.spanFrom(start), 'not an integer');
      return { kind: 'integer', span: c.spanFrom(start), value, marked: token.text.endsWith('_c') };
    }
    case 'string': {
      while (c.token.kind === 'string') c.next();
      return { kind: 'string', span: c.spanFrom(start), value: token.text.replace(/^[^"]*"|"$/g, '') };
    }
    case 'character': {
      c.next();
      return opaque(c.spanFrom(start), 'a character');
    }
    case 'name':
      return readNamePrimary(c, place);
    case 'end':
      return opaque({ start, end: start }, 'an expression is missing here');
    default:
  }
  switch (token.text) {
    case '(':
      return readParenthesized(c, place);
    case '{':
      return readBraced(c);
    case '[':
      return readLambda(c);
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

function readNamePrimary(c: Cursor, place: Place): Expr {
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
      if (!c.is('(')) return nameAt(text, c.spanFrom(start));
      return readDecltype(c, start);
    case 'sizeof':
    case 'alignof':
    case 'noexcept': {
      c.next();
      const span = c.spanFrom(start);
      if (c.is('...')) {
        c.next();
        c.skipBalanced();
        return opaque(c.spanFrom(start), 'the parameter pack is not expanded');
      }
      const args = c.is('(') ? readList(c, ')') : [readUnary(c, place)];
      return { kind: 'call', span: c.spanFrom(start), callee: nameAt(text, span), args, keywords: [] };
    }
    case 'operator': {
      c.next();
      return nameAt(`operator${readOperatorName(c)}`, c.spanFrom(start));
    }
  }
  if (TYPE_PREFIXES.has(text)) {
    skipTypePrefixes(c);
    if (c.token.kind !== 'name' && !c.is('::')) return opaque(c.spanFrom(start), 'a type is missing here');
    return readPrimary(c, place);
  }
  c.next();
  return nameAt(text, c.spanFrom(start));
}

function readBuiltinType(c: Cursor): Expr {
  const start = c.token.start;
  const words: string[] = [];
  let end = start;
  while (c.token.kind === 'name' && (BUILTIN_TYPE_WORDS.has(c.text) || c.is('const') || c.is('volatile'))) {
    if (BUILTIN_TYPE_WORDS.has(c.text)) {
      words.push(c.text);
      end = c.token.end;
    }
    c.next();
  }
  return nameAt(words.join(' '), { start, end });
}

function readDecltype(c: Cursor, start: number): Expr {
  c.next();
  const operand = readExpression(c);
  if (!c.is(')')) c.skipTo([]);
  c.take(')');
  return { kind: 'decltype', span: c.spanFrom(start), operand };
}

const isPrimitiveType = (e: Expr): boolean => {
  if (e.kind === 'unary' && e.operator === '*') return isTypeLike(e.operand) || isPrimitiveType(e.operand);
  return e.kind === 'name' && (BUILTIN_TYPE_WORDS.has(e.name.split(' ')[0]!) || /_t$/.test(e.name));
};

function readParenthesized(c: Cursor, place: Place): Expr {
  const start = c.token.start;
  if (c.peek().text === '...') {
    c.skipBalanced();
    return opaque(c.spanFrom(start), 'fold expressions are not computed');
  }
  const items = readList(c, ')');
  const only = items.length === 1 ? items[0]! : null;
  if (only === null) {
    // The comma operator gives its last operand.
    const last = items.at(-1);
    return last ?? opaque(c.spanFrom(start), 'an expression is missing here');
  }
  const after = c.token;
  const startsOperand = after.kind === 'name' || after.kind === 'number' || after.kind === 'string';
  if (
    (startsOperand && isTypeLike(only) && !TYPE_PREFIXES.has(after.text)) ||
    (isPrimitiveType(only) && (startsOperand || after.text === '('))
  ) {
    const operand = nested(c, () => readUnary(c, place));
    return { kind: 'call', span: c.spanFrom(start), callee: only, args: [operand], keywords: [] };
  }
  return only;
}

/** `[captures](parameters) -> type { body }`. Its body becomes a scope of the scope around. */
function readLambda(c: Cursor): Expr {
  const start = c.token.start;
  c.skipBalanced();
  if (c.is('<')) readTemplateList(c, true);
  const scope: OpenScope = openScope('function', null, start, c.scope);
  if (c.is('(')) c.readers.parameters(c, scope);
  while (c.is('mutable') || c.is('constexpr') || c.is('noexcept') || c.is('__device__') || c.is('__host__'))
    c.next();
  if (c.take('->')) {
    skipTypePrefixes(c);
    readPostfix(c, BEFORE_BODY);
    while (c.is('&') || c.is('&&') || c.is('*') || c.is('const')) c.next();
  }
  if (!c.is('{')) return opaque(c.spanFrom(start), 'a lambda without a body');
  c.scope.children.push(scope);
  c.readers.block(c, scope, 'block');
  scope.span.end = c.lastEnd;
  const body =
    scope.returns.length === 1
      ? scope.returns[0]!
      : opaque(c.spanFrom(start), 'a lambda with several returns');
  const parameters = scope.declarations.filter((d) => d.kind === 'parameter').map((d) => d.name);
  return { kind: 'lambda', span: c.spanFrom(start), parameters, body };
}
