// `layout-lens emit`: the arithmetic that a layout stands for, or another form of it.

import { nodeIslHost } from '../../isl/host.node.ts';
import { UsageError } from '../common/arguments.ts';
import type { Command } from '../common/command.ts';
import { emitExpression, isTarget, TARGETS } from './emit.ts';
import { Evaluator } from './eval.ts';
import { emitRelation } from './relations.ts';

export const emit: Command = async ({ operands, flags, values }, grammars, { write, complain }) => {
  await grammars.ready('notation');
  const to = values.get('to');
  if (to === undefined || !TARGETS.includes(to))
    throw new UsageError(`emit needs --to with one of ${TARGETS.join(', ')}`);
  const [expression] = operands;
  if (expression === undefined || operands.length > 1) throw new UsageError('emit needs one expression');
  const names =
    values
      .get('names')
      ?.split(',')
      .map((name) => name.trim()) ?? [];
  const evaluator = new Evaluator(grammars, { staticMarks: false });
  const inverse = flags.has('inverse');
  if (to === 'isl' && names.length > 0) throw new UsageError('--names is not for isl');
  const emitted = isTarget(to)
    ? await emitExpression(evaluator, expression, { to, inverse, names }, nodeIslHost().ask)
    : await emitRelation(evaluator, expression, { inverse }, nodeIslHost().ask);
  if (flags.has('json')) write(`${JSON.stringify(emitted)}\n`);
  else if (emitted.ok) write(`${emitted.lines.join('\n')}\n`);
  else complain(`error[${emitted.code}]: ${emitted.message}`);
  return emitted.ok ? 0 : 1;
};
