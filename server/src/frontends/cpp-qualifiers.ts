// const, volatile and references in types. Types are read without them, so whoever compares types is
// told where they may matter.

import type { Token } from './cpp-tokens.ts';
import type { Expr } from './expression.ts';

/** `is_same`, `std::is_same_v`. */
export function comparesTypes(e: Expr): boolean {
  const name = e.kind === 'qualified' ? e.name : e;
  return name.kind === 'name' && /^is_same(?:_v)?$/.test(name.name);
}

/** `decltype(x)` of a constant or of what a function returns by reference has qualifiers that nobody wrote. */
const QUALIFYING: ReadonlySet<string> = new Set(['const', 'volatile', '&', '&&', 'decltype']);
const REMOVING: ReadonlySet<string> = new Set(['remove_cvref_t', 'remove_cvref', 'decay_t', 'decay']);

/** Whether two types that are read as one may be two: `T const, T`. `tokens`: the arguments of `is_same`. */
export function mayDifferByQualifiers(tokens: readonly Token[]): boolean {
  const [first, second] = argumentsOf(tokens);
  if (first === undefined || second === undefined) return true;
  return first.map((t) => t.text).join(' ') !== second.map((t) => t.text).join(' ') && isQualified(tokens);
}

function argumentsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const found: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (/^[<([{]$/.test(token.text)) depth++;
    else if (/^[>)\]}]$/.test(token.text)) depth--;
    if (depth === 0 && token.text === ',') found.push([]);
    else found.at(-1)!.push(token);
  }
  return found;
}

/** What stands inside of `remove_cvref_t<…>` has lost its qualifiers. */
export function isQualified(tokens: readonly Token[]): boolean {
  let depth = 0;
  let removedFrom: number | null = null;
  for (const [i, token] of tokens.entries()) {
    if (/^[<([{]$/.test(token.text)) {
      if (removedFrom === null && token.text === '<' && REMOVING.has(tokens[i - 1]?.text ?? ''))
        removedFrom = depth;
      depth++;
    } else if (/^[>)\]}]$/.test(token.text)) {
      depth--;
      if (removedFrom === depth) removedFrom = null;
    } else if (removedFrom === null && QUALIFYING.has(token.text)) return true;
  }
  return false;
}

/** Which of the template arguments are written with const, volatile or a reference: `T const, int` → first. */
export const qualifiedArguments = (tokens: readonly Token[]): readonly boolean[] =>
  argumentsOf(tokens).map(
    (argument) =>
      argument.some((t) => t.text === 'const' || t.text === 'volatile') ||
      /^&&?$/.test(argument.at(-1)?.text ?? ''),
  );
