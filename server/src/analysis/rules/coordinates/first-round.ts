// What a variable of C++ that a loop moves on is in the first round, `int write = stages;` before the loop: no index of
// that round is worked out of anything else.

import { scopePath } from '../../../evaluate/model/environment.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { PlacedSite } from '../../document/placed-site.ts';
import { declarationsOf, siteOf } from '../../document/written-call.ts';
import { escaped } from '../../indexing/text/code.ts';
import type { DocumentModel, Site } from '../../values/model.ts';

interface Context {
  readonly model: Pick<DocumentModel, 'evaluate'>;
  readonly text: string;
}

/** `x = …`, `x += …`, `++x`, `x--`, and what may do so to it elsewhere: `&x`, `f(x)`. */
export const changesOf = (name: string): RegExp => {
  const word = escaped(name);
  const own = `\\b${word}\\s*(?:=(?!=)|[-+*/%&|^]=|<<=|>>=|\\+\\+|--)`;
  return new RegExp(`${own}|(?:\\+\\+|--|&)\\s*${word}\\b|[(,]\\s*${word}\\s*[,)]`);
};

/** Whether a condition is one of a bound, which the first rounds meet as far as there are rounds: `next < tiles`. */
export const isBound = (condition: string): boolean => /^[^<>=!&|]*<=?[^<>=!&|]*$/.test(condition);

/** Null where the place is in no loop, or the variable may be another number when it is first come to. */
export function numberInFirstRound({ model, text }: Context, site: Site): number | null {
  if (!(site instanceof PlacedSite) || site.dialect !== 'cpp' || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  if (expr.kind !== 'name') return null;
  const path = scopePath(site.memo.placed.unit.scope, expr.span.start);
  const of = path.findLastIndex(({ declarations }) => declarations.some((d) => d.name === expr.name));
  const inside = path.slice(of + 1);
  const [declared, ...others] = declarationsOf(site, expr.name);
  const isMoved = path.some(({ assigned }) => assigned?.has(expr.name) === true);
  if (!isMoved || others.length > 0 || declared?.kind !== 'value' || declared.init === null) return null;
  if (!inside.some(({ isLoop }) => isLoop === true) || inside.some(({ kind }) => kind === 'function'))
    return null;
  const init = siteOf(site, declared.init);
  const code = codeOf(text, 'cpp');
  // Wherever it is changed before, this is not the number that the first round has.
  if (changesOf(expr.name).test(code.slice(init.span.end, site.span.start))) return null;
  const textOf = (e: Expr): string => {
    const { start, end } = siteOf(site, e).span;
    return code.slice(start, end);
  };
  const asks = new RegExp(`\\b${escaped(expr.name)}\\b`);
  const isLeftOut = inside.some(
    ({ guard, loop }) =>
      (guard != null && (guard.branch !== 'then' || !isBound(textOf(guard.condition)))) ||
      [guard?.condition, loop?.condition].some((e) => e != null && asks.test(textOf(e))),
  );
  return isLeftOut ? null : (settledNumberAt(model, init) ?? null);
}
