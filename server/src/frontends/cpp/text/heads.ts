// Declarations whose beginning is a macro's call, `DEFINE_KERNEL(name, int N) { … }`: it is expanded before the
// declaration is read, with the macros of the same file.

import type { MacroDefinition } from '../../../syntax/cpp/preprocessor-lines.ts';
import type { MacroText } from '../../common/scope.ts';
import { macroText } from './macro-text.ts';
import { expandMacros } from './macros.ts';
import type { Token } from './tokens.ts';

/** The macros of a file by name, the last definition of each. */
export type FileMacros = ReadonlyMap<string, MacroText>;

/** `source`: the file's text, in whose offsets the definitions are. */
export function fileMacros(source: string, macros: readonly MacroDefinition[]): FileMacros {
  const found = new Map<string, MacroText>();
  for (const macro of macros)
    found.set(macro.name, macroText(source.slice(macro.start, macro.end), relative(macro)));
  return found;
}

/** A definition in offsets of its own text. */
export const relative = (macro: MacroDefinition): MacroDefinition => ({
  ...macro,
  nameStart: macro.nameStart - macro.start,
  bodyStart: macro.bodyStart - macro.start,
  bodyEnd: macro.bodyEnd - macro.start,
  start: 0,
  end: macro.end - macro.start,
});

/**
 * What the beginning of a declaration's text depends on beside the text itself: the macros that it is expanded with.
 * Empty when it begins with no macro's call.
 */
export function headExpansion(text: string, macros: FileMacros): string {
  const name = FIRST_WORD.exec(text)?.[1];
  if (name === undefined || macros.get(name)?.parameters == null) return '';
  const used = new Set([name]);
  for (const each of used) {
    const { replacement } = macros.get(each)!;
    for (const [word] of replacement.matchAll(/[A-Za-z_]\w*/g)) if (macros.has(word)) used.add(word);
  }
  return [...used].map((each) => `${each} ${JSON.stringify(macros.get(each))}`).join('\n');
}

/** Behind comments and spaces, a name before a parenthesis. Each can be read in one way only: no backtracking. */
const FIRST_WORD = /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*([A-Za-z_]\w*)\s*\(/;

/** The tokens of a declaration with its beginning expanded. */
export function withHeadExpanded(tokens: readonly Token[], macros: FileMacros): readonly Token[] {
  let depth = 0;
  const end = tokens.findIndex(
    ({ kind, text }) =>
      kind === 'punctuation' && ((text === '(' && ++depth === 0) || (text === ')' && --depth === 0)),
  );
  const head = end < 0 ? null : expandMacros(tokens.slice(0, end + 1), (name) => macros.get(name) ?? null);
  return head === null ? tokens : [...head, ...tokens.slice(end + 1)];
}
