// A statement with errors in it. The lines that cannot be read are found, and something that can be read takes their
// place: what stands in the other lines is then what it would be if they were whole. tree-sitter's own recovery takes
// whole functions apart for a bracket.

import type { Parser } from 'web-tree-sitter';
import { HOST_TOKENS } from '../../common/host-tokens.ts';
import { copyStatements } from './copy.ts';
import { type LogicalLine, logicalLines } from './lines.ts';
import { parsed } from './parse.ts';
import type { PyNode, PyTree, TextRegion } from './tree.ts';

export function readBroken(parser: Parser, text: string): PyTree {
  const lines = logicalLines(text).filter(({ isComment }) => !isComment);
  const open = lines.filter(({ isOpen }) => isOpen);
  const regions = regionsOf(text);
  const first = repaired(text, lines, new Map(open.map((line) => [line, null])));
  const statements = parsed(parser, first.text, (tree) =>
    tree.rootNode.hasError ? null : copied(tree, first),
  );
  if (statements !== null) return { statements, regions };
  const unread = new Map<LogicalLine, Brackets | null>();
  for (const line of [...open, ...misplaced(text, lines)]) unread.set(line, null);
  for (const line of unreadable(parser, text, lines)) unread.set(line, bracketsFor(parser, text, line));
  const second = repaired(text, lines, unread);
  return { statements: parsed(parser, second.text, (tree) => copied(tree, second)), regions };
}

function regionsOf(text: string): readonly TextRegion[] {
  return [...text.matchAll(HOST_TOKENS.python)].map(({ 0: token, index }) => ({
    start: index,
    end: index + token.length,
    within: token.startsWith('#') ? 'comment' : 'string',
  }));
}

/** A text in which other lines stand for those that cannot be read. */
interface Repaired {
  readonly text: string;
  /** By where what replaces them begins in that text. */
  readonly replaced: ReadonlyMap<number, Replaced>;
  readonly shifts: readonly Shift[];
}

interface Replaced {
  readonly line: LogicalLine;
  /** Whether what takes its place is to be read: the header of a block, or what leaves one. */
  readonly isRead: boolean;
}

/** From `at` of the repaired text on, the text itself is `by` further; before `until` it is at `start`. */
interface Shift {
  readonly at: number;
  readonly until: number;
  readonly start: number;
  readonly by: number;
}

/** Headers of blocks of which nothing but their kind is known; a condition of .0 is no value that anybody knows. */
const HEADERS: Readonly<Record<string, string>> = {
  if: 'if .0:',
  elif: 'elif .0:',
  else: 'else:',
  for: 'while .0:',
  while: 'while .0:',
  with: 'with .0:',
  try: 'try:',
  except: 'except:',
  finally: 'finally:',
  case: 'case _:',
  '@': '@_',
};
/** Statements behind which nothing runs, whatever else is in them. */
const LEAVING: ReadonlySet<string> = new Set(['return', 'raise', 'break', 'continue']);
const DEFINITION = 'def _():';
const NOTHING = '0';
const SOME_BLOCK = 'if .0:';

const DEFINITIONS: ReadonlySet<string> = new Set(['def', 'class']);
/** What a clause may follow. */
const BEFORE: Readonly<Record<string, ReadonlySet<string>>> = {
  elif: new Set(['if', 'elif']),
  else: new Set(['if', 'elif', 'for', 'while', 'try', 'except']),
  except: new Set(['try', 'except']),
  finally: new Set(['try', 'except', 'else']),
};

/** The word by which a statement is known, `@` of a decorator. */
function keywordOf(text: string, { start }: LogicalLine): string {
  KEYWORD.lastIndex = start;
  return KEYWORD.exec(text)?.[1] ?? '';
}
const KEYWORD = /(?:async\s+)?(@|\w+)/y;

/** What can be read in the place of a line. */
function insteadOf(word: string, isMisplaced: boolean): string {
  if (isMisplaced) return word === '@' ? NOTHING : SOME_BLOCK;
  if (DEFINITIONS.has(word)) return DEFINITION;
  if (LEAVING.has(word)) return word;
  return Object.hasOwn(HEADERS, word) ? HEADERS[word]! : NOTHING;
}

function repaired(
  text: string,
  lines: readonly LogicalLine[],
  unread: ReadonlyMap<LogicalLine, Brackets | null>,
): Repaired {
  const replaced = new Map<number, Replaced>();
  const shifts: Shift[] = [];
  let result = '';
  let end = 0;
  const lost = new Set(misplaced(text, lines));
  /** Text in the place of what stands from `from` to `to`. */
  const put = (instead: string, from: number, to: number): void => {
    result += text.slice(end, from);
    const at = result.length;
    result += instead;
    end = to;
    shifts.push({ at, until: result.length, start: from, by: to - result.length });
  };
  for (const line of lines) {
    const brackets = unread.get(line);
    if (brackets === undefined) continue;
    if (brackets !== null) {
      put('(', brackets.start, brackets.start);
      put(')', brackets.end, brackets.end);
      continue;
    }
    const instead = insteadOf(keywordOf(text, line), lost.has(line));
    put(instead, line.start, line.end);
    const isRead = instead !== NOTHING && instead !== DEFINITION;
    replaced.set(result.length - instead.length, { line, isRead });
  }
  return { text: result + text.slice(end), replaced, shifts };
}

