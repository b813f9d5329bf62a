// The printed forms of values. `printMarked` writes what cute::print writes for them: `_4` for a
// static integer, `4` for a run-time one. `printPlain` leaves the static marks away.

import { Dynamic, type Int, StaticSymbol } from '../integer/integer.ts';
import { intText } from '../integer/known.ts';
import { printTerm } from '../term/operations.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { MixedBits, printMixedBits } from './bits.ts';
import {
  ComposedLayout,
  Layout,
  type Shape,
  SmemPtrFlag,
  type Strides,
  Swizzle,
  type Tiler,
  Underscore,
  VersionedLayout,
} from './layout.ts';
import { ArithTuple, Binary, Fraction, ScaledBasis } from './stride.ts';
import { type AlgebraValue, LayoutMajor } from './value.ts';

type Printable = AlgebraValue | Shape | Strides | Tiler;

function printInt(n: Int, mark: string): string {
  if (typeof n === 'number') return `${mark}${n}`;
  if (n instanceof StaticSymbol) {
    const name = printTerm(n.term);
    return /^\w+$/.test(name) ? `${mark}${name}` : mark === '' ? name : `${mark}(${name})`;
  }
  if (n instanceof MixedBits) return printMixedBits(n, mark);
  if (n.value === null) return n.divisor > 1 ? `?{div=${n.divisor}}` : '?';
  return typeof n.value === 'number' ? String(n.value) : printTerm(n.value);
}

const printValue = (v: Int | Fraction, mark: string): string =>
  v instanceof Fraction ? `${v.numerator}/${v.denominator}` : printInt(v, mark);

/** `2@1`, or `2e1` and `e1` in the paper's form, which has no nested elements. */
function printBasis(v: ScaledBasis, mark: string): string {
  if (v.form === 'cute' || v.path.length !== 1)
    return [printValue(v.value, mark), ...[...v.path].reverse()].join('@');
  return `${v.value === 1 ? '' : printValue(v.value, '')}e${v.path[0]}`;
}

function printTuple(t: HTuple<unknown>, mark: string): string {
  return `(${(t as readonly Printable[]).map((e) => print(e, mark)).join(',')})`;
}

/** What two versions of a layout's strides have in common. */
function printCommon(a: Strides, b: Strides, mark: string): string {
  if (Array.isArray(a) && Array.isArray(b))
    return `(${a.map((d, i) => printCommon(d as Strides, b[i] as Strides, mark)).join(',')})`;
  const [one, other] = [print(a, mark), print(b, mark)];
  return one === other ? one : '?';
}

function print(v: Printable, mark: string): string {
  if (typeof v === 'number' || v instanceof Dynamic || v instanceof StaticSymbol) return printInt(v, mark);
  if (Array.isArray(v)) return printTuple(v, mark);
  if (typeof v === 'boolean') return String(v);
  if (v instanceof VersionedLayout)
    return `${print(v.shape, mark)}:${printCommon(v.stride, v.otherStride, mark)}`;
  if (v instanceof Layout) return `${print(v.shape, mark)}:${print(v.stride, mark)}`;
  if (v instanceof ScaledBasis) return printBasis(v, mark);
  if (v instanceof ArithTuple) return printTuple(v.entries, mark);
  if (v instanceof Binary) return `f${v.bits}`;
  if (v instanceof Underscore) return '_';
  if (v instanceof Swizzle) return `Sw<${v.bits},${v.base},${v.shift}>`;
  if (v instanceof SmemPtrFlag) return `smem_ptr[${intText(v.bits)}b](unset)`;
  if (v instanceof ComposedLayout) {
    return `${print(v.outer, mark)} o ${print(v.offset, mark)} o ${print(v.inner, mark)}`;
  }
  if (v instanceof LayoutMajor) return v.side === 'left' ? 'LayoutLeft' : 'LayoutRight';
  throw new TypeError('only values can be printed, not failures');
}

/** As C++ prints it, without static marks: `(4,8):(8,1)`. */
export const printPlain = (v: Printable): string => print(v, '');

/** As C++ prints it: `(_4,8):(_8,_1)`. */
export const printMarked = (v: Printable): string => print(v, '_');
