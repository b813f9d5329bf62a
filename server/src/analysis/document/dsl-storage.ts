// Structs of CuTe DSL in shared memory, as they are declared: `cute.struct.MemRange[type, count]` for an array,
// `cute.struct.Align[of, bytes]` around what is aligned, types and other structs for themselves. Where their members stand
// is what the decorators `cute.struct` and `cute.union` of CuTe DSL make of them.

import { knownNumber } from '../../algebra/integer/known.ts';
import { ClassType } from '../../evaluate/model/entity.ts';
import { TypeValue } from '../../evaluate/model/value.ts';
import { isInteger } from '../../evaluate/values/arithmetic.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { settledValueOf } from './extents.ts';
import { type WrittenCall, writtenCall } from './written/call.ts';
import { classAt } from './written/classes.ts';
import { memberAt } from './written/expressions.ts';
import { initialiserOf } from './written/names.ts';

/** An array in a struct. */
export interface MemRange {
  /** Where its number of elements is written. */
  readonly count: Site;
  readonly elements: number;
  /** Bits of an element. */
  readonly bits: number;
}

/** What a type takes. */
interface DslStorage {
  /** Bytes, at least. */
  readonly bytes: number;
  /** Bytes, at least. */
  readonly alignment: number;
  /** The members of which the size is not known. */
  readonly open: readonly string[];
  /** The array that it is, where it is one. */
  readonly range: MemRange | null;
  /** Of a struct, by their names. */
  readonly members: ReadonlyMap<string, DslStorage>;
  /** What the members of a struct are declared to be, in order, also those of which nothing is known. */
  readonly types: ReadonlyMap<string, Site>;
  /** In the struct that it is a member of, in bytes; null: what stands before it is not known, or it is no member. */
  readonly offset: number | null;
}

type Model = Pick<DocumentModel, 'evaluate'>;

/** How many structs stand in one another. */
const MAXIMUM_DEPTH = 8;
/** Bytes of the widest type of a number. */
const WIDEST_BYTES = 8;
const roundUp = (bytes: number, to: number): number => Math.ceil(bytes / to) * to;
const NO_MEMBERS: DslStorage['members'] = new Map();
const NO_TYPES: DslStorage['types'] = new Map();
const leaf = (bytes: number, alignment: number, range: MemRange | null = null): DslStorage => ({
  bytes,
  alignment,
  open: [],
  range,
  members: NO_MEMBERS,
  types: NO_TYPES,
  offset: null,
});

/** Null where nothing is known of the type. */
function storageOf(model: Model, type: Site, depth: number): DslStorage | null {
  const call = writtenCall(type);
  if (call?.name === '[]') return genericStorage(model, call, depth);
  const value = settledValueOf(model, type);
  if (value instanceof TypeValue && value.bits !== null) {
    const bytes = Math.max(1, Math.floor(value.bits / 8));
    return leaf(bytes, bytes);
  }
  return structAt(model, type, depth + 1);
}

/** `cute.struct.MemRange[type, count]`, `cute.struct.Align[of, bytes]` */
function genericStorage(model: Model, { callee, args }: WrittenCall, depth: number): DslStorage | null {
  const name = memberAt(callee)?.name;
  const [first, second] = args;
  if (first === undefined || second === undefined) return null;
  const number = settledValueOf(model, second);
  const count = number !== null && isInteger(number) ? knownNumber(number) : undefined;
  if (count === undefined) return null;
  if (name === 'Align') {
    const aligned = storageOf(model, first, depth);
    return aligned && { ...aligned, alignment: Math.max(aligned.alignment, count) };
  }
  const element = name === 'MemRange' ? settledValueOf(model, first) : null;
  if (!(element instanceof TypeValue) || element.bits === null) return null;
  const { bits } = element;
  const range = { count: second, elements: count, bits };
  return leaf(Math.floor((count * bits) / 8), Math.max(1, Math.floor(bits / 8)), range);
}

/** A class of the same file that stands in another statement of the module. */
function classOfFile(model: Model, site: Site): ReturnType<typeof classAt> {
  const type = settledValueOf(model, site);
  if (!(site instanceof PlacedSite && type instanceof ClassType)) return null;
  const { declaration, env } = type;
  if (env.unit.file !== site.memo.file) return null;
  const { start, end } = declaration.span;
  const { scope } = env.unit.placed.unit;
  const node = { kind: 'declaration' as const, declaration, scope, start, end, depth: 0 };
  return classAt(new PlacedSite(env.unit, node, site.dialect));
}

/** What is known of the structs of a version of the document: every rule about memory asks for them. */
const structsOf = new WeakMap<Model, Map<object, DslStorage | null>>();

