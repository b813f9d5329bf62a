// Index expressions: what a layout computes, as arithmetic on integers that are not negative.
//
// Every expression knows the range of its values. The functions here make an expression simpler as it is made: each
// rule holds because of ranges that are known then, so that no condition is left to be proved afterwards.

/** From `low` to `high`, both included. */
interface Range {
  readonly low: number;
  readonly high: number;
}

export type IndexExpression =
  | Sum
  | Quotient
  | Remainder
  | Exclusive
  | Product
  | Operation
  | Choice
  | Lookup
  | Variable;

/** What a sum is made of: everything but sums. */
export type Atom = Exclude<IndexExpression, Sum>;

interface Variable extends Range {
  readonly kind: 'variable';
  readonly name: string;
  readonly key: string;
}

/** c1·a1 + c2·a2 + … + constant, without equal atoms and without zero factors; the largest factors first. */
interface Sum extends Range {
  readonly kind: 'sum';
  readonly terms: readonly Term[];
  readonly constant: number;
  readonly key: string;
}

export interface Term {
  readonly factor: number;
  readonly atom: Atom;
}

/** ⌊of / by⌋ */
interface Quotient extends Range {
  readonly kind: 'quotient';
  readonly of: IndexExpression;
  readonly by: number;
  readonly key: string;
}

/** of mod by */
interface Remainder extends Range {
  readonly kind: 'remainder';
  readonly of: IndexExpression;
  readonly by: number;
  readonly key: string;
}

/** Exclusive or of two numbers that are not negative. */
interface Exclusive extends Range {
  readonly kind: 'exclusive';
  readonly left: IndexExpression;
  readonly right: IndexExpression;
  readonly key: string;
}

/** Of two expressions that are no constants. */
interface Product extends Range {
  readonly kind: 'product';
  readonly left: IndexExpression;
  readonly right: IndexExpression;
  readonly key: string;
}

/** Of two expressions, the right one no constant where they are divided. */
interface Operation extends Range {
  readonly kind: 'operation';
  readonly operator: 'quotient' | 'remainder' | 'min' | 'max';
  readonly left: IndexExpression;
  readonly right: IndexExpression;
  readonly key: string;
}

/** Whether an expression is below another. */
export interface Test {
  readonly of: IndexExpression;
  readonly bound: IndexExpression;
}

/** `below` where all tests hold, else `otherwise`. */
interface Choice extends Range {
  readonly kind: 'choice';
  readonly tests: readonly Test[];
  readonly below: IndexExpression;
  readonly otherwise: IndexExpression;
  readonly key: string;
}

/** values[at], where no formula is known. */
export interface Lookup extends Range {
  readonly kind: 'lookup';
  readonly values: readonly number[];
  readonly at: IndexExpression;
  readonly key: string;
}

/** A variable of the values 0 … extent - 1. */
export const variable = (name: string, extent: number): IndexExpression =>
  extent === 1 ? constant(0) : { kind: 'variable', name, low: 0, high: extent - 1, key: name };

/** A variable of which only the least value is known: a size that is a name, or a coordinate below one. */
export const openVariable = (name: string, low: number): IndexExpression => ({
  kind: 'variable',
  name,
  low,
  high: Number.POSITIVE_INFINITY,
  key: name,
});

export const constant = (value: number): Sum => makeSum([], value);

/** The value of an expression that is one number; null for others. */
export const constantOf = (e: IndexExpression): number | null => (e.low === e.high ? e.low : null);

function makeSum(terms: readonly Term[], value: number): Sum {
  let [low, high] = [value, value];
  for (const { factor, atom } of terms) {
    low += factor * (factor > 0 ? atom.low : atom.high);
    high += factor * (factor > 0 ? atom.high : atom.low);
  }
  const key = `(${terms.map(({ factor, atom }) => `${factor}*${atom.key}`).join('+')}+${value})`;
  return { kind: 'sum', terms, constant: value, low, high, key };
}

