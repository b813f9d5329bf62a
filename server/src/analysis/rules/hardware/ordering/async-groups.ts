// Copies of cp.async that nobody waits for: a kernel that closes groups of them and never waits, and a wait that leaves as many
// groups under way as there are.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsBy } from '../../../indexing/callers.ts';
import { loopsIn } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { closingsBefore } from './closings.ts';
import { type Count, countOf, countText, unfolded } from './counts.ts';
import { blocksOf } from './tiles/blocks.ts';

const HEAD =
  /\bfor\s*\(\s*(?:(?:int|unsigned|uint32_t|auto|size_t)\s+(?<own>\w+)\s*=\s*(?:0|_0\{\}|Int<0>\{\})\s*)?;\s*(?<counter>\w+)\s*(?<operator><|<=|!=)\s*(?<end>[^;]+);\s*(?:\+\+\s*\k<counter>|\k<counter>\s*\+\+|\k<counter>\s*\+=\s*1)(?:\s*,\s*(?:\+\+\s*\w+|\w+\s*\+\+))*\s*\)\s*/g;

/** Whether a variable of the code is 0 at a place, with nothing said of it since it was declared. */
const isZeroAt = (code: string, at: number, name: string): boolean =>
  new RegExp(
    `\\b(?:int|unsigned|uint32_t|auto|size_t)\\s+${name}\\s*=\\s*0\\s*;(?!.*\\b${name}\\b)`,
    's',
  ).test(code.slice(0, at));

interface Loop {
  readonly start: number;
  readonly end: number;
  readonly rounds: Count | null;
}

const countedLoops = (code: string): readonly Loop[] =>
  loopsIn(code).map(({ start, end }) => {
    HEAD.lastIndex = start;
    const head = HEAD.exec(code);
    if (head === null || head.index !== start) return { start, end, rounds: null };
    const { own, counter, operator, end: last } = head.groups as Record<string, string>;
    const isCounted = own === undefined ? isZeroAt(code, start, counter!) : own === counter;
    const count = isCounted ? countOf(last!) : null;
    const rounds = count === null ? null : { ...count, plus: count.plus + (operator === '<=' ? 1 : 0) };
    return { start, end, rounds };
  });

/** How many groups are closed before a place at most; null where that is not counted. */
function closedBefore(code: string, at: number): Count | null {
  const closes = closingsBefore(code, at) ?? [];
  if (closes.length === 0) return null;
  const loops = countedLoops(code);
  let [name, plus] = ['', 0];
  for (const index of closes) {
    // In the first round of a loop that the place is in as well, what stands before it is closed once.
    const around = loops.filter(({ start, end }) => start < index && index < end && end <= at);
    const [loop, ...more] = around;
    if (more.length > 0 || (loop !== undefined && loop.rounds === null)) return null;
    const rounds = loop?.rounds ?? { name: '', plus: 1 };
    if (rounds.name !== '' && name !== '') return null;
    name ||= rounds.name;
    plus += rounds.plus;
  }
  return { name, plus };
}

/** `cp_async_wait<stages - 1>()` behind `stages - 1` groups. */
function checkWait(site: Site, { model, text }: RuleContext): readonly RuleFinding[] {
  const around = functionCodeAt(site, text);
  const call = writtenCall(site);
  if (around === null || call === null || functionAround(site) === null) return [];
  const { code, start } = around;
  const at = site.span.start - start;
  const written = /<(.*)>$/s.exec(
    codeOf(text, 'cpp').slice(call.callee.span.start, call.callee.span.end),
  )?.[1];
  const left = written === undefined ? null : countOf(written);
  // An earlier wait is not counted.
  if (left === null || /\bcp_async_wait\b/.test(code.slice(0, at))) return [];
  if (/\bif\s+constexpr\b|\?/.test(code.slice(0, at)) && left.name !== '') return [];
  const closed = closedBefore(code, at);
  const isInLoop = loopsIn(code).some((loop) => loop.start < at && at < loop.end);
  if (closed === null) return [];
  const [most, all] = [left, closed].map((count) => unfolded(count, codeOf(text, 'cpp')));
  if (all!.name !== most!.name || most!.plus < all!.plus) return [];
  // Without a prologue of its own whoever calls the function may have closed some, and other rounds may take another branch.
  if (isInLoop && (closed.name === '' || blocksOf.cpp(code, at).some(({ kind }) => kind !== 'loop')))
    return [];
  if (isCalledFrom(code.slice(0, at), text, start, start + code.length) || model.neverRuns(site)) return [];
  const message = `it waits until no more than ${countText(left)} of the groups are left, of which ${countText(closed)} ${closed.name === '' && closed.plus === 1 ? 'is' : 'are'} closed before${isInLoop ? ' its first round' : ''}: it waits for none`;
  return [{ span: site.span, message }];
}

/** Whether the code calls another function of the file that closes groups. */
function isCalledFrom(code: string, text: string, start: number, end: number): boolean {
  const others = `${text.slice(0, start)}${text.slice(end)}`;
  if (!/\bcp_async_fence\b|cp\.async\.commit/.test(others)) return false;
  const called = new Set([...code.matchAll(/\b(\w+)\s*(?:<[^<>;]*>)?\s*\(/g)].map((found) => found[1]!));
  return [...others.matchAll(/\b(?:void|auto|bool|int)\s+(\w+)\s*\(/g)].some((found) =>
    called.has(found[1]!),
  );
}

const WAITS = /wait|barrier_sync|cp\.async|\basm\b|Pipeline|pipeline|Mainloop|mainloop/;

/** A kernel that closes groups and names nothing that waits. */
function checkKernels({ model, text }: RuleContext, closes: readonly Site[]): readonly RuleFinding[] {
  const seen = new Set<object>();
  return closes.flatMap((site): readonly RuleFinding[] => {
    const scope = functionAround(site);
    const around = functionCodeAt(site, text);
    if (scope === null || around === null || seen.has(scope)) return [];
    seen.add(scope);
    const head = text.slice(Math.max(0, around.start - 400), around.start);
    const declaration = head.slice(Math.max(head.lastIndexOf('}'), head.lastIndexOf(';')) + 1);
    const isKernel = /\b__global__\b/.test(declaration) || /\b__global__\b/.test(around.code.slice(0, 200));
    if (!isKernel || WAITS.test(around.code) || model.neverRuns(site)) return [];
    // What is read is behind a barrier.
    if (!/__syncthreads|\bcopy\s*\(|\bgemm\s*\(/.test(around.code.slice(site.span.end - around.start)))
      return [];
    const message =
      'the copies of this group are under way, and nothing in the kernel waits for them: cp_async_wait<0>() before __syncthreads()';
    return [{ span: site.span, message }];
  });
}

/** Findings of `unordered-access` about groups of cp.async. */
export function checkAsyncGroups(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (!mentions(text, /\bcp_async_fence\b/)) return [];
  return [
    ...callsBy(model, 'cp_async_wait').flatMap((site) => checkWait(site, context)),
    ...checkKernels(context, callsBy(model, 'cp_async_fence')),
  ];
}
