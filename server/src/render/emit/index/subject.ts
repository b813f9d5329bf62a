// What index expressions are made of: the expressions of a layout or a chain at a coordinate, and what they are to give.

import {
  type Arithmetic,
  constant,
  type IndexExpression,
  variable,
} from '../../../algebra/indexing/expression.ts';
import {
  type Coordinate,
  type CoordinateName,
  extentsOf,
  layoutOffset,
  type NamedVariable,
  shapeOf,
  sizeOf,
  variablesAt,
} from '../../../algebra/indexing/layout.ts';
import { legoIndex, legoPosition } from '../../../algebra/indexing/lego.ts';
import { linearImage } from '../../../algebra/indexing/linear.ts';
import { coordinateName } from '../../../algebra/indexing/open/factored.ts';
import { isFailure, type Outcome, refuse, Violation } from '../../../algebra/integer/failure.ts';
import { type AnyLayout, Layout, type Shape } from '../../../algebra/layout/layout.ts';
import { LegoLayout, legoApply, legoInv } from '../../../algebra/lego/lego.ts';
import type { OpenChain } from '../../../algebra/lego/open.ts';
import { product } from '../../../algebra/lego/row-major.ts';
import { legoOf } from '../../../algebra/lego/strided.ts';
import { apply } from '../../../algebra/linear/apply.ts';
import { inputNames, LinearLayout } from '../../../algebra/linear/layout.ts';
import { chainInverseMapping, chainMapping } from '../../../algebra/relation/chain.ts';
import { layoutMapping } from '../../../algebra/relation/layout.ts';

import { linearMapping } from '../../../algebra/relation/linear.ts';
import type { MapTerm } from '../../../algebra/relation/term.ts';
import { enumerateOffsets, type Offsets } from '../../../algebra/view/enumerate.ts';

/** What has index expressions of known sizes. */
export type Closed = AnyLayout | LegoLayout | LinearLayout;

/** The same, and chains whose sizes are names. */
export type Indexed = Closed | OpenChain;

export interface Subject {
  /** In one way of taking quotients or the other. */
  expressions(arithmetic: Arithmetic): readonly IndexExpression[];
  /** Variables are numbered in the expressions; these are their names and extents in that order. */
  readonly variables: readonly NamedVariable[];
  /** What the expressions are to give for values of the variables. */
  expected(values: readonly number[]): readonly number[];
  /** The same as a relation. */
  relation(): Outcome<MapTerm>;
}

