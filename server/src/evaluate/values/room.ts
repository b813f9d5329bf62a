// How much memory there is behind a pointer, as far as the program's text says.

import type { Failure } from '../../algebra/integer/failure.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import { type Engine, type Room, Tensor, type Value } from '../model/value.ts';
import { isInteger } from './arithmetic.ts';

/** An array of so many elements. */
export function roomFor(count: Value | undefined, { bits, element }: Engine): Room | undefined {
  if (count === undefined) return undefined;
  return { elements: isInteger(count) ? (knownNumber(count) ?? null) : null, bits, element };
}

/** Whether what is behind the pointer of a tensor depends on what is not known. */
export const hasOpenRoom = (value: Value | Failure): boolean =>
  value instanceof Tensor && value.engine.room?.elements === null;

/** The pointer some elements further on; null: how far is not known. */
export function movedBy(engine: Engine, distance: Value | null): Engine {
  const by = distance !== null && isInteger(distance) ? knownNumber(distance) : undefined;
  const { room } = engine;
  // Elements of another width are counted otherwise.
  const isSame = room?.bits === engine.bits && room?.element === engine.element;
  if (room === undefined || by === undefined || by < 0 || !isSame)
    return { ...engine, offset: null, room: undefined };
  const { elements } = room;
  if (elements !== null && by > elements) return { ...engine, offset: null, room: undefined };
  return { ...engine, offset: null, room: { ...room, elements: elements === null ? null : elements - by } };
}