/** The struct that a name, an attribute of `self` or a declaration is; null for others. */
export function structAt(model: Model, struct: Site, depth = 0): DslStorage | null {
  if (depth > 0 || !(struct instanceof PlacedSite)) return workedOut(model, struct, depth);
  let known = structsOf.get(model);
  if (known === undefined) {
    known = new Map();
    structsOf.set(model, known);
  }
  const { node } = struct;
  const key = node.kind === 'expression' ? node.expr : node;
  let found = known.get(key);
  if (found === undefined) {
    found = workedOut(model, struct, 0);
    known.set(key, found);
  }
  return found;
}

/** An array of elements of any type, which begins where the widest of them may. */
function ofOpenElements(type: Site, name: string): DslStorage | null {
  const call = writtenCall(type);
  const isArray = call?.name === '[]' && memberAt(call.callee)?.name === 'MemRange';
  return isArray ? { ...leaf(0, 1), open: [name] } : null;
}

function workedOut(model: Model, struct: Site, depth: number): DslStorage | null {
  const written = depth > MAXIMUM_DEPTH ? null : (classAt(struct) ?? classOfFile(model, struct));
  const isUnion = written?.decorators.includes('union') === true;
  if (written === null || !(isUnion || written.decorators.includes('struct'))) return null;
  let [bytes, alignment] = [0, 1];
  const open: string[] = [];
  const members = new Map<string, DslStorage>();
  for (const [name, type] of written.members) {
    const known = storageOf(model, type, depth);
    const member = known ?? (bytes % WIDEST_BYTES === 0 ? ofOpenElements(type, name) : null);
    const isBehindKnown = open.length === 0 && (known === null || known.open.length === 0);
    if (member === null || member.open.length > 0) open.push(name);
    if (member === null) continue;
    const begin = isUnion ? 0 : roundUp(bytes, member.alignment);
    members.set(name, { ...member, offset: isUnion || isBehindKnown ? begin : null });
    bytes = Math.max(bytes, begin + member.bytes);
    alignment = Math.max(alignment, member.alignment);
  }
  return {
    bytes: roundUp(bytes, alignment),
    alignment,
    open,
    range: null,
    members,
    types: new Map(written.members),
    offset: null,
  };
}

/** The struct that `allocator.allocate(struct)` is given; null for other calls. */
export function allocatedStruct(model: Model, call: WrittenCall): DslStorage | null {
  const [struct] = call.name === 'allocate' && call.object !== null ? call.args : [];
  return struct === undefined ? null : structAt(model, struct);
}

/** A member of a struct that is allocated. */
export interface StoredMember {
  readonly struct: DslStorage;
  readonly name: string;
  /** Where it is allocated. */
  readonly by: WrittenCall;
}

/** The struct of `storage.member`, of `storage = allocator.allocate(struct)`, and the name of the member. */
function memberOf(model: Model, site: Site): StoredMember | null {
  const member = memberAt(site);
  const storage = member === null ? null : initialiserOf(member.object);
  const call = storage === null ? null : writtenCall(storage);
  const struct = call === null ? null : allocatedStruct(model, call);
  return member === null || struct === null ? null : { struct, name: member.name, by: call! };
}

/** Where `storage.member` stands in its struct, in bytes, and where that is allocated; null where that is not known. */
export function memberOffset(model: Model, site: Site): (StoredMember & { readonly offset: number }) | null {
  const of = memberOf(model, site);
  const offset = of?.struct.members.get(of.name)?.offset ?? null;
  return of === null || offset === null ? null : { ...of, offset };
}

/** What `storage.member` is declared to be, and what the members behind it are, by their names; null where that is not known. */
export function declaredMembers(
  model: Model,
  site: Site,
): readonly (readonly [name: string, type: Site])[] | null {
  const of = memberOf(model, site);
  const all = [...(of?.struct.types ?? [])];
  const at = all.findIndex(([name]) => name === of?.name);
  return at < 0 ? null : all.slice(at);
}

/** The array behind `storage.member`. */
export function storageAt(model: Model, site: Site): MemRange | null {
  const of = memberOf(model, site);
  return of?.struct.members.get(of.name)?.range ?? null;
}

/** The arrays of elements as wide that stand right behind `storage.member`, by their names. */
export function arraysBehind(model: Model, site: Site): ReadonlyMap<string, MemRange> {
  const of = memberOf(model, site);
  const members = [...(of?.struct.members ?? [])];
  const at = members.findIndex(([name]) => name === of?.name);
  const own = members[at]?.[1].range;
  const found = new Map<string, MemRange>();
  for (const [name, { range }] of members.slice(at + 1)) {
    if (own == null || range?.bits !== own.bits) break;
    found.set(name, range);
  }
  return found;
}
