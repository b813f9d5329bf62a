// Loads and stores of Gluon through shared memory whose lanes come to one bank.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { fileSpan } from '../../../frontends/common/gap-map.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { sharedCost } from '../../../hardware/memory/banks.ts';
import { isRowOfBanks, warpAccess } from '../../../hardware/triton/conversion/warp-access.ts';
import { type Encoding, type SwizzledShared, TritonLayout } from '../../../hardware/triton/encoding.ts';
import { toLinearLayout } from '../../../hardware/triton/to-linear-layout.ts';
import { TritonTensor } from '../../../hardware/triton/value.ts';
import { settledValueOf } from '../../document/extents.ts';
import { gluonLayoutOf } from '../../document/gluon-layouts.ts';
import { functionAround } from '../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

const WORD_BYTES = 4;

/** Less is often the price of another access to the same buffer, where not all of them are known. */
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
  if (isFailure(access)) return null;
  if (access === null)
    return isRowOfBanks(held, memory, element.bits) ? { width: WORD_BYTES, wavefronts: 1, least: 1 } : null;
  const cost = sharedCost({ kind, ...access });
  if (isFailure(cost)) return null;
  return {
    width: access.width,
    wavefronts: cost.wavefronts,
    least: Math.max(1, access.width / WORD_BYTES),
  };
}

/** The first swizzle that leaves all accesses without conflicts. */
function freeSwizzle(accesses: readonly Access[]): string | null {
  for (const vec of [8, 4, 2, 1])
    for (const per_phase of [1, 2, 4])
      for (const max_phase of [2, 4, 8, 16, 32]) {
        const isFree = ({ costBy, layout }: Access): boolean => {
          const found = costBy({ ...layout, vec, per_phase, max_phase });
          return found !== null && found.wavefronts <= found.least;
        };
        if (accesses.every(isFree)) return `vec=${vec}, per_phase=${per_phase}, max_phase=${max_phase}`;
      }
  return null;
}

interface Access {
  readonly kind: 'load' | 'store';
  readonly buffer: Site;
  readonly layout: SwizzledShared;
  readonly costBy: (shared: SwizzledShared) => Cost | null;
}

/** `buffer.load(layout)` and `buffer.store(value)`, where the lanes go by a BlockedLayout. */
function accessOf({ site, call }: CalledSite, model: RuleContext['model']): Access | null {
  const isLoad = call.name === 'load';
  if (site.dialect !== 'python' || call.object === null || (!isLoad && call.name !== 'store')) return null;
  const buffer = settledValueOf(model, call.object);
  if (!(buffer instanceof TritonTensor) || buffer.space !== 'shared') return null;
  const { layout, shape, allocated } = buffer;
  if (layout?.layout !== 'SwizzledSharedLayout' || allocated.join() !== shape.join()) return null;
  const given = argumentAt(call, 0, isLoad ? 'layout' : 'value');
  const asked = isLoad ? settledValueOf(model, given) : null;
  const stored = isLoad || given === undefined ? null : gluonLayoutOf(model, given);
  const registers = asked instanceof TritonLayout ? asked.encoding : stored;
  // Instructions that move matrices have rules of their own.
  if (registers?.layout !== 'BlockedLayout') return null;
  const kind = isLoad ? 'load' : 'store';
  return {
    kind,
    buffer: call.object,
    layout,
    costBy: (shared) => costOf(kind, registers, shared, buffer),
  };
}

/** `smem` of `smem.permute((1, 0))`; null where something else is done with it. */
function rootOf(site: Site, text: string): string | null {
  const call = writtenCall(site);
  if (call?.name === 'permute' && call.object !== null) return rootOf(call.object, text);
  const written = text.slice(site.span.start, site.span.end);
  return /^[A-Za-z_]\w*$/.test(written) ? written : null;
}

/** All accesses to the buffer, where its function only loads from it and stores to it, and each is known. */
function allAccesses(site: Site, own: Access, { model, text }: RuleContext): readonly Access[] | null {
  const name = rootOf(own.buffer, text);
  const around = functionAround(site);
  if (name === null || around === null) return null;
  const known = callsOf(model, 'load', 'store').filter(
    ({ site: at, call }) =>
      call.object !== null && rootOf(call.object, text) === name && functionAround(at) === around,
  );
  const places = new Set(known.map(({ site: at }) => at.span.start));
  // Once where it is made, and wherever it is accessed.
  const uses = textOf(site, around, text).match(new RegExp(`\\b${name}\\b`, 'g')) ?? [];
  if (uses.length !== places.size + 1) return null;
  const accesses = known.map((called) => accessOf(called, model));
  return accesses.includes(null) ? null : (accesses as readonly Access[]);
}

function textOf(site: Site, { span }: Scope, text: string): string {
  if (!(site instanceof PlacedSite)) return text;
  const { start, end } = fileSpan(site.memo.placed, span);
  return codeOf(text.slice(start, end), 'python');
}

export function sharedConflicts(called: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const access = model.neverRuns(called.site) ? null : accessOf(called, model);
  const cost = access?.costBy(access.layout) ?? null;
  if (access === null || cost === null || cost.wavefronts <= cost.least) return [];
  const { width, wavefronts, least } = cost;
  const all = allAccesses(called.site, access, context);
  const freeForAll = all === null ? null : freeSwizzle(all);
  if (freeForAll === null && wavefronts < LEAST_FACTOR * least) return [];
  const free = freeForAll ?? freeSwizzle([access]);
  const where = freeForAll === null ? 'here' : 'in any access to it';
  const hint = free === null ? '' : `; a SwizzledSharedLayout with ${free} has no conflict ${where}`;
  const name = text.slice(access.buffer.span.start, access.buffer.span.end);
  return [
    {
      span: called.site.span,
      message: `bank conflicts ${access.kind === 'load' ? 'reading' : 'writing'} ${name}: each ${width}-byte ${access.kind} takes ${wavefronts} wavefronts, ${least} without conflicts${hint}`,
    },
  ];
}
