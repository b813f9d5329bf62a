// The index expressions of a chain whose sizes are names: proved by the rules that made them, for all sizes, and run over
// the whole of some.

import { constant, type IndexExpression, openVariable } from '../../../algebra/indexing/expression.ts';
import type { CoordinateName } from '../../../algebra/indexing/layout.ts';
import { evaluatorOf } from '../../../algebra/indexing/measure.ts';
import { choiceOf } from '../../../algebra/indexing/nonlinear.ts';
import { openIndex, openPosition } from '../../../algebra/indexing/open/chain.ts';
import { coordinateName, factoredExpression } from '../../../algebra/indexing/open/factored.ts';
import { isFailure, type Outcome, refuse } from '../../../algebra/integer/failure.ts';
import { closedChain } from '../../../algebra/lego/closed.ts';
import { legoApply, legoInv } from '../../../algebra/lego/lego.ts';
import { COMPARED, type Condition, holdsFor, numberFor, type OpenChain } from '../../../algebra/lego/open.ts';
import { product, unflatten } from '../../../algebra/lego/row-major.ts';
import { constantTerm, symbolTerm } from '../../../algebra/term/operations.ts';
import type { Term } from '../../../algebra/term/term.ts';
import { type IndexLanguage, LANGUAGES } from './languages.ts';
import { DEFAULT_NAMES } from './subject.ts';
import { indexText } from './text.ts';

/** A coordinate: its name and what it stays below, or a number. */
interface OpenVariable {
  readonly name: string;
  readonly extent: Term;
}

interface OpenSubject {
  readonly chain: OpenChain;
  readonly expressions: readonly IndexExpression[];
  readonly variables: readonly OpenVariable[];
  /** Of sizes, and of coordinates that are numbers. */
  readonly conditions: readonly Condition[];
  /** What the expressions are to give at numbers for the variables, of a chain with numbers for the names. */
  readonly expected: (
    closed: Parameters<typeof legoApply>[0],
    values: readonly number[],
  ) => Outcome<readonly number[]>;
}

function must<T>(outcome: Outcome<T>): T {
  if (isFailure(outcome)) throw outcome;
  return outcome as T;
}

const expressionOf = (t: Term): IndexExpression =>
  // A size is at least 1.
  factoredExpression(t, (name) => openVariable(name, name.startsWith('~') ? 0 : 1));

function requireNames(names: readonly CoordinateName[], count: number, chain: OpenChain): void {
  if (names.length !== count)
    refuse(
      'coordinate-mismatch',
      `${names.length} name${names.length === 1 ? '' : 's'} for ${count} variable${count === 1 ? '' : 's'}`,
    );
  const size = names.find((name) => chain.symbols.includes(String(name)));
  if (size !== undefined) refuse('coordinate-mismatch', `${size} is a size of the chain`);
}

/** The position of an index. Violations: coordinate-mismatch, unsupported, wrong-kind. */
export function openPositionSubject(chain: OpenChain, given: readonly CoordinateName[]): OpenSubject {
  const { dims } = chain;
  const free = DEFAULT_NAMES.filter((name) => !chain.symbols.includes(name));
  const names = given.length === 0 ? free.slice(0, dims.length) : given;
  requireNames(names, dims.length, chain);
  const variables: OpenVariable[] = [];
  const conditions: Condition[] = [];
  const index = names.map((name, k) => {
    const extent = dims[k]!;
    if (typeof name === 'number') {
      conditions.push({ relation: 'below', left: constantTerm(name), right: extent });
      return constantTerm(name);
    }
    if (typeof name !== 'string') return refuse('coordinate-mismatch', 'an index has no modes');
    variables.push({ name, extent });
    return symbolTerm(coordinateName(variables.length - 1));
  });
  const { position, tests } = must(openPosition(chain, index));
  return {
    chain,
    expressions: [
      choiceOf(
        tests.map(({ of, bound }) => ({ of: expressionOf(of), bound: expressionOf(bound) })),
        expressionOf(position),
        constant(-1),
      ),
    ],
    variables,
    conditions,
    expected: (closed, values) => {
      let k = 0;
      const at = legoApply(
        closed,
        names.map((name) => (typeof name === 'number' ? name : values[k++]!)),
      );
      return isFailure(at) ? at : [at];
    },
  };
}

