// The outcome of a run as text.

import type { Failing } from './messages.ts';
import type { Outcome } from './watch.ts';

const MOST_SLOW = 10;
const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);

const reproduction = (kind: string, seed: number, index: number): string =>
  `npm run fuzz -- --kind ${kind} --seed ${seed} --index ${index} --count 1`;

export const failingText = (kind: string, seed: number, { index, problem }: Failing, input: string): string =>
  [`FAILED ${kind} ${index}: ${problem}`, `again: ${reproduction(kind, seed, index)}`, input, ''].join('\n');

export function outcomeText({
  kind,
  unit,
  units,
  cases,
  failing,
  slow,
  heap,
  longestBlock,
}: Outcome): string {
  const slowest = [...slow].sort((a, b) => b.cpu - a.cpu).slice(0, MOST_SLOW);
  return [
    `${kind}: ${units} ${unit} in ${cases} cases, ${failing.length} failing`,
    heap === null
      ? '  heap: not measured'
      : `  heap: ${megabytes(heap[0])} MiB once warm, ${megabytes(heap[1])} MiB at the end`,
    `  longest block of the event loop: ${longestBlock.toFixed(0)} ms`,
    `  over 100 ms of processor time: ${slow.length}`,
    ...slowest.map((s) => `    ${s.cpu.toFixed(0)} ms, ${s.what}, case ${s.index}`),
    '',
  ].join('\n');
}
