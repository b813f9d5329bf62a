// Tiles that a loop fetches ahead of the one that it works on, `g(_, _, k + 1)` in rounds that count all of them: the last
// rounds have no such tile.

import { scopePath } from '../../../../evaluate/model/environment.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { knownValueOf, settledNumberAt } from '../../../document/extents.ts';
import { type WrittenCall, writtenCall } from '../../../document/written/call.ts';
import { declarationsOf } from '../../../document/written/declarations.ts';
import { operandsAt, siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf, lastGiven } from '../../../document/written/names.ts';
import { writtenIn } from '../../../document/written/source-text.ts';
import { loopOf } from '../../../indexing/lanes.ts';
import { isInEveryRound } from '../../../indexing/rounds.ts';
import { callAround } from '../../../indexing/text/code.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { boundOf, endOf, partitionedMode } from './loop-mode.ts';

type Model = RuleContext['model'];

/** `k + 3` by the counter and how far ahead of it that is. */
export interface Ahead {
  readonly counter: Site;
  readonly by: number;
}

const MAXIMUM_TERMS = 4;

export function aheadOf(model: Model, coordinate: Site, depth = 0): Ahead | null {
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

/** Whether a function of CuTe DSL is handed the tensor: no box of TMA is taken of it where the file has none. */
function isHanded(tensor: Site, text: string): boolean {
  if (!(tensor instanceof PlacedSite) || tensor.dialect !== 'python' || /tma/i.test(text)) return false;
  const { node } = tensor;
  const name = node.kind === 'expression' && node.expr.kind === 'name' ? node.expr.name : null;
  const [declared, ...others] = name === null ? [] : declarationsOf(tensor, name);
  return declared?.kind === 'parameter' && others.length === 0;
}

/** Whether a tensor is one of global memory: a box of TMA beyond the tensor, whose elements are coordinates, is zeros. */
function isInMemory(model: Model, tensor: Site, text: string): boolean {
  const value = knownValueOf(model, tensor);
  if (value instanceof Tensor) return value.engine.space === 'gmem';
  // In a template with several instantiations, by what is written.
  let of: Site | undefined = tensor;
  for (let depth = 0; of !== undefined && depth < MAXIMUM_PARTS; depth++) {
    const call: WrittenCall | null = writtenCall(initialiserOf(of) ?? of);
    const first = call?.args[0] ?? call?.keywords.get('input') ?? call?.keywords.get('target');
    if (call?.name === 'make_tensor' && first !== undefined)
      return /\bmake_gmem_ptr\b/.test(text.slice(first.span.start, first.span.end));
    if (call === null) return isHanded(of, text);
    of = PARTS.test(call.name) ? first : call.callee;
  }
  return false;
}

/** Of how many of the last rounds of a loop a branch is left out: 1 of `if k < n - 1` and of `if k + 1 < n`. */
interface Asked {
  readonly condition: Site;
  readonly rounds: number;
}

/** The only branch around a place in the loop of a counter; null where there is another one, or what it asks is something else. */
function askedFor(
  coordinate: PlacedSite,
  counter: Site,
  end: Site,
  { model, text }: RuleContext,
): Asked | null {
  const path = scopePath(coordinate.memo.placed.unit.scope, coordinate.node.start);
  const loop = loopOf(counter)!.scope;
  const [guard, ...others] = path.slice(path.indexOf(loop) + 1).flatMap((block) => block.guard ?? []);
  if (guard?.branch !== 'then' || others.length > 0) return null;
  const condition = siteOf(coordinate, guard.condition);
  const sides = operandsAt(condition);
  if (sides === null || !/^<=?$/.test(sides.operator)) return null;
  const written = writtenIn(text);
  const [ahead, less] = [aheadOf(model, sides.left), operandsAt(sides.right)];
  const isWhole = written(sides.right) === written(end);
  const by = less?.operator === '-' ? settledNumberAt(model, less.right) : undefined;
  const left = isWhole ? 0 : written(less?.left ?? sides.right) === written(end) ? by : undefined;
  if (ahead === null || left === undefined || written(ahead.counter) !== written(counter)) return null;
  return { condition, rounds: ahead.by + left - (sides.operator === '<' ? 0 : 1) };
}

/** Tiles further ahead than a branch leaves rounds out for: `if k < n - 1:` around `g[None, None, k + 2]`. */
export function checkAskedAhead(
  coordinate: Site,
  tensor: Site,
  mode: number,
  context: RuleContext,
): readonly RuleFinding[] {
  const { model, text } = context;
  const written = writtenIn(text);
  const ahead = aheadOf(model, coordinate);
  const end = ahead === null || ahead.by < 2 ? null : endOf(ahead.counter);
  if (end === null || overrunOf(ahead!.counter) !== 0 || !(coordinate instanceof PlacedSite)) return [];
  const asked = askedFor(coordinate, ahead!.counter, end, context);
  if (asked === null || asked.rounds < 1 || asked.rounds >= ahead!.by) return [];
  if (!isInMemory(model, tensor, text) || model.neverRuns(coordinate)) return [];
  const [counter, count] = [ahead!.counter, end].map(written);
  const beyond = ahead!.by - asked.rounds - 1;
  const rounds = asked.rounds === 1 ? 'round' : `${asked.rounds} rounds`;
  const reached = `${count}${beyond === 0 ? '' : ` + ${beyond}`}`;
  const message = `${written(asked.condition)} leaves out the last ${rounds}, and ${written(coordinate)} is ${ahead!.by} ahead of ${counter}: in the last round that is let in it is ${reached}, behind the last element of mode ${mode} of ${written(tensor)} where that has one for each round`;
  const right = `${counter} < ${count} - ${ahead!.by}`;
  return [
    {
      span: coordinate.span,
      message,
      severity: 'information',
      related: [{ span: asked.condition.span, message: 'asked here' }],
      fixes: [{ title: `Ask ${right}`, span: asked.condition.span, newText: right }],
    },
  ];
}

/** Findings of `coordinate-range` about the coordinates of one slice. */
export function checkLookAhead(
  tensor: Site,
  coordinates: readonly Site[],
  context: RuleContext,
): readonly RuleFinding[] {
  const { model, text } = context;
  const written = writtenIn(text);
  return coordinates.flatMap((coordinate, mode): readonly RuleFinding[] => {
    const asked = checkAskedAhead(coordinate, tensor, mode, context);
    if (asked.length > 0) return asked;
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
