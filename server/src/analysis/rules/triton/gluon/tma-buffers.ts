// Tiles that TMA brings into the buffer of another descriptor: `async_copy_global_to_shared(b_desc, …, bar, a_smem)`, where
// a_smem is allocated by the block and the layout of a_desc.

import { mentions } from '../../../../syntax/text/mentions.ts';
import { functionAround } from '../../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { declarationsOf } from '../../../document/written/declarations.ts';
import { memberAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { pythonCallsBy } from '../../../indexing/callers.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

const COPIES = ['async_copy_global_to_shared', 'async_load'];

interface Brought {
  readonly site: Site;
  readonly desc: string;
  readonly descAt: Site;
  /** The descriptor whose block and layout the buffer has. */
  readonly buffer: string;
  readonly name: string;
}

/** What stages are taken of, `buffers` of `buffers.index(i)`. */
function wholeOf(site: Site): Site {
  const given = initialiserOf(site) ?? site;
  const call = writtenCall(given);
  return call?.name === 'index' && call.object !== null ? wholeOf(call.object) : site;
}

/** The one descriptor that shape and layout of an allocation name. */
function descriptorOf(buffer: Site, text: string): string | null {
  const call = writtenCall(initialiserOf(buffer) ?? buffer);
  if (call?.name !== 'allocate_shared_memory') return null;
  const [shape, layout] = [argumentAt(call, 1, 'shape'), argumentAt(call, 2, 'layout')];
  const member = layout === undefined ? null : memberAt(layout);
  if (shape === undefined || member?.name !== 'layout') return null;
  const owner = text.slice(member.object.span.start, member.object.span.end);
  const written = text.slice(shape.span.start, shape.span.end);
  const owners = [...written.matchAll(/([\w.]+?)\.(?:block_type\.shape|block_shape)\b/g)].map(([, of]) => of);
  return owners.length > 0 && owners.every((of) => of === owner) ? owner : null;
}

const isParameter = (site: Site, name: string): boolean =>
  site instanceof PlacedSite && declarationsOf(site, name)[0]?.kind === 'parameter';

function broughtIn({ model, text }: RuleContext): readonly Brought[] | null {
  const copies = COPIES.flatMap((name) => pythonCallsBy(model, name)).filter(
    ({ dialect }) => dialect === 'python',
  );
  return copies.flatMap((site) => {
    const call = writtenCall(site);
    const [descAt, result] = call ? [argumentAt(call, 0, 'tensor_desc'), argumentAt(call, 3, 'result')] : [];
    const whole = result === undefined ? null : wholeOf(result);
    const buffer = whole === null ? null : descriptorOf(whole, text);
    const desc = descAt === undefined ? '' : text.slice(descAt.span.start, descAt.span.end);
    if (whole === null || buffer === null || descAt === undefined || model.neverRuns(site)) return [];
    const name = text.slice(whole.span.start, whole.span.end);
    return [{ site, desc, descAt, buffer, name }];
  });
}

/** Findings of `tensor-descriptor` about copies to buffers of another descriptor, which has its own tile nowhere. */
export function checkBuffers(context: RuleContext): readonly RuleFinding[] {
  if (!mentions(context.text, /allocate_shared_memory/)) return [];
  const all = broughtIn(context) ?? [];
  return all.flatMap(({ site, desc, descAt, buffer, name }) => {
    const same = all.filter((each) => functionAround(each.site) === functionAround(site));
    // One buffer may be for tiles of several tensors that are alike.
    if (desc === buffer || !same.every((each) => each.name !== name || each.desc === desc)) return [];
    if (!isParameter(descAt, desc) || !isParameter(descAt, buffer)) return [];
    const isOwned = same.some((each) => each.buffer === desc);
    if (!isOwned) return [];
    const message = `${name} is allocated by the block of ${buffer}, and takes tiles of ${desc}`;
    return [{ span: descAt.span, message }];
  });
}
