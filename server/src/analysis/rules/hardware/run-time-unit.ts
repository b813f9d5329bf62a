// Copies that move an element at a time because the stride between neighbours is written `1`, an integer of run time: CuTe
// knows at compile time only that it is some integer.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { Dynamic, type Int } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { Layout, type Shape, type Strides } from '../../../algebra/layout/layout.ts';
import { leavesOf, mapLeaves } from '../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { policyName, widthBetween } from '../../accesses/access.ts';
import { knownValueOf } from '../../document/extents.ts';
import { functionAround } from '../../document/written/around.ts';
import { writtenCall } from '../../document/written/call.ts';
import { callsIn } from '../../document/written/calls-by-name.ts';
import { launchedByUnit } from '../../launches/launched-by-unit.ts';
import { launchesOf } from '../../launches/launches.ts';
import type { Site } from '../../values/model.ts';
import { operationName } from '../../values/verdicts.ts';
import type { EvaluatedSite, RuleContext, RuleFinding } from '../rule.ts';
import { partsAround } from './alignment/tile-starts.ts';

/** Policies of a copy that takes what both layouts allow. */
const AUTOMATIC = /(?:^|::)(?:AutoVectorizingCopy|DefaultCopy)/;

/** The tensor with static strides in the place of those that are 1 at run time; null where it has none. */
function withStaticUnit(tensor: Tensor): Tensor | null {
  const { layout } = tensor;
  if (!(layout instanceof Layout)) return null;
  let has = false;
  const stride = mapLeaves(layout.stride, (leaf) => {
    if (!(leaf instanceof Dynamic) || leaf.value !== 1) return leaf;
    has = true;
    return 1;
  });
  return has ? new Tensor(tensor.engine, new Layout(layout.shape, stride as Strides)) : null;
}

/** The tensor without its modes of one element, where it has others. */
function withoutUnits(tensor: Tensor): Tensor {
  const { layout } = tensor;
  if (!(layout instanceof Layout) || !Array.isArray(layout.shape) || !Array.isArray(layout.stride))
    return tensor;
  const kept = (layout.shape as readonly Shape[]).flatMap((extent, i) => (extent === 1 ? [] : [i]));
  if (kept.length === 0 || kept.length === layout.shape.length) return tensor;
  const [shape, stride] = [layout.shape as readonly Shape[], layout.stride as readonly Strides[]].map(
    (modes) => kept.map((i) => modes[i]!),
  );
  return new Tensor(tensor.engine, new Layout(shape as Shape, stride as Strides));
}

/** Which side has such a stride, and what the copy moves at a time with it and without. */
interface Lost {
  readonly side: 0 | 1;
  readonly bits: readonly [now: number, then: number];
}

function lostBy(source: Tensor, destination: Tensor, operation: string, policy: string | null): Lost | null {
  if (policy !== null && !AUTOMATIC.test(policy)) return null;
  // What is said to be aligned is, whatever strides there are between modes of one element.
  const isAligned = policy?.includes('AssumedAlignment') === true || operation === 'copy_aligned';
  const sides = isAligned ? [source, destination].map(withoutUnits) : [source, destination];
  const changed = sides.map(withStaticUnit);
  const at = changed.findIndex((tensor) => tensor !== null);
  if (at < 0 || sides[at]!.engine.space !== 'gmem') return null;
  const [from, to] = sides.map((tensor, i) => changed[i] ?? tensor) as [Tensor, Tensor];
  const [now, then] = [widthBetween(sides[0]!, sides[1]!), widthBetween(from, to)];
  if (now === null || then === null || then.common < 2) return null;
  const bits = Math.min(then.bits, Number(/<(\d+)>/.exec(policy ?? '')?.[1] ?? then.bits));
  return bits <= now.bits ? null : { side: at as 0 | 1, bits: [now.bits, bits] };
}

const moved = (bits: number): string => (bits === 8 ? '1 byte' : `${bits / 8} bytes`);

const lostText = ({ bits: [now, then] }: Lost, of: string): string =>
  `the copy moves ${moved(now)} at a time: the stride 1 of ${of} is an integer of run time, of which CuTe knows nothing when it compiles; with _1{} it moves ${moved(then)}`;

/** Copies that take what both layouts allow, and how many arguments they have at most. */
const COPIES: ReadonlyMap<string, number> = new Map([
  ['copy', 3],
  ['copy_aligned', 2],
]);

