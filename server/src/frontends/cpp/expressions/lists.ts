// Lists in C++: arguments between parentheses or braces, and template arguments, of which only reading
// them tells whether they are any.

import type { Expr, NameExpr } from '../../common/expression.ts';
import type { Cursor } from './cursor.ts';
import { recordSkipped } from './effects.ts';
import {
  ANYWHERE,
  IN_TEMPLATE,
  MAXIMUM_DEPTH,
  nameExprAt,
  nested,
  opaque,
  skipTypePrefixes,
  skipTypeSuffix,
} from './parse-context.ts';
import { withMark } from './qualifiers.ts';

/** The name after `::`, `.` or `->`. */
export function readMemberName(c: Cursor): NameExpr {
  c.take('template');
  const start = c.token.start;
  let name = c.take('~') ? '~' : '';
  const token = c.next();
  name += token.text;
  if (token.text === 'operator') name += readOperatorName(c);
  return nameExprAt(name, c.spanFrom(start));
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
  // A macro may be handed statements, `SWITCH(flag, kFlag, run<kFlag>(x););`. Where nothing closes it, a `;` ends the list.
  let holdsStatements: boolean | null = null;
  while (!c.isEnd && !c.is(close)) {
    const before = c.at;
    if (c.is('{')) items.push(readBraced(c));
    else if (c.is(',')) {
      c.next();
      continue;
    } else if (c.is('.') && c.peek().kind === 'name') {
      // A designated initialiser.
      c.skipTo([',']);
      recordSkipped(c, before);
      items.push(
        opaque({ start: c.tokens[before]!.start, end: c.lastEnd }, 'designated initialisers are not read'),
      );
    } else items.push(readArgument(c));
    if (c.take(',')) continue;
    if (c.is(close)) break;
    if (close === ')' && c.is(';')) {
      holdsStatements ??= isClosedAhead(c);
      if (holdsStatements) {
        c.next();
        continue;
      }
    }
    // Not what a list holds: leave it out and go on after the next comma.
    const start = c.tokens[before]!.start;
    c.skipTo([',', ';']);
    items[items.length - 1] = opaque(c.spanFrom(start), 'this could not be read as an expression');
    if (c.take(',') || c.is(close)) continue;
    if (close !== '}') return items;
    // Statements between braces: nothing of them is an element.
    c.skipTo(['}']);
    // Another bracket closes what is around: that of this list is missing.
    if (!c.is(close)) return items;
  }
  c.take(close);
  return items;
}

/** Whether a parenthesis that stands open is closed behind the cursor. */
function isClosedAhead(c: Cursor): boolean {
  let depth = 0;
  for (let i = c.at; i < c.tokens.length; i++) {
    const { kind, text } = c.tokens[i]!;
    if (kind !== 'punctuation') continue;
    if (text === '(' || text === '{' || text === '[') depth++;
    else if (text === ')' || text === '}' || text === ']') {
      if (depth === 0) return text === ')';
      depth--;
    }
  }
  return false;
}

/** An argument of a call: an expression, or a type as in `sizeof(T const*)`. */
function readArgument(c: Cursor): Expr {
  skipTypePrefixes(c);
  const e = c.readers.expression(c, ANYWHERE);
  skipTypeSuffix(c);
  return expanded(c, e);
}

/** `xs...` where `xs` was read. */
const expanded = (c: Cursor, pattern: Expr): Expr =>
  c.take('...')
    ? { kind: 'expansion', span: { start: pattern.span.start, end: c.lastEnd }, pattern }
    : pattern;

export function readBraced(c: Cursor): Expr {
  const start = c.token.start;
  return nested(c, () => {
    const items = readList(c, '}');
    return { kind: 'tuple', span: c.spanFrom(start), items, bracket: '{' };
  });
}

/** What is read; where that is null, nothing is taken. */
function tried<T>(c: Cursor, read: () => T | null): T | null {
  const from = c.at;
  const { expressions, children } = c.scope;
  const marks = [expressions.length, children.length] as const;
  const found = read();
  if (found !== null) return found;
  c.at = from;
  expressions.length = marks[0];
  children.length = marks[1];
  return null;
}

/** Arguments up to a `>`, which is left; null where what stands there is no list of them. */
function readAngles(c: Cursor): Expr[] | null {
  const args: Expr[] = [];
  if (c.depth >= MAXIMUM_DEPTH) return null;
  c.depth += 4;
  try {
    while (!c.is('>')) {
      const arg = readTemplateArgument(c);
      if (arg === null) return null;
      args.push(arg);
      if (c.is('>')) break;
      if (!c.take(',')) return null;
      if (c.is('>')) return null;
    }
  } finally {
    c.depth -= 4;
  }
  return args;
}

/** `<a, b>` after a name; null, with nothing taken, when it is a comparison. */
export function readTemplateList(c: Cursor, beforeName: boolean): Expr[] | null {
  const from = c.at;
  if (c.comparisons.has(from)) return null;
  const args = tried(c, () => {
    c.next();
    const read = readAngles(c);
    c.next();
    return read === null || (!beforeName && read.length > 0 && isOperand(c)) ? null : read;
  });
  if (args === null) c.comparisons.add(from);
  return args;
}

/** Whether what stands there is what a `>` before it is compared with. */
function isOperand({ token: { kind, text } }: Cursor): boolean {
  if (kind === 'number' || kind === 'string' || kind === 'character') return true;
  if (kind === 'name') return text !== 'const' && text !== 'volatile';
  return text === '!' || text === '~';
}

/** `<<<grid, block>>>`, from its first token to behind its last one; null, with nothing taken, where it cannot be read. */
export const readLaunchList = (c: Cursor): Expr[] | null =>
  tried(c, () => {
    c.next();
    c.next();
    const args = readAngles(c);
    if (args === null || !c.is('>') || c.peek().text !== '>' || c.peek(2).text !== '>') return null;
    c.at += 3;
    return args;
  });

function readTemplateArgument(c: Cursor): Expr | null {
  const start = c.token.start;
  const from = c.at;
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
  return expanded(c, withMark(e, c.tokens, from, c.at));
}

const readBinaryOrConditional = (c: Cursor): Expr => c.readers.expression(c, IN_TEMPLATE);
