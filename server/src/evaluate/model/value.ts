// The values of the evaluator: those of the algebra, and what hosts add to them.

import type { Int, StaticInt } from '../../algebra/integer/integer.ts';
import { staticSymbol } from '../../algebra/integer/operations.ts';
import type { AnyLayout, SmemPtrFlag, Swizzle, Underscore } from '../../algebra/layout/layout.ts';
import type { ArithTuple, Binary, ScaledBasis } from '../../algebra/layout/stride.ts';
import type { LayoutMajor } from '../../algebra/layout/value.ts';
import type { LegoValue } from '../../algebra/lego/value.ts';
import type { RelationValue } from '../../algebra/relation/value.ts';
import type { Share } from '../../hardware/memory/share.ts';
import type { HardwareValue } from '../../hardware/value.ts';

/** A type. `instance` is what `T{}` or a variable of the type holds, as far as the type says. */
export class TypeValue {
  readonly name: string;
  readonly instance: Value | null;
  /** Width of an element type in bits (half_t: 16), where the type is one. */
  readonly bits: number | null;
  /**
   * const, volatile and reference of the type, which its value does not have: `const`, `const volatile&`; null: none;
   * `?`: it may have some.
   */
  readonly qualifiers: string | null = null;
  constructor(name: string, instance: Value | null, bits: number | null = null) {
    this.name = name;
    this.instance = instance;
    this.bits = bits;
  }

  /** What tells it from others of its name, instance and width; null: nothing but that it is another one. */
  get identity(): string | null {
    return '';
  }
}

/** The type with qualifiers. What a type that has some already comes to with others is left open. */
export const withQualifiers = (type: TypeValue, qualifiers: string): TypeValue =>
  copied(type, type.qualifiers === null ? qualifiers : '?');

/** `remove_cvref_t<T>` */
export const withoutQualifiers = (type: TypeValue): TypeValue =>
  type.qualifiers === null ? type : copied(type, null);

function copied(type: TypeValue, qualifiers: string | null): TypeValue {
  const copy: TypeValue = Object.create(Object.getPrototypeOf(type) as object);
  return Object.assign(copy, type, { qualifiers });
}

/** A template's type parameter that nothing has given a value: it may still be an element type. */
export class UnboundTypeParameter extends TypeValue {
  /** Its width in bits, where the template asserts it, else how it is written. */
  readonly width: number | string;
  /** How many modes an object of it has, where the template asserts it. */
  readonly rank: number | null;
  constructor(name: string, width: number | string = `sizeof_bits<${name}>`, rank: number | null = null) {
    super(name, null, typeof width === 'number' ? width : null);
    this.width = width;
    this.rank = rank;
  }
}

/** The width of an element type in bits: a number, or `sizeof_bits<Element>` of a template parameter. */
export function widthOf(type: TypeValue): StaticInt | null {
  if (!(type instanceof UnboundTypeParameter)) return type.bits;
  return typeof type.width === 'number' ? type.width : staticSymbol(type.width);
}

export const widthUnknown = ({ name }: TypeValue): Unknown =>
  new Unknown('unsupported', `the width of ${name} is not known`, [], name);

/** Why what depends on the parameter is not known. */
export const parameterUnknown = (name: string): Unknown =>
  new Unknown('template-parameter', `${name} is a template parameter: give it a value`, [], name);

/** A tensor: a pointer or counting iterator, and a layout. */
export class Tensor {
  readonly engine: Engine;
  readonly layout: AnyLayout;
  /** What it is one thread's part of; null: of nothing, or that is not known. */
  readonly share: Share | null;
  constructor(engine: Engine, layout: AnyLayout, share: Share | null = null) {
    this.engine = engine;
    this.layout = layout;
    this.share = share;
  }
}

