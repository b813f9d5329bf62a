// Coordinates of an access as the code writes them, and sums of such.

import type { CoordinateName } from '../../algebra/indexing/layout.ts';

/** A coordinate of one mode, or of a whole layout. */
export interface Position {
  /** `i`, `i + 128 * blockIdx.x`, `3`. */
  readonly text: string;
  /** Whether it is known not to be below zero. */
  readonly isNotNegative: boolean;
}

export type Positions = Position | readonly Positions[];

export const isNested = (p: Positions): p is readonly Positions[] => Array.isArray(p);

const numberOf = ({ text }: Position): number | null => (/^\d+$/.test(text) ? Number(text) : null);

export const constantPosition = (n: number): Position => ({ text: `${n}`, isNotNegative: n >= 0 });

/** The coordinate of a name; null for one that takes a whole mode. */
export function positionsOf(
  name: CoordinateName,
  isNotNegative: (text: string) => boolean,
): Positions | null {
  if (typeof name === 'number') return constantPosition(name);
  if (typeof name === 'string') {
    const text = isWrapped(name) ? name.slice(1, -1) : name;
    return name === ':' ? null : { text, isNotNegative: isNotNegative(text) };
  }
  const parts = (name as readonly CoordinateName[]).map((part) => positionsOf(part, isNotNegative));
  return parts.includes(null) ? null : (parts as readonly Positions[]);
}

/** Whether the parentheses around a text belong together. */
function isWrapped(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
    if (depth === 0 && at < text.length - 1) return false;
  }
  return text.startsWith('(') && depth === 0;
}

/** An operand of a product or quotient. */
export const operandText = ({ text }: Position): string =>
  /^[\w.]+(?:<\w+>\([\w.]+\)|\[\w+\]|\([^()]*\))?$/.test(text) ? text : `(${text})`;

export function sum(a: Position, b: Position): Position {
  const [m, n] = [numberOf(a), numberOf(b)];
  if (m !== null && n !== null) return constantPosition(m + n);
  if (m === 0) return b;
  if (n === 0) return a;
  return { text: `${a.text} + ${b.text}`, isNotNegative: a.isNotNegative && b.isNotNegative };
}

/** A coordinate taken `by` times, a number or a name for a size. */
export function multiple(p: Position, by: number | string): Position {
  const n = numberOf(p);
  if (by === 0 || n === 0) return constantPosition(0);
  if (by === 1) return p;
  if (n !== null && typeof by === 'number') return constantPosition(n * by);
  if (n === 1) return { text: `${by}`, isNotNegative: true };
  return { text: `${operandText(p)} * ${by}`, isNotNegative: p.isNotNegative };
}
