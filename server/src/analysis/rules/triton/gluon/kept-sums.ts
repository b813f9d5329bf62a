// Accumulators of Gluon that a persistent kernel begins with nothing for its first tile alone: `use_acc = False` stands before the
// loop over tiles, and each of the later ones adds to the sums of those before it.

import { mentions } from '../../../../syntax/text/mentions.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { pythonCallsBy } from '../../../indexing/callers.ts';
import { pythonLoopsIn } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** By which argument, and by which keyword, products are told to add. */
const PRODUCTS: Readonly<Record<string, number>> = { tcgen05_mma: 3, warpgroup_mma: 3 };

type Loop = ReturnType<typeof pythonLoopsIn>[number];

/** The loops around a place, outer ones first. */
const loopsAround = (code: string, at: number): readonly Loop[] =>
  pythonLoopsIn(code).filter(({ start, end }) => start < at && at < end);

/** Whether a loop goes through the tiles of a program: `range(pid, tiles, gl.num_programs(0))`, also by a name. */
function isPersistent(code: string, { range }: Loop): boolean {
  const step = /^(?:\w+\.)?range\(.*,\s*([^,()]+(?:\([^()]*\))?)\s*\)$/.exec(range)?.[1]?.trim();
  if (step === undefined) return false;
  const isCount = (written: string): boolean =>
    /^\w+\.num_programs\(\s*(?:axis\s*=\s*)?\d?\s*\)$/.test(written);
  if (isCount(step) || !/^\w+$/.test(step)) return isCount(step);
  const given = [
    ...code.matchAll(new RegExp(`^[ \\t]*${step}(?:\\s*:[^=\\n]*)?\\s*=(?!=)\\s*([^\\n]*)$`, 'gm')),
  ];
  return given.length === 1 && isCount(given[0]![1]!.trim());
}

/** Where a flag is given a constant; null where anything else is done with it than to hand it to products as it is. */
function givenTo(
  code: string,
  flag: string,
): readonly { readonly at: number; readonly is: boolean }[] | null {
  const given: { at: number; is: boolean }[] = [];
  for (const { index: at } of code.matchAll(new RegExp(`(?<![\\w.])${flag}(?!\\w)`, 'g'))) {
    const line = code.slice(code.lastIndexOf('\n', at) + 1, at);
    const behind = code.slice(at + flag.length, at + flag.length + 40);
    const is = /^\s*=\s*(True|False)[ \t]*(?:\n|$)/.exec(behind)?.[1];
    if (is !== undefined && line.trim() === '') given.push({ at, is: is === 'True' });
    else if (/^\s*=(?!=)\s*/.test(behind) ? !/[(,]\s*$/.test(code.slice(0, at)) : !/[(,=]\s*$/.test(line))
      return null;
  }
  return given;
}

/** Whether something in a loop, but not in the one inside, asks for the sums, and nothing there begins them anew. */
function isReadEachRound(code: string, sums: string, tiles: Loop, steps: Loop): boolean {
  const outside = `${code.slice(tiles.start, steps.start)}\n${code.slice(steps.end, tiles.end)}`;
  const anew = new RegExp(
    `^[ \\t]*(?:\\w+\\s*,\\s*)*${sums}\\s*(?:,[\\w\\s,]*)?=(?!=)(?!\\s*warpgroup_mma(?:_wait)?\\()|\\b${sums}\\.store\\(`,
    'm',
  );
  if (anew.test(outside) || anew.test(code.slice(steps.start, steps.end))) return false;
  return new RegExp(`(?<![\\w.])${sums}\\.(?:load|to)\\(`).test(code.slice(steps.end, tiles.end));
}

function checkProduct(site: Site, name: string, { model, text }: RuleContext): readonly RuleFinding[] {
  const [call, around] = [writtenCall(site), functionCodeAt(site, text)];
  const [adds, to] =
    call === null ? [] : [argumentAt(call, PRODUCTS[name]!, 'use_acc'), argumentAt(call, 2, 'acc')];
  if (adds === undefined || to === undefined || around === null) return [];
  const [flag, sums] = [adds, to].map(({ span }) => text.slice(span.start, span.end));
  if (!/^\w+$/.test(flag!) || !/^\w+$/.test(sums!)) return [];
  const { code, start } = around;
  const loops = loopsAround(code, site.span.start - start);
  const [tiles, steps] = [loops.at(-2), loops.at(-1)];
  if (tiles === undefined || steps === undefined || !isPersistent(code, tiles)) return [];
  const given = givenTo(code, flag!);
  const first = given?.filter(({ is }) => !is) ?? [];
  const isKept =
    given !== null &&
    first.length === 1 &&
    first[0]!.at < tiles.start &&
    given.some(({ at, is }) => is && at > steps.start && at < steps.end);
  if (!isKept || !isReadEachRound(code, sums!, tiles, steps) || model.neverRuns(site)) return [];
  const message = `${flag} is False for the first tile alone: each later one is added to the sums of those before it; ${flag} = False in the loop over tiles`;
  return [{ span: adds.span, message }];
}

/** Findings of `uncleared-accumulator` about the sums of an earlier tile. */
export const checkKeptSums = (context: RuleContext): readonly RuleFinding[] =>
  mentions(context.text, /\buse_acc\b/) && mentions(context.text, 'num_programs')
    ? Object.keys(PRODUCTS).flatMap((name) =>
        pythonCallsBy(context.model, name).flatMap((site) => checkProduct(site, name, context)),
      )
    : [];
