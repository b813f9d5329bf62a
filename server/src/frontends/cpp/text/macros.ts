// Macros with parameters, expanded as the preprocessor does it (C++, [cpp.replace]): arguments are expanded first,
// a macro is not expanded inside of its own expansion, `#` makes a string and `##` pastes.

import type { MacroText } from '../../common/scope.ts';
import { type Token, tokenize } from './tokens.ts';

/** A token with the macros that it is not expanded by any more. */
interface Item {
  readonly token: Token;
  readonly hidden: ReadonlySet<string>;
  /** Stands directly behind the one before it: `>` `>` may be `>>`. */
  readonly isGlued: boolean;
}

/** The macro of a name; null for all other names. */
type MacroOf = (name: string) => MacroText | null;

const NOTHING: ReadonlySet<string> = new Set();
/** So many tokens may come of one expansion. */
const MAXIMUM_TOKENS = 20_000;
/** Arguments are expanded before they are put in, so deep nesting is recursion. */
const MAXIMUM_DEPTH = 40;

class TooLong extends Error {}

/**
 * The tokens with all macros expanded; null when that takes too many. Tokens of the text keep their places; those of
 * replacements stand where the expansion has got to in the text.
 */
export function expandMacros(tokens: readonly Token[], macroOf: MacroOf): readonly Token[] | null {
  const items = itemsOf(tokens.filter((t) => t.kind !== 'end'));
  const expansion = new Expansion(macroOf);
  try {
    return expansion.expand(items, 0).map((i) => i.token);
  } catch (error) {
    if (error instanceof TooLong) return null;
    throw error;
  }
}

/** The text of a macro's call with everything expanded; null when it is too long. */
export function expandText(text: string, macroOf: MacroOf): string | null {
  const expansion = new Expansion(macroOf);
  try {
    return textOf(expansion.expand(itemsOf(withoutEnd(text)), 0));
  } catch (error) {
    if (error instanceof TooLong) return null;
    throw error;
  }
}

/** The arguments of a call, `(` first: their tokens, split at the commas that stand in no parentheses. */
export function splitArguments(tokens: readonly Token[]): readonly (readonly Token[])[] | null {
  const end = closing(tokens, 0, (t) => t);
  return end === null ? null : split(tokens.slice(1, end), (t) => t);
}

const withoutEnd = (text: string): readonly Token[] => tokenize(text).tokens.slice(0, -1);

const itemsOf = (tokens: readonly Token[]): Item[] =>
  tokens.map((token, i) => ({
    token,
    hidden: NOTHING,
    isGlued: i > 0 && tokens[i - 1]!.end === token.start,
  }));

const textOf = (items: readonly Item[]): string =>
  items.map(({ token, isGlued }, i) => (i === 0 || isGlued ? token.text : ` ${token.text}`)).join('');

const isPunctuation = (token: Token | undefined, text: string): boolean =>
  token !== undefined && token.kind === 'punctuation' && token.text === text;

/** The index of the parenthesis that closes the one at `open`. */
function closing<T>(items: readonly T[], open: number, tokenOf: (item: T) => Token): number | null {
  let depth = 0;
  for (let i = open; i < items.length; i++) {
    const token = tokenOf(items[i]!);
    if (isPunctuation(token, '(')) depth++;
    else if (isPunctuation(token, ')') && --depth === 0) return i;
  }
  return null;
}

function split<T>(items: readonly T[], tokenOf: (item: T) => Token): T[][] {
  const parts: T[][] = [[]];
  let depth = 0;
  for (const item of items) {
    const token = tokenOf(item);
    if (isPunctuation(token, '(')) depth++;
    else if (isPunctuation(token, ')')) depth--;
    else if (depth === 0 && isPunctuation(token, ',')) {
      parts.push([]);
      continue;
    }
    parts.at(-1)!.push(item);
  }
  return parts;
}

const ofItem = (item: Item): Token => item.token;

class Expansion {
  readonly #macroOf: MacroOf;
  readonly #bodies = new Map<MacroText, readonly Item[]>();
  #made = 0;
  /** Where the expansion has got to in the text. */
  #at = 0;

  constructor(macroOf: MacroOf) {
    this.#macroOf = macroOf;
  }

  expand(items: readonly Item[], depth: number): Item[] {
    if (depth > MAXIMUM_DEPTH) throw new TooLong();
    const result: Item[] = [];
    // The rest of the text, the next token last.
    const rest = items.toReversed();
    while (rest.length > 0) {
      const item = rest.pop()!;
      const { token, hidden } = item;
      const macro = token.kind === 'name' && !hidden.has(token.text) ? this.#macroOf(token.text) : null;
      if (macro === null) {
        this.#count(1);
        result.push(item);
        this.#at = Math.max(this.#at, token.end);
        continue;
      }
      if (macro.parameters === null) {
        this.#put(rest, this.#placed(macro, token.start), new Set([...hidden, token.text]));
        continue;
      }
      const call = this.#call(rest, macro);
      if (call === null) {
        this.#count(1);
        result.push(item);
        continue;
      }
      const inner = new Set([token.text]);
      for (const name of hidden) if (call.hidden.has(name)) inner.add(name);
      this.#put(rest, this.#substituted(macro, call.args, token.start, depth), inner);
    }
    return result;
  }

  #count(count: number): void {
    this.#made += count;
    if (this.#made > MAXIMUM_TOKENS) throw new TooLong();
  }

