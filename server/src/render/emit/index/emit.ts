// The index expressions of a value in a language, run over their whole domain before they are given out.

import { EXPANDED, type IndexExpression, UNEXPANDED } from '../../../algebra/indexing/expression.ts';
import type { CoordinateName } from '../../../algebra/indexing/layout.ts';
import { evaluatorOf, isNarrow, operationsOf } from '../../../algebra/indexing/measure.ts';
import { coordinateName } from '../../../algebra/indexing/open/factored.ts';
import { withParts } from '../../../algebra/indexing/parts.ts';
import { asFailure, isFailure, type Outcome, refuse } from '../../../algebra/integer/failure.ts';
import { LegoLayout } from '../../../algebra/lego/lego.ts';
import { OpenChain } from '../../../algebra/lego/open.ts';
import { expressionMapping } from '../../../algebra/relation/expression.ts';
import { type Ask, Undecided } from '../../../algebra/relation/question.ts';
import type { MapTerm } from '../../../algebra/relation/term.ts';
import { type IndexLanguage, LANGUAGES } from './languages.ts';
import { assumed, extentText, openIndexSubject, openPositionSubject, runForSizes } from './open.ts';
import { type Shared, shared } from './shared.ts';
import { type Closed, type Indexed, inverseSubject, type Subject, subjectAt } from './subject.ts';
import { type Emitted, written } from './written.ts';

interface EmitOptions {
  readonly language: IndexLanguage;
  /** The index at a position rather than the position of an index. */
  readonly inverse: boolean;
  /**
   * What the coordinates are called, or the position where it is inverted; `:` is all of a dimension, in Triton. With none
   * they are called i, j, …
   */
  readonly names: readonly CoordinateName[];
  /** The names are the arguments of a call: a layout may be called with one coordinate for all of its modes. */
  readonly isCall?: boolean;
  /** The most points over which it is run; what has more is refused. */
  readonly points?: number;
  /** The expression stands alone: nothing is named for it beforehand. */
  readonly isAlone?: boolean;
}

/** Points over which an expression is run before it is offered. */
const MAXIMUM_POINTS = 1 << 20;
/** The most points of one of the sizes that names are given. */
const MAXIMUM_OPEN_POINTS = 1 << 14;

const extentsOf = ({ variables }: Subject): readonly number[] => variables.map(({ extent }) => extent);

const pointsOf = (subject: Subject): number => extentsOf(subject).reduce((a, b) => a * b, 1);

function requireCheckable(subject: Subject, maximum: number): void {
  const points = pointsOf(subject);
  if (points > maximum)
    refuse('unsupported', `an expression over ${points} points is too large to be checked`);
}

/** The next index, the last number fastest. */
function advance(index: number[], extents: readonly number[]): void {
  for (let k = index.length - 1; ++index[k]! === extents[k]; k--) index[k] = 0;
}

function requireEqual(expressions: readonly IndexExpression[], subject: Subject): void {
  const { variables, expected } = subject;
  const extents = extentsOf(subject);
  const points = extents.reduce((a, b) => a * b, 1);
  const places = new Map(variables.map((_, k) => [coordinateName(k), k]));
  const runs = expressions.map((e) => evaluatorOf(e, (name) => places.get(name)!));
  const index = extents.map(() => 0);
  for (let at = 0; at < points; at++) {
    if (at > 0) advance(index, extents);
    const wanted = expected(index);
    for (const [k, run] of runs.entries()) {
      const value = run(index);
      if (value !== wanted[k])
        refuse(
          'unsupported',
          `the expression gives ${value} at (${index.join(',')}), and the layout ${wanted[k]}`,
        );
    }
  }
}

/** With names for what is needed several times, if there may be any. */
function sharedOr(
  expressions: readonly IndexExpression[],
  mayName: boolean,
  taken: readonly string[],
): Shared {
  if (mayName) return shared(expressions, new Set(taken));
  return { expressions, named: [], operations: expressions.reduce((sum, e) => sum + operationsOf(e), 0) };
}

/** The cheaper of both ways of taking quotients; with names for what is needed several times, if there may be any. */
function cheapest(subject: Subject, mayName: boolean): Shared {
  const [expanded, unexpanded] = [EXPANDED, UNEXPANDED].map((arithmetic) => {
    const taken = subject.variables.map(({ name }) => name);
    return sharedOr(subject.expressions(arithmetic), mayName, taken);
  });
  return unexpanded!.operations < expanded!.operations ? unexpanded! : expanded!;
}

/** What is to be written, before it is checked. */
interface Proposed {
  readonly subject: Subject;
  readonly made: Shared;
  /** The expressions with what their names stand for. */
  readonly expressions: readonly IndexExpression[];
}

