// What kind of value an argument is, and the refusals when it is of the wrong kind.

import { requireStatic } from '../integer/comparison.ts';
import { refuse } from '../integer/failure.ts';
import { Dynamic, type Int, StaticSymbol } from '../integer/integer.ts';
import { intText } from '../integer/known.ts';
import type { HTuple } from '../tuple/htuple.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  type Shape,
  type Strides,
  Swizzle,
  type Tiler,
  Underscore,
} from './layout.ts';
import type { SliceCoordinate } from './slice.ts';
import { ArithTuple, Binary, ScaledBasis } from './stride.ts';
import { type AlgebraValue, LayoutMajor } from './value.ts';

export const isInt = (v: unknown): v is Int =>
  typeof v === 'number' || v instanceof Dynamic || v instanceof StaticSymbol;

export const isValueTuple = (v: AlgebraValue): v is readonly AlgebraValue[] => Array.isArray(v);

/** Whether it is a coordinate that an identity layout gives, or a tuple with one in it. */
export const holdsCoordinate = (v: AlgebraValue): boolean =>
  v instanceof ArithTuple || (isValueTuple(v) && v.some(holdsCoordinate));

/** The value with plain tuples for the coordinates in it that an identity layout gives (`ArithmeticTuple`). */
export const plainTuples = (v: AlgebraValue): AlgebraValue => {
  if (v instanceof ArithTuple) return v.entries as AlgebraValue;
  return isValueTuple(v) && holdsCoordinate(v) ? v.map(plainTuples) : v;
};

function everyLeaf(v: unknown, test: (leaf: unknown) => boolean): boolean {
  if (!Array.isArray(v)) return test(v);
  for (let i = 0; i < v.length; i++) if (!everyLeaf(v[i], test)) return false;
  return true;
}

/** A shape, a profile or a coordinate: integers only. */
export const isIntTuple = (v: AlgebraValue): v is HTuple<Int> => everyLeaf(v, isInt);
const isStrides = (v: AlgebraValue): v is Strides =>
  everyLeaf(v, (e) => isInt(e) || e instanceof ScaledBasis || e instanceof ArithTuple || e instanceof Binary);
export const isTiler = (v: AlgebraValue): v is Tiler =>
  everyLeaf(v, (e) => isInt(e) || e instanceof Layout || e instanceof Underscore);
const isSliceCoordinate = (v: AlgebraValue): v is SliceCoordinate =>
  everyLeaf(v, (e) => isInt(e) || e instanceof Underscore);
export const isAnyLayout = (v: AlgebraValue): v is AnyLayout =>
  v instanceof Layout || v instanceof ComposedLayout;

/** `a layout`, `a tuple of integers`: how a message calls a value. */
export function kindOf(v: AlgebraValue | undefined): string {
  if (v === undefined) return 'nothing';
  // A name of the notation that nothing defines is one.
  if (v instanceof Dynamic && v.value !== null && typeof v.value !== 'number')
    return `${intText(v)}, which is taken for an integer`;
  if (isInt(v)) return 'an integer';
  if (typeof v === 'boolean') return 'a boolean';
  if (v instanceof Layout) return 'a layout';
  if (v instanceof ComposedLayout) return 'a composed layout';
  if (v instanceof Swizzle) return 'a swizzle';
  if (v instanceof Underscore) return '_';
  if (v instanceof LayoutMajor) return v.side === 'left' ? 'LayoutLeft' : 'LayoutRight';
  if (Array.isArray(v)) {
    if (isIntTuple(v)) return 'a tuple of integers';
    return isTiler(v) ? 'a tuple with layouts or _ in it (a tiler)' : 'a tuple';
  }
  return 'a stride or pointer';
}

export type AlgebraArguments = readonly AlgebraValue[];

function wrongKind(name: string, i: number, v: AlgebraValue | undefined, wanted: string): never {
  return refuse('wrong-kind', `${name}: argument ${i + 1} must be ${wanted}, not ${kindOf(v)}`);
}

/** Argument `i` as a plain layout. */
export function layoutArgument(name: string, args: AlgebraArguments, i: number): Layout {
  const v = args[i];
  return v instanceof Layout ? v : wrongKind(name, i, v, 'a layout');
}

/** Argument `i` as an integer or tuple of integers; a layout counts as its shape where C++ takes shape(x). */
export function intsArgument(name: string, args: AlgebraArguments, i: number): HTuple<Int> {
  const v = args[i];
  return v !== undefined && isIntTuple(v) ? v : wrongKind(name, i, v, 'an integer or a tuple of integers');
}

export function shapeArgument(name: string, args: AlgebraArguments, i: number): Shape {
  const v = args[i];
  return v instanceof Layout ? v.shape : intsArgument(name, args, i);
}

export function intArgument(name: string, args: AlgebraArguments, i: number): Int {
  const v = args[i];
  return v !== undefined && isInt(v) ? v : wrongKind(name, i, v, 'an integer');
}

export function tilerArgument(name: string, args: AlgebraArguments, i: number): Tiler {
  const v = args[i];
  return v !== undefined && isTiler(v)
    ? v
    : wrongKind(name, i, v, 'a layout, an integer or a tuple of these');
}

export function stridesArgument(name: string, args: AlgebraArguments, i: number): Strides {
  const v = args[i];
  return v !== undefined && isStrides(v) ? v : wrongKind(name, i, v, 'a stride or a tuple of strides');
}

export function coordinateArgument(name: string, args: AlgebraArguments, i: number): SliceCoordinate {
  const v = args[i];
  return v !== undefined && isSliceCoordinate(v) ? v : wrongKind(name, i, v, 'a coordinate');
}

export function orderArgument(name: string, args: AlgebraArguments, i: number): HTuple<Int> | LayoutMajor {
  const v = args[i];
  return v instanceof LayoutMajor ? v : intsArgument(name, args, i);
}

/** A template argument: a known static integer. */
export function templateInt(name: string, template: readonly Int[], i: number): number {
  const v = template[i];
  if (v === undefined) return refuse('wrong-kind', `${name} needs a template argument: ${name}<…>`);
  return requireStatic(v, `the template argument of ${name}`);
}

export function requireCount(name: string, args: AlgebraArguments, least: number, most = least): void {
  if (args.length >= least && args.length <= most) return;
  const wanted =
    least === most
      ? `${least}`
      : most === Number.POSITIVE_INFINITY
        ? `at least ${least}`
        : `${least} to ${most}`;
  refuse('wrong-kind', `${name} takes ${wanted} argument${wanted === '1' ? '' : 's'}, not ${args.length}`);
}
