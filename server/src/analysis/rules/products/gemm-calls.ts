// The calls of `gemm`, and what they multiply.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { writtenCall } from '../../document/written/call.ts';
import { callsBy, pythonCallsBy } from '../../indexing/callers.ts';
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

/** The calls of `gemm` in Python: those that evaluation does not refuse. */
export function gemmCalls({ model, text }: RuleContext): readonly CalledSite[] {
  if (!mentions(text, 'gemm(')) return [];
  return pythonCallsBy(model, 'gemm').flatMap((site) => {
    const call = writtenCall(site);
    return call === null || model.neverRuns(site) || isFailure(model.evaluate(site).value)
      ? []
      : [{ site, call }];
  });
}
