// Index expressions as source code. Quotients and remainders by powers of two are shifts and masks: no value is negative
// where they stand.

import type { IndexExpression, Test } from '../../../algebra/indexing/expression.ts';
import { grouped } from '../../../algebra/indexing/measure.ts';
import { refuse } from '../../../algebra/integer/failure.ts';
import { type IndexLanguage, LANGUAGES, type LanguageForm } from './languages.ts';
import { tableKey } from './shared.ts';

/** How strongly an operator binds, as in C and in Python. */
const Binds = { Exclusive: 1, And: 2, Shift: 3, Sum: 4, Product: 5, Atom: 6 } as const;
type Binds = (typeof Binds)[keyof typeof Binds];

interface Written {
  readonly text: string;
  readonly binds: Binds;
}

const isPowerOfTwo = (n: number): boolean => n > 0 && n <= 2 ** 30 && (n & (n - 1)) === 0;

function within({ text, binds }: Written, outer: Binds, isStrict: boolean): string {
  const isBare = binds === Binds.Atom || (binds > outer && !(isStrict && outer <= Binds.Shift));
  return isBare ? text : `(${text})`;
}

/** What the tables of expressions are called, by their numbers. */
type TableNames = ReadonlyMap<string, string>;

interface Form extends LanguageForm {
  readonly tables: TableNames;
}

/** What is multiplied: products group from the left. */
const factorText = (e: IndexExpression, form: Form): string =>
  e.kind === 'product' ? written(e, form).text : within(written(e, form), Binds.Product, form.isStrict);

function written(e: IndexExpression, form: Form): Written {
  const inside = (inner: IndexExpression, outer: Binds): string =>
    within(written(inner, form), outer, form.isStrict);
  switch (e.kind) {
    case 'variable':
      return { text: e.name, binds: Binds.Atom };
    case 'quotient':
      if (form.hasShifts && isPowerOfTwo(e.by))
        return { text: `${inside(e.of, Binds.Shift)} >> ${Math.log2(e.by)}`, binds: Binds.Shift };
      // JavaScript has no integers to divide.
      if (form.divide === '/|')
        return { text: `Math.floor(${inside(e.of, Binds.Product)} / ${e.by})`, binds: Binds.Atom };
      return { text: `${inside(e.of, Binds.Product)} ${form.divide} ${e.by}`, binds: Binds.Product };
    case 'remainder':
      return form.hasShifts && isPowerOfTwo(e.by)
        ? { text: `${inside(e.of, Binds.And)} & ${e.by - 1}`, binds: Binds.And }
        : { text: `${inside(e.of, Binds.Product)} % ${e.by}`, binds: Binds.Product };
    case 'exclusive':
      return {
        text: `${inside(e.left, Binds.Exclusive)} ^ ${inside(e.right, Binds.Exclusive)}`,
        binds: Binds.Exclusive,
      };
    case 'product':
      return {
        text: `${factorText(e.left, form)} * ${inside(e.right, Binds.Product)}`,
        binds: Binds.Product,
      };
    case 'operation':
      return operationText(e, form);
    case 'choice': {
      if (form.choice === null)
        return refuse('unsupported', 'the language has no choice between two expressions');
      const [then, otherwise] = [e.below, e.otherwise].map((part) => written(part, form).text);
      return { text: form.choice(testsText(e.tests, form), then!, otherwise!), binds: Binds.Atom };
    }
    case 'lookup':
      return { text: `${form.tables.get(tableKey(e))!}[${written(e.at, form).text}]`, binds: Binds.Atom };
    case 'sum':
      return sumText(e, form);
  }
}

/** A comparison binds less than a sum, and in C less than an operator of bits. */
function testsText(tests: readonly Test[], form: Form): string {
  const side = (e: IndexExpression): string => within(written(e, form), Binds.Shift, false);
  const compared = tests.map(({ of, bound }) => `${side(of)} < ${side(bound)}`);
  return compared.length === 1 ? compared[0]! : form.all(compared);
}

function operationText(e: IndexExpression & { kind: 'operation' }, form: Form): Written {
  const side = (inner: IndexExpression): string => within(written(inner, form), Binds.Product, form.isStrict);
  switch (e.operator) {
    case 'min':
    case 'max': {
      if (form.extremum === null) return refuse('unsupported', `the language has no ${e.operator}`);
      const [left, right] = [e.left, e.right].map((part) => written(part, form).text);
      return { text: form.extremum(e.operator, left!, right!), binds: Binds.Atom };
    }
    case 'quotient':
      return form.divide === '/|'
        ? { text: `Math.floor(${side(e.left)} / ${side(e.right)})`, binds: Binds.Atom }
        : { text: `${side(e.left)} ${form.divide} ${rightSide(e.right, form)}`, binds: Binds.Product };
    case 'remainder':
      return { text: `${side(e.left)} % ${rightSide(e.right, form)}`, binds: Binds.Product };
  }
}

/** What divides stands in parentheses, unless it is one thing. */
const rightSide = (e: IndexExpression, form: Form): string => within(written(e, form), Binds.Atom, true);

function sumText({ terms, constant }: IndexExpression & { kind: 'sum' }, form: Form): Written {
  if (terms.length === 0) return { text: String(constant), binds: constant < 0 ? Binds.Sum : Binds.Atom };
  const summands: { readonly isNegative: boolean; readonly text: string; readonly binds: Binds }[] = [];
  for (const { factor, atoms } of grouped(terms)) {
    const size = Math.abs(factor);
    if (size === 1) {
      for (const atom of atoms)
        summands.push({
          isNegative: factor < 0,
          text: within(written(atom, form), Binds.Sum, form.isStrict),
          binds: Binds.Sum,
        });
      continue;
    }
    const inner = atoms.map((atom) =>
      atoms.length > 1 ? within(written(atom, form), Binds.Sum, form.isStrict) : factorText(atom, form),
    );
    const text = atoms.length > 1 ? `(${inner.join(' + ')})` : inner[0]!;
    summands.push({ isNegative: factor < 0, text: `${text} * ${size}`, binds: Binds.Product });
  }
  if (constant !== 0)
    summands.push({ isNegative: constant < 0, text: String(Math.abs(constant)), binds: Binds.Sum });
  // What is subtracted stands behind what it is subtracted from.
  const [first, ...rest] = [...summands].sort((a, b) => Number(a.isNegative) - Number(b.isNegative));
  if (rest.length === 0 && !first!.isNegative) return { text: first!.text, binds: Binds.Product };
  const head = first!.isNegative ? `-${first!.text}` : first!.text;
  return {
    text: rest.reduce((sum, { isNegative, text }) => `${sum} ${isNegative ? '-' : '+'} ${text}`, head),
    binds: Binds.Sum,
  };
}

/** `i < 5 && j < 7` */
export const conditionText = (tests: readonly Test[], language: IndexLanguage, tables: TableNames): string =>
  testsText(tests, { ...LANGUAGES[language], tables });

export const indexText = (e: IndexExpression, language: IndexLanguage, tables: TableNames): string =>
  written(e, { ...LANGUAGES[language], tables }).text;
