// Vectors that are taken of a tensor across the mode in which its elements follow one another:
// `*reinterpret_cast<float4*>(&tile(i, 4 * j))` of a tile whose stride 1 is that of i.

import { gcdNumber, knownNumber } from '../../../../algebra/integer/known.ts';
import { Layout } from '../../../../algebra/layout/layout.ts';
import { Pointer, Tensor } from '../../../../evaluate/model/value.ts';
import { settledNumberAt, settledValueOf } from '../../../document/extents.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { addressedAt, operandsAt, siteOf } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { loopOf } from '../../../indexing/lanes.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';

/** How many names and operators are followed. */
const MAXIMUM_DEPTH = 8;

/** A number of which a coordinate is a multiple as it is written, `x * 4`; 1 where nothing says so. */
function factorOf(model: RuleContext['model'], site: Site, depth = 0): number {
  const number = settledNumberAt(model, site);
  if (number !== undefined) return Math.abs(number);
  if (depth > MAXIMUM_DEPTH) return 1;
  const counter = factorOfCounter(model, site, depth);
  if (counter !== null) return counter;
  const given = initialiserOf(site);
  if (given !== null) return factorOf(model, given, depth + 1);
  const sides = operandsAt(site);
  if (sides === null) return 1;
  const [a, b] = [sides.left, sides.right].map((side) => factorOf(model, side, depth + 1)) as [
    number,
    number,
  ];
  if (sides.operator === '*') return a * b;
  return sides.operator === '+' || sides.operator === '-' ? gcdNumber(a, b) : 1;
}

/** Of what counts a loop: a multiple of what it begins with and goes on by. */
function factorOfCounter(model: RuleContext['model'], site: Site, depth: number): number | null {
  const loop = loopOf(site);
  if (loop === null || !(site instanceof PlacedSite)) return null;
  const [step, ...others] = loop.scope.loop?.steps ?? [];
  const { init } = loop.declaration;
  if (step?.kind !== 'binary' || step.operator !== '+=' || init === null || others.length > 0) return 1;
  const [first, by] = [init, step.right].map((e) => factorOf(model, siteOf(site, e), depth + 1));
  return gcdNumber(first!, by!);
}

function checkCast({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const [given] = call.args;
  const element = given === undefined ? null : addressedAt(given);
  const at = element === null ? null : writtenCall(element);
  const [to, of] = [settledValueOf(model, site), at === null ? null : settledValueOf(model, at.callee)];
  if (at === null || !(to instanceof Pointer && of instanceof Tensor) || !(of.layout instanceof Layout))
    return [];
  const [wide, bits] = [to.engine.bits, of.engine.bits];
  const { shape, stride } = of.layout;
  if (wide === null || bits === null || wide <= bits || wide % bits !== 0) return [];
  if (!Array.isArray(shape) || !Array.isArray(stride) || at.args.length !== shape.length) return [];
  if ([...shape, ...stride].some(Array.isArray)) return [];
  const count = wide / bits;
  const ones = stride.flatMap((d, i) => (d === 1 && knownNumber(shape[i]) !== 1 ? [i] : []));
  const [along] = ones;
  if (along === undefined || ones.length > 1) return [];
  const factors = at.args.map((arg) => factorOf(model, arg));
  const across = factors.findIndex((factor, i) => i !== along && factor !== 0 && factor % count === 0);
  const isStart = (factor: number): boolean => factor % count === 0;
  if (across < 0 || isStart(factors[along]!) || model.neverRuns(site)) return [];
  const [j, tensor] = [at.args[across]!, at.callee].map(({ span }) => text.slice(span.start, span.end));
  const message = `${count} elements are taken along mode ${along}, in which those of ${tensor} follow one another, and ${j} goes in steps of ${count} along mode ${across}`;
  return [{ span: site.span, message }];
}

const checkAll = callsByUnit<RuleContext, RuleFinding>(['reinterpret_cast'], (casts, context) =>
  casts.flatMap((called) => checkCast(called, context)),
);

/** Findings of `vector-alignment` about vectors of a tensor. */
export const checkStridedVectors = (context: RuleContext): readonly RuleFinding[] =>
  context.model.dialect === 'cpp' ? checkAll(context) : [];
