// `layout-lens confirm`: what a compiler says of the types of declarations.

import { resolve } from 'node:path';
import { askAbout } from '../../features/compiler/ask.ts';
import { confirmText, reportOf } from '../../features/compiler/report.ts';
import { optionsFor } from '../../workspace/compiler/question.ts';
import { compilerOfHost } from '../../workspace/compiler/run.node.ts';
import { assumedParameters, UsageError } from '../common/arguments.ts';
import type { Command } from '../common/command.ts';
import { eachFile } from '../common/each-file.node.ts';
import { compiledFileOpener } from '../common/headers.node.ts';
import { lineIn } from './place.node.ts';

export const confirm: Command = async ({ operands, flags, values, lists }, grammars, terminal) => {
  const { write, complain } = terminal;
  const compiler = values.get('compiler');
  if (operands.length !== 1) throw new UsageError('confirm needs FILE[:LINE[:COLUMN]]');
  if (compiler === undefined) throw new UsageError('confirm needs --compiler with g++, clang++ or nvcc');
  const { path, isAt } = lineIn(operands[0]!);
  const standard = values.has('std') ? [`-std=${values.get('std')}`] : [];
  const assumed = assumedParameters(lists.get('assume') ?? []);
  const refused = terminal.tellRefused;
  const files = compiledFileOpener(grammars, path, lists.get('include') ?? [], assumed, { refused });
  let status = 0;
  const unreadable = await eachFile([path], grammars, terminal, async (file) => {
    const document = files.open(file);
    const isThere = isAt(file.text);
    const asked = await askAbout(compilerOfHost(), {
      grammars,
      document,
      path: resolve(path),
      sites: document.model.sites.filter(({ span }) => isThere(span)),
      compiler,
      options: optionsFor(compiler, files.compiling(), standard),
    });
    document.dispose();
    if (typeof asked === 'string') {
      complain(asked);
      status = 2;
      return;
    }
    const report = reportOf(file.text, asked);
    write(flags.has('json') ? `${JSON.stringify(report)}\n` : confirmText(report, file.path));
    if (report.declarations.some(({ verdict }) => verdict === 'differs')) status = 1;
  });
  return unreadable.length > 0 ? 2 : status;
};
