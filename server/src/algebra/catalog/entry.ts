// How entries of the catalog are written: an operation with its name, and the usual kinds of arguments.

import type { Int } from '../integer/integer.ts';
import type { Trace } from '../integer/trace.ts';
import {
  type AlgebraArguments,
  layoutArgument,
  requireCount,
  templateInt,
  tilerArgument,
} from '../layout/kinds.ts';
import { Layout } from '../layout/layout.ts';
import type { AlgebraValue } from '../layout/value.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { modeAt } from '../tuple/operations.ts';
import type { Operation } from './operation.ts';

export type OperationFunction = Operation['run'];

export const operation = (
  name: string,
  signature: string,
  source: string | undefined,
  doc: string,
  run: OperationFunction,
): Operation =>
  source === undefined ? { name, signature, doc, run } : { name, signature, doc, source, run };

/** The mode of a layout that template arguments name: `cosize<0,1>(layout)`. */
function modeArgument(name: string, args: AlgebraArguments, template: readonly Int[]): Layout {
  requireCount(name, args, 1);
  const layout = layoutArgument(name, args, 0);
  if (template.length === 0) return layout;
  const path = template.map((_, i) => templateInt(name, template, i));
  return new Layout(modeAt<Int>(layout.shape, path), modeAt(layout.stride as never, path));
}

/** An operation of one layout, or of one of its modes. */
export const ofMode = (
  name: string,
  source: string | undefined,
  doc: string,
  run: (layout: Layout, trace?: Trace) => ReturnType<OperationFunction>,
): Operation =>
  operation(name, '<i,…>(layout)', source, doc, (args, template, trace) =>
    run(modeArgument(name, args, template), trace),
  );

export const ofLayout = (
  name: string,
  source: string | undefined,
  doc: string,
  run: (layout: Layout, trace?: Trace) => ReturnType<OperationFunction>,
): Operation =>
  operation(name, '(layout)', source, doc, (args, _, trace) => {
    requireCount(name, args, 1);
    return run(layoutArgument(name, args, 0), trace);
  });

/** An operation of a layout and a tiler, with the same arguments for all four arrangements. */
export const ofTiler = (
  name: string,
  source: string,
  doc: string,
  run: (
    layout: Layout,
    tiler: ReturnType<typeof tilerArgument>,
    trace?: Trace,
  ) => ReturnType<OperationFunction>,
): Operation =>
  operation(name, '(layout, tiler)', source, doc, (args, _, trace) => {
    requireCount(name, args, 2);
    return run(layoutArgument(name, args, 0), tilerArgument(name, args, 1), trace);
  });

export const ofTwo = (
  name: string,
  signature: string,
  source: string | undefined,
  doc: string,
  run: (a: Layout, b: Layout, trace?: Trace) => ReturnType<OperationFunction>,
): Operation =>
  operation(name, signature, source, doc, (args, _, trace) => {
    requireCount(name, args, 2);
    return run(layoutArgument(name, args, 0), layoutArgument(name, args, 1), trace);
  });

/** A value seen as a tuple of values; layouts and integers are leaves. */
export type Tuple = HTuple<AlgebraValue>;
export const asTuple = (v: AlgebraValue): Tuple => v as Tuple;
export const asValue = (t: HTuple<unknown>): AlgebraValue => t as AlgebraValue;

/** An operation on tuples, most of which no document numbers. */
export const tupleOperation = (
  name: string,
  signature: string,
  doc: string,
  run: OperationFunction,
  source?: string,
): Operation => operation(name, signature, source, doc, run);
