// A list of Python that a layout with gaps indexes, and that has the layout's size.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { Layout } from '../../../algebra/layout/layout.ts';
import { size } from '../../../algebra/layout/measure.ts';
import { knownValueOf } from '../../document/extents.ts';
import { callsOf, lengthOf, repetitionAt, writtenCall } from '../../document/written-call.ts';
import { farthestOffset } from '../../values/reach.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';

function checkCall({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const [index] = call.args;
  if (site.dialect !== 'python' || index === undefined) return [];
  const layout = knownValueOf(model, writtenCall(index)?.callee);
  const made = lengthOf(call.callee);
  const written = made === null ? null : repetitionAt(made);
  if (!(layout instanceof Layout) || written === null) return [];
  const list = text.slice(call.callee.span.start, call.callee.span.end);
  if (new RegExp(`\\b${list}(?:\\.\\w+\\(|\\s*\\+=|\\s*\\*=)|\\bdel\\s+${list}\\b`).test(text)) return [];
  const count = knownValueOf(model, written);
  const [elements, last] = [size(layout), farthestOffset(layout)];
  if (typeof count !== 'number' || isFailure(elements) || last === null) return [];
  // A list of another length may be indexed by some coordinates only.
  if (count !== knownNumber(elements) || last < count) return [];
  const at = writtenCall(index)!.callee.span;
  const name = text.slice(at.start, at.end);
  return [
    {
      span: site.span,
      message: `${name} reaches ${last}, and the list has ${count} items, the size of ${name}: it needs the cosize, ${last + 1}`,
      fixes: [{ title: `Write cosize(${name})`, span: written.span, newText: `cosize(${name})` }],
    },
  ];
}

export const listSize: Rule = {
  id: 'list-size',
  severity: 'warning',
  title: 'The list is too short for the layout',
  description:
    'A list has as many items as a layout has elements, and is indexed by the layout, whose strides leave gaps: the last offsets are beyond its end. A list needs the `cosize` of the layout.',
  checkDocument: (context) =>
    // Without `[x] * n` there is no such list.
    /\]\s*\*/.test(context.text)
      ? callsOf(context.model, '[]').flatMap((called) => checkCall(called, context))
      : [],
};
