// `npm run truth`: compares what Layout Lens shows with what g++ makes of generated C++.
//
//   npm run truth -- --cutlass DIR [--cuda DIR] [--seed S] [--count N] [--jobs N] [--kind FAMILY]… [--keep DIR]
//                   [--shrink N] [--minutes N]

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadGrammars } from '../server/src/syntax/grammars.ts';
import { grammarFiles } from '../server/src/workspace/host/files.node.ts';
import { type Compiler, cudaFolder } from '../test/truth/compile.ts';
import { families } from '../test/truth/families.ts';
import { emptyTally, note, tableOf, wrongText } from '../test/truth/report.ts';
import { run } from '../test/truth/run.ts';
import { shrunk } from '../test/truth/shrink.ts';

const { values } = parseArgs({
  options: {
    cutlass: { type: 'string' },
    cuda: { type: 'string' },
    seed: { type: 'string' },
    count: { type: 'string', default: '10000' },
    jobs: { type: 'string' },
    minutes: { type: 'string' },
    kind: { type: 'string', multiple: true, default: [] },
    keep: { type: 'string' },
    shrink: { type: 'string', default: '20' },
  },
});

const fail = (message: string): never => {
  console.error(`truth: ${message}`);
  process.exit(2);
};
const number = (name: string, text: string): number =>
  /^\d+$/.test(text) ? Number(text) : fail(`--${name} needs a number`);

const cutlass = values.cutlass ?? fail('--cutlass DIR names a checkout of NVIDIA/cutlass');
const cuda = values.cuda ?? cudaFolder(process.env) ?? fail('--cuda DIR names the CUDA toolkit');
const seed = number('seed', values.seed ?? String(Date.now() % 1_000_000));
const chosen =
  values.kind.length === 0 ? families : families.filter(({ name }) => values.kind.includes(name));
if (chosen.length === 0) fail(`--kind is one of ${families.map(({ name }) => name).join(', ')}`);

// What was written is taken away at the end of the process, which a signal alone does not come to.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

console.log(`seed ${seed}`);
const grammars = await loadGrammars(grammarFiles);
await grammars.ready('notation');
const tally = emptyTally();
const shrinks = number('shrink', values.shrink);
const options = {
  seed,
  count: number('count', values.count),
  families: chosen,
  ...(values.jobs === undefined ? {} : { jobs: number('jobs', values.jobs) }),
  ...(values.minutes === undefined ? {} : { milliseconds: 60_000 * number('minutes', values.minutes) }),
};
await run(options, { cutlass, cuda }, grammars, (examined) => note(tally, examined), report);

/** The first ones are made smaller, as far as that is worth the time. */
async function report(compiler: Compiler): Promise<void> {
  for (const [i, found] of tally.wrong.entries()) {
    const wrong = i < shrinks ? await shrunk(found, compiler, grammars) : found;
    console.log(wrongText(wrong));
    if (values.keep === undefined) continue;
    mkdirSync(values.keep, { recursive: true });
    const { family, index } = wrong.snippet;
    writeFileSync(join(values.keep, `${family}-${index}-${wrong.answer.probe.name}.txt`), wrongText(wrong));
  }
}
console.log(tableOf(tally));
process.exitCode = tally.wrong.length > 0 ? 1 : 0;
