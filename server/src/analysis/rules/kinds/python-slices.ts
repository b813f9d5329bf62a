// `tensor[:, 0]` of CuTe DSL, whose coordinates take None for the whole of a mode: a slice of Python is no coordinate.

import { mentions } from '../../../syntax/text/mentions.ts';
import { extentsOf } from '../../document/extents.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** `:`, `1:4`, `::2` */
const SLICE = /^[^:,()[\]{}]*:[^,()[\]{}]*$/;

export function checkPythonSlice(
  { site, call }: CalledSite,
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  if (site.dialect !== 'python' || call.name !== '[]') return [];
  const written = ({ span }: Site): string => text.slice(span.start, span.end);
  const slices = call.args.filter((given) => SLICE.test(written(given)));
  const [first] = slices;
  // A tensor of PyTorch, which has slices, has no extents here.
  if (first === undefined || extentsOf(model, call.callee) === null || model.neverRuns(site)) return [];
  const isWhole = slices.every((slice) => written(slice) === ':');
  const span = { start: first.span.start, end: call.args.at(-1)!.span.end };
  const newText = call.args
    .slice(call.args.indexOf(first))
    .map((given) => (slices.includes(given) ? 'None' : written(given)))
    .join(', ');
  const fixes = isWhole ? { fixes: [{ title: 'Write None', span, newText }] } : {};
  const message = `${written(first)} is a slice of Python, which is no coordinate: None stands for the whole of a mode`;
  return [{ span: first.span, message, ...fixes }];
}

/** Tensors of another package, which may take slices. */
export const isOfOtherTensors = ({ message }: RuleFinding, { text }: RuleContext): boolean =>
  message.includes('slice of Python') && !mentions(text, /\bcutlass\b/);
