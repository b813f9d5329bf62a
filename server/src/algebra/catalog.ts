// The operations by their CuTe names, for whoever has a name and values: the evaluator, the command
// line, tests. Each entry dispatches on the kinds of its arguments as C++ overloads do.

import { layoutOperations } from './catalog-layouts.ts';
import { swizzleOperations } from './catalog-swizzles.ts';
import { tupleOperations } from './catalog-tuples.ts';
import { involvesComposed, runComposed } from './composed-operations.ts';
import { caught, type Failure, isFailure, type Outcome, Violation } from './failure.ts';
import type { Int } from './integer.ts';
import { overflowSeen, watchOverflow } from './overflow.ts';
import type { Trace } from './trace.ts';
import type { AlgebraValue } from './value.ts';

export interface Operation {
  /** The C++ name: `logical_divide`. */
  readonly name: string;
  /** `(layout, tiler)`, with the template arguments in front where there are any: `<i,…>(layout)`. */
  readonly signature: string;
  /** One line of what it does. */
  readonly doc: string;
  /** Where it is defined: `Cecka 3.5.2`. */
  readonly source?: string;
  /** Computes it; may throw its Failure. Call through `applyOperation`. */
  readonly run: (
    args: readonly AlgebraValue[],
    template: readonly Int[],
    trace?: Trace,
  ) => AlgebraValue | Failure;
}

export interface ApplyOptions {
  /** Template arguments, as in `append<4>(layout)`. */
  readonly template?: readonly Int[];
  readonly trace?: Trace;
  /**
   * `int32` (the default): C++, where an integer past 32 bits wraps, so that the result is the
   * violation `overflow`. `exact`: Python, where integers do not end (here: at 2^53).
   */
  readonly ints?: 'int32' | 'exact';
}

/** Every operation by its name. */
export const catalog: ReadonlyMap<string, Operation> = new Map(
  [...layoutOperations, ...tupleOperations, ...swizzleOperations].map((operation) => [
    operation.name,
    operation,
  ]),
);

/** Applies an operation of the catalog. Never throws; an unknown name is a violation. */
export function applyOperation(
  name: string,
  args: readonly AlgebraValue[],
  options: ApplyOptions = {},
): Outcome<AlgebraValue> {
  const operation = catalog.get(name);
  if (operation === undefined) return new Violation('unsupported', `there is no operation ${name}`);
  watchOverflow();
  try {
    const template = options.template ?? [];
    const plain = (values: readonly AlgebraValue[]) => operation.run(values, template, options.trace);
    const result = involvesComposed(args) ? runComposed(name, args, template, plain) : plain(args);
    if (isFailure(result) || options.ints === 'exact') return result;
    return overflowSeen() ?? result;
  } catch (e) {
    return caught(e);
  }
}
