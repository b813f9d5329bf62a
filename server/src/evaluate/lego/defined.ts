// `GenP([3,2], p)` of a function that the file defines, or of a lambda: it is asked for every element of the tile.

import { type Failure, isFailure, Violation } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { dynamicSymbol } from '../../algebra/integer/operations.ts';
import { namedPermutations } from '../../algebra/lego/named.ts';
import { type Formulas, tablePermutation } from '../../algebra/lego/permutation.ts';
import { flatten, product, unflatten } from '../../algebra/lego/row-major.ts';
import { constantTerm } from '../../algebra/term/operations.ts';
import type { Term } from '../../algebra/term/term.ts';
import { callFunction } from '../core/functions.ts';
import { functionParameters } from '../core/parameters.ts';
import { Closure, type Entity, OverloadSet, QualifiedName } from '../model/entity.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { Unknown, type Value } from '../model/value.ts';
import { asOperand, NO_KEYWORDS } from '../values/outcome.ts';
import { integerOf, integersOf } from './arguments.ts';
import { functionText } from './function-text.ts';

type Defined = OverloadSet | Closure;

/** Elements for which a function is called. */
const MAXIMUM_ELEMENTS = 1024;

const isDefined = (e: Entity | undefined): e is Defined => e instanceof OverloadSet || e instanceof Closure;

function parameterCount(f: Defined): number | null {
  if (f instanceof Closure) return f.expr.parameters.length;
  const [only] = f.overloads;
  const scope = only?.declaration.bodyScope ?? null;
  return f.overloads.length === 1 && scope !== null ? functionParameters(scope).length : null;
}

/**
 * The arguments for an index: its coordinates, all of them in one, or behind the size of a square tile, as the paper's
 * `antidiag(n, i, j)` takes them. Null where the function takes another number.
 */
function argumentsFor(
  count: number | null,
  dims: readonly number[],
  index: readonly Value[],
): readonly Value[] | null {
  if (count === index.length) return index;
  if (count === 1) return [index];
  return count === index.length + 1 && dims.every((n) => n === dims[0]) ? [dims[0]!, ...index] : null;
}

const call = (ev: Evaluation, f: Defined, args: readonly Value[]): Value =>
  asOperand(callFunction(ev, f, [], args, NO_KEYWORDS));

const termOf = (v: Value): Term | null => {
  if (typeof v === 'number') return constantTerm(v);
  if (!(v instanceof Dynamic) || v.value === null) return null;
  return typeof v.value === 'number' ? constantTerm(v.value) : v.value;
};

/** What a function makes of symbols. Null where it makes another thing of every value, or nothing that is known. */
function formulaOf(
  ev: Evaluation,
  f: Defined,
  dims: readonly number[],
  isInverse: boolean,
): Formulas['apply'] {
  const of = isInverse ? ['position'] : dims.map((_, k) => `index${k}`);
  const symbols = of.map((name) => dynamicSymbol(name));
  const args = isInverse
    ? inverseArguments(f, dims, symbols[0]!)
    : argumentsFor(parameterCount(f), dims, symbols);
  if (args === null) return null;
  const made = ev.collectSuppositions(() => call(ev, f, args));
  const terms = (isInverse && Array.isArray(made) ? (made as readonly Value[]) : [made]).map(termOf);
  const isWhole = terms.length === (isInverse ? dims.length : 1) && terms.every((t) => t !== null);
  return isWhole ? { of, terms: terms as readonly Term[] } : null;
}

const inverseArguments = (f: Defined, dims: readonly number[], position: Value): readonly Value[] | null =>
  argumentsFor(parameterCount(f), dims, [position]);

/** The position of every element, in row-major order; what is not known of one of them is not known of the whole. */
function tableOf(
  ev: Evaluation,
  f: Defined,
  name: string,
  dims: readonly number[],
): readonly number[] | Value {
  const table: number[] = [];
  for (let i = 0; i < product(dims); i++) {
    const index = unflatten(dims, i);
    const args = argumentsFor(parameterCount(f), dims, index);
    if (args === null)
      return new Unknown('unsupported', `${name} takes another number of coordinates than the tile has`);
    const value = call(ev, f, args);
    const position = integerOf(value);
    if (position === null)
      return value instanceof Unknown
        ? value
        : new Unknown('unsupported', `what ${name} makes of (${index.join(',')}) is no known integer`);
    table.push(position);
  }
  return table;
}

/** Whether a function takes every position back to the element there. */
function inverseFailure(
  ev: Evaluation,
  name: string,
  inverse: Defined,
  dims: readonly number[],
  table: readonly number[],
): Value | Failure | null {
  const inverseName = functionText(inverse);
  for (const [i, position] of table.entries()) {
    const args = inverseArguments(inverse, dims, position);
    if (args === null) return new Unknown('unsupported', `${inverseName} takes a position`);
    const value = call(ev, inverse, args);
    if (value instanceof Unknown) return value;
    const only = integerOf(value);
    const index = only === null ? integersOf(value) : [only];
    if (index === null)
      return new Unknown('unsupported', `what ${inverseName} makes of ${position} is not known`);
    // A tile of one dimension has no lists; of more, a number is the element in row-major order.
    const isSame = index.length === 1 ? index[0] === i : flatten(dims, index) === i && isWithin(index, dims);
    if (!isSame)
      return new Violation(
        'permutation-inverse',
        `${name} takes (${unflatten(dims, i).join(',')}) to ${position}, and ${inverseName} takes ${position} to (${index.join(',')}): it is not the inverse`,
        { source: 'LEGO III-B' },
      );
  }
  return null;
}

const isWithin = (index: readonly number[], dims: readonly number[]): boolean =>
  index.length === dims.length && index.every((x, k) => x >= 0 && x < dims[k]!);

/**
 * `GenP(sizes, f)` and `GenP(sizes, f, inverse)`; null where something else is called, or with no function. The inverse is
 * found where none is given. Violations: those of a table; permutation-inverse.
 */
export function definedPermutation(
  ev: Evaluation,
  path: readonly string[],
  [tile, f, inverse]: readonly Entity[],
): Value | Failure | null {
  if (path.at(-1) !== 'GenP' || !Array.isArray(tile)) return null;
  const dims = integersOf(tile as Value);
  const named = f instanceof QualifiedName ? namedPermutations.get(f.path.at(-1)!) : undefined;
  if (named === undefined && !isDefined(f)) return null;
  if (dims === null) return new Unknown('unsupported', 'GenP is computed for sizes that are known');
  if (named !== undefined) return named(dims);
  return isDefined(f) ? permutationBy(ev, dims, f, isDefined(inverse) ? inverse : null) : null;
}

function permutationBy(
  ev: Evaluation,
  dims: readonly number[],
  f: Defined,
  given: Defined | null,
): Value | Failure {
  const name = functionText(f);
  if (dims.some((n) => n < 1) || product(dims) > MAXIMUM_ELEMENTS)
    return new Unknown('unsupported', `${name} is asked for ${MAXIMUM_ELEMENTS} elements at most`);
  const table = ev.withSearchBudget(() => tableOf(ev, f, name, dims));
  if (!Array.isArray(table)) return table as Value;
  const formulas: Formulas = {
    apply: formulaOf(ev, f, dims, false),
    inv: given === null ? null : formulaOf(ev, given, dims, true),
  };
  const text = given === null ? name : `${name}, ${functionText(given)}`;
  const made = tablePermutation(dims, table as readonly number[], text, formulas);
  if (isFailure(made)) return made;
  return given === null
    ? made
    : (ev.withSearchBudget(() => inverseFailure(ev, name, given, dims, table as readonly number[])) ?? made);
}
