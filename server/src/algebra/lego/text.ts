// LEGO as it is written: the paper's way, from the logical view on, with dimensions counted from 1; and the reference
// package's, from the memory on, with dimensions counted from 0.

import type { Term } from '../term/term.ts';
import type { LegoForm, ViewKind } from './lego.ts';
import type { PermutationForm } from './permutation.ts';

type Sizes = readonly (number | Term)[];

interface Tile {
  readonly dims: Sizes;
  readonly form: PermutationForm;
}

interface Order {
  readonly permutations: readonly Tile[];
  readonly isTiled?: boolean;
}

interface Chain {
  readonly kind: ViewKind;
  readonly levels: readonly Sizes[];
  readonly orders: readonly Order[];
  readonly expansion: { readonly physical: Sizes; readonly extended: Sizes } | null;
  readonly form: LegoForm;
}

const bare = (sizes: Sizes): string =>
  sizes.map((n) => (typeof n === 'number' ? String(n) : n.text)).join(',');

const list = (sizes: Sizes): string => `[${bare(sizes)}]`;

export function permutationText({ dims, form }: Tile, as: LegoForm): string {
  switch (form.kind) {
    case 'row':
      return as === 'paper' ? `Row(${list(dims)})` : `Row(${bare(dims)})`;
    case 'column':
      // The paper's Col names the sizes in the order of the memory.
      return as === 'paper' ? `Col(${list([...dims].reverse())})` : `Col(${bare(dims)})`;
    case 'general':
      return `GenP(${list(dims)}, ${form.name})`;
    case 'regular':
      return `RegP(${list(dims)}, ${list(form.order.map((k) => (as === 'paper' ? k + 1 : k)))})`;
  }
}

export const orderText = ({ permutations, isTiled }: Order, as: LegoForm): string =>
  `${isTiled === true ? 'TileOrderBy' : 'OrderBy'}(${permutations.map((p) => permutationText(p, as)).join(', ')})`;

export function legoText({ kind, levels, orders, expansion, form: as }: Chain): string {
  const inner = levels.map(list).join(', ');
  const view = kind === 'GroupBy' && as === 'package' ? `GroupBy([${inner}])` : `${kind}(${inner})`;
  const steps = orders.map((order) => orderText(order, as));
  const chain = as === 'paper' ? [view, ...steps.reverse()].join('.') : [...steps, view].join('.');
  return expansion === null
    ? chain
    : `ExpandBy(${list(expansion.physical)}, ${list(expansion.extended)}, ${chain})`;
}
