// Copies in a kernel of tensors whose unit stride is written `1` where the kernel is launched: their type says that it is some
// integer.

import { Dynamic, type Int } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { Layout, type Strides } from '../../../algebra/layout/layout.ts';
import { leavesOf, mapLeaves } from '../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { policyName } from '../../accesses/access.ts';
import { knownValueOf } from '../../document/extents.ts';
import { functionAround } from '../../document/written/around.ts';
import { writtenCall } from '../../document/written/call.ts';
import { callsIn } from '../../document/written/calls-by-name.ts';
import { launchesKernels } from '../../launches/kernel-names.ts';
import { launchedByUnit } from '../../launches/launched-by-unit.ts';
import { launchesOf } from '../../launches/launches.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { partsAround } from './alignment/tile-starts.ts';
import { COPIES, lostBy, lostText } from './run-time-unit.ts';

/** `make_stride(pitch, 1)` */
const RUN_TIME_UNIT = /\bmake_stride\s*\([^;]*[(,]\s*1\s*[,)]/;

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

const checkCopies = launchedByUnit<RuleContext, RuleFinding>(
  ({ sites }) => callsIn(sites, [...COPIES.keys()]).map(({ site }) => site),
  checkLaunched,
);

/** Findings of `narrow-copy` about what a kernel is launched with, which stands elsewhere. */
export const checkLaunchedUnits = (context: RuleContext): readonly RuleFinding[] =>
  launchesKernels(context.text) && RUN_TIME_UNIT.test(codeOf(context.text, 'cpp'))
    ? checkCopies(context)
    : [];
