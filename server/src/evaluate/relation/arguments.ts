// What functions of relations are given: relations, and whatever is one.

import { type Failure, isFailure, Violation } from '../../algebra/integer/failure.ts';
import { isIntTuple, kindOf } from '../../algebra/layout/kinds.ts';
import { type AnyLayout, ComposedLayout, Layout, Swizzle } from '../../algebra/layout/layout.ts';
import type { AlgebraValue } from '../../algebra/layout/value.ts';
import { LegoLayout } from '../../algebra/lego/lego.ts';
import { LinearLayout } from '../../algebra/linear/layout.ts';
import { type CoordinateSpace, layoutMapping } from '../../algebra/relation/layout.ts';
import { legoMapping } from '../../algebra/relation/lego.ts';
import { linearBits, linearFlat, linearMapping } from '../../algebra/relation/linear.ts';
import { boundedSwizzle, swizzleBits } from '../../algebra/relation/swizzle.ts';
import { isSetTerm, type MapTerm, type SetTerm, type Term } from '../../algebra/relation/term.ts';
import { IntegerRelation, isMapTerm } from '../../algebra/relation/value.ts';
import { nameOf } from '../lego/arguments.ts';
import { Tensor, Unknown, type Value } from '../model/value.ts';
import { NotKnown } from '../values/guarded.ts';

const wrong = (message: string): never => {
  throw new Violation('wrong-kind', message);
};

const orThrow = <T>(made: T | Failure): T => {
  if (isFailure(made)) throw made;
  return made;
};

/** A tensor stands for its layout. */
export const layoutIn = (value: Value | undefined): AnyLayout | null =>
  value instanceof Tensor
    ? value.layout
    : value instanceof Layout || value instanceof ComposedLayout
      ? value
      : null;

const SPACES = ['flat', 'natural', 'bits'] as const;

/** `natural`, `bits`, or the shape whose coordinates are meant. */
export function spaceArgument(value: Value | undefined): CoordinateSpace | null {
  if (value === undefined) return null;
  const name = nameOf(value);
  const space = SPACES.find((known) => known === name);
  if (space !== undefined) return space;
  if (name === null && isIntTuple(value as AlgebraValue)) return value as CoordinateSpace;
  return wrong(`coordinates are ${SPACES.join(', ')}, or a shape`);
}

function linearTerm(layout: LinearLayout, space: CoordinateSpace | null): MapTerm {
  if (space === null || space === 'natural') return linearMapping(layout);
  if (space === 'bits') return linearBits(layout);
  return space === 'flat'
    ? linearFlat(layout)
    : wrong('a linear layout has the coordinates flat, natural and bits');
}

function chainTerm(chain: LegoLayout, space: CoordinateSpace | null): MapTerm {
  if (space === 'bits') return wrong('a chain has the coordinates flat, natural and those of a shape');
  return orThrow(legoMapping(chain, space ?? 'natural'));
}

function swizzleTerm(swizzle: Swizzle, space: CoordinateSpace | null): MapTerm {
  if (space === null || space === 'flat') return boundedSwizzle(swizzle);
  return space === 'bits' ? swizzleBits(swizzle) : wrong('a swizzle has the coordinates flat and bits');
}

/** The relation of a value, in a coordinate space of it; `what` names the argument. */
export function termArgument(
  value: Value | undefined,
  what: string,
  space: CoordinateSpace | null = null,
): Term {
  if (value instanceof Unknown) throw new NotKnown(value);
  if (value instanceof IntegerRelation)
    return space === null ? value.term : wrong(`${what} is a relation, which has its coordinates`);
  const layout = layoutIn(value);
  if (layout !== null) return orThrow(layoutMapping(layout, space ?? 'flat'));
  if (value instanceof LinearLayout) return linearTerm(value, space);
  if (value instanceof Swizzle) return swizzleTerm(value, space);
  if (value instanceof LegoLayout) return chainTerm(value, space);
  return wrong(`${what} is a layout, a swizzle, a chain or a relation, not ${kindOf(value as AlgebraValue)}`);
}

export function mapArgument(value: Value | undefined, what: string): MapTerm {
  const term = termArgument(value, what);
  return isMapTerm(term) ? term : wrong(`${what} is a relation, not a set`);
}

export function setArgument(value: Value | undefined, what: string): SetTerm {
  const term = termArgument(value, what);
  return isSetTerm(term) ? term : wrong(`${what} is a set, not a relation`);
}

export const refuseArgument = wrong;
