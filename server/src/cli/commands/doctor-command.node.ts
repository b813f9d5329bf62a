// `layout-lens doctor`: what works here, for a report of a defect.

import { nodeIslHost } from '../../isl/host.node.ts';
import type { Command } from '../common/command.ts';
import { fileOpener, includeFolders } from '../common/headers.node.ts';
import { doctorLines } from './doctor.node.ts';

export const doctor: Command = async ({ operands, lists }, grammars, { write, tellRefused }) => {
  const include = await includeFolders(operands, lists.get('include') ?? []);
  const open = fileOpener(grammars, operands, include, {}, { refused: tellRefused });
  for await (const line of doctorLines(grammars, nodeIslHost().ask, operands, open)) write(`${line}\n`);
  return 0;
};
