// Which mode of a cluster something runs along: the coordinate of a CTA, a layout of CTAs, or the mask of a multicast.

import { shapeOf } from '../../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { Layout, type Shape } from '../../../../algebra/layout/layout.ts';
import { product } from '../../../../algebra/tuple/int-tuple.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { numberIn, settledNumberAt, settledValueOf } from '../../../document/extents.ts';
import { argumentAt, templateArgument, writtenCall } from '../../../document/written/call.ts';
import { declarationsOf } from '../../../document/written/declarations.ts';
import { itemsAt, memberAt, placeholderAt, siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext } from '../../rule.ts';

/** A mode of a layout, of a shape or of a coordinate. */
export interface ModeOf {
  /** What has the modes. */
  readonly of: Site;
  readonly mode: number;
  /** Where the number of the mode is written. */
  readonly at: Site;
}

/** The CTAs that a mask names: those along a mode of a layout from the CTA of a coordinate on. */
export interface MaskMode extends ModeOf {
  readonly coordinate: Site;
}

/** How many names are followed. */
const MAXIMUM_DEPTH = 8;

/** What a name was given, through names that were given it. */
function originOf(site: Site): Site {
  let origin = site;
  for (let depth = 0; depth < MAXIMUM_DEPTH; depth++) {
    const given = initialiserOf(origin);
    if (given === null) return origin;
    origin = given;
  }
  return origin;
}

/** The same text for the same object in one function: a name that is declared once there, or a member of one; null for others. */
export function objectKey(site: Site, text: string, depth = 0): string | null {
  const member = memberAt(site);
  if (member !== null && depth < MAXIMUM_DEPTH) {
    const object = objectKey(member.object, text, depth + 1);
    return object === null ? null : `${object}.${member.name}`;
  }
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  if (expr.kind === 'construct')
    return codeOf(text, 'cpp').slice(site.span.start, site.span.end).replace(/\s+/g, '');
  if (expr.kind === 'unary' && expr.operator === '*')
    return objectKey(siteOf(site, expr.operand), text, depth);
  if (expr.kind !== 'name') return null;
  const [declared, ...others] = declarationsOf(site, expr.name);
  // What is declared elsewhere has one meaning in a function.
  if (declared === undefined) return expr.name;
  if (others.length > 0) return null;
  const given = initialiserOf(site);
  const alias = given === null || depth >= MAXIMUM_DEPTH ? null : aliasKey(given, text, depth + 1);
  return alias ?? `${expr.name}@${declared.nameSpan.start}`;
}

/** Of a name that was given another name's object, that one's. */
function aliasKey(given: Site, text: string, depth: number): string | null {
  const kind = given instanceof PlacedSite && given.node.kind === 'expression' ? given.node.expr.kind : null;
  return kind === 'name' || kind === 'member' ? objectKey(given, text, depth) : null;
}

/** What has the modes that a shape has: `L` of `L.shape`, `L.shape()` and `shape(L)`. */
export function withoutShape(site: Site): Site {
  const member = memberAt(site);
  if (member?.name === 'shape') return member.object;
  const call = writtenCall(site);
  if (call?.name !== 'shape') return site;
  if (call.args.length === 0 && call.object !== null) return call.object;
  return call.object === null && call.args.length === 1 && templateArgument(call) === null
    ? call.args[0]!
    : site;
}

type Model = Pick<RuleContext, 'model'>;

function modeAt({ model }: Model, of: Site, at: Site | null | undefined): ModeOf | null {
  const mode = settledNumberAt(model, at);
  return at == null || mode === undefined || mode < 0 ? null : { of: withoutShape(of), mode, at };
}

/** `x[2]`, `get<2>(x)`, also by a name; null for others. */
export function elementMode(context: Model, site: Site): ModeOf | null {
  const call = writtenCall(originOf(site));
  const [only, ...more] = call?.args ?? [];
  if (call === null || only === undefined || more.length > 0 || call.keywords.size > 0) return null;
  if (call.name === '[]') return modeAt(context, call.callee, only);
  return call.name === 'get' ? modeAt(context, only, templateArgument(call)) : null;
}

