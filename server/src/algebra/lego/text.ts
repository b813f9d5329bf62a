// LEGO as it is written: the paper's way, from the logical view on, with dimensions counted from 1; and the reference
// package's, from the memory on, with dimensions counted from 0.

import type { LegoForm, LegoLayout, OrderBy } from './lego.ts';
import type { Permutation } from './permutation.ts';

const list = (numbers: readonly number[]): string => `[${numbers.join(',')}]`;

export function permutationText({ dims, form }: Permutation, as: LegoForm): string {
  switch (form.kind) {
    case 'row':
      return as === 'paper' ? `Row(${list(dims)})` : `Row(${dims.join(',')})`;
    case 'column':
      // The paper's Col names the sizes in the order of the memory.
      return as === 'paper' ? `Col(${list([...dims].reverse())})` : `Col(${dims.join(',')})`;
    case 'general':
      return `GenP(${list(dims)}, ${form.name})`;
    case 'regular':
      return `RegP(${list(dims)}, ${list(form.order.map((k) => (as === 'paper' ? k + 1 : k)))})`;
  }
}

export const orderText = ({ permutations, isTiled }: OrderBy, as: LegoForm): string =>
  `${isTiled === true ? 'TileOrderBy' : 'OrderBy'}(${permutations.map((p) => permutationText(p, as)).join(', ')})`;

export function legoText({ kind, levels, orders, expansion, form: as }: LegoLayout): string {
  const inner = levels.map(list).join(', ');
  const view = kind === 'GroupBy' && as === 'package' ? `GroupBy([${inner}])` : `${kind}(${inner})`;
  const steps = orders.map((order) => orderText(order, as));
  const chain = as === 'paper' ? [view, ...steps.reverse()].join('.') : [...steps, view].join('.');
  return expansion === null
    ? chain
    : `ExpandBy(${list(expansion.physical)}, ${list(expansion.extended)}, ${chain})`;
}
