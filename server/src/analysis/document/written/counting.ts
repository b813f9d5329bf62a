// Indices and calls of variables that what counts is handed to: these are looked at wherever they stand.

import { scopePath } from '../../../evaluate/model/environment.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import type { Site } from '../../values/model.ts';
import { isLoop } from './around.ts';
import { ofHost } from './call.ts';

/** Whether an expression may count: it is the counter of a loop around it, or worked out of something, here or by name. */
const isCount = (e: Expr, around: readonly Scope[]): boolean =>
  e.kind === 'binary' ||
  isStage(e) ||
  (e.kind === 'name' &&
    around.some(
      (scope) =>
        (isLoop(scope) && declares(scope, e.name)) ||
        computes(scope, e.name) ||
        scope.assigned?.has(e.name) === true,
    )) ||
  (e.kind === 'tuple' && e.items.some((item) => isCount(item, around)));

/** `slot.index`, `state.index()` */
const isStage = (e: Expr): boolean =>
  (e.kind === 'member' && e.name.name === 'index') || (e.kind === 'call' && isStage(e.callee));

const computes = ({ declarations }: Scope, name: string): boolean =>
  declarations.some(
    ({ name: declared, kind, init }) =>
      declared === name && kind === 'value' && init !== null && COMPUTED.has(init.kind),
  );

const COMPUTED: ReadonlySet<Expr['kind']> = new Set(['binary', 'conditional', 'name', 'mutated']);

const declares = ({ declarations }: Scope, name: string): boolean =>
  declarations.some((d) => d.name === name && (d.kind === 'value' || d.kind === 'parameter'));

/** Whether a place is an index, or a call by the plain name of a variable, that a count is handed to. */
export function isCounting(site: Site): boolean {
  const placed = site.role === 'expression' ? ofHost(site) : null;
  const expr = placed?.node.kind === 'expression' ? placed.node.expr : null;
  if (placed === null || (expr?.kind !== 'call' && expr?.kind !== 'index')) return false;
  const of = expr.kind === 'call' ? expr.callee : expr.object;
  if (expr.kind === 'call' && of.kind !== 'name') return false;
  const around = scopePath(placed.memo.placed.unit.scope, expr.span.start);
  // Functions of a library are not declared in the unit, as tensors are.
  if (of.kind === 'name' && !around.some((scope) => declares(scope, of.name))) return false;
  return expr.args.some((arg) => isCount(arg, around));
}

/** Whether a place is an index, or a call by the plain name of a variable. */
export function isElement(site: Site): boolean {
  const placed = site.role === 'expression' ? ofHost(site) : null;
  const expr = placed?.node.kind === 'expression' ? placed.node.expr : null;
  if (expr?.kind === 'index') return true;
  if (placed === null || expr?.kind !== 'call' || expr.callee.kind !== 'name') return false;
  const { name, span } = expr.callee;
  return scopePath(placed.memo.placed.unit.scope, span.start).some((scope) => declares(scope, name));
}
