// Operands of `mma_v2` and `dot_fma` of Gluon, which lie as operands of the layout of the accumulator: Triton refuses what
// was not converted, what is an operand of another layout, and two operands of another k_width.

import { type Encoding, TritonLayout } from '../../../../hardware/triton/encoding.ts';
import { tritonText } from '../../../../hardware/triton/value.ts';
import { gluonLayoutOf, isWrittenOtherwise } from '../../../document/gluon-layouts.ts';
import { argumentAt } from '../../../document/written/call.ts';
import { lengthOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

const NAMES = /^(?:mma_v2|dot_fma)$/;

const textOf = (layout: Encoding): string => tritonText(new TritonLayout(layout));

/** The layout of an accumulator, also of one that a loop goes on with. */
function accumulatorLayout({ model }: RuleContext, site: Site | undefined): Encoding | null {
  if (site === undefined) return null;
  const before = lengthOf(site);
  return gluonLayoutOf(model, site) ?? (before === null ? null : gluonLayoutOf(model, before));
}

function faultOf(layout: Encoding, index: number, accumulator: Encoding | null): string | null {
  const right = `DotOperandLayout(operand_index=${index}, …)`;
  if (layout.layout === 'SliceLayout') return null;
  if (layout.layout !== 'DotOperandLayout')
    return `is operand ${index} of the product and has ${textOf(layout)}: it needs convert_layout to ${right}`;
  if (layout.operand_index !== index)
    return `is operand ${index} of the product and lies as operand ${layout.operand_index}: it needs ${right}`;
  if (accumulator === null || !isWrittenOtherwise(layout.parent, accumulator)) return null;
  return `lies as an operand of ${textOf(layout.parent)}, and the accumulator has ${textOf(accumulator)}`;
}

/** `mma_v2(a, b, acc)`: a lies as operand 0 of the product, b as operand 1. */
export function checkOperands({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  if (site.dialect !== 'python' || !NAMES.test(call.name)) return [];
  const { model, text } = context;
  const accumulator = accumulatorLayout(context, argumentAt(call, 2, 'acc'));
  const layouts = ['a', 'b'].map((operand, index) => {
    const given = argumentAt(call, index, operand);
    return given === undefined ? null : { given, layout: gluonLayoutOf(model, given) };
  });
  const found = layouts.flatMap((operand, index) => {
    const fault = operand?.layout == null ? null : faultOf(operand.layout, index, accumulator);
    if (fault === null) return [];
    const { span } = operand!.given;
    return [{ span, message: `${text.slice(span.start, span.end)} ${fault}` }];
  });
  const [a, b] = layouts.map((operand) => operand?.layout);
  if (found.length > 0 || a?.layout !== 'DotOperandLayout' || b?.layout !== 'DotOperandLayout') return found;
  if (call.name !== 'mma_v2' || a.k_width === b.k_width) return [];
  const message = `the operands have k_width ${a.k_width} and ${b.k_width}: Triton takes one for both`;
  return [{ span: site.span, message }];
}
