// Directives: comments that begin with `layout-lens:` and speak to this tool.
//
//   layout-lens: assume kBlockM = 128, Element = half_t
//   layout-lens: expect (4,8):(8,1)
//   layout-lens: expect A o B == C
//   layout-lens: ignore[wrong-composition, over-tiling]

import type { Expr, OpaqueExpr, Span } from './expression.ts';
import type { Directive } from './scope.ts';

export const DIRECTIVE_MARK = 'layout-lens:';

/** Reads `text`, which stands at `shift`, as one expression of the text notation; null when it is none. */
export type ReadNotation = (text: string, shift: number, isPrinted?: boolean) => Expr | null;

/** What an expression could not be read for; null when all of it was. */
export function unreadPart(expr: unknown): OpaqueExpr | null {
  if (typeof expr !== 'object' || expr === null) return null;
  if ('kind' in expr && expr.kind === 'opaque') return expr as OpaqueExpr;
  for (const part of Object.values(expr)) {
    const unread = unreadPart(part);
    if (unread !== null) return unread;
  }
  return null;
}

/** Reads a value all of which is understood. */
function readWhole(text: string, { start, end }: Span, read: ReadNotation): Expr | Directive {
  const source = text.slice(start, end);
  const value = read(source, start);
  if (value === null) return malformed({ start, end }, `${source} cannot be read as a value`);
  const unread = unreadPart(value);
  return unread === null ? value : malformed({ start, end }, `${source} cannot be read: ${unread.reason}`);
}

/** The directives in text[start, end), which is one comment. One a line. */
export function readDirectives(text: string, start: number, end: number, read: ReadNotation): Directive[] {
  const found: Directive[] = [];
  let at = text.indexOf(DIRECTIVE_MARK, start);
  while (at >= 0 && at < end) {
    const next = text.indexOf(DIRECTIVE_MARK, at + DIRECTIVE_MARK.length);
    found.push(readDirective(text, at, lineEnd(text, at, next >= 0 && next < end ? next : end), read));
    at = next;
  }
  return found;
}

/** Where the directive's text stops: at the line's or comment's end, without trailing blanks. */
function lineEnd(text: string, at: number, limit: number): number {
  const line = /[\r\n]|\*\/\s*$/.exec(text.slice(at, limit));
  let end = line === null ? limit : at + line.index;
  while (end > at && /\s/.test(text[end - 1]!)) end--;
  return end;
}

function readDirective(text: string, start: number, end: number, read: ReadNotation): Directive {
  const bodyStart = skipBlanks(text, start + DIRECTIVE_MARK.length, end);
  const word = /^[\w-]*/.exec(text.slice(bodyStart, end))![0];
  const rest = skipBlanks(text, bodyStart + word.length, end);
  const span = { start, end };
  switch (word) {
    case 'assume':
      return readAssume(text, { start: rest, end }, span, read);
    case 'expect': {
      if (rest === end) return malformed(span, 'expect needs a value: expect (4,8):(8,1)');
      const value = readExpected(text, { start: rest, end }, read);
      return value.kind === 'malformed' ? value : { kind: 'expect', span, value: value as Expr };
    }
    case 'ignore':
      return readIgnore(text, { start: rest, end }, span);
    default: {
      const what = word === '' ? 'a directive is missing' : `${word} is no directive`;
      return malformed(
        { start: bodyStart, end: Math.max(bodyStart + word.length, bodyStart) },
        `${what}: write assume, expect or ignore`,
      );
    }
  }
}

/** A value, or `A == B`, which is read as `equal(A, B)`. */
function readExpected(text: string, body: Span, read: ReadNotation): Expr | Directive {
  const sign = /(?<![=<>!])==(?!=)/.exec(
    text.slice(body.start, body.end).replace(/\{[^{}]*\}/g, (s) => '_'.repeat(s.length)),
  );
  if (sign === null) return readWhole(text, body, read);
  const at = body.start + sign.index;
  const sides = [trimmed(text, body.start, at), trimmed(text, at + 2, body.end)];
  const args: Expr[] = [];
  for (const side of sides) {
    if (side.start === side.end) return malformed(body, 'a value is missing beside ==');
    const value = readWhole(text, side, read);
    if (value.kind === 'malformed') return value;
    args.push(value as Expr);
  }
  const callee: Expr = { kind: 'name', span: { start: at, end: at + 2 }, name: 'equal' };
  return { kind: 'call', span: body, callee, args, keywords: [] };
}

function trimmed(text: string, from: number, to: number): Span {
  const start = skipBlanks(text, from, to);
  let end = to;
  while (end > start && /\s/.test(text[end - 1]!)) end--;
  return { start, end };
}

const malformed = (span: Span, message: string): Directive => ({ kind: 'malformed', span, message });

const skipBlanks = (text: string, from: number, end: number): number => {
  let at = from;
  while (at < end && /\s/.test(text[at]!)) at++;
  return at;
};

const NAME = /^[A-Za-z_]\w*(?:(?:::|\.)[A-Za-z_]\w*)*$/;

function readAssume(text: string, body: Span, span: Span, read: ReadNotation): Directive {
  if (body.start === body.end)
    return malformed(span, 'assume needs a name and a value: assume kBlockM = 128');
  const bindings: { name: string; value: Expr }[] = [];
  for (const part of splitList(text, body)) {
    const source = text.slice(part.start, part.end);
    const equals = /(?<![=<>!])=(?!=)/.exec(source);
    if (equals === null)
      return malformed(part, `${source.trim() || 'this'} gives no value: write name = value`);
    const name = source.slice(0, equals.index).trim();
    if (!NAME.test(name)) return malformed(part, `${name || 'an empty name'} is no name`);
    const valueStart = skipBlanks(text, part.start + equals.index + 1, part.end);
    if (valueStart === part.end) return malformed(part, `${name} has no value: write ${name} = value`);
    const value = readWhole(text, { start: valueStart, end: part.end }, read);
    if (value.kind === 'malformed') return value;
    bindings.push({ name, value: value as Expr });
  }
  return { kind: 'assume', span, bindings };
}

const OPENING = '([{<';
const CLOSING = ')]}>';

/** The parts between commas that no bracket encloses, without the blanks around them. */
function splitList(text: string, { start, end }: Span): Span[] {
  const parts: Span[] = [];
  let depth = 0;
  let from = start;
  const push = (to: number): void => {
    parts.push(trimmed(text, from, to));
  };
  for (let at = start; at < end; at++) {
    const char = text[at]!;
    if (OPENING.includes(char)) depth++;
    else if (CLOSING.includes(char)) depth--;
    else if (char === ',' && depth === 0) {
      push(at);
      from = at + 1;
    }
  }
  push(end);
  return parts;
}

function readIgnore(text: string, body: Span, span: Span): Directive {
  const source = text.slice(body.start, body.end);
  const match = /^\[([^\]]*)\](.*)$/s.exec(source);
  if (match === null) return malformed(span, 'ignore needs the rules in brackets: ignore[wrong-composition]');
  if (match[2]!.trim() !== '') {
    const extra = body.end - match[2]!.trimStart().length;
    return malformed({ start: extra, end: body.end }, 'nothing may follow the brackets');
  }
  const rules = match[1]!.split(',').map((rule) => rule.trim());
  const wrong = rules.find((rule) => !/^[a-z][a-z0-9-]*$/.test(rule));
  if (wrong !== undefined) return malformed(span, wrong === '' ? 'a rule is missing' : `${wrong} is no rule`);
  return { kind: 'ignore', span, rules };
}
