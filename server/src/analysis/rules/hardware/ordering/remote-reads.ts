// Shared memory of another block of the cluster, read where that block may not have written it yet: `__syncthreads()` waits
// for the threads of one block.

import { mentions } from '../../../../syntax/text/mentions.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { methodsBy } from '../../../indexing/callers.ts';
import { escaped } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { waitsForOthers } from './cluster-ready.ts';

const BARRIER = /\b__syncthreads\s*\(\s*\)/g;

/** Whether an element is read there, `*map_shared_rank(&x, r)` or `map_shared_rank(x, r)[i]`: others are written to, or kept. */
function isRead(code: string, start: number, end: number): boolean {
  const [, index = ''] = /^(\s*\[[^\]]*\])?/.exec(code.slice(end)) ?? [];
  const isElement = index !== '' || /\*\s*(?:\w+\s*(?:\.|->)\s*)*$/.test(code.slice(0, start));
  return isElement && !/^\s*(?:[-+*/|&^]?=(?!=)|\+\+|--)/.test(code.slice(end + index.length));
}

function checkRead(site: Site, { model, text }: RuleContext): readonly RuleFinding[] {
  const call = writtenCall(site);
  const around = functionCodeAt(site, text);
  const [given] = call?.args ?? [];
  if (call === null || around === null || given === undefined || call.object === null) return [];
  const { code, start } = around;
  const name = /^&?\s*(\w+)/.exec(text.slice(given.span.start, given.span.end))?.[1];
  const [from, to] = [site.span.start - start, site.span.end - start];
  if (name === undefined || !isRead(code, from, to)) return [];
  const written = new RegExp(
    `(?<![\\w.>])${escaped(name)}\\s*(?:[[(][^;\\]]*?[\\])]\\s*)?(?:[-+*/|&^]?=(?!=))`,
    'g',
  );
  const last = [...code.slice(0, from).matchAll(written)].at(-1);
  const between = last === undefined ? null : code.slice(last.index, from);
  if (between === null || waitsForOthers(between) || model.neverRuns(site)) return [];
  const sync = `${text.slice(call.object.span.start, call.object.span.end)}.sync()`;
  const message = `another block of the cluster may not have written its ${name} yet: ${sync} between the write and this read waits for all of them`;
  const barrier = [...between.matchAll(BARRIER)].at(-1);
  if (barrier === undefined) return [{ span: site.span, message }];
  const at = start + last!.index + barrier.index;
  const span = { start: at, end: at + barrier[0].length };
  return [{ span: site.span, message, fixes: [{ title: `Write ${sync}`, span, newText: sync }] }];
}

/** Findings of `unordered-access` about shared memory of other blocks. */
export const checkRemoteReads = (context: RuleContext): readonly RuleFinding[] =>
  mentions(context.text, 'map_shared_rank')
    ? methodsBy(context.model, 'map_shared_rank').flatMap((site) => checkRead(site, context))
    : [];
