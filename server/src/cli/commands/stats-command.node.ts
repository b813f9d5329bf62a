// `layout-lens stats`: how many layout expressions were found and evaluated.

import { assumedParameters, UsageError } from '../common/arguments.ts';
import type { Command } from '../common/command.ts';
import { eachFile } from '../common/each-file.node.ts';
import { fileOpener, includeFolders } from '../common/headers.node.ts';
import { Progress } from '../common/progress.ts';
import type { SourceFile } from '../common/walk.node.ts';
import { countFile, emptyStatistics, statisticsJson, statisticsText } from './stats.ts';

export const stats: Command = async ({ operands, flags, lists }, grammars, terminal) => {
  if (operands.length === 0) throw new UsageError('stats needs a file or folder');
  const assumed = assumedParameters(lists.get('assume') ?? []);
  const include = await includeFolders(operands, lists.get('include') ?? []);
  const open = fileOpener(grammars, operands, include, assumed, { refused: terminal.tellRefused });
  const total = emptyStatistics();
  const progress = new Progress('read', terminal.streams.errors, process.env);
  const count = (file: SourceFile): void => countFile(grammars, file, total, open);
  const unreadable = await eachFile(operands, grammars, terminal, count, progress);
  if (flags.has('json')) terminal.write(`${JSON.stringify({ ...statisticsJson(total), unreadable })}\n`);
  else terminal.write(statisticsText(total));
  return unreadable.length > 0 ? 2 : 0;
};
