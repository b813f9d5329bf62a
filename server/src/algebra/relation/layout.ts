// CuTe's layouts as relations (document 000, Algorithm 1): the coordinate mapping, the index mapping and the layout
// mapping, in any coordinate space of the layout.

import { asFailure, isFailure, type Outcome, refuse } from '../integer/failure.ts';
import type { Int } from '../integer/integer.ts';
import {
  type AnyLayout,
  type ComposedLayout,
  Layout,
  type Shape,
  SmemPtrFlag,
  Swizzle,
} from '../layout/layout.ts';
import { ArithTuple, Binary, Fraction, ScaledBasis, type Stride } from '../layout/stride.ts';
import { linearView } from '../property/linear.ts';
import { viewOf } from '../property/view.ts';
import type { Term } from '../term/term.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { factorOrThrow, parametersOf, sumText, termOrThrow } from './affine.ts';
import { binaryMapping } from './linear.ts';
import {
  boundsText,
  type Dimension,
  dimensionsOf,
  flatDimension,
  modeCoordinates,
  namesText,
} from './space.ts';
import { swizzleMapping } from './swizzle.ts';
import { type MapTerm, map } from './term.ts';

/**
 * What a relation counts the elements of a layout by: one integer, the integers of its modes, the bits of these, or the
 * coordinates of a shape of the same size.
 */
export type CoordinateSpace = 'flat' | 'natural' | 'bits' | Shape;

interface Mode {
  readonly extent: Term;
  readonly stride: Stride;
}

const leavesOf = <T>(tuple: HTuple<T>): readonly T[] =>
  Array.isArray(tuple) ? (tuple as readonly HTuple<T>[]).flatMap(leavesOf) : [tuple as T];

const extentsOf = (shape: Shape): readonly Term[] =>
  leavesOf<Int>(shape).map((n, k) => termOrThrow(n, `the extent of mode ${k}`));

function modesOf({ shape, stride }: Layout): readonly Mode[] {
  const strides = leavesOf<Stride>(stride);
  return extentsOf(shape).map((extent, k) => ({ extent, stride: strides[k]! }));
}

/** The dimensions of a space of a shape. */
function spaceOf(shape: Shape, space: Exclude<CoordinateSpace, 'bits'>): readonly Dimension[] {
  if (space === 'flat') return flatDimension(extentsOf(shape));
  return dimensionsOf(extentsOf(space === 'natural' ? shape : space));
}

const relationText = (
  dimensions: readonly Dimension[],
  values: readonly string[],
  terms: readonly Term[],
): string =>
  `${parametersOf(terms)}{ ${namesText(dimensions)} -> [${values.join(', ')}] : ${boundsText(dimensions)} }`;

const allExtents = (dimensions: readonly Dimension[]): readonly Term[] =>
  dimensions.map(({ extent }) => extent);

/** The path of a basis element, empty for a plain integer; null for 0, which is 0 in every component. */
function pathOf(stride: Stride, k: number): readonly number[] | null {
  if (stride === 0) return null;
  if (stride instanceof ScaledBasis) return stride.path;
  if (stride instanceof ArithTuple || stride instanceof Binary)
    return refuse('unsupported', `the stride of mode ${k} is no integer and no multiple of a basis element`);
  return [];
}

/** The components of the coordinates that have these paths in them, flattened: those that no stride moves are 0. */
function componentsOf(
  paths: readonly (readonly number[])[],
  before: readonly number[] = [],
): readonly string[] {
  const at = before.length;
  const within = paths.filter((path) => before.every((n, i) => path[i] === n));
  if (within.every((path) => path.length === at)) return [before.join('.')];
  if (within.some((path) => path.length === at))
    return refuse('unsupported', 'a stride moves a coordinate as a whole, another one a part of it');
  const count = Math.max(...within.map((path) => path[at]!)) + 1;
  return Array.from({ length: count }, (_, n) => componentsOf(paths, [...before, n])).flat();
}

function factorOf(stride: Stride, k: number): number {
  const what = `the stride of mode ${k}`;
  if (!(stride instanceof ScaledBasis)) return factorOrThrow(stride as Int, what);
  if (stride.value instanceof Fraction) return refuse('unsupported', `${what} is no integer`);
  return factorOrThrow(stride.value, what);
}