/** `points`: the most over which it may be. */
function proposed(value: Closed, options: EmitOptions, points = Number.POSITIVE_INFINITY): Proposed {
  const { language, names, inverse, isCall = false, isAlone } = options;
  const { define, isNarrow: has32Bits } = LANGUAGES[language];
  const subject = inverse ? inverseSubject(value, names) : subjectAt(value, names, isCall);
  requireCheckable(subject, points);
  const made = cheapest(subject, define !== null && isAlone !== true);
  if (has32Bits && ![...made.named.map((n) => n.value), ...made.expressions].every(isNarrow))
    refuse('overflow', `the arithmetic needs more than the 32 bits of an integer of ${language}`);
  return { subject, made, expressions: resolved(made.expressions, made.named) };
}

const writtenAs = (
  value: Closed,
  { language, inverse }: EmitOptions,
  { subject, made }: Proposed,
  checked: string,
): Emitted =>
  written(language, {
    shared: made,
    variables: subject.variables.map(({ name, extent }) => ({ name, extent: String(extent) })),
    assumes: [],
    isExpanded: value instanceof LegoLayout && value.expansion !== null && !inverse,
    checked,
  });

/**
 * The position of an index, or the index at a position. Violations: wrong-kind for open sizes, coordinate-mismatch for
 * other coordinates than it has, out-of-range for a number among them, unsupported for what has no expression or is too
 * large to be run over, overflow for more than 32 bits, inadmissible for the inverse of what is no bijection.
 */
export function emitIndex(value: Indexed, options: EmitOptions): Outcome<Emitted> {
  try {
    if (value instanceof OpenChain) return emitOpen(value, options);
    const made = proposed(value, options, options.points ?? MAXIMUM_POINTS);
    requireEqual(made.expressions, made.subject);
    return writtenAs(value, options, made, `run over ${pointsOf(made.subject)} points`);
  } catch (e) {
    return asFailure(e);
  }
}

/** The same, of any size: what is too large to be run over is proved. Violation besides: undecided. */
export async function emitProved(
  value: Indexed,
  options: EmitOptions,
  ask: Ask,
): Promise<Outcome<Emitted> | Undecided> {
  try {
    if (value instanceof OpenChain) return emitOpen(value, options);
    const made = proposed(value, options);
    const { subject, expressions } = made;
    if (pointsOf(subject) <= MAXIMUM_POINTS) return emitIndex(value, options);
    const variables = subject.variables.map(({ extent }, k) => ({ name: coordinateName(k), extent }));
    const [left, right] = [expressionMapping(expressions, variables), subject.relation()];
    if (isFailure(left)) return left;
    if (isFailure(right)) return right;
    const isEqual = await ask({ ask: 'equal', left: left as MapTerm, right: right as MapTerm });
    if (isEqual instanceof Undecided) return isEqual;
    if (!isEqual) refuse('unsupported', 'the expression is not the layout’s relation');
    return writtenAs(value, options, made, `proved by libisl for all ${pointsOf(subject)} points`);
  } catch (e) {
    return asFailure(e);
  }
}

/** Sizes that are names: proved by the rules, and run over the whole of some sizes besides. */
function emitOpen(chain: OpenChain, { language, names, inverse, isAlone, points }: EmitOptions): Emitted {
  const subject = inverse ? openIndexSubject(chain, names) : openPositionSubject(chain, names);
  const mayName = LANGUAGES[language].define !== null && isAlone !== true;
  const made = sharedOr(subject.expressions, mayName, [
    ...chain.symbols,
    ...subject.variables.map(({ name }) => name),
  ]);
  const maximum = Math.min(points ?? MAXIMUM_POINTS, MAXIMUM_OPEN_POINTS);
  const run = runForSizes(subject, resolved(made.expressions, made.named), maximum);
  return written(language, {
    shared: made,
    variables: subject.variables.map(({ name, extent }) => ({
      name,
      extent: extentText(extent, language),
    })),
    assumes: assumed(subject, language),
    isExpanded: chain.expansion !== null && !inverse,
    checked: `proved for all sizes by the rules of Table II, and run over the ${run.points} points of ${run.sizes} sizes`,
  });
}

/** Expressions with what their names stand for, as a check evaluates them. */
function resolved(
  expressions: readonly IndexExpression[],
  named: Shared['named'],
): readonly IndexExpression[] {
  const values = new Map<string, IndexExpression>();
  const put = (e: IndexExpression): IndexExpression =>
    e.kind === 'variable' ? (values.get(e.name) ?? e) : withParts(e, put);
  for (const { name, value } of named) values.set(name, put(value));
  return expressions.map(put);
}