/** The index at a position. Violations as of a position. */
export function openIndexSubject(chain: OpenChain, given: readonly CoordinateName[]): OpenSubject {
  const free = ['p', 'at', 'position'].find((name) => !chain.symbols.includes(name))!;
  const names = given.length === 0 ? [free] : given;
  requireNames(names, 1, chain);
  const expressions = must(openIndex(chain, symbolTerm(coordinateName(0)))).map(expressionOf);
  return {
    chain,
    expressions,
    variables: [{ name: String(names[0]), extent: chain.positions }],
    conditions: [],
    expected: (closed, [at]) => legoInv(closed, at!),
  };
}

/** Sizes that are tried for names, and how often. */
const TRIED = [1, 2, 3, 4, 5] as const;
const [MAXIMUM_TRIES, MAXIMUM_REPEATED, WANTED, LEAST] = [500, 30, 8, 2] as const;
/** Points of a size that is small. */
const SMALL = 256;

/** What a name is divided by: where that has to leave nothing, and where it may. */
interface Divisors {
  readonly exact: readonly Term[];
  readonly rounded: readonly Term[];
}

function divisorsOf(name: string, conditions: readonly Condition[], sizes: readonly Term[]): Divisors {
  const exact = conditions.flatMap(({ relation, left, right }) =>
    relation === 'divides' && left.text === name ? [right] : [],
  );
  const rounded = new Map(quotientsOf(name, sizes).map((t) => [t.text, t]));
  for (const { text } of exact) rounded.delete(text);
  return { exact, rounded: [...rounded.values()] };
}

/** The divisors of quotients of a name. */
const quotientsOf = (name: string, sizes: readonly Term[]): readonly Term[] =>
  sizes.flatMap(({ monomials }) =>
    monomials.flatMap(({ atoms }) =>
      atoms.flatMap((atom) => {
        if (atom.kind === 'symbol' || atom.kind === 'opaque') return [];
        const own = atom.kind === 'floordiv' && atom.left.text === name ? [atom.right] : [];
        return [...own, ...quotientsOf(name, [atom.left, atom.right])];
      }),
    ),
  );

/** Numbers for the names under which the conditions hold, each assignment once, in an order that is always the same. */
function* assignments(subject: OpenSubject): Iterable<ReadonlyMap<string, Term>> {
  const { chain } = subject;
  const conditions = [...chain.conditions, ...subject.conditions];
  const divided = new Map(chain.symbols.map((name) => [name, divisorsOf(name, conditions, chain.sizes)]));
  const countOf = (name: string): number =>
    divided.get(name)!.exact.length + divided.get(name)!.rounded.length;
  // What is divided comes behind what divides it, and is a multiple of that, or not much more.
  const names = [...chain.symbols].sort((a, b) => countOf(a) - countOf(b));
  const seen = new Set<string>();
  let [state, repeated] = [1, 0];
  for (let tried = 0; tried < MAXIMUM_TRIES; tried++) {
    const values = new Map<string, Term>();
    for (const name of names) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      const picked = TRIED[(state >>> 16) % TRIED.length]!;
      const { exact, rounded } = divided.get(name)!;
      const by = [...exact, ...rounded].map((divisor) => numberFor(divisor, values) ?? 1);
      const more = rounded.length === 0 ? 0 : (state >>> 8) % 3;
      values.set(name, constantTerm(product(by) * picked + more));
    }
    const key = [...values.values()].map(({ text }) => text).join();
    // One name has few sizes to be tried.
    if (seen.has(key) && ++repeated > MAXIMUM_REPEATED) return;
    if (seen.has(key)) continue;
    seen.add(key);
    repeated = 0;
    if (conditions.every((condition) => holdsFor(condition, values))) yield values;
  }
}

