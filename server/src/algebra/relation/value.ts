// Relations as values, and questions about them. Both are what they are made from; what they come to is read when
// somebody looks (reading.ts).

import type { Violation } from '../integer/failure.ts';
import type { AnyLayout } from '../layout/layout.ts';
import type { AlgebraValue } from '../layout/value.ts';
import type { Ask, Undecided } from './question.ts';
import { isSetTerm, type MapTerm, type Term } from './term.ts';

/** A set or a relation of integer tuples. */
export class IntegerRelation {
  readonly term: Term;
  constructor(term: Term) {
    this.term = term;
  }
}

/** A function of the integers 0 … size - 1, which can be called. */
export interface FlatFunction {
  readonly size: number;
  at(coordinate: number): number;
}

/** One side of an equality: the relation, how the user calls it, and what else is known of it. */
export interface Side {
  readonly term: Term;
  readonly text: string;
  /** The layout where it is one of CuTe's. */
  readonly layout: AnyLayout | null;
  /** The function, where the term is one of one integer and its values are no work. */
  flat(): FlatFunction | null;
}

type Asked =
  | { readonly ask: 'equal'; readonly left: Side; readonly right: Side }
  | { readonly ask: 'subset'; readonly left: Term; readonly right: Term }
  | { readonly ask: 'empty'; readonly of: Term }
  | {
      readonly ask: 'property';
      readonly property: 'single-valued' | 'injective' | 'bijective';
      readonly of: MapTerm;
    };

/** A yes or no that is found out when somebody looks. */
export class RelationQuestion {
  readonly asked: Asked;
  constructor(asked: Asked) {
    this.asked = asked;
  }
}

/** What a derived value comes to: the value, why there is none, or why that is not known. */
export type Derivation = AlgebraValue | RelationValue | Violation | Undecided;

/** A layout that is worked out through relations when somebody looks, or what an operation makes of one. */
export class DerivedValue {
  /** As it is written. */
  readonly text: string;
  readonly derive: (ask: Ask) => Promise<Derivation>;
  constructor(text: string, derive: (ask: Ask) => Promise<Derivation>) {
    this.text = text;
    this.derive = derive;
  }
}

export type RelationValue = IntegerRelation | RelationQuestion | DerivedValue;

export const isRelationValue = (v: unknown): v is RelationValue =>
  v instanceof IntegerRelation || v instanceof RelationQuestion || v instanceof DerivedValue;

/** A term as it is written in the notation. */
export function termText(term: Term): string {
  switch (term.op) {
    case 'set':
    case 'map':
      return term.text;
    case 'image':
    case 'preimage':
      return `${term.op}(${termText(term.by)}, ${termText(term.of)})`;
    case 'compose':
      return `compose(${termText(term.first)}, ${termText(term.next)})`;
    case 'restrict':
      return `restrict(${termText(term.of)}, ${termText(term.to)})`;
    case 'union':
    case 'intersect':
    case 'subtract':
      return `${term.op}(${termText(term.left)}, ${termText(term.right)})`;
    default:
      return `${term.op}(${termText(term.of)})`;
  }
}

/** A value as it is written, before anybody has read it. */
export function relationValueText(value: RelationValue): string {
  if (value instanceof IntegerRelation) return termText(value.term);
  if (value instanceof DerivedValue) return value.text;
  const { asked } = value;
  switch (asked.ask) {
    case 'equal':
      return `equal(${asked.left.text}, ${asked.right.text})`;
    case 'subset':
      return `is_subset(${termText(asked.left)}, ${termText(asked.right)})`;
    case 'empty':
      return `is_empty(${termText(asked.of)})`;
    case 'property':
      return `is_${asked.property.replace('-', '_')}(${termText(asked.of)})`;
  }
}

/** Whether a term is a relation and no set. */
export const isMapTerm = (term: Term): term is MapTerm => !isSetTerm(term);
