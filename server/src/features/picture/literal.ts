// Layouts that are written out in numbers, whose numbers can be replaced one by one.

import { type Int, knownValue } from '../../algebra/integer/integer.ts';
import type { Layout } from '../../algebra/layout/layout.ts';
import type { Stride } from '../../algebra/layout/stride.ts';
import { leavesOf } from '../../algebra/tuple/operations.ts';
import type { LayoutParts } from '../../analysis/document/layout-parts.ts';
import type { Span } from '../../frontends/common/expression.ts';
import { cppStaticName } from '../../render/emit/cpp.ts';

/** A number that no name holds: `_8` is one, the 2 of `x2` is none. */
const NUMBER = /(?<![\w.])(?:_\d+|-?\d+)(?![\w.])/g;

interface WrittenNumber {
  readonly span: Span;
  readonly value: number;
  /** `_8` of CuTe, which has a name for some numbers alone. */
  readonly isName: boolean;
}

function numbersIn(text: string, { start, end }: Span): readonly WrittenNumber[] {
  return [...text.slice(start, end).matchAll(NUMBER)].map(({ 0: word, index }) => ({
    span: { start: start + index, end: start + index + word.length },
    value: Number(word.replace('_', '')),
    isName: word.startsWith('_'),
  }));
}

const leaves = (part: Layout['shape'] | Layout['stride']): readonly (number | undefined)[] =>
  leavesOf<Int | Stride>(part as Layout['stride']).map((leaf) => knownValue(leaf as Int));

const isSame = (numbers: readonly WrittenNumber[], part: readonly (number | undefined)[]): boolean =>
  numbers.length === part.length && numbers.every(({ value }, i) => value === part[i]);

/** Whether the parts of a layout are its numbers in their order, and nothing else that counts. */
export const isWritten = ({ shape, stride }: LayoutParts, layout: Layout, text: string): boolean =>
  isSame(numbersIn(text, shape.span), leaves(layout.shape)) &&
  isSame(numbersIn(text, stride.span), leaves(layout.stride));

interface Replacement {
  readonly span: Span;
  readonly newText: string;
}

/**
 * The numbers that differ, replaced, for a layout of the same profile; null where the profile is another one. Numbers
 * keep the way in which they are written.
 */
export function replacements(
  { shape, stride }: LayoutParts,
  wanted: Layout,
  text: string,
): readonly Replacement[] | null {
  const numbers = [...numbersIn(text, shape.span), ...numbersIn(text, stride.span)];
  const to = [...leaves(wanted.shape), ...leaves(wanted.stride)];
  if (numbers.length !== to.length || to.includes(undefined)) return null;
  return numbers.flatMap(({ span, value, isName }, i) =>
    value === to[i] ? [] : [{ span, newText: isName ? nameOf(shape, to[i]!) : String(to[i]) }],
  );
}

const nameOf = ({ dialect }: LayoutParts['shape'], n: number): string =>
  dialect === 'notation' ? `_${n}` : cppStaticName(n);
