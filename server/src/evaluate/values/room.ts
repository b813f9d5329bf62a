// How much memory there is behind a pointer, as far as the program's text says.

import { knownNumber } from '../../algebra/integer/known.ts';
import type { Engine, Room, Value } from '../model/value.ts';
import { isInteger } from './arithmetic.ts';

/** An array of so many elements; undefined where their number is not known. */
export function roomFor(count: Value | undefined, { bits, element }: Engine): Room | undefined {
  const elements = count !== undefined && isInteger(count) ? knownNumber(count) : undefined;
  return elements === undefined ? undefined : { elements, bits, element };
}

/** The pointer some elements further on; null: how far is not known. */
export function movedBy(engine: Engine, distance: Value | null): Engine {
  const by = distance !== null && isInteger(distance) ? knownNumber(distance) : undefined;
  const { room } = engine;
  const isWithin = room !== undefined && by !== undefined && by >= 0 && by <= room.elements;
  // Elements of another width are counted otherwise.
  const isSame = room?.bits === engine.bits && room?.element === engine.element;
  const rest = isWithin && isSame ? { ...room, elements: room.elements - by } : undefined;
  return { ...engine, offset: null, room: rest };
}