/** The offset, or the components of a coordinate, as sums over the coordinates of the modes. */
function valuesOf(modes: readonly Mode[], coordinates: readonly string[]): readonly string[] {
  const paths = modes.map(({ stride }, k) => pathOf(stride, k));
  return componentsOf(paths.filter((path) => path !== null)).map((component) =>
    sumText(
      modes.flatMap(({ stride }, k) =>
        paths[k]?.join('.') === component ? [{ factor: factorOf(stride, k), of: coordinates[k]! }] : [],
      ),
    ),
  );
}

function plainMapping(layout: Layout, dimensions: readonly Dimension[]): MapTerm {
  const modes = modesOf(layout);
  const coordinates = modeCoordinates(
    dimensions,
    modes.map(({ extent }) => extent),
  );
  return map(relationText(dimensions, valuesOf(modes, coordinates), allExtents(dimensions)));
}

/** A layout on all integers from 0 on: its last mode goes on, as CuTe's do. */
function endlessMapping(layout: Layout): MapTerm {
  const modes = modesOf(layout);
  const extents = modes.map(({ extent }) => extent);
  const coordinates = modeCoordinates(flatDimension(extents), extents);
  return map(`{ [c] -> [${valuesOf(modes, coordinates).join(', ')}] : c >= 0 }`);
}

const innermost = (layout: AnyLayout): Layout =>
  layout instanceof Layout ? layout : innermost(layout.inner);

function outerMapping(outer: ComposedLayout['outer']): MapTerm {
  if (outer instanceof Swizzle) return swizzleMapping(outer);
  if (outer instanceof Layout) return endlessMapping(outer);
  return composedWith(outer, outerMapping(outer.inner));
}

/** `outer o offset o` whatever comes first. */
function composedWith({ outer, offset }: ComposedLayout, first: MapTerm): MapTerm {
  if (offset instanceof ArithTuple) return refuse('unsupported', 'the offset is a coordinate');
  // The pointer of a swizzle in shared memory is where its bits are counted from.
  const by = offset instanceof SmemPtrFlag ? 0 : factorOrThrow(offset, 'the offset');
  const moved: MapTerm = by === 0 ? first : { op: 'compose', first, next: map(`{ [i] -> [i + ${by}] }`) };
  return { op: 'compose', first: moved, next: outerMapping(outer) };
}

function mappingOf(layout: AnyLayout, dimensions: readonly Dimension[]): MapTerm {
  return layout instanceof Layout
    ? plainMapping(layout, dimensions)
    : composedWith(layout, mappingOf(layout.inner, dimensions));
}

/** The bits of the coordinates to the bits of the offset, of a layout that is linear over F2. */
function bitMapping(layout: AnyLayout): MapTerm {
  const view = viewOf(layout);
  if (isFailure(view)) throw view;
  const form = linearView(view);
  if (isFailure(form)) throw form;
  if (!form.linear) return refuse('unsupported', `the layout is not linear over bits: ${form.why}`);
  const columns = form.bases.flat();
  if (columns.some((values) => values.length !== 1))
    return refuse('unsupported', 'bits are those of offsets, and the layout gives coordinates');
  return binaryMapping(columns.map((values) => values[0]!));
}

const attempted = (make: () => MapTerm): Outcome<MapTerm> => {
  try {
    return make();
  } catch (e) {
    return asFailure(e);
  }
};

/**
 * The layout mapping: coordinates to offsets, or to the components of a coordinate. Violations: unsupported for strides
 * that are not known, for products of names, and for bits of what is not linear over F2; not-congruent for a space of
 * another size.
 */
export const layoutMapping = (layout: AnyLayout, space: CoordinateSpace): Outcome<MapTerm> =>
  attempted(() =>
    space === 'bits' ? bitMapping(layout) : mappingOf(layout, spaceOf(innermost(layout).shape, space)),
  );

/** The index mapping: the integers of the modes to the offset. */
export const indexMapping = (layout: AnyLayout): Outcome<MapTerm> => layoutMapping(layout, 'natural');

/** The coordinates of a space of a shape to those of the shape's modes. Violation: not-congruent for another size. */
export const coordinateChange = (space: Exclude<CoordinateSpace, 'bits'>, shape: Shape): Outcome<MapTerm> =>
  attempted(() => {
    const [extents, dimensions] = [extentsOf(shape), spaceOf(shape, space)];
    return map(relationText(dimensions, modeCoordinates(dimensions, extents), allExtents(dimensions)));
  });

/** The coordinate mapping of a shape: one integer to the coordinates, colexicographically. */
export const coordinateMapping = (shape: Shape): Outcome<MapTerm> => coordinateChange('flat', shape);
