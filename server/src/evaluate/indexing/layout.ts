// The layout of an index expression over the ranges of its variables.

import { asFailure, isFailure, NeedsValue, type Outcome, Violation } from '../../algebra/integer/failure.ts';
import type { Int } from '../../algebra/integer/integer.ts';
import { add, multiply } from '../../algebra/integer/operations.ts';
import { idx2crdInShapeOrThrow } from '../../algebra/layout/evaluate.ts';
import { ComposedLayout, Layout, Swizzle } from '../../algebra/layout/layout.ts';
import { type Recovered, type Recovery, recoverLayout } from '../../algebra/recover/recover.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { type Affine, affineOf } from './affine.ts';
import { type ConstantOf, type IndexFunction, type IndexVariable, indexFunction } from './function.ts';

/** An extent may be a name, for which only sums have layouts. */
export interface IndexRange extends Omit<IndexVariable, 'extent'> {
  readonly extent: Int;
}

/**
 * The layout of an expression: its coordinate counts the values of each variable, the first one fastest.
 * Failures: NeedsValue for more points than the budget, or a name whose value is needed; Violation for what is no
 * arithmetic, or where it leaves the integers that all languages agree on, with the values of the variables.
 */
export function layoutOfIndex(
  e: Expr,
  ranges: readonly IndexRange[],
  constantOf: ConstantOf,
  budget: number,
): Outcome<Recovery> {
  try {
    const isNumeric = ranges.every(({ extent }) => typeof extent === 'number');
    const affine = affineOf(
      e,
      ranges.map(({ name }) => name),
      constantOf,
    );
    const isSymbolic =
      affine !== null && [affine.constant, ...affine.factors].some((n) => typeof n !== 'number');
    if (affine !== null && (isSymbolic || !isNumeric)) return fromSum(affine, ranges);
    if (!isNumeric)
      return new NeedsValue('only a sum of the variables has a layout where a range has no number');
    return enumerated(e, ranges as readonly IndexVariable[], constantOf, budget);
  } catch (thrown) {
    return asFailure(thrown);
  }
}

function fromSum({ constant, factors }: Affine, ranges: readonly IndexRange[]): Recovered {
  const start = ranges.reduce((sum, { first }, k) => add(sum, multiply(first, factors[k]!)), constant);
  const strides = ranges.map(({ step }, k) => multiply(step, factors[k]!));
  const layout =
    ranges.length === 1
      ? new Layout(ranges[0]!.extent, strides[0]!)
      : new Layout(
          ranges.map(({ extent }) => extent),
          strides,
        );
  if (start === 0) return { family: 'plain', layout };
  return { family: 'shifted', layout: new ComposedLayout(new Swizzle(0, 4, 3), start, layout) };
}

function enumerated(
  e: Expr,
  variables: readonly IndexVariable[],
  constantOf: ConstantOf,
  budget: number,
): Outcome<Recovery> {
  const size = variables.reduce((n, { extent }) => n * extent, 1);
  if (size > budget) return new NeedsValue(`too large to enumerate: ${size} points, the limit is ${budget}`);
  const f = indexFunction(e, variables, constantOf);
  const table = tableOver(f, variables);
  if (isFailure(table)) return table;
  const shape = variables.map(({ extent }) => extent);
  return recoverLayout(table, shape.length === 1 ? shape[0]! : shape);
}

/** The values at all coordinates, the first variable fastest; a Violation says at which of them there is none. */
export function tableOver(f: IndexFunction, variables: readonly IndexVariable[]): Outcome<Float64Array> {
  const size = variables.reduce((n, { extent }) => n * extent, 1);
  const table = new Float64Array(size);
  const values = variables.map(({ first }) => first);
  const ends = variables.map(({ first, step, extent }) => first + step * extent);
  try {
    for (let at = 0; at < size; at++) {
      table[at] = f(values);
      for (let k = 0; k < variables.length; k++) {
        values[k]! += variables[k]!.step;
        if (values[k] !== ends[k]) break;
        values[k] = variables[k]!.first;
      }
    }
    return table;
  } catch (thrown) {
    const failure = asFailure(thrown);
    if (!(failure instanceof Violation)) return failure;
    const where = variables.map(({ name }, k) => `${name} = ${values[k]}`).join(', ');
    return new Violation(failure.code, `${failure.message}${where === '' ? '' : ` at ${where}`}`);
  }
}

/** `row = 1, col = 3`: the values of the variables at a coordinate. */
export function valuesText(ranges: readonly IndexRange[], at: number): string {
  const sizes = ranges.map(({ extent }) => (typeof extent === 'number' ? extent : 1));
  const counts = idx2crdInShapeOrThrow(at, sizes) as readonly number[];
  return counts
    .map((count, k) => `${ranges[k]!.name} = ${ranges[k]!.first + count * ranges[k]!.step}`)
    .join(', ');
}
