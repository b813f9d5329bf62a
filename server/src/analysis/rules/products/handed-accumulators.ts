// The same of accumulators that a function of the file adds to: `accumulate(gA, gB, acc)` in the loop of a persistent kernel.

import { codeOf, type Host } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import {
  argumentsAt,
  callAround,
  closing,
  escaped,
  indentedEnd,
  loopsIn,
  pythonLoopsIn,
  statementEnd,
} from '../../indexing/text/code.ts';
import { functionCodeAt } from '../../indexing/text/function-code.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { addedAt, isLeftOver, isTileLoop, TILES } from './kept-accumulator.ts';

/** A function of the file: its parameters, and its body. */
interface Written {
  readonly parameters: readonly string[];
  readonly body: string;
}

/** The only function of a name that has a body. */
function functionIn(file: string, name: string, host: Host): Written | null {
  const head =
    host === 'python'
      ? new RegExp(`^([ \\t]*)def\\s+${escaped(name)}\\s*(?=\\()`, 'gm')
      : new RegExp(`\\b(?:void|auto)\\s+${escaped(name)}\\s*(?=\\()`, 'g');
  const [only, ...others] = file.matchAll(head);
  if (only === undefined || others.length > 0) return null;
  const open = only.index + only[0].length;
  const close = closing(file, open);
  const names = argumentsAt(file, open).map(({ written }) =>
    host === 'python' ? written.replace(/\s*[:=].*$/s, '') : (/(\w+)\s*(?:=.*)?$/s.exec(written)?.[1] ?? ''),
  );
  const parameters = names[0] === 'self' ? names.slice(1) : names;
  if (host === 'python')
    return { parameters, body: file.slice(close, indentedEnd(file, close, only[1]!.length + 1)) };
  const brace = /^\s*(?:const\s*)?\{/.exec(file.slice(close + 1, close + 40));
  if (brace === null) return null;
  const body = close + brace[0].length;
  return { parameters, body: file.slice(body, statementEnd(file, body)) };
}

const CLEARS = /\b(?:clear|fill|zero\w*|memset)\b|\bACCUMULATE\b|\baccumulate_\b|\bScaleOut\b/;

/** Whether a function adds products, or sums, to a parameter, and never clears anything. */
function addsTo({ body }: Written, parameter: string): boolean {
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
  return parameter !== undefined && parameter !== '' && addsTo(written, parameter);
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
  mentions(context.text, TILES)
    ? callsOf(context.model, 'partition_fragment_C', 'make_fragment_C', 'partition_shape_C').flatMap(
        ({ site }) => checkMade(site, context),
      )
    : [];
