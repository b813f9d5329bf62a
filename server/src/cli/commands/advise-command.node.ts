// `layout-lens advise`: what takes the bank conflicts from the accesses to a buffer.

import type { Command } from '../common/command.ts';
import { adviceLines } from './advise.ts';
import { onePlace } from './place.node.ts';

export const advise: Command = async (args, grammars, terminal) => {
  const { write, complain } = terminal;
  const place = await onePlace(args, grammars, terminal);
  if (typeof place === 'number') return place;
  const { source, at } = place;
  const lines = source === null ? null : adviceLines(grammars, source.file, at, source.open);
  if (typeof lines === 'string') {
    complain(lines);
    return 2;
  }
  if (lines === null)
    complain('no buffer in shared memory that anything known accesses stands there, and no copy to mend');
  else write(`${lines.join('\n')}\n`);
  return 0;
};
