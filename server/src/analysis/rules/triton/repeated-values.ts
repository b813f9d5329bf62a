import { type Encoding, TritonLayout } from '../../../hardware/triton/encoding.ts';
import { TritonTensor } from '../../../hardware/triton/value.ts';
import type { EvaluatedSite, Rule } from '../rule.ts';
import { findingAt } from './made-layouts.ts';

/** What makes a tensor of a layout that is written there. */
const MAKERS: ReadonlySet<string> = new Set(['arange', 'zeros', 'full', 'convert_layout', 'load']);

interface Laid {
  /** How many elements the layout has in each dimension before it begins anew. */
  readonly tile: readonly number[];
  readonly shape: readonly number[];
}

const isInts = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((n) => typeof n === 'number');

/** Of a slice the dimension that is taken out is repeated on purpose: the others are those of a tensor that it becomes a part of. */
function tileOf(layout: Encoding): readonly number[] | null {
  if (layout.layout === 'SliceLayout')
    return tileOf(layout.parent)?.filter((_, i) => i !== layout.dim) ?? null;
  if (layout.layout !== 'BlockedLayout') return null;
  return layout.order.map(
    (_, i) => layout.size_per_thread[i]! * layout.threads_per_warp[i]! * layout.warps_per_cta[i]!,
  );
}

const laid = (layout: Encoding | null, shape: readonly number[]): Laid | null => {
  const tile = layout === null ? null : tileOf(layout);
  return tile === null ? null : { tile, shape };
};

/** The tile of a blocked layout with the shape of the tensor that it is for. */
function laidOut({ evaluation: { value, origin } }: EvaluatedSite): Laid | null {
  const operation = origin?.operation.split('.').at(-1) ?? '';
  if (value instanceof TritonTensor && value.space === 'register' && MAKERS.has(operation))
    return laid(value.layout, value.shape);
  const [layout, shape] = origin?.args.map((arg) => arg.value) ?? [];
  if (operation !== 'to_linear_layout' || !(layout instanceof TritonLayout) || !isInts(shape)) return null;
  return layout.encoding.layout === 'BlockedLayout' ? laid(layout.encoding, shape) : null;
}

function checkSite(evaluated: EvaluatedSite) {
  const found = laidOut(evaluated);
  if (found === null) return [];
  const { tile, shape } = found;
  const copies = tile.reduce((n, size, i) => n * Math.max(1, size / shape[i]!), 1);
  if (copies === 1) return [];
  return findingAt(
    evaluated,
    `the layout’s tile of ${tile.join(' × ')} is larger than the tensor of ${shape.join(' × ')}: ${copies} places hold each element`,
  );
}

export const repeatedValues: Rule = {
  id: 'repeated-values',
  severity: 'hint',
  title: 'Threads repeat values',
  checkSite,
};
