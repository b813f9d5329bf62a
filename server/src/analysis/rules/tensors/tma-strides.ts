// Global tensors whose strides a TMA descriptor does not take.

import type { Int } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { Layout } from '../../../algebra/layout/layout.ts';
import { isInt } from '../../../algebra/layout/stride-operations.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { TMA_UNIT_BITS } from '../../../hardware/tma/descriptor.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { operationName } from '../../values/verdicts.ts';
import type { EvaluatedSite, Rule, RuleFinding } from '../rule.ts';

/** What makes an atom or a copy of TMA. */
export const MAKES_TMA = /^make_(?:tiled_)?tma_(?:atom|copy)(?:_[A-C])?(?:_sm\d+)?$/;

function checkSite({ site, evaluation: { origin } }: EvaluatedSite): readonly RuleFinding[] {
  if (origin === null || !MAKES_TMA.test(operationName(origin))) return [];
  const tensor = origin.args.map(({ value }) => value).find((value) => value instanceof Tensor);
  if (!(tensor instanceof Tensor) || !(tensor.layout instanceof Layout)) return [];
  const { bits, space } = tensor.engine;
  if (bits === null || space === 'smem') return [];
  const sizes = leavesOf<Int>(tensor.layout.shape);
  const strides = leavesOf<unknown>(tensor.layout.stride);
  const refused = strides.find((stride, i) => {
    const number = isInt(stride as Int) ? knownNumber(stride as Int) : undefined;
    if (number === undefined || number <= 1 || knownNumber(sizes[i]!) === 1) return false;
    return (number * bits) % TMA_UNIT_BITS !== 0;
  });
  // Without elements that follow one another the instruction would not take the tensor at all.
  if (refused === undefined || !strides.includes(1)) return [];
  const bytes = (Number(refused) * bits) / 8;
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `TMA takes strides of whole 16 bytes: ${String(refused)} in ${valueText(tensor.layout, styleOf(site.dialect))} is ${bytes} bytes`,
    },
  ];
}

export const tmaStrides: Rule = {
  id: 'tma-strides',
  severity: 'warning',
  title: 'Strides that TMA does not take',
  description:
    'The descriptor of a TMA copy has the strides of the global tensor in bytes, all but that of the contiguous mode multiples of 16. Another one is refused when the program runs: pad the rows.',
  checkSite,
};
