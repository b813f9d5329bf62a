// The relation of an index expression: the values of its variables to the offset.

import { constant, type IndexExpression } from '../../algebra/indexing/expression.ts';
import { asFailure, isFailure, type Outcome, refuse, Violation } from '../../algebra/integer/failure.ts';
import { idx2crdInShapeOrThrow } from '../../algebra/layout/evaluate.ts';
import { affineText, parametersOf, termOrThrow } from '../../algebra/relation/affine.ts';
import { indexText } from '../../algebra/relation/indexing.ts';
import { tabulated } from '../../algebra/relation/points.ts';
import { type MapTerm, map } from '../../algebra/relation/term.ts';
import { symbolTerm } from '../../algebra/term/operations.ts';
import type { Term } from '../../algebra/term/term.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { indexExpressionOf } from './expression.ts';
import { type ConstantOf, type IndexVariable, indexFunction } from './function.ts';
import { type IndexRange, tableOver } from './layout.ts';

const RESERVED = /^(?:and|or|not|implies|exists|mod|floord?|ceild?|min|max|true|false|infty|NaN|rat)$/;

/** What isl takes for a name: `threadIdx.x` is written `threadIdx_x`. */
function islName(name: string): string {
  const plain = name.replace(/\W+/g, '_');
  return RESERVED.test(plain) ? `${plain}_` : plain;
}

const symbol = (name: string, low: number, high: number): IndexExpression => ({
  kind: 'variable',
  name,
  low,
  high,
  key: name,
});

const highest = ({ first, step, extent }: IndexRange): number =>
  typeof extent === 'number' ? first + step * (extent - 1) : Number.POSITIVE_INFINITY;

function boundText(range: IndexRange, extent: Term): string {
  const { first, step } = range;
  const name = islName(range.name);
  const end = typeof range.extent === 'number' ? `${highest(range) + 1}` : affineText(extent, 'an extent');
  const every = step === 1 ? '' : ` and (${name} - ${first}) mod ${step} = 0`;
  return `${first} <= ${name} < ${end}${every}`;
}

/** By the arithmetic of the expression. */
function byFormula(e: Expr, ranges: readonly IndexRange[], constantOf: ConstantOf): MapTerm {
  const parameters: Term[] = [];
  const formula = indexExpressionOf(e, (name) => {
    const range = ranges.find((known) => known.name === name);
    if (range !== undefined) return symbol(islName(name), range.first, highest(range));
    const value = constantOf(name);
    if (value !== null) return constant(value);
    parameters.push(symbolTerm(islName(name)));
    return symbol(islName(name), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  });
  if (isFailure(formula)) throw formula;
  const extents = ranges.map(({ name, extent }) => termOrThrow(extent, `the size of ${name}`));
  const names = ranges.map(({ name }) => islName(name)).join(', ');
  const bounds = ranges.map((range, k) => boundText(range, extents[k]!)).join(' and ');
  return map(
    `${parametersOf([...extents, ...parameters])}{ [${names}] -> [${indexText(formula)}] : ${bounds} }`,
  );
}

/** By its values, where each variable has a number of them. */
function byValues(e: Expr, variables: readonly IndexVariable[], constantOf: ConstantOf): MapTerm {
  const table = tableOver(indexFunction(e, variables, constantOf), variables);
  if (isFailure(table)) throw table;
  const sizes = variables.map(({ extent }) => extent);
  const points = Array.from(table, (value, at) => {
    const counts = idx2crdInShapeOrThrow(at, sizes) as readonly number[];
    const input = counts.map((n, k) => variables[k]!.first + n * variables[k]!.step);
    return [input, value] as const;
  });
  return tabulated(
    variables.map(({ name }) => islName(name)),
    points,
  );
}

/** Points of which a relation may be listed. */
const LISTED = 1024;

/**
 * The relation of an expression over the ranges of its variables, named as they are. Failures: the formula's Violation,
 * or that of its values; NeedsValue where neither is known.
 */
export function relationOfIndex(
  e: Expr,
  ranges: readonly IndexRange[],
  constantOf: ConstantOf,
): Outcome<MapTerm> {
  try {
    const names = new Set(ranges.map(({ name }) => islName(name)));
    if (names.size < ranges.length) refuse('wrong-kind', 'two variables have one name');
    return byFormula(e, ranges, constantOf);
  } catch (thrown) {
    const why = asFailure(thrown);
    const size = ranges.reduce((n, { extent }) => n * (typeof extent === 'number' ? extent : Infinity), 1);
    if (!(why instanceof Violation) || size > LISTED) return why;
    try {
      return byValues(e, ranges as readonly IndexVariable[], constantOf);
    } catch (again) {
      return asFailure(again);
    }
  }
}
