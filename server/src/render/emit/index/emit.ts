// The index expressions of a value in a language, run over their whole domain before they are given out.

import type { IndexExpression } from '../../../algebra/indexing/expression.ts';
import type { CoordinateName, NamedVariable } from '../../../algebra/indexing/layout.ts';
import { operationsOf, valueAt } from '../../../algebra/indexing/measure.ts';
import { asFailure, type Outcome, refuse } from '../../../algebra/integer/failure.ts';
import { unflatten } from '../../../algebra/lego/row-major.ts';
import type { IndexLanguage } from './languages.ts';
import { type Indexed, inverseSubject, numbered, type Subject, subjectAt } from './subject.ts';
import { indexText } from './text.ts';

interface EmitOptions {
  readonly language: IndexLanguage;
  /** The index at a position rather than the position of an index. */
  readonly inverse: boolean;
  /**
   * What the coordinates are called, or the position where it is inverted; `:` is all of a dimension, in Triton. With none
   * they are called i, j, …
   */
  readonly names: readonly CoordinateName[];
  /** The names are the arguments of a call: a layout may be called with one coordinate for all of its modes. */
  readonly isCall?: boolean;
  /** The most points over which it is run; what has more is refused. */
  readonly points?: number;
}

export interface Emitted {
  /** One expression; of an inverse one for each dimension. */
  readonly expressions: readonly string[];
  readonly operations: number;
  readonly variables: readonly NamedVariable[];
}

/** Points over which an expression is run before it is offered. */
const MAXIMUM_POINTS = 1 << 20;

/** What a dimension is called in the code: `:` is a range, which lies along its own axis among the others. */
function written(variables: readonly NamedVariable[], language: IndexLanguage): readonly string[] {
  const ranges = variables.filter(({ name }) => name === ':').length;
  if (ranges > 0 && language !== 'triton') refuse('wrong-kind', '`:` stands for a range in Triton alone');
  let axis = 0;
  return variables.map(({ name, extent }) => {
    if (name !== ':') return name;
    const own = axis++;
    const axes = Array.from({ length: ranges }, (_, a) => (a === own ? ':' : 'None'));
    return `tl.arange(0, ${extent})${ranges === 1 ? '' : `[${axes.join(', ')}]`}`;
  });
}

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

function requireEqual({ expressions, variables, expected }: Subject, maximum: number): void {
  const extents = variables.map(({ extent }) => extent);
  const points = extents.reduce((a, b) => a * b, 1);
  if (points > maximum)
    refuse('unsupported', `an expression over ${points} points is too large to be checked`);
  for (let at = 0; at < points; at++) {
    const index = unflatten(extents, at);
    const values = new Map(index.map((x, k) => [numbered(k), x]));
    const wanted = expected(index);
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

/**
 * The position of an index, or the index at a position. Violations: wrong-kind for open sizes, coordinate-mismatch for
 * other coordinates than it has, out-of-range for a number among them, unsupported for what has no expression or is too
 * large to be checked, inadmissible for the inverse of what is no bijection.
 */
export function emitIndex(value: Indexed, options: EmitOptions): Outcome<Emitted> {
  const { language, names, inverse, isCall = false, points = MAXIMUM_POINTS } = options;
  try {
    const subject = inverse ? inverseSubject(value, names) : subjectAt(value, names, isCall);
    requireEqual(subject, points);
    const { expressions, variables } = subject;
    const texts = new Map(written(variables, language).map((text, k) => [numbered(k), text]));
    return {
      expressions: expressions.map((e) => indexText(renamed(e, texts), language)),
      operations: expressions.reduce((sum, e) => sum + operationsOf(e), 0),
      variables,
    };
  } catch (e) {
    return asFailure(e);
  }
}
