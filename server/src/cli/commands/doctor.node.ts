// `layout-lens doctor`: what a report of a defect needs. It holds numbers and versions; no name and no text of a source.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Ask } from '../../algebra/relation/question.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { SynchronousDisk } from '../../workspace/host/disk.node.ts';
import { packageVersion } from '../../workspace/host/version.node.ts';
import { DiskSource, workspaceRoot } from '../../workspace/imports/source.node.ts';
import { normalUri } from '../../workspace/imports/source.ts';
import type { OpenFile } from '../common/open.ts';
import { isUnreadable, sourceFiles } from '../common/walk.node.ts';
import { addStatistics, countFile, emptyStatistics } from '../stats/stats.ts';
import { Evaluator } from './eval.ts';
import { evaluateWithRelations } from './relations.ts';

const milliseconds = (since: number): string => `${Math.round(performance.now() - since)} ms`;

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

async function grammarLine(
  grammars: Grammars,
  language: 'python' | 'notation' | 'literals',
): Promise<string> {
  const since = performance.now();
  try {
    await grammars.ready(language);
    return `grammar ${language}: ${milliseconds(since)}`;
  } catch (error) {
    return `grammar ${language}: failed, ${error instanceof Error ? error.message : error}`;
  }
}

/** A question that only libisl answers. */
async function libraryLine(grammars: Grammars, ask: Ask): Promise<string> {
  const since = performance.now();
  const evaluator = new Evaluator(grammars, { staticMarks: false });
  const result = await evaluateWithRelations(evaluator, 'domain({ [c] -> [2c] : 0 <= c < 4 })', ask);
  return result.ok ? `libisl: ${milliseconds(since)}` : `libisl: ${result.message}`;
}

/** What a folder or file holds for us, and how long all of it takes. */
async function pathLines(path: string, grammars: Grammars, open: OpenFile): Promise<readonly string[]> {
  const since = performance.now();
  const root = normalUri(pathToFileURL(workspaceRoot(resolve(path))).href);
  const refusals: string[] = [];
  const disk = new SynchronousDisk((_, reason) => refusals.push(reason));
  const commands = new DiskSource([root], disk).compileCommands() ?? [];
  const languages = new Map<string, number>();
  const total = emptyStatistics();
  let unreadable = 0;
  for (const file of sourceFiles([path])) {
    if (isUnreadable(file)) {
      unreadable++;
      continue;
    }
    languages.set(file.dialect, (languages.get(file.dialect) ?? 0) + 1);
    addStatistics(total, countFile(grammars, file, open));
  }
  const files = [...languages].map(([language, count]) => counted(count, `${language} file`));
  return [
    `files: ${files.join(', ') || 'none'}${unreadable > 0 ? `, ${unreadable} not readable` : ''}`,
    `compile_commands.json: ${commands.length === 0 ? 'none' : commands.length}`,
    `layouts: ${total.found} found, ${total.evaluated} evaluated, ${total.partly} partly known, ${total.unknown} unknown`,
    `read and evaluated in ${milliseconds(since)}`,
  ];
}

/** The lines of the report, in the order in which they are found out. */
export async function* doctorLines(
  grammars: Grammars,
  ask: Ask,
  paths: readonly string[],
  open: OpenFile,
): AsyncGenerator<string> {
  yield `layout-lens ${packageVersion()}`;
  yield `Node ${process.versions.node} on ${process.platform} ${process.arch}`;
  for (const language of ['notation', 'literals', 'python'] as const)
    yield await grammarLine(grammars, language);
  yield await libraryLine(grammars, ask);
  for (const path of paths) yield* await pathLines(path, grammars, open);
  yield `memory: ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB`;
}
