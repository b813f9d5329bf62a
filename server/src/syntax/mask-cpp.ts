// Masking: C++ before the preprocessor is not C++. Preprocessor lines and attribute-like macros are
// replaced by blanks of the same length, so that the grammar reads the rest and every offset stays.
// What the lines say (#define, #include, #if) is read on the side.

import { branchGroups, type Choice, choose, conditionOf } from './preprocessor-branches.ts';
import type { DefinedMacro, Supposition } from './preprocessor-condition.ts';

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
export interface ConditionalRegion {
  readonly start: number;
  readonly end: number;
  readonly condition: string;
  readonly names: ReadonlySet<string>;
  /** What makes this the right branch; null when nothing is known of it. */
  readonly suppositions: readonly Supposition[] | null;
}

export interface Masked {
  readonly text: string;
  readonly macros: readonly MacroDefinition[];
  readonly undefined: readonly { readonly name: string; readonly start: number }[];
  readonly includes: readonly IncludeLine[];
  readonly conditionals: readonly ConditionalRegion[];
}

// Macros that say nothing about layouts. CUTE_INLINE_CONSTANT and its like become `constexpr`.
const TOKENS = new RegExp(
  [
    String.raw`//(?:\\\r?\n|[^\n])*`,
    String.raw`/\*[\s\S]*?(?:\*/|$(?![\s\S]))`,
    String.raw`(?:u8|[uUL])?R"([^\s()\\]{0,16})\([\s\S]*?\)\1"`,
    String.raw`"(?:[^"\\\n]|\\[\s\S])*"?`,
    String.raw`'(?:[^'\\\n]|\\[\s\S])+'`,
    String.raw`(?<=^[ \t]*)#(?:/\*[\s\S]*?\*/|//[^\n]*|\\\r?\n|[^\n])*`,
    String.raw`\b(?:CUTE|CUTLASS)(?:_[A-Z0-9]+)*_(?:HOST|DEVICE|UNROLL|GLOBAL|CONSTANT|RTC|INLINE)\b`,
    String.raw`\bCUT(?:E|LASS)_GRID_CONSTANT\b`,
    String.raw`\b__(?:device|host|global|noinline|forceinline|restrict|grid_constant|shared|constant|managed)__\b`,
    String.raw`\b(?:__launch_bounds__|__CUTE_REQUIRES(?:_V)?|CUTE_REQUIRES|__attribute__|__align__|alignas)\b(?=\s*\()`,
    String.raw`\b(?:__restrict|__inline__|__forceinline|CUTE_ALIGNAS|CUTLASS_CONSTEXPR_IF_CXX17|CUTLASS_LAMBDA_FUNC_INLINE)\b`,
    // The grammar stumbles over `f(typename T::X{})`; before a qualified name the word says nothing that is needed.
    String.raw`\btypename(?=\s+(?:::\s*)?\w+(?:\s*<[^<>;{}()]*(?:<[^<>;{}()]*>[^<>;{}()]*)*>)?\s*::)`,
  ].join('|'),
  'gm',
);

/** The index after the parenthesis that closes the one at `open`. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 40) depth++;
    else if (c === 41 && --depth === 0) return i + 1;
  }
  return text.length;
}

interface Branch {
  /** 'taken': read now; 'skipped': not read, a later branch may be; 'done': an earlier branch was read. */
  state: 'taken' | 'skipped' | 'done';
  readonly undecided: boolean;
  readonly choice: Choice;
  /** Which of its branches stands here. */
  index: number;
  /** `#ifndef X` before `#define X`: a header's guard, which supposes nothing. */
  isGuard: boolean;
  readonly condition: string;
  /** Where the branch that is read begins and ends. */
  keptStart: number;
  keptEnd: number;
  /** Where blanking began, while state is not 'taken'. */
  blankFrom: number;
  dropped: string;
}

/** Stands among the names of a conditional region for those that an include of another branch may define. */
export const INCLUDES = '#include';

