import { declarationsOf } from '../../../document/written/declarations.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';

/** What a name of Python was given last before a place; in a loop, where its round has done so itself. */
export function givenAt(site: Site): Site | null {
  const given = initialiserOf(site);
  if (given !== null || !(site instanceof PlacedSite) || site.node.kind !== 'expression') return given;
  const { expr } = site.node;
  const declared = expr.kind === 'name' ? declarationsOf(site, expr.name) : [];
  // What a branch or the rounds before have left stands behind the branch, and where the loop begins.
  const own = declared
    .filter(({ span }) => span.end <= expr.span.start)
    .reduce<(typeof declared)[number] | null>(
      (last, each) => (last === null || each.span.start >= last.span.start ? each : last),
      null,
    );
  if (own?.init == null || own.kind !== 'value' || own.element !== null) return null;
  return own.init.kind === 'mutated' || own.init.kind === 'opaque' ? null : siteOf(site, own.init);
}
