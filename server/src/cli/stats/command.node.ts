// `layout-lens stats`: how many layout expressions were found and evaluated.

import { assumedParameters, UsageError } from '../common/arguments.ts';
import type { Command } from '../common/command.ts';
import { includeFolders } from '../common/headers.node.ts';
import { jobsGiven } from '../runs/jobs.ts';
import { runOnFiles } from '../runs/run.node.ts';
import { fileCounter } from './counter.node.ts';
import { addStatistics, emptyStatistics, statisticsJson, statisticsText } from './stats.ts';

export const stats: Command = async ({ operands, flags, values, lists }, grammars, terminal) => {
  if (operands.length === 0) throw new UsageError('stats needs a file or folder');
  const jobs = jobsGiven(values.get('jobs'));
  const assumed = assumedParameters(lists.get('assume') ?? []);
  const include = await includeFolders(operands, lists.get('include') ?? []);
  const total = emptyStatistics();
  const unreadable = await runOnFiles(
    {
      operands,
      jobs,
      name: 'stats',
      task: fileCounter,
      given: { operands, include, assumed },
      verb: 'read',
      done: (_, { statistics }) => {
        addStatistics(total, statistics);
        return '';
      },
    },
    grammars,
    terminal,
  );
  if (flags.has('json')) terminal.write(`${JSON.stringify({ ...statisticsJson(total), unreadable })}\n`);
  else terminal.write(statisticsText(total));
  return unreadable.length > 0 ? 2 : 0;
};
