// A fragment of one operand of what threads were handed as another one. `gemm` itself evaluation tells.

import { Tensor } from '../../../evaluate/model/value.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { TiledMma } from '../../../hardware/mma/tiled-mma.ts';
import { operationName } from '../../values/verdicts.ts';
import { gemmCalls } from '../products/gemm-calls.ts';
import type { CalledSite, EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkOtherProducts as checkDslProducts } from './handed/dsl/other-product.ts';
import { checkUnretiled } from './handed/dsl/unretiled.ts';
import { checkTilings } from './handed/operand-tiling.ts';
import { checkOtherCopies } from './handed/other-copy.ts';
import { checkOtherProducts } from './handed/other-product.ts';
import { operandsOfGemm } from './written-operands.ts';

function checkSite({ site, evaluation: { origin } }: EvaluatedSite): readonly RuleFinding[] {
  const operand = origin === null ? undefined : /^make_fragment_([ABC])$/.exec(operationName(origin))?.[1];
  const tensor = origin?.args[0]?.value;
  if (operand === undefined || !(tensor instanceof Tensor) || tensor.share === null) return [];
  const { by, part } = tensor.share;
  if (!(by instanceof TiledMma) || part === operand) return [];
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `a fragment of ${operand} is made of ${origin!.args[0]!.text}, which partition_${part} gave: a thread has other elements of ${operand}`,
    },
  ];
}

/** Operands of `gemm` of CuTe DSL, and fragments, whose tensors are not known: `partition_A` is written where B is meant. */
function ofProduct({ call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const operands = operandsOfGemm(context, call.args);
  if (operands === null) return [];
  const { text } = context;
  const wrong = (['A', 'B', 'C'] as const).find(
    (operand) => (operands[operand]?.part ?? operand) !== operand,
  );
  if (wrong === undefined) return [];
  const given = call.args[2 + 'ABC'.indexOf(wrong)]!;
  const name = text.slice(given.span.start, given.span.end);
  const { part } = operands[wrong]!;
  return [
    {
      span: given.span,
      message: `${name} is operand ${wrong} of gemm, and partition_${part} gave it: a thread has other elements of ${wrong}`,
    },
  ];
}

/** Of tilings that a template leaves open: what is written tells them apart. */
function ofTemplates(context: RuleContext): readonly RuleFinding[] {
  const code = codeOf(context.text, 'cpp');
  return [...checkOtherProducts(context, code), ...checkOtherCopies(context, code)];
}

export const operandPartition: Rule = {
  id: 'operand-partition',
  severity: 'warning',
  title: 'One operand was partitioned as the other',
  checkSite,
  checkDocument: (context) => [
    ...gemmCalls(context).flatMap((called) => ofProduct(called, context)),
    ...checkTilings(context),
    ...(context.model.dialect === 'cpp' ? ofTemplates(context) : []),
    ...checkDslProducts(context),
    ...checkUnretiled(context),
  ],
};
