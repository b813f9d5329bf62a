// What threads, warps and blocks hold of a tensor, in words.

import { freeVariableMasks } from '../../algebra/linear/free-variables.ts';
import { basesOf, LinearLayout, sizesOf } from '../../algebra/linear/layout.ts';
import { rankOf } from '../../algebra/linear/rank.ts';
import { rankOf as dimensionsOf, type Encoding, TritonLayout } from './encoding.ts';
import { toLinearLayout } from './to-linear-layout.ts';
import { TritonTensor, type TritonValue } from './value.ts';

/** `8 registers × 32 lanes × 4 warps → 64 × 32, each element in 2 places`: what threads, warps and blocks hold. */
export function holdingText(layout: LinearLayout): string {
  const inputs = layout.ins.filter(({ bases }) => bases.length > 0);
  const counts = inputs.map(({ name, bases }) => `${2 ** bases.length} ${PLURALS[name] ?? name}`);
  const outputs = sizesOf(layout).map(([, size]) => size);
  return `${counts.join(' × ') || '1 place'} → ${outputs.join(' × ')}, ${replicationText(layout)}`;
}

const PLURALS: Readonly<Record<string, string>> = {
  register: 'registers',
  lane: 'lanes',
  warp: 'warps',
  block: 'blocks',
  offset: 'offsets',
  row: 'rows',
  col: 'columns',
};

/** In how many places an element is held that is held at all. */
export const replicationOf = (layout: LinearLayout): number => 2 ** (layout.inBits - rankOf(layout));

/** How many places hold the same element, and which inputs only repeat. */
function replicationText(layout: LinearLayout): string {
  const missing = layout.outBits - rankOf(layout);
  if (missing > 0) return `reaching 1 in ${2 ** missing} elements`;
  const copies = replicationOf(layout);
  if (copies === 1) return 'each element once';
  const masks = [...freeVariableMasks(layout)]
    .filter(([, mask]) => mask !== 0)
    .map(([name]) => PLURALS[name] ?? name);
  return `each element in ${copies} places (other ${masks.join(' and ')} repeat it)`;
}

/** The extent of what inputs up to one of them hold: `1 × 4 a thread, 8 × 16 a warp, 64 × 32 a block`. */
export function tileText(layout: LinearLayout): string | null {
  if (!layout.ins.some(({ name }) => name === 'lane')) return null;
  const stages = [
    ['thread', ['register']],
    ['warp', ['register', 'lane']],
    ['block', ['register', 'lane', 'warp']],
  ] as const;
  const texts = stages.map(([name, inputs]) => {
    const images = inputs.flatMap((input) => basesOf(layout).find(([n]) => n === input)?.[1] ?? []);
    const sizes = layout.outs.map((_, dim) => 2 ** images.filter((image) => image[dim] !== 0).length);
    return `${sizes.join(' × ')} a ${name}`;
  });
  return texts.join(', ');
}

/** The linear layout of a value that says for which shape it is meant; null where none does, or none is known. */
export function linearOf(value: TritonValue): LinearLayout | null {
  if (value instanceof LinearLayout) return value;
  if (value instanceof TritonTensor) {
    if (value.layout === null) return null;
    const rank = dimensionsOf(value.layout) ?? value.shape.length;
    return linearOrNull(value.layout, value.allocated.slice(-rank));
  }
  if (!(value instanceof TritonLayout)) return null;
  const { encoding } = value;
  const shape = ownShape(encoding);
  return shape === null ? null : linearOrNull(encoding, shape);
}

/** Layouts of bases say for which tensor they are; of the others the tile of one block is shown. */
function ownShape(encoding: Encoding): readonly number[] | null {
  switch (encoding.layout) {
    case 'DistributedLinearLayout':
    case 'PaddedSharedLayout':
      return encoding.shape;
    case 'BlockedLayout':
      return encoding.order.map(
        (_, i) => encoding.size_per_thread[i]! * encoding.threads_per_warp[i]! * encoding.warps_per_cta[i]!,
      );
    default:
      return null;
  }
}

function linearOrNull(encoding: Encoding, shape: readonly number[]): LinearLayout | null {
  const made = toLinearLayout(encoding, shape);
  return made instanceof LinearLayout ? made : null;
}
