// How long `layout-lens stats` takes over files and folders, against bare parsing of the same files in the same run.
//
//   node --import tsx test/bench/stats-ratio.ts [--include DIR]... [--slowest N] PATH...
//
// Both are measured in time of the processor, so that another program on the machine matters less. The exit status is
// 1 when the ratio is above the limit that the project set itself.

import { parseArgs } from 'node:util';
import { fileOpener } from '../../server/src/cli-headers.node.ts';
import { countFile, emptyStatistics } from '../../server/src/cli-stats.ts';
import { isUnreadable, type SourceFile, sourceFiles } from '../../server/src/cli-walk.node.ts';
import { SyntaxDocument } from '../../server/src/syntax/document.ts';
import { loadGrammars } from '../../server/src/syntax/grammars.ts';
import { grammarFiles } from '../../server/src/workspace/files.node.ts';

const LIMIT = 2.5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { include: { type: 'string', multiple: true }, slowest: { type: 'string' } },
});
const files: readonly SourceFile[] = [...sourceFiles(positionals)].flatMap((f) =>
  isUnreadable(f) ? [] : [f],
);
const grammars = await loadGrammars(grammarFiles);
for (const dialect of ['cpp', 'python', 'notation'] as const) await grammars.ready(dialect);

/** Milliseconds of the processor that `body` takes. */
function processorTime(body: () => void): number {
  const before = process.cpuUsage();
  body();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const parsing = processorTime(() => {
  for (const { dialect, text } of files) new SyntaxDocument(grammars, dialect, text).dispose();
});
const open = fileOpener(grammars, positionals, values.include ?? []);
const total = emptyStatistics();
const times = files.map((file) => ({
  path: file.path,
  time: processorTime(() => countFile(grammars, file, total, open)),
}));
const counting = times.reduce((sum, { time }) => sum + time, 0);
const ratio = counting / parsing;
console.log(
  `${files.length} files, ${total.lines} lines: parsing ${parsing.toFixed(0)} ms, stats ${counting.toFixed(0)} ms, ` +
    `ratio ${ratio.toFixed(2)} (limit ${LIMIT})`,
);
for (const { path, time } of times.sort((a, b) => b.time - a.time).slice(0, Number(values.slowest ?? 0)))
  console.log(`${time.toFixed(0).padStart(8)} ms  ${path}`);
process.exitCode = ratio <= LIMIT ? 0 : 1;
