// Walking index expressions.

import type { Atom, IndexExpression } from './expression.ts';

/** The expressions directly inside of one. */
export function partsOfIndex(e: IndexExpression): readonly IndexExpression[] {
  switch (e.kind) {
    case 'variable':
      return [];
    case 'sum':
      return e.terms.map(({ atom }) => atom);
    case 'quotient':
    case 'remainder':
      return [e.of];
    case 'exclusive':
    case 'product':
    case 'operation':
      return [e.left, e.right];
    case 'choice':
      return [...e.tests.flatMap(({ of, bound }) => [of, bound]), e.below, e.otherwise];
    case 'lookup':
      return [e.at];
  }
}

/** The same expression with other parts in it, which have the ranges of those that they stand for. */
export function withParts(
  e: IndexExpression,
  f: (part: IndexExpression) => IndexExpression,
): IndexExpression {
  switch (e.kind) {
    case 'variable':
      return e;
    case 'sum':
      return { ...e, terms: e.terms.map(({ factor, atom }) => ({ factor, atom: f(atom) as Atom })) };
    case 'quotient':
    case 'remainder':
      return { ...e, of: f(e.of) };
    case 'exclusive':
    case 'product':
    case 'operation':
      return { ...e, left: f(e.left), right: f(e.right) };
    case 'choice':
      return {
        ...e,
        tests: e.tests.map(({ of, bound }) => ({ of: f(of), bound: f(bound) })),
        below: f(e.below),
        otherwise: f(e.otherwise),
      };
    case 'lookup':
      return { ...e, at: f(e.at) };
  }
}
