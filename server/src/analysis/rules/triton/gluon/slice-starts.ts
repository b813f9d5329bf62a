// Slices of memory of Gluon that begin at their number: `acc.slice(s, SUB_N)` in a loop over `BLOCK_N // SUB_N` of them, each
// of SUB_N columns.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { definitionsIn, escaped } from '../../../indexing/text/code.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** `x.slice(start, length)`, also with a dimension behind them. */
const SLICE = /\.slice\(\s*(?:start\s*=\s*)?(\w+)\s*,\s*(?:length\s*=\s*)?([A-Za-z_]\w*)\s*[,)]/g;

/** Findings of `tile-coordinates` about slices of memory. */
export function checkSliceStarts({ text, model }: RuleContext): readonly RuleFinding[] {
  if (model.dialect !== 'python' || !mentions(text, '.slice(') || !mentions(text, 'gluon')) return [];
  const code = codeOf(text, 'python');
  const functions = definitionsIn(code);
  return [...code.matchAll(SLICE)].flatMap(
    ({ 0: whole, 1: start, 2: length, index }): readonly RuleFinding[] => {
      const before = code.slice(functions.findLast((at) => at < index) ?? 0, index);
      const over = new RegExp(`\\bfor\\s+${escaped(start!)}\\s+in\\s+([^\\n]*):[ \\t]*$`, 'gm');
      const loop = [...before.matchAll(over)].at(-1)?.[1] ?? '';
      // It counts slices, and not in steps of them.
      if (!new RegExp(`range\\(\\s*(?:0\\s*,)?[^,]*//\\s*${escaped(length!)}\\s*\\)`).test(loop)) return [];
      const at = index + whole.indexOf(start!, '.slice('.length);
      const span = { start: at, end: at + start!.length };
      const right = `${start} * ${length}`;
      const message = `${start} counts slices of ${length}, and a slice begins at an element: ${right}`;
      return [{ span, message, fixes: [{ title: `Take ${right}`, span, newText: right }] }];
    },
  );
}
