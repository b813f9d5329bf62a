// Layouts from tables of 2^12 to 2^22 offsets: a plain one, a swizzled one, and one whose last offset is wrong.

import { isFailure } from '../../server/src/algebra/integer/failure.ts';
import { recoverLayout } from '../../server/src/algebra/recover/recover.ts';
import { type Measurement, timesOf } from './measure.ts';

/** 2^20 offsets take at most so long. */
const LIMIT_MS = 100;

type Kind = 'plain' | 'swizzled' | 'perturbed';

function tableOf(kind: Kind, size: number): Float64Array {
  const rows = 2 ** Math.floor(Math.log2(size) / 2);
  const table = Float64Array.from(
    { length: size },
    (_, x) => (x % rows) * (size / rows) + Math.floor(x / rows),
  );
  if (kind === 'swizzled') return table.map((y) => y ^ ((y >> 3) & 56));
  if (kind === 'perturbed') table[size - 1]!++;
  return table;
}

export async function benchFunctions(): Promise<readonly Measurement[]> {
  const results: Measurement[] = [];
  for (const kind of ['plain', 'swizzled', 'perturbed'] as const)
    for (let bits = 12; bits <= 22; bits += 2) {
      const table = tableOf(kind, 2 ** bits);
      const run = (): void => {
        if (isFailure(recoverLayout(table))) throw new Error('the table was not read');
      };
      results.push({
        what: `the layout of 2^${bits} offsets, ${kind}`,
        value: Math.min(...timesOf(run, 7)),
        unit: 'ms',
        ...(bits === 20 ? { limit: LIMIT_MS } : {}),
      });
    }
  return results;
}
