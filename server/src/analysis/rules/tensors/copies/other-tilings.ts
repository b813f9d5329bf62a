// Copies between what threads take of two tensors by different TiledCopies, `copy(A, thrA.partition_S(gA),
// thrB.partition_D(sA))`: a thread's elements are at other coordinates on the other side.

import { innermostLayout } from '../../../../algebra/composed/composed.ts';
import { isFailure } from '../../../../algebra/integer/failure.ts';
import type { Int } from '../../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { idx2crd } from '../../../../algebra/layout/evaluate.ts';
import { Layout } from '../../../../algebra/layout/layout.ts';
import { productEach } from '../../../../algebra/tuple/int-tuple.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { type Side, TiledCopy } from '../../../../hardware/copy/tiled-copy.ts';
import { type Elements, elementAt, elementsOf } from '../../../../hardware/memory/share.ts';
import { COPIES } from '../../../document/written/copies.ts';
import { operationName } from '../../../values/verdicts.ts';
import type { EvaluatedSite, RuleFinding } from '../../rule.ts';

/** What the threads take of the tile by a TiledCopy. */
export interface Part {
  readonly by: TiledCopy;
  readonly side: Side;
  /** The extents of the modes that are shared. */
  readonly tile: readonly number[];
}

export function partOf(value: unknown): Part | null {
  const share = value instanceof Tensor ? value.share : null;
  if (share === null || !(share.by instanceof TiledCopy)) return null;
  const { by, part } = share;
  // One tiler for all modes takes the elements in a row.
  if (!Array.isArray(by.tiler)) return null;
  const extents = productEach(innermostLayout(share.data).shape).slice(0, by.tiler.length);
  const tile = extents.map((n) => knownNumber(n as Int));
  return tile.length === by.tiler.length && tile.every((n) => n !== undefined)
    ? { by, side: part as Side, tile: tile as readonly number[] }
    : null;
}

/** The elements of the tile in a row, by threads and values. Null: not known. */
function taken({ by, tile }: Part, part: Side): Elements | null {
  const strides = tile.map((_, i) => tile.slice(0, i).reduce((a, b) => a * b, 1));
  const found = elementsOf({ data: new Layout(tile, strides), by, part, thread: 0 });
  return isFailure(found) ? null : found;
}

/** The first value of a thread that is another element of the tile by the other one; null: none is, or not as many. */
function firstOther(a: Elements, b: Elements): readonly [thread: number, value: number] | null {
  if (a.threads.length !== b.threads.length || a.values.length !== b.values.length) return null;
  for (let thread = 0; thread < a.threads.length; thread++)
    for (let value = 0; value < a.values.length; value++)
      if (elementAt(a, thread, value) !== elementAt(b, thread, value)) return [thread, value];
  return null;
}

/** Whether threads read what they write: those of an instruction for matrices hand elements on. */
function isOfOneOrder(part: Part, own: Elements): boolean {
  const other = taken(part, part.side === 'S' ? 'D' : 'S');
  return other !== null && other.values.length === own.values.length && firstOther(own, other) === null;
}

function coordinate(element: number, tile: readonly number[]): string {
  const at = idx2crd(element, tile);
  return Array.isArray(at) ? `(${at.join(', ')})` : String(element);
}

/** The first value of a thread that is another element by one part than by the other. */
interface Difference {
  readonly thread: number;
  readonly value: number;
  /** The coordinates of the tile, by the one and by the other. */
  readonly at: string;
  readonly other: string;
}

/** Null: none is, or that is not known. */
export function differenceOf(one: Part | null, other: Part | null): Difference | null {
  if (one === null || other === null || one.by === other.by) return null;
  if (one.tile.join() !== other.tile.join()) return null;
  const [a, b] = [one, other].map((part) => taken(part, part.side));
  if (a == null || b == null) return null;
  const found = firstOther(a, b);
  if (found === null || !isOfOneOrder(one, a) || !isOfOneOrder(other, b)) return null;
  const [thread, value] = found;
  const at = (e: Elements): string => coordinate(elementAt(e, thread, value), one.tile);
  return { thread, value, at: at(a), other: at(b) };
}

/** What a thread copies to another coordinate of the tile; null: nothing, or that is not known. */
export function movedBetween(from: Part | null, to: Part | null): string | null {
  const found = differenceOf(from, to);
  if (found === null) return null;
  return `of the tile thread ${found.thread} copies element ${found.at} to ${found.other}`;
}

const isCopy = (name: string): boolean => COPIES.some((copy) => copy === name);

/** Finding of `copy-shapes` about the TiledCopies of both sides. */
export function checkOtherTilings({ site, evaluation: { origin } }: EvaluatedSite): readonly RuleFinding[] {
  if (origin === null || !isCopy(operationName(origin)) || origin.args.length < 2) return [];
  const [from, to] = origin.args.slice(-2).map(({ value }) => partOf(value));
  const moved = movedBetween(from ?? null, to ?? null);
  if (moved === null) return [];
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `the sides are partitioned by different TiledCopies: ${moved}`,
      severity: 'warning',
    },
  ];
}
