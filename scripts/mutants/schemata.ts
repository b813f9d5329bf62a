// All mutants of a sample in one build: where one changes an expression or a statement, the program asks whether it is
// the one that is switched on. So they are built once, and the same question tells which tests come by.

import type { Mutant } from './find.ts';

/** The function that is asked; it stands in front of each bundle. */
const SWITCH = 'layoutLensMutant';

/** What bundles begin with: the number of the mutant that is on, and which ones have been come by. */
export const prelude = (count: number): string =>
  `const layoutLensMutants = globalThis.layoutLensMutants ??= { active: Number(process.env.LAYOUT_LENS_MUTANT ?? -1), hit: new Uint8Array(${count}) };
function ${SWITCH}(n) { layoutLensMutants.hit[n] = 1; return n === layoutLensMutants.active; }`;

/** At the end of a process that a test starts, what it has come by is left for the test's process to read. */
export const postscript = `process.once('exit', () => {
  const folder = process.env.LAYOUT_LENS_MUTANT_HITS;
  if (folder) process.getBuiltinModule('node:fs').writeFileSync(folder + '/' + process.pid, layoutLensMutants.hit);
});`;

export interface Numbered {
  readonly number: number;
  readonly mutant: Mutant;
}

/** A file's text with its mutants in it. */
export function withMutants(text: string, mutants: readonly Numbered[]): string {
  // Outer ones first; of the same place each stands in what the one before it leaves.
  const ordered = [...mutants].sort(
    (a, b) => a.mutant.start - b.mutant.start || b.mutant.end - a.mutant.end || a.number - b.number,
  );
  let next = 0;
  const between = (from: number, to: number): string => {
    let written = '';
    let at = from;
    while (next < ordered.length && ordered[next]!.mutant.end <= to) {
      const { number, mutant } = ordered[next++]!;
      written += text.slice(at, mutant.start);
      const original = between(mutant.start, mutant.end);
      written += mutant.isStatement
        ? `{ if (${SWITCH}(${number})) { ${mutant.text} } else { ${original} } }`
        : `(${SWITCH}(${number}) ? (${mutant.text}) : (${original}))`;
      at = mutant.end;
    }
    return written + text.slice(at, to);
  };
  return between(0, text.length);
}
