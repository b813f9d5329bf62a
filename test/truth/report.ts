// Counts what a run found, and prints it.

import type { Examined } from './examine.ts';
import type { Wrong } from './shrink.ts';
import { probesOf } from './snippet.ts';
import { sourceOf } from './unit.ts';

interface Counts {
  snippets: number;
  refused: number;
  variables: number;
  equal: number;
  partly: number;
  unknown: number;
  wrong: number;
}

interface Tally {
  readonly families: Map<string, Counts>;
  readonly reasons: Map<string, number>;
  readonly refusals: Map<string, number>;
  readonly wrong: Wrong[];
}

export const emptyTally = (): Tally => ({
  families: new Map(),
  reasons: new Map(),
  refusals: new Map(),
  wrong: [],
});

const more = (counts: Map<string, number>, key: string): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1);

export function note(tally: Tally, examined: Examined): void {
  const { snippet } = examined;
  let counts = tally.families.get(snippet.family);
  if (counts === undefined) {
    counts = { snippets: 0, refused: 0, variables: 0, equal: 0, partly: 0, unknown: 0, wrong: 0 };
    tally.families.set(snippet.family, counts);
  }
  counts.snippets++;
  if (examined.kind !== 'compared') {
    counts.refused += probesOf(snippet).length;
    more(tally.refusals, `${snippet.family}: ${examined.message}`);
    return;
  }
  counts.refused += examined.messages.length;
  for (const message of examined.messages) more(tally.refusals, `${snippet.family}: ${message}`);
  for (const answer of examined.answers) {
    counts.variables++;
    const verdict = answer.comparison?.verdict ?? { kind: 'unknown', category: 'no declaration is seen' };
    if (verdict.kind === 'unknown') {
      counts.unknown++;
      more(tally.reasons, verdict.category);
    } else if (verdict.kind === 'equal' || verdict.kind === 'partly') counts[verdict.kind]++;
    else {
      counts.wrong++;
      tally.wrong.push({ snippet, answer });
    }
  }
}

/** How many reasons for refusals are listed. */
const MOST_REASONS = 25;

const NUMBERS = ['snippets', 'refused', 'variables', 'equal', 'partly', 'unknown', 'wrong'] as const;

export function tableOf({ families, reasons, refusals }: Tally): string {
  const total: Counts = { snippets: 0, refused: 0, variables: 0, equal: 0, partly: 0, unknown: 0, wrong: 0 };
  for (const counts of families.values()) for (const key of NUMBERS) total[key] += counts[key];
  const line = (name: string, cells: readonly (string | number)[]): string =>
    `${name.padEnd(16)}${cells.map((cell) => String(cell).padStart(10)).join('')}`;
  const rows = [...families].sort(([a], [b]) => a.localeCompare(b));
  return [
    line('family', NUMBERS),
    ...rows.map(([name, counts]) =>
      line(
        name,
        NUMBERS.map((key) => counts[key]),
      ),
    ),
    line(
      'all',
      NUMBERS.map((key) => total[key]),
    ),
    '',
    'unknown, by reason',
    ...[...reasons].sort((a, b) => b[1] - a[1]).map(([reason, n]) => `  ${String(n).padStart(6)}  ${reason}`),
    ...(refusals.size === 0 ? [] : ['not compiled, the most frequent reasons']),
    ...[...refusals]
      .sort((a, b) => b[1] - a[1])
      .slice(0, MOST_REASONS)
      .map(([message, n]) => `  ${String(n).padStart(6)}  ${message.slice(0, 140)}`),
    '',
  ].join('\n');
}

export const wrongText = ({ snippet, answer }: Wrong): string =>
  [
    `WRONG ${answer.probe.name} of ${snippet.family} ${snippet.index}: ${JSON.stringify(answer.truth)}, shown ${answer.comparison?.shown}`,
    sourceOf(snippet).text.replace(/^/gm, '    '),
  ].join('\n');