/** Where a list of expressions begins and ends. */
interface Brackets {
  readonly start: number;
  readonly end: number;
}

/** Up to the expressions that are returned or assigned. */
const EXPRESSIONS = /(?:return\b|[^()=]*[^()=<>!]=(?!=))\s*(?=\S)/y;

/** `return a, *(b)`: the grammar takes a splat before a parenthesis in brackets alone. Where they make the line whole. */
function bracketsFor(parser: Parser, text: string, line: LogicalLine): Brackets | null {
  EXPRESSIONS.lastIndex = line.start;
  const { lastIndex: start } = EXPRESSIONS.test(text) ? EXPRESSIONS : { lastIndex: line.end };
  const comment = regionsOf(text.slice(start, line.end)).find(({ within }) => within === 'comment');
  const isSplat = /\*\s*\(/.test(text.slice(start, line.end));
  if (!isSplat || (comment !== undefined && start + comment.end !== line.end)) return null;
  const end =
    start + text.slice(start, comment === undefined ? line.end : start + comment.start).trimEnd().length;
  const whole = `${text.slice(line.start, start)}(${text.slice(start, end)})`;
  return parsed(parser, whole, (tree) => (tree.rootNode.hasError ? null : { start, end }));
}

function copied(tree: Parameters<typeof copyStatements>[0], repair: Repaired): readonly PyNode[] {
  const nodes: PyNode[] = [];
  for (const { node } of copyStatements(tree, () => 0)) if (node !== null) nodes.push(node);
  return placedAll(nodes, repair);
}

const STATEMENT = /_statement$|_definition$/;

/** The nodes where they are in the text, with an error for each line that was replaced. */
function placedAll(nodes: readonly PyNode[], repair: Repaired): readonly PyNode[] {
  return nodes.flatMap((node) => {
    const replaced = STATEMENT.test(node.type) ? repair.replaced.get(node.start) : undefined;
    const moved = (): PyNode => ({
      ...node,
      start: placed(node.start, repair),
      end: placed(node.end, repair),
      children: placedAll(node.children, repair),
    });
    if (replaced === undefined) return [moved()];
    const { start, end } = replaced.line;
    const error: PyNode = { type: 'ERROR', start, end, field: node.field, children: [] };
    if (node.type === 'return_statement')
      return [error, { ...moved(), children: [{ ...error, field: null }] }];
    return replaced.isRead ? [error, moved()] : [error];
  });
}

function placed(at: number, { shifts }: Repaired): number {
  let result = at;
  for (const shift of shifts) {
    if (shift.at > at) break;
    result = at < shift.until ? shift.start : at + shift.by;
  }
  return result;
}

/** The lines that are no statements, nor the headers of any, each on its own. */
function unreadable(parser: Parser, text: string, lines: readonly LogicalLine[]): readonly LogicalLine[] {
  const closed = lines.filter(({ isOpen }) => !isOpen);
  const texts = closed.map((line) => alone(text, line));
  const find = (from: number, to: number): readonly LogicalLine[] => {
    if (from === to) return [];
    const isGood = parsed(parser, texts.slice(from, to).join('\n'), (tree) => !tree.rootNode.hasError);
    if (isGood) return [];
    if (to - from === 1) return [closed[from]!];
    const middle = (from + to) >> 1;
    return [...find(from, middle), ...find(middle, to)];
  };
  return find(0, closed.length);
}

/** Clauses that go on with nothing, and decorators of nothing. */
function misplaced(text: string, lines: readonly LogicalLine[]): readonly LogicalLine[] {
  /** The last line of each block that is open, outermost first. */
  const blocks: { readonly column: number; readonly word: string }[] = [];
  return lines.filter((line, i) => {
    const word = keywordOf(text, line);
    while (blocks.length > 0 && blocks.at(-1)!.column > line.column) blocks.pop();
    const before = blocks.at(-1)?.column === line.column ? blocks.pop() : undefined;
    blocks.push({ column: line.column, word });
    if (word === '@') {
      const next = lines[i + 1];
      const decorated = next?.column === line.column ? keywordOf(text, next) : '';
      return decorated !== '@' && !DEFINITIONS.has(decorated);
    }
    return Object.hasOwn(BEFORE, word) && !BEFORE[word]!.has(before?.word ?? '');
  });
}

/** A line as a statement that needs no other one. */
function alone(text: string, line: LogicalLine): string {
  const source = text.slice(line.start, line.end);
  switch (keywordOf(text, line)) {
    case '@':
      return source.slice(1).trimStart();
    case 'elif':
      return source.slice(2);
    case 'else':
    case 'finally':
      return source.replace(/^\w+/, 'try');
    case 'except':
      return source.replace(/^except\s*(\*|:)?/, (_, sign?: string) => (sign === ':' ? 'try:' : 'with '));
    case 'case':
      return /:\s*(?:#.*)?$/.test(source) ? `match _:\n ${source}` : source;
    default:
      return source;
  }
}
