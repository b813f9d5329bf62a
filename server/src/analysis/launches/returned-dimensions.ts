// Grids that a function of the file reckons: `Config::grid_shape(m, n)` of `return dim3(m * n / kThreads);`.

import { constantTerm } from '../../algebra/term/operations.ts';
import type { Term } from '../../algebra/term/term.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { codeOf } from '../../frontends/common/host-tokens.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { settledNumberAt } from '../document/extents.ts';
import { type WrittenCall, writtenCall } from '../document/written/call.ts';
import { siteOf } from '../document/written/expressions.ts';
import { functionNamed, type WrittenFunction } from '../document/written/functions.ts';
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

interface Context {
  readonly model: DocumentModel;
  readonly text: string;
}

/** What a function of the file returns for a call, and the numbers that its parameters have there. */
interface Returned {
  readonly site: PlacedSite;
  readonly numbers: LaunchedNumbers;
}

/** `Config` of `Config::grid(m)` and of `splitk::Config<T>::grid(m)`, `config` of `config.grid(m)`; null for a plain name. */
function qualifierOf({ callee }: WrittenCall, text: string): string | null {
  const written = text.slice(callee.span.start, callee.span.end);
  return /(\w+)\s*(?:<[^()]*>)?\s*(?:::|\.|->)\s*(?:template\s+)?\w+$/.exec(written)?.[1] ?? null;
}

/** Whether a function is the one that a call by its name means: that of the class, or of what is declared as one of it. */
function isMeant({ owner }: WrittenFunction, call: WrittenCall, text: string): boolean {
  const qualifier = qualifierOf(call, text);
  if (qualifier === null || qualifier === owner) return true;
  if (owner === null) return false;
  const code = codeOf(text, 'cpp');
  return new RegExp(
    `\\busing\\s+${qualifier}\\s*=[^;]*\\b${owner}\\b|\\b${owner}\\b[^;(){}]*\\s${qualifier}\\s*[;={(]`,
  ).test(code);
}

/** What stands behind `return` of the function that is called; null where that is not the only thing that it does. */
export function returnedAt({ model, text }: Context, site: Site): Returned | null {
  const call = writtenCall(site);
  const found = call === null ? null : functionNamed(model, call.name);
  const expr = found === null ? null : onlyReturn(found.scope);
  if (found === null || expr === null || call === null || !(site instanceof PlacedSite)) return null;
  if (!isMeant(found, call, text)) return null;
  const parameters = found.scope.declarations.filter(({ kind }) => kind === 'parameter');
  if (parameters.length !== call.args.length || parameters.some(({ isPack }) => isPack === true)) return null;
  tie(site.memo, found.place.memo, call.name);
  const numbers = parameters.flatMap(({ name }, i): [string, Term][] => {
    const number = settledNumberAt(model, call.args[i]);
    return number === undefined ? [] : [[name, constantTerm(number)]];
  });
  return { site: siteOf(found.place, expr), numbers: new Map(numbers) };
}
