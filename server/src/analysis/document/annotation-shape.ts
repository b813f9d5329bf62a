// The modes of a value, and whether an annotation fits them.

import type { Failure } from '../../algebra/integer/failure.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic, type Int, StaticSymbol } from '../../algebra/integer/integer.ts';
import { type AnyLayout, ComposedLayout, Layout, Underscore } from '../../algebra/layout/layout.ts';
import { printMarked, printPlain } from '../../algebra/layout/print.ts';
import { ScaledBasis } from '../../algebra/layout/stride.ts';
import type { HTuple } from '../../algebra/tuple/htuple.ts';
import { Tensor, TypeValue, Unknown, type Value } from '../../evaluate/model/value.ts';
import type { AnnotatedMode, AnnotatedTuple } from '../../frontends/common/annotation.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { Dialect } from '../../frontends/common/scope.ts';
import type { Site } from '../values/model.ts';

/** A mode of a value: an extent, modes inside, or nothing known (null). */
export type Mode = HTuple<Int | null>;

const isModes = (mode: Mode): mode is readonly Mode[] => Array.isArray(mode);

function shapeOf(layout: AnyLayout): Mode {
  return layout instanceof ComposedLayout ? shapeOf(layout.inner) : layout.shape;
}

/**
 * The top modes of a layout, tensor, shape, stride or coordinate. Null for values that have no
 * modes and for those whose rank is not certain.
 */
export function modesOf(value: Value | Failure): readonly Mode[] | null {
  if (isFailure(value)) return null;
  if (value instanceof TypeValue) return value.instance === null ? null : modesOf(value.instance);
  const layout = value instanceof Tensor ? value.layout : value;
  if (layout instanceof Layout || layout instanceof ComposedLayout) {
    const shape = shapeOf(layout);
    return isModes(shape) ? shape : [shape];
  }
  if (!Array.isArray(value) || value.length === 0) return null;
  const modes: Mode[] = [];
  for (const item of value as readonly Value[]) {
    const mode = tupleMode(item);
    if (mode === undefined) return null;
    modes.push(mode);
  }
  return modes;
}

/** Whether a value is a layout or tensor, or a type of one, and no plain tuple. */
export function holdsLayout(value: Value | Failure): boolean {
  if (value instanceof TypeValue) return value.instance !== null && holdsLayout(value.instance);
  return value instanceof Layout || value instanceof ComposedLayout || value instanceof Tensor;
}

const SHAPE_TEXT = /^(?:cute(?:::|\.))?(?:make_shape|make_tile|Shape|Tile)\b/;
const SHAPE_NAME = /shape|tile/i;
const OTHER_NAME = /stride|coord|crd|offset|index|idx/i;

/**
 * Whether the entries of a value are extents. Those of a layout's or tensor's shape are; a plain
 * tuple may as well hold strides or a coordinate, so that its name or its making must say it.
 */
export function holdsExtents({ name, valueSpan }: Site, value: Value | Failure, text: string): boolean {
  if (holdsLayout(value)) return true;
  if (OTHER_NAME.test(name ?? '')) return false;
  const made = valueSpan === null ? '' : text.slice(valueSpan.start, valueSpan.end);
  return SHAPE_NAME.test(name ?? '') || SHAPE_TEXT.test(made);
}

/** An entry of a tuple; undefined for one that no tuple of extents, strides, coordinates or tiles has. */
function tupleMode(value: Value): Mode | undefined {
  if (typeof value === 'number' || value instanceof Dynamic || value instanceof StaticSymbol) return value;
  if (Array.isArray(value)) {
    const modes = (value as readonly Value[]).map(tupleMode);
    return modes.includes(undefined) ? undefined : (modes as readonly Mode[]);
  }
  if (value instanceof TypeValue) return value.instance === null ? undefined : tupleMode(value.instance);
  const isOpen =
    value instanceof Unknown ||
    value instanceof Underscore ||
    value instanceof ScaledBasis ||
    value instanceof Layout ||
    value instanceof ComposedLayout;
  return isOpen ? null : undefined;
}

