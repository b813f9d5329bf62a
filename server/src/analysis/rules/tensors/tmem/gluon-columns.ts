// Tensor memory of Gluon beyond the columns that there are: one allocation, or several that are all in use behind the last
// one. The compiler may put one where another has been that nobody uses any more.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { TritonTensor } from '../../../../hardware/triton/value.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { functionAround, isConditional, isInLoop } from '../../../document/written/around.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { escaped } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

const MOST = 512;
/** Lanes of tensor memory: rows of a block. Blocks of 64 rows may lie beside one another. */
const LANES = 128;
const COLUMN_BITS = 32;

interface Allocation {
  readonly site: Site;
  readonly name: string;
  readonly columns: number;
}

function columnsOf({ model }: RuleContext, site: Site): number | null {
  const value = settledValueOf(model, site);
  if (!(value instanceof TritonTensor) || value.element === null) return null;
  const { layout } = value;
  if (layout?.layout !== 'TensorMemoryLayout' || layout.two_ctas || layout.block[0] !== LANES) return null;
  const elements = value.shape.reduce((a, b) => a * b, 1) / LANES;
  return (elements * layout.col_stride * value.element.bits) / COLUMN_BITS;
}

function allocationsIn(context: RuleContext, code: string): readonly Allocation[] {
  return callsOf(context.model, 'allocate_tensor_memory').flatMap(({ site }): readonly Allocation[] => {
    const { start } = site.span;
    const line = code.slice(code.lastIndexOf('\n', start) + 1, start);
    const name = /^\s*(\w+)\s*=\s*$/.exec(line)?.[1];
    const columns = name === undefined || site.dialect !== 'python' ? null : columnsOf(context, site);
    return columns === null || context.model.neverRuns(site) ? [] : [{ site, name: name!, columns }];
  });
}

/** Findings of `tmem-columns` about kernels of Gluon. */
export function checkGluonColumns(context: RuleContext): readonly RuleFinding[] {
  const { text } = context;
  if (!mentions(text, 'allocate_tensor_memory')) return [];
  const all = allocationsIn(context, codeOf(text, 'python'));
  const functions = [...new Set(all.map(({ site }) => functionAround(site)))];
  return functions.flatMap((kernel): readonly RuleFinding[] => {
    const own = all.filter(({ site }) => functionAround(site) === kernel);
    const alone = own.find(({ columns }) => columns > MOST);
    if (alone !== undefined)
      return [
        {
          span: alone.site.span,
          message: `${alone.name} takes ${alone.columns} columns of tensor memory: there are ${MOST}`,
        },
      ];
    const last = own.at(-1)!;
    const around = functionCodeAt(last.site, text);
    if (around === null) return [];
    const behind = around.code.slice(last.site.span.end - around.start);
    const used = own.filter(
      ({ site, name }) =>
        !isConditional(site, text) &&
        !isInLoop(site) &&
        new RegExp(`(?<![\\w.])${escaped(name)}(?!\\w)(?!\\s*=(?!=))`).test(behind),
    );
    const columns = used.reduce((sum, each) => sum + each.columns, 0);
    if (columns <= MOST) return [];
    const names = used.map(({ name }) => name).join(', ');
    const message = `${names} take ${columns} columns of tensor memory together: there are ${MOST}`;
    return [{ span: used.at(-1)!.site.span, message }];
  });
}
