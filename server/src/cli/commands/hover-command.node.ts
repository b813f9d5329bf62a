// `layout-lens hover`: what the editor would show at a place.

import { nodeIslHost } from '../../isl/host.node.ts';
import type { Command } from '../common/command.ts';
import { hoverAt, textHover } from './hover.ts';
import { onePlace } from './place.node.ts';

export const hover: Command = async (args, grammars, terminal) => {
  const { write, complain } = terminal;
  const place = await onePlace(args, grammars, terminal);
  if (typeof place === 'number') return place;
  const { source, at } = place;
  const answer = await (source === null
    ? textHover(grammars, place.path, place.text, at)
    : hoverAt(grammars, source.file, at, nodeIslHost().ask, source.open));
  if (typeof answer === 'string') {
    complain(answer);
    return 2;
  }
  if (args.flags.has('json')) write(`${JSON.stringify(answer)}\n`);
  else if (answer === null) complain('nothing there has a value');
  else write(`${answer.text}\n`);
  return 0;
};
