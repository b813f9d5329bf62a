// Where a name or an attribute of `self` is declared.

import { scopePath } from '../../../evaluate/model/environment.ts';
import type { MemberExpr } from '../../../frontends/common/expression.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import type { Site } from '../../values/model.ts';
import type { PlacedSite } from '../../values/placed-site.ts';
import { siteOf } from './expressions.ts';

/** What the methods of the class around leave in `self.name`, where that is one thing; items may be assigned afterwards. */
export function attributeOf(
  site: PlacedSite,
  { object, name }: MemberExpr,
  mayAssignItems = false,
): Site | null {
  if (object.kind !== 'name') return null;
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  const type = [...path].reverse().find(({ attributes }) => attributes !== undefined);
  const [given, ...more] = (type?.attributes?.get(name.name) ?? []).filter(
    ({ value }) => value.kind !== 'underscore' && !(mayAssignItems && value.kind === 'opaque'),
  );
  const method = path[path.indexOf(type!) + 1];
  const isOwn = method?.declarations.find(({ kind }) => kind === 'parameter')?.name === object.name;
  return given === undefined || more.length > 0 || given.count !== 1 || !isOwn
    ? null
    : siteOf(site, given.value);
}

/** The declarations of a name in the innermost scope that has any, with those of the blocks around where `all` are asked for. */
export function declarationsOf(
  { memo, node }: PlacedSite,
  name: string,
  all = false,
): readonly Declaration[] {
  const path = scopePath(memo.placed.unit.scope, node.start);
  const found: Declaration[] = [];
  for (const scope of [...path].reverse()) {
    found.unshift(...scope.declarations.filter((d) => d.name === name));
    if (found.length > 0 && (!all || scope.kind === 'function')) return found;
  }
  return found;
}
