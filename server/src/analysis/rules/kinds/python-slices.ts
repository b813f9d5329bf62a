// `tensor[:, 0]` of CuTe DSL, whose coordinates take None for the whole of a mode: a slice of Python is no coordinate.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { extentsOf } from '../../document/extents.ts';
import { writtenCall } from '../../document/written/call.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { definitionAround, escaped } from '../../indexing/text/code.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

/** `:`, `1:4`, `::2` */
const SLICE = /^[^:,()[\]{}]*:[^,()[\]{}]*$/;

/** What makes a tensor of CuTe, or a part of one. */
const MAKES_TENSOR =
  /^(?:local_tile|local_partition|partition_[A-Z]|partition_fragment_[A-Z]|(?:zipped|logical|tiled|flat)_divide|make_tensor|make_fragment\w*|make_rmem_tensor|make_identity_tensor|allocate_tensor|get_tensor|get_tma_tensor|retile|composition|domain_offset|group_modes)$/;

export function checkPythonSlice(
  { site, call }: CalledSite,
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  if (site.dialect !== 'python' || call.name !== '[]') return [];
  const written = ({ span }: Site): string => text.slice(span.start, span.end);
  const slices = call.args.filter((given) => SLICE.test(written(given)));
  const [first] = slices;
  if (first === undefined || model.neverRuns(site)) return [];
  const made = initialiserOf(call.callee);
  const isMade = made !== null && MAKES_TENSOR.test(writtenCall(made)?.name ?? '');
  const of = written(call.callee);
  if (isMade ? extentsOf(model, call.callee) === null : made !== null || !/^\w+$/.test(of)) return [];
  const isWhole = slices.every((slice) => written(slice) === ':');
  const span = { start: first.span.start, end: call.args.at(-1)!.span.end };
  const newText = call.args
    .slice(call.args.indexOf(first))
    .map((given) => (slices.includes(given) ? 'None' : written(given)))
    .join(', ');
  const fixes = isWhole ? { fixes: [{ title: 'Write None', span, newText }] } : {};
  const message = `${written(first)} is a slice of Python, which is no coordinate: None stands for the whole of a mode`;
  const data = isMade ? {} : { parameter: of };
  return [{ span: first.span, message, data: { isSlice: true, ...data }, ...fixes }];
}

/**
 * Tensors of another package and arrays of the DSL take slices, and quack teaches those of CuTe to. A parameter is a tensor
 * where its annotation says so.
 */
export function isOfOtherTensors({ data, span }: RuleFinding, { text }: RuleContext): boolean {
  if (data?.isSlice !== true) return false;
  if (!mentions(text, /\bcutlass\b/) || mentions(text, /\bquack\b/)) return true;
  const { parameter } = data;
  if (typeof parameter !== 'string') return false;
  const annotated = new RegExp(`\\b${escaped(parameter)}\\s*:\\s*(?:Optional\\[)?cute\\.Tensor\\b`);
  return !annotated.test(definitionAround(codeOf(text, 'python'), span.start));
}
