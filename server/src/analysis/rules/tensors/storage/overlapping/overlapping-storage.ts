// Tensors in which two coordinates have one place.

import { innermostLayout } from '../../../../../algebra/composed/composed.ts';
import { sameValue } from '../../../../../algebra/integer/comparison.ts';
import { isFailure } from '../../../../../algebra/integer/failure.ts';
import type { Int } from '../../../../../algebra/integer/integer.ts';
import { intText, knownNumber } from '../../../../../algebra/integer/known.ts';
import { multiply } from '../../../../../algebra/integer/operations.ts';
import { Layout } from '../../../../../algebra/layout/layout.ts';
import type { Stride } from '../../../../../algebra/layout/stride.ts';
import { isInt } from '../../../../../algebra/layout/stride-operations.ts';
import { filterZeros } from '../../../../../algebra/operation/filter.ts';
import { isInjective } from '../../../../../algebra/property/properties.ts';
import { Tensor } from '../../../../../evaluate/model/value.ts';
import { styleOf, valueText } from '../../../../../render/text/text.ts';
import { operationName } from '../../../../values/verdicts.ts';
import type { EvaluatedSite, Rule, RuleFinding } from '../../../rule.ts';
import { exchangedStrides } from './exchanged-strides.ts';
import { checkLists } from './lists.ts';
import { checkOtherStrides } from './other-strides.ts';
import { overlappingWrites } from './writes.ts';

const MAKES_STORAGE = /^(?:make_tensor|make_rmem_tensor|make_fragment|allocate_tensor|get_tensor)$/;

function checkSite({ site, evaluation: { origin, value } }: EvaluatedSite): readonly RuleFinding[] {
  if (origin === null || !(value instanceof Tensor) || !MAKES_STORAGE.test(operationName(origin))) return [];
  const { space } = value.engine;
  const layout = innermostLayout(value.layout);
  const found = (message: string): RuleFinding => ({ span: site.valueSpan ?? site.span, message });
  if (space === 'gmem') {
    const fault =
      ownExtent(layout) ??
      ownName(layout) ??
      otherExtent(layout) ??
      roomBehind(layout) ??
      exchangedStrides(layout);
    return fault === null ? [] : [found(fault)];
  }
  if (space !== 'smem' && space !== 'rmem') return [];
  const why = repeatedBy(layout);
  if (why === null) return [];
  const shown = valueText(layout, styleOf(site.dialect));
  return [found(`several coordinates of ${shown} have one place in memory: ${why}`)];
}

/** Why several coordinates have one offset; null where they have not, as far as is known. A stride of 0 is written to repeat. */
function repeatedBy(layout: Layout): string | null {
  const repeated = filterZeros(layout);
  const decision = isFailure(repeated) || !(repeated instanceof Layout) ? repeated : isInjective(repeated);
  return isFailure(decision) || !('holds' in decision) || decision.holds ? null : decision.why;
}

/**
 * Overlapping views of global memory may be windows, as a convolution has them. Of rows that are as far apart as there
 * are rows, and longer than that, the leading dimension is the other extent.
 */
function ownExtent({ shape, stride }: Layout): string | null {
  if (!Array.isArray(shape) || !Array.isArray(stride)) return null;
  const sizes = (shape as readonly unknown[]).map(numberIn);
  const steps = (stride as readonly unknown[]).map(numberIn);
  const along = steps.indexOf(1);
  const length = sizes[along];
  const across = steps.findIndex((step, i) => i !== along && step !== undefined && step === sizes[i]);
  const step = steps[across];
  if (step === undefined || length === undefined || step <= 1 || length <= step) return null;
  return `mode ${along} has ${length} elements, and the stride ${step} of mode ${across} is its own extent: rows overlap, where ${length} would keep them apart`;
}

/**
 * A stride that is the name of its own extent, `(16,S,128):(128*S,S,1)`, where another mode has room for as many rows as
 * they are long. Without that it may be the left part of a square matrix.
 */
