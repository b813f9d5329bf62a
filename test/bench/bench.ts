// Speed, as ratios within one run, so that the machine does not matter, and against the limits that were set.
//
//   npm run bench [-- --only NAME] [-- --json]
//
// Every line says what was measured, the limit, and whether it holds; the exit status is 1 when one does not.

import { benchAlgebra } from './bench-algebra.ts';
import { benchEditor } from './bench-editor.ts';
import { benchFunctions } from './bench-functions.ts';
import { benchGrammar } from './bench-grammar.ts';
import { benchPython } from './bench-python.ts';
import { benchRelations } from './bench-relations.ts';
import { benchServer } from './bench-server.ts';
import type { Measurement } from './measure.ts';

const words = process.argv.slice(2);
const only = words.includes('--only') ? words[words.indexOf('--only') + 1] : undefined;
const suites: Readonly<Record<string, () => Promise<readonly Measurement[]>>> = {
  editor: benchEditor,
  grammar: benchGrammar,
  python: benchPython,
  server: benchServer,
  algebra: benchAlgebra,
  relations: benchRelations,
  functions: benchFunctions,
};

const results: Measurement[] = [];
for (const [name, run] of Object.entries(suites)) {
  if (only !== undefined && only !== name) continue;
  for (const measurement of await run()) {
    results.push(measurement);
    if (words.includes('--json')) continue;
    const { what, value, unit, limit, atLeast } = measurement;
    const holds = limit === undefined ? '' : (atLeast ? value >= limit : value <= limit) ? 'ok' : 'TOO SLOW';
    const bound = limit === undefined ? '' : `${atLeast ? '≥' : '≤'} ${limit} ${unit}`;
    console.log(
      `${what.padEnd(64)} ${value.toPrecision(4).padStart(10)} ${unit.padEnd(10)} ${bound.padEnd(16)} ${holds}`,
    );
  }
}
if (words.includes('--json')) console.log(JSON.stringify(results));
const failed = results.some(
  ({ value, limit, atLeast }) => limit !== undefined && (atLeast ? value < limit : value > limit),
);
process.exitCode = failed ? 1 : 0;
