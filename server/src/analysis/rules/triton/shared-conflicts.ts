// Loads and stores of Gluon through shared memory whose lanes come to one bank.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { sharedCost } from '../../../hardware/memory/banks.ts';
import { warpAccess } from '../../../hardware/triton/conversion/warp-access.ts';
import { type Encoding, type SwizzledShared, TritonLayout } from '../../../hardware/triton/encoding.ts';
import { toLinearLayout } from '../../../hardware/triton/to-linear-layout.ts';
import { TritonTensor } from '../../../hardware/triton/value.ts';
import { settledValueOf } from '../../document/extents.ts';
import { gluonLayoutOf } from '../../document/gluon-layouts.ts';
import { argumentAt } from '../../document/written-call.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

const WORD_BYTES = 4;

/** Less is often the price of another access to the same buffer. */
const LEAST_FACTOR = 8;

interface Cost {
  readonly width: number;
  readonly wavefronts: number;
  /** What an access of the width takes without conflicts. */
  readonly least: number;
}

/** What one instruction of a warp costs; null where it is not known. */
function costOf(
  kind: 'load' | 'store',
  registers: Encoding,
  shared: SwizzledShared,
  { shape, element }: TritonTensor,
): Cost | null {
  const [held, memory] = [toLinearLayout(registers, shape), toLinearLayout(shared, shape)];
  if (isFailure(held) || isFailure(memory) || element === null || element.bits % 8 !== 0) return null;
  const access = warpAccess(held, memory, element.bits);
  if (isFailure(access) || access === null) return null;
  const cost = sharedCost({ kind, ...access });
  if (isFailure(cost)) return null;
  return {
    width: access.width,
    wavefronts: cost.wavefronts,
    least: Math.max(1, access.width / WORD_BYTES),
  };
}

/** The first swizzle that leaves the access without conflicts. */
function freeSwizzle(cost: (shared: SwizzledShared) => Cost | null, shared: SwizzledShared): string | null {
  for (const vec of [8, 4, 2, 1])
    for (const per_phase of [1, 2, 4])
      for (const max_phase of [2, 4, 8, 16, 32]) {
        const found = cost({ ...shared, vec, per_phase, max_phase });
        if (found !== null && found.wavefronts <= found.least)
          return `vec=${vec}, per_phase=${per_phase}, max_phase=${max_phase}`;
      }
  return null;
}

/** `buffer.load(layout)` and `buffer.store(value)`, where the lanes go by a BlockedLayout. */
export function sharedConflicts(
  { site, call }: CalledSite,
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const isLoad = call.name === 'load';
  if (site.dialect !== 'python' || call.object === null || (!isLoad && call.name !== 'store')) return [];
  if (model.neverRuns(site)) return [];
  const buffer = settledValueOf(model, call.object);
  if (!(buffer instanceof TritonTensor) || buffer.space !== 'shared') return [];
  const { layout, shape, allocated } = buffer;
  if (layout?.layout !== 'SwizzledSharedLayout' || allocated.join() !== shape.join()) return [];
  const given = argumentAt(call, 0, isLoad ? 'layout' : 'value');
  const asked = isLoad ? settledValueOf(model, given) : null;
  const stored = isLoad || given === undefined ? null : gluonLayoutOf(model, given);
  const registers = asked instanceof TritonLayout ? asked.encoding : stored;
  // Instructions that move matrices have rules of their own.
  if (registers?.layout !== 'BlockedLayout') return [];
  const kind = isLoad ? 'load' : 'store';
  const costBy = (shared: SwizzledShared): Cost | null => costOf(kind, registers, shared, buffer);
  const cost = costBy(layout);
  if (cost === null || cost.wavefronts < LEAST_FACTOR * cost.least) return [];
  const name = text.slice(call.object.span.start, call.object.span.end);
  const free = freeSwizzle(costBy, layout);
  const hint = free === null ? '' : `; a SwizzledSharedLayout with ${free} has no conflict here`;
  const { width, wavefronts, least } = cost;
  return [
    {
      span: site.span,
      message: `bank conflicts ${isLoad ? 'reading' : 'writing'} ${name}: each ${width}-byte ${kind} takes ${wavefronts} wavefronts, ${least} without conflicts${hint}`,
    },
  ];
}
