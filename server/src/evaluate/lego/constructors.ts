// LEGO's constructors: permutations of tiles, reorderings, and logical views.

import { isFailure, type Outcome, Violation } from '../../algebra/integer/failure.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import {
  expandBy,
  groupBy,
  type LegoForm,
  LegoLayout,
  type OrderBy,
  tileBy,
} from '../../algebra/lego/lego.ts';
import { namedPermutations } from '../../algebra/lego/named.ts';
import {
  columnMajorPermutation,
  Permutation,
  regularPermutation,
  rowMajor,
  tablePermutation,
} from '../../algebra/lego/permutation.ts';
import { legoOf, strided } from '../../algebra/lego/strided.ts';
import { OrderChain } from '../../algebra/lego/value.ts';
import type { Builtin, BuiltinCall } from '../model/builtin.ts';
import { Unknown, type Value } from '../model/value.ts';
import { coordinateOf, integersOf, nameOf } from './arguments.ts';

const wrong = (message: string): Violation => new Violation('wrong-kind', message, { source: 'LEGO III-B' });

/** Sizes that are not known are no numbers to compute a table with. */
const openSizes = (name: string): Unknown =>
  new Unknown('unsupported', `${name} is computed for sizes that are known`);

/** `RegP([6,4], [1,0])`, of dimensions that are counted from 0, and `RegP([6,4], [2,1])`, from 1. */
export const regular: Builtin = ({ args }) => {
  const [dims, order] = args.map(integersOf);
  if (args.length !== 2 || !args.every(Array.isArray))
    return wrong('RegP takes the sizes of a tile and a permutation');
  if (dims === null || dims === undefined || order === null || order === undefined) return openSizes('RegP');
  const isFromOne = [...order].sort((a, b) => a - b).every((k, i) => k === i + 1);
  return regularPermutation(dims, isFromOne ? order.map((k) => k - 1) : order);
};

/** `GenP([3,3], antidiag)`, `GenP([2,2], [0,2,1,3])`: by a name, or the positions of all elements in row-major order. */
export const general: Builtin = ({ args }) => {
  const [tile, how] = args;
  if (tile === undefined || !Array.isArray(tile) || how === undefined)
    return wrong('GenP takes the sizes of a tile and a permutation of its elements');
  const dims = integersOf(tile);
  if (dims === null) return openSizes('GenP');
  const table = integersOf(how);
  if (table !== null) return tablePermutation(dims, table, `[${table.join(',')}]`);
  const name = nameOf(how);
  const named = name === null ? undefined : namedPermutations.get(name);
  if (named !== undefined) return named(dims);
  const known = [...namedPermutations.keys()].join(', ');
  return name === null
    ? wrong(`GenP takes a table of positions or one of ${known}`)
    : new Unknown('missing-name', `there is no permutation ${name}; there are ${known}`, [], name);
};

/** `Row(6,4)`, `Row([6,4])`. */
const tileOf =
  (make: (dims: readonly number[]) => Outcome<Permutation>): Builtin =>
  ({ name, args }) => {
    const dims = coordinateOf(args);
    return dims === null ? openSizes(name) : make(dims);
  };

export const row = tileOf(rowMajor);
export const column = tileOf(columnMajorPermutation);

function orderOf({ name, args }: BuiltinCall): OrderBy | Violation {
  if (args.length === 0 || !args.every((a) => a instanceof Permutation))
    return wrong(`${name} takes permutations of tiles: RegP, GenP, Row, Col`);
  const permutations = args as readonly unknown[] as readonly Permutation[];
  return { permutations, ...(name === 'TileOrderBy' ? { isTiled: true } : {}) };
}

/** The paper's `Col([n1, …, nd])` has a tile of the reversed sizes (LEGO III-B), the package's one of these sizes. */
const inPaper = (order: OrderBy): OrderBy => ({
  ...order,
  permutations: order.permutations.map((p) => {
    if (p.form.kind !== 'column') return p;
    const reversed = columnMajorPermutation([...p.dims].reverse());
    return isFailure(reversed) ? p : reversed;
  }),
});

