// Ways to write a copy otherwise: another atom, the values of a thread along the other mode, rows padded by whole vectors.
// They are tried where one of the rules has found something, and offered where nothing is found any more.

import type { Span } from '../../frontends/common/expression.ts';
import { codeOf, type Host } from '../../frontends/common/host-tokens.ts';
import type { Dialect } from '../../frontends/common/scope.ts';

/** What a copy that is written otherwise may mend. */
export const MENDED_BY_COPIES: ReadonlySet<string> = new Set(['copy-shapes', 'vector-alignment']);

export interface CopyRewrite {
  readonly title: string;
  readonly span: Span;
  readonly newText: string;
}

/** What to write for a match; none where it is right as it is. */
export type Rewrite = readonly [RegExp, (...groups: string[]) => readonly string[]];

const WIDTHS = ['128', '64', '32'];

const otherWidths = (width: string, form: (bits: string) => string): readonly string[] =>
  WIDTHS.filter((bits) => bits !== width).map(form);

/** Whether one of two extents is 1: `_8, _1`. */
const isLine = (a: string, b: string): boolean =>
  a !== b && [a, b].some((extent) => /^(?:_1|Int<1>|1)$/.test(extent));

const twice = (n: string): string => String(Number(n) * 2);
const half = (n: string): string => String(Number(n) / 2);

/** The next multiples of 4, 8 and 16 elements. */
const padded = (n: string, form: (n: number) => string): readonly string[] => {
  const number = Number(n);
  const next = [4, 8, 16].map((vector) => Math.ceil(number / vector) * vector);
  return number < 16 ? [] : [...new Set(next)].filter((m) => m !== number).map(form);
};

const EXTENT = '(_\\d+|Int<\\d+>)';

const CPP: readonly Rewrite[] = [
  [/\bSM75_U32x([124])_LDSM_N\b/, (_, n) => [`SM75_U16x${twice(n!)}_LDSM_T`]],
  [/\bSM75_U16x([248])_LDSM_T\b/, (_, n) => [`SM75_U32x${half(n!)}_LDSM_N`]],
  [/\bSM90_U32x([124])_STSM_N\b/, (_, n) => [`SM90_U16x${twice(n!)}_STSM_T`]],
  [/\bSM90_U16x([248])_STSM_T\b/, (_, n) => [`SM90_U32x${half(n!)}_STSM_N`]],
  [
    /\b(UniversalCopy|SM80_CP_ASYNC_CACHEALWAYS)<\s*((?:cute::)?)uint(128|64|32)_t\s*>/,
    (_, atom, prefix, width) => otherWidths(width!, (bits) => `${atom}<${prefix}uint${bits}_t>`),
  ],
  [
    /\bSM80_CP_ASYNC_CACHEGLOBAL<\s*((?:cute::)?)uint128_t\s*>/,
    (_, prefix) => otherWidths('128', (bits) => `SM80_CP_ASYNC_CACHEALWAYS<${prefix}uint${bits}_t>`),
  ],
  [
    new RegExp(`\\bLayout<\\s*Shape<\\s*${EXTENT}\\s*,\\s*${EXTENT}\\s*>\\s*>`),
    (_, a, b) => (isLine(a!, b!) ? [`Layout<Shape<${b}, ${a}>>`] : []),
  ],
  [/\bInt<(\d+)>/, (_, n) => padded(n!, (m) => `Int<${m}>`)],
];

const PYTHON: readonly Rewrite[] = [
  [
    /\b((?:Ld|St)Matrix8x8x16bOp)\(\s*(transpose\s*=\s*)?(True|False)([^()]*)\)/,
    (_, op, name = '', value, rest) => [`${op}(${name}${value === 'True' ? 'False' : 'True'}${rest})`],
  ],
  [
    /\bnum_bits_per_copy\s*=\s*(128|64|32)\b/,
    (_, width) => otherWidths(width!, (bits) => `num_bits_per_copy=${bits}`),
  ],
  [
    /\bmake_layout\(\s*\((\d+),\s*(\d+)\)\s*\)/,
    (_, a, b) => (isLine(a!, b!) ? [`make_layout((${b}, ${a}))`] : []),
  ],
  [/\bstride\s*=\s*\((\d+),\s*1\)/, (_, n) => padded(n!, (m) => `stride=(${m}, 1)`)],
];

/** How many are tried. */
const MAXIMUM = 12;

/** The first ones that mend, one for each place. */
export function mending(
  rewrites: readonly CopyRewrite[],
  mends: (rewrite: CopyRewrite) => boolean,
  maximum: number,
): readonly CopyRewrite[] {
  const found = new Map<number, CopyRewrite>();
  for (const rewrite of rewrites) {
    if (found.size === maximum) break;
    const { start } = rewrite.span;
    if (!found.has(start) && mends(rewrite)) found.set(start, rewrite);
  }
  return [...found.values()];
}

/** The nearest ones before a place, and then those behind it. */
export function rewritesNear(
  text: string,
  host: Host,
  at: number,
  rewrites: readonly Rewrite[],
): readonly CopyRewrite[] {
  const code = codeOf(text, host);
  const found = rewrites.flatMap(([pattern, rewrite]) =>
    [...code.matchAll(new RegExp(pattern, 'g'))].flatMap((match) => {
      const span = { start: match.index, end: match.index + match[0].length };
      return rewrite(...match).map((newText) => ({
        title: `Take ${newText} instead of ${match[0]}`,
        span,
        newText,
      }));
    }),
  );
  const distance = ({ span: { start } }: CopyRewrite): number =>
    start < at ? at - start : text.length + start - at;
  return found.sort((a, b) => distance(a) - distance(b));
}

export const copyRewrites = (text: string, dialect: Dialect, at: number): readonly CopyRewrite[] =>
  dialect === 'notation'
    ? []
    : rewritesNear(text, dialect, at, dialect === 'cpp' ? CPP : PYTHON).slice(0, MAXIMUM);
