// What the statements of a loop give numbers to, and what these are worked out of.

import type { BinaryExpr, Expr } from '../../../../frontends/common/expression.ts';
import { namesOf, partsOf } from '../../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../../frontends/common/scope.ts';

export const isAssignment = ({ operator }: BinaryExpr): boolean => /^(?:[-+*/%&|^]|<<|>>)?=$/.test(operator);

/** The body of a loop is a block of its head. */
export const isRunOnce = ({ kind, loop, range, counts, guard }: Scope): boolean =>
  (kind === 'block' && loop === undefined && range === undefined && counts === undefined) || guard != null;

/** The counter of a loop of Python over a range, which no statement gives its number. */
export const counterOf = ({ counts, declarations }: Scope): Declaration | undefined =>
  counts === undefined
    ? undefined
    : declarations.find(({ init }) => init?.kind === 'dynamic' || init?.kind === 'opaque');

/** What is made of a name, and the names that it is made of. */
interface Given {
  readonly name: string;
  readonly of: readonly string[];
}

export const namesIn = (e: Expr): readonly string[] => namesOf(e).map(({ name }) => name);

/** What an expression gives numbers by the way: `stage` of `++stage == n`. */
export function assignedIn(e: Expr): readonly Given[] {
  const own = e.kind === 'binary' && isAssignment(e) && e.left.kind === 'name' ? e.left.name : null;
  const inside = partsOf(e).flatMap(assignedIn);
  return own === null ? inside : [{ name: own, of: namesIn(e) }, ...inside];
}

/** An edit that changes a block puts another one in its place. */
const given = new WeakMap<Scope, readonly Given[]>();

function givenIn(scope: Scope): readonly Given[] {
  const before = given.get(scope);
  if (before !== undefined) return before;
  const { declarations, expressions, loop, children } = scope;
  const all = [
    ...declarations.flatMap(({ name, kind, init }) => [
      ...(kind === 'value' ? [{ name, of: init === null ? [] : namesIn(init) }] : []),
      ...(init === null ? [] : assignedIn(init)),
    ]),
    ...[...expressions, ...(loop?.steps ?? [])].flatMap(assignedIn),
    ...children.flatMap(givenIn),
  ];
  given.set(scope, all);
  return all;
}

/** The names that the statements of a block give numbers. */
export const changedBy = (scope: Scope): ReadonlySet<string> =>
  new Set(givenIn(scope).map(({ name }) => name));

/** Of some names and those that they are worked out of in a loop: those that it changes. */
export function reasonsOf(names: readonly string[], loop: Scope): ReadonlySet<string> {
  const all = givenIn(loop);
  const changed = changedBy(loop);
  const reasons = new Set(names.filter((name) => changed.has(name)));
  for (let size = -1; size !== reasons.size; ) {
    size = reasons.size;
    for (const { name, of } of all)
      if (reasons.has(name)) for (const other of of) if (changed.has(other)) reasons.add(other);
  }
  return reasons;
}

/** The names in the conditions of a loop and of the branches in it. */
export function namesAsked(scope: Scope): readonly string[] {
  const { guard, loop, children } = scope;
  const conditions = [guard?.condition, loop?.condition].filter((e) => e != null);
  return [...conditions.flatMap(namesIn), ...children.flatMap(namesAsked)];
}

const IS_LESS_OR_MORE = /^[<>]=?$/;

/** Whether a name stands in an expression elsewhere than in the place of an element: `key > best(j)` asks for data. */
const isAsked = (e: Expr, names: ReadonlySet<string>, variables: ReadonlySet<string>): boolean => {
  if (e.kind === 'name') return names.has(e.name);
  if (e.kind === 'index') return isAsked(e.object, names, variables);
  if (e.kind === 'call' && e.callee.kind === 'name' && variables.has(e.callee.name)) return false;
  return partsOf(e).some((part) => isAsked(part, names, variables));
};

/**
 * Whether a condition compares elements alone, which may be less in any round: `if (key > best(j))`. An end that data marks
 * is compared by `!=`.
 * @param names the counters and what is made of them
 */
export const comparesData = (e: Expr, names: ReadonlySet<string>, variables: ReadonlySet<string>): boolean =>
  e.kind === 'binary' && IS_LESS_OR_MORE.test(e.operator) && !isAsked(e, names, variables);

/** How a number goes on from round to round: upwards (1), not at all (0); null: not known. */
function directionOf(e: Expr, counters: ReadonlySet<string>, loop: Scope): 0 | 1 | null {
  const changed = changedBy(loop);
  if (!namesIn(e).some((name) => changed.has(name) || counters.has(name))) return 0;
  if (e.kind === 'name') {
    if (counters.has(e.name)) return 1;
    const [own, ...others] = declaredIn(loop).filter(({ name }) => name === e.name);
    return own?.init == null || others.length > 0 ? null : directionOf(own.init, counters, loop);
  }
  if (e.kind !== 'binary') return null;
  const [left, right] = [e.left, e.right].map((side) => directionOf(side, counters, loop));
  if (left == null || right == null) return null;
  if (e.operator === '-') return right === 0 ? left : null;
  if (e.operator === '+') return left === 1 || right === 1 ? 1 : 0;
  return left === 0 && right === 0 ? 0 : null;
}

const declaredIn = ({ declarations, children }: Scope): readonly Declaration[] => [
  ...declarations.filter(({ init }) => init?.kind !== 'mutated'),
  ...children.flatMap(declaredIn),
];

/** Whether a condition that holds in a round holds in all later ones: `t >= 0` of `t = first + r`. */
export const holdsFromThereOn = (e: Expr, counters: ReadonlySet<string>, loop: Scope): boolean =>
  e.kind === 'binary' &&
  /^>=?$/.test(e.operator) &&
  directionOf(e.left, counters, loop) === 1 &&
  directionOf(e.right, counters, loop) === 0;
