// Who handed a tensor of CuTe DSL to a thread, as it is written: a TiledMMA or a TiledCopy, whether or not anything is known
// of it. A name is followed to what it was given, a slice to what is sliced, and a slice of a tiling to the tiling.

import type { Operand } from '../../../../../hardware/mma/mma-atom.ts';
import { functionAround, functionNameAt } from '../../../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../../../document/written/call.ts';
import { declarationsOf } from '../../../../document/written/declarations.ts';
import { givenTo } from '../../../../document/written/names.ts';
import { pythonCallsBy } from '../../../../indexing/callers.ts';
import type { DocumentModel, Site } from '../../../../values/model.ts';
import { PlacedSite } from '../../../../values/placed-site.ts';
import type { RuleContext } from '../../../rule.ts';
import { handingCall, slicedTiling, type Ways } from '../following.ts';

export interface HandedTensor {
  /** `A` of `partition_A` and `make_fragment_A`, `S` of `partition_S`; null: a copy took the fragment as its own. */
  readonly part: Operand | 'S' | 'D' | null;
  /** The tiling, as far as it is followed. */
  readonly by: Site;
  /** What it was made of: the tile, or the shape. */
  readonly of: Site | null;
  /** It is memory of its own, and no part of the tile. */
  readonly isFragment: boolean;
}

export const writtenAt = ({ text }: Pick<RuleContext, 'text'>, { span }: Site): string =>
  text.slice(span.start, span.end);

/** The tiling whose slice stands there, `mma.get_slice(thread)`, or the tiling itself. */
export const tilingOf = (site: Site): Site => slicedTiling(site, /^get_slice$/).given;

const PART = /^(?:partition_|make_fragment_|partition_fragment_)([ABCSD])$/;
const MAKES_FRAGMENT =
  /^(?:make_fragment_[ABC]|partition_fragment_[ABC]|make_fragment_like|make_rmem_tensor_like)$/;

const WAYS: Ways = {
  hands: ({ name, object, args }) =>
    object !== null && ((name === 'retile' && args.length > 0) || PART.test(name)),
  copies: MAKES_FRAGMENT,
  isPart: ({ name }) => name === '[]',
};

/** Null where it is not written. */
export function handedTensor(site: Site): HandedTensor | null {
  const handing = handingCall(site, WAYS);
  if (handing === null) return null;
  const { call, isCopy } = handing;
  const [by, first] = [tilingOf(call.object!), call.args[0]];
  if (call.name === 'retile') return { part: null, by, of: first!, isFragment: true };
  const part = PART.exec(call.name)![1] as HandedTensor['part'];
  return { part, by, of: tileBehind(first), isFragment: isCopy || MAKES_FRAGMENT.test(call.name) };
}

/** `tile` of `thread.partition_A(tile)`. */
function tileBehind(site: Site | undefined): Site | null {
  if (site === undefined) return null;
  const call = writtenCall(givenTo(site));
  const [first] = call?.args ?? [];
  return call !== null && first !== undefined && PART.test(call.name) ? first : site;
}

/** The place of a parameter of the function around, without the object of a method; null for what is none. */
function parameterAt(site: Site): { readonly name: string; readonly index: number } | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  const [declared, ...others] = expr.kind === 'name' ? declarationsOf(site, expr.name) : [];
  if (declared?.kind !== 'parameter' || others.length > 0) return null;
  const names = (functionAround(site)?.declarations ?? [])
    .filter(({ kind }) => kind === 'parameter')
    .map(({ name }) => name);
  const index = names.indexOf(declared.name);
  return index < 0 ? null : { name: declared.name, index: names[0] === 'self' ? index - 1 : index };
}

/** Whether a caller in the file gives two parameters the same, or one what nobody sees. */
function areGivenAlike(
  context: Pick<RuleContext, 'text'> & { readonly model: Pick<DocumentModel, 'sitesByUnit'> },
  one: Site,
  other: Site,
): boolean {
  const [a, b] = [parameterAt(one), parameterAt(other)];
  const name = functionNameAt(one);
  if (a === null || b === null || name === null) return false;
  return pythonCallsBy(context.model as DocumentModel, name).some((site) => {
    const call = writtenCall(site);
    if (call === null || call.args.length + call.keywords.size === 0) return false;
    const [first, second] = [argumentAt(call, a.index, a.name), argumentAt(call, b.index, b.name)];
    if (first === undefined || second === undefined) return true;
    return isWrittenAlike(context, first, second);
  });
}

const isWrittenAlike = (context: Pick<RuleContext, 'text'>, one: Site, other: Site): boolean =>
  plain(writtenAt(context, givenTo(one))) === plain(writtenAt(context, givenTo(other)));

const plain = (written: string): string => written.replace(/\s+/g, '');

/** A parameter, or what a call makes: it is known to be another one where it is written otherwise. */
const isSettled = (site: Site): boolean => parameterAt(site) !== null || writtenCall(site) !== null;

/** Whether two tilings are different ones, by what is written. */
export const areOthers = (context: RuleContext, one: Site, other: Site): boolean =>
  isSettled(one) &&
  isSettled(other) &&
  !isWrittenAlike(context, one, other) &&
  !areGivenAlike(context, one, other);
