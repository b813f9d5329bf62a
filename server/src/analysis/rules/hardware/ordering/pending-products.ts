// Accumulators of warpgroup products that are read while the last product is under way: `warpgroup_wait<1>()` in the loop leaves
// one, and nothing behind the loop waits for it.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { callsBy, pythonCallsBy } from '../../../indexing/callers.ts';
import { callAround, escaped, loopsIn, pythonLoopsIn } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** How a language waits for products, and multiplies. */
interface Words {
  /** Behind the name of the wait: how many may be left. */
  readonly bound: RegExp;
  readonly products: RegExp;
  readonly all: string;
}

const WORDS: Readonly<Record<'cpp' | 'python', Words>> = {
  cpp: {
    bound: /^\s*<\s*(\d+)\s*>\s*\(/,
    products: /\bgemm\s*\((?:[^();]|\((?:[^();]|\([^();]*\))*\))*,\s*(\w+)\s*\)/g,
    all: 'warpgroup_wait<0>()',
  },
  python: {
    bound: /^\s*\(\s*(\d+)\s*\)/,
    products: /\bcute\.gemm\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*,\s*(\w+)\s*,?\s*\)/g,
    all: 'cute.nvgpu.warpgroup.wait_group(0)',
  },
};

/** What waits for no product, and reads no accumulator that it is not handed. */
const PLAIN =
  /^(?:warpgroup_fence_operand|make_\w+|partition_\w+|retile\w*|local_\w+|get\w*|size|rank|shape|layout|for|if|while|min|max|int|float|copy\w*|autovec_copy|ceil_div|static_cast|__syncthreads|sync_threads|data|range|range_constexpr)$/;
const CALLS = /\b([A-Za-z_]\w*)\s*(?:<[^<>;]*>)?\s*\(/g;
/** Where an accumulator is only named: it is no value that is asked for. */
const NAMES =
  /^(?:warpgroup_fence_operand|size|shape|layout|rank|decltype|make_fragment_like|make_tensor_like|fence_operand)$/;

/** Where the accumulator is read first behind the loop; null where something may wait before. */
function readBehind(code: string, from: number, name: string): number | null {
  for (const { index } of code.slice(from).matchAll(new RegExp(`(?<![\\w.>])${escaped(name)}(?!\\w)`, 'g'))) {
    const at = from + index;
    const between = code.slice(from, at);
    const own = callAround(code, at);
    if (NAMES.test(own) || /^\s*\.\s*(?:layout|shape)\b/.test(code.slice(at + name.length))) continue;
    const calls = [...between.matchAll(CALLS)].map(([, called]) => called!);
    // The read itself may be the argument of any function.
    const others = calls.at(-1) === own ? calls.slice(0, -1) : calls;
    return others.every((called) => PLAIN.test(called)) ? at : null;
  }
  return null;
}

function checkWait(site: Site, { model, text }: RuleContext): readonly RuleFinding[] {
  const host = model.dialect === 'python' ? 'python' : 'cpp';
  const around = functionCodeAt(site, text);
  if (around === null) return [];
  const { code, start } = around;
  const { bound, products, all } = WORDS[host];
  const at = site.span.start - start;
  const name = /(?:warpgroup_wait|wait_group)/.exec(code.slice(at));
  const count = name === null ? undefined : bound.exec(code.slice(at + name.index + name[0].length))?.[1];
  if (count === undefined || Number(count) === 0) return [];
  const loops = host === 'python' ? pythonLoopsIn(code) : loopsIn(code);
  const loop = loops.findLast((each) => each.start < at && at < each.end);
  if (loop === undefined) return [];
  const body = code.slice(loop.start, loop.end);
  // A wait for all of them in the same round leaves none.
  if (/(?:warpgroup_wait\s*<\s*0|wait_group\s*\(\s*0)/.test(code.slice(at, loop.end))) return [];
  // Of several accumulators the wait may leave another one's product.
  const [accumulator, ...others] = new Set([...body.matchAll(products)].map((found) => found[1]!));
  const read =
    accumulator === undefined || others.length > 0 ? null : readBehind(code, loop.end, accumulator);
  if (accumulator === undefined || read === null || model.neverRuns(site)) return [];
  const [left, them] = count === '1' ? ['its last product', 'it'] : [`${count} products`, 'them'];
  const message = `the loop leaves ${left} under way, and ${accumulator} is read before anything waits for ${them}: ${all} behind the loop`;
  return [{ span: { start: start + read, end: start + read + accumulator.length }, message }];
}

/** Findings of `unordered-access` about products of warp groups. */
export function checkPendingProducts(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const isPython = model.dialect === 'python';
  if (!mentions(text, isPython ? /\bwarpgroup\.wait_group\b/ : /\bwarpgroup_wait\b/)) return [];
  const calls = isPython
    ? pythonCallsBy(model, 'wait_group').filter(({ span }) =>
        /\bwarpgroup\.wait_group/.test(codeOf(text, 'python').slice(span.start, span.end)),
      )
    : callsBy(model, 'warpgroup_wait');
  return calls.flatMap((site) => checkWait(site, context));
}
