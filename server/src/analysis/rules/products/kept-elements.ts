// The same of sums that threads add up element by element, `acc[v] += a * x[v]`, in the loop of a persistent kernel over its
// tiles. In other loops what goes on from round to round may be meant, as in a scan.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { writtenCall } from '../../document/written/call.ts';
import { isElement } from '../../document/written/counting.ts';
import { loopsIn, pythonLoopsIn } from '../../indexing/text/code.ts';
import { functionCodeAt } from '../../indexing/text/function-code.ts';
import { keptByUnit } from '../../values/check-unit-memo.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { addedAt, givenOnce, isKeptForTiles, isTileLoop, NAMES_TILES } from './kept-accumulator.ts';

/** What makes registers that a thread adds up in. */
const MAKES =
  /^(?:cute(?:::|\.))?(?:make_rmem_tensor|make_tensor\s*<\s*\w+\s*>|make_fragment\w*|make_tensor_like\w*)\s*(?:<\s*\w+\s*>)?\s*\(/;

function checkSum(
  site: Site,
  { model, text }: RuleContext,
): readonly (RuleFinding & { readonly sum: string })[] {
  const python = model.dialect === 'python';
  const tensor = writtenCall(site)?.callee.span;
  if (tensor === undefined) return [];
  const name = text.slice(tensor.start, tensor.end);
  if (!/^\w+$/.test(name) || addedAt(codeOf(text, python ? 'python' : 'cpp'), tensor.start, name) === null)
    return [];
  const around = functionCodeAt(site, text);
  const made = around === null ? null : givenOnce(around.code, name);
  if (around === null || made === null || !MAKES.test(around.code.slice(made))) return [];
  const product = site.span.start - around.start;
  const tiles = (python ? pythonLoopsIn(around.code) : loopsIn(around.code)).find(
    ({ start, end }) => made < start && start < product && product < end,
  );
  if (tiles === undefined || !isTileLoop(around.code, tiles)) return [];
  if (!isKeptForTiles(around.code, { name, made, product }, model.dialect, null) || model.neverRuns(site))
    return [];
  const clears = python ? `${name}.fill(0)` : `clear(${name})`;
  const message = `${name} is cleared before the loop over tiles alone, and written out in each of its rounds: the sums of each tile are added to those of the tiles before it; ${clears} in the loop`;
  return [{ sum: `${around.start} ${name}`, span: site.span, message }];
}

/** Findings of `uncleared-accumulator` about elements, one of each sum. */
export const checkKeptElements = keptByUnit<RuleContext, RuleFinding>(({ sites }, context) => {
  if (!mentions(context.text, NAMES_TILES)) return [];
  const found = sites.filter(isElement).flatMap((site) => checkSum(site, context));
  return [...new Map(found.toReversed().map(({ sum, ...each }) => [sum, each])).values()];
});
