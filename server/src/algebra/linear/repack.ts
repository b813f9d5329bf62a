// Words of one list of output dimensions as words of another.

import type { InDimension, OutDimension } from './layout.ts';

/** Some bits of a word, and where they go. */
interface Field {
  readonly from: number;
  readonly mask: number;
  readonly to: number;
}

/**
 * From words of `from` to words of `to`, dimension by name. One that is not in `from` is 0; `shifts` says how far the
 * bits of each dimension of `to` move up.
 */
export function byName(
  from: readonly OutDimension[],
  to: readonly OutDimension[],
  shifts: readonly number[] = [],
): (word: number) => number {
  const fields: Field[] = [];
  let place = 0;
  for (let i = 0; i < to.length; i++) {
    let start = 0;
    for (const { name, bits } of from) {
      if (name === to[i]!.name && bits > 0) {
        fields.push({ from: start, mask: 2 ** bits - 1, to: place + (shifts[i] ?? 0) });
      }
      start += bits;
    }
    place += to[i]!.bits;
  }
  if (
    fields.every((f) => f.from === f.to) &&
    from.every((d) => d.bits === 0 || to.some((t) => t.name === d.name))
  )
    return (word) => word;
  return (word) => {
    let result = 0;
    for (const { from: start, mask, to: end } of fields) result |= ((word >>> start) & mask) << end;
    return result;
  };
}

export const mapWords = (
  ins: readonly InDimension[],
  change: (word: number) => number,
): readonly InDimension[] => ins.map(({ name, bases }) => ({ name, bases: bases.map(change) }));
