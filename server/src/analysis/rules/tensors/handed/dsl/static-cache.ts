// Kernels of CuTe DSL that are compiled for the shapes of the first call and kept by element types alone: `from_dlpack`
// gives a tensor a static layout, and the next call runs what the first one was compiled for.

import { codeOf } from '../../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../../syntax/text/mentions.ts';
import { functionAround } from '../../../../document/written/around.ts';
import { writtenCall } from '../../../../document/written/call.ts';
import { itemsAt, memberAt } from '../../../../document/written/expressions.ts';
import { initialiserOf } from '../../../../document/written/names.ts';
import { pythonCallsBy } from '../../../../indexing/callers.ts';
import { escaped } from '../../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../../indexing/text/function-code.ts';
import type { Site } from '../../../../values/model.ts';
import { PlacedSite } from '../../../../values/placed-site.ts';
import type { Rule, RuleContext, RuleFinding } from '../../../rule.ts';

/** `cache[key] = cute.compile(…)`, up to the call. */
const KEPT = /\[\s*([^[\]\n]+?)\s*\]\s*=\s*(?:\w+\.)*$/;
const TYPE = /^\w+(?:\.\w+)*\.(?:dtype|element_type)$/;

/** Whether a key is of element types alone, `x.dtype` and `(x.dtype, y.dtype)`, also by a name. */
function isOfTypes(key: string, body: string): boolean {
  const name = /^\w+$/.exec(key)?.[0];
  const given =
    name === undefined
      ? []
      : [...body.matchAll(new RegExp(`^[ \\t]*${escaped(name)}[ \\t]*=(?!=)[ \\t]*([^\\n]+)$`, 'gm'))];
  const written = name === undefined ? key : given.length === 1 ? given[0]![1]! : '';
  const items = written
    .trim()
    .replace(/^\(|,?\s*\)$/g, '')
    .split(',');
  return items.every((item) => TYPE.test(item.trim()));
}

/** The parameter of a function whose tensor is handed on with a static layout, `from_dlpack(x)` of x; null for others. */
function staticTensor(argument: Site, body: string, code: string): Site | null {
  const name = code.slice(argument.span.start, argument.span.end);
  const made = initialiserOf(argument) ?? argument;
  const call = writtenCall(made);
  const of = call?.name === 'from_dlpack' ? call.args[0] : undefined;
  if (call === null || of === undefined || memberAt(of) !== null || itemsAt(of) !== null) return null;
  // Whatever is asked of it afterwards may mark it.
  if (new RegExp(`(?<![\\w.])${escaped(name)}\\s*\\.`).test(body)) return null;
  const parameters = functionAround(argument)?.declarations.filter(({ kind }) => kind === 'parameter') ?? [];
  const tensor = code.slice(of.span.start, of.span.end);
  return parameters.some((parameter) => parameter.name === tensor) ? made : null;
}

function checkCompile(site: Site, { model, text }: RuleContext): readonly RuleFinding[] {
  const around = functionCodeAt(site, text);
  const call = writtenCall(site);
  if (around === null || call === null || !(site instanceof PlacedSite)) return [];
  const code = codeOf(text, 'python');
  const [, key] = KEPT.exec(code.slice(around.start, site.span.start)) ?? [];
  if (key === undefined || !isOfTypes(key, around.code)) return [];
  // Who looks at shapes before may keep those of one shape apart.
  if (/\b(?:if|assert)\b[^\n]*\b(?:shape|size|numel)\b/.test(around.code)) return [];
  const [found] = call.args.slice(1).flatMap((argument) => staticTensor(argument, around.code, code) ?? []);
  if (found === undefined || model.neverRuns(site)) return [];
  const written = code.slice(found.span.start, found.span.end);
  const message = `${written} has a static layout, for which the kernel is compiled, and it is kept by ${key.replace(/\s+/g, ' ')}, which tells types alone: a tensor of another shape runs what the first one was compiled for`;
  const { end } = found.span;
  const fixes = [
    { title: 'Add .mark_layout_dynamic()', span: { start: end, end }, newText: '.mark_layout_dynamic()' },
  ];
  return [{ span: found.span, message, fixes }];
}

export const staticCache: Rule = {
  id: 'static-cache',
  severity: 'warning',
  title: 'Compiled for one shape, kept for all',
  checkDocument: (context) =>
    context.model.dialect === 'python' &&
    mentions(context.text, 'from_dlpack') &&
    mentions(context.text, 'compile')
      ? pythonCallsBy(context.model, 'compile').flatMap((site) => checkCompile(site, context))
      : [],
};
