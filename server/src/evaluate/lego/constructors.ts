// LEGO's constructors: permutations of tiles, reorderings, and logical views.

import { asFailure, isFailure, type Outcome, Violation } from '../../algebra/integer/failure.ts';
import { Layout } from '../../algebra/layout/layout.ts';
import {
  expandBy,
  groupBy,
  type LegoForm,
  LegoLayout,
  type OrderBy,
  tileBy,
} from '../../algebra/lego/lego.ts';
import { namedPermutations, reversal } from '../../algebra/lego/named.ts';
import {
  conditionText,
  OpenChain,
  OpenTile,
  openExpansion,
  openedChain,
  openTile,
  openView,
} from '../../algebra/lego/open.ts';
import {
  columnMajorPermutation,
  Permutation,
  regularPermutation,
  rowMajor,
  tablePermutation,
} from '../../algebra/lego/permutation.ts';
import { legoOf, strided } from '../../algebra/lego/strided.ts';
import { type AnyOrder, type AnyTile, isTile, OrderChain } from '../../algebra/lego/value.ts';
import { constantTerm } from '../../algebra/term/operations.ts';
import { suppose } from '../../algebra/term/suppositions.ts';
import type { Term } from '../../algebra/term/term.ts';
import type { Builtin, BuiltinCall } from '../model/builtin.ts';
import { Unknown, type Value } from '../model/value.ts';
import { integersOf, nameOf, termsOf } from './arguments.ts';

const wrong = (message: string): Violation => new Violation('wrong-kind', message, { source: 'LEGO III-B' });

/** Sizes of which nothing is known are no numbers, and no names, to compute with. */
const openSizes = (name: string): Unknown =>
  new Unknown('unsupported', `${name} is computed for sizes that are known, or names`);

/** A tile of sizes that are known; of names it has the form of one of the same dimensions. */
function tileWith(
  name: string,
  sizes: readonly Value[],
  make: (dims: readonly number[]) => Outcome<Permutation>,
): Value | Outcome<Permutation> {
  const dims = integersOf(sizes);
  if (dims !== null) return make(dims);
  const open = termsOf(sizes);
  if (open === null) return openSizes(name);
  const form = make(open.map(() => 1));
  return isFailure(form) ? form : new OpenTile(open, (form as Permutation).form);
}

/** `RegP([6,4], [1,0])`, of dimensions that are counted from 0, and `RegP([6,4], [2,1])`, from 1. */
export const regular: Builtin = ({ args }) => {
  const [tile, permutation] = args;
  if (args.length !== 2 || !args.every(Array.isArray))
    return wrong('RegP takes the sizes of a tile and a permutation');
  const written = integersOf(permutation!);
  if (written === null) return openSizes('RegP');
  const isFromOne = [...written].sort((a, b) => a - b).every((k, i) => k === i + 1);
  const order = isFromOne ? written.map((k) => k - 1) : written;
  return tileWith('RegP', tile as readonly Value[], (dims) => regularPermutation(dims, order));
};

/** `GenP([3,3], antidiag)`, `GenP([2,2], [0,2,1,3])`: by a name, or the positions of all elements in row-major order. */
export const general: Builtin = ({ args }) => {
  const [tile, how] = args;
  if (tile === undefined || !Array.isArray(tile) || how === undefined)
    return wrong('GenP takes the sizes of a tile and a permutation of its elements');
  const dims = integersOf(tile);
  if (dims === null)
    return nameOf(how) === 'reverse'
      ? tileWith('GenP', tile as readonly Value[], reversal)
      : new Unknown('unsupported', 'GenP of sizes that are names is computed for reverse');
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
    const [only] = args;
    const sizes = args.length === 1 && Array.isArray(only) ? (only as readonly Value[]) : args;
    return tileWith(name, sizes, make);
  };

export const row = tileOf(rowMajor);
export const column = tileOf(columnMajorPermutation);

function orderOf({ name, args }: BuiltinCall): AnyOrder | Violation {
  if (args.length === 0 || !args.every(isTile))
    return wrong(`${name} takes permutations of tiles: RegP, GenP, Row, Col`);
  const permutations = args as readonly unknown[] as readonly AnyTile[];
  return { permutations, ...(name === 'TileOrderBy' ? { isTiled: true } : {}) };
}

