// Where the functions of a chunk of C++ and their statements end, told by its tokens alone, and room there. A brace or
// semicolon that is taken for such an end and is none does no harm: there is only room that nobody uses.

import type { Span } from '../../common/expression.ts';
import type { Gap, GapMap } from '../../common/scope.ts';
import type { Token, Tokens } from './tokens.ts';

/** By how much a function may grow before everything behind it moves: this, and a quarter of its length. */
const ROOM = 1024;
/** By how much a statement may grow before the one behind it moves. */
const STATEMENT_ROOM = 24;

const OPENING = new Set(['class', 'struct', 'union', 'namespace', 'extern']);

/** The indices of the opening and closing braces of what are functions by their looks, those inside of others left out. */
function functionBraces(tokens: readonly Token[]): readonly (readonly [open: number, close: number])[] {
  const found: [number, number][] = [];
  /** Whether the statement begun last is a class or a namespace, and whether it has parameters, as functions have. */
  let opens = false;
  let hasParameters = false;
  for (let i = 0; i < tokens.length; i++) {
    const { kind, text } = tokens[i]!;
    if (kind === 'name') {
      if (text === 'template' && tokens[i + 1]?.text === '<') i = closingAngle(tokens, i + 1);
      else if (OPENING.has(text)) opens = true;
    } else if (kind === 'punctuation') {
      if (text === '(') {
        i = closing(tokens, i);
        hasParameters = true;
      } else if (text === '[') i = closing(tokens, i);
      else if (text === ';' || text === '}' || text === '=') {
        opens = false;
        hasParameters = false;
      } else if (text === '{' && opens) {
        opens = false;
        hasParameters = false;
      } else if (text === '{') {
        const end = closing(tokens, i);
        if (hasParameters && tokens[end]!.text === '}') found.push([i, end]);
        i = end;
      }
    }
  }
  return found;
}

/** The index of the bracket that closes the one at `from`; the last index where there is none. */
function closing(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    const { kind, text } = tokens[i]!;
    if (kind !== 'punctuation') continue;
    if (text === '(' || text === '[' || text === '{') depth++;
    else if ((text === ')' || text === ']' || text === '}') && --depth === 0) return i;
  }
  return tokens.length - 1;
}

/** The index of the `>` that closes the parameters of a template, or of what ends the attempt. */
function closingAngle(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    const { text } = tokens[i]!;
    if (text === '(') i = closing(tokens, i);
    else if (text === '<') depth++;
    else if (text === '>' && --depth === 0) return i;
    else if (text === ';' || text === '{') return i - 1;
  }
  return tokens.length - 1;
}

/** The tokens between two braces that are the first behind a statement or a brace, other than between parentheses. */
function statementStarts(tokens: readonly Token[], open: number, close: number): readonly number[] {
  const found: number[] = [];
  const around: string[] = [];
  for (let i = open; i < close; i++) {
    const { kind, text } = tokens[i]!;
    if (kind !== 'punctuation') continue;
    if (text === '(' || text === '[' || text === '{') around.push(text);
    else if (text === ')' || text === ']' || text === '}') around.pop();
    if (text !== ';' && text !== '{' && text !== '}') continue;
    // `{}` stays as it is.
    if (around.at(-1) === '{' && i + 1 < close && tokens[i + 1]!.text !== '}') found.push(i + 1);
  }
  return found;
}

/**
 * A chunk with room between the statements of its functions and at their ends, and its tokens where they stand then.
 */
export function withGaps(
  source: string,
  { tokens, regions }: Tokens,
): { readonly gapMap: GapMap; readonly tokens: Tokens } | null {
  const braces = functionBraces(tokens);
  if (braces.length === 0) return null;
  const gaps: Gap[] = [];
  const parts: string[] = [];
  /** In the source: where each gap stands, and how much the gaps are up to there. */
  const steps: { readonly from: number; readonly by: number }[] = [];
  let by = 0;
  let last = 0;
  const add = (at: number, size: number): void => {
    gaps.push({ at: at + by, size });
    parts.push(source.slice(last, at), ' '.repeat(size));
    by += size;
    last = at;
    steps.push({ from: at, by });
  };
  for (const [open, close] of braces) {
    for (const i of statementStarts(tokens, open, close)) add(tokens[i]!.start, STATEMENT_ROOM);
    const at = tokens[close]!.start;
    add(at, ROOM + ((at - tokens[open]!.start) >> 2));
  }
  parts.push(source.slice(last));
  return {
    gapMap: { source, text: parts.join(''), gaps, side: 'before' },
    tokens: { tokens: movedTokens(tokens, steps), regions: moved(regions, steps) },
  };
}

function movedTokens(tokens: readonly Token[], steps: Parameters<typeof moved>[1]): readonly Token[] {
  // Those of an alignment stand before the token that it is noted at.
  moved(
    tokens.flatMap((token) => [...(token.alignments ?? []).flat(), token]),
    steps,
  );
  return tokens;
}

/**
 * Sets the items, which nobody else has yet, to where they stand with the room: a copy of each would be thrown away at
 * once. They are in order, and none of them stands around a gap.
 */
function moved<T extends Span>(
  items: readonly T[],
  steps: readonly { readonly from: number; readonly by: number }[],
): readonly T[] {
  let next = 0;
  let by = 0;
  for (const item of items as readonly { start: number; end: number }[]) {
    while (next < steps.length && steps[next]!.from <= item.start) by = steps[next++]!.by;
    item.start += by;
    item.end += by;
  }
  return items;
}
