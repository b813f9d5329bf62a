// The parts of a tile in shared memory that copies and products of a block read and write, each thread its own.

import { isFailure } from '../../../../../algebra/integer/failure.ts';
import { Layout } from '../../../../../algebra/layout/layout.ts';
import { Tensor } from '../../../../../evaluate/model/value.ts';
import { elementAt, elementsOf, type Share } from '../../../../../hardware/memory/share.ts';
import { settledValueOf } from '../../../../document/extents.ts';
import { argumentAt, writtenCall } from '../../../../document/written/call.ts';
import type { CallAt } from '../../../../document/written/calls-by-name.ts';
import { sidesOf } from '../../../../document/written/copies.ts';
import { initialiserOf } from '../../../../document/written/names.ts';
import { byThread, type Run } from '../../../../indexing/threads/by-thread.ts';
import type { Site } from '../../../../values/model.ts';
import type { RuleContext } from '../../../rule.ts';
import { type Offsets, offsetsAt, type SharedAccess } from './accesses.ts';

/** Copies by each thread for itself: `cooperative_copy` may wait. */
export const THREAD_COPIES = ['copy', 'copy_aligned', 'autovec_copy', 'basic_copy'] as const;

/** More elements of one thread are not looked at. */
const MAXIMUM_VALUES = 256;

/** A part of a tile: of which, and for which thread. */
interface Part {
  readonly tile: Site;
  readonly thread: Site;
}

/** `local_partition(sA, layout, threadIdx.x)`, `thr.partition_S(sA)` of `thr = copy.get_slice(threadIdx.x)`. */
function partAt(site: Site): Part | null {
  const call = writtenCall(initialiserOf(site) ?? site);
  if (call === null) return null;
  if (call.name === 'local_partition')
    return partOf(argumentAt(call, 0, 'target'), argumentAt(call, 2, 'index'));
  const given = [...call.args, ...call.keywords.values()];
  if (!/^partition_[SDABC]$/.test(call.name) || call.object === null || given.length !== 1) return null;
  const slice = writtenCall(initialiserOf(call.object) ?? call.object);
  return slice !== null && /^get_(?:thread_|thr_)?slice$/.test(slice.name)
    ? partOf(given[0], argumentAt(slice, 0, 'thr_idx'))
    : null;
}

const partOf = (tile: Site | undefined, thread: Site | undefined): Part | null =>
  tile === undefined || thread === undefined ? null : { tile, thread };

/** Every thread that comes there takes a part of its own. */
function partOffsets(run: Run, site: Site, thread: Site, share: Share): Offsets | null {
  const number = byThread(run, thread);
  const elements = elementsOf(share);
  if (number === null || isFailure(elements) || elements.values.length > MAXIMUM_VALUES) return null;
  const taken = new Set<number>();
  let isShared = false;
  const offsets = offsetsAt(run, site, (t) => {
    const n = number(t);
    if (n === undefined || n >= elements.threads.length) return undefined;
    isShared ||= taken.has(n);
    taken.add(n);
    return elements.values.map((_, value) => elementAt(elements, n, value));
  });
  return isShared ? null : offsets;
}

/** A tensor that is read or written; nothing for what is no part of a tile in shared memory by a name. */
function sideAt({ model, text }: RuleContext, site: Site, isWrite: boolean): readonly SharedAccess[] {
  const value = settledValueOf(model, site);
  const share = value instanceof Tensor && value.engine.space === 'smem' ? value.share : null;
  const part = share === null ? null : partAt(site);
  if (share === null || part === null || !(share.data instanceof Layout)) return [];
  const tensor = text.slice(part.tile.span.start, part.tile.span.end);
  if (!/^\w+$/.test(tensor)) return [];
  const offsets = (run: Run): Offsets | null => partOffsets(run, site, part.thread, share);
  return [{ site, tensor, isWrite, element: null, offsets }];
}

/** The names of the tiles that calls take parts of. */
export function tilesOf(calls: readonly CallAt[], text: string): ReadonlySet<string> {
  const parts = calls.flatMap(({ call }) => {
    const sides = sidesOf(call);
    return sides === null ? [] : [partAt(sides.from), partAt(sides.to)];
  });
  return new Set(
    parts.flatMap((part) => (part === null ? [] : text.slice(part.tile.span.start, part.tile.span.end))),
  );
}

/** What a copy reads and writes in shared memory. */
export function accessesOfCopy(context: RuleContext, { call }: CallAt): readonly SharedAccess[] {
  const sides = sidesOf(call);
  return sides === null ? [] : [...readAt(context, sides.from), ...sideAt(context, sides.to, true)];
}

/** What is read there of shared memory. */
export const readAt = (context: RuleContext, site: Site): readonly SharedAccess[] =>
  sideAt(context, site, false);
