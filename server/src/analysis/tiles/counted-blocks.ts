// What the loops of Triton's kernels go through, block by block: `range(0, K, BLOCK_K)`, `range(tl.cdiv(K, BLOCK_K))`.

import type { Expr } from '../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { isCount } from './loops.ts';
import { givenTo, pathText, reachingOf } from './reaching.ts';

interface CountedBlocks {
  /** `K` */
  readonly through: Expr;
  /** `BLOCK_K` */
  readonly block: Expr;
  /** Whether the counter is the number of a block, or that of its first element. */
  readonly counts: 'blocks' | 'elements';
}

/** How many names are followed. */
const MAXIMUM_NAMES = 4;

/** What a name was given, behind as many names as there are; the expression itself for what is none. */
function behindNames(unit: Scope, e: Expr, depth = 0): Expr {
  const reaching = e.kind === 'name' && depth < MAXIMUM_NAMES ? reachingOf(unit, e) : null;
  const given = reaching === null ? null : givenTo(reaching.declaration);
  return given === null || given.kind === 'mutated' ? e : behindNames(unit, given, depth + 1);
}

/** The parameter or variable that a name stands for, behind other names for it; null for what is none. */
export function variableOf(unit: Scope, e: Expr): Declaration | null {
  if (e.kind !== 'name') return null;
  const reaching = reachingOf(unit, e);
  const given = reaching === null ? null : givenTo(reaching.declaration);
  const inner = given?.kind === 'name' ? variableOf(unit, given) : null;
  return inner ?? reaching?.declaration ?? null;
}

/** Whether two expressions are one variable, or one number. */
export function isOneSize(unit: Scope, a: Expr, b: Expr): boolean {
  if (a.kind === 'integer') return b.kind === 'integer' && a.value === b.value;
  const variable = variableOf(unit, a);
  return variable !== null && variable === variableOf(unit, b);
}

/** `n` and `BLOCK` of `cdiv(n, BLOCK)`, `n // BLOCK` and `(n + BLOCK - 1) // BLOCK`. */
export function blocksIn(unit: Scope, e: Expr): { readonly of: Expr; readonly by: Expr } | null {
  if (e.kind === 'call') {
    const isCdiv = /(?:^|\.)cdiv$/.test(pathText(e.callee) ?? '') && e.args.length === 2;
    return isCdiv ? { of: e.args[0]!, by: e.args[1]! } : null;
  }
  if (e.kind !== 'binary' || e.operator !== '//') return null;
  const { left, right } = e;
  const rounded = left.kind === 'binary' && left.operator === '-' ? left.left : null;
  const isUp =
    rounded?.kind === 'binary' && rounded.operator === '+' && isOneSize(unit, rounded.right, right);
  return { of: isUp ? rounded.left : left, by: right };
}

/** Null where a loop goes through something otherwise, or from another place on. */
export function blocksOf(unit: Scope, { counts }: Scope): CountedBlocks | null {
  if (counts?.kind !== 'call' || !/(?:^|\.)(?:static_)?range$/.test(pathText(counts.callee) ?? ''))
    return null;
  const { args } = counts;
  const [first, second, step] = args;
  if (first === undefined) return null;
  if (second !== undefined && !(first.kind === 'integer' && first.value === 0)) return null;
  const end = second ?? first;
  if (step !== undefined && !(step.kind === 'integer' && step.value === 1))
    return { through: end, block: step, counts: 'elements' };
  const blocks = blocksIn(unit, behindNames(unit, end));
  return blocks === null ? null : { through: blocks.of, block: blocks.by, counts: 'blocks' };
}

/** What the counter that stands there counts; null for what is none. */
export function countedAt(unit: Scope, e: Expr): CountedBlocks | null {
  const reaching = e.kind === 'name' ? reachingOf(unit, e) : null;
  if (reaching === null || !isCount(reaching.declaration, reaching.scope)) return null;
  return blocksOf(unit, reaching.scope);
}
