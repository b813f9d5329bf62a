// What `triton.autotune` may choose for the parameters of a kernel, as far as its decorator lists it.

import { scopePath } from '../../evaluate/model/environment.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import type { PlacedSite } from '../document/placed-site.ts';
import { siteOf } from '../document/written-call.ts';
import type { DocumentModel } from '../values/model.ts';
import { knownNumberAt } from './launches.ts';
import { pathText } from './reaching.ts';

const isCalled = (e: Expr, name: string): boolean =>
  e.kind === 'call' && (pathText(e.callee) ?? '').split('.').at(-1) === name;

/** The configurations that the decorators of a kernel list one by one; none where one is made elsewhere. */
function configurationsOf(kernel: Scope, { memo }: PlacedSite): readonly Expr[] {
  const path = scopePath(memo.placed.unit.scope, kernel.span.start);
  const around = path[path.indexOf(kernel) - 1];
  const declaration = around?.declarations.find((d) => d.bodyScope === kernel);
  const tuned = declaration?.decorators?.filter((e) => isCalled(e, 'autotune')) ?? [];
  const [only] = tuned;
  if (tuned.length !== 1 || only?.kind !== 'call') return [];
  const list = only.keywords.find(({ name }) => name === 'configs')?.value ?? only.args[0];
  if (list?.kind !== 'tuple' || !list.items.every((e) => isCalled(e, 'Config'))) return [];
  return list.items;
}

/** The least number that the configurations of a kernel give a parameter; null where one of them gives none that is known. */
export function leastTuned(
  kernel: Scope,
  at: PlacedSite | undefined,
  parameter: string,
  model: DocumentModel,
): number | null {
  const configurations = at === undefined ? [] : configurationsOf(kernel, at);
  const numbers = configurations.map((config) => {
    const given =
      config.kind === 'call'
        ? (config.args[0] ?? config.keywords.find(({ name }) => name === 'kwargs')?.value)
        : undefined;
    // A dictionary is read as a call that makes it.
    if (given?.kind !== 'call' || !isCalled(given, 'dict') || at === undefined) return undefined;
    const entry = given.keywords.find(({ name }) => name === parameter);
    return entry === undefined ? undefined : knownNumberAt(model, siteOf(at, entry.value));
  });
  if (numbers.length === 0 || numbers.includes(undefined)) return null;
  return Math.min(...(numbers as readonly number[]));
}
