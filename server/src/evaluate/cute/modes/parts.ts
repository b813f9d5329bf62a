// The modes of a value: how many there are, and the extent of each as far as it is known.

import { shapeOf } from '../../../algebra/composed/composed.ts';
import { asFailure } from '../../../algebra/integer/failure.ts';
import { Dynamic, type Int } from '../../../algebra/integer/integer.ts';
import { ComposedLayout, Layout } from '../../../algebra/layout/layout.ts';
import { printMarked } from '../../../algebra/layout/print.ts';
import type { HTuple } from '../../../algebra/tuple/htuple.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { type Extent, type Modes, OPEN, type Parts, Symbolic } from '../../model/symbolic.ts';
import { Tensor, type Value } from '../../model/value.ts';
import { isInteger } from '../../values/arithmetic.ts';

/** Longer extents say less than they take to read. */
const LONGEST = 48;

export const named = (text: string, isConstant: boolean, longest = LONGEST): Extent =>
  text.length > longest ? OPEN : { text, isConstant };

function ofIntegers(shape: IntTuple): Extent {
  try {
    const size: Int = product(shape);
    return named(printMarked(size), !(size instanceof Dynamic));
  } catch (e) {
    asFailure(e);
    return OPEN;
  }
}

type IntTuple = HTuple<Int>;

/** How many elements a mode has: what `get` and `shape` give may be a tuple. */
const asSize = (extent: Extent): Extent => ({
  ...extent,
  text: extent.text.replace(/^(?:get|shape)</, 'size<'),
});

const isList = (v: unknown): v is readonly Value[] => Array.isArray(v);

/** The extent of a mode that has the value for its shape. */
export function extentOf(v: Value): Extent {
  if (isInteger(v)) return ofIntegers(v as Int);
  if (v instanceof Symbolic) {
    if (v.parts.kind === 'term') return asSize(v.parts.extent);
    return v.parts.kind === 'tuple' && v.parts.isOpenEnded !== true ? grouped(v.parts.modes) : OPEN;
  }
  return isList(v) ? grouped(v.map(extentOf)) : OPEN;
}

/** `(a,b)` of several modes as one. */
export const grouped = (modes: readonly Extent[]): Extent =>
  modes.every((m) => m.text === '?')
    ? OPEN
    : {
        ...named(
          `(${modes.map((m) => m.text).join(',')})`,
          modes.every((m) => m.isConstant),
          2 * LONGEST,
        ),
        isRole: modes.some((m) => m.isRole === true),
      };

/** Null where it is not known how many modes there are. */
export function modesOf(v: Value | undefined): Modes | null {
  if (v === undefined) return null;
  if (v instanceof Symbolic) {
    if (v.parts.kind === 'term') return ofRanked(v.parts);
    return v.parts.isOpenEnded === true ? null : v.parts;
  }
  if (v instanceof Tensor) return { kind: 'tensor', modes: ofShape(shapeOf(v.layout) as Value) };
  if (v instanceof Layout || v instanceof ComposedLayout)
    return { kind: 'layout', modes: ofShape(shapeOf(v) as Value) };
  return isList(v) ? { kind: 'tuple', modes: v.map(extentOf) } : null;
}

/** An object of an open type that is known to have so many modes: a tuple, or a layout. */
function ofRanked({ extent: { text, isConstant }, rank }: Exclude<Parts, Modes>): Modes | null {
  if (rank == null || rank < 2 || rank > MOST_MODES) return null;
  const modes = Array.from({ length: rank }, (_, i) => named(`size<${i}>(${text})`, isConstant));
  return { kind: 'tuple', modes, mayBeLayout: true };
}

/** So many modes are written; more are nobody's. */
export const MOST_MODES = 12;

const ofShape = (shape: Value): readonly Extent[] =>
  isList(shape) ? shape.map((mode) => ofIntegers(mode as IntTuple)) : [ofIntegers(shape as Int)];

/** An integer that is not known. */
export const isOpenInteger = (v: Value): boolean =>
  v instanceof Symbolic && v.parts.kind === 'term' && v.parts.isInteger === true;

/** The modes of what is given for a shape: a tuple, or one integer. */
export function shapeModes(v: Value | undefined): readonly Extent[] | null {
  if (v !== undefined && (isInteger(v) || isOpenInteger(v))) return [extentOf(v)];
  const parts = modesOf(v);
  return parts?.kind === 'tuple' ? parts.modes : null;
}

/** Whether something is a tuple, and no layout. */
export const isTuple = (of: Modes | null): boolean => of?.kind === 'tuple' && of.mayBeLayout !== true;

/** Whether two arguments make one layout: `make_layout` takes a shape with strides, or layouts alone. */
export const areShapeAndStrides = (shape: Value | undefined, strides: Value): boolean =>
  [shape, strides].some((v) => v !== undefined && (isInteger(v) || isOpenInteger(v) || isTuple(modesOf(v))));

/** As many modes of which nothing is known. */
export const openModes = (count: number): readonly Extent[] => new Array<Extent>(count).fill(OPEN);

/** Of some of the modes, of more of them, and of their sizes alone nobody knows the order of the elements. */
export const unpacked = ({ isPacked: _, ...of }: Modes): Modes => of;

/** Whether something is a tuple: what has one mode may be an integer, by which a layout is coalesced as a whole. */
export const isProfile = (of: Modes | null): boolean => of?.kind === 'tuple' && of.modes.length > 1;
