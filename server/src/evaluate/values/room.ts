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

/** How many elements of what there is room for a pointer leaves behind it; null where they are no whole ones. */
function passed({ bits, element, room }: Engine, by: number): number | null {
  if (room === undefined) return null;
  if (room.bits === bits && room.element === element) return by;
  // What is packed into bytes is counted otherwise.
  if (room.bits === null || bits === null || room.bits % 8 !== 0 || bits % 8 !== 0) return null;
  const elements = (by * bits) / room.bits;
  return Number.isInteger(elements) ? elements : null;
}

/** The pointer some elements further on; null: how far is not known. */
export function movedBy(engine: Engine, distance: Value | null): Engine {
  const by = distance !== null && isInteger(distance) ? knownNumber(distance) : undefined;
  const { room } = engine;
  const behind = by === undefined || by < 0 ? null : passed(engine, by);
  const elements = room?.elements ?? null;
  if (room === undefined || behind === null || (elements !== null && behind > elements))
    return { ...engine, offset: null, room: undefined };
  return {
    ...engine,
    offset: null,
    room: {
      ...room,
      elements: elements === null ? null : elements - behind,
      ...(elements !== null && elements > 1 ? { isRest: true as const } : {}),
    },
  };
}
