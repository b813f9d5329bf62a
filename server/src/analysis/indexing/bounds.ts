// What keeps an access of a layout or tensor in bounds: `L(i, j)`, `T[i, j]`.

import type { CoordinateName } from '../../algebra/indexing/layout.ts';
import type { Int } from '../../algebra/integer/integer.ts';
import { knownNumber, termOf } from '../../algebra/integer/known.ts';
import type { Shape } from '../../algebra/layout/layout.ts';
import { sameTerm } from '../../algebra/term/operations.ts';
import { product } from '../../algebra/tuple/int-tuple.ts';
import type { Ranges } from './ranges.ts';

/** A coordinate that stays within 0 … extent - 1 where the access is in bounds. */
export interface Bound {
  /** As it is written. */
  readonly coordinate: string;
  /** The mode that it counts, empty for all of the layout. */
  readonly mode: readonly number[];
  readonly extent: Int;
  /** Whether the code does not say that it is not below zero. */
  readonly mayBeNegative: boolean;
}

/** Names of what is never below zero. */
const UNSIGNED = /^(?:threadIdx|blockIdx|blockDim|gridDim)\.[xyz]$|^tl\.program_id\(/;

const isSame = (a: Int, b: Int): boolean => {
  const [s, t] = [termOf(a), termOf(b)];
  return s !== null && t !== null && sameTerm(s, t);
};

/** What the code around does not say already. Null for a coordinate with other modes than the layout's, or outside of it. */
export function boundsOf(
  shape: Shape,
  names: readonly CoordinateName[],
  ranges: Ranges,
  at: number,
): readonly Bound[] | null {
  const boundOf = (name: string | number, extent: Int, mode: readonly number[]): readonly Bound[] | null => {
    const size = knownNumber(extent);
    if (termOf(extent) === null) return null;
    if (name === ':') return [];
    if (typeof name === 'number') {
      if (size === undefined) return [{ coordinate: `${name}`, mode, extent, mayBeNegative: false }];
      return name < size ? [] : null;
    }
    const range = ranges.rangeOf(name, at);
    if (range !== null && typeof range.extent !== 'number')
      return isSame(range.extent, extent) ? [] : [{ coordinate: name, mode, extent, mayBeNegative: false }];
    const [least, largest] = ranges.extremesOf(name, at) ?? [
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ];
    const mayBeNegative = least < 0 && !UNSIGNED.test(name);
    return size !== undefined && largest < size && !mayBeNegative
      ? []
      : [{ coordinate: name, mode, extent, mayBeNegative }];
  };
  const within = (part: Shape, name: CoordinateName, mode: readonly number[]): readonly Bound[] | null => {
    if (!Array.isArray(name)) return boundOf(name as string | number, product(part), mode);
    if (!Array.isArray(part) || part.length !== name.length) return null;
    const parts = name.map((c, k) => within(part[k] as Shape, c as CoordinateName, [...mode, k]));
    return parts.includes(null) ? null : (parts as (readonly Bound[])[]).flat();
  };
  return within(shape, names.length === 1 ? names[0]! : names, []);
}
