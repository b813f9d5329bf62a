// Index expressions as relations: sums, quotients and remainders by numbers, bits, and a choice between two of them.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import { bitText, sumText } from './affine.ts';
import { type MapTerm, map } from './term.ts';
import type { IndexExpression, Test } from '../indexing/expression.ts';

const unsupported = (what: string): never =>
  refuse('unsupported', `it is too large to be run over, and ${what} is not what relations have`);

function textOf(e: IndexExpression, names: ReadonlyMap<string, string>): string {
  const inside = (part: IndexExpression): string => `(${textOf(part, names)})`;
  switch (e.kind) {
    case 'variable':
      return names.get(e.name)!;
    case 'sum':
      return sumText([
        ...e.terms.map(({ factor, atom }) => ({ factor, of: inside(atom) })),
        { factor: e.constant, of: '1' },
      ]);
    case 'quotient':
      return `floor(${inside(e.of)}/${e.by})`;
    case 'remainder':
      return `(${inside(e.of)} mod ${e.by})`;
    case 'exclusive':
      return exclusiveText(inside(e.left), inside(e.right), changedBits(e.right));
    case 'product':
      return unsupported('a product of coordinates');
    case 'operation':
      return unsupported('a quotient by a coordinate');
    case 'choice':
      return unsupported('a choice within an expression');
    case 'lookup':
      return unsupported('a table');
  }
}

/** The bits that may be set: those from the largest power of two on that divides every value. */
function changedBits(e: IndexExpression): readonly number[] {
  const factors = e.kind === 'sum' ? [...e.terms.map(({ factor }) => factor), e.constant] : [1];
  const lowest = Math.min(...factors.filter((f) => f !== 0).map((f) => Math.log2(f & -f)));
  const highest = Math.floor(Math.log2(Math.max(e.high, 1)));
  return Array.from({ length: highest - lowest + 1 }, (_, k) => lowest + k);
}

const exclusiveText = (left: string, right: string, bits: readonly number[]): string =>
  [
    left,
    ...bits.map((bit) => {
      const [own, other] = [bitText(left, bit), bitText(right, bit)];
      return `${2 ** bit}*((${own} + ${other}) mod 2) - ${2 ** bit}*${own}`;
    }),
  ].join(' + ');

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
