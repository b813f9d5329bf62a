// Grids that a function of the file reckons: `Config::grid_shape(m, n)` of `return dim3(m * n / kThreads);`.

import { constantTerm } from '../../algebra/term/operations.ts';
import type { Term } from '../../algebra/term/term.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { settledNumberAt } from '../document/extents.ts';
import { writtenCall } from '../document/written/call.ts';
import { siteOf } from '../document/written/expressions.ts';
import { functionNamed } from '../document/written/functions.ts';
import { tie } from '../document/written/tie.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import type { LaunchedNumbers } from './launched-numbers.ts';

/** What a function returns that only gives names values before. */
function onlyReturn({ returns = [], children, assigned }: Scope): Expr | null {
  const [only] = returns;
  return only !== undefined && returns.length === 1 && children.length === 0 && (assigned?.size ?? 0) === 0
    ? only
    : null;
}

/** What a function of the file returns for a call, and the numbers that its parameters have there. */
interface Returned {
  readonly site: PlacedSite;
  readonly numbers: LaunchedNumbers;
}

/** What stands behind `return` of the function that is called; null where that is not the only thing that it does. */
export function returnedAt(model: DocumentModel, site: Site): Returned | null {
  const call = writtenCall(site);
  const found = call === null ? null : functionNamed(model, call.name);
  const expr = found === null ? null : onlyReturn(found.scope);
  if (found === null || expr === null || call === null || !(site instanceof PlacedSite)) return null;
  const parameters = found.scope.declarations.filter(({ kind }) => kind === 'parameter');
  if (parameters.length !== call.args.length || parameters.some(({ isPack }) => isPack === true)) return null;
  tie(site.memo, found.place.memo, call.name);
  const numbers = parameters.flatMap(({ name }, i): [string, Term][] => {
    const number = settledNumberAt(model, call.args[i]);
    return number === undefined ? [] : [[name, constantTerm(number)]];
  });
  return { site: siteOf(found.place, expr), numbers: new Map(numbers) };
}
