// The measuring of stats-ratio.ts, which bundles this file as the command line is bundled.

import { parseArgs } from 'node:util';
import { fileOpener } from '../../server/src/cli/common/headers.node.ts';
import { isUnreadable, type SourceFile, sourceFiles } from '../../server/src/cli/common/walk.node.ts';
import { addStatistics, countFile, emptyStatistics } from '../../server/src/cli/stats/stats.ts';
import { maskCpp } from '../../server/src/syntax/cpp/mask.ts';
import { loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/host/files.node.ts';
import { cudaParser } from '../support/cuda-parser.ts';

const LIMIT = 2.5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { include: { type: 'string', multiple: true }, slowest: { type: 'string' } },
});
const files: readonly SourceFile[] = [...sourceFiles(positionals)].flatMap((f) =>
  isUnreadable(f) ? [] : [f],
);
const grammars = await loadGrammars(grammarFiles);
for (const dialect of ['python', 'notation'] as const) await grammars.ready(dialect);
const cuda = await cudaParser();

/** Milliseconds, as the clock on the wall goes, and of all processors together: compiling and freeing run beside. */
interface Time {
  readonly wall: number;
  readonly processor: number;
}

function timeOf(body: () => void): Time {
  const before = process.cpuUsage();
  const start = performance.now();
  body();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { wall, processor: (user + system) / 1000 };
}

// What tree-sitter reads, whatever the project itself makes of the files.
const texts = files.map(({ dialect, text }) => ({
  dialect,
  text: dialect === 'cpp' ? maskCpp(text).text : text,
}));
const parsing = timeOf(() => {
  for (const { dialect, text } of texts)
    (dialect === 'cpp' ? cuda : grammars.parser(dialect)).parse(text)?.delete();
});
const open = fileOpener(grammars, positionals, values.include ?? []);
const total = emptyStatistics();
const times: { readonly path: string; readonly wall: number }[] = [];
const counting = timeOf(() => {
  for (const file of files) {
    const { wall } = timeOf(() => addStatistics(total, countFile(grammars, file, open)));
    times.push({ path: file.path, wall });
  }
});
const ratio = counting.wall / parsing.wall;
const told = (kind: keyof Time): string =>
  `parsing ${parsing[kind].toFixed(0)} ms, stats ${counting[kind].toFixed(0)} ms, ` +
  `ratio ${(counting[kind] / parsing[kind]).toFixed(2)}`;
console.log(`${files.length} files, ${total.lines} lines`);
console.log(`  on the wall     ${told('wall')} (limit ${LIMIT})`);
console.log(`  of processors   ${told('processor')}`);
for (const { path, wall } of times.sort((a, b) => b.wall - a.wall).slice(0, Number(values.slowest ?? 0)))
  console.log(`${wall.toFixed(0).padStart(8)} ms  ${path}`);
process.exitCode = ratio <= LIMIT ? 0 : 1;
