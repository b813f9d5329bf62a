// What LEGO's constructors make.

import { LegoLayout } from './lego.ts';
import { OpenChain, OpenTile } from './open.ts';
import { Permutation } from './permutation.ts';
import { legoText, orderText, permutationText } from './text.ts';

/** A tile's permutation, of known sizes or of names. */
export type AnyTile = Permutation | OpenTile;

/** `OrderBy(P1, …, Pq)` of either. */
export interface AnyOrder {
  readonly permutations: readonly AnyTile[];
  readonly isTiled?: boolean;
}

/** Reorderings that wait for their logical view, as the reference package writes them: `OrderBy(…).OrderBy(…)`. */
export class OrderChain {
  readonly orders: readonly AnyOrder[];
  constructor(orders: readonly AnyOrder[]) {
    this.orders = orders;
  }
}

export type LegoValue = AnyTile | OrderChain | LegoLayout | OpenChain;

export const isTile = (v: unknown): v is AnyTile => v instanceof Permutation || v instanceof OpenTile;

export const isLegoValue = (v: unknown): v is LegoValue =>
  isTile(v) || v instanceof OrderChain || v instanceof LegoLayout || v instanceof OpenChain;

/** A value as it is written. A permutation alone is written as the package does, which counts from 0. */
export function legoValueText(value: LegoValue): string {
  if (value instanceof LegoLayout || value instanceof OpenChain) return legoText(value);
  if (isTile(value)) return permutationText(value, 'package');
  return value.orders.map((order) => orderText(order, 'package')).join('.');
}
