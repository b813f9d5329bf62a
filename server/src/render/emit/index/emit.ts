// The index expressions of a value in a language, run over their whole domain before they are given out.

import { type IndexExpression, variable } from '../../../algebra/indexing/expression.ts';
import { extentsOf, layoutOffset } from '../../../algebra/indexing/layout.ts';
import { legoIndex, legoPosition } from '../../../algebra/indexing/lego.ts';
import { operationsOf, valueAt } from '../../../algebra/indexing/measure.ts';
import { asFailure, isFailure, type Outcome, refuse } from '../../../algebra/integer/failure.ts';
import { type AnyLayout, Layout } from '../../../algebra/layout/layout.ts';
import { LegoLayout, legoApply, legoInv } from '../../../algebra/lego/lego.ts';
import { unflatten } from '../../../algebra/lego/row-major.ts';
import { legoOf } from '../../../algebra/lego/strided.ts';
import { valueAtIndex } from '../../picture/picture.ts';
import type { IndexLanguage } from './languages.ts';
import { indexText } from './text.ts';

interface EmitOptions {
  readonly language: IndexLanguage;
  /** The index at a position rather than the position of an index. */
  readonly inverse: boolean;
  /** What the indices are called, or the position where it is inverted; `:` is all of a dimension, in Triton. */
  readonly names: readonly string[];
}

interface Emitted {
  /** One expression; of an inverse one for each dimension. */
  readonly expressions: readonly string[];
  readonly operations: number;
}

/** Points over which an expression is run before it is offered. */
const MAXIMUM_POINTS = 1 << 20;
const DEFAULT_NAMES = ['i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't'];

function must<T>(outcome: Outcome<T>): T {
  if (isFailure(outcome)) throw outcome;
  return outcome as T;
}

/** What a dimension is called in the code: `:` is a range, which lies along its own axis among the others. */
function written(
  names: readonly string[],
  extents: readonly number[],
  language: IndexLanguage,
): readonly string[] {
  const ranges = names.filter((name) => name === ':').length;
  if (ranges > 0 && language !== 'triton') refuse('wrong-kind', '`:` stands for a range in Triton alone');
  let axis = 0;
  return names.map((name, k) => {
    if (name !== ':') return name;
    const own = axis++;
    const axes = Array.from({ length: ranges }, (_, a) => (a === own ? ':' : 'None'));
    return `tl.arange(0, ${extents[k]})${ranges === 1 ? '' : `[${axes.join(', ')}]`}`;
  });
}

const numbered = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

function namesFor(count: number, { names }: EmitOptions, fallback: readonly string[]): readonly string[] {
  if (names.length === 0) return fallback.slice(0, count);
  if (names.length !== count)
    refuse('coordinate-mismatch', `${numbered(names.length, 'name')} for ${numbered(count, 'variable')}`);
  return names;
}

/** Variables have names of their own while they are computed with: what is written for them may be anything. */
const own = (k: number): string => `x${k}`;

function renamed(e: IndexExpression, texts: ReadonlyMap<string, string>): IndexExpression {
  switch (e.kind) {
    case 'variable':
      return { ...e, name: texts.get(e.name) ?? e.name };
    case 'sum':
      return {
        ...e,
        terms: e.terms.map(({ factor, atom }) => ({ factor, atom: renamed(atom, texts) as typeof atom })),
      };
    case 'quotient':
    case 'remainder':
      return { ...e, of: renamed(e.of, texts) };
    case 'exclusive':
      return { ...e, left: renamed(e.left, texts), right: renamed(e.right, texts) };
  }
}

function requireEqual(
  expressions: readonly IndexExpression[],
  extents: readonly number[],
  expected: (index: readonly number[], at: number) => readonly number[],
): void {
  const points = extents.reduce((a, b) => a * b, 1);
  if (points > MAXIMUM_POINTS)
    refuse('unsupported', `an expression over ${points} points is too large to be checked`);
  for (let at = 0; at < points; at++) {
    const index = unflatten(extents, at);
    const values = new Map(index.map((x, k) => [own(k), x]));
    const wanted = expected(index, at);
    expressions.forEach((e, k) => {
      const value = valueAt(e, values);
      if (value !== wanted[k])
        refuse(
          'unsupported',
          `the expression gives ${value} at (${index.join(',')}), and the layout ${wanted[k]}`,
        );
    });
  }
}

function finished(
  expressions: readonly IndexExpression[],
  names: readonly string[],
  extents: readonly number[],
  language: IndexLanguage,
): Emitted {
  const texts = new Map(written(names, extents, language).map((text, k) => [own(k), text]));
  return {
    expressions: expressions.map((e) => indexText(renamed(e, texts), language)),
    operations: expressions.reduce((sum, e) => sum + operationsOf(e), 0),
  };
}

function forward(value: AnyLayout | LegoLayout, options: EmitOptions): Emitted {
  const extents = value instanceof LegoLayout ? value.dims : must(extentsOf(value));
  const variables = extents.map((n, k) => variable(own(k), n));
  const names = namesFor(extents.length, options, DEFAULT_NAMES);
  if (value instanceof LegoLayout) {
    const position = must(legoPosition(value, variables));
    requireEqual([position], extents, (index) => [must(legoApply(value, index))]);
    return finished([position], names, extents, options.language);
  }
  const offset = must(layoutOffset(value, variables));
  // Coordinates of a layout are counted with the first one fastest.
  const flat = (index: readonly number[]): number => index.reduceRight((at, i, k) => at * extents[k]! + i, 0);
  requireEqual([offset], extents, (index) => [must(valueAtIndex(value, flat(index)) as Outcome<number>)]);
  return finished([offset], names, extents, options.language);
}

function backward(value: AnyLayout | LegoLayout, options: EmitOptions): Emitted {
  if (!(value instanceof LegoLayout || value instanceof Layout))
    return refuse('wrong-kind', 'the inverse of a composed layout has no expression here');
  const chain = value instanceof LegoLayout ? value : must(legoOf(value));
  const index = must(legoIndex(chain, variable(own(0), chain.size)));
  requireEqual(index, [chain.size], (_, at) => must(legoInv(chain, at)));
  return finished(index, namesFor(1, options, ['p']), [chain.size], options.language);
}

/**
 * The position of an index, or the index at a position. Violations: wrong-kind for open sizes, coordinate-mismatch for
 * too many names, unsupported for what has no expression or is too large to be checked, inadmissible for the inverse of
 * what is no bijection.
 */
export function emitIndex(value: AnyLayout | LegoLayout, options: EmitOptions): Outcome<Emitted> {
  try {
    return options.inverse ? backward(value, options) : forward(value, options);
  } catch (e) {
    return asFailure(e);
  }
}