/** The number of elements of a mode, when all of it is static and known. */
export function staticExtent(mode: Mode): number | null {
  if (!isModes(mode)) return typeof mode === 'number' ? mode : null;
  let product = 1;
  for (const part of mode) {
    const extent = staticExtent(part);
    if (extent === null) return null;
    product *= extent;
  }
  return product;
}

/** As the host prints a shape: `((_8,_1),_4,k)` in C++; `?` for what is not known. */
export function modeShapeText(mode: Mode, dialect: Dialect): string {
  if (mode === null) return '?';
  if (isModes(mode)) return modesText(mode, dialect);
  return dialect === 'cpp' ? printMarked(mode) : printPlain(mode);
}

export const modesText = (modes: readonly Mode[], dialect: Dialect): string =>
  `(${modes.map((mode) => modeShapeText(mode, dialect)).join(',')})`;

/** What does not fit. */
export interface Mismatch {
  readonly kind: 'rank' | 'nesting' | 'extent';
  /** The part of the annotation at fault. */
  readonly span: Span;
  /** The mode, as a path from the top; empty for the whole. */
  readonly path: readonly number[];
  readonly annotated: number;
  readonly actual: number;
}

/** A mode of the annotation with the mode of the value that it stands for. */
interface Match {
  readonly annotated: AnnotatedMode;
  readonly mode: Mode;
  readonly path: readonly number[];
}

interface Comparison {
  /** What fits, outer before inner. */
  readonly matches: readonly Match[];
  /** At most one for a tuple; what is inside of a tuple that does not fit is not looked at. */
  readonly mismatches: readonly Mismatch[];
}

/** Compares as far as the modes are known. */
export function compareAnnotation(tuple: AnnotatedTuple, modes: readonly Mode[]): Comparison {
  const matches: Match[] = [];
  const mismatches: Mismatch[] = [];
  compareTuple(tuple, modes, [], matches, mismatches);
  return { matches, mismatches };
}

function compareTuple(
  tuple: AnnotatedTuple,
  modes: readonly Mode[],
  path: readonly number[],
  matches: Match[],
  mismatches: Mismatch[],
): void {
  const ellipsis = tuple.modes.findIndex((mode) => mode.kind === 'rest');
  const count = tuple.modes.length - (ellipsis < 0 ? 0 : 1);
  if (ellipsis < 0 ? count !== modes.length : count > modes.length) {
    const kind = path.length === 0 ? 'rank' : 'nesting';
    mismatches.push({ kind, span: tuple.span, path, annotated: count, actual: modes.length });
    return;
  }
  for (const [i, annotated] of tuple.modes.entries()) {
    if (i === ellipsis) continue;
    const index = ellipsis < 0 || i < ellipsis ? i : modes.length - tuple.modes.length + i;
    compareMode(annotated, modes[index]!, [...path, index], matches, mismatches);
  }
}

function compareMode(
  annotated: AnnotatedMode,
  mode: Mode,
  path: readonly number[],
  matches: Match[],
  mismatches: Mismatch[],
): void {
  if (annotated.kind === 'tuple') {
    const [only, ...others] = annotated.modes;
    // Parentheses around one entry group, as in `((Tile),(Rest))`.
    if (only !== undefined && others.length === 0) {
      if (only.kind !== 'rest') compareMode(only, mode, path, matches, mismatches);
    } else if (isModes(mode)) compareTuple(annotated, mode, path, matches, mismatches);
    else if (mode !== null) {
      const { span, modes } = annotated;
      if (modes.some((m) => m.kind === 'rest')) return;
      mismatches.push({ kind: 'nesting', span, path, annotated: modes.length, actual: 1 });
    }
    return;
  }
  if (annotated.kind === 'rest') return;
  const claimed = annotated.kind === 'integer' ? annotated.value : annotated.extent;
  const actual = staticExtent(mode);
  if (claimed !== null && actual !== null && claimed !== actual) {
    const span = annotated.kind === 'integer' ? annotated.span : annotated.extentSpan!;
    mismatches.push({ kind: 'extent', span, path, annotated: claimed, actual });
    return;
  }
  matches.push({ annotated, mode, path });
}
