// Index expressions as functions of their variables: compiled once, and called for every coordinate.
//
// Integers here are those on which C, C++ and Python agree, whatever the types of the variables: what would wrap around,
// or would be divided or shifted below zero, is refused with the coordinate at which it happens.

import { refuse } from '../../algebra/integer/failure.ts';
import type { Expr, NameExpr } from '../../frontends/common/expression.ts';
import { partsOf } from '../../frontends/common/expression-parts.ts';

/** A variable takes the values first, first + step, …: as many as its extent. */
export interface IndexVariable {
  readonly name: string;
  readonly first: number;
  readonly step: number;
  readonly extent: number;
}

/** The value of an expression where the variables have these values. May throw a Failure. */
export type IndexFunction = (values: readonly number[]) => number;

/** The value of a name that is no variable; null where it is not known. */
export type ConstantOf = (name: string) => number | null;

const LIMIT = 2 ** 31;

type Binary = (x: number, y: number) => number;

const within = (value: number): number =>
  value > -LIMIT && value < LIMIT ? value : refuse('overflow', `${value} is no int`);

const natural = (x: number, what: string): number =>
  x >= 0 ? x : refuse('unsupported', `${what} of ${x}, which is below zero`);

const divisor = (y: number): number =>
  y > 0 ? y : refuse('unsupported', y === 0 ? 'a division by zero' : 'a division by a number below zero');

/** C leaves open what a shift by the width of its type makes. */
const distance = (y: number): number =>
  y >= 0 && y < 32 ? y : refuse('unsupported', `a shift by ${y} bits`);

const quotient: Binary = (x, y) => Math.floor(natural(x, 'a quotient') / divisor(y));

const BINARY: ReadonlyMap<string, Binary> = new Map<string, Binary>([
  ['+', (x, y) => within(x + y)],
  ['-', (x, y) => within(x - y)],
  ['*', (x, y) => within(x * y)],
  ['/', quotient],
  ['//', quotient],
  ['%', (x, y) => natural(x, 'a remainder') % divisor(y)],
  // A mask such as ~7 is below zero, and has the same bits in every type.
  ['&', (x, y) => (x < 0 && y < 0 ? refuse('unsupported', 'bits of two numbers below zero') : x & y)],
  ['|', (x, y) => natural(x, 'bits') | natural(y, 'bits')],
  ['^', (x, y) => natural(x, 'bits') ^ natural(y, 'bits')],
  ['<<', (x, y) => within(natural(x, 'bits') * 2 ** distance(y))],
  ['>>', (x, y) => Math.floor(natural(x, 'bits') / 2 ** distance(y))],
  ['<', (x, y) => Number(x < y)],
  ['>', (x, y) => Number(x > y)],
  ['<=', (x, y) => Number(x <= y)],
  ['>=', (x, y) => Number(x >= y)],
  ['==', (x, y) => Number(x === y)],
  ['!=', (x, y) => Number(x !== y)],
]);

const CALLS: ReadonlyMap<string, Binary> = new Map<string, Binary>(
  ['', 'std::', 'cute::', 'tl.'].flatMap((module) => [
    [`${module}min`, Math.min],
    [`${module}max`, Math.max],
  ]),
);

/**
 * The function of an expression over variables. Throws a Failure: wrong-kind for a name without a value, unsupported for
 * what is no arithmetic.
 */
export function indexFunction(
  e: Expr,
  variables: readonly IndexVariable[],
  constantOf: ConstantOf,
): IndexFunction {
  const compile = (part: Expr): IndexFunction => {
    switch (part.kind) {
      case 'integer': {
        const { value } = part;
        return () => value;
      }
      case 'name':
        return named(part.name);
      case 'unary':
        return unary(part.operator, compile(part.operand));
      case 'binary': {
        if (part.operator === '&&' || part.operator === '||')
          return logical(part.operator, part.left, part.right);
        return applied(BINARY.get(part.operator), part.operator, part.left, part.right);
      }
      case 'conditional': {
        const [condition, then, otherwise] = [part.condition, part.then, part.otherwise].map(compile);
        return (v) => (condition!(v) === 0 ? otherwise!(v) : then!(v));
      }
      case 'call': {
        const name = part.callee.kind === 'name' ? part.callee.name : '';
        const [left, right] = part.args;
        if (part.args.length === 2) return applied(CALLS.get(name), name, left!, right!);
        return refuse('unsupported', `${name || 'a call'} is no arithmetic`);
      }
      default:
        return refuse('unsupported', 'this is no arithmetic on integers');
    }
  };
  const named = (name: string): IndexFunction => {
    const k = variables.findIndex((variable) => variable.name === name);
    if (k >= 0) return (values) => values[k]!;
    const value = constantOf(name);
    if (value === null) return refuse('wrong-kind', `the range of ${name} is not known`);
    return () => value;
  };
  const applied = (operation: Binary | undefined, name: string, a: Expr, b: Expr): IndexFunction => {
    if (operation === undefined) return refuse('unsupported', `${name} is no arithmetic on integers`);
    const [left, right] = [compile(a), compile(b)];
    return (values) => operation(left(values), right(values));
  };
  const logical = (operator: '&&' | '||', a: Expr, b: Expr): IndexFunction => {
    const [left, right] = [compile(a), compile(b)];
    return operator === '&&'
      ? (v) => Number(left(v) !== 0 && right(v) !== 0)
      : (v) => Number(left(v) !== 0 || right(v) !== 0);
  };
  return compile(e);
}

function unary(operator: string, operand: IndexFunction): IndexFunction {
  switch (operator) {
    case '+':
      return operand;
    case '-':
      return (values) => within(-operand(values));
    case '~':
      return (values) => ~operand(values);
    default:
      return refuse('unsupported', `${operator} is no arithmetic on integers`);
  }
}

/** The names in an expression that stand for a value, each where it comes first. */
export function namesIn(e: Expr): readonly NameExpr[] {
  const names = new Map<string, NameExpr>();
  const visit = (part: Expr): void => {
    if (part.kind === 'name' && !names.has(part.name)) names.set(part.name, part);
    for (const inner of partsOf(part)) {
      if (part.kind !== 'call' || inner !== part.callee) visit(inner);
    }
  };
  visit(e);
  return [...names.values()];
}
