// `layout-lens check`: the files are checked, in threads where there are many, and what is found is written in their order.

import type { Grammars } from '../../syntax/grammars.ts';
import { packageVersion } from '../../workspace/host/version.node.ts';
import type { Command } from '../common/command.ts';
import { includeFolders, type Searched } from '../common/headers.node.ts';
import { Progress } from '../common/progress.ts';
import type { Terminal } from '../common/terminal.ts';
import { isUnreadable, type SourceFile, sourceFiles, type Unreadable } from '../common/walk.node.ts';
import { FindingsCache } from './cache.node.ts';
import { type FoundFinding, hasErrors, type Report, wantedOf } from './check.ts';
import { type CheckFile, fileChecker } from './checker.node.ts';
import { inOrder } from './in-order.ts';
import { programOfThread } from './program.node.ts';
import { type CheckRequest, checkRequest, reportAtEnd, reportAtOnce, writeBaseline } from './request.node.ts';
import { Threads, usualJobs } from './threads.node.ts';

/** So many files take longer than it takes to start threads. */
const MANY_FILES = 32;

/** What came of a file of the run. */
interface Outcome {
  readonly findings: readonly FoundFinding[];
  readonly unreadable: Unreadable | null;
  /** Included files that were not read. */
  readonly refused: readonly Unreadable[];
}

const unread = (file: Unreadable): Outcome => ({ findings: [], unreadable: file, refused: [] });

async function outcomeOf(
  file: SourceFile | Unreadable,
  check: CheckFile,
  cache: FindingsCache | null,
): Promise<Outcome> {
  if (isUnreadable(file)) return unread(file);
  const known = cache?.find(file) ?? null;
  if (known !== null) return { findings: known, unreadable: null, refused: [] };
  const checked = await check(file);
  if ('failure' in checked) return unread({ path: file.path, reason: `internal error: ${checked.failure}` });
  cache?.add(file, checked);
  return { findings: checked.findings, unreadable: null, refused: checked.refused };
}

/** The files, of which some are taken beforehand to see whether there are many. */
function ahead(files: Iterator<SourceFile | Unreadable>): {
  readonly areMany: boolean;
  readonly files: Iterable<SourceFile | Unreadable>;
} {
  const first: (SourceFile | Unreadable)[] = [];
  while (first.length < MANY_FILES) {
    const { done, value } = files.next();
    if (done === true) return { areMany: false, files: first };
    first.push(value);
  }
  return { areMany: true, files: followedBy(first, files) };
}

function* followedBy<T>(first: readonly T[], rest: Iterator<T>): Generator<T> {
  yield* first;
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value;
}

/** Checks the files, and writes what is found as soon as that of all files before is written. */
async function run(
  request: CheckRequest,
  searched: Searched,
  grammars: Grammars,
  { write, complain, tellUnreadable, tellRefused, streams }: Terminal,
): Promise<Report> {
  const { files, areMany } = ahead(sourceFiles(searched.operands));
  const jobs = request.jobs ?? (areMany ? usualJobs() : 1);
  const threads = jobs > 1 ? new Threads(programOfThread(), searched) : null;
  const check = threads?.check ?? fileChecker(grammars, searched);
  const cache = request.cache === null ? null : new FindingsCache(request.cache, searched);
  const progress = new Progress('checked', streams.errors, process.env);
  const report: { files: Report['files'][number][]; unreadable: Unreadable[] } = {
    files: [],
    unreadable: [],
  };
  const told = new Set<string>();
  const done = ({ path }: { readonly path: string }, { findings, unreadable, refused }: Outcome): void => {
    if (unreadable !== null) {
      report.unreadable.push(unreadable);
      progress.clear();
      tellUnreadable(unreadable);
    } else {
      const found = wantedOf(path, findings, request.wanted);
      report.files.push(found);
      const text = reportAtOnce(request, { files: [found], unreadable: [] });
      if (text !== '') progress.clear();
      write(text);
    }
    for (const { path: of, reason } of refused) {
      // Each thread meets it.
      if (told.has(of)) continue;
      told.add(of);
      progress.clear();
      tellRefused(of, reason);
    }
    progress.done(path);
  };
  try {
    await inOrder(files, jobs, (file) => outcomeOf(file, check, cache), done);
  } finally {
    progress.clear();
    await threads?.end();
  }
  try {
    cache?.write();
  } catch (error) {
    complain(`the cache ${request.cache} cannot be written: ${(error as Error).message}`);
  }
  return report;
}

export const check: Command = async (args, grammars, terminal) => {
  const request = checkRequest(args);
  const { operands, lists } = args;
  const searched = { operands, include: await includeFolders(operands, lists.get('include') ?? []) };
  const report = await run(request, searched, grammars, terminal);
  terminal.write(reportAtEnd(request, report, packageVersion()));
  if (request.newBaseline !== null) {
    const count = writeBaseline(request.newBaseline, report);
    terminal.complain(
      `${count} ${count === 1 ? 'finding is' : 'findings are'} known from now on: ${request.newBaseline}`,
    );
  } else if (hasErrors(report)) return 1;
  return report.unreadable.length > 0 ? 2 : 0;
};