interface TriedSizes {
  readonly values: ReadonlyMap<string, Term>;
  /** How many points there are of these sizes. */
  readonly points: number;
}

/** Small sizes, as many as wanted; where there are hardly any the smallest of the others. */
function sizesFor(subject: OpenSubject, maximum: number): readonly TriedSizes[] {
  const [small, large]: [TriedSizes[], TriedSizes[]] = [[], []];
  for (const values of assignments(subject)) {
    const points = product(subject.variables.map(({ extent }) => numberFor(extent, values) ?? 0));
    if (points > 0 && points <= maximum) (points <= SMALL ? small : large).push({ values, points });
    if (small.length === WANTED) break;
  }
  const more = large.sort((a, b) => a.points - b.points).slice(0, Math.max(LEAST - small.length, 0));
  return [...small, ...more];
}

/** Runs the expressions over the whole of some sizes. Violation: unsupported where they differ, or none are found. */
export function runForSizes(
  subject: OpenSubject,
  expressions: readonly IndexExpression[],
  maximum: number,
): { readonly sizes: number; readonly points: number } {
  const tried = sizesFor(subject, maximum);
  if (tried.length < LEAST)
    refuse('unsupported', 'no sizes were found for which the conditions hold, so that it could be checked');
  for (const { values } of tried) runOnce(subject, expressions, values);
  return { sizes: tried.length, points: tried.reduce((sum, { points }) => sum + points, 0) };
}

function runOnce(
  { chain, variables, expected }: OpenSubject,
  expressions: readonly IndexExpression[],
  values: ReadonlyMap<string, Term>,
): void {
  const closed = must(closedChain(chain, values));
  const names = [...values.keys()];
  const numbers = names.map((name) => numberFor(symbolTerm(name), values)!);
  const extents = variables.map(({ extent }) => numberFor(extent, values)!);
  const places = new Map([
    ...variables.map((_, k) => [coordinateName(k), k] as const),
    ...names.map((name, k) => [name, variables.length + k] as const),
  ]);
  const runs = expressions.map((e) => evaluatorOf(e, (name) => places.get(name)!));
  for (let at = 0; at < product(extents); at++) {
    const index = unflatten(extents, at);
    const wanted = must(expected(closed, index));
    const given = [...index, ...numbers];
    for (const [k, run] of runs.entries())
      if (run(given) !== wanted[k])
        refuse(
          'unsupported',
          `at (${index.join(',')}) of ${names.map((name, n) => `${name} = ${numbers[n]}`).join(', ')} the expression gives ${run(given)}, and the chain ${wanted[k]}`,
        );
  }
}

/** What stays below 2^31 where integers have 32 bits, of positions of a chain. */
const LARGEST = constantTerm(2 ** 31);

/** The conditions as the language writes them. */
export function assumed({ chain, conditions }: OpenSubject, language: IndexLanguage): readonly string[] {
  const text = (t: Term): string => indexText(expressionOf(t), language, new Map());
  const fits: readonly Condition[] = LANGUAGES[language].isNarrow
    ? [{ relation: 'most', left: chain.size, right: LARGEST }]
    : [];
  return [...chain.conditions, ...conditions, ...fits].map(({ relation, left, right }) => {
    const [a, b] = [text(left), text(right)];
    return relation === 'divides' ? `${operand(a)} % ${operand(b)} == 0` : `${a} ${COMPARED[relation]} ${b}`;
  });
}

const operand = (text: string): string => (/\W/.test(text) ? `(${text})` : text);

export const extentText = (t: Term, language: IndexLanguage): string =>
  indexText(expressionOf(t), language, new Map());
