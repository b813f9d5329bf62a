// The calls of `gemm`, and what they multiply.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { pythonCalls } from '../../../evaluate/python/plain/calls.ts';
import { PlacedSite } from '../../document/placed-site.ts';
import { siteOf, writtenCall } from '../../document/written-call.ts';
import { callsBy } from '../../indexing/callers.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, RuleContext } from '../rule.ts';

/** The operands A and B of all products, places of the document or not. */
export const multiplied = (
  context: RuleContext,
): readonly { readonly site: Site; readonly operands: readonly Site[] }[] => [
  ...gemmCalls(context).map(({ site, call }) => ({ site, operands: call.args.slice(2, 4) })),
  ...callsBy(context.model, 'gemm').flatMap((site) => {
    const call = site.dialect === 'cpp' ? writtenCall(site) : null;
    return call === null ? [] : [{ site, operands: call.args.slice(-3, -1) }];
  }),
];

/** The calls of `gemm` in Python, which are no places of the document: those that evaluation does not refuse. */
export function gemmCalls({ model, text }: RuleContext): readonly CalledSite[] {
  if (!text.includes('gemm(')) return [];
  return model.sitesByUnit.flatMap(({ parts }) => {
    const some = parts.find(({ sites }) => sites.length > 0)?.sites[0];
    if (!(some instanceof PlacedSite) || some.dialect !== 'python') return [];
    return (pythonCalls(some.memo.placed.unit).get('gemm') ?? []).flatMap(({ call: expr }) => {
      const site = siteOf(some, expr);
      const call = writtenCall(site);
      return call === null || model.neverRuns(site) || isFailure(model.evaluate(site).value)
        ? []
        : [{ site, call }];
    });
  });
}
