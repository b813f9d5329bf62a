// What LEGO's constructors make.

import { LegoLayout, type OrderBy } from './lego.ts';
import { Permutation } from './permutation.ts';
import { legoText, orderText, permutationText } from './text.ts';

/** Reorderings that wait for their logical view, as the reference package writes them: `OrderBy(…).OrderBy(…)`. */
export class OrderChain {
  readonly orders: readonly OrderBy[];
  constructor(orders: readonly OrderBy[]) {
    this.orders = orders;
  }
}

export type LegoValue = Permutation | OrderChain | LegoLayout;

export const isLegoValue = (v: unknown): v is LegoValue =>
  v instanceof Permutation || v instanceof OrderChain || v instanceof LegoLayout;

/** A value as it is written. A permutation alone is written as the package does, which counts from 0. */
export function legoValueText(value: LegoValue): string {
  if (value instanceof LegoLayout) return legoText(value);
  if (value instanceof Permutation) return permutationText(value, 'package');
  return value.orders.map((order) => orderText(order, 'package')).join('.');
}
