// The index expressions of a value in a language, run over their whole domain before they are given out.

import { EXPANDED, type IndexExpression, UNEXPANDED } from '../../../algebra/indexing/expression.ts';
import type { CoordinateName, NamedVariable } from '../../../algebra/indexing/layout.ts';
import { evaluatorOf, isNarrow, operationsOf } from '../../../algebra/indexing/measure.ts';
import { withParts } from '../../../algebra/indexing/parts.ts';
import { asFailure, type Outcome, refuse } from '../../../algebra/integer/failure.ts';
import { unflatten } from '../../../algebra/lego/row-major.ts';
import { type IndexLanguage, LANGUAGES } from './languages.ts';
import { type Shared, shared, tablesOf } from './shared.ts';
import { type Indexed, inverseSubject, numbered, type Subject, subjectAt } from './subject.ts';
import { indexText } from './text.ts';

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

export interface Emitted {
  /** Statements before it: the tables and subexpressions that it names. */
  readonly definitions: readonly string[];
  /** One expression; of an inverse one for each dimension. */
  readonly expressions: readonly string[];
  readonly operations: number;
  readonly variables: readonly NamedVariable[];
}

/** Points over which an expression is run before it is offered. */
const MAXIMUM_POINTS = 1 << 20;

/** What a dimension is called in the code: `:` is a range, which lies along its own axis among the others. */
function written(variables: readonly NamedVariable[], language: IndexLanguage): readonly string[] {
  const ranges = variables.filter(({ name }) => name === ':').length;
  if (ranges > 0 && language !== 'triton') refuse('wrong-kind', '`:` stands for a range in Triton alone');
  let axis = 0;
  return variables.map(({ name, extent }) => {
    if (name !== ':') return name;
    const own = axis++;
    const axes = Array.from({ length: ranges }, (_, a) => (a === own ? ':' : 'None'));
    return `tl.arange(0, ${extent})${ranges === 1 ? '' : `[${axes.join(', ')}]`}`;
  });
}

const renamed = (e: IndexExpression, texts: ReadonlyMap<string, string>): IndexExpression =>
  e.kind === 'variable'
    ? { ...e, name: texts.get(e.name) ?? e.name }
    : withParts(e, (part) => renamed(part, texts));

const extentsOf = ({ variables }: Subject): readonly number[] => variables.map(({ extent }) => extent);

function requireCheckable(subject: Subject, maximum: number): void {
  const points = extentsOf(subject).reduce((a, b) => a * b, 1);
  if (points > maximum)
    refuse('unsupported', `an expression over ${points} points is too large to be checked`);
}

function requireEqual(expressions: readonly IndexExpression[], subject: Subject): void {
  const { variables, expected } = subject;
  const extents = extentsOf(subject);
  const points = extents.reduce((a, b) => a * b, 1);
  const places = new Map(variables.map((_, k) => [numbered(k), k]));
  const runs = expressions.map((e) => evaluatorOf(e, (name) => places.get(name)!));
  for (let at = 0; at < points; at++) {
    const index = unflatten(extents, at);
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

/** The cheaper of both ways of taking quotients; with names for what is needed several times, if there may be any. */
function cheapest(subject: Subject, mayName: boolean): Shared {
  const [expanded, unexpanded] = [EXPANDED, UNEXPANDED].map((arithmetic) => {
    const expressions = subject.expressions(arithmetic);
    const operations = expressions.reduce((sum, e) => sum + operationsOf(e), 0);
    return mayName ? shared(expressions) : { expressions, named: [], operations };
  });
  return unexpanded!.operations < expanded!.operations ? unexpanded! : expanded!;
}

/**
 * The position of an index, or the index at a position. Violations: wrong-kind for open sizes, coordinate-mismatch for
 * other coordinates than it has, out-of-range for a number among them, unsupported for what has no expression or is too
 * large to be checked, overflow for more than 32 bits, inadmissible for the inverse of what is no bijection.
 */
export function emitIndex(value: Indexed, options: EmitOptions): Outcome<Emitted> {
  const { language, names, inverse, isCall = false, points = MAXIMUM_POINTS } = options;
  try {
    const subject = inverse ? inverseSubject(value, names) : subjectAt(value, names, isCall);
    const { define, table, isNarrow: has32Bits } = LANGUAGES[language];
    requireCheckable(subject, points);
    const { expressions, named, operations } = cheapest(subject, define !== null && options.isAlone !== true);
    requireEqual(resolved(expressions, named), subject);
    const { variables } = subject;
    const texts = new Map(written(variables, language).map((text, k) => [numbered(k), text]));
    const all = [...named.map(({ value }) => value), ...expressions];
    if (has32Bits && !all.every(isNarrow))
      refuse('overflow', `the arithmetic needs more than the 32 bits of an integer of ${language}`);
    const tables = tablesOf(all);
    if (tables.length > 0 && table === null)
      refuse(
        'unsupported',
        `a permutation without a formula is a table, and ${language} has none to look into`,
      );
    const tableNames = new Map(tables.map((values, k) => [values.join(), `table${k}`]));
    const text = (e: IndexExpression): string => indexText(renamed(e, texts), language, tableNames);
    return {
      definitions: [
        ...tables.map((values, k) => table!(`table${k}`, values.join(', '), values.length)),
        ...named.map(({ name, value }) => define!(name, text(value))),
      ],
      expressions: expressions.map(text),
      operations,
      variables,
    };
  } catch (e) {
    return asFailure(e);
  }
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
