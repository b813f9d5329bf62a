// Classes as they are written.

import type { Declaration } from '../../../frontends/common/scope.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import { nameOf } from './call.ts';
import { attributeOf, declarationsOf } from './declarations.ts';
import { siteOf } from './expressions.ts';

/** A class as it is written. */
interface WrittenClass {
  /** Its members with their types. */
  readonly members: ReadonlyMap<string, Site>;
  /** The names of its decorators, without what they are members of. */
  readonly decorators: readonly string[];
}

/**
 * The class that a name stands for, or an attribute of `self` that one method alone gives a class; null where it is no
 * class of the unit.
 */
export function classAt(site: Site): WrittenClass | null {
  if (!(site instanceof PlacedSite)) return null;
  const { node } = site;
  if (node.kind === 'declaration') return writtenClass(site, node.declaration);
  if (node.kind !== 'expression') return null;
  const { expr } = node;
  if (expr.kind === 'member') {
    const given = attributeOf(site, expr);
    return given === null ? null : classAt(given);
  }
  const declared = expr.kind === 'name' ? declarationsOf(site, expr.name) : [];
  return declared.length === 1 ? writtenClass(site, declared[0]!) : null;
}

function writtenClass(
  site: PlacedSite,
  { kind, bodyScope, decorators = [] }: Declaration,
): WrittenClass | null {
  if (kind !== 'class' || bodyScope === null) return null;
  const members = bodyScope.declarations.flatMap(({ name, type }) =>
    type === null ? [] : [[name, siteOf(site, type)] as const],
  );
  return { members: new Map(members), decorators: decorators.map(nameOf) };
}
