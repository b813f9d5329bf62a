// What the preprocessor's lines of a file say: macros, includes, and which branches of its `#if`s are read.

import {
  type BranchChoice,
  type BranchGroups,
  type BranchText,
  branchGroups,
  choose,
  conditionOf,
} from './preprocessor-branches.ts';
import type { DefinedMacro, DefinedMacros, Supposition } from './preprocessor-condition.ts';
import { type Alternative, notDefinedIn, supposedIn } from './supposed-macros.ts';

export interface MacroDefinition {
  readonly name: string;
  readonly nameStart: number;
  /** The directive, from `#` to the end of its last line. */
  readonly start: number;
  readonly end: number;
  /** Where the replacement stands; empty for a macro without one. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** `#define F(x) …` */
  readonly isFunction: boolean;
}

export interface IncludeLine {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** The branch of an undecided `#if` that is read, with the names that its other branches define too. */
export interface PreprocessorRegion {
  readonly start: number;
  readonly end: number;
  readonly condition: string;
  readonly names: ReadonlySet<string>;
  /** Those of them that the other branches seem to declare. */
  readonly declared: ReadonlySet<string>;
  /** What makes this the right branch; null when nothing is known of it. */
  readonly suppositions: readonly Supposition[] | null;
  /** Whether the other branches are empty, or none is read: then the region says what may be left out or added. */
  readonly isAlone: boolean;
}

interface Branch {
  /** 'taken': read now; 'skipped': not read, a later branch may be; 'done': an earlier branch was read. */
  state: 'taken' | 'skipped' | 'done';
  readonly undecided: boolean;
  readonly choice: BranchChoice;
  /** Which of its branches stands here. */
  index: number;
  /** `#ifndef X` before `#define X`: a header's guard, which supposes nothing. */
  isGuard: boolean;
  readonly condition: string;
  /** Behind the `#if`. */
  readonly opened: number;
  /** Where the branch that is read begins and ends. */
  keptStart: number;
  keptEnd: number;
  /** Where the text that is not read began, while state is not 'taken'. */
  skippedFrom: number;
  dropped: string;
  /** Its branches, and which of them the lines are in. */
  readonly group: readonly BranchText[];
  at: number;
}

/** Stands among the names of a conditional region for those that an include of another branch may define. */
export const INCLUDES = '#include';
/** Stands among them where `#pragma pack` may have changed how classes are laid out. */
export const PACKED = '#pragma pack';

const NO_NAMES: ReadonlySet<string> = new Set();
const NOTHING_SUPPOSED: DefinedMacros = new Map();

/** A piece of C++ with its lines joined, without comments and strings. */
const codeOf = (text: string): string =>
  text
    .replaceAll(/\\\r?\n/g, '')
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"/g, (part) =>
      part[0] === '"' ? '""' : ' ',
    );

/**
 * Names that a piece of C++ may define: all that it names but members of objects. What it only uses is declared elsewhere
 * too, and a call of a macro may define any of its arguments.
 */