export interface Engine {
  readonly space: 'gmem' | 'smem' | 'rmem' | 'tmem' | 'counting' | 'unknown';
  /** Bits of the element type, where known. */
  readonly bits: number | null;
  /** Name of the element type, where known. */
  readonly element: string | null;
  /** Where a counting tensor starts, or how far a slice has moved the pointer. */
  readonly offset: Int | ArithTuple | null;
  /** Whether a slice has moved the pointer by what may be no multiple of the bytes in which swizzles repeat. */
  readonly isMoved?: boolean;
  /** The swizzle on addresses that the pointer has beside what its tensors' layouts say; null: which, is not known. */
  readonly swizzle?: Swizzle | null;
  /** Bytes that CuTe DSL was told the pointer is aligned to, where they are fewer than the widest vector's; it knows no more. */
  readonly aligned?: number;
  /** What there is from the pointer to the end of its array or container, where that is known. */
  readonly room?: Room | undefined;
}

/** So many elements of a type in memory. */
export interface Room {
  /** Null where it depends on what is not known. */
  readonly elements: number | null;
  /** Bits of the element type, where known. */
  readonly bits: number | null;
  readonly element: string | null;
  /** Whether a pointer has moved on in an array of several elements: what is left of these is no array of any number. */
  readonly isRest?: true;
}

/**
 * A constant of C++ that is a type of its own and no static integer of the algebra, which are those of `C<int>`: a
 * static flag, `C<3u>`, and whatever the standard's integral_constant has.
 */
export class StaticConstant {
  readonly value: number | boolean;
  /** The type of the value: `bool`, `unsigned`. */
  readonly type: string;
  /**
   * Whose operators are taken: those of CuTe make constants of constants, to the standard's its values are as good.
   * `open`: what is known of a flag does not tell whether it is a constant at all.
   */
  readonly family: 'cute' | 'std' | 'open';
  constructor(value: number | boolean, type: string, family: StaticConstant['family'] = 'cute') {
    this.value = value;
    this.type = type;
    this.family = family;
  }
}

/** A pointer, as `make_gmem_ptr(p)` gives it, or a counting iterator. */
export class Pointer {
  readonly engine: Engine;
  /** The type of what it points to, where more is known of it than its width. */
  readonly pointee: TypeValue | null;
  /** The elements of a constant array. */
  readonly items: readonly Value[] | null;
  constructor(engine: Engine, pointee: TypeValue | null = null, items: readonly Value[] | null = null) {
    this.engine = engine;
    this.pointee = pointee;
    this.items = items;
  }
}

/** An object that holds elements: only known by the pointer to the first of them, which it is not itself. */
export class Container extends Pointer {
  /** Bytes that its alignment is at least, 1 where its elements alone say it; null: that is not known. */
  readonly alignment: number | null;
  constructor(engine: Engine, element: TypeValue | null, alignment: number | null) {
    super(engine, element);
    this.alignment = alignment;
  }
}

/** What cannot be known, and why: the chain of names down to the first missing one. */
export class Unknown {
  /** `kBlockM is a template parameter: give it a value` */
  readonly reason: string;
  /** A category for `stats`: 'template-parameter', 'function-parameter', 'missing-name', 'unsupported', 'run-time', … */
  readonly category: string;
  /** Outermost first: `sA needs SmemLayoutA`, `SmemLayoutA needs kBlockM`. */
  readonly chain: readonly string[];
  /** The name at the head of the chain. */
  readonly subject: string | null;
  constructor(
    category: string,
    reason: string,
    chain: readonly string[] = [],
    subject: string | null = null,
  ) {
    this.category = category;
    this.reason = reason;
    this.chain = chain;
    this.subject = subject;
  }
}

/** One of several values; which one is not known, for the reason given. Evaluators alone see these. */
export class OneOf {
  readonly alternatives: readonly Value[];
  readonly reason: Unknown;
  constructor(alternatives: readonly Value[], reason: Unknown) {
    this.alternatives = alternatives;
    this.reason = reason;
  }
}

export type Value =
  | Int
  | boolean
  | StaticConstant
  | string
  | Underscore
  | Swizzle
  | AnyLayout
  | SmemPtrFlag
  | ScaledBasis
  | ArithTuple
  | Binary
  | LayoutMajor
  | HardwareValue
  | LegoValue
  | RelationValue
  | TypeValue
  | Pointer
  | Tensor
  | OneOf
  | Unknown
  | readonly Value[];
