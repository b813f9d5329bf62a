// Global tensors whose strides a TMA descriptor does not take.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { Int } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { Layout } from '../../../algebra/layout/layout.ts';
import { ScaledBasis, type Stride } from '../../../algebra/layout/stride.ts';
import { isInt } from '../../../algebra/layout/stride-operations.ts';
import type { HTuple } from '../../../algebra/tuple/htuple.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { TMA_UNIT_BITS } from '../../../hardware/tma/descriptor.ts';
import type { TmaOperation } from '../../../hardware/tma/tma.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { MAKES_TMA, tmaOperationOf } from '../../accesses/tma.ts';
import { operationName } from '../../values/verdicts.ts';
import type { EvaluatedSite, Rule, RuleFinding } from '../rule.ts';

/** Elements of TMA have at most so many. */
const WIDEST_BITS = 64;

const numberOf = (stride: unknown): number | undefined =>
  isInt(stride as Int) ? knownNumber(stride as Int) : undefined;

/**
 * Which modes the first direction of the box stands for: CuTe puts neighbours that follow one another into one direction,
 * which has no stride of its own. Where the box is not known, those that may be.
 */
function isContiguous(layout: Layout, operation: TmaOperation | null): (leaf: number) => boolean {
  if (operation !== null) {
    const directions = leavesOf<Stride>(operation.strides as HTuple<Stride>);
    return (leaf) => {
      const direction = directions[leaf];
      return direction instanceof ScaledBasis && direction.path[0] === 0;
    };
  }
  const sizes = leavesOf<Int>(layout.shape).map(knownNumber);
  const strides = leavesOf<unknown>(layout.stride).map(numberOf);
  return (leaf) =>
    strides.some((d, i) => {
      const size = sizes[i];
      return d !== undefined && size !== undefined && size > 1 && d * size === strides[leaf];
    });
}

function checkSite({ site, evaluation: { origin, value } }: EvaluatedSite): readonly RuleFinding[] {
  if (origin === null || !MAKES_TMA.test(operationName(origin))) return [];
  const tensor = origin.args.map((arg) => arg.value).find((arg) => arg instanceof Tensor);
  if (!(tensor instanceof Tensor) || !(tensor.layout instanceof Layout)) return [];
  const { bits, space } = tensor.engine;
  if (space === 'smem') return [];
  // Of elements that nobody knows a stride may be right whose multiple by the widest is.
  const width = bits ?? WIDEST_BITS;
  const sizes = leavesOf<Int>(tensor.layout.shape);
  const strides = leavesOf<unknown>(tensor.layout.stride);
  const follows = isContiguous(tensor.layout, isFailure(value) ? null : tmaOperationOf(value));
  const refused = strides.find((stride, i) => {
    const number = numberOf(stride);
    if (number === undefined || number <= 1 || knownNumber(sizes[i]!) === 1 || follows(i)) return false;
    return (number * width) % TMA_UNIT_BITS !== 0;
  });
  // Without elements that follow one another the instruction would not take the tensor at all.
  if (refused === undefined || !strides.includes(1)) return [];
  const is = bits === null ? 'is none' : `is ${(Number(refused) * bits) / 8} bytes`;
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `TMA takes strides of whole 16 bytes: ${String(refused)} in ${valueText(tensor.layout, styleOf(site.dialect))} ${is}`,
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
