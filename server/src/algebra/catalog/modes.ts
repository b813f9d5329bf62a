// The catalog's operations that layouts and tuples have alike: modes taken, grouped, appended, measured.

import type { Int } from '../integer/integer.ts';
import {
  type AlgebraArguments,
  intsArgument,
  layoutArgument,
  requireCount,
  templateInt,
} from '../layout/kinds.ts';
import { Layout } from '../layout/layout.ts';
import { flatten } from '../operation/filter.ts';
import {
  append,
  getMode,
  group,
  prepend,
  replace,
  selectModes,
  take,
  unflatten,
  zip,
  zip2,
} from '../operation/modes.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { product } from '../tuple/int-tuple.ts';
import {
  appendMode,
  appendTo,
  depthOf,
  flattenTuple,
  groupModes,
  mapLeaves,
  modeAt,
  prependMode,
  prependTo,
  rankOf,
  replaceMode,
  takeModes,
  unflattenTuple,
  zipTuple,
} from '../tuple/operations.ts';
import {
  asTuple,
  asValue,
  type OperationFunction,
  tupleOperation as operation,
  type Tuple,
} from './entry.ts';
import type { Operation } from './operation.ts';

const path = (name: string, template: readonly Int[]): number[] =>
  template.map((_, i) => templateInt(name, template, i));

/** An operation that layouts and tuples both have, in their own way. */
function ofBoth(
  name: string,
  signature: string,
  doc: string,
  least: number,
  most: number,
  onLayout: (
    layout: Layout,
    args: AlgebraArguments,
    template: readonly Int[],
  ) => ReturnType<OperationFunction>,
  onTuple: (t: Tuple, args: AlgebraArguments, template: readonly Int[]) => HTuple<unknown>,
): Operation {
  return operation(name, signature, doc, (args, template) => {
    requireCount(name, args, least, most);
    const first = args[0]!;
    if (first instanceof Layout) return onLayout(first, args, template);
    return asValue(onTuple(asTuple(first), args, template));
  });
}

const int = (name: string, template: readonly Int[], i: number): number => templateInt(name, template, i);
const has = (template: readonly Int[], i: number): boolean => template.length > i;

/** A tile is as deep as the shapes of its layouts. */
const withShapes = (t: HTuple<unknown>): HTuple<unknown> =>
  mapLeaves(t, (leaf): HTuple<unknown> => (leaf instanceof Layout ? leaf.shape : leaf));

const modes: Operation[] = [
  ofBoth(
    'get',
    '<i,…>(layout or tuple)',
    'The mode at a path',
    1,
    1,
    (l, _, t) => getMode(l, path('get', t)),
    (v, _, t) => modeAt(v, path('get', t)),
  ),
  ofBoth(
    'shape',
    '<i,…>(layout or shape)',
    'The shape of a mode',
    1,
    1,
    (l, _, t) => modeAt<Int>(l.shape, path('shape', t)),
    (v, _, t) => withShapes(modeAt(v, path('shape', t))),
  ),
  ofBoth(
    'size',
    '<i,…>(layout or tuple)',
    'The number of elements of a mode',
    1,
    1,
    (l, _, t) => product(modeAt<Int>(l.shape, path('size', t))),
    (_, args, t) => product(modeAt<Int>(intsArgument('size', args, 0), path('size', t))),
  ),
  ofBoth(
    'rank',
    '<i,…>(layout or tuple)',
    'The number of modes',
    1,
    1,
    (l, _, t) => rankOf(modeAt<Int>(l.shape, path('rank', t))),
    (v, _, t) => rankOf(modeAt(v, path('rank', t))),
  ),
  ofBoth(
    'depth',
    '<i,…>(layout or tuple)',
    'How deep tuples are nested',
    1,
    1,
    (l, _, t) => depthOf(modeAt<Int>(l.shape, path('depth', t))),
    (v, _, t) => depthOf(withShapes(modeAt(v, path('depth', t)))),
  ),
  ofBoth(
    'flatten',
    '(layout or tuple)',
    'The leaves as one flat tuple',
    1,
    1,
    (l) => flatten(l),
    (v) => flattenTuple(v),
  ),
  ofBoth(
    'select',
    '<i,…>(layout or tuple)',
    'These modes in this order',
    1,
    1,
    (l, _, t) => selectModes(l, path('select', t)),
    (v, _, t) => path('select', t).map((i) => modeAt(v, [i])),
  ),
  ofBoth(
    'take',
    '<begin,end>(layout or tuple)',
    'Modes [begin, end)',
    1,
    1,
    (l, _, t) => take(l, int('take', t, 0), int('take', t, 1)),
    (v, _, t) => {
      const end = int('take', t, 1);
      return takeModes(v, int('take', t, 0), end === -1 ? rankOf(v) : end);
    },
  ),
  ofBoth(
    'group',
    '<begin,end>(layout or tuple)',
    'Modes [begin, end) as one mode',
    1,
    1,
    (l, _, t) => group(l, int('group', t, 0), int('group', t, 1)),
    (v, _, t) => {
      const end = int('group', t, 1);
      return groupModes(v, int('group', t, 0), end === -1 ? rankOf(v) : end);
    },
  ),
  ofBoth(
    'append',
    '<n>(layout or tuple, x?)',
    'x as a further mode, or up to rank n',
    1,
    2,
    (l, args, t) =>
      append(
        l,
        args.length > 1 ? layoutArgument('append', args, 1) : undefined,
        has(t, 0) ? int('append', t, 0) : undefined,
      ),
    (v, args, t) => {
      requireCount('append', args, 2);
      return has(t, 0)
        ? appendTo(v, int('append', t, 0), asTuple(args[1]!))
        : appendMode(v, asTuple(args[1]!));
    },
  ),
  ofBoth(
    'prepend',
    '<n>(layout or tuple, x?)',
    'x as a further mode in front, or up to rank n',
    1,
    2,
    (l, args, t) =>
      prepend(
        l,
        args.length > 1 ? layoutArgument('prepend', args, 1) : undefined,
        has(t, 0) ? int('prepend', t, 0) : undefined,
      ),
    (v, args, t) => {
      requireCount('prepend', args, 2);
      return has(t, 0)
        ? prependTo(v, int('prepend', t, 0), asTuple(args[1]!))
        : prependMode(v, asTuple(args[1]!));
    },
  ),
  ofBoth(
    'replace',
    '<i>(layout or tuple, x)',
    'x in place of mode i',
    2,
    2,
    (l, args, t) => replace(l, int('replace', t, 0), layoutArgument('replace', args, 1)),
    (v, args, t) => replaceMode(v, int('replace', t, 0), asTuple(args[1]!)),
  ),
  ofBoth(
    'zip',
    '(layout) or (a, b)',
    '((a,b),(x,y)) becomes ((a,x),(b,y))',
    1,
    Number.POSITIVE_INFINITY,
    (l, args) => (args.length === 1 ? zip(l) : zip2(l, layoutArgument('zip', args, 1))),
    (v, args) => zipTuple(args.length === 1 ? v : (args as readonly Tuple[])),
  ),
  ofBoth(
    'unflatten',
    '(layout or tuple, profile)',
    'A flat layout in the profile given',
    2,
    2,
    (l, args) => unflatten(l, args[1]! as HTuple<unknown>),
    (v, args) => unflattenTuple(v, args[1]! as HTuple<unknown>),
  ),
];

export const modeOperations: readonly Operation[] = modes;
