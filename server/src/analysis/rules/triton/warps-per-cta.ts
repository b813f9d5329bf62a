// A BlockedLayout for another number of warps than its kernel is launched with.

import { knownValueOf } from '../../document/extents.ts';
import { callsOf, functionNameAt, type WrittenCall, writtenCall } from '../../document/written-call.ts';
import type { EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { findingAt, madeHere } from './made-layouts.ts';

/** `kernel[grid](…)` */
function isLaunchOf(call: WrittenCall, kernel: string, text: string): boolean {
  const launched = writtenCall(call.callee);
  if (launched === null || launched.name !== '[]') return false;
  const { start, end } = launched.callee.span;
  return text.slice(start, end) === kernel;
}

/** What all launches of the kernel in the file say; null where one does not, or they differ. */
function launchedWarps({ model, text }: RuleContext, kernel: string): number | null {
  const said = callsOf(model, '()').flatMap(({ call }) =>
    isLaunchOf(call, kernel, text) ? [knownValueOf(model, call.keywords.get('num_warps'))] : [],
  );
  const [first] = said;
  return typeof first === 'number' && said.every((n) => n === first) ? first : null;
}

function checkSite(evaluated: EvaluatedSite, context: RuleContext): readonly RuleFinding[] {
  const layout = madeHere(evaluated);
  if (layout?.layout !== 'BlockedLayout') return [];
  const kernel = functionNameAt(evaluated.site);
  // Partitions of a kernel have warps of their own.
  if (kernel === null || /\bwarp_specialize\b/.test(context.text)) return [];
  const launched = launchedWarps(context, kernel);
  const warps = layout.warps_per_cta.reduce((product, n) => product * n, 1);
  if (launched === null || launched === warps) return [];
  const factors = layout.warps_per_cta.join(' × ');
  return findingAt(
    evaluated,
    `warps_per_cta is ${factors} = ${warps} warps: ${kernel} is launched with num_warps=${launched}`,
  );
}

const checkDocument = (context: RuleContext): readonly RuleFinding[] =>
  callsOf(context.model, 'BlockedLayout').flatMap(({ site }) => {
    const [first] = context.model.evaluations(site);
    return first === undefined ? [] : checkSite({ site, evaluation: first.evaluation }, context);
  });

export const warpsPerCta: Rule = {
  id: 'warps-per-cta',
  severity: 'warning',
  title: 'Not the warps of the launch',
  description:
    'The product of `warps_per_cta` is the number of warps that a kernel is launched with: `num_warps`, which every launch in the file says. Triton refuses a kernel with another one.',
  checkDocument,
};
