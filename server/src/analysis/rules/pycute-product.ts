// Products of pycute by an integer, which its `logical_product` hands to `logical_divide`: `logical_product(L, 4)` cuts L
// into tiles of 4, where `logical_product(L, Layout(4))` repeats it four times.

import { isFailure } from '../../algebra/integer/failure.ts';
import { isPycute } from '../../evaluate/python/pycute/pycute.ts';
import { isInteger } from '../../evaluate/values/arithmetic.ts';
import { writtenCall } from '../document/written/call.ts';
import { operationName } from '../values/verdicts.ts';
import type { EvaluatedSite, RuleContext, RuleFinding } from './rule.ts';

const PRODUCT = /^(?:logical|zipped|tiled)_product$/;

/** Findings of `wrong-kind` about the second factor. */
export function checkPycuteProduct(
  { site, evaluation: { origin } }: EvaluatedSite,
  { text }: RuleContext,
): readonly RuleFinding[] {
  if (origin === null || site.dialect !== 'python' || !PRODUCT.test(operationName(origin))) return [];
  const [of, by] = origin.args.map(({ value }) => (isFailure(value) ? null : value));
  if (of == null || by == null || !isPycute(of) || !isInteger(by)) return [];
  const span = writtenCall(site)?.args[1]?.span;
  if (span === undefined) return [];
  const right = `Layout(${text.slice(span.start, span.end)})`;
  const message = `pycute divides by an integer here, and does not repeat the layout: ${right} repeats it`;
  const fixes = [{ title: `Write ${right}`, span, newText: right }];
  return [{ span, severity: 'warning', message, fixes }];
}