const termsOf = (e: IndexExpression): readonly Term[] =>
  e.kind === 'sum' ? e.terms : [{ factor: 1, atom: e }];

/** A sum of terms; one atom alone is itself. */
function collected(terms: readonly Term[], value: number): IndexExpression {
  const byKey = new Map<string, Term>();
  for (const { factor, atom } of terms) {
    const known = byKey.get(atom.key);
    byKey.set(atom.key, { factor: factor + (known?.factor ?? 0), atom });
  }
  const rejoined = rejoin([...byKey.values()].filter(({ factor }) => factor !== 0));
  const sorted = [...rejoined].sort(
    (a, b) => b.factor - a.factor || strideOf(b) - strideOf(a) || (a.atom.key < b.atom.key ? -1 : 1),
  );
  const [only] = sorted;
  return sorted.length === 1 && only!.factor === 1 && value === 0 ? only!.atom : makeSum(sorted, value);
}

/** Products stand before what they are added to, the longest first: the outermost coordinate has the most sizes. */
const strideOf = ({ atom }: Term): number => (atom.kind === 'product' ? atom.key.length : 0);

/**
 * c·d·⌊x / d⌋ + c·(x mod d) = c·x (LEGO Table II). x may be a quotient ⌊y / a⌋ itself, of which ⌊x / d⌋ has become
 * ⌊y / (a·d)⌋.
 */
function rejoin(terms: readonly Term[]): readonly Term[] {
  for (const low of terms) {
    if (low.atom.kind !== 'remainder') continue;
    const { of, by } = low.atom;
    const whole = quotient(of, by);
    if (whole.kind === 'sum') continue;
    const high = terms.find((t) => t.atom.key === whole.key && t.factor === low.factor * by);
    if (high === undefined) continue;
    const others = terms.filter((t) => t !== low && t !== high);
    const joined = termsOf(of).map(({ factor, atom }) => ({ factor: factor * low.factor, atom }));
    // What is joined may be a sum with a constant of its own, which terms cannot hold.
    if (of.kind === 'sum' && of.constant !== 0) continue;
    return merged([...others, ...joined]);
  }
  return terms;
}

function merged(terms: readonly Term[]): readonly Term[] {
  const sum = collected(terms, 0);
  return termsOf(sum);
}

export function add(...summands: readonly IndexExpression[]): IndexExpression {
  const value = summands.reduce((sum, e) => sum + (e.kind === 'sum' ? e.constant : 0), 0);
  return collected(summands.flatMap(termsOf), value);
}

export function times(e: IndexExpression, factor: number): IndexExpression {
  const value = e.kind === 'sum' ? e.constant * factor : 0;
  return collected(
    termsOf(e).map((t) => ({ factor: t.factor * factor, atom: t.atom })),
    value,
  );
}

/** A sum in two parts: g·(high) and low, where low stays within 0 … g - 1. */
interface Split {
  readonly high: IndexExpression;
  readonly low: IndexExpression;
}

function splitBy(e: Sum, g: number): Split | null {
  const remainder = ((e.constant % g) + g) % g;
  const low = collected(
    e.terms.filter(({ factor }) => factor % g !== 0),
    remainder,
  );
  if (low.low < 0 || low.high >= g) return null;
  const high = collected(
    e.terms
      .filter(({ factor }) => factor % g === 0)
      .map(({ factor, atom }) => ({ factor: factor / g, atom })),
    (e.constant - remainder) / g,
  );
  return { high, low };
}

/** Divisors of n above 1, largest first. */
function divisorsOf(n: number): readonly number[] {
  const found = new Set<number>();
  for (let d = 1; d * d <= n; d++)
    if (n % d === 0) {
      found.add(d);
      found.add(n / d);
    }
  found.delete(1);
  return [...found].sort((a, b) => b - a);
}

