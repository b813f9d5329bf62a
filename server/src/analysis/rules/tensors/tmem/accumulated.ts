// Accumulators of CuTe DSL that share columns while both are in use. Of columns that hold one thing after the other, as
// scores and then gradients, nothing is said: kernels for attention share them on purpose.

import { scopePath } from '../../../../evaluate/model/environment.ts';
import type { Scope } from '../../../../frontends/common/scope.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { itemsAt, siteOf } from '../../../document/written/expressions.ts';
import { roundsAt } from '../../../indexing/rounds.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import { gemmCalls } from '../../products/gemm-calls.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';
import { givenAt } from './given.ts';
import type { PlacedTensor } from './placed.ts';

/** How many names and calls are followed. */
const MAXIMUM_DEPTH = 8;

type Model = RuleContext['model'];

const isAt = (site: Site, { span }: Site): boolean =>
  site.span.start === span.start && site.span.end === span.end;

const pathOf = (site: Site): readonly Scope[] =>
  site instanceof PlacedSite ? scopePath(site.memo.placed.unit.scope, site.node.start) : [];

/** Whether a tensor is what a call of `make_tensor` made, or the whole of it as threads divide it. */
function isMadeBy(site: Site, made: Site, depth = 0): boolean {
  if (depth > MAXIMUM_DEPTH) return false;
  const given = givenAt(site);
  if (given !== null) return isMadeBy(given, made, depth + 1);
  if (isAt(site, made)) return true;
  const call = writtenCall(site);
  const [whole] = call?.args ?? [];
  const isPart = call !== null && call.object !== null && /^partition_[SD]$/.test(call.name);
  return isPart && whole !== undefined && isMadeBy(whole, made, depth + 1);
}

/** Whether the operand `a[None, None, k, stage]` is that of the block of K that the counter of a loop names. */
function isBlockOf({ declarations }: Scope, operand: Site): boolean {
  const slice = writtenCall(operand);
  if (slice?.name !== '[]') return false;
  const [only] = slice.args;
  const items =
    slice.args.length === 1 ? itemsAt(only === undefined ? operand : (givenAt(only) ?? only)) : slice.args;
  const block = items?.[2];
  if (!(block instanceof PlacedSite) || block.node.kind !== 'expression') return false;
  const { expr } = block.node;
  return expr.kind === 'name' && declarations.some(({ name, init }) => name === expr.name && init !== null);
}

/** The loops in which a product adds up what a tensor holds, block of K after block. */
function loopsOver(products: readonly CalledSite[], { site: made }: PlacedTensor): readonly Scope[] {
  return products.flatMap(({ site, call }) => {
    const [, into, a, , from] = call.args;
    const loop = pathOf(site).at(-1);
    if (into === undefined || a === undefined || from === undefined || loop?.counts === undefined) return [];
    return isMadeBy(into, made) && isMadeBy(from, made) && isBlockOf(loop, a) ? [loop] : [];
  });
}

/** The columns that both have, where one is at `first` and the other at `its`; null where there are none, or all. */
function shared(own: PlacedTensor, first: number, other: PlacedTensor, its: number) {
  // At one column they are meant to be the same.
  if (first === its || first >= its + other.columns || its >= first + own.columns) return null;
  return { from: Math.max(first, its), to: Math.min(first + own.columns, its + other.columns) - 1 };
}

/** What two tensors hold at once: both are added to in one loop. */
function checkProducts(context: RuleContext, all: readonly PlacedTensor[]): readonly RuleFinding[] {
  const { model } = context;
  const single = all.filter(({ counter }) => counter === null);
  const products = single.length < 2 ? [] : gemmCalls(context);
  if (products.length < 2) return [];
  return single.flatMap((own, at): readonly RuleFinding[] => {
    const loops = loopsOver(products, own);
    if (loops.length === 0 || model.neverRuns(own.site)) return [];
    for (const other of single.slice(0, at)) {
      const columns = shared(own, own.firsts[0]!, other, other.firsts[0]!);
      const isOne = columns !== null && isSameBase(own, other);
      if (!isOne || !loopsOver(products, other).some((loop) => loops.includes(loop))) continue;
      const its = other.firsts[0]!;
      const has = `${other.isLeast ? 'at least ' : ''}${its} to ${its + other.columns - 1}`;
      const name = nameOf(model, other.site) ?? 'another accumulator';
      const message = `columns ${columns.from} to ${columns.to} of tensor memory are those of ${name}, too, which has ${has}`;
      return [{ span: own.site.span, message }];
    }
    return [];
  });
}

