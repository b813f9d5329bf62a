// A list of Python that a layout with gaps indexes, and that has the layout's size.

import { innermostLayout } from '../../../../algebra/composed/composed.ts';
import { isFailure } from '../../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { type AnyLayout, ComposedLayout, Layout } from '../../../../algebra/layout/layout.ts';
import { size } from '../../../../algebra/layout/measure.ts';
import type { Value } from '../../../../evaluate/model/value.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { repetitionAt } from '../../../document/written/expressions.ts';
import { lengthOf } from '../../../document/written/names.ts';
import { restsOnDefault } from '../../../values/default-arguments.ts';
import { withInstances } from '../../../values/instances.ts';
import type { DocumentModel, Site } from '../../../values/model.ts';
import { farthestOffset } from '../../../values/reach.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../../rule.ts';

/** Whether something may make a list longer, or an attribute that is one another one. */
function mayGrow(list: string, text: string, at: number): boolean {
  const name = list.replace(/^.*\./, '');
  const isAttribute = name !== list;
  const written = isAttribute ? `\\.${name}` : `\\b${name}`;
  const seen = isAttribute ? withoutOtherClasses(list, text, at) : text;
  if (new RegExp(`${written}(?:\\.\\w+\\(|\\s*\\+=|\\s*\\*=)|\\bdel\\s+[\\w.]*${written}\\b`).test(seen))
    return true;
  // An attribute is given one list; items that are assigned leave its length.
  const given = new RegExp(`${written}\\s*(?:=[^=]|:[^=\\n]*=[^=]|,[^\\n]*=)`, 'g');
  return isAttribute && [...seen.matchAll(given)].length > 1;
}

/** A text without `self.items` of the classes in which a place is not. */
function withoutOtherClasses(attribute: string, text: string, at: number): string {
  const starts = [0, ...[...text.matchAll(/^class\b/gm)].map(({ index }) => index), text.length];
  const own = starts.findLastIndex((start) => start <= at);
  return starts
    .slice(0, -1)
    .map((start, i) => {
      const part = text.slice(start, starts[i + 1]);
      return i === own ? part : part.replaceAll(attribute, '');
    })
    .join('');
}

/** What two places are in one object, or call. */
interface Both {
  readonly values: readonly [Value, Value];
  /** Which one it is of several. */
  readonly label: string;
}

/** All that are known and that no default decides. */
function together(model: DocumentModel, of: readonly [Site, Site]): readonly Both[] {
  const [left, right] = of.map((site) => model.evaluations(site));
  return left!.flatMap(({ evaluation, label }, i) => {
    const other = right![i] ?? (right!.length === 1 ? right![0] : undefined);
    if (other === undefined || (left!.length === right!.length && other.label !== label)) return [];
    const both = [evaluation, other.evaluation];
    if (both.some(({ value, parameters }) => isFailure(value) || restsOnDefault(parameters))) return [];
    const values = both.map(({ value }) => value) as unknown as readonly [Value, Value];
    return [{ values, label: left!.length > 1 && label ? withInstances(label, []) : '' }];
  });
}

const sizeOf = (layout: AnyLayout): number | undefined => {
  const elements = size(innermostLayout(layout));
  return isFailure(elements) ? undefined : knownNumber(elements);
};

interface Beyond {
  readonly last: number;
  readonly layout: AnyLayout;
  readonly label: string;
}

/** The last offset of a layout beyond a list that has its size; null where there is none. */
function beyond({ values: [layout, count], label }: Both): Beyond | null {
  if (!(layout instanceof Layout || layout instanceof ComposedLayout) || typeof count !== 'number')
    return null;
  const last = farthestOffset(layout);
  // A list of another length may be indexed by some coordinates only.
  return last === null || count !== sizeOf(layout) || last < count ? null : { last, layout, label };
}

function checkCall({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const [index] = call.args;
  const indexed =
    site.dialect !== 'python' || index === undefined ? null : (writtenCall(index)?.callee ?? null);
  const made = indexed === null ? null : lengthOf(call.callee);
  const written = made === null ? null : repetitionAt(made);
  if (indexed === null || written === null) return [];
  const textOf = ({ span }: Site): string => text.slice(span.start, span.end);
  const found = together(model, [indexed, written]).flatMap((both) => beyond(both) ?? [])[0];
  if (found === undefined || mayGrow(textOf(call.callee), text, site.span.start)) return [];
  const name = textOf(indexed);
  const { last, layout, label } = found;
  // A swizzle may move offsets behind the cosize.
  const isPlain = layout instanceof Layout;
  const needs = isPlain ? `the cosize, ${last + 1}` : String(last + 1);
  const message = `${name} reaches ${last}, and the list has ${sizeOf(layout)} items, the size of ${name}: it needs ${needs}${label}`;
  // What an attribute is called may have another name where the list is made.
  const of = /^(?:\w+\.)?size(\(.*\))$/.exec(textOf(written))?.[1] ?? (/\./.test(name) ? null : `(${name})`);
  const fixes =
    of === null || !isPlain
      ? {}
      : { fixes: [{ title: `Write cosize${of}`, span: written.span, newText: `cosize${of}` }] };
  return [{ span: site.span, message, ...fixes }];
}

export const listSize: Rule = {
  id: 'list-size',
  severity: 'warning',
  title: 'The list is too short for the layout',
  checkDocument: (context) =>
    // Without `[x] * n` there is no such list.
    mentions(context.text, /\]\s*\*/)
      ? callsOf(context.model, '[]').flatMap((called) => checkCall(called, context))
      : [],
};