/** The paper's `Col([n1, …, nd])` has a tile of the reversed sizes (LEGO III-B), the package's one of these sizes. */
const inPaper = (order: AnyOrder): AnyOrder => ({
  ...order,
  permutations: order.permutations.map((p) => {
    if (p.form.kind !== 'column') return p;
    if (p instanceof OpenTile) return new OpenTile([...p.dims].reverse(), p.form);
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
export function andOrderBy(before: OrderChain | AnyChain, call: BuiltinCall): Value | Outcome<AnyChain> {
  const order = orderOf(call);
  if (order instanceof Violation) return order;
  if (before instanceof OrderChain) return new OrderChain([...before.orders, order]);
  if (before.form === 'package') return wrong(`a chain that begins with OrderBy ends with ${before.kind}`);
  if (before.expansion !== null) return wrong('what is expanded is reordered inside of ExpandBy');
  // Next to the view stands what is applied first.
  return viewOf(before.kind, before.levels, [inPaper(order), ...before.orders], 'paper');
}

type AnyChain = LegoLayout | OpenChain;

const isClosed = (orders: readonly AnyOrder[]): orders is readonly OrderBy[] =>
  orders.every(({ permutations }) => permutations.every((p) => p instanceof Permutation));

/** A chain of known sizes; of names where one of them is a name. */
function viewOf(
  kind: LegoLayout['kind'],
  levels: readonly (readonly (number | Term)[])[],
  orders: readonly AnyOrder[],
  form: LegoForm,
): Outcome<AnyChain> {
  const isKnown = levels.flat().every((n) => typeof n === 'number');
  if (isKnown && isClosed(orders))
    return (kind === 'GroupBy' ? groupBy : tileBy)(levels as readonly (readonly number[])[], orders, form);
  try {
    const open = orders.map((order) => ({ ...order, permutations: order.permutations.map(openTile) }));
    return supposing(
      openView(
        kind,
        levels.map((level) => level.map(asTerm)),
        open,
        form,
      ),
    );
  } catch (e) {
    return asFailure(e);
  }
}

const asTerm = (n: number | Term): Term => (typeof n === 'number' ? constantTerm(n) : n);

/** What a chain of names is under conditions on them, which whoever shows it tells. */
function supposing(chain: Outcome<OpenChain>): Outcome<OpenChain> {
  if (!isFailure(chain)) for (const condition of chain.conditions) suppose(conditionText(condition));
  return chain;
}

/** `[6,4]`, `[2,2], [3,3]` and the package's `[[2,2],[3,3]]`: the sizes of a view, level by level. */
function levelsOf(args: readonly Value[]): readonly (readonly (number | Term)[])[] | null {
  const [only] = args;
  const all =
    args.length === 1 && Array.isArray(only) && only.some(Array.isArray) ? (only as readonly Value[]) : args;
  const levels = all.map((level) => integersOf(level) ?? termsOf(level));
  return levels.includes(null) ? null : (levels as readonly (readonly (number | Term)[])[]);
}

/** A view: of the reorderings before it, or of those among its arguments, as in LEGO's Figure 3. */
export function view(before: OrderChain | null, { name, args }: BuiltinCall): Value | Outcome<AnyChain> {
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
  const isChain = layout instanceof LegoLayout || layout instanceof OpenChain;
  if (!Array.isArray(physical) || !Array.isArray(extended) || !isChain)
    return wrong('ExpandBy takes the sizes of an array, those of a larger one, and a chain for that');
  const [from, to] = [integersOf(physical), integersOf(extended)];
  if (from !== null && to !== null && layout instanceof LegoLayout) return expandBy(from, to, layout);
  const [less, more] = [termsOf(physical), termsOf(extended)];
  if (less === null || more === null) return openSizes('ExpandBy');
  const open = layout instanceof OpenChain ? layout : openedChain(layout);
  return isFailure(open) ? open : supposing(openExpansion(less, more, open));
};

/** `to_cute(G)`: the CuTe layout with the positions of a chain. */
export const toCute: Builtin = ({ args }) => {
  const [chain] = args;
  if (chain instanceof OpenChain)
    return new Unknown('unsupported', 'to_cute is computed for a chain of known sizes');
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
