// C++ statements: what a block holds. Every statement that cannot be read is skipped to its end, so
// that an error costs no more than itself.

import type { Expr } from '../../common/expression.ts';
import type { Guard } from '../../common/scope.ts';
import { type Cursor, type DeclarationContext, type OpenScope, openScope } from '../expressions/cursor.ts';
import { recordAlias, recordAssembly } from '../expressions/effects.ts';
import { readExpression } from '../expressions/expressions.ts';
import { readBraced, readList } from '../expressions/lists.ts';
import { readClass, readEnum, readFriend, readTypedef, readUsing } from './classes.ts';
import { mayDeclare, skipAttributes, targetOf } from './declare.ts';
import { noteJump, readCase, readDefault, readJump, readReturn } from './jumps.ts';
import { readLoopExpressions } from './loops.ts';
import { readNamespace, readTemplate } from './templates.ts';
import { readSimpleDeclaration } from './variables.ts';

/** Blocks and classes inside of one another are read so deep. */
const MAXIMUM_BLOCKS = 150;

/** Statements between braces, both taken. */
export function readBlock(c: Cursor, scope: OpenScope, context: DeclarationContext): void {
  if (c.blocks >= MAXIMUM_BLOCKS) {
    c.skipBalanced();
    return;
  }
  c.blocks++;
  const { isInExpression } = c;
  c.isInExpression = false;
  c.next();
  const outer = c.scope;
  c.scope = scope;
  readStatements(c, scope, context);
  c.scope = outer;
  c.isInExpression = isInExpression;
  c.blocks--;
  c.take('}');
}

/** Statements up to a closing brace or the end. */
export function readStatements(c: Cursor, scope: OpenScope, context: DeclarationContext): void {
  while (!c.isEnd && !c.is('}')) {
    const before = c.at;
    readStatement(c, scope, context);
    if (c.at === before) c.next();
  }
}

function nestedBlock(c: Cursor, scope: OpenScope, guard: Guard | null, isLoop: boolean): OpenScope {
  const block = openScope('block', null, c.token.start, scope);
  block.guard = guard;
  block.isLoop = isLoop;
  return block;
}

/** One statement as a scope of its own: a block, or the single statement of an `if` or a loop. */
function readSubstatement(c: Cursor, scope: OpenScope, guard: Guard | null, isLoop = false): void {
  const block = nestedBlock(c, scope, guard, isLoop);
  scope.children.push(block);
  if (++c.depth > 150) {
    if (c.is('{')) c.skipBalanced();
    else c.skipTo([';']);
  } else if (c.is('{')) readBlock(c, block, 'block');
  else {
    const outer = c.scope;
    c.scope = block;
    // A label belongs to the statement behind it.
    let count: number;
    do {
      count = block.labels.length;
      readStatement(c, block, 'block');
    } while (block.labels.length > count && !c.isEnd && !c.is('}'));
    c.scope = outer;
  }
  c.depth--;
  block.span.end = c.lastEnd;
}

function readStatement(c: Cursor, scope: OpenScope, context: DeclarationContext): void {
  skipAttributes(c);
  const token = c.token;
  if (token.kind === 'punctuation') {
    if (token.text === ';') {
      c.next();
      return;
    }
    if (token.text === '{') {
      readSubstatement(c, scope, null);
      return;
    }
  }
  if (token.kind === 'name' && readKeyword(c, scope, context)) return;
  const target = targetOf(scope, token.start);
  if (
    (token.kind === 'name' && mayDeclare(token.text)) ||
    token.text === '::' ||
    token.text === '~' ||
    token.text === 'operator'
  ) {
    if (readSimpleDeclaration(c, target, context)) return;
  }
  readExpressionStatement(c, scope);
}

function readExpressionStatement(c: Cursor, scope: OpenScope): void {
  const before = c.at;
  do scope.expressions.push(readExpression(c));
  while (c.take(','));
  if (c.at === before) c.next();
  if (c.take(';') || c.is('}')) return;
  // A macro without a semicolon, or something that is not read: go on with the next line that may begin one.
  if (c.is('{') || c.token.kind === 'name') return;
  c.skipTo([';', '{']);
  c.take(';');
}

