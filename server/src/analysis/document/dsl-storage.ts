// Structs of CuTe DSL in shared memory, as they are declared: `cute.struct.MemRange[type, count]` for an array,
// `cute.struct.Align[of, bytes]` around what is aligned.

import { knownNumber } from '../../algebra/integer/known.ts';
import { TypeValue } from '../../evaluate/model/value.ts';
import { isInteger } from '../../evaluate/values/arithmetic.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { knownValueOf } from './extents.ts';
import { classMembersOf, initialiserOf, memberAt, writtenCall } from './written-call.ts';

/** An array in a struct. */
interface MemRange {
  /** Where its number of elements is written. */
  readonly count: Site;
  readonly elements: number;
  /** Bits of an element. */
  readonly bits: number;
}

type Model = Pick<DocumentModel, 'evaluate'>;

/** The array that a type of a member is; null for others, and where its size is not known. */
function memRangeOf(model: Model, type: Site): MemRange | null {
  const call = writtenCall(type);
  const name = call?.name === '[]' ? memberAt(call.callee)?.name : undefined;
  const [first, second] = call?.args ?? [];
  if (first === undefined || second === undefined) return null;
  if (name === 'Align') return memRangeOf(model, first);
  if (name !== 'MemRange') return null;
  const [element, count] = [knownValueOf(model, first), knownValueOf(model, second)];
  const elements = count !== null && isInteger(count) ? knownNumber(count) : undefined;
  if (!(element instanceof TypeValue) || element.bits === null || elements === undefined) return null;
  return { count: second, elements, bits: element.bits };
}

/** The members of the struct that `allocator.allocate(struct)` is given. */
export function structOf(model: Model, struct: Site): ReadonlyMap<string, MemRange | null> | null {
  const members = classMembersOf(struct);
  return members && new Map([...members].map(([name, type]) => [name, memRangeOf(model, type)]));
}

/** The array behind `storage.member`, of `storage = allocator.allocate(struct)`. */
export function storageAt(model: Model, site: Site): MemRange | null {
  const member = memberAt(site);
  const storage = member === null ? null : initialiserOf(member.object);
  const call = storage === null ? null : writtenCall(storage);
  const [struct] = call?.name === 'allocate' ? call.args : [];
  if (member === null || struct === undefined) return null;
  return structOf(model, struct)?.get(member.name) ?? null;
}
