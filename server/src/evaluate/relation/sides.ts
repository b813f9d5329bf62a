// The two sides of an equality, in coordinates that both have: each notation counts its elements in its own way.

import { shapeOf } from '../../algebra/indexing/layout.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { printPlain } from '../../algebra/layout/print.ts';
import type { AlgebraValue } from '../../algebra/layout/value.ts';
import { LegoLayout, legoApply } from '../../algebra/lego/lego.ts';
import { unflatten } from '../../algebra/lego/row-major.ts';
import { legoText } from '../../algebra/lego/text.ts';
import { columnsOf, LinearLayout } from '../../algebra/linear/layout.ts';
import type { CoordinateSpace } from '../../algebra/relation/layout.ts';
import { aritiesOf, type Term } from '../../algebra/relation/term.ts';
import {
  type FlatFunction,
  IntegerRelation,
  isMapTerm,
  type Side,
  termText,
} from '../../algebra/relation/value.ts';
import { productEach } from '../../algebra/tuple/int-tuple.ts';
import { leavesOf } from '../../algebra/tuple/operations.ts';
import { enumerateOffsets } from '../../algebra/view/enumerate.ts';
import type { Value } from '../model/value.ts';
import { layoutIn, refuseArgument, termArgument } from './arguments.ts';

const isSameView = (a: LegoLayout, b: LegoLayout): boolean => `${a.dims}` === `${b.dims}`;

/** The coordinates of a value that are as many as a relation has. */
function spaceOfArity(value: Value, inputs: number, outputs: number, what: string): CoordinateSpace | null {
  const layout = layoutIn(value);
  const ranks = layout === null ? [] : [leavesOf(shapeOf(layout)).length];
  if (value instanceof LegoLayout) ranks.push(value.dims.length);
  if (value instanceof LinearLayout && value.outs.length === outputs) ranks.push(value.ins.length);
  if (inputs === 1 && (!(value instanceof LinearLayout) || outputs === 1)) return 'flat';
  if (ranks.includes(inputs)) return 'natural';
  const shape = layout === null ? 0 : shapeOf(layout);
  if (Array.isArray(shape) && shape.length === inputs) return productEach(shape);
  return refuseArgument(
    `${what} has no ${inputs} coordinates${ranks.length === 0 ? '' : `, but ${ranks[0]} or one that counts all`}`,
  );
}

/** Two of a kind have their own coordinates, if these are the same; otherwise all elements are counted by one integer. */
function spaceBeside(value: Value, other: Value, what: string): CoordinateSpace | null {
  if (value instanceof IntegerRelation) return null;
  if (other instanceof IntegerRelation)
    return isMapTerm(other.term) ? spaceOfArity(value, ...aritiesOf(other.term), what) : null;
  if (value instanceof LinearLayout && other instanceof LinearLayout) return null;
  if (value instanceof LegoLayout && other instanceof LegoLayout && isSameView(value, other)) return null;
  return 'flat';
}

function sideText(value: Value, term: Term): string {
  if (value instanceof LegoLayout) return legoText(value);
  return layoutIn(value) === null ? termText(term) : printPlain(value as AlgebraValue);
}

/** What gives the offset of an element that is counted as CuTe does; null for what has no table. */
function flatOf(value: Value): FlatFunction | null {
  if (value instanceof LegoLayout && value.expansion === null) {
    const outermostLast = value.dims.toReversed();
    return {
      size: value.size,
      at: (c) => legoApply(value, unflatten(outermostLast, c).toReversed()) as number,
    };
  }
  if (value instanceof LinearLayout) {
    const columns = columnsOf(value);
    return {
      size: 2 ** columns.length,
      at: (c) =>
        columns.reduce(
          (sum, column, k) => (Math.floor(c / 2 ** k) % 2 === 1 ? (sum ^ column) >>> 0 : sum),
          0,
        ),
    };
  }
  const layout = layoutIn(value);
  const offsets = layout === null ? null : enumerateOffsets(layout);
  return offsets === null || isFailure(offsets) ? null : { size: offsets.length, at: (c) => offsets[c]! };
}

function sideOf(value: Value | undefined, other: Value | undefined, what: string): Side {
  const space = value === undefined || other === undefined ? null : spaceBeside(value, other, what);
  const term = termArgument(value, what, space);
  const isFlat = space === 'flat' && !(other instanceof IntegerRelation);
  return {
    term,
    text: sideText(value!, term),
    layout: layoutIn(value),
    flat: () => (isFlat ? flatOf(value!) : null),
  };
}

export const sidesOf = (a: Value | undefined, b: Value | undefined): readonly [Side, Side] => [
  sideOf(a, b, 'the first argument'),
  sideOf(b, a, 'the second argument'),
];
