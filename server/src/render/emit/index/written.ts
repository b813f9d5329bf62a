// Checked index expressions as the lines of a language, with what holds of them.

import type { IndexExpression, Test } from '../../../algebra/indexing/expression.ts';
import { coordinateName } from '../../../algebra/indexing/open/factored.ts';
import { withParts } from '../../../algebra/indexing/parts.ts';
import { refuse } from '../../../algebra/integer/failure.ts';
import { type IndexLanguage, LANGUAGES } from './languages.ts';
import { type Shared, tablesOf } from './shared.ts';
import { conditionText, indexText } from './text.ts';

/** A variable as it is written, and what it stays below. */
interface EmittedVariable {
  readonly name: string;
  readonly extent: string;
}

export interface Emitted {
  /** Statements before it: the tables and subexpressions that it names. */
  readonly definitions: readonly string[];
  /** One expression; of an inverse one for each dimension. */
  readonly expressions: readonly string[];
  readonly operations: number;
  readonly variables: readonly EmittedVariable[];
  /** What has to hold of sizes that are names, in the language: `M % BM == 0`. */
  readonly assumes: readonly string[];
  /** Where an index of an expanded layout has a position; null where every one has. */
  readonly inside: string | null;
  /** How it was checked: `run over 512 points`. */
  readonly checked: string;
}

interface ToWrite {
  readonly shared: Shared;
  readonly variables: readonly EmittedVariable[];
  readonly assumes: readonly string[];
  /** Whether it is the position in a layout that has none for some indices. */
  readonly isExpanded: boolean;
  readonly checked: string;
}

/** What a dimension is called in the code: `:` is a range, which lies along its own axis among the others. */
function namesOf(variables: readonly EmittedVariable[], language: IndexLanguage): readonly string[] {
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

/** The tests of an expanded layout, whose indices have a position or -1. */
const testsOf = (e: IndexExpression | undefined): readonly Test[] => (e?.kind === 'choice' ? e.tests : []);

/** Violations: unsupported for a table in a language that has none, and for `:` outside of Triton wrong-kind. */
export function written(
  language: IndexLanguage,
  { shared: { expressions, named, operations }, variables, assumes, isExpanded, checked }: ToWrite,
): Emitted {
  const { define, table } = LANGUAGES[language];
  const texts = new Map(namesOf(variables, language).map((text, k) => [coordinateName(k), text]));
  const tables = tablesOf([...named.map(({ value }) => value), ...expressions]);
  if (tables.length > 0 && table === null)
    refuse(
      'unsupported',
      `a permutation without a formula is a table, and ${language} has none to look into`,
    );
  const tableNames = new Map(tables.map((values, k) => [values.join(), `table${k}`]));
  const text = (e: IndexExpression): string => indexText(renamed(e, texts), language, tableNames);
  const tests = isExpanded ? testsOf(expressions[0]) : [];
  const inside = tests.map(({ of, bound }) => ({ of: renamed(of, texts), bound: renamed(bound, texts) }));
  return {
    definitions: [
      ...tables.map((values, k) => table!(`table${k}`, values.join(', '), values.length)),
      ...named.map(({ name, value }) => define!(name, text(value))),
    ],
    expressions: expressions.map(text),
    operations,
    variables,
    assumes,
    inside: inside.length === 0 ? null : conditionText(inside, language, tableNames),
    checked,
  };
}
