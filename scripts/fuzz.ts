// `npm run fuzz`: random protocol messages, edits, sources and expressions, against the server's promises: nothing
// crashes, nothing gets stuck, and what is shown after an edit is what a fresh start shows.
//
//   npm run fuzz -- --hours 1                                an hour, by hand
//   npm run fuzz -- --kind edits --seed 7 --index 3 --count 1    one case again

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadGrammars } from '../server/src/syntax/grammars.ts';
import { grammarFiles } from '../server/src/workspace/host/files.node.ts';
import { seeded } from '../test/support/random.ts';
import { kinds } from './fuzz/kinds.ts';
import type { WorkOrder } from './fuzz/messages.ts';
import { FuzzUsageError, readOptions, USAGE } from './fuzz/options.ts';
import { failingText, outcomeText } from './fuzz/report.ts';
import { watch } from './fuzz/watch.ts';

/** How long a failing input is made smaller, in milliseconds. */
const SHRINKING = 20_000;

async function main(words: readonly string[]): Promise<number> {
  const {
    kinds: chosen,
    seed,
    index,
    count,
    seconds,
    corpus,
    keep,
  } = readOptions(words, kinds, Date.now() % 1e9);
  console.log(`seed ${seed}`);
  let failed = false;
  for (const kind of chosen) {
    const milliseconds = (seconds * 1000) / chosen.length;
    const order = { kind, seed, from: index, count, milliseconds, corpus, shrinking: SHRINKING };
    const outcome = await watch(order, kinds[kind]!.unit, async (failing) => {
      failed = true;
      const input = failing.input ?? (await inputOf(order, failing.index));
      const text = failingText(kind, seed, failing, input);
      console.log(text);
      if (keep === null) return;
      mkdirSync(keep, { recursive: true });
      writeFileSync(join(keep, `${kind}-${seed}-${failing.index}.txt`), text);
    });
    console.log(outcomeText(outcome));
  }
  return failed ? 1 : 0;
}

/** The input of a case whose process did not live to tell it. */
async function inputOf({ kind, seed, corpus }: WorkOrder, index: number): Promise<string> {
  const made = kinds[kind]!.make({ grammars: await loadGrammars(grammarFiles), corpus });
  return made.text(made.generate(seeded(seed, index)));
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof FuzzUsageError)) throw error;
  console.error(`${error.message}\n${USAGE}`);
  process.exitCode = 2;
}
