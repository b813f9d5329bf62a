// Tensors of global memory with a stride of another tensor: `make_stride(_1{}, ldA)` of B, whose columns are longer.
// Overlapping elements alone may be windows of a convolution.

import { knownNumber } from '../../../../../algebra/integer/known.ts';
import { Layout } from '../../../../../algebra/layout/layout.ts';
import type { Stride } from '../../../../../algebra/layout/stride.ts';
import { isInt } from '../../../../../algebra/layout/stride-operations.ts';
import { Tensor } from '../../../../../evaluate/model/value.ts';
import { mentions } from '../../../../../syntax/text/mentions.ts';
import { settledValueOf } from '../../../../document/extents.ts';
import { functionAround } from '../../../../document/written/around.ts';
import { argumentAt } from '../../../../document/written/call.ts';
import { callsOf } from '../../../../document/written/calls-by-name.ts';
import type { Site } from '../../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../../rule.ts';

interface Mode {
  readonly size: number;
  readonly stride: number;
}

interface Made {
  readonly site: Site;
  readonly pointer: string;
  readonly modes: readonly Mode[];
}

const numberIn = (of: unknown): number | undefined =>
  isInt(of as Stride) ? knownNumber(of as Stride & number) : undefined;

/** The modes of a flat layout; null where a number is not known. */
function modesOf({ shape, stride }: Layout): readonly Mode[] | null {
  if (!Array.isArray(shape) || !Array.isArray(stride)) return null;
  const modes = (shape as readonly unknown[]).map((size, i) => ({
    size: numberIn(size),
    stride: numberIn(stride[i]),
  }));
  const isKnown = modes.every(({ size, stride: d }) => size !== undefined && d !== undefined);
  return isKnown ? (modes as readonly Mode[]) : null;
}

/** So many elements lie between the first and the last of the modes whose elements are nearer to one another. */
function spannedBelow(modes: readonly Mode[], i: number): number {
  const { stride } = modes[i]!;
  const inner = modes.filter((mode, j) => j !== i && mode.stride > 0 && mode.stride < stride);
  return inner.reduce((sum, mode) => sum + (mode.size - 1) * mode.stride, 1);
}

/** Windows overlap by less than that, as far as they are common: it is no window of which most is another one. */
const LEAST_OVERLAP = 2;

const overlaps = (modes: readonly Mode[], i: number): boolean => {
  const { size, stride } = modes[i]!;
  return size > 1 && stride > 1 && spannedBelow(modes, i) >= LEAST_OVERLAP * stride;
};

function madeIn({ model, text }: RuleContext): readonly Made[] {
  return callsOf(model, 'make_tensor').flatMap(({ site, call }) => {
    const pointer = argumentAt(call, 0, 'iterator');
    const value = pointer === undefined ? null : settledValueOf(model, site);
    if (!(value instanceof Tensor) || !(value.layout instanceof Layout)) return [];
    const { space } = value.engine;
    const modes = space === 'gmem' || space === 'unknown' ? modesOf(value.layout) : null;
    return modes === null
      ? []
      : [{ site, pointer: text.slice(pointer!.span.start, pointer!.span.end), modes }];
  });
}

/** Findings of `overlapping-storage` about strides that another tensor of the function has where they are right. */
export function checkOtherStrides(context: RuleContext): readonly RuleFinding[] {
  if (!mentions(context.text, 'make_tensor')) return [];
  const all = madeIn(context);
  return all.flatMap(({ site, pointer, modes }) => {
    const i = modes.findIndex((_, at) => overlaps(modes, at));
    if (i < 0 || context.model.neverRuns(site)) return [];
    const { stride, size } = modes[i]!;
    const around = functionAround(site);
    const other = all.find(
      (made) =>
        made.pointer !== pointer &&
        functionAround(made.site) === around &&
        made.modes.length === modes.length &&
        made.modes[i]!.stride === stride &&
        made.modes[i]!.size === size &&
        spannedBelow(made.modes, i) <= stride,
    );
    if (other === undefined) return [];
    const message = `the stride ${stride} of mode ${i} is that of the tensor at ${other.pointer}: here ${spannedBelow(modes, i)} elements lie below it, which overlap`;
    const related = [{ span: other.site.span, message: 'its elements lie apart with that stride' }];
    return [{ span: site.span, message, related }];
  });
}
