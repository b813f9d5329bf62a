// The operations by their CuTe names, for whoever has a name and values: the evaluator, the command
// line, tests. Each entry dispatches on the kinds of its arguments as C++ overloads do.

import { involvesComposed, runComposed } from '../composed/operations.ts';
import { asFailure, isFailure, type Outcome, Violation } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import { overflowSeen, watchOverflow } from '../integer/overflow.ts';
import type { Trace } from '../integer/trace.ts';
import { holdsCoordinate, isAnyLayout, isInt, isValueTuple, plainTuples } from '../layout/kinds.ts';
import { Swizzle } from '../layout/layout.ts';
import type { AlgebraValue } from '../layout/value.ts';
import { CUTE_DIALECT, type Dialect } from './dialect.ts';
import { layoutOperations } from './layouts.ts';
import { makingOperations } from './making.ts';
import { modeOperations } from './modes.ts';
import type { Operation } from './operation.ts';
import { swizzleOperations } from './swizzles.ts';
import { tupleOperations } from './tuples.ts';

export interface ApplyOptions {
  /** Template arguments, as in `append<4>(layout)`. */
  readonly template?: readonly Int[];
  readonly trace?: Trace;
  /**
   * `int32` (the default): C++, where an integer past 32 bits wraps, so that the result is the
   * violation `overflow`. `exact`: Python, where integers do not end (here: at 2^53).
   */
  readonly ints?: 'int32' | 'exact';
  /** Whose operations they are; C++ CuTe's when it is not said. */
  readonly dialect?: Dialect;
}

/** Every operation by its name. */
export const catalog: ReadonlyMap<string, Operation> = new Map(
  [...makingOperations, ...layoutOperations, ...modeOperations, ...tupleOperations, ...swizzleOperations].map(
    (operation) => [operation.name, operation],
  ),
);

/** Operations whose template arguments may follow the first argument instead: `upcast(L, 4)`, `get(L, 1, 0)`. */
const PLAIN_TEMPLATE: ReadonlyMap<string, number> = new Map([
  ...['upcast', 'downcast', 'append', 'prepend', 'replace'].map((name) => [name, 1] as const),
  ...['take', 'group', 'recast_layout'].map((name) => [name, 2] as const),
  ...[
    'get',
    'layout',
    'shape',
    'stride',
    'size',
    'rank',
    'depth',
    'cosize',
    'coshape',
    'coprofile',
    'select',
  ].map((name) => [name, Number.POSITIVE_INFINITY] as const),
]);

interface Split {
  readonly args: readonly AlgebraValue[];
  readonly template: readonly Int[];
}

/** Takes template arguments out of the plain ones, for the notation, which has no template arguments. */
function splitTemplate(name: string, args: readonly AlgebraValue[]): Split {
  if (name === 'make_swizzle' && args.every(isInt)) return { args: [], template: args as readonly Int[] };
  const most = PLAIN_TEMPLATE.get(name);
  if (most === undefined || args.length < 2) return { args, template: [] };
  const [first, ...rest] = args as readonly [AlgebraValue, ...AlgebraValue[]];
  // For a tuple, the second argument of append and prepend is the element to add.
  if (most === 1 && !isAnyLayout(first) && !(first instanceof Swizzle)) return { args, template: [] };
  if (name === 'select' && rest.length === 1 && isValueTuple(rest[0]!) && rest[0].every(isInt)) {
    return { args: [first], template: rest[0] as readonly Int[] };
  }
  let count = 0;
  while (count < most && count < rest.length && isInt(rest[count])) count++;
  return { args: [first, ...rest.slice(count)], template: rest.slice(0, count) as readonly Int[] };
}

/** What is said of tuples holds of coordinates that an identity layout gives (`ArithmeticTuple`); strides are another thing. */
function withTuples(name: string, args: readonly AlgebraValue[]): readonly AlgebraValue[] {
  if (!args.some(holdsCoordinate) || name === 'composition' || name.startsWith('make_')) return args;
  const isStride = (i: number): boolean => i === 2 && (name === 'crd2idx' || name === 'idx2crd');
  return args.map((arg, i) => (isStride(i) ? arg : plainTuples(arg)));
}

const inDialect = (operation: Operation, dialect: Dialect): Operation => {
  const own = dialect.operations.get(operation.name);
  return own === undefined ? operation : { ...operation, run: own(operation.run) };
};

/** Applies an operation of the catalog. Never throws; an unknown name is a violation. */
export function applyOperation(
  name: string,
  args: readonly AlgebraValue[],
  options: ApplyOptions = {},
): Outcome<AlgebraValue> {
  const known = catalog.get(name);
  const operation = known === undefined ? undefined : inDialect(known, options.dialect ?? CUTE_DIALECT);
  if (operation === undefined) return new Violation('unsupported', `there is no operation ${name}`);
  watchOverflow();
  try {
    const tuples = withTuples(name, args);
    const { args: values, template } = options.template?.length
      ? { args: tuples, template: options.template }
      : splitTemplate(name, tuples);
    const result = involvesComposed(values)
      ? runComposed(name, values, template, (plain) => operation.run(plain, template, options.trace))
      : operation.run(values, template, options.trace);
    if (isFailure(result) || options.ints === 'exact') return result;
    return overflowSeen() ?? result;
  } catch (e) {
    return asFailure(e);
  }
}
