// The functions of a file by their names, with a place of the unit that each stands in.

import type { Scope } from '../../../frontends/common/scope.ts';
import type { DocumentModel } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';

export interface WrittenFunction {
  readonly scope: Scope;
  /** A place of its unit. */
  readonly place: PlacedSite;
  /** The class or namespace around it; null: it stands outside of all. */
  readonly owner: string | null;
}

type Model = Pick<DocumentModel, 'sitesByUnit'>;
type Named = ReadonlyMap<string, WrittenFunction | null>;

/** Those outside of classes, and those of classes as well; null for a name that several have. */
interface Functions {
  readonly plain: Named;
  readonly all: Named;
}

const known = new WeakMap<Model, Functions>();

function functionsOf(model: Model): Functions {
  const before = known.get(model);
  if (before !== undefined) return before;
  const [plain, all] = [new Map<string, WrittenFunction | null>(), new Map<string, WrittenFunction | null>()];
  const visit = (scope: Scope, place: PlacedSite, isOfClass: boolean, owner: string | null): void => {
    for (const child of scope.children) {
      const { kind, name } = child;
      if (kind === 'namespace' || kind === 'template' || kind === 'class')
        visit(child, place, isOfClass || kind === 'class', name ?? owner);
      else if (kind === 'function' && name !== null)
        for (const named of isOfClass ? [all] : [plain, all])
          named.set(name, named.has(name) ? null : { scope: child, place, owner });
    }
  };
  for (const { parts } of model.sitesByUnit) {
    const place = parts.find(({ sites }) => sites.length > 0)?.sites[0];
    if (place instanceof PlacedSite) visit(place.memo.placed.unit.scope, place, false, null);
  }
  const functions = { plain, all };
  known.set(model, functions);
  return functions;
}

/** The only function of a name outside of classes. */
export const plainFunction = (model: Model, name: string): WrittenFunction | null =>
  functionsOf(model).plain.get(name) ?? null;

/** The only function of a name, of a class or not. */
export const functionNamed = (model: Model, name: string): WrittenFunction | null =>
  functionsOf(model).all.get(name) ?? null;
