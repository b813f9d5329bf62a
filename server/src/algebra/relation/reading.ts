// What relations and questions come to: read by whoever answers questions about them.

import { isFailure, Violation } from '../integer/failure.ts';
import { type AnyLayout, ComposedLayout, Layout } from '../layout/layout.ts';
import type { AlgebraValue } from '../layout/value.ts';
import { equalFunctions } from '../property/equality.ts';
import { type Ask, type Question, Undecided } from './question.ts';
import { isSetTerm, type MapTerm, type SetTerm, type Term } from './term.ts';
import {
  DerivedValue,
  type FlatFunction,
  IntegerRelation,
  isMapTerm,
  isRelationValue,
  type RelationQuestion,
  type RelationValue,
  type Side,
  termText,
} from './value.ts';

/** A relation that has been read. */
interface ReadRelation {
  readonly kind: 'relation';
  /** Simplified, where it could be; else as it was made. */
  readonly text: string;
  /** Why the text is not simplified; null where it is. */
  readonly undecided: Undecided | null;
  /** What is known besides: `32 points`, `injective`. */
  readonly facts: readonly string[];
}

/** A question that has been answered. */
interface Decided {
  readonly kind: 'decision';
  readonly holds: boolean;
  /** The smallest counterexample, in a sentence; null where there is none to give. */
  readonly why: string | null;
}

/** A layout that has been worked out. */
interface FoundLayout {
  readonly kind: 'layout';
  readonly layout: AnyLayout;
}

/** What an operation has made of such a layout. */
interface FoundValue {
  readonly kind: 'value';
  readonly value: AlgebraValue;
}

/** That there is no such layout. */
interface NoLayout {
  readonly kind: 'none';
  readonly violation: Violation;
}

export type Reading = ReadRelation | Decided | FoundLayout | FoundValue | NoLayout | Undecided;

/** `[0, 1]` as ISL writes a tuple. */
const tuple = (numbers: readonly number[]): string => `[${numbers.join(', ')}]`;

const isDecided = <T>(answer: T | Undecided): answer is T => !(answer instanceof Undecided);

async function factsOf(term: Term, ask: Ask): Promise<readonly string[]> {
  const facts: string[] = [];
  const points = await ask({ ask: 'count', of: isSetTerm(term) ? term : { op: 'domain', of: term } });
  if (isDecided(points)) facts.push(`${points} ${isSetTerm(term) ? 'points' : 'inputs'}`);
  if (!isMapTerm(term)) return facts;
  const isFunction = await ask({ ask: 'property', property: 'single-valued', of: term });
  if (isFunction === false) facts.push('several outputs for one input');
  const isInjective = await ask({ ask: 'property', property: 'injective', of: term });
  if (isDecided(isInjective)) facts.push(isInjective ? 'injective' : 'not injective');
  return facts;
}

async function readTerm(term: Term, ask: Ask): Promise<ReadRelation> {
  const text = await ask({ ask: 'text', of: term });
  const facts = isDecided(text) || text.why === 'limit' ? await factsOf(term, ask) : [];
  const own = termText(term);
  if (!isDecided(text)) return { kind: 'relation', text: own, undecided: text, facts };
  // A text that was written is often the clearer one.
  const isWritten = (term.op === 'set' || term.op === 'map') && own.length <= text.length;
  return { kind: 'relation', text: isWritten ? own : text, undecided: null, facts };
}

const point = (numbers: readonly number[]): SetTerm => ({ op: 'set', text: `{ ${tuple(numbers)} }` });

/** The smallest output for an input, as text. */
async function outputAt(of: MapTerm, input: readonly number[], ask: Ask): Promise<string> {
  const output = await ask({ ask: 'smallest', of: { op: 'image', of: point(input), by: of } });
  if (output === null) return 'nothing';
  return isDecided(output) ? tuple(output) : 'something else';
}

/** Where two terms of one kind differ. */
const difference = <T extends Term>(left: T, right: T): T =>
  ({
    op: 'union',
    kind: isSetTerm(left) ? 'set' : 'map',
    left: { op: 'subtract', kind: isSetTerm(left) ? 'set' : 'map', left, right },
    right: { op: 'subtract', kind: isSetTerm(left) ? 'set' : 'map', left: right, right: left },
  }) as unknown as T;

