// What came of the mutants: a line for each room, and those that nobody noticed.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../testing/files.ts';
import type { Mutant } from './find.ts';
import { byRoom } from './sample.ts';
import type { Verdict } from './trial.ts';

const isNoticed = ({ fate }: Verdict): boolean => fate === 'noticed' || fate === 'stuck';

export function reportText(mutants: readonly Mutant[], verdicts: ReadonlyMap<string, Verdict>): string {
  const decided = mutants.filter(({ key }) => verdicts.has(key));
  const row = (name: string, some: readonly Mutant[]): string => {
    const count = (accept: (verdict: Verdict) => boolean): number =>
      some.filter(({ key }) => accept(verdicts.get(key)!)).length;
    const noticed = count(isNoticed);
    const unsettled = count(({ fate }) => fate === 'unsettled');
    const settled = some.length - unsettled;
    const share = settled === 0 ? '' : `${Math.round((100 * noticed) / settled)} %`;
    const [stuck, uncovered] = [
      count(({ fate }) => fate === 'stuck'),
      count(({ fate }) => fate === 'uncovered'),
    ];
    return `| ${name} | ${settled} | ${noticed} | ${share} | ${stuck} | ${uncovered} | ${unsettled} |`;
  };
  const table = [
    '| room | settled | noticed | | of them by time | no test comes by | not settled |',
    '|---|---|---|---|---|---|---|',
    ...[...byRoom(decided)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([room, some]) => row(room, some)),
    row('all', decided),
  ];
  const left = decided.filter(({ key }) => !isNoticed(verdicts.get(key)!));
  return `${table.join('\n')}\n\n${left.map((mutant) => described(mutant, verdicts.get(mutant.key)!)).join('\n\n')}\n`;
}

const NOTES: Readonly<Partial<Record<Verdict['fate'], string>>> = {
  uncovered: ', no test comes by',
  unsettled: ', not all tests that come by were run',
};

/** A mutant that nobody noticed, with the lines as they are and as they would be. */
function described(mutant: Mutant, { fate }: Verdict): string {
  const { file, line, operator, start, end, text } = mutant;
  const source = readFileSync(join(root, file), 'utf8');
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const to = (source.indexOf('\n', end) + source.length + 1) % (source.length + 1);
  const changed = source.slice(from, start) + text + source.slice(end, to);
  const marked = (sign: string, lines: string): string => lines.replace(/^/gm, `${sign} `);
  return `${file}:${line} ${operator}${NOTES[fate] ?? ''}\n${marked('-', source.slice(from, to))}\n${marked('+', changed)}`;
}
