// Stores by TMA of Gluon from one buffer that the next round of a loop writes again, behind a wait that lets the last store go
// on: `tma.store_wait(pendings=1)`.

import { mentions } from '../../../../syntax/text/mentions.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { pythonCallsBy } from '../../../indexing/callers.ts';
import { escaped, indentedEnd } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { headedBlocks } from './tiles/blocks.ts';

/** A store by TMA, with its last argument. */
const STORES =
  /\b(?:async_copy_shared_to_global|async_store)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*?(?:,\s*|\bsrc\s*=\s*)(\w+)\s*,?\s*\)/g;
const ANY_STORE =
  /\b(?:async_copy_shared_to_global|async_store|async_reduce\w*|async_atomic\w*|async_scatter)\b/g;

const indentOf = (line: string): number => line.length - line.trimStart().length;

function checkWait(site: Site, { model, text }: RuleContext): readonly RuleFinding[] {
  const call = writtenCall(site);
  const around = functionCodeAt(site, text);
  const count = call?.args[0] ?? call?.keywords.get('pendings');
  if (around === null || count === undefined) return [];
  const { code, start } = around;
  const written = code.slice(count.span.start - start, count.span.end - start);
  const pending = /^\d+$/.test(written) ? Number(written) : 0;
  const at = site.span.start - start;
  const block = headedBlocks(code, at).at(-1);
  // The wait is for every round.
  if (pending === 0 || block === undefined || !/^(?:for|while)\b/.test(block.head)) return [];
  const indent = indentOf(code.slice(code.lastIndexOf('\n', at - 1) + 1, at + 1));
  const from = code.indexOf('\n', block.start + block.head.length) + 1;
  const body = code.slice(from, indentedEnd(code, block.start, indent));
  const waits = body.match(/\bstore_wait\s*\(/g) ?? [];
  const stores = [...body.matchAll(ANY_STORE)].map(({ index }) => index);
  const lines = stores.map((store) => indentOf(body.slice(body.lastIndexOf('\n', store) + 1)));
  // Each round closes as many groups, one for each store.
  if (waits.length !== 1 || stores.length === 0 || lines.some((each) => each !== indent)) return [];
  const wait = at - from;
  for (const found of body.matchAll(STORES)) {
    const buffer = found[1]!;
    const n = escaped(buffer);
    const writes = [...body.matchAll(new RegExp(`(?<![\\w.])${n}\\.store\\s*\\(`, 'g'))].map(
      ({ index }) => index,
    );
    // Where each round takes another buffer, it is given its name in the loop.
    if (writes.length !== 1 || new RegExp(`(?<![\\w.])${n}\\s*(?::[^=\\n]*)?=(?!=)`).test(body)) continue;
    if (
      !new RegExp(`(?<![\\w.])${n}\\s*=\\s*(?:\\w+\\.)*allocate_shared_memory\\(`).test(code.slice(0, from))
    )
      continue;
    const write = writes[0]!;
    if (!(wait < write && write < found.index)) continue;
    const behind = stores.filter((store) => store > found.index || store < wait).length;
    if (behind >= pending || model.neverRuns(site)) continue;
    const message = `up to ${pending} of the last stores may go on, that of ${buffer} in the round before among them, and ${buffer} is written again: pendings=${behind}`;
    return [{ span: count.span, message }];
  }
  return [];
}

/** Findings of `unordered-access` about stores by TMA of Gluon. */
export const checkStoreWaits = (context: RuleContext): readonly RuleFinding[] =>
  context.model.dialect === 'python' && mentions(context.text, 'store_wait')
    ? pythonCallsBy(context.model, 'store_wait').flatMap((site) => checkWait(site, context))
    : [];
