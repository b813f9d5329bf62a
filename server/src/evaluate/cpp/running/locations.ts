// Where the variables of a function that is run are kept: a reference is another name for a location, or for a part of it.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { Dynamic } from '../../../algebra/integer/integer.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { type Entity, isHostOnly } from '../../model/entity.ts';
import { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Pointer, Unknown, type Value } from '../../model/value.ts';
import { assigned } from '../../values/integer-types.ts';
import { entityKey } from '../../values/key.ts';
import { widenDynamic } from '../../values/structure.ts';
import { itemOf } from '../types/storage.ts';

/** What a variable holds. Its declaration says what it can hold. */
interface Cell {
  readonly declaration: Declaration;
  /** In which the type of the declaration is read. */
  readonly env: Environment;
  value: Entity;
}

/** A variable, or the element of one that holds a tuple or is an array. */
export interface Location {
  readonly cell: Cell;
  readonly path: readonly number[];
}

/** What a tuple or an array holds. */
const itemsOf = (value: Entity): readonly Value[] | null =>
  value instanceof Pointer ? value.items : Array.isArray(value) ? (value as readonly Value[]) : null;

/** Null where there is no such element. */
export const elementAt = (value: Entity, path: readonly number[]): Entity | null =>
  path.reduce<Entity | null>((at, i) => (at === null ? null : (itemsOf(at)?.[i] ?? null)), value);

export const read = ({ cell, path }: Location): Entity | null => elementAt(cell.value, path);

function replaced(value: Entity, [first, ...rest]: readonly number[], by: Entity): Entity {
  if (first === undefined) return by;
  const items = itemsOf(value)!.map((item, i) => (i === first ? (replaced(item, rest, by) as Value) : item));
  return value instanceof Pointer ? new Pointer(value.engine, value.pointee, items) : items;
}

/** Assigns a value to a place; false where it is not known what is held then. */
export function write(ev: Evaluation, location: Location, value: Entity): boolean {
  const { cell, path } = location;
  if (isHostOnly(value) || value instanceof Unknown) return false;
  const before = read(location);
  if (before === null || isHostOnly(before)) return false;
  const around = read({ cell, path: path.slice(0, -1) });
  if (path.length > 0 && around instanceof Pointer) {
    if (around.pointee === null) return false;
    cell.value = replaced(cell.value, path, itemOf(ev, value, around.pointee));
    return true;
  }
  if (path.length > 0 || cell.declaration.type === null) {
    const held = heldLike(before, value, path.length === 0);
    if (held === null) return false;
    cell.value = replaced(cell.value, path, held);
    return true;
  }
  const held = heldBy(ev, cell.declaration, cell.env, value);
  if (held === null) return false;
  cell.value = held;
  return true;
}

/** Without a written type a variable has that of its first value; null where it is not certain that the value has it. */
function heldLike(before: Value, value: Value, isWhole: boolean): Value | null {
  if (before instanceof Dynamic || typeof before === 'boolean') return assigned(before, value);
  const isSame =
    isWhole && isAggregate(value) && entityKey(widenDynamic(value)) === entityKey(widenDynamic(before));
  return isSame ? value : null;
}

const isAggregate = (value: Value): boolean =>
  typeof value === 'object' && !(value instanceof Dynamic) && !(value instanceof Unknown);

/** The value as a variable of the declared type holds it; null where that is not known. */
export function heldBy(ev: Evaluation, d: Declaration, env: Environment, value: Entity): Entity | null {
  if (d.type === null || isHostOnly(value)) return value;
  const type = ev.evaluate(d.type, env);
  if (isFailure(type) || type instanceof Unknown || isHostOnly(type)) return null;
  const held = ev.rules.convert(value as Value, type as Value);
  return isFailure(held) ? null : held;
}

/** The variables of one call. */
export class Variables {
  readonly #base: Environment;
  readonly #places = new Map<Declaration, Location>();
  #frame: Environment;

  constructor(base: Environment) {
    this.#base = base;
    this.#frame = base;
  }

  /** With the variables as they are now. */
  get env(): Environment {
    return this.#frame;
  }

  get cells(): readonly Cell[] {
    return [...this.#places.values()].map((location) => location.cell);
  }

  locationOf(d: Declaration): Location | undefined {
    return this.#places.get(d);
  }

  bind(d: Declaration, location: Location): void {
    this.#places.set(d, location);
    this.refresh();
  }

  hold(d: Declaration, value: Entity): void {
    this.bind(d, { cell: { declaration: d, env: this.#frame, value }, path: [] });
  }

  /** After each change; what was worked out with the variables as they were is of no use any more. */
  refresh(): void {
    const { unit, root, parent, bindings, isCall } = this.#base;
    const now = new Map(bindings);
    for (const [d, location] of this.#places) {
      const value = read(location);
      now.set(d, value ?? new Unknown('unsupported', `what ${d.name} refers to is not followed`, [], d.name));
    }
    this.#frame = new Environment(unit, root, parent, now, isCall, null, true);
  }
}
