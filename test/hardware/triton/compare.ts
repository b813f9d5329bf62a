// Triton's answers about encodings, and ours in the same form.

import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { basesOf, sizesOf } from '../../../server/src/algebra/linear/layout.ts';
import type { Encoding } from '../../../server/src/hardware/triton/encoding.ts';
import { toLinearLayout } from '../../../server/src/hardware/triton/to-linear-layout.ts';

/** The linear layout by input dimension; a failure as its message. */
export function linear(layout: unknown, shape: unknown): Record<string, unknown> | string {
  const made = toLinearLayout(layout as Encoding, shape as number[]);
  if (isFailure(made)) return JSON.stringify(made);
  return { ...Object.fromEntries(basesOf(made)), shape: sizesOf(made).map(([, size]) => size) };
}

/** As the DistributedLinearLayout that Gluon's `to_linear_layout` returns. */
export function asDistributed(layout: unknown, shape: unknown): unknown {
  const made = linear(layout, shape);
  if (typeof made === 'string') return made;
  return {
    layout: 'DistributedLinearLayout',
    reg_bases: made.register ?? [],
    lane_bases: made.lane ?? [],
    warp_bases: made.warp ?? [],
    block_bases: made.block ?? [],
    shape: made.shape,
  };
}

/** As the SharedLinearLayout that a reshape of shared memory leaves: with a dimension of 1 in front or at the end. */
export function asShared(layout: unknown, shape: unknown, front: unknown): unknown {
  const made = linear(layout, shape);
  if (typeof made === 'string') return made;
  const wider = (images: unknown): number[][] =>
    (images as number[][]).map((image) => (front ? [0, ...image] : [...image, 0]));
  return { offset_bases: wider(made.offset), block_bases: wider(made.block) };
}
