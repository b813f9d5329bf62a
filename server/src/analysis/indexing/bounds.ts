// What keeps an access of a layout or tensor in bounds: `L(i, j)`, `T[i, j]`. An access of a view, as local_tile makes
// one, is an access of what it shows.

import type { CoordinateName } from '../../algebra/indexing/layout.ts';
import { sameValue } from '../../algebra/integer/comparison.ts';
import type { Int } from '../../algebra/integer/integer.ts';
import { knownNumber, termOf } from '../../algebra/integer/known.ts';
import type { Shape } from '../../algebra/layout/layout.ts';
import { product } from '../../algebra/tuple/int-tuple.ts';
import type { Span } from '../../frontends/common/expression.ts';
import type { Host } from '../../frontends/common/host-tokens.ts';
import type { OpenDocument } from '../document/document.ts';
import type { Site } from '../values/model.ts';
import { CoordinateReader } from './coordinates.ts';
import { isNested, type Position, type Positions, positionsOf } from './position.ts';
import type { Ranges } from './ranges.ts';
import { isNotNegative } from './sign.ts';
import { viewAt, type Within } from './views.ts';

/** A coordinate that stays within 0 … extent - 1 where the access is in bounds. */
export interface Bound {
  /** As it is written. */
  readonly coordinate: string;
  /** Null where it is no more than not below zero. */
  readonly extent: Int | null;
  /** What has the extent, and the mode of it that the coordinate counts, empty for all; null for the tile of a view. */
  readonly of: { readonly object: Span; readonly mode: readonly number[] } | null;
  /** Whether the code does not say that it is not below zero. */
  readonly mayBeNegative: boolean;
}

/** An object, by where it is named, and the coordinate at which it is accessed. */
interface Access {
  readonly object: Site;
  readonly shape: Shape;
  readonly names: readonly CoordinateName[];
  /** Where the access stands. */
  readonly at: number;
}

/** How many views stand behind one another. */
const MAXIMUM_VIEWS = 8;

const isSame = (a: Int, b: Int): boolean => sameValue(a, b) === true;

const REMAINDER = /^(?:[\w.]+|\([^()]*\)) % (\d+)$/;

/** The largest number that `x % n` leaves, where it is not below zero; infinity for others. */
function largestLeft({ text, isNotNegative }: Position): number {
  const [, by] = (isNotNegative && REMAINDER.exec(text)) || [];
  return by === undefined ? Number.POSITIVE_INFINITY : Number(by) - 1;
}

/** What the code around an access leaves open. */
export class Bounds {
  private readonly document: OpenDocument;
  private readonly ranges: Ranges;
  private readonly at: number;
  private readonly reader: CoordinateReader;

  constructor(document: OpenDocument, host: Host, ranges: Ranges, at: number) {
    this.document = document;
    this.ranges = ranges;
    this.at = at;
    this.reader = new CoordinateReader(document.text, host, ranges, at);
  }

  /** Null for a coordinate with other modes than the layout's, or outside of it, and for one that cannot be written. */
  of({ object, shape, names }: Omit<Access, 'at'>): readonly Bound[] | null {
    const named = names.map((name) => positionsOf(name, (text) => isNotNegative(this.ranges, text, this.at)));
    // `T[:, 3]` takes all of a mode.
    if (named.includes(null)) return null;
    const all = this.behind(object, shape, named as readonly Positions[], 0);
    if (all === null) return null;
    const texts = new Set<string>();
    return all.filter(({ coordinate, extent, of }) => {
      const key = `${coordinate} ${extent === null ? '' : (knownNumber(extent) ?? JSON.stringify(of))}`;
      return texts.size < texts.add(key).size;
    });
  }

  private behind(
    object: Site,
    shape: Shape,
    at: readonly Positions[],
    depth: number,
  ): readonly Bound[] | null {
    const view = depth > MAXIMUM_VIEWS ? 'unread' : viewAt(this.document.model, object, this.reader);
    if (view === 'unread') return null;
    if (view === 'none') return this.own(object, shape, at);
    const [first] = at;
    const through = view.through(at.length === 1 && first !== undefined && isNested(first) ? first : at);
    if (through === null) return null;
    const within = through.within.map((tile) => this.inTile(tile));
    if (within.includes(null)) return null;
    const { positions } = through;
    const rest = positions === null ? [] : this.behind(view.source, view.shape, positions, depth + 1);
    return rest === null ? null : [...(within as readonly (readonly Bound[])[]).flat(), ...rest];
  }

  private inTile({ position, extent }: Within): readonly Bound[] | null {
    if (extent !== null) return this.bound(position, extent, null);
    const [least] = this.ranges.extremesOf(position.text, this.at) ?? [Number.NEGATIVE_INFINITY];
    return least >= 0 ? [] : [{ coordinate: position.text, extent, of: null, mayBeNegative: true }];
  }

  private own(object: Site, shape: Shape, at: readonly Positions[]): readonly Bound[] | null {
    const within = (part: Shape, p: Positions, mode: readonly number[]): readonly Bound[] | null => {
      if (!isNested(p)) return this.bound(p, product(part), { object: object.span, mode });
      if (!Array.isArray(part) || part.length !== p.length) return null;
      const parts = p.map((c, k) => within(part[k] as Shape, c, [...mode, k]));
      return parts.includes(null) ? null : (parts as (readonly Bound[])[]).flat();
    };
    return within(shape, at.length === 1 ? at[0]! : at, []);
  }

  private bound(position: Position, extent: Int, of: Bound['of']): readonly Bound[] | null {
    const { ranges, at } = this;
    const { text } = position;
    const size = knownNumber(extent);
    if (termOf(extent) === null) return null;
    const open = (mayBeNegative: boolean): readonly Bound[] => [
      { coordinate: text, extent, of, mayBeNegative },
    ];
    if (/^\d+$/.test(text)) {
      if (size === undefined) return open(false);
      return Number(text) < size ? [] : null;
    }
    if (size !== undefined && largestLeft(position) < size) return [];
    const range = ranges.rangeOf(text, at);
    if (range !== null && typeof range.extent !== 'number') {
      const isBelow = isSame(range.extent, extent);
      return isBelow && range.mayBeNegative !== true ? [] : open(!position.isNotNegative);
    }
    const [least, largest] = ranges.extremesOf(text, at) ?? [
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ];
    const mayBeNegative = !position.isNotNegative && (least < 0 || range?.mayBeNegative === true);
    return size !== undefined && largest < size && !mayBeNegative ? [] : open(mayBeNegative);
  }
}
