// Kernels of Triton that take each row in one tile, which launches make shorter than the rows.

import type { Expr } from '../../../../frontends/common/expression.ts';
import type { Scope } from '../../../../frontends/common/scope.ts';
import { functionAround } from '../../../document/written/around.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { handedItem, tritonLaunches } from '../../../tiles/launches.ts';
import type { Term } from '../../../tiles/terms.ts';
import type { Rule, RuleContext, RuleFinding } from '../../rule.ts';
import { accessesByKernel, limitsOf, type TritonAccess } from '../accesses.ts';

/** A tile that a mask limits by more than it has. */
interface Short {
  readonly lanes: number;
  /** The end of its `arange`. */
  readonly end: Expr | undefined;
  readonly extent: number;
  readonly limit: Expr;
  readonly length: number;
  readonly access: TritonAccess;
}

const isOf = (term: Term, lanes: number): boolean =>
  term.counted.kind === 'lanes' && term.counted.call.span.start === lanes;

/** `columns < n_cols` of lanes alone, which begin at 0. */
function shortIn(access: TritonAccess): readonly Short[] {
  if (access.mask === undefined) return [];
  return limitsOf(access, access.mask).flatMap(({ counted, limit }): readonly Short[] => {
    const [only] = counted;
    if (counted.length !== 1 || only?.counted.kind !== 'lanes' || only.by !== 1) return [];
    const { call, extent } = only.counted;
    const [start, end] = call.args;
    const length = access.terms.numberOf(limit);
    const isFromStart = start?.kind === 'integer' && start.value === 0;
    if (!isFromStart || length === null || extent.size === null || extent.defaults.length > 0) return [];
    return extent.size < length
      ? [{ lanes: call.span.start, end, extent: extent.size, limit, length, access }]
      : [];
  });
}

/** Whether something beside the lanes may go along the same row: another tile, a loop, or the number of the program. */
function isMoved({ pointer }: TritonAccess, { lanes, length }: Short): boolean {
  const own = pointer.find((term) => isOf(term, lanes));
  if (own === undefined) return false;
  const unit = own.by;
  if (unit === null || unit < 1) return true;
  return pointer.some((term) => {
    const { kind } = term.counted;
    // A pointer, or a number that is added as it is.
    if (term === own || (kind === 'other' && term.multiple === 1)) return false;
    return kind === 'constant' ? term.by !== 0 : term.multiple < length * unit;
  });
}

/** Whether another comparison of the kernel with the same limit counts more than the lanes alone. */
const isSharedOut = (access: TritonAccess, { limit, lanes }: Short): boolean =>
  access.mask !== undefined &&
  limitsOf(access, access.mask).some(
    (each) =>
      each.limit.kind === 'name' &&
      limit.kind === 'name' &&
      each.limit.name === limit.name &&
      !(each.counted.length === 1 && isOf(each.counted[0]!, lanes)),
  );

function findingsOf(
  { end, extent, limit, length, access }: Short,
  kernel: Scope,
  context: RuleContext,
): readonly RuleFinding[] {
  const { text, model } = context;
  const { start, end: stop } = siteOf(access.site, limit).span;
  const rows = text.slice(start, stop);
  const said = rows === String(length) ? rows : `${rows} = ${length}`;
  const own = end?.kind === 'name' ? `${end.name} = ${extent}` : `${extent}`;
  const message = `${kernel.name} takes each row in one tile of ${own}, and its mask goes up to ${said}: the elements behind the tile are left out`;
  const places = tritonLaunches(context, kernel.name!).flatMap(({ call }) => {
    const given = end?.kind === 'name' ? handedItem(model, call, kernel, end.name) : null;
    return given === null ? [] : [given.site.span];
  });
  const [only] = places;
  return [{ span: only ?? siteOf(access.site, access.call).span, message }];
}

function checkKernel(
  kernel: Scope,
  accesses: readonly TritonAccess[],
  context: RuleContext,
): readonly RuleFinding[] {
  const [found] = accesses.flatMap(shortIn);
  if (found === undefined || kernel.name === null || context.model.neverRuns(found.access.site)) return [];
  // Of an access that cannot be read nobody knows what it takes.
  const all = callsOf(context.model, 'load', 'store').filter(({ site }) => functionAround(site) === kernel);
  if (all.length !== accesses.length) return [];
  if (accesses.some((access) => isMoved(access, found) || isSharedOut(access, found))) return [];
  return findingsOf(found, kernel, context);
}

export const shortTile: Rule = {
  id: 'short-tile',
  severity: 'warning',
  title: 'A tile shorter than its row',
  checkDocument: (context) =>
    [...accessesByKernel(context)].flatMap(([kernel, accesses]) => checkKernel(kernel, accesses, context)),
};
