// The index expressions of a chain of LEGO (LEGO IV-A): the position of an index, and the index at a position.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import type { LegoLayout, OrderBy } from '../lego/lego.ts';
import type { Permutation } from '../lego/permutation.ts';
import { product } from '../lego/row-major.ts';
import { add, constant, type IndexExpression, quotient, remainder, times } from './expression.ts';

function flattened(sizes: readonly number[], index: readonly IndexExpression[]): IndexExpression {
  return index.reduce((at, i, k) => add(times(at, sizes[k]!), i), constant(0) as IndexExpression);
}

/** The parts of a position, outermost first. The outermost needs no remainder: a position is within the array. */
function unflattened(sizes: readonly number[], position: IndexExpression): readonly IndexExpression[] {
  return sizes.map((n, k) => {
    const inner = product(sizes.slice(k + 1));
    const whole = quotient(position, inner);
    return k === 0 ? whole : remainder(whole, n);
  });
}

/** The dimensions in the order of memory; null for a permutation that is none of dimensions. */
function orderOf({ dims, form }: Permutation): readonly number[] | null {
  switch (form.kind) {
    case 'regular':
      return form.order;
    case 'row':
      return dims.map((_, k) => k);
    case 'column':
      return dims.map((_, k) => dims.length - 1 - k);
    case 'general':
      return null;
  }
}

const counted = (dims: readonly number[], index: readonly IndexExpression[]): readonly IndexExpression[] =>
  index.map((i, k) => add(constant(dims[k]! - 1), times(i, -1)));

function noExpression({ form }: Permutation): never {
  const name = form.kind === 'general' ? form.name : form.kind;
  return refuse('unsupported', `GenP(${name}) is a table, for which there is no expression`);
}

function applied(p: Permutation, index: readonly IndexExpression[]): IndexExpression {
  const order = orderOf(p);
  if (order !== null)
    return flattened(
      order.map((k) => p.dims[k]!),
      order.map((k) => index[k]!),
    );
  if (p.form.kind === 'general' && p.form.name === 'reverse')
    return flattened(p.dims, counted(p.dims, index));
  return noExpression(p);
}

function inverted(p: Permutation, position: IndexExpression): readonly IndexExpression[] {
  const order = orderOf(p);
  if (order !== null) {
    const physical = unflattened(
      order.map((k) => p.dims[k]!),
      position,
    );
    return p.dims.map((_, k) => physical[order.indexOf(k)]!);
  }
  if (p.form.kind === 'general' && p.form.name === 'reverse')
    return counted(p.dims, unflattened(p.dims, position));
  return noExpression(p);
}

const sizesOf = ({ permutations }: OrderBy): readonly number[] => permutations.map((p) => product(p.dims));

function applyOrder(order: OrderBy, position: IndexExpression): IndexExpression {
  const parts = unflattened(sizesOf(order), position);
  return flattened(
    sizesOf(order),
    order.permutations.map((p, k) => applied(p, unflattened(p.dims, parts[k]!))),
  );
}

function invertOrder(order: OrderBy, position: IndexExpression): IndexExpression {
  const parts = unflattened(sizesOf(order), position);
  return flattened(
    sizesOf(order),
    order.permutations.map((p, k) => flattened(p.dims, inverted(p, parts[k]!))),
  );
}

function requirePlain(layout: LegoLayout): void {
  if (layout.expansion !== null)
    refuse('unsupported', 'ExpandBy has no place for some indices, for which there is no expression');
}

/** The position of an index. Violation: unsupported for a permutation that is a table. */
export function legoPosition(
  layout: LegoLayout,
  index: readonly IndexExpression[],
): Outcome<IndexExpression> {
  try {
    requirePlain(layout);
    return layout.chain.reduceRight((at, order) => applyOrder(order, at), flattened(layout.dims, index));
  } catch (e) {
    return asFailure(e);
  }
}

/** The index at a position, dimension by dimension. Violation: unsupported for a permutation that is a table. */
export function legoIndex(
  layout: LegoLayout,
  position: IndexExpression,
): Outcome<readonly IndexExpression[]> {
  try {
    requirePlain(layout);
    return unflattened(
      layout.dims,
      layout.chain.reduce((at, order) => invertOrder(order, at), position),
    );
  } catch (e) {
    return asFailure(e);
  }
}
