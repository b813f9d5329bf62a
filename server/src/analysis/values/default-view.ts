// A document as it is where nobody gives other arguments than the defaults: of functions and classes that the file does not
// call, it says nothing else.

import { restsOnDefault, withDefaults } from './default-arguments.ts';
import type { CheckUnit, DocumentModel, Site, SiteEvaluation } from './model.ts';

type Given = SiteEvaluation['parameters'];

/** A default of what the file does not call. */
const isUncalled = (given: Given[number]): boolean => given.isUncalled === true && restsOnDefault([given]);

/** The defaults that the values of some places rest on. */
export function defaultsAt(model: DocumentModel, sites: readonly (Site | null)[]): Given {
  const taken = new Map<string, Given[number]>();
  for (const site of sites)
    for (const given of site === null ? [] : model.evaluate(site).parameters)
      if (isUncalled(given)) taken.set(given.name, given);
  return [...taken.values()];
}

/** Nothing that is remembered for the document itself is remembered for a view, and the other way round. */
function viewOf(model: DocumentModel): DocumentModel {
  const settled = (evaluation: SiteEvaluation): SiteEvaluation =>
    evaluation.parameters.some(isUncalled)
      ? { ...evaluation, parameters: evaluation.parameters.filter((given) => !isUncalled(given)) }
      : evaluation;
  const units = new Map<CheckUnit['key'], CheckUnit['key']>();
  return forwarding<DocumentModel>(model, {
    lineage: {},
    evaluate: (...asked) => settled(model.evaluate(...asked)),
    evaluations: (site) =>
      model.evaluations(site).map((each) => ({ ...each, evaluation: settled(each.evaluation) })),
    memoised: (_site, _values, work) => work(),
    *checkUnits() {
      for (const unit of model.checkUnits()) {
        const key = units.get(unit.key) ?? { remembered: [] };
        units.set(unit.key, key);
        yield forwarding(unit, { key });
      }
    },
  });
}

/** An object that is another one but for some members. */
function forwarding<T extends object>(to: T, own: Partial<T>): T {
  return new Proxy(to, {
    get(_, name) {
      if (Object.hasOwn(own, name)) return own[name as keyof T];
      const member: unknown = Reflect.get(to, name, to);
      return typeof member === 'function' ? member.bind(to) : member;
    },
  });
}

interface Context {
  readonly model: DocumentModel;
}

/** What a check finds with the defaults of what the file does not call, of which those taken are named: information. */
export function foundByDefault<C extends Context, T extends { readonly message: string }>(
  context: C,
  taken: Given,
  check: (context: C) => readonly T[],
): readonly T[] {
  if (taken.length === 0) return [];
  return check({ ...context, model: viewOf(context.model) }).map((each) => withDefaults(each, taken));
}

/** What a check of Python finds at a place, or, where that is nothing, by such defaults. */
export function alsoByDefault<C extends Context, T extends { readonly message: string }>(
  site: Site,
  context: C,
  check: (site: Site, context: C) => readonly T[],
): readonly T[] {
  const found = check(site, context);
  return found.length > 0 || site.dialect !== 'python'
    ? found
    : foundByDefault(context, defaultsAt(context.model, [site]), (of) => check(site, of));
}
