// A BlockedLayout for another number of warps than its kernel is launched with, made in the kernel or handed to it.

import { type Blocked, type Encoding, TritonLayout } from '../../../hardware/triton/encoding.ts';
import { knownValueOf, settledValueOf } from '../../document/extents.ts';
import { callsOf, functionNameAt, writtenCall } from '../../document/written-call.ts';
import { tritonLaunches } from '../../tiles/launches.ts';
import type { CalledSite, EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { findingAt, madeHere } from './made-layouts.ts';

/** What all launches of the kernel in the file say; null where one does not, or they differ. */
function launchedWarps(context: RuleContext, kernel: string): number | null {
  const said = tritonLaunches(context, kernel).map(({ call }) =>
    knownValueOf(context.model, call.keywords.get('num_warps')),
  );
  const [first] = said;
  return typeof first === 'number' && said.every((n) => n === first) ? first : null;
}

function checkSite(evaluated: EvaluatedSite, context: RuleContext): readonly RuleFinding[] {
  const layout = madeHere(evaluated);
  if (layout?.layout !== 'BlockedLayout') return [];
  const kernel = functionNameAt(evaluated.site);
  if (kernel === null) return [];
  const launched = launchedWarps(context, kernel);
  if (launched === null || launched === warpsOf(layout)) return [];
  return findingAt(evaluated, `${warpsText(layout)}: ${kernel} is launched with num_warps=${launched}`);
}

const warpsOf = ({ warps_per_cta: warps }: Blocked): number => warps.reduce((product, n) => product * n, 1);

const warpsText = (layout: Blocked): string =>
  `warps_per_cta is ${layout.warps_per_cta.join(' × ')} = ${warpsOf(layout)} warps`;

const blockedIn = (layout: Encoding): Blocked | null =>
  layout.layout === 'SliceLayout'
    ? blockedIn(layout.parent)
    : layout.layout === 'BlockedLayout'
      ? layout
      : null;

/** The layouts that a launch hands to its kernel. */
function handedOver({ call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const { args, keywords, callee } = call;
  const given = keywords.get('num_warps');
  const launched = given === undefined ? null : writtenCall(callee);
  if (launched?.name !== '[]') return [];
  const warps = settledValueOf(model, given);
  if (typeof warps !== 'number') return [];
  const { start, end } = launched.callee.span;
  return [...args, ...keywords.values()].flatMap((site) => {
    const value = settledValueOf(model, site);
    const layout = value instanceof TritonLayout ? blockedIn(value.encoding) : null;
    if (layout === null || warpsOf(layout) === warps) return [];
    const kernel = text.slice(start, end);
    return [
      { span: site.span, message: `${warpsText(layout)}: ${kernel} is launched with num_warps=${warps}` },
    ];
  });
}

/** Partitions of a kernel have warps of their own. */
const hasPartitions = ({ text }: RuleContext): boolean => /\bwarp_specialize\b/.test(text);

function checkDocument(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (!text.includes('num_warps') || !text.includes('BlockedLayout') || hasPartitions(context)) return [];
  const made = callsOf(model, 'BlockedLayout').flatMap(({ site }) => {
    const [first] = model.evaluations(site);
    return first === undefined ? [] : checkSite({ site, evaluation: first.evaluation }, context);
  });
  return [...made, ...callsOf(model, '()').flatMap((called) => handedOver(called, context))];
}

export const warpsPerCta: Rule = {
  id: 'warps-per-cta',
  severity: 'warning',
  title: 'Not the warps of the launch',
  description:
    'The product of `warps_per_cta` is the number of warps that a kernel is launched with: `num_warps`, which every launch in the file says. Triton refuses a kernel with another one.',
  checkDocument,
};
