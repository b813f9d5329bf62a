// Vectors that begin where memory is not aligned for them, as a row padded by one element does.

import { innermostLayout } from '../../../algebra/composed/composed.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import type { Int } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Layout } from '../../../algebra/layout/layout.ts';
import { sizeOrThrow } from '../../../algebra/layout/measure.ts';
import { isInt } from '../../../algebra/layout/stride-operations.ts';
import { coalesce, modeOf } from '../../../algebra/operation/coalesce.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { type Side, ThrCopy, type TiledCopy, tidfrg } from '../../../hardware/copy/tiled-copy.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { operationName } from '../../values/verdicts.ts';
import type { EvaluatedSite, Rule, RuleFinding } from '../rule.ts';
import { checkCasts } from './cast-alignment.ts';

/** Instructions whose access is one vector, by the sides on which memory is. */
const VECTORS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|::)(?:UniversalCopy|SM80_CP_ASYNC)/, 'SD'],
  [/_LDSM_/, 'S'],
  [/_STSM_/, 'D'],
];

/** How many values one access takes; null where it is no vector. */
function vectorOf({ atom }: TiledCopy, side: Side): number | null {
  const { name } = atom.operation;
  if (!VECTORS.some(([pattern, sides]) => pattern.test(name) && sides.includes(side))) return null;
  const values = knownNumber(sizeOrThrow(modeOf(side === 'S' ? atom.src : atom.dst, 1)));
  return values === undefined || values === 1 ? null : values;
}

/** A stride over which vectors are taken that leaves their alignment; null: there is none. */
function misaligned(partition: Layout, vector: number): number | null {
  const values = coalesce(modeOf(modeOf(partition, 1), 0));
  // Values that are not together are told where they are copied.
  if (isFailure(values) || values.stride !== 1) return null;
  const others = [modeOf(partition, 0), modeOf(modeOf(partition, 1), 1), modeOf(partition, 2)];
  for (const { shape, stride } of others) {
    const [sizes, strides] = [leavesOf(shape), leavesOf(stride)];
    for (const [i, size] of sizes.entries()) {
      const step = strides[i];
      if (knownNumber(size as Int) === 1 || step === undefined || !isInt(step)) continue;
      const number = knownNumber(step);
      if (number !== undefined && number % vector !== 0) return number;
    }
  }
  return null;
}

function checkSite({ site, evaluation: { origin } }: EvaluatedSite): readonly RuleFinding[] {
  const side = origin === null ? undefined : /^partition_([SD])$/.exec(operationName(origin))?.[1];
  const tensor = origin?.args[0]?.value;
  const thread = origin?.object;
  if (side === undefined || !(tensor instanceof Tensor) || !(thread instanceof ThrCopy)) return [];
  const { space, bits } = tensor.engine;
  const { atom } = thread.tiled;
  // The widths of another type would have to be counted.
  if (space === 'rmem' || space === 'counting' || (bits !== null && bits !== atom.element.bits)) return [];
  const vector = vectorOf(thread.tiled, side as Side);
  const parts = vector === null ? null : tidfrg(thread.tiled, side as Side, tensor.layout);
  if (vector === null || parts === null || isFailure(parts)) return [];
  const stride = misaligned(innermostLayout(parts), vector);
  if (stride === null) return [];
  const width =
    typeof atom.element.bits === 'number'
      ? `${(vector * atom.element.bits) / 8} bytes`
      : `${vector} elements`;
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `${atom.operation.name} moves ${width} at once, aligned to as many: the stride ${stride} of ${valueText(innermostLayout(tensor.layout), styleOf(site.dialect))} is no multiple of ${vector}`,
    },
  ];
}

export const vectorAlignment: Rule = {
  id: 'vector-alignment',
  severity: 'warning',
  title: 'Vectors are not aligned',
  description:
    'An instruction that moves several elements at once needs an address that is a multiple of their size. A stride between the vectors is none, as that of a row padded by one element: pad by a whole vector, swizzle, or copy fewer bits at once.',
  checkSite,
  checkDocument: checkCasts,
};
