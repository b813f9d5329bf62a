// The words of the command line.

import { parseArgs } from 'node:util';

interface FuzzOptions {
  readonly kinds: readonly string[];
  readonly seed: number;
  /** The first case of the run. */
  readonly index: number;
  /** Units of each kind; as many as the time allows where nothing is said. */
  readonly count: number;
  /** For all kinds together. */
  readonly seconds: number;
  readonly corpus: readonly string[];
  /** Where failing inputs are written. */
  readonly keep: string | null;
}

const DEFAULT_SECONDS = 60;

export const USAGE = `npm run fuzz -- [--kind KIND]… [--seed N] [--index N] [--count N] [--seconds N | --hours N] [--corpus DIR]… [--keep DIR]
`;

export class FuzzUsageError extends Error {}

/** `kinds`: those that there are. `now`: the seed where none is named. */
export function readOptions(
  words: readonly string[],
  kinds: Readonly<Record<string, { readonly isLong: boolean }>>,
  now: number,
): FuzzOptions {
  const { values } = parseArgs({
    args: [...words],
    options: {
      kind: { type: 'string', multiple: true },
      seed: { type: 'string' },
      index: { type: 'string' },
      count: { type: 'string' },
      seconds: { type: 'string' },
      hours: { type: 'string' },
      corpus: { type: 'string', multiple: true },
      keep: { type: 'string' },
    },
  });
  const number = (name: 'seed' | 'index' | 'count' | 'seconds' | 'hours', otherwise: number): number => {
    const text = values[name];
    if (text === undefined) return otherwise;
    const value = Number(text);
    if (!Number.isFinite(value) || value < 0) throw new FuzzUsageError(`--${name} is not a number: ${text}`);
    return value;
  };
  const all = Object.keys(kinds);
  const hours = number('hours', 0);
  const chosen = values.kind ?? all.filter((kind) => hours > 0 || !kinds[kind]!.isLong);
  for (const kind of chosen)
    if (!all.includes(kind))
      throw new FuzzUsageError(`there is no kind ${kind}; there are ${all.join(', ')}`);
  const count = number('count', Number.MAX_SAFE_INTEGER);
  return {
    kinds: chosen,
    seed: Math.trunc(number('seed', now)),
    index: Math.trunc(number('index', 0)),
    count,
    seconds: hours > 0 ? hours * 3600 : number('seconds', DEFAULT_SECONDS),
    corpus: values.corpus ?? [],
    keep: values.keep ?? null,
  };
}
