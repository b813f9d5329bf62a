// Products of warp groups that nobody commits, so that a wait waits for none of them, or that no `wgmma.fence` stands before
// (PTX ISA, `wgmma.fence` and `wgmma.commit_group`).

import { functionAround } from '../../../document/written/around.ts';
import { callsBy, pythonCallsBy } from '../../../indexing/callers.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** The steps around products, as a language calls them. */
interface Steps {
  readonly fence: RegExp;
  readonly commit: RegExp;
  readonly wait: RegExp;
  readonly products: RegExp;
  readonly written: { readonly fence: string; readonly commit: string };
}

const STEPS: Readonly<Record<'cpp' | 'python', Steps>> = {
  cpp: {
    fence: /\bwarpgroup_arrive\s*\(/,
    commit: /\bwarpgroup_commit_batch\s*\(/,
    wait: /\bwarpgroup_wait\s*</,
    products: /\bgemm\s*\(/,
    written: { fence: 'warpgroup_arrive()', commit: 'warpgroup_commit_batch()' },
  },
  python: {
    fence: /\bwarpgroup\s*\.\s*fence\s*\(/,
    commit: /\bwarpgroup\s*\.\s*commit_group\s*\(/,
    wait: /\bwarpgroup\s*\.\s*wait_group\s*\(/,
    products: /\bcute\s*\.\s*gemm\s*\(/,
    written: { fence: 'cute.nvgpu.warpgroup.fence()', commit: 'cute.nvgpu.warpgroup.commit_group()' },
  },
};

/** The steps of the function around, where products stand in it: one that does one step itself does the others, too. */
function stepsAround(site: Site, { model, text }: RuleContext): (Steps & { readonly code: string }) | null {
  const around = functionCodeAt(site, text);
  const steps = STEPS[site.dialect === 'python' ? 'python' : 'cpp'];
  return around === null || !steps.products.test(around.code) || model.neverRuns(site)
    ? null
    : { ...steps, code: around.code };
}

/** A helper may fence and commit the products that are waited for. */
function checkWait(site: Site, context: RuleContext): RuleFinding | null {
  const steps = stepsAround(site, context);
  if (steps === null || !steps.fence.test(steps.code) || steps.commit.test(steps.code)) return null;
  const message = `nothing commits the products, so that this waits for none of them: ${steps.written.commit} behind them`;
  return steps.wait.test(steps.code) ? { span: site.span, message } : null;
}

function checkCommit(site: Site, context: RuleContext): RuleFinding | null {
  const steps = stepsAround(site, context);
  if (steps === null || steps.fence.test(steps.code) || !steps.commit.test(steps.code)) return null;
  const message = `the products may begin before what they read and add to is written: ${steps.written.fence} in front of them`;
  return { span: site.span, message };
}

/** Findings of `unordered-access` about the steps around products of warp groups; one of each function. */
export function checkCommittedProducts(context: RuleContext): readonly RuleFinding[] {
  const { model } = context;
  const [waits, commits] =
    model.dialect === 'python'
      ? [pythonCallsBy(model, 'wait_group'), pythonCallsBy(model, 'commit_group')]
      : [callsBy(model, 'warpgroup_wait'), callsBy(model, 'warpgroup_commit_batch')];
  const firsts = (sites: readonly Site[]) =>
    new Map([...sites].reverse().map((site) => [functionAround(site), site])).values();
  return [
    ...[...firsts(waits)].flatMap((site) => checkWait(site, context) ?? []),
    ...[...firsts(commits)].flatMap((site) => checkCommit(site, context) ?? []),
  ];
}
