// Columns of tensor memory that are given back in another number than they were taken: `allocate(256, &base)` and later
// `free(base, 128)`. What is not given back is nobody's, and the next block waits for it.

import { mentions } from '../../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** Findings of `tmem-columns` about what allocators of C++ free. */
export function checkFreed(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (model.dialect === 'python' || !mentions(text, /\bAllocator[12]Sm\b/)) return [];
  const called = (name: string) =>
    callsOf(model, name).flatMap(({ site, call }) =>
      call.object === null || call.args.length !== 2
        ? []
        : [{ site, call, of: text.slice(call.object.span.start, call.object.span.end) }],
    );
  const taken = called('allocate');
  return called('free').flatMap(({ site, call, of }): readonly RuleFinding[] => {
    const around = functionAround(site);
    const own = taken.filter((each) => each.of === of && functionAround(each.site) === around);
    const [only, ...others] = own;
    const [has, gives] = [only?.call.args[0], call.args[1]!].map((arg) => settledNumberAt(model, arg));
    if (only === undefined || others.length > 0 || has === undefined || gives === undefined) return [];
    if (has === gives || model.neverRuns(site)) return [];
    const message = `${has} columns are allocated, and ${gives} given back`;
    return [
      { span: call.args[1]!.span, message, related: [{ span: only.site.span, message: 'allocated here' }] },
    ];
  });
}
