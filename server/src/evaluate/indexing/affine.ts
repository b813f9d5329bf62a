// Sums of variables times numbers or names: `i*N + j` is a layout of stride N without a look at its coordinates.

import { isConstant } from '../../algebra/integer/comparison.ts';
import type { Int } from '../../algebra/integer/integer.ts';
import { add, dynamicSymbol, multiply, negate } from '../../algebra/integer/operations.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { ConstantOf } from './function.ts';

/** constant + factors[0]·v0 + factors[1]·v1 + … */
export interface Affine {
  readonly constant: Int;
  readonly factors: readonly Int[];
}

/** The sum that an expression is; null where it is none. A name without a value stands for a size. */
export function affineOf(e: Expr, variables: readonly string[], constantOf: ConstantOf): Affine | null {
  const none = variables.map((): Int => 0);
  const sum = (x: Affine, y: Affine): Affine => ({
    constant: add(x.constant, y.constant),
    factors: x.factors.map((factor, k) => add(factor, y.factors[k]!)),
  });
  const scaled = (x: Affine, by: Int): Affine => ({
    constant: multiply(x.constant, by),
    factors: x.factors.map((factor) => multiply(factor, by)),
  });
  const isNumber = ({ factors }: Affine): boolean => factors.every((factor) => isConstant(factor, 0));
  const read = (part: Expr): Affine | null => {
    if (part.kind === 'integer') return { constant: part.value, factors: none };
    if (part.kind === 'name') {
      const at = variables.indexOf(part.name);
      if (at >= 0) return { constant: 0, factors: none.map((zero, k) => (k === at ? 1 : zero)) };
      return { constant: constantOf(part.name) ?? dynamicSymbol(part.name), factors: none };
    }
    if (part.kind === 'unary') {
      const operand = part.operator === '-' || part.operator === '+' ? read(part.operand) : null;
      if (operand === null || part.operator === '+') return operand;
      return { constant: negate(operand.constant), factors: operand.factors.map(negate) };
    }
    return part.kind === 'binary' ? binary(part.operator, part.left, part.right) : null;
  };
  const binary = (operator: string, a: Expr, b: Expr): Affine | null => {
    const [x, y] = [read(a), read(b)];
    if (x === null || y === null) return null;
    switch (operator) {
      case '+':
        return sum(x, y);
      case '-':
        return sum(x, { constant: negate(y.constant), factors: y.factors.map(negate) });
      case '*':
        return isNumber(y) ? scaled(x, y.constant) : isNumber(x) ? scaled(y, x.constant) : null;
      case '<<':
        return isNumber(y) && typeof y.constant === 'number' && y.constant >= 0 && y.constant < 31
          ? scaled(x, 2 ** y.constant)
          : null;
      default:
        return null;
    }
  };
  return read(e);
}