/** `OrderBy(…)`, which the reference package begins with. */
export const begin: Builtin = (call) => {
  const order = orderOf(call);
  return order instanceof Violation ? order : new OrderChain([order]);
};

/** `.OrderBy(…)` behind reorderings, or behind the view that the paper begins with. */
export function andOrderBy(before: OrderChain | LegoLayout, call: BuiltinCall): Value | Outcome<LegoLayout> {
  const order = orderOf(call);
  if (order instanceof Violation) return order;
  if (before instanceof OrderChain) return new OrderChain([...before.orders, order]);
  if (before.form === 'package') return wrong(`a chain that begins with OrderBy ends with ${before.kind}`);
  if (before.expansion !== null) return wrong('what is expanded is reordered inside of ExpandBy');
  // Next to the view stands what is applied first.
  return viewOf(before.kind, before.levels, [inPaper(order), ...before.orders], 'paper');
}

const viewOf = (
  kind: LegoLayout['kind'],
  levels: readonly (readonly number[])[],
  orders: readonly OrderBy[],
  form: LegoForm,
): Outcome<LegoLayout> => (kind === 'GroupBy' ? groupBy : tileBy)(levels, orders, form);

/** `[6,4]`, `[2,2], [3,3]` and the package's `[[2,2],[3,3]]`: the sizes of a view, level by level. */
function levelsOf(args: readonly Value[]): readonly (readonly number[])[] | null {
  const [only] = args;
  const all =
    args.length === 1 && Array.isArray(only) && only.some(Array.isArray) ? (only as readonly Value[]) : args;
  const levels = all.map(integersOf);
  return levels.some((level) => level === null) ? null : (levels as (readonly number[])[]);
}

/** A view: of the reorderings before it, or of those among its arguments, as in LEGO's Figure 3. */
export function view(before: OrderChain | null, { name, args }: BuiltinCall): Value | Outcome<LegoLayout> {
  const kind = name as LegoLayout['kind'];
  const sizes = args.filter((a) => !(a instanceof OrderChain));
  const inner = args.flatMap((a) => (a instanceof OrderChain ? a.orders : []));
  if (sizes.length === 0 || !sizes.every(Array.isArray))
    return wrong(`${name} takes the sizes of the logical view`);
  const levels = levelsOf(sizes);
  if (levels === null) return openSizes(name);
  return before === null
    ? viewOf(kind, levels, inner.map(inPaper), 'paper')
    : viewOf(kind, levels, before.orders, 'package');
}

export const expand: Builtin = ({ args }) => {
  const [physical, extended, layout] = args;
  if (!Array.isArray(physical) || !Array.isArray(extended) || !(layout instanceof LegoLayout))
    return wrong('ExpandBy takes the sizes of an array, those of a larger one, and a chain for that');
  const [from, to] = [integersOf(physical), integersOf(extended)];
  return from === null || to === null ? openSizes('ExpandBy') : expandBy(from, to, layout);
};

/** `to_cute(G)`: the CuTe layout with the positions of a chain. */
export const toCute: Builtin = ({ args }) => {
  const [chain] = args;
  if (!(chain instanceof LegoLayout)) return wrong('to_cute takes a chain of LEGO');
  const found = strided(chain);
  if (found === null)
    return new Unknown('unsupported', 'the view is too large to be looked at element by element');
  if ('layout' in found) return found.layout;
  if ('dimension' in found)
    return new Violation(
      'inadmissible',
      `no strides compute the positions along dimension ${found.dimension}`,
      {
        source: 'LEGO III-C',
      },
    );
  const { index, position, expected } = found.witness;
  return new Violation(
    'inadmissible',
    `no strides compute it: at (${index.join(',')}) they would give ${expected}, and the position is ${position}`,
    { source: 'LEGO III-C' },
  );
};

/** `to_lego(L)`: the chain of a CuTe layout. */
export const toLego: Builtin = ({ args }) => {
  const [layout] = args;
  return layout instanceof Layout ? legoOf(layout) : wrong('to_lego takes a layout of shape and stride');
};