function ownName({ shape, stride }: Layout): string | null {
  if (!Array.isArray(shape) || !Array.isArray(stride)) return null;
  const steps = stride as readonly unknown[];
  const along = steps.map(numberIn).indexOf(1);
  const length = along < 0 ? undefined : numberIn(shape[along]);
  const names = (shape as readonly unknown[]).map(nameIn);
  const across = steps.findIndex((step, i) => names[i] !== null && nameIn(step) === names[i]);
  const extent = names[across];
  if (extent == null || length === undefined || length <= 1) return null;
  const room = multiply(shape[across] as Int, length);
  const behind = steps.findIndex((step) => isInt(step as Stride) && sameValue(step as Int, room) === true);
  if (behind < 0) return null;
  return `mode ${along} has ${length} elements, and the stride ${extent} of mode ${across} is its own extent: rows overlap or stand apart, where ${length} would lay them side by side, as the stride ${length}*${extent} of mode ${behind} has room for`;
}

/**
 * A stride that is the extent of a mode whose elements stand apart, by name: `(S,128,heads):(128,1,S)`. As many elements
 * are passed by as there are rows, of which each has more than one.
 */
function otherExtent({ shape, stride }: Layout): string | null {
  if (!Array.isArray(shape) || !Array.isArray(stride)) return null;
  const sizes = (shape as readonly unknown[]).map(nameIn);
  const steps = (stride as readonly unknown[]).map(nameIn);
  const along = (stride as readonly unknown[]).map(numberIn).indexOf(1);
  if (along < 0 || numberIn(shape[along]) === 1) return null;
  const strided = steps
    .map((step, mode) => ({ mode, of: sizes.findIndex((size, j) => j !== mode && size === step), step }))
    .find(({ of, step }) => step !== null && of >= 0 && of !== along);
  const between = strided === undefined ? null : stride[strided.of];
  if (strided === undefined || Array.isArray(between) || !isInt(between as Stride)) return null;
  const { mode, of, step } = strided;
  if (sizes[along] === step) return null;
  const apart = intText(between as Int);
  return `the stride ${step} of mode ${mode} is the extent of mode ${of}, whose elements are ${apart} apart: elements overlap, where ${apart}*${step} would keep them apart`;
}

/**
 * Modes that overlap, though the next one is as far away as they all would take without: `(2048,128,16,4)` with strides
 * `(128,1,128,4194304)`, which is 2048 * 128 * 16.
 */
function roomBehind({ shape, stride }: Layout): string | null {
  if (!Array.isArray(shape) || !Array.isArray(stride)) return null;
  const modes = (shape as readonly unknown[])
    .map((size, mode) => ({ mode, size: numberIn(size), step: numberIn(stride[mode]) }))
    .filter(({ size, step }) => size !== 1 && step !== 0);
  const known = modes.flatMap(({ mode, size, step }) =>
    size === undefined || step === undefined ? [] : [{ mode, size, step }],
  );
  const inner = known.filter((a) => known.some((b) => b !== a && b.step === a.step));
  const [first, second, ...more] = inner;
  if (first === undefined || second === undefined || more.length > 0) return null;
  const near = known.filter(({ step }) => step <= first.step);
  const count = near.reduce((all, { size }) => all * size, 1);
  const behind = modes.find(({ step }) => step === count);
  if (near.length < 3 || behind === undefined) return null;
  return `modes ${first.mode} and ${second.mode} both have the stride ${first.step}: their elements overlap, where the stride ${count} of mode ${behind.mode} has room for all ${count} of them`;
}

/** The name that an integer of run time is, and nothing else. */
function nameIn(of: unknown): string | null {
  if (Array.isArray(of) || !isInt(of as Stride) || numberIn(of) !== undefined) return null;
  const text = intText(of as Int);
  return /^[A-Za-z_][\w.]*$/.test(text) ? text : null;
}

const numberIn = (of: unknown): number | undefined =>
  isInt(of as Stride) ? knownNumber(of as Int) : undefined;

const checkWrites = overlappingWrites(repeatedBy);

export const overlappingStorage: Rule = {
  id: 'overlapping-storage',
  severity: 'warning',
  title: 'Two elements in one place',
  checkSite,
  checkDocument: (context) => [
    ...checkLists(context, repeatedBy),
    ...checkOtherStrides(context),
    ...checkWrites(context),
  ],
};
