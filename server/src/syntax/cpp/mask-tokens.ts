// What of C++ is masked, and what must not be looked into for it: comments, literals, preprocessor lines and macros, told
// one after the other by their looks alone.

import { closing } from './preprocessor-lines.ts';

/** A stretch that the grammar does not read: spaces, or a text of its length that it does. */
export interface Blank {
  readonly start: number;
  readonly end: number;
  readonly text?: string;
}

// Macros that say nothing about layouts. CUTE_INLINE_CONSTANT and its like become `constexpr`.
const TOKENS = new RegExp(
  [
    String.raw`//(?:\\\r?\n|[^\n])*`,
    String.raw`/\*[\s\S]*?(?:\*/|$(?![\s\S]))`,
    String.raw`(?:u8|[uUL])?R"([^\s()\\]{0,16})\([\s\S]*?\)\1"`,
    String.raw`"(?:[^"\\\n]|\\[\s\S])*"?`,
    String.raw`'(?:[^'\\\n]|\\[\s\S]){1,32}'`,
    // Some editors send the mark that begins a file.
    String.raw`(?<=^\ufeff?[ \t]*)#(?:/\*[\s\S]*?\*/|//[^\n]*|\\\r?\n|[^\n])*`,
    String.raw`\b(?:CUTE|CUTLASS)(?:_[A-Z0-9]+)*_(?:HOST|DEVICE|UNROLL|GLOBAL|CONSTANT|RTC|INLINE)\b`,
    String.raw`\bCUT(?:E|LASS)_GRID_CONSTANT\b`,
    String.raw`\b__(?:device|host|global|noinline|forceinline|restrict|grid_constant|shared|constant|managed)__\b`,
    String.raw`\b(?:__launch_bounds__|__CUTE_REQUIRES(?:_V)?|CUTE_REQUIRES|__attribute__)\b(?=\s*\()`,
    String.raw`\b(?:__align__|CUTE_ALIGNAS)\b|\[\[\s*(?:\w+::)?no_unique_address\s*\]\]`,
    String.raw`\b(?:__restrict|__inline__|__forceinline|CUTLASS_CONSTEXPR_IF_CXX17|CUTLASS_LAMBDA_FUNC_INLINE)\b`,
    // The grammar stumbles over `f(typename T::X{})`; before a qualified name the word says nothing that is needed.
    String.raw`\btypename(?=\s+(?:::\s*)?\w+(?:\s*<[^<>;{}()]*(?:<[^<>;{}()]*>[^<>;{}()]*)*>)?\s*::)`,
  ].join('|'),
  'my',
);

/** What every token begins with: telling where one may begin takes a fraction of trying each of them everywhere. */
const BEGINNING = /["'#]|\/[/*]|(?:u8|[uUL])?R"|\[\[|\b(?:CUT|__|typename)/g;

/** Macros whose arguments say nothing either. */
const WITH_ARGUMENTS = /^(?:__launch_bounds__|__CUTE_REQUIRES|CUTE_REQUIRES|__attribute__)/;

/** Attributes that change how objects are laid out in a way that is not worked out. */
const PLACING = /\b(?:packed|aligned|vector_size|ms_struct|no_unique_address)\b/;
/** What they are read as: an alignment that nobody knows. */
const UNKNOWN_ALIGNMENT = 'alignas(?)';
const unknownAlignment = (source: string, start: number, end: number): Blank => {
  const rest = source.slice(start + UNKNOWN_ALIGNMENT.length, end);
  return { start, end, text: UNKNOWN_ALIGNMENT + rest.replace(/[^\r\n]/g, ' ') };
};

/** A macro with its arguments, which end at `end`. */
function withArguments(source: string, token: string, start: number, end: number): Blank {
  // A requirement is a template parameter without a name that is of use: `class T, int __requires=(…)`.
  if (token.startsWith('__CUTE_REQUIRES'))
    return { start, end: start + token.length, text: `${'int __requires'.padEnd(token.length - 1)}=` };
  if (!token.includes('REQUIRES'))
    return PLACING.test(source.slice(start, end)) ? unknownAlignment(source, start, end) : { start, end };
  const comma = /,\s*$/.exec(source.slice(Math.max(0, start - 200), start));
  return { start: start - (comma?.[0].length ?? 0), end };
}

/** The tokens of a stretch of text. */
export interface MaskTokens {
  /** Where they end, in order: from there on nothing depends on what stands before. */
  readonly ends: readonly number[];
  readonly blanks: readonly Blank[];
  /** Preprocessor lines, from their `#` to the end of their last line. */
  readonly directives: readonly Blank[];
  /** Where nothing was read any more. */
  readonly stop: number;
}

/** Reads tokens from an offset on, which is the end of one or 0, until one ends where `isDone` says so. */
export function maskTokens(source: string, from: number, isDone: (end: number) => boolean): MaskTokens {
  const ends: number[] = [];
  const blanks: Blank[] = [];
  const directives: Blank[] = [];
  for (let at = from; ; ) {
    BEGINNING.lastIndex = at;
    const start = BEGINNING.exec(source)?.index;
    if (start === undefined) return { ends, blanks, directives, stop: source.length };
    TOKENS.lastIndex = start;
    const token = TOKENS.exec(source)?.[0];
    at = start + 1;
    if (token === undefined) continue;
    let end = TOKENS.lastIndex;
    const first = token[0]!;
    if (first === '#') {
      directives.push({ start, end });
      blanks.push({ start, end });
    } else if (first === '/' || first === "'" || token.includes('"')) {
      // A comment or a literal.
    } else if (WITH_ARGUMENTS.test(token)) {
      end = closing(source, source.indexOf('(', end));
      blanks.push(withArguments(source, token, start, end));
    } else if (token === 'CUTE_INLINE_CONSTANT')
      blanks.push({ start, end, text: 'constexpr'.padEnd(token.length) });
    else if (first === '[') blanks.push(unknownAlignment(source, start, end));
    else if (/ALIGNAS|align__/.test(token)) blanks.push({ start, end, text: 'alignas'.padEnd(token.length) });
    else blanks.push({ start, end });
    at = end;
    ends.push(end);
    if (isDone(end)) return { ends, blanks, directives, stop: end };
  }
}
