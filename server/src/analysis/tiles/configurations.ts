// What `triton.autotune` may choose for the parameters of a kernel, as far as its decorator lists it.

import { scopePath } from '../../evaluate/model/environment.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import type { DocumentModel } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { givenTo, pathText } from './reaching.ts';

const isCalled = (e: Expr, name: string): boolean =>
  e.kind === 'call' && (pathText(e.callee) ?? '').split('.').at(-1) === name;

/** What the file gives a name of the module once; null: not that. */
function ofModule(model: DocumentModel, name: string): Expr | null {
  const given = model.sitesByUnit.flatMap(({ parts }) => {
    const site = parts.find(({ sites }) => sites.length > 0)?.sites[0];
    const unit = site instanceof PlacedSite && site.dialect === 'python' ? site.memo.placed.unit.scope : null;
    return unit?.declarations.filter((d) => d.name === name) ?? [];
  });
  const [only] = given;
  return only === undefined || given.length > 1 ? null : givenTo(only);
}

/** A configuration with what the names in it stand for, one of several numbers each. */
interface Configuration {
  readonly made: Expr;
  readonly names: ReadonlyMap<string, readonly Expr[]>;
}

/** One by one, or one for each item of lists: `[Config({'BLOCK': b}) for b in [256, 512]]`; null: they are made otherwise. */
function configurationsIn(
  list: Expr,
  names: Configuration['names'] = new Map(),
): readonly Configuration[] | null {
  if (list.kind === 'tuple') {
    const all = list.items.map((e) => (isCalled(e, 'Config') ? { made: e, names } : null));
    return all.every((each) => each !== null) ? all : null;
  }
  if (list.kind !== 'comprehension') return null;
  const { targets, source, element, conditions } = list;
  const [target] = targets;
  if (conditions.length > 0 || targets.length !== 1 || target === undefined || target.element !== null)
    return null;
  const inside = new Map(names).set(target.name, source.kind === 'tuple' ? source.items : []);
  return isCalled(element, 'Config') ? [{ made: element, names: inside }] : configurationsIn(element, inside);
}

/** The configurations that the decorators of a kernel list; none where one is made elsewhere. */
function configurationsOf(
  kernel: Scope,
  { memo }: PlacedSite,
  model: DocumentModel,
): readonly Configuration[] {
  const path = scopePath(memo.placed.unit.scope, kernel.span.start);
  const around = path[path.indexOf(kernel) - 1];
  const declaration = around?.declarations.find((d) => d.bodyScope === kernel);
  const tuned = declaration?.decorators?.filter((e) => isCalled(e, 'autotune')) ?? [];
  const [only] = tuned;
  if (tuned.length !== 1 || only?.kind !== 'call') return [];
  const given = only.keywords.find(({ name }) => name === 'configs')?.value ?? only.args[0];
  const list = given?.kind === 'name' ? ofModule(model, given.name) : given;
  return list == null ? [] : (configurationsIn(list) ?? []);
}

/** The least number that the configurations of a kernel give a parameter; null where one of them gives none that is known. */
export function leastTuned(
  kernel: Scope,
  at: PlacedSite | undefined,
  parameter: string,
  model: DocumentModel,
): number | null {
  const configurations = at === undefined ? [] : configurationsOf(kernel, at, model);
  const numbers = configurations.flatMap(({ made, names }): readonly (number | null)[] => {
    const given =
      made.kind === 'call'
        ? (made.args[0] ?? made.keywords.find(({ name }) => name === 'kwargs')?.value)
        : undefined;
    // A dictionary is read as a call that makes it.
    if (given?.kind !== 'call' || !isCalled(given, 'dict')) return [null];
    const value = given.keywords.find(({ name }) => name === parameter)?.value;
    const values =
      value?.kind === 'name' ? (names.get(value.name) ?? []) : value === undefined ? [] : [value];
    return values.length === 0 ? [null] : values.map((e) => (e.kind === 'integer' ? e.value : null));
  });
  if (numbers.length === 0 || numbers.includes(null)) return null;
  return Math.min(...(numbers as readonly number[]));
}
