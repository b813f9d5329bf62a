// libisl: how long it takes to load, and to say the relation of a layout of six modes.

import { readFileSync } from 'node:fs';
import { isFailure } from '../../server/src/algebra/integer/failure.ts';
import { Layout } from '../../server/src/algebra/layout/layout.ts';
import { layoutMapping } from '../../server/src/algebra/relation/layout.ts';
import { libraryPath } from '../../server/src/isl/host.node.ts';
import { LIMITS } from '../../server/src/isl/host.ts';
import { Library } from '../../server/src/isl/library.ts';
import { solve } from '../../server/src/isl/solve.ts';
import { type Measurement, median, timesOf } from './measure.ts';

const POWERS = new Layout([4, 2, 8, 4, 16, 2], [1, 512, 4, 1024, 32, 4096]);
/** A factor of three, which costs libisl three times as much. */
const MIXED = new Layout([4, 2, 8, 3, 16, 2], [1, 512, 4, 1024, 32, 3072]);

function timeOf(library: Library, layout: Layout): number {
  const times = timesOf(() => {
    const term = layoutMapping(layout, 'flat');
    if (isFailure(term)) throw new Error('the relation is refused');
    const text = solve(library, { ask: 'text', of: term }, LIMITS.operations);
    if (typeof text !== 'string') throw new Error('the relation is not decided');
  }, 15);
  return median(times);
}

export async function benchRelations(): Promise<readonly Measurement[]> {
  const bytes = readFileSync(libraryPath());
  const loads: number[] = [];
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    await Library.load(bytes);
    loads.push(performance.now() - start);
  }
  const library = await Library.load(bytes);
  return [
    { what: 'libisl: loading', value: median(loads), unit: 'ms', limit: 150 },
    {
      what: 'libisl: relation of six modes, once loaded',
      value: timeOf(library, POWERS),
      unit: 'ms',
      limit: 20,
    },
    { what: 'libisl: the same with a mode of three', value: timeOf(library, MIXED), unit: 'ms' },
  ];
}
