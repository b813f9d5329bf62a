// Arrays in a struct of shared memory that begin where no vector may, behind members of other sizes.

import type { MemberPlace } from '../../../../evaluate/cpp/types/object-size.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { type Side, ThrCopy } from '../../../../hardware/copy/tiled-copy.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { memberOffset, type StoredMember } from '../../../document/dsl-storage.ts';
import { knownValueOf, settledNumberAt } from '../../../document/extents.ts';
import { argumentAt, type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { memberAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { handedMembers } from './tma-destinations.ts';
import { vectorBytes } from './vector-bytes.ts';

/** What a tensor copy by TMA is aligned to in shared memory, in bytes. */
const TMA_BYTES = 128;
/** What its swizzle of 128 bytes repeats after, in bytes. */
const SWIZZLED_BYTES = 1024;
/** What the shared memory of a kernel of CuTe DSL is aligned to. */
const SHARED_BYTES = 1024;
/** What one access of shared memory is aligned to, in bytes; null where it takes one element, or that is not known. */
const bytesOf = ({ tiled }: ThrCopy, side: Side): number | null =>
  /^SM\d+_TMA_/.test(tiled.atom.operation.name) ? TMA_BYTES : vectorBytes(tiled, side);

/** What a tensor is a slice of, `sA(_, _, stage)`, or a part. */
const PARTS: ReadonlySet<string> = new Set(['()', 'as_position_independent_swizzle_tensor', 'group_modes']);

/** The pointer of the shared memory that a tensor is laid over; null where another one may be. */
function pointerOf(model: RuleContext['model'], tensor: Site | undefined): Site | null {
  for (let at = tensor, depth = 0; at !== undefined && depth < 8; depth++) {
    const call = writtenCall(initialiserOf(at) ?? at);
    if (call === null) return null;
    const [first] = call.args;
    if (call.name === 'make_smem_ptr') return first ?? null;
    if (call.name === 'make_tensor') at = first;
    else if (knownValueOf(model, call.callee) instanceof Tensor) at = call.callee;
    else if (PARTS.has(call.name)) at = first;
    else return null;
  }
  return null;
}

/** `smem.a` of `smem.a.data()`; null for what is no member of an object. */
function memberOf(pointer: Site): Site | null {
  const call = writtenCall(pointer);
  const array = call !== null && /^(?:data|begin|get)$/.test(call.name) ? call.object : pointer;
  return array !== null && memberAt(array) !== null ? array : null;
}

/**
 * Whether memory that is shared as a whole is taken for an object wherever its name is given something: that is aligned for
 * every vector.
 */
function isWholeMemory(object: Site, text: string): boolean {
  const code = codeOf(text, 'cpp');
  const name = code.slice(object.span.start, object.span.end);
  if (!/^\w+$/.test(name)) return false;
  const given = [...code.matchAll(new RegExp(`\\b${name}\\s*=(?!=)([^;]*);`, 'g'))].map(([, by]) => by!);
  const memory = given.map(
    (by) => /^\s*\*?\s*reinterpret_cast<[^<>]*>\s*\(\s*&?\s*(\w+)\s*\)\s*$/.exec(by)?.[1],
  );
  return (
    memory.length > 0 &&
    memory.every((m) => m !== undefined && new RegExp(`\\b__shared__\\b[^;]*\\b${m}\\s*\\[`).test(code))
  );
}

/** Whether an object is declared in shared memory by itself, `__shared__ Storage smem;`: mostly it begins where that does. */
function isSharedObject({ span }: Site, text: string): boolean {
  const code = codeOf(text, 'cpp');
  const name = code.slice(span.start, span.end);
  return /^\w+$/.test(name) && new RegExp(`\\b__shared__\\s+[\\w:<>,\\s()]*\\b${name}\\s*;`).test(code);
}

interface Needed {
  readonly bytes: number;
  readonly by: string;
  /** What is proposed, if it is more. */
  readonly room?: number;
}

function neededAt(model: RuleContext['model'], { name, object }: WrittenCall): Needed | null {
  const side = /^partition_([SD])$/.exec(name)?.[1];
  const thread = side === undefined || object === null ? null : knownValueOf(model, object);
  if (!(thread instanceof ThrCopy)) return null;
  const bytes = bytesOf(thread, side as Side);
  return bytes === null ? null : { bytes, by: thread.tiled.atom.operation.name };
}

function told(
  site: Site,
  { bytes, by, room = bytes }: Needed,
  { type, offset }: MemberPlace,
  name: string,
): RuleFinding {
  const message = `${by} needs addresses that are multiples of ${bytes} bytes, and ${name} lies ${offset} bytes behind the beginning of ${type}: alignas(${room}) before it leaves the room`;
  return { span: site.span, message };
}

/** `storage.a` of `storage.a.get_tensor(…)`, of which a tensor of CuTe DSL is a part; null for others. */
function storedAt(tensor: Site | undefined): Site | null {
  for (let at = tensor, depth = 0; at !== undefined && depth < 8; depth++) {
    const call = writtenCall(initialiserOf(at) ?? at);
    if (call === null) return null;
    if (call.name === 'get_tensor') return call.object;
    if (call.name === '[]') at = call.callee;
    else if (call.name === 'group_modes') at = call.args[0];
    else return null;
  }
  return null;
}

/** How a struct of CuTe DSL is aligned that is allocated; the first one begins where the shared memory does. */
function alignmentOf(
  model: RuleContext['model'],
  { struct, by }: StoredMember,
  within: object | null,
): number {
  const asked = argumentAt(by, 1, 'byte_alignment');
  if (asked !== undefined) return Math.max(struct.alignment, settledNumberAt(model, asked) ?? 0);
  const all = callsOf(model, 'allocate', 'allocate_tensor', 'allocate_array').filter(
    ({ site }) => site.within === within,
  );
  return all.length === 1 ? SHARED_BYTES : struct.alignment;
}

/** `tma_partition(atom, coordinate, layout, sA, gA)` */
const checkStored = ({ model }: RuleContext): readonly RuleFinding[] =>
  callsOf(model, 'tma_partition').flatMap(({ site, call }) => {
    const member = storedAt(argumentAt(call, 3, 'smem_tensor'));
    const place = member === null ? null : memberOffset(model, member);
    if (place === null || place.offset % TMA_BYTES === 0 || model.neverRuns(site)) return [];
    if (alignmentOf(model, place, site.within) < TMA_BYTES) return [];
    const message = `a copy by TMA needs addresses that are multiples of ${TMA_BYTES} bytes, and ${place.name} lies ${place.offset} bytes behind the beginning of its struct: cute.struct.Align[…, ${TMA_BYTES}] leaves the room`;
    return [{ span: site.span, message }];
  });

/** `SM90_TMA_LOAD_2D::copy(&map, barrier, hint, smem.a, x, y)` */
const checkHanded = (context: RuleContext): readonly RuleFinding[] =>
  handedMembers(context).flatMap(({ site, member, place }) => {
    if (place.offset % TMA_BYTES === 0 || context.model.neverRuns(site)) return [];
    const { object, name } = memberAt(member)!;
    const isAligned = place.alignment >= TMA_BYTES || isWholeMemory(object, context.text);
    const room = mentions(context.text, /SWIZZLE_128B/) ? SWIZZLED_BYTES : TMA_BYTES;
    return isAligned ? [told(member, { bytes: TMA_BYTES, by: 'TMA', room }, place, name)] : [];
  });

/** `partition_D(make_tensor(make_smem_ptr(smem.a.data()), …))`, by vectors, and what CuTe DSL copies by TMA. */
export function checkMembers(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (model.dialect === 'python') return mentions(text, 'tma_partition') ? checkStored(context) : [];
  const handed = checkHanded(context);
  if (!mentions(text, 'make_smem_ptr')) return handed;
  const partitioned = callsOf(model, 'partition_S', 'partition_D').flatMap(({ site, call }) => {
    const needed = neededAt(model, call);
    const pointer = needed === null ? null : pointerOf(model, call.args[0]);
    const member = pointer === null ? null : memberOf(pointer);
    const place = member === null ? null : model.memberPlace(member);
    if (needed === null || place === null || place.offset % needed.bytes === 0) return [];
    const { object, name } = memberAt(member!)!;
    const isAligned =
      place.alignment >= needed.bytes || isWholeMemory(object, text) || isSharedObject(object, text);
    return isAligned && !model.neverRuns(site) ? [told(site, needed, place, name)] : [];
  });
  return [...partitioned, ...handed];
}
