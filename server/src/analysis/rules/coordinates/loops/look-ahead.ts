// Tiles that a loop fetches ahead of the one that it works on, `g(_, _, k + 1)` in rounds that count all of them: the last
// rounds have no such tile.

import { Tensor } from '../../../../evaluate/model/value.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { knownValueOf, settledNumberAt } from '../../../document/extents.ts';
import { type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { operandsAt } from '../../../document/written/expressions.ts';
import { initialiserOf, lastGiven } from '../../../document/written/names.ts';
import { writtenIn } from '../../../document/written/source-text.ts';
import { loopOf } from '../../../indexing/lanes.ts';
import { isInEveryRound } from '../../../indexing/rounds.ts';
import { callAround } from '../../../indexing/text/code.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { boundOf, partitionedMode } from './loop-mode.ts';

type Model = RuleContext['model'];

/** `k + 3` by the counter and how far ahead of it that is. */
interface Ahead {
  readonly counter: Site;
  readonly by: number;
}

const MAXIMUM_TERMS = 4;

function aheadOf(model: Model, coordinate: Site, depth = 0): Ahead | null {
  if (loopOf(coordinate) !== null) return { counter: coordinate, by: 0 };
  const given = lastGiven(coordinate) ?? initialiserOf(coordinate) ?? coordinate;
  const sum = depth < MAXIMUM_TERMS ? operandsAt(given) : null;
  if (sum === null || !/^[+-]$/.test(sum.operator)) return null;
  for (const [of, other] of [
    [sum.left, sum.right],
    [sum.right, sum.left],
  ] as const) {
    const number = settledNumberAt(model, other);
    const ahead = number === undefined ? null : aheadOf(model, of, depth + 1);
    if (ahead === null) continue;
    if (sum.operator === '+') return { ...ahead, by: ahead.by + number! };
    return of === sum.left ? { ...ahead, by: ahead.by - number! } : null;
  }
  return null;
}

/** How far beyond the last of what the loop counts the last of its rounds is that goes on by one; null for other loops. */
function overrunOf(counter: Site): number | null {
  const loop = loopOf(counter);
  if (loop === null) return null;
  const { counts, loop: head } = loop.scope;
  if (counts !== undefined) return 0;
  const [step, ...others] = head?.steps ?? [];
  const isByOne =
    step?.kind === 'binary' &&
    step.operator === '+=' &&
    step.right.kind === 'integer' &&
    step.right.value === 1;
  const { condition } = head ?? {};
  if (!isByOne || others.length > 0 || condition?.kind !== 'binary') return null;
  if (condition.operator === '<=') return 1;
  return condition.operator === '<' || condition.operator === '!=' ? 0 : null;
}

const MAXIMUM_PARTS = 8;
const PARTS = /^(?:partition_[SDABC]|local_tile|local_partition)$/;

/** Whether a tensor is one of global memory: a box of TMA beyond the tensor, whose elements are coordinates, is zeros. */
function isInMemory(model: Model, tensor: Site, text: string): boolean {
  const value = knownValueOf(model, tensor);
  if (value instanceof Tensor) return value.engine.space === 'gmem';
  // In a template with several instantiations, by what is written.
  let of: Site | undefined = tensor;
  for (let depth = 0; of !== undefined && depth < MAXIMUM_PARTS; depth++) {
    const call: WrittenCall | null = writtenCall(initialiserOf(of) ?? of);
    const [first] = call?.args ?? [];
    if (call?.name === 'make_tensor' && first !== undefined)
      return /\bmake_gmem_ptr\b/.test(text.slice(first.span.start, first.span.end));
    of = call === null ? undefined : PARTS.test(call.name) ? first : call.callee;
  }
  return false;
}

/** Findings of `coordinate-range` about the coordinates of one slice. */
export function checkLookAhead(
  tensor: Site,
  coordinates: readonly Site[],
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const written = writtenIn(text);
  return coordinates.flatMap((coordinate, mode): readonly RuleFinding[] => {
    const ahead = aheadOf(model, coordinate);
    const bound = ahead === null ? null : boundOf(ahead.counter, written);
    const overrun = ahead === null ? null : overrunOf(ahead.counter);
    if (ahead === null || bound === null || overrun === null || ahead.by + overrun < 1) return [];
    const along = bound.tensor === written(tensor) ? { tensor, mode } : partitionedMode(tensor, mode);
    if (along === null || written(along.tensor) !== bound.tensor || along.mode !== bound.over) return [];
    // Where the number of rounds is known, they are counted.
    if (!isInMemory(model, tensor, text) || settledNumberAt(model, bound.site) !== undefined) return [];
    const loop = loopOf(ahead.counter)!.scope;
    const isAlways = coordinate instanceof PlacedSite && isInEveryRound(coordinate, loop);
    const code = codeOf(text, coordinate.dialect === 'python' ? 'python' : 'cpp');
    const isPredicated = /_if$/.test(callAround(code, tensor.span.start));
    if (!isAlways || isPredicated || model.neverRuns(coordinate)) return [];
    const beyond = ahead.by + overrun;
    const more = beyond === 1 ? '' : ` + ${beyond - 1}`;
    const where = beyond === 1 ? 'in that round' : `in the last ${beyond} rounds`;
    const message = `${written(coordinate)} is ${bound.said}${more} in the last round, behind the last element of mode ${mode} of ${written(tensor)}: ${where} there is none`;
    return [{ span: coordinate.span, message }];
  });
}