/** Statements and declarations that begin with a keyword. */
function readKeyword(c: Cursor, scope: OpenScope, context: DeclarationContext): boolean {
  const read = KEYWORDS.get(c.text);
  if (read !== undefined) return read(c, scope, context);
  // A label.
  if (c.peek().text !== ':' || context !== 'block' || c.peek(2).text === ':') return false;
  c.at += 2;
  return true;
}

/** The cursor is at the keyword; false where it begins something else here. */
type KeywordReader = (c: Cursor, scope: OpenScope, context: DeclarationContext) => boolean;

/** A reader of what such a keyword always begins. */
const always =
  (read: (c: Cursor, scope: OpenScope, context: DeclarationContext) => void): KeywordReader =>
  (c, scope, context) => {
    read(c, scope, context);
    return true;
  };

/** `inline namespace`. */
function readInline(c: Cursor, scope: OpenScope): boolean {
  if (c.peek().text !== 'namespace') return false;
  c.next();
  readNamespace(c, scope);
  return true;
}

/** `extern "C"`, with what it is said of in braces or behind it. */
function readLinkage(c: Cursor, scope: OpenScope, context: DeclarationContext): boolean {
  if (c.peek().kind !== 'string') return false;
  c.at += 2;
  if (c.take('{')) {
    const outer = c.scope;
    readStatements(c, scope, context);
    c.take('}');
    c.scope = outer;
  }
  return true;
}

/** `public:`. */
function readAccess(c: Cursor): boolean {
  if (c.peek().text !== ':') return false;
  c.at += 2;
  return true;
}

function readStaticAssertion(c: Cursor, scope: OpenScope): void {
  c.next();
  const [condition] = c.is('(') ? readList(c, ')') : [];
  if (condition !== undefined) {
    scope.expressions.push(condition);
    scope.assertions.push(condition);
  }
  c.take(';');
}

function readAssembly(c: Cursor, scope: OpenScope): void {
  noteJump(c, scope);
  const from = c.at;
  recordAssembly(c, scope);
  readOperands(c, scope, from);
}

/** `"r"(x)` in the tokens of an assembly statement: what is read or written is an expression, and can be asked for. */
function readOperands(c: Cursor, scope: OpenScope, from: number): void {
  const end = c.at;
  for (let i = from; i + 2 < end; i++) {
    if (c.tokens[i]!.kind !== 'string' || c.tokens[i + 1]!.text !== '(') continue;
    c.at = i + 2;
    const operand = readExpression(c);
    if (c.is(')') && c.at < end) scope.expressions.push(operand);
  }
  c.at = end;
}

function readTry(c: Cursor, scope: OpenScope): void {
  noteJump(c, scope);
  c.next();
  readSubstatement(c, scope, null);
  while (c.take('catch')) {
    if (c.is('(')) c.skipBalanced();
    readSubstatement(c, scope, null);
  }
}

/** `if constexpr (init; condition) … else …`: the declarations of the head are seen by both branches. */
function readIf(c: Cursor, scope: OpenScope): void {
  const head = nestedBlock(c, scope, null, false);
  c.next();
  const isConstant = c.take('constexpr');
  c.take('consteval');
  scope.children.push(head);
  const condition = c.is('(') ? readHead(c, head) : null;
  const guard = (branch: 'then' | 'else'): Guard | null =>
    condition === null ? null : { condition, branch, isConstant };
  readSubstatement(c, head, guard('then'));
  if (c.take('else')) readSubstatement(c, head, guard('else'));
  head.span.end = c.lastEnd;
}

/** `( … )` of an if, while or switch; gives the condition. */
function readHead(c: Cursor, head: OpenScope): Expr | null {
  const outer = c.scope;
  c.scope = head;
  c.next();
  let condition: Expr | null = null;
  while (!c.isEnd && !c.is(')')) {
    const before = c.at;
    if (!readSimpleDeclaration(c, targetOf(head, c.token.start), 'condition')) {
      condition = readExpression(c);
      head.expressions.push(condition);
    }
    if (c.take(';') || c.take(',')) continue;
    if (!c.is(')')) c.skipTo([';']);
    if (c.at === before) break;
  }
  c.take(')');
  c.scope = outer;
  return condition;
}