/** The largest split of a sum by a divisor of `by`; null where there is none. */
function splitFor(e: IndexExpression, by: number): (Split & { readonly g: number }) | null {
  if (e.kind !== 'sum') return null;
  for (const g of divisorsOf(by)) {
    const split = splitBy(e, g);
    if (split !== null) return { ...split, g };
  }
  return null;
}

/** The part of a sum whose factors `by` divides, divided, and the rest. */
function divided(e: Sum, by: number): { readonly whole: IndexExpression; readonly rest: IndexExpression } {
  const left = ((e.constant % by) + by) % by;
  return {
    whole: collected(
      e.terms
        .filter(({ factor }) => factor % by === 0)
        .map(({ factor, atom }) => ({ factor: factor / by, atom })),
      (e.constant - left) / by,
    ),
    rest: collected(
      e.terms.filter(({ factor }) => factor % by !== 0),
      left,
    ),
  };
}

/** ⌊e / by⌋, of an expression that is not negative. */
export function quotient(e: IndexExpression, by: number): IndexExpression {
  if (by === 1) return e;
  if (isWithinOne(e, by)) return constant(Math.floor(e.low / by));
  if (e.kind === 'quotient') return quotient(e.of, e.by * by);
  if (e.kind === 'remainder' && e.by % by === 0) return remainder(quotient(e.of, by), e.by / by);
  const split = splitFor(e, by);
  if (split !== null) return quotient(split.high, by / split.g);
  if (e.kind === 'sum') {
    const { whole, rest } = divided(e, by);
    if (constantOf(whole) !== 0 && rest.low >= 0) return add(whole, quotient(rest, by));
  }
  return bareQuotient(e, by);
}

/** Whether all values have one quotient. */
const isWithinOne = (e: IndexExpression, by: number): boolean =>
  Math.floor(e.low / by) === Math.floor(e.high / by);

function bareQuotient(e: IndexExpression, by: number): IndexExpression {
  const [low, high] = [Math.floor(e.low / by), Math.floor(e.high / by)];
  return { kind: 'quotient', of: e, by, low, high, key: `[${e.key}/${by}]` };
}

function bareRemainder(e: IndexExpression, by: number): IndexExpression {
  return { kind: 'remainder', of: e, by, low: 0, high: Math.min(e.high, by - 1), key: `[${e.key}%${by}]` };
}

/** How quotients and remainders are made. Both ways are right; which takes fewer operations differs. */
export interface Arithmetic {
  quotient(e: IndexExpression, by: number): IndexExpression;
  remainder(e: IndexExpression, by: number): IndexExpression;
}

/** Quotients and remainders of sums are taken of their terms, as far as ranges and factors allow. */
export const EXPANDED: Arithmetic = { quotient, remainder };

/** A sum stays whole, so that what is made of it several times is worked out once. */
export const UNEXPANDED: Arithmetic = {
  quotient: (e, by) =>
    e.kind !== 'sum' || isWithinOne(e, by) || by === 1 ? quotient(e, by) : bareQuotient(e, by),
  remainder: (e, by) =>
    e.kind !== 'sum' || isWithinOne(e, by) || by === 1 ? remainder(e, by) : bareRemainder(e, by),
};

/** e mod by, of an expression that is not negative. */
export function remainder(e: IndexExpression, by: number): IndexExpression {
  if (by === 1) return constant(0);
  const turns = Math.floor(e.low / by);
  if (turns === Math.floor(e.high / by)) return add(e, constant(-turns * by));
  if (e.kind === 'remainder' && e.by % by === 0) return remainder(e.of, by);
  if (e.kind === 'sum') {
    const { whole, rest } = divided(e, by);
    if (constantOf(whole) !== 0 && rest.low >= 0) return remainder(rest, by);
  }
  const split = splitFor(e, by);
  if (split !== null && split.g < by)
    return add(times(remainder(split.high, by / split.g), split.g), split.low);
  return bareRemainder(e, by);
}
