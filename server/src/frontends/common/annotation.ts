// Shape annotations: the tuple in a comment that names the modes of what is declared there, such as
// `// (CPY,CPY_M,CPY_K,PIPE)` or `# ((atom_v, rest_v), STAGE)`. They are a habit of people, not a
// notation: the names stand for extents and need not be declared anywhere.

import type { Span } from './expression.ts';

/** A mode as the annotation has it. Spans are offsets into the text that was read. */
export type AnnotatedMode =
  /** `MMA_M`, `#MMA_M`, `k`; with `MMA=4` the extent that is claimed for it. */
  | {
      readonly kind: 'name';
      readonly span: Span;
      readonly name: string;
      readonly extent: number | null;
      readonly extentSpan: Span | null;
    }
  /** `64`, `_64` */
  | { readonly kind: 'integer'; readonly span: Span; readonly value: number }
  /** `_`, or arithmetic such as `MMA_N / 2`: some mode, of which nothing is claimed; `64/16=4` claims an extent. */
  | {
      readonly kind: 'any';
      readonly span: Span;
      readonly extent: number | null;
      readonly extentSpan: Span | null;
    }
  /** `...`: any number of modes. */
  | { readonly kind: 'rest'; readonly span: Span }
  | AnnotatedTuple;

export interface AnnotatedTuple {
  readonly kind: 'tuple';
  readonly span: Span;
  readonly modes: readonly AnnotatedMode[];
}

/** Tuples in tuples are read level by level; nobody writes so many. */
const MAXIMUM_LEVEL = 16;

const NAME = /^#?[A-Za-z_][A-Za-z0-9_.]*'?$/;
const INTEGER = /^_?(\d{1,9})$/;
const NOTHING = { extent: null, extentSpan: null } as const;

/** Numbers and names joined by operators, and functions of them: `Round_Up(N, 128)`, `seqlen_q * d`. */
const OPERAND = String.raw`#?(?:[A-Za-z_][\w.]*|\d+)`;
const ARITHMETIC = new RegExp(
  String.raw`^${OPERAND}(?:\s*(?:[-+*%]|//?)\s*${OPERAND})+$|^[A-Za-z_]\w*\(\s*${OPERAND}(?:\s*,\s*${OPERAND})*\s*\)$`,
);

/**
 * Reads text[start, end) as an annotation, with nothing before or behind it but blanks. Null for
 * everything else: prose, mappings (`(m,k) -> offset`), layouts (`(4,8):(8,1)`), a single name in
 * parentheses, which is rather an aside.
 */
export function readAnnotation(text: string, start: number, end: number): AnnotatedTuple | null {
  const span = trimmed(text, start, end);
  if (text[span.start] !== '(' || text[span.end - 1] !== ')') return null;
  const tuple = readTuple(text, span);
  if (tuple === null) return null;
  const [first, ...others] = tuple.modes;
  const isAside = others.length === 0 && (first?.kind === 'name' || first?.kind === 'any');
  return isAside || tuple.modes.every((mode) => mode.kind === 'rest') ? null : tuple;
}

function trimmed(text: string, start: number, end: number): Span {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(text[from]!)) from++;
  while (to > from && /\s/.test(text[to - 1]!)) to--;
  return { start: from, end: to };
}

/** `span` begins with a parenthesis and ends with one; null when those two do not belong together. */
function readTuple(text: string, span: Span, level = 0): AnnotatedTuple | null {
  if (level > MAXIMUM_LEVEL) return null;
  const modes: AnnotatedMode[] = [];
  let from = span.start + 1;
  let depth = 0;
  for (let at = span.start; at < span.end; at++) {
    const char = text[at];
    if (char === '(') depth++;
    else if (char === ')') depth--;
    const isLast = at === span.end - 1;
    if (isLast !== (depth === 0)) return null;
    if (!isLast && !(depth === 1 && char === ',')) continue;
    const part = trimmed(text, from, at);
    from = at + 1;
    // A comma may end the tuple, as in Python's `(M,)`.
    if (isLast && part.start === part.end && modes.length > 0) break;
    const mode = readMode(text, part, level);
    if (mode === null) return null;
    modes.push(mode);
  }
  const ellipses = modes.filter((mode) => mode.kind === 'rest').length;
  return ellipses > 1 ? null : { kind: 'tuple', span, modes };
}

function readMode(text: string, span: Span, level: number): AnnotatedMode | null {
  const source = text.slice(span.start, span.end);
  if (source.startsWith('(') && source.endsWith(')')) return readTuple(text, span, level + 1);
  if (source === '...') return { kind: 'rest', span };
  if (source === '_') return { kind: 'any', span, ...NOTHING };
  const integer = INTEGER.exec(source);
  if (integer !== null) return { kind: 'integer', span, value: Number(integer[1]) };
  const claim = /^(.*\S)\s*=\s*(_?\d{1,9})$/.exec(source);
  const written = claim === null ? source : claim[1]!;
  const claimed =
    claim === null
      ? NOTHING
      : {
          extent: Number(claim[2]!.replace('_', '')),
          extentSpan: { start: span.end - claim[2]!.length, end: span.end },
        };
  const own = { start: span.start, end: span.start + written.length };
  if (NAME.test(written)) return { kind: 'name', span: own, name: written, ...claimed };
  return ARITHMETIC.test(written) ? { kind: 'any', span: own, ...claimed } : null;
}
