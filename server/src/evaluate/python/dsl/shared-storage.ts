// Structs in shared memory, `@cute.struct class SharedStorage`: an object of one, and what its fields hold. They stand
// there as they are declared: `cute.struct.MemRange[type, count]` for an array, `cute.struct.Align[of, bytes]` around what
// is aligned, types and other structs for themselves.

import { isFailure } from '../../../algebra/integer/failure.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { ClassType, type Entity } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { type Engine, Pointer, TypeValue, type Value } from '../../model/value.ts';
import { roomFor } from '../../values/room.ts';
import { isDecorated } from '../plain/functions.ts';

export const SHARED: Engine = { space: 'smem', bits: null, element: null, offset: null };
export const SHARED_POINTER = new Pointer(SHARED);

/** Something in shared memory, by the struct that it is an object of or what it points to, as far as that is known. */
export class SharedStorage extends TypeValue {
  readonly struct: ClassType | null;
  readonly pointer: Pointer;
  constructor(struct: ClassType | null, pointer: Pointer = SHARED_POINTER) {
    super('shared storage', null);
    this.struct = struct;
    this.pointer = pointer;
  }

  override get identity(): string {
    const { bits, element, room } = this.pointer.engine;
    return `${this.struct?.declaration.nameSpan.start ?? ''} ${element} ${bits} ${room?.elements}`;
  }
}

const UNTOLD = new SharedStorage(null);

const BYTES = { ...SHARED_POINTER.engine, bits: 8, element: null };

/** What `allocator.allocate(bytes)` gives. */
export const allocatedBytes = (count: Value): Pointer =>
  new Pointer({ ...SHARED_POINTER.engine, room: roomFor(count, BYTES) });

/** What `allocator.allocate(struct)` gives, also of a struct that is not known. */
export const allocatedStorage = (type: Value | undefined): SharedStorage =>
  type instanceof ClassType ? new SharedStorage(type) : UNTOLD;

/**
 * `Struct(storage)`, an object of a struct over memory that was allocated before; null: the class is no struct, or nothing
 * says that the memory is shared.
 */
export function storageAt(
  type: ClassType,
  args: readonly Entity[],
  keywords: ReadonlyMap<string, Value>,
): SharedStorage | null {
  const [at, ...others] = args;
  if (!isDecorated(type.declaration, 'struct') || others.length + keywords.size > 0) return null;
  const isShared = at instanceof SharedStorage || (at instanceof Pointer && at.engine.space === 'smem');
  return isShared ? new SharedStorage(type) : null;
}

/** `storage.name` */
export function fieldOfStorage(ev: Evaluation, { struct, pointer }: SharedStorage, name: string): Entity {
  if (name === 'ptr') return pointer;
  const fields = struct?.scope.declarations.filter((d) => d.name === name && d.type !== null) ?? [];
  const [field] = fields;
  return struct === null || fields.length !== 1 ? UNTOLD : heldBy(ev, field!.type!, struct.env);
}

function heldBy(ev: Evaluation, type: Expr, env: Environment): SharedStorage {
  if (type.kind !== 'index') {
    const of = ev.evaluate(type, env);
    return of instanceof ClassType ? new SharedStorage(of) : UNTOLD;
  }
  const name = type.object.kind === 'member' ? type.object.name.name : null;
  const [of] = type.args;
  if (of !== undefined && name === 'Align') return heldBy(ev, of, env);
  const element = of !== undefined && name === 'MemRange' ? ev.evaluate(of, env) : null;
  // Of a type that nobody knows, `mX.element_type`, the elements can be counted.
  if (!(element instanceof TypeValue)) return UNTOLD;
  const engine = { ...SHARED, bits: element.bits, element: element.name };
  const count = type.args[1] === undefined ? undefined : ev.value(type.args[1], env);
  // Of a range without elements the address alone is meant.
  const room = count === undefined || isFailure(count) || count === 0 ? undefined : roomFor(count, engine);
  return new SharedStorage(null, new Pointer({ ...engine, room }));
}
