// Document 002's functions in the text notation: layouts from tables, and the operations that work on tables.

import { type Outcome, Violation } from '../../algebra/integer/failure.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import {
  complementByFunction,
  compositionByFunction,
  logicalDivideByFunction,
} from '../../algebra/recover/by-function.ts';
import type { Builtin } from '../model/builtin.ts';
import { Unknown, type Value } from '../model/value.ts';
import { layoutIn, refuseArgument } from '../relation/arguments.ts';
import { asInteger } from '../triton/arguments.ts';
import { guarded, NotKnown } from '../values/guarded.ts';
import { LAYOUT_OF, layoutOfTable } from './layout-of.ts';

interface FunctionName {
  readonly name: string;
  readonly signature: string;
  readonly doc: string;
  readonly run: Builtin;
}

function layoutArgument(value: Value | undefined, what: string): Layout {
  if (value instanceof Unknown) throw new NotKnown(value);
  const layout = layoutIn(value);
  return layout instanceof Layout ? layout : refuseArgument(`${what} is a layout of shape and stride`);
}

function extentArgument(value: Value | undefined): number {
  const extent = asInteger(value, 'the second argument');
  return extent > 0 ? extent : refuseArgument('the second argument is how many offsets there are');
}

const ofTwo =
  (operate: (first: Value | undefined, second: Value | undefined) => Outcome<Layout>): Builtin =>
  ({ name, args }) =>
    args.length === 2
      ? guarded(() => operate(args[0], args[1]))
      : new Violation('wrong-kind', `${name} takes 2 arguments, not ${args.length}`);

const ofLayouts = (operate: (a: Layout, b: Layout) => Outcome<Layout>): Builtin =>
  ofTwo((a, b) => operate(layoutArgument(a, 'the first argument'), layoutArgument(b, 'the second argument')));

export const FUNCTION_NAMES: readonly FunctionName[] = [
  {
    name: LAYOUT_OF,
    signature: '(table or relation, shape) or (expression, i=8, …)',
    doc: 'The layout of the fewest modes with these offsets, or the coordinate at which there is none (document 002).',
    run: layoutOfTable,
  },
  {
    name: 'complement_by_function',
    signature: '(L, n)',
    doc: 'The increasing layout that makes of L a bijection onto [0, n) (document 002, definition 5).',
    run: ofTwo((layout, extent) =>
      complementByFunction(layoutArgument(layout, 'the first argument'), extentArgument(extent)),
    ),
  },
  {
    name: 'composition_by_function',
    signature: '(A, B)',
    doc: 'The layout of x ↦ A(B(x)), where there is one (document 002, definition 6).',
    run: ofLayouts(compositionByFunction),
  },
  {
    name: 'logical_divide_by_function',
    signature: '(A, B)',
    doc: 'A by the tile B and what is left of it, value by value (document 002, definition 7).',
    run: ofLayouts(logicalDivideByFunction),
  },
];
