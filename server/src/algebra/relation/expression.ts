// Index expressions as relations: sums, quotients and remainders by numbers, bits, and a choice between two of them.

import type { IndexExpression, Test } from '../indexing/expression.ts';
import { withParts } from '../indexing/parts.ts';
import { asFailure, type Outcome } from '../integer/failure.ts';
import { indexText } from './indexing.ts';
import { type MapTerm, map } from './term.ts';

/** An expression in the names of a relation. */
const textOf = (e: IndexExpression, names: ReadonlyMap<string, string>): string =>
  indexText(renamed(e, names));

const renamed = (e: IndexExpression, names: ReadonlyMap<string, string>): IndexExpression =>
  e.kind === 'variable' ? { ...e, name: names.get(e.name)! } : withParts(e, (part) => renamed(part, names));

/** A condition, and what the expressions are where it holds. */
interface Piece {
  readonly where: string;
  readonly values: readonly IndexExpression[];
}

const testsText = (tests: readonly Test[], names: ReadonlyMap<string, string>): string =>
  tests.map(({ of, bound }) => `${textOf(of, names)} < ${textOf(bound, names)}`).join(' and ');

function piecesOf(
  expressions: readonly IndexExpression[],
  names: ReadonlyMap<string, string>,
): readonly Piece[] {
  const [only] = expressions;
  if (expressions.length !== 1 || only!.kind !== 'choice') return [{ where: '', values: expressions }];
  const holds = testsText(only!.tests, names);
  return [
    { where: ` and ${holds}`, values: [only!.below] },
    { where: ` and not (${holds})`, values: [only!.otherwise] },
  ];
}

/** Values of variables that stay below their extents, to the values of expressions. Violation: unsupported. */
export function expressionMapping(
  expressions: readonly IndexExpression[],
  variables: readonly { readonly name: string; readonly extent: number }[],
): Outcome<MapTerm> {
  try {
    const names = new Map(variables.map(({ name }, k) => [name, `x${k}`]));
    const tuple = `[${[...names.values()].join(', ')}]`;
    const bounds = variables.map(({ extent }, k) => `0 <= x${k} < ${extent}`).join(' and ');
    const pieces = piecesOf(expressions, names).map(
      ({ where, values }) =>
        `${tuple} -> [${values.map((e) => textOf(e, names)).join(', ')}] : ${bounds}${where}`,
    );
    return map(`{ ${pieces.join('; ')} }`);
  } catch (e) {
    return asFailure(e);
  }
}