async function counterexample(left: Term, right: Term, ask: Ask): Promise<string | null> {
  if (isMapTerm(left) && isMapTerm(right)) {
    const at = await ask({ ask: 'smallest', of: { op: 'domain', of: difference(left, right) } });
    if (!isDecided(at) || at === null) return null;
    const [a, b] = [await outputAt(left, at, ask), await outputAt(right, at, ask)];
    return `at ${tuple(at)} the one gives ${a}, the other ${b}`;
  }
  if (!isSetTerm(left) || !isSetTerm(right)) return null;
  const at = await ask({ ask: 'smallest', of: difference(left, right) });
  if (!isDecided(at) || at === null) return null;
  const isInLeft = await ask({ ask: 'subset', left: point(at), right: left });
  return `${tuple(at)} is in the ${isInLeft === true ? 'first' : 'second'} alone`;
}

/** Coordinates at which two functions are compared one by one. */
const MAXIMUM_CALLS = 2 ** 14;

/** The smallest coordinate at which two functions differ; one that has ended gives nothing. */
function compared(left: FlatFunction, right: FlatFunction): Decided | null {
  const common = Math.min(left.size, right.size);
  if (common > MAXIMUM_CALLS) return null;
  const decision = (at: number, a: string | number, b: string | number): Decided => ({
    kind: 'decision',
    holds: false,
    why: `at ${at} the one gives ${a}, the other ${b}`,
  });
  for (let at = 0; at < common; at++) {
    const [a, b] = [left.at(at), right.at(at)];
    if (a !== b) return decision(at, a, b);
  }
  if (left.size > common) return decision(common, left.at(common), 'nothing');
  if (right.size > common) return decision(common, 'nothing', right.at(common));
  return { kind: 'decision', holds: true, why: null };
}

/** Two layouts are compared by the algebra, which knows them better; null where it does not decide. */
export function decidedByAlgebra({ asked }: RelationQuestion): Decided | null {
  if (asked.ask !== 'equal') return null;
  const { left, right } = asked;
  if (left.layout !== null && right.layout !== null) {
    const decision = equalFunctions(left.layout, right.layout);
    if (isFailure(decision)) return null;
    return { kind: 'decision', holds: decision.holds, why: decision.holds ? null : decision.why };
  }
  const [a, b] = [left.flat(), right.flat()];
  return a === null || b === null ? null : compared(a, b);
}

/** Whether two sides are the same function or set, with the smallest counterexample. */
async function readEquality(
  { term: left }: Side,
  { term: right }: Side,
  ask: Ask,
): Promise<Decided | Undecided> {
  const holds = await ask({ ask: 'equal', left, right });
  if (!isDecided(holds)) return holds;
  const why = holds ? null : await counterexample(left, right, ask);
  return { kind: 'decision', holds, why };
}

async function readQuestion(question: RelationQuestion, ask: Ask): Promise<Decided | Undecided> {
  const { asked } = question;
  if (asked.ask === 'equal') return decidedByAlgebra(question) ?? readEquality(asked.left, asked.right, ask);
  const holds = await ask<Question & { ask: 'subset' | 'empty' | 'property' }>(asked);
  return isDecided(holds) ? { kind: 'decision', holds, why: null } : holds;
}

async function readDerived({ derive }: DerivedValue, ask: Ask): Promise<Reading> {
  const found = await derive(ask);
  if (isRelationValue(found)) return readRelationValue(found, ask);
  if (found instanceof Layout || found instanceof ComposedLayout) return { kind: 'layout', layout: found };
  if (found instanceof Violation) return { kind: 'none', violation: found };
  return found instanceof Undecided ? found : { kind: 'value', value: found };
}

/** What a value comes to. It never rejects. */
export function readRelationValue(value: RelationValue, ask: Ask): Promise<Reading> {
  if (value instanceof IntegerRelation) return readTerm(value.term, ask);
  return value instanceof DerivedValue ? readDerived(value, ask) : readQuestion(value, ask);
}
