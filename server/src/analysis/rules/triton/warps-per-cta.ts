// A BlockedLayout for another number of warps than its kernel is launched with, made in the kernel or handed to it.

import type { Value } from '../../../evaluate/model/value.ts';
import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { type Blocked, type Encoding, TritonLayout } from '../../../hardware/triton/encoding.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { knownValueOf, settledValueOf } from '../../document/extents.ts';
import { functionNameAt } from '../../document/written/around.ts';
import { type WrittenCall, writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { closing } from '../../indexing/text/code.ts';
import { tritonLaunches } from '../../tiles/launches.ts';
import type { CalledSite, EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { partitionWarps } from './gluon/partition-warps.ts';
import { findingAt, madeHere } from './made-layouts.ts';

/** What Triton launches a kernel with of which nobody says it. */
const DEFAULT_WARPS = 4;

/** Whether the kernel has the one decorator that compiles it: others choose the number of warps. */
const isCompiledAlone = (text: string, kernel: string): boolean =>
  new RegExp(`(?<!@[^\\n]*\\n\\s*)@(?:\\w+\\.)?jit\\s*\\n\\s*def ${kernel}\\b`).test(codeOf(text, 'python'));

/** The number of warps of one launch; null where it is not known. */
function warpsAt(
  { model, text }: RuleContext,
  { keywords, callee }: WrittenCall,
  kernel: string,
): Value | null {
  const given = keywords.get('num_warps');
  if (given !== undefined) return knownValueOf(model, given);
  const code = codeOf(text, 'python');
  const open = code.indexOf('(', callee.span.end);
  // `**options` may say it.
  const isWritten = open >= 0 && !code.slice(open, closing(code, open)).includes('**');
  return isWritten && isCompiledAlone(text, kernel) ? DEFAULT_WARPS : null;
}

const isSaid = (context: RuleContext, kernel: string): boolean =>
  tritonLaunches(context, kernel).some(({ call }) => call.keywords.has('num_warps'));

/** What all launches of the kernel in the file say; null where one does not, or they differ. */
function launchedWarps(context: RuleContext, kernel: string): number | null {
  const said = tritonLaunches(context, kernel).map(({ call }) => warpsAt(context, call, kernel));
  const [first] = said;
  return typeof first === 'number' && said.every((n) => n === first) ? first : null;
}

function checkSite(evaluated: EvaluatedSite, context: RuleContext): readonly RuleFinding[] {
  const layout = madeHere(evaluated);
  if (layout?.layout !== 'BlockedLayout') return [];
  const kernel = functionNameAt(evaluated.site);
  if (kernel === null) return [];
  if (hasPartitions(context)) {
    const own = partitionWarps(context, kernel);
    if (own === null || own === warpsOf(layout)) return [];
    return findingAt(evaluated, `${warpsText(layout)}: ${kernel} is a partition of ${own}`);
  }
  const launched = launchedWarps(context, kernel);
  if (launched === null || launched === warpsOf(layout)) return [];
  return findingAt(
    evaluated,
    `${warpsText(layout)}: ${kernel} is launched with num_warps=${launched}${isSaid(context, kernel) ? '' : ', the default'}`,
  );
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
const hasPartitions = ({ text }: RuleContext): boolean => mentions(text, /\bwarp_specialize\b/);

function checkDocument(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (!mentions(text, 'BlockedLayout')) return [];
  const made = callsOf(model, 'BlockedLayout').flatMap(({ site }) => {
    const [first] = model.evaluations(site);
    return first === undefined ? [] : checkSite({ site, evaluation: first.evaluation }, context);
  });
  if (hasPartitions(context)) return made;
  return [...made, ...callsOf(model, '()').flatMap((called) => handedOver(called, context))];
}

export const warpsPerCta: Rule = {
  id: 'warps-per-cta',
  severity: 'warning',
  title: 'Not the warps of the launch',
  checkDocument,
};
