// Gaussian elimination over F2. A matrix is its columns, each one word.

/** A combination of columns, reduced by the pivots before it: its value, and which columns it is the sum of. */
interface Pivot {
  readonly value: number;
  readonly columns: number;
  /** The leading bit of `value`. */
  readonly lead: number;
}

const leadOf = (word: number): number => 31 - Math.clz32(word);

interface Eliminated {
  readonly rank: number;
  /** Columns that are sums of columns before them, as bits: what may be anything without a change of the image. */
  readonly free: number;
  /**
   * The columns, as bits, whose sum is the word; null for a word outside the image. Free columns are none of them,
   * so that the answer is unique.
   */
  solve(word: number): number | null;
}

export function eliminate(columns: readonly number[]): Eliminated {
  const pivots: Pivot[] = [];
  let free = 0;
  for (let i = 0; i < columns.length; i++) {
    let [value, sum] = [columns[i]!, 1 << i];
    for (const pivot of pivots) {
      if ((value >>> pivot.lead) & 1) {
        value ^= pivot.value;
        sum ^= pivot.columns;
      }
    }
    if (value === 0) free |= 1 << i;
    else pivots.push({ value, columns: sum, lead: leadOf(value) });
  }
  return { rank: pivots.length, free, solve: (word) => solve(pivots, word) };
}

function solve(pivots: readonly Pivot[], word: number): number | null {
  let [value, sum] = [word, 0];
  for (const pivot of pivots) {
    if ((value >>> pivot.lead) & 1) {
      value ^= pivot.value;
      sum ^= pivot.columns;
    }
  }
  return value === 0 ? sum : null;
}