/** `size<2>(L)`, `size(L, mode=[2])`, `shape<2>(L)`; null for others. */
function extentMode(context: Model, site: Site): ModeOf | null {
  const call = writtenCall(originOf(site));
  const of = call === null ? undefined : argumentAt(call, 0, 'a');
  if (call === null || of === undefined || !/^(?:size|shape)$/.test(call.name)) return null;
  if (site.dialect !== 'python')
    return call.args.length === 1 ? modeAt(context, of, templateArgument(call)) : null;
  const modes = argumentAt(call, 1, 'mode');
  const [at, ...more] = modes === undefined ? [] : (itemsAt(modes) ?? []);
  return more.length > 0 ? null : modeAt(context, of, at);
}

/** `slice_(L, (0, None, 0)).shape`, which has the one mode that is kept; null for others. */
function sliceMode(site: Site): ModeOf | null {
  const call = writtenCall(originOf(withoutShape(originOf(site))));
  if (call?.name !== 'slice_') return null;
  const [of, coordinate] = [argumentAt(call, 0, 'src'), argumentAt(call, 1, 'coord')];
  if (of === undefined || coordinate === undefined) return null;
  const items = itemsAt(originOf(coordinate)) ?? [];
  const kept = items.flatMap((item, i) => (placeholderAt(item) === null ? [] : [i]));
  return kept.length === 1 ? { of: withoutShape(of), mode: kept[0]!, at: items[kept[0]!]! } : null;
}

/** The mode along which a layout of CTAs lies, `make_layout(size<2>(L))`; null where that is not written. */
export function layoutMode(context: Model, site: Site): ModeOf | null {
  const call = writtenCall(originOf(site));
  if (call?.name !== 'make_layout' || call.args.length + call.keywords.size !== 1) return null;
  const shape = argumentAt(call, 0, 'shape');
  if (shape === undefined) return null;
  return extentMode(context, shape) ?? elementMode(context, shape) ?? sliceMode(shape);
}

/** The mode of the CTAs that a call makes a mask of; null for what is no such call. */
export function maskMode(context: Model, site: Site): MaskMode | null {
  const call = writtenCall(site);
  if (call === null || !/^(?:create_tma_multicast_mask|make_layout_image_mask)$/.test(call.name)) return null;
  const isOfLayout = call.name === 'make_layout_image_mask';
  const of = argumentAt(call, 0, isOfLayout ? 'lay' : 'cta_layout_vmnk');
  const coordinate = argumentAt(call, 1, isOfLayout ? 'coord' : 'cta_coord_vmnk');
  const at =
    site.dialect === 'python'
      ? argumentAt(call, 2, isOfLayout ? 'mode' : 'mcast_mode')
      : templateArgument(call);
  const mode = of === undefined ? null : modeAt(context, of, at);
  return mode === null || coordinate === undefined ? null : { ...mode, coordinate };
}

/** The layout that a coordinate was asked of, `layout.get_flat_coord(rank)`; null where that is not written. */
export function layoutOfCoordinate(site: Site): Site | null {
  const call = writtenCall(originOf(site));
  return call !== null && /^get_(?:flat|hier)_coord$/.test(call.name) ? call.object : null;
}

/** How many CTAs there are along a mode; undefined where that is not known. */
export function extentAt({ model }: Model, of: Site, mode: number): number | undefined {
  const value = settledValueOf(model, of);
  const shape = value instanceof Layout ? shapeOf(value) : value;
  const extent = Array.isArray(shape) ? (shape[mode] as Shape | undefined) : undefined;
  if (extent === undefined) return undefined;
  return value instanceof Layout ? knownNumber(product(extent)) : numberIn(extent as never);
}
