// The blocks of K that `gemm` is given of its operands: `gemm(mma, rA(_, _, k), rB(_, k, _), acc)` takes one block of K of A
// and one of N of B, which fit where there are as many of both.

import { mentions } from '../../../syntax/text/mentions.ts';
import { writtenCall } from '../../document/written/call.ts';
import { itemsAt, placeholderAt } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { writtenIn } from '../../document/written/source-text.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { multiplied } from './gemm-calls.ts';

interface Block {
  /** The mode that a single coordinate is given for, of (V, M or N, K). */
  readonly mode: number;
  readonly coordinate: Site;
}

/** Of a slice of three modes by one coordinate, or with stages behind; null for others. */
function blockOf(operand: Site, text: string): Block | null {
  const call = writtenCall(initialiserOf(operand) ?? operand);
  if (call === null || (call.name !== '[]' && call.object !== null)) return null;
  const [only] = call.args;
  const coordinates = (call.args.length === 1 ? itemsAt(initialiserOf(only!) ?? only!) : null) ?? call.args;
  if (coordinates.length < 3) return null;
  const isOpen = (c: Site): boolean =>
    placeholderAt(c) !== null || /^(?:cute::)?_$/.test(text.slice(c.span.start, c.span.end));
  const given = [1, 2].filter((mode) => !isOpen(coordinates[mode]!));
  return isOpen(coordinates[0]!) && given.length === 1
    ? { mode: given[0]!, coordinate: coordinates[given[0]!]! }
    : null;
}

/** Findings of `coordinate-range` about operands that one counter cuts in different modes. */
export function checkBlocks(context: RuleContext): readonly RuleFinding[] {
  const { text, model } = context;
  if (!mentions(text, 'gemm(')) return [];
  const written = writtenIn(text);
  return multiplied(context).flatMap(({ operands }): readonly RuleFinding[] => {
    const [a, b] = operands.map((operand) => blockOf(operand, text));
    if (a == null || b == null || a.mode === b.mode || written(a.coordinate) !== written(b.coordinate))
      return [];
    const [name, other] = a.mode === 2 ? ['B', b] : ['A', a];
    if (model.neverRuns(other.coordinate)) return [];
    const message = `${written(other.coordinate)} is a block of K of the other operand, and mode ${other.mode} of ${name} is ${name === 'A' ? 'M' : 'N'}`;
    return [{ span: other.coordinate.span, message }];
  });
}
