// What made a layout of shared memory in CuTe DSL, and for elements of which width: those that it was made for, or that are
// allocated by it. Where a pointer to global memory does not say how wide its elements are, those of the copy do.

import { TypeValue } from '../../../../evaluate/model/value.ts';
import { knownValueOf } from '../../../document/extents.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { memberAt } from '../../../document/written/expressions.ts';
import { initialiserOf, lengthOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import { launchedWith } from '../../hardware/multicast/atoms.ts';
import type { RuleContext } from '../../rule.ts';

/** How many names, parts and launches are followed. */
const MAXIMUM_DEPTH = 10;
/** Narrower elements may lie packed in global memory, and not so in shared memory. */
const NARROWEST_BITS = 16;

/** What a layout is a part of, or the whole of which the swizzle is left out. */
function wholeOf(site: Site): Site | null {
  const member = memberAt(site);
  if (member?.name === 'outer') return member.object;
  const call = writtenCall(site);
  if (call?.name === '[]') return call.callee;
  return call?.name === 'slice_' || call?.name === 'select' ? (call.args[0] ?? null) : null;
}

/** What made a layout, or a tiling, in the end: names, attributes of `self` and launches are followed. */
export function originOf(context: Pick<RuleContext, 'model'>, site: Site): Site {
  let at = site;
  for (let depth = 0; depth < MAXIMUM_DEPTH; depth++) {
    const next = wholeOf(at) ?? initialiserOf(at) ?? lengthOf(at) ?? launchedWith(context, at);
    if (next === null) break;
    at = next;
  }
  return at;
}

/** The element type that a layout of shared memory is made for. */
function typeOf(context: RuleContext, made: WrittenCall): Site | undefined {
  const { name } = made;
  const operand = /^make_smem_layout_([ab])$/.exec(name)?.[1];
  if (operand !== undefined) return argumentAt(made, 2, `${operand}_dtype`);
  if (name === 'make_smem_layout_epi') return argumentAt(made, 0, 'epi_dtype');
  if (name === 'make_smem_layout_atom') return argumentAt(made, 1, 'element_type');
  const atom = name === 'tile_to_shape' ? argumentAt(made, 0, 'atom') : undefined;
  const maker = atom === undefined ? null : writtenCall(originOf(context, atom));
  return maker === null ? undefined : typeOf(context, maker);
}

const bitsOf = ({ model }: RuleContext, type: Site | undefined): number | null => {
  const value = type === undefined ? null : knownValueOf(model, type);
  return value instanceof TypeValue ? value.bits : null;
};

/** The bits of the elements that lie in shared memory by a layout; null where that is not written, or of several types. */
export function widthBy(context: RuleContext, layout: Site): number | null {
  const origin = originOf(context, layout);
  const maker = writtenCall(origin);
  const made = maker === null ? null : bitsOf(context, typeOf(context, maker));
  const { start, end } = origin.span;
  const allocated = callsOf(context.model, 'allocate_tensor').flatMap(({ call }) => {
    const [type, of] = [argumentAt(call, 0, 'element_type'), argumentAt(call, 1, 'layout')];
    const { span } = of === undefined ? layout : originOf(context, of);
    return of !== undefined && span.start === start && span.end === end ? [bitsOf(context, type)] : [];
  });
  const widths = new Set(made === null ? allocated : [made, ...allocated]);
  const [bits, ...others] = widths;
  return bits == null || others.length > 0 || bits < NARROWEST_BITS ? null : bits;
}