const isSameBase = (one: PlacedTensor, other: PlacedTensor): boolean =>
  one.base === other.base && functionAround(one.site) === functionAround(other.site);

function nameOf({ sites }: Model, made: Site): string | null {
  const declared = sites.find(
    ({ role, valueSpan }) =>
      role === 'declaration' && valueSpan?.start === made.span.start && valueSpan.end === made.span.end,
  );
  return declared?.name ?? null;
}

/** The loop of a tensor's counter, where each of its rounds comes to a place in it. */
function loopAround(model: Model, at: Site, counter: string): Scope | null {
  if (!(at instanceof PlacedSite) || at.node.kind !== 'expression') return null;
  const name = siteOf(at, { kind: 'name', name: counter, span: at.node.expr.span });
  if (roundsAt(model, name) === null) return null;
  return pathOf(at).findLast(({ declarations }) => declarations.some((d) => d.name === counter)) ?? null;
}

/** The loops that copy to a tensor, or from one, in each of their rounds. */
function loopsThatCopy(model: Model, { site, counter }: PlacedTensor, argument: 1 | 2): readonly Scope[] {
  return callsOf(model, 'copy').flatMap(({ site: at, call }) => {
    const tensor = call.args[argument];
    if (tensor === undefined || !isMadeBy(tensor, site)) return [];
    const loop = loopAround(model, at, counter!);
    return loop === null ? [] : [loop];
  });
}

/** Whether the loops stand one after the other in one block. */
function follows(first: Scope, second: Scope, { site }: PlacedTensor): boolean {
  const around = pathOf(site).find(({ children }) => children.includes(first));
  return around?.children.includes(second) === true && first.span.end <= second.span.start;
}

const isSameList = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((x, i) => x === b[i]);

/** The first two rounds that share columns. */
function sharingRounds(own: PlacedTensor) {
  for (const [i, first] of own.firsts.entries())
    for (const its of own.firsts.slice(0, i)) {
      const columns = shared(own, first, own, its);
      if (columns !== null) return { ...columns, its };
    }
  return null;
}

/** What a loop stores in each round, and one behind it loads in each. */
function checkRounds({ model }: RuleContext, all: readonly PlacedTensor[]): readonly RuleFinding[] {
  return all.flatMap((own): readonly RuleFinding[] => {
    const columns = own.counter === null ? null : sharingRounds(own);
    if (columns === null || model.neverRuns(own.site)) return [];
    const stores = loopsThatCopy(model, own, 2);
    const isLoaded = all.some(
      (other) =>
        other.counter !== null &&
        isSameBase(own, other) &&
        isSameList(own.firsts, other.firsts) &&
        own.columns === other.columns &&
        loopsThatCopy(model, other, 1).some((load) => stores.some((store) => follows(store, load, own))),
    );
    if (!isLoaded) return [];
    const { from, to, its } = columns;
    const last = its + own.columns - 1;
    const message = `columns ${from} to ${to} of tensor memory are stored in two rounds of the loop and loaded behind it: an earlier round has ${its} to ${last}`;
    return [{ span: own.site.span, message }];
  });
}

/** Findings of `tmem-columns` about accumulators of CuTe DSL. */
export const checkAccumulated = (
  context: RuleContext,
  all: readonly PlacedTensor[],
): readonly RuleFinding[] => [...checkProducts(context, all), ...checkRounds(context, all)];
