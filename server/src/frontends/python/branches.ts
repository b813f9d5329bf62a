// Branches of a Python function joined again: the names that they bind, and the values that they return.

import type { Expr } from '../common/expression.ts';
import type { DeclarationKind } from '../common/scope.ts';
import { declarationAt, type ScopeBuilder, unknownExpr } from './scope.ts';

export interface Branch {
  /** null: the else branch. */
  readonly condition: Expr | null;
  readonly builder: ScopeBuilder;
}

/**
 * Declares, after an `if`, the names that its branches bind. `start` and `end` are where the whole
 * statement stands; a branch that leaves (return, raise, break, continue) has no part in it.
 */
export function joinBranches(
  into: ScopeBuilder,
  written: readonly Branch[],
  start: number,
  end: number,
): void {
  const complete = written.at(-1)?.condition === null;
  const branches: Branch[] = complete
    ? [...written]
    : [...written, { condition: null, builder: into.block() }];
  joinReturns(into, branches);
  if (branches.every(({ builder }) => builder.ending === 'leaves')) into.ending = 'leaves';
  const names = new Set<string>();
  for (const { builder } of branches) {
    if (builder.ending === 'leaves') continue;
    for (const name of builder.bound.keys()) names.add(name);
  }
  for (const name of names) {
    // Before the statement; a name that has no value there either is no error of the reader's.
    const before: Expr = { kind: 'name', span: { start, end: start }, name };
    const bindings = branches.map(({ builder }) => builder.bound.get(name));
    const fixed = bindings.find((binding) => binding?.fixed);
    if (fixed !== undefined) {
      copyFixed(into, branches, name);
      continue;
    }
    let value: Expr | null = null;
    const isNew = !into.mayHold(name);
    for (let i = branches.length - 1; i >= 0; i--) {
      const { condition, builder } = branches[i]!;
      if (builder.ending === 'leaves') continue;
      // Whoever uses the name behind a branch that does not bind it ends with an exception.
      if (isNew && bindings[i] === undefined) continue;
      const own = bindings[i]?.expr ?? before;
      value =
        value === null || condition === null
          ? own
          : // biome-ignore lint/suspicious/noThenProperty: the field of the shared contract
            { kind: 'conditional', span: { start: end, end }, condition, then: own, otherwise: value };
    }
    if (value !== null) into.rebind(name, end, value);
  }
}

const FIXED: ReadonlySet<DeclarationKind> = new Set(['import', 'function', 'class']);

/** `if TYPE_CHECKING: import x`: the declaration itself is passed on when one branch makes it. */
function copyFixed(into: ScopeBuilder, branches: readonly Branch[], name: string): void {
  const made = branches.flatMap(({ builder }) => {
    const own = builder.declarations.findLast((declaration) => declaration.name === name);
    return own !== undefined && FIXED.has(own.kind) ? [own] : [];
  });
  const first = made[0];
  if (first === undefined) return;
  const at = first.span.end;
  const expr = unknownExpr(first.nameSpan, `${name} depends on a condition`);
  if (made.length === 1) into.declarations.push({ ...first, nameSpan: { start: at, end: at } });
  else into.declarations.push(declarationAt(name, at, expr));
  into.bound.set(name, { expr: first.init ?? expr, fixed: true });
}

/** `if c: return A` makes A the value where c holds, and whatever follows the value where not. */
function joinReturns(into: ScopeBuilder, branches: readonly Branch[]): void {
  if (branches.some(({ builder }) => builder.returnsUnclear)) {
    into.returnsUnclear = true;
    return;
  }
  const isLast = branches.every(({ builder }) => builder.ending === 'leaves');
  /** What does not hold where a branch is reached: the conditions of those before it that do not leave. */
  let passed: Expr | null = null;
  for (const { condition, builder } of branches) {
    const reached = both(passed, condition);
    for (const early of builder.earlyReturns)
      into.earlyReturns.push({ condition: both(reached, early.condition)!, value: early.value });
    if (builder.returned !== null) {
      // Nothing follows the last branch where all of them leave.
      if (condition === null && (isLast || reached === null)) into.returned = builder.returned;
      else into.earlyReturns.push({ condition: reached!, value: builder.returned });
    }
    const runsOn = builder.ending === 'runs-on' || builder.returned === null;
    if (condition !== null && runsOn) passed = both(passed, negation(condition));
  }
}

/** That two conditions hold; null: a condition that always holds. */
export const both = (a: Expr | null, b: Expr | null): Expr | null =>
  a === null || b === null
    ? (a ?? b)
    : { kind: 'binary', span: { start: b.span.end, end: b.span.end }, operator: 'and', left: a, right: b };

export const negation = (operand: Expr): Expr => ({
  kind: 'unary',
  span: { start: operand.span.end, end: operand.span.end },
  operator: '!',
  operand,
});

/** The value of a call of the function, or null where it has none or cannot be told. */
export function returnValue(builder: ScopeBuilder): Expr | null {
  if (builder.returnsUnclear) return null;
  const last = builder.returned ?? raised(builder);
  if (last === null) return null;
  return builder.earlyReturns.reduceRight<Expr>(
    (otherwise, { condition, value }) => ({
      kind: 'conditional',
      span: value.span,
      condition,
      // biome-ignore lint/suspicious/noThenProperty: the field of the shared contract
      then: value,
      otherwise,
    }),
    last,
  );
}

/** What a function that ends by raising an exception comes to where none of the returns before is taken. */
function raised({ earlyReturns, ending }: ScopeBuilder): Expr | null {
  const span = earlyReturns.at(-1)?.value.span;
  return span === undefined || ending !== 'leaves' ? null : unknownExpr(span, 'an exception is raised');
}

/** After a statement that may run or not, its names are unknown. */
export function forgetBound(
  into: ScopeBuilder,
  from: ScopeBuilder,
  at: number,
  reason: (name: string) => string,
): void {
  for (const [name, binding] of from.bound) {
    if (binding.fixed) {
      copyFixed(into, [{ condition: null, builder: from }], name);
      continue;
    }
    into.rebind(name, at, unknownExpr({ start: at, end: at }, reason(name)));
  }
  if (from.returned !== null || from.earlyReturns.length > 0 || from.returnsUnclear)
    into.returnsUnclear = true;
}
