// Who hands a thread of C++ its part of a tensor, as it is written: `thr = mma.get_slice(t)`, `thr.partition_A(sA)`. Of two
// parameters of a template nobody knows whether they are one, but their names and types.

import { Unknown } from '../../../../evaluate/model/value.ts';
import { knownValueOf } from '../../../document/extents.ts';
import { type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { declarationsOf } from '../../../document/written/declarations.ts';
import { siteOf } from '../../../document/written/expressions.ts';
import { spacedAt } from '../../../document/written/source-text.ts';
import type { DocumentModel, Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import { handingCall, slicedTiling, type Ways } from './following.ts';

/** A TiledMMA or TiledCopy. */
export interface Tiling {
  /** What two are one by: the type, or how it is made, or its name. */
  readonly key: string;
  readonly name: string;
  readonly site: Site;
  /** The call that makes it, where one does. */
  readonly made: WrittenCall | null;
}

export interface Handed {
  readonly by: Tiling;
  /** The call: `partition_A`, `retile_D`. */
  readonly name: string;
  /** Where that call stands. */
  readonly site: Site;
}

/** The type that a name is declared with, without what is said of the reference; null for `auto`. */
function typeOf(site: Site, code: string): string | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression' || site.node.expr.kind !== 'name')
    return null;
  // All TiledCopies are of one class in Python.
  if (site.dialect !== 'cpp') return null;
  const [declared, ...others] = declarationsOf(site, site.node.expr.name);
  if (declared?.type == null || others.length > 0) return null;
  const type = spacedAt(siteOf(site, declared.type), code).replace(/\b(?:const|auto)\b|&/g, '');
  return type.trim() === '' ? null : type.trim();
}

const SLICES = /^(?:get_(?:thread_|thr_)?slice|with)$/;

/** The tiling that a name or a slice of a thread is of; null where it is given something else in between. */
export function tilingOf(site: Site, code: string): Tiling | null {
  const { name, given } = slicedTiling(site, SLICES);
  if (!(given instanceof PlacedSite) || given.node.kind !== 'expression') return null;
  const { expr } = given.node;
  // A name that several things are given, or that is assigned to.
  if (expr.kind === 'name') {
    const declared = declarationsOf(given, expr.name);
    if (declared.length !== 1 || (declared[0]!.init !== null && declared[0]!.kind !== 'parameter'))
      return null;
  }
  const key = (typeOf(given, code) ?? spacedAt(given, code)).replace(/\{\s*\}$|^typename /g, '');
  return { key, name: spacedAt(name, code), site: given, made: writtenCall(given) };
}

/** @param hands the names of calls that hand tensors out */
export const waysOf = (code: string, hands: RegExp): Ways => ({
  hands: ({ name, args }) => args.length > 0 && hands.test(name),
  copies: /^make_(?:fragment_(?:[ABC]|like)|tensor_like)$/,
  isPart: ({ object, args }) =>
    object === null && args.some((arg) => /^(?:cute::)?_$/.test(spacedAt(arg, code))),
});

const HANDS = /^(?:partition_(?:fragment_)?[ABCSD]|retile_[SD])$/;

export function handedOut(tensor: Site, code: string): Handed | null {
  const handing = handingCall(tensor, waysOf(code, HANDS));
  if (handing === null) return null;
  const { site, call } = handing;
  const by = tilingOf(call.object ?? call.args[0]!, code);
  return by === null ? null : { by, name: call.name, site };
}

/** Whether a template leaves open what one of two is: where both are known, their layouts tell more. */
export const isOpen = (model: Pick<DocumentModel, 'evaluate'>, ...sites: readonly Site[]): boolean =>
  sites.some((site) => {
    const value = knownValueOf(model, site);
    return value === null || value instanceof Unknown;
  });
