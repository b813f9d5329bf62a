// The same of accumulators that a function of the file adds to: `accumulate(gA, gB, acc)` in the loop of a persistent kernel.

import { codeOf, type Host } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { argumentsAt, callAround, escaped, loopsIn, pythonLoopsIn } from '../../indexing/text/code.ts';
import { functionCodeAt } from '../../indexing/text/function-code.ts';
import { functionIn } from '../../indexing/text/functions.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { addedAt, isLeftOver, isTileLoop, NAMES_TILES } from './kept-accumulator.ts';

const CLEARS = /\b(?:clear|fill|zero\w*|memset)\b|\bACCUMULATE\b|\baccumulate_\b|\bScaleOut\b/;

/** Whether a function adds products, or sums, to a parameter, and never clears anything. */
function addsTo(body: string, parameter: string): boolean {
  const name = escaped(parameter);
  if (CLEARS.test(body)) return false;
  if (new RegExp(`\\bgemm\\s*\\([^;\\n]*\\b${name}\\s*\\)`).test(body)) return true;
  return [...body.matchAll(new RegExp(`(?<![\\w.>])${name}(?!\\w)`, 'g'))].some(
    ({ index }) => addedAt(body, index, parameter) !== null,
  );
}

/** Whether the name that stands there is handed to such a function. */
function isHanded(code: string, at: number, name: string, file: string, host: Host): boolean {
  const written = functionIn(file, callAround(code, at), host);
  if (written === null) return false;
  let [open, depth] = [at - 1, 0];
  for (; open >= 0 && depth >= 0; open--) {
    if (')]}'.includes(code[open]!)) depth++;
    else if ('([{'.includes(code[open]!)) depth--;
  }
  const args = argumentsAt(code, open + 1);
  const nth = args.findIndex((arg) => arg.at <= at && at < arg.at + arg.written.length);
  const keyword = /^(\w+)\s*=\s*\w+$/.exec(args[nth]?.written ?? '')?.[1];
  if (keyword === undefined && args[nth]?.written !== name) return false;
  const parameter = keyword ?? written.parameters[nth];
  return parameter !== undefined && parameter !== '' && addsTo(written.body, parameter);
}

/** What is said of accumulators that are made there. */
function checkMade(site: Site, { model, text }: RuleContext): readonly RuleFinding[] {
  const host = model.dialect === 'python' ? 'python' : 'cpp';
  const around = functionCodeAt(site, text);
  if (around === null) return [];
  const { code, start } = around;
  const made = site.span.start - start;
  const name = /(\w+)\s*=\s*(?:[\w.:<>]+\()?\s*$/.exec(code.slice(0, made))?.[1];
  const tiles = (host === 'python' ? pythonLoopsIn(code) : loopsIn(code)).find(
    (loop) => loop.start > made && isTileLoop(code, loop),
  );
  if (name === undefined || tiles === undefined) return [];
  const file = codeOf(text, host);
  const handed = [...code.matchAll(new RegExp(`(?<![\\w.>])${escaped(name)}(?!\\w)`, 'g'))]
    .map(({ index }) => index)
    .find((at) => tiles.start < at && at < tiles.end && isHanded(code, at, name, file, host));
  if (handed === undefined || !isLeftOver(code, { name, made, product: handed }, tiles, file)) return [];
  if (model.neverRuns(site)) return [];
  const clears = host === 'python' ? `${name}.fill(0)` : `clear(${name})`;
  const message = `${name} is cleared before the loop over tiles alone, and written out in each of its rounds: the sums of each tile are added to those of the tiles before it; ${clears} in the loop`;
  return [{ span: { start: start + handed, end: start + handed + name.length }, message }];
}

/** Findings of `uncleared-accumulator` about what functions are handed. */
export const checkHandedAccumulators = (context: RuleContext): readonly RuleFinding[] =>
  mentions(context.text, NAMES_TILES)
    ? callsOf(context.model, 'partition_fragment_C', 'make_fragment_C', 'partition_shape_C').flatMap(
        ({ site }) => checkMade(site, context),
      )
    : [];
