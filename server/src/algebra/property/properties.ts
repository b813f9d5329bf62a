// What can be said about a layout: the properties of Cecka 3.4 and the words people use for them.

import { isFailure, type Outcome } from '../integer/failure.ts';
import { knownValue } from '../integer/integer.ts';
import { type AnyLayout, Layout, type Shape, type Strides, Swizzle } from '../layout/layout.ts';
import { printPlain } from '../layout/print.ts';
import { ScaledBasis } from '../layout/stride.ts';
import { printSwizzle } from '../layout/swizzle.ts';
import { isTuple } from '../tuple/htuple.ts';
import type { Decision } from './answer.ts';
import { bijectiveView, type Image, imageView, surjectiveView } from './image.ts';
import { injectiveView } from './injective.ts';
import { type LinearForm, linearView, type NotLinear } from './linear.ts';
import {
  broadcastModes,
  type ContiguousRun,
  contiguousRun,
  decided,
  type Majorness,
  majorness,
  sortedView,
} from './order.ts';
import { describeSymbolic } from './symbolic.ts';
import { type LayoutView, viewOf } from './view.ts';

export type { Answer, Decision } from './answer.ts';
export { equalFunctions } from './equality.ts';
export type { Image } from './image.ts';
export { isInjective } from './injective.ts';
export { type LinearForm, linearForm, type NotLinear } from './linear.ts';
export type { ContiguousRun, Majorness } from './order.ts';

export interface LayoutProperties {
  readonly size: bigint;
  readonly injective: Decision;
  /** Onto [0, cosize). */
  readonly surjective: Decision;
  /** Onto [0, size); the paper's "compact", with a full inverse. */
  readonly bijective: Decision;
  /** The image of an offset layout; NeedsValue for coordinates. */
  readonly image: Outcome<Image>;
  readonly sorted: Decision;
  /** Top-level modes of stride 0. */
  readonly broadcast: readonly number[];
  readonly majorness: Majorness;
  readonly run: Outcome<ContiguousRun>;
  readonly linear: Outcome<LinearForm | NotLinear>;
}

const propertiesOf = (view: LayoutView): LayoutProperties => ({
  size: view.size,
  injective: injectiveView(view),
  surjective: surjectiveView(view),
  bijective: bijectiveView(view),
  image: imageView(view),
  sorted: sortedView(view),
  broadcast: broadcastModes(view),
  majorness: majorness(view),
  run: contiguousRun(view),
  linear: linearView(view),
});

/**
 * All properties of a layout. NeedsValue when one of its integers is not known; single properties are
 * NeedsValue when neither algebra nor enumeration within the budget decide them.
 */
export const properties = (layout: AnyLayout): Outcome<LayoutProperties> => {
  const view = viewOf(layout);
  return isFailure(view) ? view : propertiesOf(view);
};

const swizzleWords = (layout: AnyLayout): readonly string[] => {
  if (layout instanceof Layout) return [];
  const own = layout.outer instanceof Swizzle ? [`swizzled by ${printSwizzle(layout.outer)}`] : ['composed'];
  return [...own, ...swizzleWords(layout.inner)];
};

/** Whether a layout gives back its natural coordinate: the strides are the basis elements of its own shape. */
const isIdentity = (layout: AnyLayout): layout is Layout => {
  const matches = (shape: Shape, stride: Strides, path: readonly number[]): boolean =>
    isTuple(shape)
      ? shape.every((s, i) => matches(s, (stride as readonly Strides[])[i]!, [...path, i]))
      : shape === 1 ||
        (stride instanceof ScaledBasis && stride.value === 1 && stride.path.join() === path.join());
  const proper = layout instanceof Layout && isTuple(layout.shape) && sizeOfShape(layout.shape) > 1;
  return proper && matches(layout.shape, layout.stride, []);
};
const sizeOfShape = (shape: Shape): number =>
  isTuple(shape) ? shape.reduce<number>((n, s) => n * sizeOfShape(s), 1) : (knownValue(shape) ?? 1);

/** Whether the image is one interval, where that says more than surjectivity does. */
const imageWords = (view: LayoutView): readonly string[] => {
  const image = imageView(view);
  if (isFailure(image)) return [];
  const range = `[${image.min}, ${image.max + 1n})`;
  const words: string[] = [];
  if (!isFailure(image.gaps) && image.gaps > 0n) {
    words.push(`${image.gaps} ${image.gaps === 1n ? 'gap' : 'gaps'} in ${range}`);
  } else if (image.contiguous) words.push(`onto ${range}`);
  if (!isFailure(image.overlaps) && image.overlaps > 0n) {
    words.push(`${image.overlaps} ${image.overlaps === 1n ? 'overlap' : 'overlaps'}`);
  }
  return words;
};

/**
 * The properties of a layout in a few words, the most telling first: `row-major`, `compact`,
 * `bijective onto [0, 512)`. With unknown integers only what holds for all of their values. Says nothing that
 * is not decided.
 */
export const describe = (layout: AnyLayout): readonly string[] => {
  const view = viewOf(layout);
  if (isFailure(view)) return layout instanceof Layout ? describeSymbolic(layout) : [];
  if (isIdentity(layout)) return [`identity on ${printPlain(layout.shape)}`];
  const words = [...majorness(view).words, ...swizzleWords(layout)];
  const broadcast = broadcastModes(view);
  if (broadcast.length > 0) words.push(`broadcast along mode ${broadcast.join(' and ')}`);
  if (decided(bijectiveView(view)) === true) {
    words.push('compact', `bijective onto [0, ${view.size})`);
    return words;
  }
  const injective = injectiveView(view);
  if (isFailure(injective)) words.push('injectivity not decided');
  else words.push(injective.holds ? 'injective' : 'not injective');
  return [...words, ...imageWords(view)];
};
