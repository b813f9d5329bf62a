// `layout-lens find`: the layout of a table or an index expression.

import { assumedParameters, UsageError } from '../common/arguments.ts';
import type { Command } from '../common/command.ts';
import { constantsOf, type FindRequest, findLayout, findText, rangesOf, sizesOf } from './find.ts';

export const find: Command = async (
  { operands, flags, values, lists },
  _grammars,
  { write, complain, streams },
) => {
  if (operands.length > 0) throw new UsageError('find reads a table or an expression from standard input');
  const language = values.get('language') ?? 'c';
  if (language !== 'c' && language !== 'python') throw new UsageError(`find knows no language ${language}`);
  const assumed = assumedParameters(lists.get('assume') ?? []);
  const request: FindRequest = {
    host: language === 'c' ? 'cpp' : 'python',
    shape: sizesOf(values.get('shape')),
    over: rangesOf(values.get('over')),
    constants: constantsOf(assumed),
  };
  const chunks: Buffer[] = [];
  for await (const chunk of streams.input) chunks.push(Buffer.from(chunk));
  const result = findLayout(Buffer.concat(chunks).toString('utf8'), request);
  if (flags.has('json')) write(`${JSON.stringify(result)}\n`);
  else if (result.ok) write(`${findText(result)}\n`);
  else complain(`error[${result.code}]: ${result.message}`);
  return result.ok ? 0 : 1;
};
