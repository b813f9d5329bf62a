// A struct of CuTe DSL over memory that was allocated for another one: `Epilogue(storage)`, where `storage` has the bytes of
// `Mainloop`.

import { Pointer } from '../../../../evaluate/model/value.ts';
import { structAt } from '../../../document/dsl-storage.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { DocumentModel, Site } from '../../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

const BITS_OF_BYTE = 8;

/** The bytes that `allocator.allocate(bytes)` was asked for; null where that is not known. */
function allocatedAt(model: DocumentModel, pointer: Site): number | null {
  const value = settledValueOf(model, pointer);
  const room = value instanceof Pointer ? value.engine.room : undefined;
  if (room?.elements != null && room.bits !== null) return (room.elements * room.bits) / BITS_OF_BYTE;
  const call = writtenCall(initialiserOf(pointer) ?? pointer);
  const [asked] = call?.name === 'allocate' ? call.args : [];
  const size = asked === undefined ? null : writtenCall(asked);
  const of = size?.name === 'size_in_bytes' && size.object !== null ? structAt(model, size.object) : null;
  return of === null || of.open.length > 0 ? null : of.bytes;
}

/** What a call of a class by its name makes an object over; null for other calls. */
const memoryOf = ({ object, args, keywords }: WrittenCall): Site | undefined =>
  object === null && args.length === 1 && keywords.size === 0 ? args[0] : undefined;

export function checkStruct(
  { site, call }: CalledSite,
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const pointer = site.dialect === 'python' ? memoryOf(call) : undefined;
  const struct = pointer === undefined || !text.includes('struct') ? null : structAt(model, call.callee);
  const has = struct === null ? null : allocatedAt(model, pointer!);
  // Members of which nothing is known only add to it.
  if (struct === null || has === null || has >= struct.bytes || model.neverRuns(site)) return [];
  const [memory, name] = [pointer!, call.callee].map(({ span }) => text.slice(span.start, span.end));
  const message = `${name} takes ${struct.bytes} bytes, and ${memory} is allocated ${has}`;
  return [{ span: site.span, message, data: { needed: struct.bytes, has } }];
}