/** Names that a piece of C++ may define: whatever stands before `=`, `{`, `(`, `;` or after `using`. */
function definedNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const match of text.matchAll(/([A-Za-z_]\w*)\s*(?=[={(;[])|#\s*define\s+([A-Za-z_]\w*)/g)) {
    names.add((match[1] ?? match[2])!);
  }
  // What an include defines is not seen here; headers of the languages' libraries define no layouts.
  if (/#\s*include\s*(?:"|<[^>\n]*\.(?:hpp|cuh|inl|h)>)/.test(text)) names.add(INCLUDES);
  return names;
}

const FIRST: Choice = { index: 0, isCertain: true, suppositions: [] };
const NUMBER = /^\(?(?:0[xX][0-9a-fA-F]+|[1-9]\d*|0)[uUlL]*\)?$/;
const DEFINE = /^#\s*define\s+([A-Za-z_]\w*)(\()?/;

/** Masks a whole C++ or CUDA file. The masked text has the length of the original and the same line ends. */
export function maskCpp(source: string): Masked {
  const macros: MacroDefinition[] = [];
  const undefinedNames: { name: string; start: number }[] = [];
  const includes: IncludeLine[] = [];
  const conditionals: ConditionalRegion[] = [];
  const blanks: { start: number; end: number; text: string | null }[] = [];
  const branches: Branch[] = [];
  const groups = branchGroups(source);
  const defined = new Map<string, DefinedMacro>();
  const isSkipping = (): boolean => branches.some((b) => b.state !== 'taken');

  const close = (branch: Branch, at: number): void => {
    if (branch.state === 'taken') branch.keptEnd = at;
    else {
      blanks.push({ start: branch.blankFrom, end: at, text: null });
      if (branch.undecided) branch.dropped += source.slice(branch.blankFrom, at);
    }
  };

  /** What a name is from here on, under what the branches around suppose. */
  const define = (name: string, value: number | boolean): void => {
    const around = branches.filter((b) => b.undecided && !b.isGuard);
    const isKnown = around.every((b) => b.choice.suppositions !== null);
    const suppositions = around.flatMap((b) => b.choice.suppositions ?? []);
    defined.set(name, isKnown ? { value, suppositions } : { value: null, suppositions: [] });
  };

  const directive = (start: number, end: number): void => {
    const line = source.slice(start, end);
    const word = /^#\s*([a-z_]*)/.exec(line)![1]!;
    if (word === 'if' || word === 'ifdef' || word === 'ifndef') {
      const condition = conditionOf(word, line.replace(/^#\s*[a-z_]*/, ''))!;
      const skipping = isSkipping();
      // What stands inside a branch that is not read already belongs to that branch's blanks.
      const choice = skipping ? FIRST : choose(groups.get(start) ?? [{ condition, length: 0 }], defined);
      const taken = choice.index === 0;
      branches.push({
        state: taken ? 'taken' : 'skipped',
        undecided: !skipping && !choice.isCertain,
        choice,
        index: 0,
        isGuard: false,
        condition,
        keptStart: taken ? end : -1,
        keptEnd: end,
        blankFrom: end,
        dropped: '',
      });
      return;
    }
    const rest = (): string => line.replace(/^#\s*[a-z_]*\s*/, '').replace(/\s*(?:\/\/|\/\*).*$/s, '');
    const branch = branches.at(-1);
    if (word === 'else' || word === 'elif') {
      if (branch === undefined) return;
      close(branch, start);
      branch.blankFrom = end;
      if (branch.state === 'taken') branch.state = 'done';
      else if (++branch.index === branch.choice.index) {
        branch.state = 'taken';
        branch.keptStart = end;
      }
      return;
    }
    if (word === 'endif') {
      if (branch === undefined) return;
      close(branch, start);
      branches.pop();
      if (branch.undecided && branch.dropped !== '' && branch.keptStart >= 0) {
        conditionals.push({
          start: branch.keptStart,
          end: branch.keptEnd,
          condition: branch.condition,
          names: definedNames(branch.dropped),
          suppositions: branch.choice.suppositions,
        });
      }
      return;
    }
    if (isSkipping()) return;
    if (word === 'define') {
      const match = DEFINE.exec(line);
      if (match === null) return;
      const name = match[1]!;
      let bodyStart = match[0].length;
      const isFunction = match[2] !== undefined;
      if (isFunction) bodyStart = closing(line, bodyStart - 1);
      const body = line.slice(bodyStart).replace(/\s*\/\/.*$/, '');
      bodyStart += body.length - body.trimStart().length;
      macros.push({
        name,
        nameStart: start + match[0].indexOf(name, 7),
        start,
        end,
        bodyStart: start + bodyStart,
        bodyEnd: start + bodyStart + body.trim().length,
        isFunction,
      });
      const text = body.trim();
      const around = branches.at(-1);
      if (text === '' && around?.condition === `!defined(${name})`) around.isGuard = true;
      define(name, isFunction || !NUMBER.test(text) ? true : Number(text.replaceAll(/[()uUlL]/g, '')));
    } else if (word === 'undef') {
      define(rest().trim(), false);
      undefinedNames.push({ name: rest().trim(), start });
    } else if (word === 'include') {
      const match = /^#\s*include\s*(?:<([^>\n]*)>|"([^"\n]*)")/.exec(line);
      if (match !== null) includes.push({ path: (match[1] ?? match[2])!, start, end });
    }
  };

  TOKENS.lastIndex = 0;
  for (let match = TOKENS.exec(source); match !== null; match = TOKENS.exec(source)) {
    const start = match.index;
    const first = source.charCodeAt(start);
    if (first === 47 || first === 34 || first === 39) continue;
    let end = TOKENS.lastIndex;
    const token = match[0];
    if (first === 35) {
      directive(start, end);
      blanks.push({ start, end, text: null });
      continue;
    }
    if (token.includes('"')) continue;
    if (token === 'CUTE_INLINE_CONSTANT') {
      blanks.push({ start, end, text: 'constexpr           ' });
      continue;
    }
    if (/^(?:__launch_bounds__|__CUTE_REQUIRES|CUTE_REQUIRES|__attribute__|__align__|alignas)/.test(token)) {
      end = closing(source, source.indexOf('(', end));
      TOKENS.lastIndex = end;
      // A requirement is a template parameter without a name that is of use: `class T, int __requires=(…)`.
      if (token.startsWith('__CUTE_REQUIRES')) {
        const word = 'int __requires'.padEnd(token.length - 1);
        blanks.push({ start, end: start + token.length, text: `${word}=` });
        continue;
      }
      if (token.includes('REQUIRES')) {
        const comma = /,\s*$/.exec(source.slice(Math.max(0, start - 200), start));
        blanks.push({ start: comma === null ? start : start - comma[0].length, end, text: null });
        continue;
      }
    }
    blanks.push({ start, end, text: null });
  }
  for (const branch of branches) if (branch.state !== 'taken') close(branch, source.length);
  return { text: blanked(source, blanks), macros, undefined: undefinedNames, includes, conditionals };
}

const SPACES = ' '.repeat(256);

function spaces(source: string, start: number, end: number): string {
  let result = '';
  let from = start;
  for (;;) {
    let line = source.indexOf('\n', from);
    if (line < 0 || line >= end) line = end;
    for (let n = line - from; n > 0; n -= 256) result += n >= 256 ? SPACES : SPACES.slice(0, n);
    if (line === end) return result;
    result += '\n';
    from = line + 1;
  }
}

function blanked(source: string, blanks: { start: number; end: number; text: string | null }[]): string {
  if (blanks.length === 0) return source;
  // A skipped branch contains the blanks of what stands in it.
  blanks.sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text } of blanks) {
    if (start < at) continue;
    parts.push(source.slice(at, start), text ?? spaces(source, start, end));
    at = end;
  }
  parts.push(source.slice(at));
  return parts.join('');
}
