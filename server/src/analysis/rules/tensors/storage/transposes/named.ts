// Transposes by their names: `sVt` over the memory of `sV`, which has the layout of that; or which nothing uses, where `sV`
// itself is taken for the operand (N,K) of a product.

import { Tensor } from '../../../../../evaluate/model/value.ts';
import { codeOf } from '../../../../../frontends/common/host-tokens.ts';
import { settledValueOf } from '../../../../document/extents.ts';
import { type CallAt, callsIn } from '../../../../document/written/calls-by-name.ts';
import { compactIn, targetBefore } from '../../../../document/written/source-text.ts';
import { functionCodeAt } from '../../../../indexing/text/function-code.ts';
import { keptByUnit } from '../../../../values/check-unit-memo.ts';
import type { Site } from '../../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../../rule.ts';
import { isSame, type Matrix, matrixOf, transposed } from './matrices.ts';

/** A tensor over memory, with the name that it is given. */
interface View {
  readonly site: Site;
  readonly name: string;
  /** What stands for the memory: the pointer as it is written, or that of the tensor whose `data()` it is. */
  readonly memory: string;
  readonly layout: Site;
}

/** `sV.data()`, `sV.iterator` */
const OF_TENSOR = /^(\w+)\.(?:data\(\)|iterator)$/;
/** `sVt` of `sV`, `SmemLayoutVtransposed` of `SmemLayoutV`. */
const SUFFIX = /(?:_?[tT]|_?[tT]rans(?:posed)?)$/;

const isNamedAfter = (name: string, of: string): boolean =>
  name.startsWith(of) && SUFFIX.test(name) && name.replace(SUFFIX, '') === of;

function viewsIn(calls: readonly CallAt[], code: string): readonly View[] {
  const written = compactIn(code);
  const views: View[] = [];
  for (const { site, call } of calls) {
    const [pointer, layout] = call.args;
    const name = targetBefore(code, site.span.start);
    if (name === '' || pointer === undefined || layout === undefined || call.args.length > 2) continue;
    const own = written(pointer);
    const of = OF_TENSOR.exec(own)?.[1];
    const memory = views.findLast((view) => view.name === of)?.memory ?? own;
    views.push({ site, name, memory, layout });
  }
  return views;
}

const matrixAt = ({ model }: RuleContext, { site }: View): Matrix | null => {
  const value = settledValueOf(model, site);
  return value instanceof Tensor ? matrixOf(value.layout) : null;
};

/** How often a name stands in the function around. */
const countIn = (code: string, name: string): number =>
  [...code.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length;

/** A view that is named after the transpose of another one, and has its layout. */
function sameLayout(view: View, of: View, context: RuleContext): readonly RuleFinding[] {
  const { text, model } = context;
  const code = codeOf(text, view.site.dialect === 'python' ? 'python' : 'cpp');
  const written = compactIn(code);
  const [own, other] = [view, of].map((each) => matrixAt(context, each));
  const isOne =
    own != null && other != null
      ? isSame(own, other) && !isSame(own, transposed(own))
      : own == null && other == null && written(view.layout) === written(of.layout);
  if (!isOne || model.neverRuns(view.site)) return [];
  const { span } = view.layout;
  const type = /^([\w:]*?)(\w+)\{\}$/.exec(written(view.layout));
  const right = type === null ? null : `${type[2]}${view.name.slice(of.name.length)}`;
  const isThere = right !== null && new RegExp(`\\b(?:using|auto)\\s+${right}\\b`).test(code);
  const newText = `${type?.[1] ?? ''}${right}{}`;
  const fixes = isThere ? [{ title: `Take ${newText}`, span, newText }] : [];
  const message = `${view.name} has the layout of ${of.name}, whose memory it is: its rows and columns are not exchanged`;
  return [{ span, message, fixes }];
}

/** An operand (N,K) that is no transpose, where the transpose is made and nothing else is said of it. */
function unused(
  view: View,
  of: View,
  operands: readonly CallAt[],
  context: RuleContext,
): readonly RuleFinding[] {
  const { text, model } = context;
  const [own, other] = [view, of].map((each) => matrixAt(context, each));
  const isTranspose =
    own != null && other != null
      ? own.rows === own.columns && isSame(own, transposed(other)) && !isSame(own, other)
      : own == null && other == null && isNamedAfter(view.name, of.name);
  const around = isTranspose ? functionCodeAt(view.site, text) : null;
  if (around === null) return [];
  // What is copied to a fragment of the transpose is to be the transpose, too.
  const fragments = countIn(around.code, `partition_fragment_B\\s*\\(\\s*${view.name}`);
  if (countIn(around.code, view.name) !== 1 + fragments) return [];
  const use = fragments > 0 ? 'is what the fragment is made of' : 'is not used';
  return operands.flatMap(({ site, call }): readonly RuleFinding[] => {
    const [given] = call.args;
    if (given === undefined || text.slice(given.span.start, given.span.end).trim() !== of.name) return [];
    if (model.neverRuns(site)) return [];
    const { span } = given;
    const message = `${of.name} is taken as it was written, and ${view.name}, its transpose over the same memory, ${use}: B has the modes (N, K)`;
    return [{ span, message, fixes: [{ title: `Take ${view.name}`, span, newText: view.name }] }];
  });
}

/** Findings of `other-view` about transposes by their names. */
export const checkNamedTransposes = keptByUnit<RuleContext, RuleFinding>(({ sites }, context) => {
  const calls = callsIn(sites, ['make_tensor']);
  if (calls.length < 2) return [];
  const views = viewsIn(calls, codeOf(context.text, context.model.dialect === 'python' ? 'python' : 'cpp'));
  const operands = callsIn(sites, ['partition_B', 'partition_fragment_B']);
  return views.flatMap((view, i) =>
    views
      .slice(0, i)
      .filter(
        (of) => of.memory === view.memory && of.name !== view.name && of.site.within === view.site.within,
      )
      .flatMap((of) => [
        ...(isNamedAfter(view.name, of.name) ? sameLayout(view, of, context) : []),
        ...unused(view, of, operands, context),
      ]),
  );
});
