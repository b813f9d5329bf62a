// Arguments of CuTe DSL's helpers as the steps of such a function need them; what is something else ends it.

import { TypeValue, type Value } from '../../../model/value.ts';
import { stop } from '../steps.ts';
import type { DslFunction } from '../support.ts';

/** Functions by their signatures. */
export type Table = readonly (readonly [string, DslFunction])[];

export const nameOf = (type: Value | undefined): string => (type instanceof TypeValue ? type.name : '');

/** The width of an element type. */
export const bitsOf = (type: Value | undefined): number =>
  type instanceof TypeValue && type.bits !== null ? type.bits : stop('an instruction for this type');

export const numbersOf = (v: Value | undefined, count: number): readonly number[] =>
  Array.isArray(v) && v.length === count && (v as readonly Value[]).every((n) => typeof n === 'number')
    ? (v as unknown as readonly number[])
    : stop('an instruction of this shape');

export const isLayoutEnum = (v: Value | undefined): boolean =>
  v === 'LayoutEnum.ROW_MAJOR' || v === 'LayoutEnum.COL_MAJOR';
