// Branches of Python that some threads of every block take: `if warp_idx == 0:`, `if tidx < 32:`.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { scopePath } from '../../../evaluate/model/environment.ts';
import { isInteger } from '../../../evaluate/values/arithmetic.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { declarationsOf } from '../../document/written/declarations.ts';
import { siteOf } from '../../document/written/expressions.ts';
import type { DocumentModel, Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';

type Model = Pick<DocumentModel, 'evaluate'>;

/** What CuTe DSL has functions for that tells the threads of a block apart, and no blocks. */
const OF_THREADS: ReadonlySet<string> = new Set(['thread_idx', 'warp_idx', 'lane_idx', 'elect_one']);

/** How many names and operators are followed. */
const MAXIMUM_DEPTH = 8;

/** Whether an expression is worked out of the number of the thread and of constants alone. */
function isOfThreads(model: Model, site: PlacedSite, e: Expr, depth = 0): boolean {
  if (depth > MAXIMUM_DEPTH) return false;
  const also = (part: Expr): boolean => isOfThreads(model, site, part, depth + 1);
  if (e.kind === 'integer') return true;
  if (e.kind === 'binary') return also(e.left) && also(e.right);
  if (e.kind === 'index') return also(e.object) && e.args.every(also);
  if (e.kind === 'call') {
    const name = e.callee.kind === 'member' ? e.callee.name.name : '';
    return name === 'make_warp_uniform' ? e.args.every(also) : e.args.length === 0 && OF_THREADS.has(name);
  }
  const { value } = model.evaluate(siteOf(site, e));
  if (!isFailure(value) && isInteger(value) && knownNumber(value) !== undefined) return true;
  if (e.kind !== 'name') return false;
  const [declared, ...others] = declarationsOf(siteOf(site, e), e.name);
  return others.length === 0 && declared?.init != null && also(declared.init);
}

/** The branches and loops around a place in its function, outermost first. */
export function blocksAround(site: PlacedSite): readonly Scope[] {
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  return path.slice(path.findLastIndex(({ kind }) => kind === 'function') + 1);
}

/** Whether some threads of every block come to what is in a branch around a place. */
export const isOfSomeThreads =
  (model: Model, site: Site) =>
  ({ guard }: Scope): boolean =>
    guard != null && site instanceof PlacedSite && isOfThreads(model, site, guard.condition);
