// A view of a tensor of CuTe DSL by elements of another size, `make_tensor(recast_ptr(t.iterator, dtype=T), layout)`, that has
// as many elements as the tensor, or more: wider ones take more memory than the tensor has.

import { Tensor, TypeValue } from '../../../../evaluate/model/value.ts';
import { styleOf, valueText } from '../../../../render/text/text.ts';
import { knownValueOf, settledNumberAt, settledValueOf } from '../../../document/extents.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { memberAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { writtenIn } from '../../../document/written/source-text.ts';
import type { Site } from '../../../values/model.ts';
import { farthestOffset } from '../../../values/reach.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

/** What makes memory of its own, with the place of the type among its arguments. */
const MAKERS: Readonly<Record<string, number>> = {
  allocate_tensor: 0,
  make_rmem_tensor: 1,
  make_rmem_tensor_like: 1,
  make_fragment: 1,
  make_fragment_like: 1,
};

const given = (site: Site): Site => initialiserOf(site) ?? site;

interface RecastPointer {
  /** The tensor whose memory it is. */
  readonly tensor: Site;
  readonly maker: WrittenCall;
  readonly type: Site;
}

/** `recast_ptr(t.iterator, dtype=T)` of a tensor with memory of its own. */
function recastPointer(pointer: Site): RecastPointer | null {
  const call = writtenCall(given(pointer));
  const [ptr, type] =
    call?.name === 'recast_ptr' ? [argumentAt(call, 0, 'ptr'), argumentAt(call, 2, 'dtype')] : [];
  const member = ptr === undefined ? null : memberAt(given(ptr));
  const init = member?.name === 'iterator' ? initialiserOf(member.object) : null;
  const maker = init === null ? null : writtenCall(init);
  return maker === null || type === undefined || MAKERS[maker.name] === undefined
    ? null
    : { tensor: member!.object, maker, type };
}

const bitsOf = (model: RuleContext['model'], type: Site | undefined): number | null => {
  const value = knownValueOf(model, type);
  return value instanceof TypeValue ? value.bits : null;
};

/** How many elements a layout has for each of a tensor's, by what is written: `t.layout`, `recast_layout(16, 32, t.layout)`. */
function elementsFor(context: RuleContext, layout: Site, tensor: Site): number | null {
  const { model, text } = context;
  const written = writtenIn(text);
  const at = given(layout);
  const member = memberAt(at);
  if (member?.name === 'layout' && written(member.object) === written(tensor)) return 1;
  const call = writtenCall(at);
  if (call?.name !== 'recast_layout') return null;
  const [to, from, of] = ['new_type_bits', 'old_type_bits', 'src_layout'].map((name, i) =>
    argumentAt(call, i, name),
  );
  const [wide, narrow] = [to, from].map((site) => settledNumberAt(model, site));
  const each = of === undefined ? null : elementsFor(context, of, tensor);
  return each === null || wide === undefined || narrow === undefined ? null : (each * narrow) / wide;
}

const bytesIn = (value: unknown): number | null => {
  if (!(value instanceof Tensor) || value.engine.bits === null) return null;
  const last = farthestOffset(value.layout);
  return last === null ? null : ((last + 1) * value.engine.bits) / 8;
};

export function checkRecastView({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (call.name !== 'make_tensor' || site.dialect !== 'python') return [];
  const [pointer, layout] = [argumentAt(call, 0, 'iterator'), argumentAt(call, 1, 'layout')];
  const recast = pointer === undefined ? null : recastPointer(pointer);
  if (recast === null || layout === undefined || model.neverRuns(site)) return [];
  const { tensor, maker, type } = recast;
  const name = text.slice(tensor.span.start, tensor.span.end);
  const [view, whole] = [site, tensor].map((at) => settledValueOf(model, at));
  const [needed, has] = [view, whole].map(bytesIn);
  if (needed != null && has != null) {
    if (needed <= has || !(view instanceof Tensor && whole instanceof Tensor)) return [];
    // What a pointer has room for is asked of every view.
    if (view.engine.room !== undefined) return [];
    // What is allocated next may be meant, too.
    if (whole.engine.space === 'smem' && elementsFor(context, layout, tensor) === null) return [];
    const message = `${valueText(view.layout, styleOf(site.dialect))} of ${view.engine.bits} bits takes ${needed} bytes, and ${name} has ${has}`;
    return [{ span: site.span, message, data: { needed, has } }];
  }
  const own = bitsOf(
    model,
    argumentAt(maker, MAKERS[maker.name]!, maker.name === 'allocate_tensor' ? 'element_type' : 'dtype'),
  );
  const [each, bits] = [elementsFor(context, layout, tensor), bitsOf(model, type)];
  if (own === null || each === null || bits === null || each * bits <= own) return [];
  const written = text.slice(layout.span.start, layout.span.end).replace(/\s+/g, ' ');
  const message = `${written} has ${each === 1 ? 'as many' : `${each} times as many`} elements as ${name}, of ${bits} bits where those of ${name} are ${own}: they take ${(each * bits) / own} times its memory`;
  return [{ span: site.span, message }];
}
