// Barriers that wait for another number of bytes than the TMA copies bring that arrive at them.

import { shapeOf } from '../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Shape } from '../../../algebra/layout/layout.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { scopePath } from '../../../evaluate/model/environment.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { settledNumberAt, settledValueOf } from '../../document/extents.ts';
import { writtenCall } from '../../document/written/call.ts';
import { callsBy } from '../../indexing/callers.ts';
import { escaped } from '../../indexing/text/code.ts';
import { functionCodeAt } from '../../indexing/text/function-code.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';
import { otherBytes } from './other-bytes.ts';

const EXPECTING = ['set_barrier_transaction_bytes', 'arrive_and_expect_tx'] as const;

/** Functions that a barrier is handed to without a byte arriving for it. */
const OF_BARRIERS =
  /\b(?:with|initialize_barrier|init|set_barrier_transaction_bytes|arrive_and_expect_tx|wait_barrier|wait|try_wait|test_wait|arrive_barrier|arrive)\s*\(\s*[&*]?\s*(?:\w+\s*(?:\.|->)\s*)*$/;
/** A copy that arrives at it, as `arrivingAt` reads it. */
const OF_BULK = /\bSM90_BULK_COPY_G2S\s*::\s*copy\s*\([^;{}]*,\s*&?\s*(?:\w+\s*(?:\.|->)\s*)*$/;
/** Methods of a barrier. */
const METHODS =
  /^\s*(?:\[[^\]]*\])?\s*(?:\.|->)\s*(?:init|wait|try_wait|test_wait|arrive|arrive_and_expect_tx)\s*\(/;

/** So much of the code before a barrier may say what it is given to. */
const NEAR = 200;

interface Expectation {
  readonly site: Site;
  readonly barrier: string;
  readonly bytes: Site;
}

/** `full[s]` of `&full[s]`, `*full[s]`. */
function barrierText({ span }: Site, text: string): string {
  return text
    .slice(span.start, span.end)
    .replace(/\s+/g, '')
    .replace(/^[&*]+/, '');
}

function expectationAt({ site, call }: CalledSite, text: string): Expectation | null {
  const { args, object } = call;
  if (args.length === 2) return { site, barrier: barrierText(args[0]!, text), bytes: args[1]! };
  return args.length === 1 && object !== null
    ? { site, barrier: barrierText(object, text), bytes: args[0]! }
    : null;
}

/** The blocks that a place stands in, outermost first. */
const blocksAt = (site: Site): readonly Scope[] =>
  site instanceof PlacedSite ? scopePath(site.memo.placed.unit.scope, site.node.start) : [];

/** What arrives at a barrier. */
interface Arriving {
  readonly barrier: string;
  /** What is written to. */
  readonly to: Site;
  /** How many bytes, where the copy is told. */
  readonly told: Site | null;
  readonly isOfOne: boolean;
}

const BULK = /\bSM90_BULK_COPY_G2S\s*::\s*copy$/;

/** `copy(tma.with(full[s]), …, tAsA(_, s))`, `SM90_BULK_COPY_G2S::copy(from, &full[s], to, bytes)`; null for others. */
function arrivingAt({ call }: CalledSite, text: string): Arriving | null {
  if (BULK.test(text.slice(call.callee.span.start, call.callee.span.end))) {
    const [, barrier, to, told] = call.args;
    if (barrier === undefined || to === undefined || told === undefined) return null;
    return { barrier: barrierText(barrier, text), to, told, isOfOne: true };
  }
  const [atom, , to] = call.args;
  const given = atom === undefined ? null : writtenCall(atom);
  const [barrier, mask] = given?.args ?? [];
  if (given?.name !== 'with' || barrier === undefined || to === undefined) return null;
  const isOfOne = mask === undefined || /^(?:uint16_t\(|\(uint16_t\))?0u?\)?$/.test(barrierText(mask, text));
  return { barrier: barrierText(barrier, text), to, told: null, isOfOne };
}

function bytesOf(context: RuleContext, site: Site): number | undefined {
  const value = settledValueOf(context.model, site);
  if (!(value instanceof Tensor) || value.engine.space !== 'smem') return undefined;
  const size = knownNumber(product(shapeOf(value.layout) as Shape));
  const { bits } = value.engine;
  return size === undefined || bits === null ? undefined : (size * bits) / 8;
}

/** Whether a function hands the barrier to nothing else, that might bring bytes. */
function isOnlyWaitedFor(site: Site, barrier: string, text: string): boolean {
  const code = functionCodeAt(site, text)?.code;
  const name = /\w+(?=(?:\[.*\])?$)/.exec(barrier)?.[0];
  if (code === undefined || name === undefined) return false;
  return [...code.matchAll(new RegExp(`\\b${escaped(name)}\\b`, 'g'))].every(({ index }) => {
    const head = code.slice(Math.max(0, index - NEAR), index);
    const isGivenOn = /[(,]\s*[&*]?\s*(?:\w+\s*(?:\.|->)\s*)*$/.test(head);
    const isKnown = OF_BARRIERS.test(head) || OF_BULK.test(head);
    return !isGivenOn || isKnown || METHODS.test(code.slice(index + name.length));
  });
}

function checkExpectation(
  { site, barrier, bytes }: Expectation,
  all: readonly Expectation[],
  copies: readonly CalledSite[],
  context: RuleContext,
): readonly RuleFinding[] {
  const { text, model } = context;
  const block = blocksAt(site).at(-1);
  const isHere = (other: Site): boolean => block !== undefined && blocksAt(other).at(-1) === block;
  const isInside = (other: Site): boolean => block !== undefined && blocksAt(other).includes(block);
  if (all.some((other) => other.site !== site && isHere(other.site) && other.barrier === barrier)) return [];
  const arriving = copies.flatMap((copy) => {
    const found = isInside(copy.site) ? arrivingAt(copy, text) : null;
    return found !== null && found.barrier === barrier ? [{ ...found, at: copy.site }] : [];
  });
  // A branch or a loop decides whether it is made. Of a copy to several CTAs each brings a part for all.
  if (arriving.length === 0 || arriving.some(({ at, isOfOne }) => !isHere(at) || !isOfOne)) return [];
  const brought = arriving.map(({ to, told }) => ({
    site: to,
    bytes: told === null ? bytesOf(context, to) : settledNumberAt(model, told),
  }));
  const found = otherBytes(bytes, settledNumberAt(model, bytes), brought);
  return found.length === 0 || model.neverRuns(site) || !isOnlyWaitedFor(site, barrier, text) ? [] : found;
}

/** Findings of `transaction-bytes` about kernels of C++. */
export function checkExpectedBytes(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (!mentions(text, /\.\s*with\s*\(|SM90_BULK_COPY_G2S/) || mentions(text, /2(?:x1)?SM|cta_group::2/))
    return [];
  const called = (name: string) =>
    callsBy(model, name).flatMap((site): readonly CalledSite[] => {
      const call = writtenCall(site);
      return call === null ? [] : [{ site, call }];
    });
  const expectations = EXPECTING.flatMap(called).flatMap((each) => expectationAt(each, text) ?? []);
  if (expectations.length === 0) return [];
  const copies = called('copy');
  return expectations.flatMap((each) => checkExpectation(each, expectations, copies, context));
}