function definedNames(text: string): ReadonlySet<string> {
  const names = new Set(codeOf(text).match(/(?<!\w|\.|->)[A-Za-z_]\w*/g));
  // What an include defines is not seen here; headers of the languages' libraries define no layouts.
  if (/#\s*include\s*(?:"|<[^>\n]*\.(?:hpp|cuh|inl|h)>)/.test(text)) names.add(INCLUDES);
  return names;
}

/**
 * Names that a piece of C++ seems to declare: behind a type or `using`, before `=`, `{`, `(`, `[` or `;`, classes with
 * bases or arguments, enumerators and structured bindings. A word that begins a statement is no type.
 */
function declaredNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  const code = codeOf(text);
  const pattern =
    /(?:\b(return|else|case|goto|new|delete|throw|co_return)|\b[A-Za-z_]\w*|>)[\s>&*]+([A-Za-z_]\w*)\s*(?=[={(;[])|(?:#\s*define|\b(?:struct|class|union))\s+([A-Za-z_]\w*)/g;
  for (const [, word, name, headed] of code.matchAll(pattern))
    if (word === undefined) names.add((name ?? headed)!);
  for (const [, listed] of code.matchAll(/\b(?:enum\b[^{;]*\{|auto[\s&]*\[)([^\]};]*)/g))
    for (const name of listed!.match(/(?<!\w)[A-Za-z_]\w*(?=\s*(?:[,=]|$))/g) ?? []) names.add(name);
  return names;
}

const FIRST: BranchChoice = { index: 0, isCertain: true, suppositions: [] };
const NUMBER = /^\(?(?:0[xX][0-9a-fA-F]+|[1-9]\d*|0)[uUlL]*\)?$/;
/** Words of C++11, which are macros for older compilers alone. */
const LATER_WORD =
  /^(?:nullptr|noexcept|constexpr|static_assert|alignas|alignof|decltype|thread_local|override|final)$/;
const DEFINE = /^#\s*define\s+([A-Za-z_]\w*)(\()?/;

/** The index after the parenthesis that closes the one at `open`. */
export function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 40) depth++;
    else if (c === 41 && --depth === 0) return i + 1;
  }
  return text.length;
}

/** Takes the lines of a file in their order. */
export class PreprocessorLines {
  readonly macros: MacroDefinition[] = [];
  readonly undefined: { readonly name: string; readonly start: number }[] = [];
  readonly includes: IncludeLine[] = [];
  readonly conditionals: PreprocessorRegion[] = [];
  /** Text of branches that are not read, by the order of their ends. */
  readonly skipped: { readonly start: number; readonly end: number }[] = [];
  /** Those of them that are read where a macro is defined otherwise. */
  readonly alternatives: Alternative[] = [];
  readonly #source: string;
  readonly #groups: BranchGroups;
  readonly #defined: Map<string, DefinedMacro>;
  /** The `#if`s that are open, outermost first. */
  readonly #branches: Branch[] = [];

  /** `directives`: all that it will be given. `supposed`: macros that the file is read with. */
  constructor(
    source: string,
    directives: readonly { readonly start: number; readonly end: number }[],
    supposed: DefinedMacros = NOTHING_SUPPOSED,
  ) {
    this.#source = source;
    this.#groups = branchGroups(source, directives);
    this.#defined = new Map([...notDefinedIn([...this.#groups.values()].flat()), ...supposed]);
  }

  /** A directive, from its `#` to the end of its last line. */
  take(start: number, end: number): void {
    const line = this.#source.slice(start, end);
    const [head, word] = /^#\s*([a-z_]*)/.exec(line)!;
    if (word === 'if' || word === 'ifdef' || word === 'ifndef')
      this.#open(start, end, conditionOf(word, line.slice(head.length))!);
    else if (word === 'else' || word === 'elif') this.#next(start, end);
    else if (word === 'endif') this.#endif(start);
    else if (this.#branches.every(({ state }) => state === 'taken')) {
      if (word === 'define') this.#macro(line, start, end);
      else if (word === 'undef') this.#undef(line.slice(head.length), start);
      else if (word === 'include') this.#include(line, start, end);
      else if (word === 'pragma') this.#pragma(line, end);
    }
  }

  /** The end of the file; branches may be open still. */
  finish(): void {
    for (const branch of this.#branches)
      if (branch.state !== 'taken') this.#close(branch, this.#source.length);
  }

  #open(start: number, end: number, condition: string): void {
    const isSkipping = this.#branches.some(({ state }) => state !== 'taken');
    // What stands inside a branch that is not read already belongs to that branch.
    const group = this.#groups.get(start) ?? [{ condition, length: 0, isNothing: false }];
    const choice = isSkipping ? FIRST : choose(group, this.#defined);
    const isTaken = choice.index === 0;
    this.#branches.push({
      state: isTaken ? 'taken' : 'skipped',
      undecided: !isSkipping && !choice.isCertain,
      choice,
      index: 0,
      isGuard: false,
      condition,
      opened: end,
      keptStart: isTaken ? end : -1,
      keptEnd: end,
      skippedFrom: end,
      dropped: '',
      group,
      at: 0,
    });
  }

  #next(start: number, end: number): void {
    const branch = this.#branches.at(-1);
    if (branch === undefined) return;
    this.#close(branch, start);
    branch.at++;
    branch.skippedFrom = end;
    if (branch.state === 'taken') branch.state = 'done';
    else if (++branch.index === branch.choice.index) {
      branch.state = 'taken';
      branch.keptStart = end;
    }
  }

  #endif(start: number): void {
    const branch = this.#branches.at(-1);
    if (branch === undefined) return;
    this.#close(branch, start);
    this.#branches.pop();
    if (!branch.undecided || branch.isGuard) return;
    const isAlone = branch.dropped === '' || branch.keptStart < 0;
    this.conditionals.push({
      start: isAlone ? branch.opened : branch.keptStart,
      end: isAlone ? start : branch.keptEnd,
      condition: branch.condition,
      names: isAlone ? NO_NAMES : definedNames(branch.dropped),
      declared: isAlone ? NO_NAMES : declaredNames(branch.dropped),
      suppositions: branch.choice.suppositions,
      isAlone,
    });
  }

  /** From here on classes are not laid out as the ABI says. */
  #pragma(line: string, end: number): void {
    if (!/^#\s*pragma\s+(?:pack|ms_struct)\b/.test(line)) return;
    this.conditionals.push({
      start: end,
      end: this.#source.length,
      condition: line.replace(/^#\s*/, ''),
      names: new Set([PACKED]),
      declared: NO_NAMES,
      suppositions: null,
      isAlone: false,
    });
  }

  #close(branch: Branch, at: number): void {
    if (branch.state === 'taken') {
      branch.keptEnd = at;
      return;
    }
    const start = branch.skippedFrom;
    this.skipped.push({ start, end: at });
    if (!branch.undecided) return;
    branch.dropped += this.#source.slice(start, at);
    const supposed = supposedIn(branch.group, branch.at);
    if (supposed !== null) this.alternatives.push({ supposed, start, end: at });
  }

  #macro(line: string, start: number, end: number): void {
    const match = DEFINE.exec(line);
    if (match === null) return;
    const name = match[1]!;
    if (LATER_WORD.test(name) && this.#branches.some(({ undecided }) => undecided)) return;
    const isFunction = match[2] !== undefined;
    const headEnd = isFunction ? closing(line, match[0].length - 1) : match[0].length;
    const body = line.slice(headEnd).replace(/\s*\/\/.*$/, '');
    const text = body.trim();
    const bodyStart = start + headEnd + body.length - body.trimStart().length;
    const nameStart = start + match[0].indexOf(name, 7);
    this.macros.push({
      name,
      nameStart,
      start,
      end,
      bodyStart,
      bodyEnd: bodyStart + text.length,
      isFunction,
    });
    const around = this.#branches.at(-1);
    if (text === '' && around?.condition === `!defined(${name})`) around.isGuard = true;
    this.#define(name, isFunction || !NUMBER.test(text) ? true : Number(text.replaceAll(/[()uUlL]/g, '')));
  }

  #undef(rest: string, start: number): void {
    const name = rest.replace(/\s*(?:\/\/|\/\*).*$/s, '').trim();
    this.#define(name, false);
    this.undefined.push({ name, start });
  }

  #include(line: string, start: number, end: number): void {
    const match = /^#\s*include\s*(?:<([^>\n]*)>|"([^"\n]*)")/.exec(line);
    if (match !== null) this.includes.push({ path: (match[1] ?? match[2])!, start, end });
  }

  /** What a name is from here on, under what the branches around suppose. */
  #define(name: string, value: number | boolean): void {
    const around = this.#branches.filter((b) => b.undecided && !b.isGuard);
    const isKnown = around.every((b) => b.choice.suppositions !== null);
    const suppositions = around.flatMap((b) => b.choice.suppositions ?? []);
    this.#defined.set(name, isKnown ? { value, suppositions } : { value: null, suppositions: [] });
  }
}
