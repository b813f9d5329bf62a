// `layout-lens draw`: the picture of a layout, or of what stands at a place.

import { existsSync } from 'node:fs';
import { nodeIslHost } from '../../isl/host.node.ts';
import { UsageError } from '../common/arguments.ts';
import type { Command } from '../common/command.ts';
import { drawExpression, drawPlace } from './draw.ts';
import { drawRequest } from './draw-request.ts';
import { Evaluator } from './eval.ts';
import { placeIn } from './place.node.ts';

export const draw: Command = async (args, grammars, terminal) => {
  const { write, complain, streams } = terminal;
  const { operands } = args;
  const [word] = operands;
  if (word === undefined || operands.length > 1)
    throw new UsageError('draw needs one expression, or FILE:LINE:COLUMN');
  const request = drawRequest(args, streams.output.columns);
  // `((2,2),8):8:1` is no file.
  const isPlace = existsSync(word.replace(/:\d+:\d+$/, ''));
  const place = isPlace ? await placeIn(word, args, grammars, terminal) : null;
  if (place !== null && 'reason' in place) {
    terminal.tellUnreadable(place);
    return 2;
  }
  await grammars.ready('notation');
  const evaluator = new Evaluator(grammars, { staticMarks: false });
  const result = await (place === null
    ? drawExpression(evaluator, word, nodeIslHost().ask, request)
    : drawPlace(grammars, place, request));
  if (typeof result === 'string') {
    complain(result);
    return 2;
  }
  if (!result.ok) complain(`error[${result.code}]: ${result.message}`);
  else if (typeof result.picture === 'string') write(`${result.picture}\n`);
  else if (streams.output.isTTY === true)
    throw new UsageError('a PNG goes to a file: draw --to png … > picture.png');
  else streams.output.write(result.picture);
  return result.ok ? 0 : 1;
};
