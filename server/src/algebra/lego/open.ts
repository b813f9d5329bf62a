// LEGO's chains of sizes that are names: the same forms, and the conditions under which they are layouts.

import { asFailure, type Outcome, refuse } from '../integer/failure.ts';
import {
  atomTerm,
  constantTerm,
  multiplyTerms,
  sameTerm,
  substituteTerm,
  subtractTerms,
  termConstant,
  termSymbols,
} from '../term/operations.ts';
import type { Term } from '../term/term.ts';
import type { LegoForm, LegoLayout, ViewKind } from './lego.ts';
import type { Permutation, PermutationForm } from './permutation.ts';
import { SizeNames } from './size-names.ts';
import { groupSteps, requireExpandable, requireSameRank, tileSteps } from './steps.ts';

/** A permutation of the elements of a tile whose sizes are names: of its dimensions, or `reverse`. */
export class OpenTile {
  readonly dims: readonly Term[];
  readonly form: PermutationForm;
  constructor(dims: readonly Term[], form: PermutationForm) {
    this.dims = dims;
    this.form = form;
  }
}

export interface OpenOrder {
  readonly permutations: readonly OpenTile[];
  readonly isTiled?: boolean;
}

/** What has to hold of sizes or coordinates: `M % BM == 0`, `i < M`. */
export interface Condition {
  readonly relation: 'divides' | 'equal' | 'most' | 'below';
  readonly left: Term;
  readonly right: Term;
}

const operand = (t: Term): string => (t.monomials.length > 1 || /[/%]/.test(t.text) ? `(${t.text})` : t.text);

export const conditionText = ({ relation, left, right }: Condition): string =>
  relation === 'divides'
    ? `${operand(left)} % ${operand(right)} == 0`
    : `${left.text} ${COMPARED[relation]} ${right.text}`;

/** How the relations of two numbers are written. */
export const COMPARED = { equal: '==', most: '<=', below: '<' } as const;

export type SizeValues = ReadonlyMap<string, Term>;

/** The value of a size for values of its names; null where one of them has none, or something is divided by 0. */
export const numberFor = (t: Term, values: SizeValues): number | null =>
  termConstant(substituteTerm(t, values)) ?? null;

/** Whether a condition holds for values of the names. */
export function holdsFor({ relation, left, right }: Condition, values: SizeValues): boolean {
  const [a, b] = [numberFor(left, values), numberFor(right, values)];
  if (a === null || b === null) return false;
  if (relation === 'divides') return b > 0 && a % b === 0;
  return relation === 'equal' ? a === b : relation === 'most' ? a <= b : a < b;
}

interface OpenExpansion {
  readonly physical: readonly Term[];
  readonly extended: readonly Term[];
}

/** A logical view and the reorderings behind it, of sizes that are names. */
export class OpenChain {
  readonly kind: ViewKind;
  readonly levels: readonly (readonly Term[])[];
  readonly orders: readonly OpenOrder[];
  /** The reorderings as they are applied, last first. */
  readonly chain: readonly OpenOrder[];
  readonly form: LegoForm;
  readonly expansion: OpenExpansion | null;
  /** Under which it is a layout: all of them are about sizes. */
  readonly conditions: readonly Condition[];
  readonly names: SizeNames;
  readonly dims: readonly Term[];

  constructor(parts: Omit<OpenChain, 'dims' | 'size' | 'sizes' | 'positions' | 'symbols'>) {
    this.kind = parts.kind;
    this.levels = parts.levels;
    this.orders = parts.orders;
    this.chain = parts.chain;
    this.form = parts.form;
    this.expansion = parts.expansion;
    this.conditions = parts.conditions;
    this.names = parts.names;
    this.dims = parts.levels.flat();
  }

  /** How many indices the logical view has. */
  get size(): Term {
    return this.names.original(productOf(this.dims.map((n) => this.names.named(n))));
  }

  /** How many positions there are. */
  get positions(): Term {
    const sizes = this.expansion?.physical ?? this.dims;
    return this.names.original(productOf(sizes.map((n) => this.names.named(n))));
  }

  /** All sizes of the view, of the tiles behind it, and of an expanded array. */
  get sizes(): readonly Term[] {
    const expanded = this.expansion === null ? [] : [...this.expansion.physical, ...this.expansion.extended];
    return [...this.dims, ...sizesIn(this.orders), ...expanded];
  }

  /** The names that the sizes are made of. */
  get symbols(): readonly string[] {
    const found: string[] = [];
    for (const size of this.sizes) termSymbols(size, found);
    return found;
  }
}

const ONE = constantTerm(1);

const productOf = (sizes: readonly Term[]): Term => sizes.reduce(multiplyTerms, ONE);

const sizesIn = (orders: readonly OpenOrder[]): readonly Term[] =>
  orders.flatMap(({ permutations }) => permutations.flatMap(({ dims }) => dims));

const openOrdered = (dims: readonly Term[], order: readonly number[]): OpenTile =>
  new OpenTile(dims, { kind: 'regular', order });

/** A permutation of known sizes as one of names. Violation: unsupported for one that is no formula of its sizes. */
export function openTile(p: Permutation | OpenTile): OpenTile {
  if (p instanceof OpenTile) return p;
  const { form } = p;
  if (form.kind === 'general' && !isReverse(form))
    refuse('unsupported', `GenP(${form.name}) beside sizes that are names is not computed`);
  return new OpenTile(p.dims.map(constantTerm), form);
}

