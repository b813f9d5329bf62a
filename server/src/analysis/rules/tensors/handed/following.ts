// From a tensor or a slice of a tiling to who handed it out, as it is written: names are followed to what they were given,
// parts to what they are parts of, and copies in registers to what they are like.

import { argumentAt, type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { givenTo, initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';

/** How many names and calls are followed. */
const MAXIMUM_DEPTH = 12;

function followed(site: Site): { readonly name: Site; readonly given: Site } {
  let [name, given] = [site, site];
  for (let depth = 0; depth < MAXIMUM_DEPTH; depth++) {
    const next = initialiserOf(given);
    if (next === null) break;
    [name, given] = [given, next];
  }
  return { name, given };
}

/**
 * The tiling whose slice of a thread stands there, `mma.get_slice(thread)`, or that stands there itself, with its last name.
 * @param slices the names of methods that take a slice
 */
export function slicedTiling(site: Site, slices: RegExp): { readonly name: Site; readonly given: Site } {
  let at = followed(site);
  for (let depth = 0; depth < MAXIMUM_DEPTH; depth++) {
    const call = writtenCall(at.given);
    if (call === null || !slices.test(call.name) || call.object === null) break;
    at = followed(call.object);
  }
  return at;
}

/** How a language writes it. */
export interface Ways {
  readonly hands: (call: WrittenCall) => boolean;
  /** Of the names of what makes registers that are like a tensor. */
  readonly copies: RegExp;
  readonly isPart: (call: WrittenCall) => boolean;
}

interface Handing {
  readonly site: Site;
  readonly call: WrittenCall;
  /** It is not the tensor that was handed out, but one like it. */
  readonly isCopy: boolean;
}

/** The call that handed a thread a tensor, or what it is a part or a copy of; null where that is not written. */
export function handingCall(tensor: Site, ways: Ways, depth = 0): Handing | null {
  const site = givenTo(tensor);
  const call = depth > MAXIMUM_DEPTH ? null : writtenCall(site);
  if (call === null) return null;
  if (ways.hands(call)) return { site, call, isCopy: false };
  if (ways.isPart(call)) return handingCall(call.callee, ways, depth + 1);
  const like = ways.copies.test(call.name) ? argumentAt(call, 0, 'src') : undefined;
  const handing = like === undefined ? null : handingCall(like, ways, depth + 1);
  return handing && { ...handing, isCopy: true };
}
