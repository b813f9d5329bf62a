// Index expressions as ISL writes them: quotients are floors, and exclusive or is taken bit by bit.

import type { IndexExpression } from '../indexing/expression.ts';
import { refuse } from '../integer/failure.ts';
import { bitText, sumText } from './affine.ts';

/** The largest power of two that divides all values of an expression; that of 0 is as large as may be. */
function evenness(e: IndexExpression): number {
  const ofNumber = (n: number): number =>
    n === 0 ? 2 ** 52 : Math.abs(n) % 2 === 1 ? 1 : 2 * ofNumber(n / 2);
  if (e.kind !== 'sum') return 1;
  return Math.min(
    ofNumber(e.constant),
    ...e.terms.map(({ factor, atom }) => ofNumber(factor) * evenness(atom)),
  );
}

/** Each bit that `changed` may flip becomes its exclusive or with it. */
function exclusiveText(kept: IndexExpression, changed: IndexExpression): string {
  if (!Number.isFinite(changed.high))
    return refuse('unsupported', 'a relation takes the exclusive or of numbers that have a bound');
  const [own, by] = [indexText(kept), indexText(changed)];
  const parts = [own];
  for (let k = Math.log2(evenness(changed)); 2 ** k <= changed.high; k++) {
    const bit = bitText(own, k);
    parts.push(`${2 ** k}*((${bit} + ${bitText(by, k)}) mod 2) - ${2 ** k}*${bit}`);
  }
  return `(${parts.join(' + ')})`;
}

/** Refuses what is not quasi-affine: products of variables, choices and tables. Variables have their own names. */
export function indexText(e: IndexExpression): string {
  switch (e.kind) {
    case 'variable':
      return e.name;
    case 'sum': {
      const sum = sumText(e.terms.map(({ factor, atom }) => ({ factor, of: indexText(atom) })));
      if (e.constant === 0) return `(${sum})`;
      return e.terms.length === 0 ? `${e.constant}` : `(${sum} + ${e.constant})`;
    }
    case 'quotient':
      return `(floor((${indexText(e.of)})/${e.by}))`;
    case 'remainder':
      return `((${indexText(e.of)}) mod ${e.by})`;
    case 'exclusive':
      return e.left.high < e.right.high ? exclusiveText(e.right, e.left) : exclusiveText(e.left, e.right);
    case 'product':
    case 'operation':
    case 'choice':
    case 'lookup':
      return refuse(
        'unsupported',
        'a relation has sums, quotients and remainders by numbers, and no other arithmetic',
      );
  }
}
