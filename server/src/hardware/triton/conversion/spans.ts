// Sets of vectors over F2 as Triton 3.6 works with them when it lays out shared memory. Which vector comes first
// matters there, so the order is Triton's.

const lowestBit = (word: number): number => word & -word;

const units = (bits: number): readonly number[] => Array.from({ length: bits }, (_, bit) => 2 ** bit);

/** The span's reduced rows, with the lowest bits as leads: eliminated from the lowest bit up. */
function echelon(vectors: readonly number[], bits: number): readonly number[] {
  const rows = [...vectors];
  let done = 0;
  for (const unit of units(bits)) {
    const pivot = rows.findIndex((row, i) => i >= done && (row & unit) !== 0);
    if (pivot < 0) continue;
    [rows[done], rows[pivot]] = [rows[pivot]!, rows[done]!];
    for (const [i, row] of rows.entries()) if (i !== done && (row & unit) !== 0) rows[i] = row ^ rows[done]!;
    done++;
  }
  return rows.slice(0, done);
}

/** The unit vectors that complete the span of vectors to all words of so many bits. */
export function complementOf(vectors: readonly number[], bits: number): readonly number[] {
  const leads = new Set(echelon(vectors, bits).map(lowestBit));
  return units(bits).filter((unit) => !leads.has(unit));
}

/** A basis of the words whose product with each vector is zero. */
function nullSpace(vectors: readonly number[], bits: number): readonly number[] {
  const rows = echelon(vectors, bits);
  const leads = new Set(rows.map(lowestBit));
  return units(bits)
    .filter((unit) => !leads.has(unit))
    .map((unit) => rows.reduce((sum, row) => ((row & unit) !== 0 ? sum ^ lowestBit(row) : sum), unit));
}

const isUnit = (word: number): boolean => (word & (word - 1)) === 0 && word !== 0;

/** A basis of what both sets span. Of unit vectors those that both have, in the order of the first. */
export function intersectionOf(a: readonly number[], b: readonly number[], bits: number): readonly number[] {
  if (a.every(isUnit) && b.every(isUnit)) return a.filter((vector) => b.includes(vector));
  return nullSpace([...nullSpace(a, bits), ...nullSpace(b, bits)], bits);
}
