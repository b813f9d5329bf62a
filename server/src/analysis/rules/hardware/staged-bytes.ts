// Bytes of all stages, `cute.size_in_bytes(dtype, staged_layout)`, that a barrier of CuTe DSL expects where the copy that
// reports to it fills one stage: told by what is written, also where nothing is known of the layout.

import { argumentAt, type WrittenCall, writtenCall } from '../../document/written/call.ts';
import { memberAt, operandsAt } from '../../document/written/expressions.ts';
import { givenTo, itemOf, lengthOf } from '../../document/written/names.ts';
import { compactIn, type Written } from '../../document/written/source-text.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** How many names are followed. */
const MAXIMUM_DEPTH = 6;

/** The layouts whose bytes are added up, as they are written. */
function countedLayouts(site: Site, written: Written, depth = 0): readonly Site[] {
  const bytes = (memberAt(site) === null ? null : lengthOf(site)) ?? site;
  const sum = operandsAt(givenTo(bytes));
  if (sum?.operator === '+' && depth < MAXIMUM_DEPTH)
    return [sum.left, sum.right].flatMap((side) => countedLayouts(side, written, depth + 1));
  if (sum !== null) return cosizeIn(givenTo(bytes), written);
  const call = writtenCall(givenTo(bytes));
  const layout = call?.name === 'size_in_bytes' ? argumentAt(call, 1, 'layout') : undefined;
  return layout === undefined ? [] : [layout];
}

/** The layout of `cute.cosize(layout) * dtype.width // 8`. */
function cosizeIn(site: Site, written: Written): readonly Site[] {
  const quotient = operandsAt(site);
  if (quotient?.operator !== '//' || written(quotient.right) !== '8') return [];
  const factors = operandsAt(quotient.left);
  if (factors?.operator !== '*' || !written(factors.right).endsWith('.width')) return [];
  const call = writtenCall(factors.left);
  const layout = call?.name === 'cosize' ? call.args[0] : undefined;
  return layout === undefined || call?.args.length !== 1 || call.keywords.size > 0 ? [] : [layout];
}

/** The layout that memory is given, `allocate_tensor(dtype, layout.outer)`, `get_tensor(layout)`. */
function layoutGiven(call: WrittenCall | null): Site | undefined {
  const isAllocated = call?.name === 'allocate_tensor';
  if (call === null || (!isAllocated && call.name !== 'get_tensor')) return undefined;
  const layout = argumentAt(call, isAllocated ? 1 : 0, 'layout');
  const part = layout === undefined ? null : memberAt(layout);
  return part?.name === 'outer' ? part.object : layout;
}

/** The layout of the shared memory of which a copy fills one stage, `tXsX[None, stage]`; undefined for other destinations. */
function filledLayout({ call }: CalledSite, written: Written): Site | undefined {
  const slice = argumentAt(call, 2, 'dst');
  const indexed = slice === undefined ? null : writtenCall(givenTo(slice));
  const [box, stage, ...more] = indexed?.name === '[]' ? indexed.args : [];
  // A number may be the only stage.
  if (box === undefined || stage === undefined || more.length > 0) return undefined;
  if (written(box) !== 'None' || /^(?:None|\d+|.*:.*)$/.test(written(stage))) return undefined;
  const item = itemOf(indexed!.callee);
  const partition = item?.item.join() === '0' ? writtenCall(item.of) : null;
  const grouped = partition?.name === 'tma_partition' ? argumentAt(partition, 3, 'smem_tensor') : undefined;
  const group = grouped === undefined ? null : writtenCall(givenTo(grouped));
  const tensor = group?.name === 'group_modes' ? argumentAt(group, 0, 'input') : undefined;
  return tensor === undefined ? undefined : layoutGiven(writtenCall(givenTo(tensor)));
}

/** @param copies those that report to the barrier, each of them once for each time that it expects the bytes */
export function stagedBytes(
  bytes: Site,
  copies: readonly CalledSite[],
  { text }: RuleContext,
): readonly RuleFinding[] {
  const written = compactIn(text);
  return countedLayouts(bytes, written).flatMap((layout) => {
    const own = copies.filter((copy) => {
      const filled = filledLayout(copy, written);
      return filled !== undefined && written(filled) === written(layout);
    });
    // Several may fill several stages.
    if (own.length !== 1 || !/^[\w.]+$/.test(written(layout))) return [];
    const message = `the bytes of all stages of ${written(layout)} are counted, and the copy that reports to the barrier fills one: the wait for it never ends`;
    return [
      { span: bytes.span, message, related: [{ span: own[0]!.site.span, message: 'fills one stage' }] },
    ];
  });
}
