// A run: writes snippets by seed, compiles them in units, asks Layout Lens, and compares.

import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Grammars } from '../../server/src/syntax/grammars.ts';
import { seeded } from '../support/random.ts';
import { type Compiler, startCompiler, type Toolchain } from './compile.ts';
import { type Examined, examine } from './examine.ts';
import { type Family, probesOf, type Snippet, writeSnippet } from './snippet.ts';

interface RunOptions {
  readonly seed: number;
  /** How many variables, at least. */
  readonly count: number;
  readonly jobs?: number;
  /** When no further unit is begun, in milliseconds; the run then has fewer variables. */
  readonly milliseconds?: number;
  readonly families: readonly Family[];
}

/** Snippets are written until they have enough variables, of each family in turn. */
export function* snippets({
  seed,
  count,
  families,
}: Pick<RunOptions, 'seed' | 'count' | 'families'>): Generator<Snippet> {
  for (let index = 0, variables = 0; variables < count; index++) {
    const snippet = writeSnippet(families[index % families.length]!, seeded(seed, index), index);
    variables += probesOf(snippet).length;
    yield snippet;
  }
}

const UNIT_VARIABLES = 120;

function* units(all: Iterable<Snippet>): Generator<readonly Snippet[]> {
  let unit: Snippet[] = [];
  let variables = 0;
  for (const snippet of all) {
    unit.push(snippet);
    variables += probesOf(snippet).length;
    if (variables < UNIT_VARIABLES) continue;
    yield unit;
    [unit, variables] = [[], 0];
  }
  if (unit.length > 0) yield unit;
}

const probeHeader = fileURLToPath(new URL('probe.hpp', import.meta.url));

/**
 * Examines all snippets of a run, `jobs` units at a time, and tells of each when it is done, in any order; with the
 * compiler still at hand, `finish` does what is to be done with what was found.
 */
export async function run(
  options: RunOptions,
  toolchain: Toolchain,
  grammars: Grammars,
  tell: (examined: Examined) => void,
  finish: (compiler: Compiler) => Promise<void>,
): Promise<void> {
  const compiler = await startCompiler(toolchain, probeHeader);
  try {
    const left = units(snippets(options));
    const end = performance.now() + (options.milliseconds ?? Number.POSITIVE_INFINITY);
    const work = async (): Promise<void> => {
      for (const unit of left) {
        if (performance.now() > end) break;
        const outcomes = await compiler.run(unit);
        unit.forEach((snippet, i) => {
          tell(examine(grammars, snippet, outcomes[i]!));
        });
      }
    };
    await Promise.all(Array.from({ length: options.jobs ?? availableParallelism() }, work));
    await finish(compiler);
  } finally {
    compiler.close();
  }
}
