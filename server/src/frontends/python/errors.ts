// What a line of Python that cannot be read may have changed. Its names have no value from there on: the one from before
// would be wrong as soon as the line is whole.

import { HOST_TOKENS } from '../common/host-tokens.ts';
import { CHANGES_LIST } from './list-changes.ts';
import { plainDeclaration, type ScopeBuilder } from './scope.ts';
import { opaque } from './source.ts';
import type { PyNode } from './syntax/tree.ts';

/** Words behind which every name in a line may be given a value. */
const BINDING =
  /^\s*(?:@|(?:async\s+)?(?:def|class|for|with|import|from|except|case|global|nonlocal|del|match|type)\b)/;

const KEYWORD =
  /^(?:False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)$/;

const NAME = /[\p{L}_][\p{L}\p{N}_]*/gu;
/** `=`, also of `+=`, and of no comparison. */
const EQUALS = /(?<![=<>!])=(?!=)/;

/** What of a node with an error is not read. */
export const unreadText = ({ start, end, children }: PyNode, source: string): string =>
  source.slice(start, children[0]?.start ?? end);

/** An attribute of `self` as `self.x`. */
export function namesBoundIn(text: string, self: string | null): ReadonlySet<string> {
  const names = new Set<string>();
  const code = text.replace(HOST_TOKENS.python, (token) => token.replace(/[^\n]/g, ' '));
  for (const line of code.split('\n')) for (const name of namesOf(line, self)) names.add(name);
  return names;
}

function* namesOf(line: string, self: string | null): Generator<string> {
  if (BINDING.test(line)) yield* identifiers(line);
  for (const [, name] of line.matchAll(/([\p{L}_][\p{L}\p{N}_]*)\s*:=/gu)) yield name!;
  const changed = /^\s*([\p{L}_][\p{L}\p{N}_]*)\.(\w+)\s*\(/u.exec(line);
  if (changed !== null && CHANGES_LIST.has(changed[2]!)) yield changed[1]!;
  // a = b = …; what stands behind a parenthesis are keyword arguments.
  for (const target of line.split(EQUALS).slice(0, -1)) {
    if (/[\p{L}\p{N}_\])]\s*\(/u.test(target)) return;
    const annotated = target.split(':')[0]!;
    const attribute = /^\s*([\p{L}_][\p{L}\p{N}_]*)\.([\p{L}_][\p{L}\p{N}_]*)\s*\S{0,3}\s*$/u.exec(annotated);
    if (attribute !== null && attribute[1] === self) yield `${self}.${attribute[2]}`;
    else yield* identifiers(annotated);
  }
}

function* identifiers(text: string): Generator<string> {
  for (const [name] of text.matchAll(NAME)) if (!KEYWORD.test(name)) yield name;
}

/** Behind `at`, nothing is known of the name. */
export function forgetName(name: string, at: number, into: ScopeBuilder): void {
  const span = { start: at, end: at };
  const unread = opaque(span, `${name} is assigned in code with a syntax error`);
  const dot = name.indexOf('.');
  if (dot < 0) into.rebind(name, at, unread);
  else into.assignAttribute(plainDeclaration('value', name.slice(dot + 1), span, span, unread));
}
