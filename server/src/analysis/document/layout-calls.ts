// Which calls may have a layout for a value.

import type { Environment } from '../../evaluate/model/environment.ts';
import type { Evaluation } from '../../evaluate/model/evaluation.ts';
import type { EvaluableNode } from '../values/sites.ts';

/** Functions that are called for what they do. */
const VOID = new Set([
  'basic_copy',
  'gemm',
  'begin',
  'end',
  'push_back',
  'wait',
  'arrive',
  'sync',
  'consumer_wait',
  'consumer_release',
]);

/** Calls of functions that nobody knows, such as `printf`, are no layouts; those of variables may be. */
export function mayHoldLayout(ev: Evaluation, node: EvaluableNode, env: Environment): boolean {
  if (node.kind !== 'expression' || node.expr.kind !== 'call') return true;
  let callee = node.expr.callee;
  while (callee.kind === 'template') callee = callee.target;
  if (callee.kind === 'member') return node.depth > 0 || !VOID.has(callee.name.name);
  if (callee.kind !== 'name') return true;
  if (VOID.has(callee.name)) return false;
  if (ev.rules.builtin([callee.name]) !== undefined) return true;
  const found = ev.find(callee.name, callee.span.start, env);
  if (found === null) return false;
  const { kind } = found.declarations[0]!;
  return kind !== 'macro' && kind !== 'function';
}
