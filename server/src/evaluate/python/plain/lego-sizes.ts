// Parameters of functions that are sizes of LEGO's chains: integers, whatever calls the function.

import type { Failure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { LEGO_MODULES } from '../../lego/package.ts';
import { type Entity, QualifiedName } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { pythonCalls } from './calls.ts';

/** Constructors all of whose lists are sizes; the second argument of RegP and GenP is a permutation. */
const OF_SIZES: readonly string[] = ['Row', 'Col', 'GroupBy', 'TileBy', 'ExpandBy', 'RegP', 'GenP'];
const OF_TILE: ReadonlySet<string> = new Set(['RegP', 'GenP']);

/** Whether a name is one of the numbers in an expression: `M // BM`, `max(M, 1)`, and not the object of a member. */
function isNumberIn(e: Expr, name: string): boolean {
  if (e.kind === 'name') return e.name === name;
  if (e.kind === 'member' || e.kind === 'lambda' || e.kind === 'index') return false;
  return (e.kind === 'call' ? e.args : partsOf(e)).some((part) => isNumberIn(part, name));
}

/** The name that a chain of calls begins with: `Row` of `OrderBy(Row(M)).TileBy([N])` is an argument, `OrderBy` begins. */
function beginning(callee: Expr): Expr {
  if (callee.kind !== 'member') return callee;
  return callee.object.kind === 'call' ? beginning(callee.object.callee) : callee;
}

const isOfPackage = (of: Entity | Failure): boolean =>
  of instanceof QualifiedName && LEGO_MODULES.has(of.path[0]!);

/** Whether a parameter of a function stands among the sizes of a tile or a view in it. */
export function isLegoSize(ev: Evaluation, { name }: Declaration, scope: Scope, env: Environment): boolean {
  const { unit } = env.unit.placed;
  const { start, end } = scope.span;
  const calls = pythonCalls(unit);
  return OF_SIZES.some((maker) => {
    const own = (calls.get(maker) ?? []).filter(
      ({ call }) => start <= call.span.start && call.span.end <= end,
    );
    // An edit of these calls is one of what the parameter holds.
    if (own.length > 0) env.unit.useDependencies.add(maker);
    return own.some(({ call }) => {
      const sizes = OF_TILE.has(maker) ? call.args.slice(0, 1) : call.args;
      return (
        sizes.some((size) => isNumberIn(size, name)) && isOfPackage(ev.evaluate(beginning(call.callee), env))
      );
    });
  });
}