  /** Takes the arguments from the rest; null when they do not fit the macro. */
  #call(
    rest: Item[],
    macro: MacroText,
  ): { args: readonly (readonly Item[])[]; hidden: ReadonlySet<string> } | null {
    if (!isPunctuation(rest.at(-1)?.token, '(')) return null;
    const ahead = rest.toReversed();
    const end = closing(ahead, 0, ofItem);
    if (end === null) return null;
    const args = matched(split(ahead.slice(1, end), ofItem), macro.parameters!);
    if (args === null) return null;
    const { hidden } = ahead[end]!;
    rest.length -= end + 1;
    return { args, hidden };
  }

  #put(rest: Item[], items: readonly Item[], hidden: ReadonlySet<string>): void {
    this.#count(items.length);
    for (let i = items.length - 1; i >= 0; i--) {
      const item = items[i]!;
      rest.push({ ...item, hidden: item.hidden.size === 0 ? hidden : new Set([...item.hidden, ...hidden]) });
    }
  }

  #body(macro: MacroText): readonly Item[] {
    let body = this.#bodies.get(macro);
    if (body === undefined) {
      body = itemsOf(withoutEnd(macro.replacement));
      this.#bodies.set(macro, body);
    }
    return body;
  }

  /** The replacement, placed where the macro's name stands. */
  #placed(macro: MacroText, start: number): Item[] {
    const at = Math.max(start, this.#at);
    return this.#body(macro).map((item) => ({ ...item, token: { ...item.token, start: at, end: at } }));
  }

  /** The replacement with the arguments in the places of the parameters. */
  #substituted(
    macro: MacroText,
    args: readonly (readonly Item[])[],
    start: number,
    depth: number,
  ): readonly Item[] {
    const body = this.#body(macro);
    const parameters = macro.parameters!.map(parameterName);
    const isVariadic = macro.parameters!.at(-1)?.endsWith('...') === true;
    const indexOf = (item: Item | undefined): number =>
      item === undefined || item.token.kind !== 'name' ? -1 : parameters.indexOf(item.token.text);
    const result: Item[] = [];
    let at = Math.max(start, this.#at);
    const put = (items: readonly Item[]): void => {
      result.push(...items);
      for (const { token } of items) at = Math.max(at, token.end);
    };
    const own = (item: Item): Item => ({ ...item, token: { ...item.token, start: at, end: at } });
    for (let i = 0; i < body.length; i++) {
      const item = body[i]!;
      if (isPunctuation(item.token, '#') && indexOf(body[i + 1]) >= 0 && !isPaste(body, i)) {
        const text = JSON.stringify(textOf(args[indexOf(body[i + 1])]!));
        put([own({ ...item, token: { ...item.token, kind: 'string', text } })]);
        i++;
        continue;
      }
      if (isPaste(body, i)) {
        const next = body[i + 2];
        i += 2;
        if (next === undefined) continue;
        const index = indexOf(next);
        const right = index >= 0 ? args[index]! : [own(next)];
        // `, ## __VA_ARGS__`: without arguments the comma goes too.
        if (isVariadic && index === parameters.length - 1 && isPunctuation(result.at(-1)?.token, ',')) {
          if (right.length === 0) result.pop();
          else put(right);
          continue;
        }
        paste(result, right);
        continue;
      }
      const index = indexOf(item);
      if (index < 0) put([own(item)]);
      // What is pasted is taken as it was written.
      else if (isPaste(body, i + 1)) put(apart(args[index]!));
      else put(apart(this.expand(args[index]!, depth + 1)));
    }
    return result;
  }
}

/** An argument makes no token with what stands before its place: `using T` of `using a`, `- -1` of `-a`. */
const apart = ([first, ...others]: readonly Item[]): readonly Item[] =>
  first === undefined ? [] : [{ ...first, isGlued: false }, ...others];

const parameterName = (parameter: string): string =>
  parameter === '...' ? '__VA_ARGS__' : parameter.replace(/\s*\.\.\.$/, '');

const isPaste = (body: readonly Item[], i: number): boolean =>
  isPunctuation(body[i]?.token, '#') && isPunctuation(body[i + 1]?.token, '#') && body[i + 1]!.isGlued;

/** Joins the first of `right` to the last of `result`. */
function paste(result: Item[], right: readonly Item[]): void {
  const left = result.pop();
  const [first, ...others] = right;
  if (left === undefined || first === undefined) {
    if (left !== undefined) result.push(left);
    result.push(...right);
    return;
  }
  const text = left.token.text + first.token.text;
  const [made, more] = tokenize(text).tokens;
  // Two tokens that make none are left apart.
  if (made === undefined || more?.kind !== 'end') result.push(left, first);
  else result.push({ ...left, token: { ...left.token, kind: made.kind, text } });
  result.push(...others);
}

/** An argument for each parameter; null when their numbers differ. */
function matched(args: Item[][], parameters: readonly string[]): readonly (readonly Item[])[] | null {
  if (parameters.length === 0) return args.length === 1 && args[0]!.length === 0 ? [] : null;
  if (parameters.at(-1)!.endsWith('...')) {
    const fixed = parameters.length - 1;
    if (args.length < fixed) return null;
    const rest: Item[] = [];
    for (const [i, arg] of args.slice(fixed).entries()) {
      if (i > 0) rest.push({ token: COMMA, hidden: NOTHING, isGlued: true });
      rest.push(...arg);
    }
    return [...args.slice(0, fixed), rest];
  }
  return args.length === parameters.length ? args : null;
}

const COMMA: Token = { kind: 'punctuation', text: ',', start: 0, end: 0 };