export const isReverse = (form: PermutationForm): boolean =>
  form.kind === 'general' && form.name === 'reverse' && form.formulas === undefined;

/** Whether a difference is never 0: of names and numbers that are all added, or all subtracted, sizes being at least 1. */
function isNeverZero({ monomials }: Term): boolean {
  const isPlain = monomials.every(({ atoms }) => atoms.every(({ kind }) => kind === 'symbol'));
  const isAdded = monomials.every(({ coefficient }) => coefficient > 0);
  return (
    isPlain && monomials.length > 0 && (isAdded || monomials.every(({ coefficient }) => coefficient < 0))
  );
}

const isSafe = ({ monomials }: Term): boolean =>
  monomials.every(({ coefficient }) => Number.isSafeInteger(coefficient));

/** What has to hold for two arrays to have as many elements; `told` says that they have not. */
function sameTotals(
  a: Term,
  b: Term,
  names: SizeNames,
  told: (a: string, b: string) => string,
): readonly Condition[] {
  const tooLarge = [a, b].find((total) => !isSafe(total));
  if (tooLarge !== undefined)
    refuse('wrong-kind', 'an array of more than 2^53 elements is too large', { source: 'LEGO III-B' });
  if (sameTerm(a, b)) return [];
  const [left, right] = names.reduced(a, b);
  if (isNeverZero(subtractTerms(left, right)))
    refuse('view-size', told(names.original(a).text, names.original(b).text), { source: 'LEGO III-B' });
  return [{ relation: 'equal', left, right }];
}

/**
 * A chain of reorderings behind a view. Violations: rank-mismatch; wrong-kind for what is no size; view-size where an
 * OrderBy has another number of elements than the view, whatever the names stand for.
 */
export function openView(
  kind: ViewKind,
  levels: readonly (readonly Term[])[],
  orders: readonly OpenOrder[],
  form: LegoForm,
): Outcome<OpenChain> {
  try {
    if (levels.flat().length === 0)
      refuse('wrong-kind', 'a view has at least one dimension', { source: 'LEGO III-B' });
    if (kind === 'TileBy') requireSameRank(levels);
    const chain =
      kind === 'GroupBy' ? groupSteps(orders, openOrdered) : tileSteps(levels, orders, openOrdered);
    const totals = [levels.flat(), ...orders.map((order) => sizesIn([order]))];
    const isEqual = (names: SizeNames): boolean => {
      const [view, ...others] = totals.map((sizes) => productOf(sizes.map((n) => names.named(n))));
      return others.every((order) => sameTerm(order, view!));
    };
    const plain = new SizeNames([]);
    const names = isEqual(plain) ? plain : new SizeNames(totals.flat());
    const [view, ...others] = totals.map((sizes) => productOf(sizes.map((n) => names.named(n))));
    const conditions: Condition[] = names.divided.map(({ of, by }) => ({
      relation: 'divides',
      left: of,
      right: by,
    }));
    const told = (a: string, b: string): string => `the view has ${a} elements, and an OrderBy reorders ${b}`;
    for (const order of [...others, view!]) conditions.push(...sameTotals(view!, order, names, told));
    return new OpenChain({ kind, levels, orders, chain, form, expansion: null, conditions, names });
  } catch (e) {
    return asFailure(e);
  }
}

/** A chain of known sizes as one of names. Violation: unsupported, as of its tiles. */
export const openedChain = ({ kind, levels, orders, form }: LegoLayout): Outcome<OpenChain> => {
  try {
    const open = orders.map((order) => ({ ...order, permutations: order.permutations.map(openTile) }));
    return openView(
      kind,
      levels.map((level) => level.map(constantTerm)),
      open,
      form,
    );
  } catch (e) {
    return asFailure(e);
  }
};

/**
 * `ExpandBy(physical, extended, G)` (LEGO Figure 9). Violations: wrong-kind, rank-mismatch, view-size, and inadmissible
 * where the extended array is smaller.
 */
export function openExpansion(
  physical: readonly Term[],
  extended: readonly Term[],
  layout: OpenChain,
): Outcome<OpenChain> {
  try {
    requireExpandable(physical, extended, layout);
    const { names, dims } = layout;
    const total = (sizes: readonly Term[]): Term => productOf(sizes.map((n) => names.named(n)));
    const fits = physical.flatMap((n, k) => atMost(n, extended[k]!, k));
    const told = (a: string, b: string): string => `the extended array has ${a} elements, and the view ${b}`;
    const totals = sameTotals(total(extended), total(dims), names, told);
    const conditions = [...layout.conditions, ...totals, ...fits];
    return new OpenChain({ ...layout, conditions, expansion: { physical, extended } });
  } catch (e) {
    return asFailure(e);
  }
}

/** What has to hold for a dimension to be within the extended one. */
function atMost(size: Term, extended: Term, k: number): readonly Condition[] {
  const difference = termConstant(subtractTerms(extended, size));
  if (difference !== undefined && difference < 0)
    refuse(
      'inadmissible',
      `dimension ${k} of the extended array has ${extended.text} elements, less than the ${size.text} there are`,
      { source: 'LEGO Figure 9' },
    );
  const isRoundedUp = extended.monomials.some(({ atoms }) =>
    atoms.some(
      (atom) =>
        atom.kind === 'ceildiv' &&
        sameTerm(atom.left, size) &&
        sameTerm(extended, multiplyTerms(atom.right, atomTerm(atom))),
    ),
  );
  return difference !== undefined || isRoundedUp ? [] : [{ relation: 'most', left: size, right: extended }];
}
