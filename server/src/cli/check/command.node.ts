// `layout-lens check`: the files are checked, and what is found is written in their order.

import type { Grammars } from '../../syntax/grammars.ts';
import { packageVersion } from '../../workspace/host/version.node.ts';
import type { Command } from '../common/command.ts';
import { includeFolders, type Searched } from '../common/headers.node.ts';
import type { Terminal } from '../common/terminal.ts';
import { runOnFiles } from '../runs/run.node.ts';
import { FindingsCache } from './cache.node.ts';
import { hasErrors, type Report, wantedOf } from './check.ts';
import { fileChecker } from './checker.node.ts';
import { type CheckRequest, checkRequest, reportAtEnd, reportAtOnce, writeBaseline } from './request.node.ts';

/** Checks the files, and writes what is found as soon as that of all files before is written. */
async function run(
  request: CheckRequest,
  searched: Searched,
  grammars: Grammars,
  terminal: Terminal,
): Promise<Report> {
  const cache = request.cache === null ? null : new FindingsCache(request.cache, searched);
  const files: Report['files'][number][] = [];
  const unreadable = await runOnFiles(
    {
      operands: searched.operands,
      jobs: request.jobs,
      name: 'check',
      task: fileChecker,
      given: searched,
      verb: 'checked',
      through: async (file, check) => {
        const known = cache?.find(file) ?? null;
        if (known !== null) return known;
        const checked = await check(file);
        if (!('failure' in checked)) cache?.add(file, checked);
        return checked;
      },
      done: ({ path }, { findings }) => {
        const found = wantedOf(path, findings, request.wanted);
        files.push(found);
        return reportAtOnce(request, { files: [found], unreadable: [] });
      },
    },
    grammars,
    terminal,
  );
  try {
    cache?.write();
  } catch (error) {
    terminal.complain(`the cache ${request.cache} cannot be written: ${(error as Error).message}`);
  }
  return { files, unreadable };
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
