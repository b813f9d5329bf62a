// Masking: C++ before the preprocessor is not C++. Preprocessor lines and attribute-like macros are
// replaced by blanks of the same length, so that the grammar reads the rest and every offset stays.
// What the lines say (#define, #include, #if) is read on the side.

import {
  type ConditionalRegion,
  closing,
  type IncludeLine,
  type MacroDefinition,
  PreprocessorLines,
} from './preprocessor-lines.ts';

export interface Masked {
  readonly text: string;
  readonly macros: readonly MacroDefinition[];
  readonly undefined: readonly { readonly name: string; readonly start: number }[];
  readonly includes: readonly IncludeLine[];
  readonly conditionals: readonly ConditionalRegion[];
}

/** A stretch that the grammar does not read: spaces, or a text of its length that it does. */
interface Blank {
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

/** Macros whose arguments say nothing either. */
const WITH_ARGUMENTS = /^(?:__launch_bounds__|__CUTE_REQUIRES|CUTE_REQUIRES|__attribute__|__align__|alignas)/;

/** Masks a whole C++ or CUDA file. The masked text has the length of the original and the same line ends. */
export function maskCpp(source: string): Masked {
  const lines = new PreprocessorLines(source);
  const blanks: Blank[] = [];
  TOKENS.lastIndex = 0;
  for (let match = TOKENS.exec(source); match !== null; match = TOKENS.exec(source)) {
    const [token] = match;
    const start = match.index;
    const end = TOKENS.lastIndex;
    const first = token[0]!;
    if (first === '#') {
      lines.take(start, end);
      blanks.push({ start, end });
      continue;
    }
    // A comment or a literal.
    if (first === '/' || first === "'" || token.includes('"')) continue;
    if (WITH_ARGUMENTS.test(token)) {
      TOKENS.lastIndex = closing(source, source.indexOf('(', end));
      blanks.push(withArguments(source, token, start, TOKENS.lastIndex));
    } else if (token === 'CUTE_INLINE_CONSTANT')
      blanks.push({ start, end, text: 'constexpr'.padEnd(token.length) });
    else blanks.push({ start, end });
  }
  lines.finish();
  const { macros, undefined: names, includes, conditionals } = lines;
  const text = blanked(source, [...blanks, ...lines.skipped]);
  return { text, macros, undefined: names, includes, conditionals };
}

/** A macro with its arguments, which end at `end`. */
function withArguments(source: string, token: string, start: number, end: number): Blank {
  // A requirement is a template parameter without a name that is of use: `class T, int __requires=(…)`.
  if (token.startsWith('__CUTE_REQUIRES'))
    return { start, end: start + token.length, text: `${'int __requires'.padEnd(token.length - 1)}=` };
  if (!token.includes('REQUIRES')) return { start, end };
  const comma = /,\s*$/.exec(source.slice(Math.max(0, start - 200), start));
  return { start: start - (comma?.[0].length ?? 0), end };
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

function blanked(source: string, blanks: Blank[]): string {
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