function readWhile(c: Cursor, scope: OpenScope): void {
  const head = nestedBlock(c, scope, null, true);
  c.next();
  scope.children.push(head);
  const condition = c.is('(') ? readHead(c, head) : null;
  if (condition !== null) head.loop = { condition, steps: [], isDo: false };
  readSubstatement(c, head, null, true);
  head.span.end = c.lastEnd;
}

/** `switch (init; condition) { case … default … }` */
function readSwitch(c: Cursor, scope: OpenScope): void {
  const head = nestedBlock(c, scope, null, true);
  c.next();
  scope.children.push(head);
  const condition = c.is('(') ? readHead(c, head) : null;
  if (condition !== null) head.choice = condition;
  readSubstatement(c, head, null, true);
  head.span.end = c.lastEnd;
}

/** `do … while (condition);`: the condition does not see what the block declares. */
function readDo(c: Cursor, scope: OpenScope): void {
  const head = nestedBlock(c, scope, null, true);
  c.next();
  scope.children.push(head);
  readSubstatement(c, head, null, true);
  if (c.take('while') && c.is('(')) {
    const asked = readList(c, ')');
    head.expressions.push(...asked);
    if (asked.length === 1) head.loop = { condition: asked[0]!, steps: [], isDo: true };
  }
  c.take(';');
  head.span.end = c.lastEnd;
}

/** `for (init; condition; step)` and `for (auto x : range)`. */
function readFor(c: Cursor, scope: OpenScope): void {
  const head = nestedBlock(c, scope, null, true);
  c.next();
  scope.children.push(head);
  if (c.is('(')) {
    const outer = c.scope;
    c.scope = head;
    c.next();
    if (
      !c.is(';') &&
      !(mayDeclare(c.text) && readSimpleDeclaration(c, targetOf(head, c.token.start), 'block'))
    ) {
      readExpressionStatement(c, head);
    } else c.take(';');
    if (c.take(':')) {
      // Every round gives the variable another element.
      head.inductionVariables = new Set(head.declarations.map((d) => d.name));
      const range = c.is('{') ? readBraced(c) : readExpression(c);
      head.expressions.push(range);
      head.range = range;
      for (const d of head.declarations)
        if (d.isReference === true) recordAlias(c, d.name, range, d.isConstant);
    }
    readLoopExpressions(c, head);
    c.take(')');
    c.scope = outer;
  }
  readSubstatement(c, head, null, true);
  head.span.end = c.lastEnd;
}

const readClassHere: KeywordReader = (c, scope) => readClass(c, targetOf(scope, c.token.start));

const KEYWORDS: ReadonlyMap<string, KeywordReader> = new Map([
  ['using', always((c, scope) => readUsing(c, targetOf(scope, c.token.start)))],
  ['typedef', always((c, scope) => readTypedef(c, targetOf(scope, c.token.start)))],
  ['template', always((c, scope, context) => readTemplate(c, targetOf(scope, c.token.start), context))],
  ['struct', readClassHere],
  ['class', readClassHere],
  ['union', readClassHere],
  ['enum', (c, scope) => readEnum(c, targetOf(scope, c.token.start))],
  ['namespace', always(readNamespace)],
  ['inline', readInline],
  ['extern', readLinkage],
  ['public', readAccess],
  ['private', readAccess],
  ['protected', readAccess],
  ['friend', always(readFriend)],
  ['static_assert', always(readStaticAssertion)],
  ['asm', always(readAssembly)],
  ['__asm', always(readAssembly)],
  ['__asm__', always(readAssembly)],
  ['break', always(readJump)],
  ['continue', always(readJump)],
  ['goto', always(readJump)],
  ['return', always(readReturn)],
  ['if', always(readIf)],
  ['for', always(readFor)],
  ['while', always(readWhile)],
  ['switch', always(readSwitch)],
  ['do', always(readDo)],
  ['case', always(readCase)],
  ['default', readDefault],
  ['try', always(readTry)],
]);
