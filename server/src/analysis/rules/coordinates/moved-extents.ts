// Coordinates in one sequence of a batch of varied lengths that are compared with the extent of all sequences:
// `domain_offset` moves where a tensor begins, and its shape stays.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { argumentAt, writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { coordinatesAt } from '../../document/written/coordinates.ts';
import { givenTo } from '../../document/written/names.ts';
import { spacedIn } from '../../document/written/source-text.ts';
import { escaped } from '../../indexing/text/code.ts';
import { functionCodeAt } from '../../indexing/text/function-code.ts';
import type { Site } from '../../values/model.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../rule.ts';

const EXTENTS: readonly RegExp[] = [
  /^(?<tensor>\w+)\.shape\[(?<mode>\d)\]$/,
  /^cute\.size\((?<tensor>\w+),mode=\[(?<mode>\d)\]\)$/,
  /^(?:cute::)?(?:size|shape)<(?<mode>\d)>\((?<tensor>\w+)\)$/,
];

/** The tensor and the mode of `X.shape[0]` and `size<0>(X)`. */
function extentOf(limit: Site, code: string): { readonly tensor: string; readonly mode: number } | null {
  const { start, end } = givenTo(limit).span;
  const written = code.slice(start, end).replace(/\s+/g, '');
  const found = EXTENTS.map((form) => form.exec(written)?.groups).find((groups) => groups !== undefined);
  return found === undefined ? null : { tensor: found.tensor!, mode: Number(found.mode) };
}

/** `b` of `cu[b]`, in either language, of a list by its name. */
const ITEM = /^(\w+)[[(]\s*([^\][()]+?)\s*[\])]$/;

/** The name of the length of a sequence that begins at `start`, `n = cu[b + 1] - start`; null where the function has none. */
function lengthIn(body: string, start: string, begin: string): string | null {
  const [, list, at] = ITEM.exec(begin) ?? [];
  if (list === undefined || at === undefined) return null;
  const item = `${escaped(list)}\\s*[\\[(]\\s*${escaped(at)}\\s*\\+\\s*1\\s*[\\])]`;
  const from = `(?:${escaped(start)}|${escaped(list)}\\s*[\\[(]\\s*${escaped(at)}\\s*[\\])])`;
  return new RegExp(`\\b(\\w+)\\s*=\\s*${item}\\s*-\\s*${from}\\s*[;\\n]`).exec(body)?.[1] ?? null;
}

function checkLimit({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const code = codeOf(text, model.dialect === 'python' ? 'python' : 'cpp');
  const limit = call.args[1];
  const extent = limit === undefined ? null : extentOf(limit, code);
  const around = functionCodeAt(site, text);
  if (limit === undefined || extent === null || around === null) return [];
  const written = spacedIn(code);
  const moved = callsOf(model, 'domain_offset').filter(
    ({ site: other }) =>
      around.start <= other.span.start && other.span.end <= around.start + around.code.length,
  );
  const isCoordinates = moved.some(({ call: { args } }) => {
    const of = args[1];
    return of === undefined || writtenCall(givenTo(of))?.name === 'make_identity_tensor';
  });
  const own = moved.find(({ site: other }) =>
    new RegExp(`(?<![\\w.])${escaped(extent.tensor)}\\s*=\\s*(?:cute(?:::|\\.))?$`).test(
      code.slice(around.start, other.span.start),
    ),
  );
  const offset = own === undefined ? undefined : argumentAt(own.call, 0, 'coord');
  // Coordinates that are moved as well are those in all sequences.
  if (offset === undefined || isCoordinates || !/\bmake_identity_tensor\b/.test(around.code)) return [];
  const begin = coordinatesAt(offset)?.[extent.mode];
  const start = begin === undefined ? '' : written(begin);
  if (begin === undefined || !/^\w+$/.test(start)) return [];
  const length = lengthIn(around.code, start, written(givenTo(begin)));
  if (length === null || model.neverRuns(site)) return [];
  const message = `${extent.tensor} begins at ${start} and keeps the extent of all sequences: coordinates in this one are compared with ${written(givenTo(limit))}, where ${length} elements of it are`;
  const fixes = [{ title: `Take ${length}`, span: limit.span, newText: length }];
  return [{ span: limit.span, message, fixes }];
}

/** Findings of `predicate-shape` about the extents of tensors that `domain_offset` has moved. */
export const checkMovedExtents = (context: RuleContext): readonly RuleFinding[] =>
  mentions(context.text, 'domain_offset') && mentions(context.text, 'make_identity_tensor')
    ? callsOf(context.model, 'elem_less').flatMap((called) => checkLimit(called, context))
    : [];
