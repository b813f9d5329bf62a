// Copies of CuTe DSL whose predicate is about other elements than those that are copied: its coordinates were handed out by
// another TiledCopy than the tensor, or those of another tile.

import { codeOf } from '../../../../../frontends/common/host-tokens.ts';
import { TiledCopy } from '../../../../../hardware/copy/tiled-copy.ts';
import { mentions } from '../../../../../syntax/text/mentions.ts';
import { knownValueOf } from '../../../../document/extents.ts';
import { functionAround } from '../../../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../../../document/written/call.ts';
import { callsOf } from '../../../../document/written/calls-by-name.ts';
import { itemsAt } from '../../../../document/written/expressions.ts';
import { givenTo } from '../../../../document/written/names.ts';
import type { Site } from '../../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../../rule.ts';
import { type HandedTensor, handedTensor, writtenAt } from './handed.ts';

/** A part of a tile that a thread has. */
export interface TilePart extends HandedTensor {
  readonly name: string;
  readonly tiler: string;
  readonly coordinate: readonly string[];
  readonly isOfCoordinates: boolean;
}

const MAXIMUM_DEPTH = 4;
/** So far before an assignment its target stands. */
const NEAR = 200;

/** What elements are taken of, `x` of `x[0, i][1]`. */
export function wholeOf(site: Site): Site {
  let whole = site;
  for (let depth = 0; depth < MAXIMUM_DEPTH; depth++) {
    const call = writtenCall(whole);
    if (call?.name !== '[]') break;
    whole = call.callee;
  }
  return whole;
}

export function tilePart(context: RuleContext, site: Site): TilePart | null {
  const handed = handedTensor(site);
  const call = handed?.of == null || handed.isFragment ? null : writtenCall(givenTo(handed.of));
  if (handed === null || call?.name !== 'local_tile' || argumentAt(call, 3, 'proj') !== undefined)
    return null;
  const [of, tiler, at] = ['input', 'tiler', 'coord'].map((name, i) => argumentAt(call, i, name));
  if (of === undefined || tiler === undefined || at === undefined) return null;
  const items = itemsAt(givenTo(at)) ?? [at];
  return {
    ...handed,
    name: writtenAt(context, wholeOf(site)),
    tiler: writtenAt(context, givenTo(tiler)),
    coordinate: items.map((item) => writtenAt(context, givenTo(item))),
    isOfCoordinates: writtenCall(givenTo(of))?.name === 'make_identity_tensor',
  };
}

/** The coordinates that the elements of a predicate are made of, `p[i] = cute.elem_less(c[i], limits)` or `p = f(c, limits)`. */
function coordinatesBehind(context: RuleContext, predicate: Site): readonly Site[] {
  const whole = wholeOf(predicate);
  const name = writtenAt(context, whole);
  const around = functionAround(predicate);
  if (around === null || !/^\w+$/.test(name)) return [];
  const code = codeOf(context.text, 'python');
  const isAssigned = new RegExp(`\\b${name}\\s*\\[[^=]*\\]\\s*=\\s*$`);
  const compared = callsOf(context.model, 'elem_less').flatMap(({ site, call }) => {
    const { start } = site.span;
    const [first] = call.args;
    if (functionAround(site) !== around || first === undefined) return [];
    return isAssigned.test(code.slice(Math.max(0, start - NEAR), start)) ? [wholeOf(first)] : [];
  });
  return [...compared, ...(writtenCall(givenTo(whole))?.args ?? [])];
}

/** Whether two lists are one in another order, of names and numbers that all differ. */
const isPermuted = (one: readonly string[], other: readonly string[]): boolean =>
  one.join() !== other.join() &&
  new Set(one).size === one.length &&
  [...one].sort().join() === [...other].sort().join();

/**
 * Whether two copies are known to hand out other elements. Of others nobody knows: copies of other types often give the
 * threads the same elements.
 */
function handOthers({ model }: RuleContext, one: Site, other: Site): boolean {
  const [a, b] = [one, other].map((site) => knownValueOf(model, site));
  if (!(a instanceof TiledCopy) || !(b instanceof TiledCopy)) return false;
  const [key, its] = [a, b].map(({ layoutTv, tiler }) => JSON.stringify([layoutTv, tiler]));
  return key !== its;
}

function difference(context: RuleContext, coordinates: TilePart, data: TilePart): string | null {
  const { name, by } = coordinates;
  if (coordinates.tiler !== data.tiler) return null;
  if (isPermuted(coordinates.coordinate, data.coordinate))
    return `${name} has the coordinates of the tile (${coordinates.coordinate.join(', ')}), and ${data.name} is of (${data.coordinate.join(', ')})`;
  if (coordinates.part !== data.part || !handOthers(context, by, data.by)) return null;
  return `${name} was handed out by another TiledCopy than ${data.name}: the predicate is that of other elements`;
}

function checkCopy({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const predicate = call.keywords.get('pred');
  if (predicate === undefined || context.model.neverRuns(site)) return [];
  const coordinates = coordinatesBehind(context, predicate).flatMap((each) => {
    const part = tilePart(context, each);
    return part?.isOfCoordinates === true ? [part] : [];
  });
  const data = ['src', 'dst'].flatMap((name, i) => {
    const given = argumentAt(call, i + 1, name);
    const part = given === undefined ? null : tilePart(context, given);
    return part === null || part.isOfCoordinates ? [] : [part];
  });
  // One is right, and the other may be for what is copied elsewhere.
  if (coordinates.length !== 1 || data.length !== 1) return [];
  const message = difference(context, coordinates[0]!, data[0]!);
  return message === null ? [] : [{ span: predicate.span, message }];
}

/** Findings of `predicate-shape` about coordinates of other elements. */
export const checkPredicated = (context: RuleContext): readonly RuleFinding[] =>
  mentions(context.text, /\bpred\s*=/) && mentions(context.text, 'make_identity_tensor')
    ? callsOf(context.model, 'copy').flatMap((called) => checkCopy(called, context))
    : [];