/** Findings of `narrow-copy` about strides that are no compile-time constants. */
export function checkRunTimeUnit(
  { site, evaluation: { origin } }: EvaluatedSite,
  { model }: RuleContext,
): readonly RuleFinding[] {
  const operation = origin === null || site.dialect === 'python' ? '' : operationName(origin);
  const most = COPIES.get(operation);
  if (origin === null || most === undefined || origin.args.length > most) return [];
  const values = origin.args.map(({ value }) => (isFailure(value) ? undefined : value));
  const [source, destination] = values.slice(-2);
  if (!(source instanceof Tensor) || !(destination instanceof Tensor)) return [];
  const policy = values.length === 3 ? policyName(values[0]) : null;
  const lost = lostBy(source, destination, operation, policy);
  if (lost === null || model.neverRuns(site)) return [];
  const { text } = origin.args[values.length - 2 + lost.side]!;
  return [{ span: site.valueSpan ?? site.span, message: lostText(lost, text) }];
}

/** The tensor that the launches of the kernel around hand to a parameter; null where they differ, or it is none. */
function launchedTensor(context: RuleContext, parameter: Site): Tensor | null {
  const { model, text } = context;
  const around = functionAround(parameter);
  const parameters = around?.declarations.filter(({ kind }) => kind === 'parameter') ?? [];
  const name = text.slice(parameter.span.start, parameter.span.end);
  const at = parameters.findIndex((each) => each.name === name);
  if (around?.name == null || at < 0) return null;
  const given = (launchesOf(context, around.name) ?? []).map(({ args }) => knownValueOf(model, args[at]));
  const [first] = given;
  const isSame = given.every(
    (each) => each instanceof Tensor && stridesIn(each).join() === stridesIn(first as Tensor).join(),
  );
  return first instanceof Tensor && isSame ? first : null;
}

const stridesIn = ({ layout }: Tensor): readonly (number | null)[] =>
  layout instanceof Layout ? leavesOf<Int>(layout.stride as never).map((n) => knownNumber(n) ?? null) : [];

/** A part of what a kernel is launched with, with the strides of 1 that only the launches say. */
function withLaunchedUnits(context: RuleContext, side: Site): { tensor: Tensor; whole: Site } | null {
  const value = knownValueOf(context.model, side);
  const whole = [...partsAround(context.model, side)].at(-1)?.whole ?? side;
  const launched = value instanceof Tensor ? launchedTensor(context, whole) : null;
  if (!(value instanceof Tensor) || launched === null || !(value.layout instanceof Layout)) return null;
  const [own, given] = [leavesOf<unknown>(value.layout.stride), stridesIn(launched)];
  if (own.length !== given.length) return null;
  const isUnit = (leaf: unknown, i: number): boolean =>
    given[i] === 1 && leaf instanceof Dynamic && leaf.value === null;
  if (!own.some(isUnit)) return null;
  let i = 0;
  const stride = mapLeaves(value.layout.stride, (leaf) => (isUnit(leaf, i++) ? new Dynamic(1) : leaf));
  return { tensor: new Tensor(value.engine, new Layout(value.layout.shape, stride as Strides)), whole };
}

function checkLaunched(site: Site, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const call = writtenCall(site);
  if (call === null || call.args.length > COPIES.get(call.name)! || call.args.length < 2) return [];
  const sides = call.args.slice(-2);
  const values = sides.map((side) => knownValueOf(model, side));
  const changed = sides.map((side) => withLaunchedUnits(context, side));
  const [source, destination] = changed.map((each, i) => each?.tensor ?? values[i]);
  if (!(source instanceof Tensor) || !(destination instanceof Tensor)) return [];
  const policy = call.args.length === 3 ? policyName(knownValueOf(model, call.args[0]) ?? undefined) : null;
  const lost = lostBy(source, destination, call.name, policy);
  const whole = lost === null ? undefined : changed[lost.side]?.whole.span;
  if (lost === null || whole === undefined || model.neverRuns(site)) return [];
  const message = lostText(lost, text.slice(whole.start, whole.end));
  return [{ span: site.span, message: `${message}, as it is launched` }];
}

/** The same of what the launches of a kernel hand over. */
export const checkLaunchedUnits = launchedByUnit<RuleContext, RuleFinding>(
  ({ sites }) => callsIn(sites, [...COPIES.keys()]).map(({ site }) => site),
  checkLaunched,
);
