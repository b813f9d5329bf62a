// Tensors of CuTe DSL that are laid over shared memory by a layout without its swizzle, `allocate_tensor(T, layout.outer, …)`, and
// that an atom of TMA copies which was made of all of it.

import { ComposedLayout, Swizzle } from '../../../../algebra/layout/layout.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { knownValueOf } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { argumentAt } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { memberAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { escaped } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import { makerOf } from '../../hardware/multicast/atoms.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';
import { madeBy } from './buffer-views.ts';
import { originOf } from './shared-layout.ts';

/** The layout of `layout.outer` that a tensor is made by without a swizzle. */
function unswizzledOf({ call }: CalledSite): { readonly whole: Site; readonly at: Site } | null {
  const place = call.name === 'allocate_tensor' ? 1 : 0;
  const layout = argumentAt(call, place, 'layout');
  const member = layout === undefined ? null : memberAt(layout);
  const swizzle = argumentAt(call, call.name === 'allocate_tensor' ? 3 : 1, 'swizzle');
  return layout === undefined || member?.name !== 'outer' || swizzle !== undefined
    ? null
    : { whole: member.object, at: layout };
}

/** Whether a layout is known to have a swizzle that moves nothing, or none. */
function isPlain({ model }: RuleContext, layout: Site): boolean {
  const value = knownValueOf(model, layout);
  if (!(value instanceof ComposedLayout)) return false;
  return value.outer instanceof Swizzle && value.outer.bits === 0;
}

/** Whether an atom of TMA was made of a whole layout, that which comes from a place. */
function isMadeOf(context: RuleContext, atom: Site, origin: Site): boolean {
  const made = makerOf(context, atom);
  const layout = made === null ? undefined : argumentAt(made, 2, 'smem_layout');
  if (layout === undefined) return false;
  const { start, end } = (initialiserOf(layout) ?? layout).span;
  if (/\.outer\b/.test(codeOf(context.text, 'python').slice(start, end))) return false;
  return originOf(context, layout).span.start === origin.span.start;
}

function checkTensor(called: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const { site } = called;
  const left = unswizzledOf(called);
  const around = left === null ? null : functionCodeAt(site, text);
  if (left === null || around === null) return [];
  const { code, start } = around;
  const written = code.slice(left.whole.span.start - start, left.whole.span.end - start);
  const name = /(\w+)\s*=\s*[\w.]*$/.exec(code.slice(0, called.call.callee.span.end - start))?.[1];
  // What has the swizzle may be made of it afterwards.
  if (name === undefined || code.includes(`${written}.inner`)) return [];
  if (new RegExp(`\\b${escaped(name)}\\.iterator\\b|\\brecast_ptr\\(\\s*${escaped(name)}\\b`).test(code))
    return [];
  const origin = originOf(context, left.whole);
  if (origin.span.start === left.whole.span.start || isPlain(context, left.whole)) return [];
  const function_ = functionAround(site);
  const isCopied = callsOf(model, 'tma_partition').some(({ site: other, call }) => {
    const [atom, memory] = [argumentAt(call, 0, 'atom'), argumentAt(call, 3, 'smem_tensor')];
    if (functionAround(other) !== function_ || atom === undefined || memory === undefined) return false;
    return madeBy(memory)?.span.start === site.span.start && isMadeOf(context, atom, origin);
  });
  if (!isCopied || model.neverRuns(site)) return [];
  const message = `${name} is laid out without the swizzle of ${written}, and the TMA that copies it with: swizzle=${written}.inner`;
  return [{ span: left.at.span, message }];
}

/** Findings of `other-view` about swizzles that are left out. */
export const checkUnswizzled = (context: RuleContext): readonly RuleFinding[] =>
  context.model.dialect === 'python' && mentions(context.text, '.outer')
    ? callsOf(context.model, 'allocate_tensor', 'get_tensor').flatMap((called) =>
        checkTensor(called, context),
      )
    : [];
