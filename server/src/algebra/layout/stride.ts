// Stride elements. A layout's strides live in an integer-semimodule (Cecka 2.3): plain integers,
// scaled basis elements and their sums (coordinates), or binary vectors under XOR.

import type { Int } from '../integer/integer.ts';
import type { HTuple } from '../tuple/htuple.ts';

/** How a basis element was written: `2@1` as C++ CuTe prints it, or `2e1` as the paper does. */
export type BasisForm = 'cute' | 'paper';

/**
 * `value·e_path`. `path` outermost first: E<1,0> has path [1, 0] and prints `v@0@1`. Results keep the
 * form of what they are made from: written as in the paper, the paper's operations are meant, of which
 * C++ compiles fewer.
 */
export class ScaledBasis {
  readonly value: Int | Fraction;
  readonly path: readonly number[];
  readonly form: BasisForm;
  constructor(value: Int | Fraction, path: readonly number[], form: BasisForm = 'cute') {
    this.value = value;
    this.path = path;
    this.form = form;
  }
}

/** `1/2` of the notation's `1/2@0`; numerator and denominator coprime, denominator > 1. */
export class Fraction {
  readonly numerator: number;
  readonly denominator: number;
  constructor(numerator: number, denominator: number) {
    this.numerator = numerator;
    this.denominator = denominator;
  }
}

/** A sum of scaled basis elements, as CuTe's ArithTuple: the coordinate of an identity tensor. */
export class ArithTuple {
  readonly entries: readonly HTuple<Int>[];
  constructor(entries: readonly HTuple<Int>[]) {
    this.entries = entries;
  }
}

/** `f5`: a vector over F2 written as a non-negative integer; addition is XOR (Cecka Figure 4c). */
export class Binary {
  readonly bits: number;
  constructor(bits: number) {
    this.bits = bits;
  }
}

export type Stride = Int | ScaledBasis | ArithTuple | Binary;