export const DEFAULT_NAMES = ['i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't'];

function must<T>(outcome: Outcome<T>): T {
  if (isFailure(outcome)) throw outcome;
  return outcome as T;
}

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

function requireCount(names: readonly unknown[], count: number): void {
  if (names.length !== count)
    refuse('coordinate-mismatch', `${counted(names.length, 'name')} for ${counted(count, 'variable')}`);
}

/** Whether no part of a coordinate is a number. */
const named = (at: CoordinateName): boolean =>
  Array.isArray(at) ? at.every((c) => named(c as CoordinateName)) : typeof at !== 'number';

/** A coordinate with numbers in the places of its variables, in the order of the text. */
function filled<T>(at: CoordinateName, next: () => T, fixed: (n: number) => T): T | readonly unknown[] {
  if (Array.isArray(at)) return at.map((c) => filled(c as CoordinateName, next, fixed));
  return typeof at === 'number' ? fixed(at) : next();
}

/** A coordinate of numbered variables. */
function variablesIn(at: CoordinateName, variables: readonly NamedVariable[]): Coordinate {
  let k = 0;
  const next = () => variable(coordinateName(k), variables[k++]!.extent);
  return filled<IndexExpression>(at, next, constant) as Coordinate;
}

/** The same with values for the variables. */
function numbersIn(at: CoordinateName, values: readonly number[]): number | readonly unknown[] {
  let k = 0;
  return filled<number>(
    at,
    () => values[k++]!,
    (n) => n,
  );
}

/** The integral coordinate: the first mode is the fastest. */
function flatAt(shape: Shape, at: unknown): number {
  if (!Array.isArray(at)) return at as number;
  let [sum, inner] = [0, 1];
  at.forEach((c, k) => {
    const mode = (shape as readonly Shape[])[k]!;
    sum += inner * flatAt(mode, c);
    inner *= sizeOf(mode);
  });
  return sum;
}

/** The offset of a layout at a coordinate. */
function offsetOf(layout: AnyLayout, at: readonly CoordinateName[]): Subject {
  const shape = shapeOf(layout);
  const whole: CoordinateName = at.length === 1 ? at[0]! : at;
  const variables = must(variablesAt(shape, whole));
  const coordinate = variablesIn(whole, variables);
  /** Worked out when the first one is asked for: a layout may be too large for it. */
  let offsets: Offsets | null = null;
  return {
    expressions: (arithmetic) => [must(layoutOffset(layout, [coordinate], arithmetic))],
    variables,
    expected: (values) => {
      offsets ??= must(enumerateOffsets(layout));
      return [offsets[flatAt(shape, numbersIn(whole, values))]!];
    },
    relation: () =>
      named(whole)
        ? layoutMapping(layout, variables.length === 1 ? 'flat' : variables.map(({ extent }) => extent))
        : new Violation('unsupported', 'it is too large to be run over with a number in its coordinate'),
  };
}

/** The position of a chain at an index. */
function positionOf(chain: LegoLayout, at: readonly CoordinateName[]): Subject {
  const { dims } = chain;
  requireCount(at, dims.length);
  const variables = must(variablesAt(dims, at));
  const index = variablesIn(at, variables) as readonly IndexExpression[];
  return {
    expressions: (arithmetic) => [must(legoPosition(chain, index, arithmetic))],
    variables,
    expected: (values) => [must(legoApply(chain, numbersIn(at, values) as readonly number[]))],
    relation: () =>
      named(at)
        ? chainMapping(chain)
        : new Violation('unsupported', 'it is too large to be run over with a number in its index'),
  };
}

/** The image of an input of a linear layout. */
function imageOf(layout: LinearLayout, at: readonly CoordinateName[]): Subject {
  const sizes = layout.ins.map(({ bases }) => 2 ** bases.length);
  const names = at.length === 0 ? inputNames(layout) : at;
  requireCount(names, sizes.length);
  const variables = must(variablesAt(sizes, names));
  const inputs = variablesIn(names, variables) as readonly IndexExpression[];
  return {
    expressions: (arithmetic) => linearImage(layout, inputs, arithmetic),
    variables,
    expected: (values) => {
      const at = numbersIn(names, values) as readonly number[];
      const input = new Map(layout.ins.map(({ name }, d) => [name, at[d]!]));
      return [...must(apply(layout, input)).values()];
    },
    relation: () => linearMapping(layout),
  };
}

/** What a layout or a chain gives at a coordinate; at the coordinates of its modes where no names are given. */
export function subjectAt(value: Closed, names: readonly CoordinateName[], isCall: boolean): Subject {
  if (value instanceof LinearLayout) return imageOf(value, names);
  const count = value instanceof LegoLayout ? value.dims.length : must(extentsOf(value)).length;
  const at = names.length === 0 && !isCall ? DEFAULT_NAMES.slice(0, count) : names;
  // A layout that is called with one coordinate counts all of its elements with it.
  const isFlat = isCall && at.length === 1 && !(value instanceof LegoLayout);
  const [only] = at;
  const modes = isCall && at.length === 1 && Array.isArray(only) ? (only as readonly CoordinateName[]) : at;
  if (!isFlat) requireCount(modes, count);
  return value instanceof LegoLayout ? positionOf(value, modes) : offsetOf(value, modes);
}

/** The index at a position, dimension by dimension. */
export function inverseSubject(value: Closed, names: readonly CoordinateName[]): Subject {
  if (!(value instanceof LegoLayout || value instanceof Layout))
    return refuse('wrong-kind', 'the inverse of a composed or a linear layout has no expression here');
  const chain = value instanceof LegoLayout ? value : must(legoOf(value));
  const [name] = names.length === 0 ? ['p'] : names;
  if (names.length > 0) requireCount(names, 1);
  const extent = chain.expansion === null ? chain.size : product(chain.expansion.physical);
  return {
    expressions: (arithmetic) => must(legoIndex(chain, variable(coordinateName(0), extent), arithmetic)),
    variables: [{ name: String(name), extent }],
    expected: ([at]) => must(legoInv(chain, at!)),
    relation: () => chainInverseMapping(chain),
  };
}
