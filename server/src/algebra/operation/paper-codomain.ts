// Layouts whose strides are basis elements, split by the coordinate they step along (Cecka 2.3, 3.4,
// 3.5). Along each coordinate such a layout is a layout of integers, so inverses and complements can
// be taken one coordinate at a time. C++ CuTe does not compile these.

import { requireStatic } from '../integer/comparison.ts';
import { refuse } from '../integer/failure.ts';
import { type Int, isStatic } from '../integer/integer.ts';
import { multiply } from '../integer/operations.ts';
import type { Layout } from '../layout/layout.ts';
import { type BasisForm, ScaledBasis, type Stride } from '../layout/stride.ts';
import { basisValue, isInt, isZeroStride, strideText } from '../layout/stride-operations.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { wrap } from '../tuple/operations.ts';

/** What is shown beside a result that only the paper defines. */
export const BEYOND_CUTE_BASIS =
  'C++ CuTe does not compile this for basis strides; it is what the paper defines';

/** A mode of a layout along one coordinate: its size, its integer stride, and where it starts in the layout's domain. */
export interface AxisMode {
  readonly size: Int;
  readonly stride: number;
  readonly start: Int;
}

/** The codomain's profile with the modes along each of its coordinates at the leaves. */
export interface Axis {
  readonly path: readonly number[];
  readonly modes: readonly AxisMode[];
}
export type Codomain = HTuple<Axis>;

interface Node {
  readonly modes: AxisMode[];
  readonly children: Map<number, Node>;
}

const emptyNode = (): Node => ({ modes: [], children: new Map() });

function nodeAt(root: Node, path: readonly number[]): Node {
  let node = root;
  for (const i of path) {
    let child = node.children.get(i);
    if (child === undefined) {
      child = emptyNode();
      node.children.set(i, child);
    }
    node = child;
  }
  return node;
}

function profileOf(node: Node, path: readonly number[]): Codomain {
  if (node.children.size === 0) return { path, modes: node.modes };
  if (node.modes.length > 0) {
    refuse(
      'not-congruent',
      `strides along coordinate ${path.join('.') || 'all'} and along its parts cannot be mixed`,
    );
  }
  const rank = Math.max(...node.children.keys()) + 1;
  return Array.from({ length: rank }, (_, i) => profileOf(node.children.get(i) ?? emptyNode(), [...path, i]));
}

/** Splits a flat (coalesced) layout by the coordinates of its codomain. Strides of 0 belong to none. */
export function splitCodomain(flat: Layout, operation: string): Codomain {
  const shapes = wrap(flat.shape) as readonly Int[];
  const strides = wrap(flat.stride) as readonly Stride[];
  const root = emptyNode();
  let start: Int = 1;
  for (let i = 0; i < shapes.length; i++) {
    const d = strides[i]!;
    const size = shapes[i]!;
    if (!isZeroStride(d)) {
      if (!(d instanceof ScaledBasis || isInt(d)))
        refuse('unsupported', `${operation} is not defined for ${strideText(d)}`);
      const path = d instanceof ScaledBasis ? d.path : [];
      const value = d instanceof ScaledBasis ? basisValue(d, operation) : d;
      if (!isStatic(value)) refuse('unsupported', `${operation} of a coordinate layout needs static strides`);
      nodeAt(root, path).modes.push({ size, stride: requireStatic(value, 'a stride'), start });
    }
    start = multiply(start, size);
  }
  return profileOf(root, []);
}

/** `value` steps along the coordinate at `path`: an integer where the path is empty. */
export const alongAxis = (value: Int, path: readonly number[], form: BasisForm): Stride =>
  path.length === 0 ? value : new ScaledBasis(value, path, form);

/** Whether a layout has basis strides. */
export function hasBasisStride(stride: HTuple<Stride>): boolean {
  return Array.isArray(stride)
    ? stride.some((d) => hasBasisStride(d as HTuple<Stride>))
    : stride instanceof ScaledBasis;
}

/** Whether a layout has basis strides written as in the paper: `e0`, not `1@0`. */
export function hasPaperBasis(stride: HTuple<Stride>): boolean {
  return Array.isArray(stride)
    ? stride.some((d) => hasPaperBasis(d as HTuple<Stride>))
    : stride instanceof ScaledBasis && stride.form === 'paper';
}
