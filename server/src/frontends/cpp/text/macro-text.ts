// What a `#define` says.

import { maskCpp } from '../../../syntax/cpp/mask.ts';
import type { MacroDefinition } from '../../../syntax/cpp/preprocessor-lines.ts';
import type { MacroText } from '../../common/scope.ts';

/** The macro's parameters and replacement, in offsets of a text that has `text` at `macro.start`. */
export function macroText(text: string, macro: MacroDefinition): MacroText {
  const nameEnd = macro.nameStart - macro.start + macro.name.length;
  const bodyStart = macro.bodyStart - macro.start;
  const list = text.slice(nameEnd, bodyStart).replace(/\)[^)]*$/, ')');
  return {
    parameters: macro.isFunction ? macroParameters(list) : null,
    // Attributes that are macros say nothing about layouts here either.
    replacement: maskCpp(text.slice(bodyStart, macro.bodyEnd - macro.start)).text,
  };
}

/** `(a, b, ...)` of a definition, with the parentheses: the parameters, a variadic one last. */
const macroParameters = (text: string): readonly string[] =>
  text
    .replace(/^\s*\(|\)\s*$/g, '')
    .replaceAll(/\\\r?\n/g, ' ')
    .split(',')
    .map((p) => p.trim())
    .filter((p) => p !== '');
