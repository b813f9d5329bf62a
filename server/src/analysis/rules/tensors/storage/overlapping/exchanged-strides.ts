// Views of global memory whose modes overlap, and would lie side by side if two of their strides were exchanged:
// `((4,seq),128,8):((4096,128),1,512)`, where the group has the pitch of the tokens. Overlapping elements alone may be windows.

import type { Int } from '../../../../../algebra/integer/integer.ts';
import { intText, knownNumber } from '../../../../../algebra/integer/known.ts';
import type { Layout } from '../../../../../algebra/layout/layout.ts';
import type { Stride } from '../../../../../algebra/layout/stride.ts';
import { isInt } from '../../../../../algebra/layout/stride-operations.ts';
import { flatten } from '../../../../../algebra/operation/filter.ts';
import { wrap } from '../../../../../algebra/tuple/operations.ts';

interface Mode {
  readonly size: Int;
  /** How many elements it has; those of run time are many. */
  readonly count: number;
  readonly stride: number;
}

/** The modes of more than one element, flat; null where a stride is not known. */
function modesOf(layout: Layout): readonly Mode[] | null {
  const { shape, stride } = flatten(layout);
  const strides = wrap(stride) as readonly Stride[];
  const modes = (wrap(shape) as readonly Int[]).map((size, i) => ({
    size,
    count: knownNumber(size) ?? Number.POSITIVE_INFINITY,
    stride: (isInt(strides[i]!) ? knownNumber(strides[i] as Int) : undefined) ?? 0,
  }));
  const many = modes.filter(({ count }) => count > 1);
  return many.every(({ stride: step }) => step > 0) ? many : null;
}

const byStride = (modes: readonly Mode[]): readonly Mode[] =>
  [...modes].sort((a, b) => a.stride - b.stride || a.count - b.count);

/** Whether each mode begins where those of less stride end. */
function isCompact(modes: readonly Mode[]): boolean {
  let room = 1;
  return byStride(modes).every(({ count, stride }) => {
    const begins = stride === room;
    room *= count;
    return begins;
  });
}

/** Whether a mode reaches into the next one. */
function overlaps(modes: readonly Mode[]): boolean {
  let reach = 1;
  return byStride(modes).some(({ count, stride }) => {
    const isReached = stride < reach;
    reach += (count - 1) * stride;
    return isReached;
  });
}

/** Why modes overlap that would not with two strides exchanged; null for others, and where several exchanges would do. */
export function exchangedStrides(layout: Layout): string | null {
  const modes = modesOf(layout);
  if (modes === null || modes.length < 3 || !overlaps(modes)) return null;
  const exchanges = modes.flatMap((a, i) =>
    modes.slice(i + 1).flatMap((b) => {
      const exchanged = modes.map((mode) =>
        mode === a ? { ...a, stride: b.stride } : mode === b ? { ...b, stride: a.stride } : mode,
      );
      return isCompact(exchanged) ? [[a, b] as const] : [];
    }),
  );
  const [only, ...others] = exchanges;
  if (only === undefined || others.length > 0) return null;
  const [a, b] = only.map(({ size, stride }) => `${intText(size)} elements ${stride} apart`);
  return `modes overlap: with the strides of the two exchanged that have ${a} and ${b}, all elements would lie side by side`;
}
