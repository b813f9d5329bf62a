// Operands of warpgroup and tcgen05 instructions in CuTe DSL that lie in shared memory by the whole of a composed layout:
// `smem.allocate_tensor(T, layout)` of `layout: cute.ComposedLayout`. Evaluation refuses those of which everything is known.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { ComposedLayout, Swizzle } from '../../../algebra/layout/layout.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { fileSpan } from '../../../frontends/common/gap-map.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { knownValueOf } from '../../document/extents.ts';
import { functionAround } from '../../document/written/around.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { declarationsOf } from '../../document/written/declarations.ts';
import { siteOf } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** What is asked of the instructions that read their operands by descriptors. */
const BY_DESCRIPTORS = /\b(?:warpgroup|tcgen05)\s*\.\s*(?:Field|fence|commit|wait_group)/;

const written = ({ span }: Site, text: string): string => text.slice(span.start, span.end);

/** Whether the whole of a layout with a swizzle stands there, by its value or by the type of the parameter. */
function isComposed({ model, text }: RuleContext, layout: Site): boolean {
  const value = knownValueOf(model, layout);
  if (value instanceof ComposedLayout) return value.outer instanceof Swizzle && value.outer.bits > 0;
  if (!(layout instanceof PlacedSite) || layout.node.kind !== 'expression') return false;
  const { expr } = layout.node;
  const [declared, ...others] = expr.kind === 'name' ? declarationsOf(layout, expr.name) : [];
  if (declared?.kind !== 'parameter' || others.length > 0 || declared.type === null) return false;
  return /^(?:\w+\s*\.\s*)*ComposedLayout$/.test(written(siteOf(layout, declared.type), text));
}

/** The call that makes the tensor of an operand, `mma.make_fragment_A(thr.partition_A(sA))`. */
function makerOf({ args }: WrittenCall): WrittenCall | null {
  const [operand] = args;
  const given = operand === undefined ? null : writtenCall(initialiserOf(operand) ?? operand);
  const [part] = given !== null && /^partition_[AB]$/.test(given.name) ? given.args : [operand];
  return part === undefined ? null : writtenCall(initialiserOf(part) ?? part);
}

function checkFragment({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const maker = makerOf(call);
  if (maker === null || !/^(?:allocate_tensor|get_tensor)$/.test(maker.name)) return [];
  const isAllocated = maker.name === 'allocate_tensor';
  const layout = argumentAt(maker, isAllocated ? 1 : 0, 'layout');
  if (layout === undefined || argumentAt(maker, isAllocated ? 3 : 1, 'swizzle') !== undefined) return [];
  const around = functionAround(site);
  const { value } = model.evaluate(site);
  if (around === null || isFailure(value) || value instanceof Tensor || !isComposed(context, layout))
    return [];
  if (!(site instanceof PlacedSite)) return [];
  const { start, end } = fileSpan(site.memo.placed, around.span);
  if (!BY_DESCRIPTORS.test(text.slice(start, end)) || model.neverRuns(site)) return [];
  const name = written(layout, text);
  const message = `${call.name} takes the swizzle from the pointer: the tensor has the whole of ${name}, where ${name}.outer with swizzle=${name}.inner is meant`;
  return [{ span: site.span, message }];
}

/** Findings of `inadmissible` about operands that carry their swizzle in the layout. */
export const checkComposedOperands = (context: RuleContext): readonly RuleFinding[] =>
  mentions(context.text, BY_DESCRIPTORS)
    ? callsOf(context.model, 'make_fragment_A', 'make_fragment_B').flatMap((called) =>
        checkFragment(called, context),
      )
    : [];
