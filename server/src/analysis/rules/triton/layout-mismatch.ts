import { isEqual } from '../../../algebra/linear/equality.ts';
import { LinearLayout } from '../../../algebra/linear/layout.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { type Blocked, type Encoding, TritonLayout } from '../../../hardware/triton/encoding.ts';
import { toLinearLayout } from '../../../hardware/triton/to-linear-layout.ts';
import { TritonTensor, tritonText } from '../../../hardware/triton/value.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { knownValueOf } from '../../document/extents.ts';
import { expansionAt, gluonLayoutOf, isWrittenOtherwise } from '../../document/gluon-layouts.ts';
import { argumentAt } from '../../document/written/call.ts';
import { siteOf } from '../../document/written/expressions.ts';
import { operatorsIn } from '../../tiles/operators.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkOperands } from './gluon/dot-operands.ts';

/** `x[:, None]` inserts the dimension that the SliceLayout of x has taken out; of tensors that are known evaluation tells. */
function checkCall({ site }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const expansion = site.dialect === 'python' ? expansionAt(site) : null;
  if (expansion === null || expansion.rank !== 2) return [];
  const { of, dimension } = expansion;
  const layout = gluonLayoutOf(model, of);
  if (layout?.layout !== 'SliceLayout' || layout.dim === dimension) return [];
  if (knownValueOf(model, of) instanceof TritonTensor) return [];
  const name = text.slice(of.span.start, of.span.end);
  return [
    {
      span: site.span,
      message: `dimension ${dimension} is inserted into ${name}, which lies as SliceLayout(${layout.dim}, …): it needs SliceLayout(${dimension}, …)`,
    },
  ];
}

/** What tensors are given to that Gluon takes element by element, by the places and names of their arguments. */
const TOGETHER: ReadonlyMap<string, readonly string[]> = new Map([
  ['where', ['condition', 'x', 'y']],
  ['maximum', ['x', 'y']],
  ['minimum', ['x', 'y']],
  ['load', ['pointer', 'mask']],
  ['store', ['pointer', 'value', 'mask']],
]);

/** The extents that tell two layouts apart, whatever tensor they are for. */
const tileOf = ({
  size_per_thread: values,
  threads_per_warp: lanes,
  warps_per_cta: warps,
}: Blocked): number[] => values.map((n, i) => n * lanes[i]! * warps[i]!);

/** Whether two layouts place the elements of a tensor that is as large as their tiles otherwise. */
function placesOtherwise(a: Encoding, b: Encoding): boolean {
  if (a.layout === 'SliceLayout' && b.layout === 'SliceLayout')
    return a.dim === b.dim && placesOtherwise(a.parent, b.parent);
  if (a.layout !== 'BlockedLayout' || b.layout !== 'BlockedLayout') return false;
  const [own, other] = [tileOf(a), tileOf(b)];
  if (own.length !== other.length) return false;
  const shape = own.map((n, i) => Math.max(n, other[i]!));
  const [one, two] = [toLinearLayout(a, shape), toLinearLayout(b, shape)];
  return one instanceof LinearLayout && two instanceof LinearLayout && !isEqual(one, two);
}

/** Two tensors that lie otherwise; of those that are known evaluation tells. */
function between({ model, text }: RuleContext, at: Site, left: Site, right: Site): readonly RuleFinding[] {
  const known = [left, right].every((side) => knownValueOf(model, side) instanceof TritonTensor);
  const [own, other] = known ? [null, null] : [left, right].map((side) => gluonLayoutOf(model, side));
  if (own == null || other == null || !isWrittenOtherwise(own, other)) return [];
  if (!placesOtherwise(own, other)) return [];
  const [a, b] = [left, right].map(({ span: { start, end } }) => text.slice(start, end));
  const layouts = [own, other].map((layout) => tritonText(new TritonLayout(layout)));
  const message = `${a} has ${layouts[0]}, and ${b} has ${layouts[1]}: one of them needs convert_layout`;
  return [{ span: at.span, message }];
}

/** Of texts of a version, which are searched once for all of their calls. */
const mentioning = new WeakMap<RuleContext, boolean>();

function mentionsGluon(context: RuleContext): boolean {
  const known = mentioning.get(context) ?? mentions(context.text, 'gluon');
  mentioning.set(context, known);
  return known;
}

const isOfGluon = (site: Site, context: RuleContext): site is PlacedSite =>
  site instanceof PlacedSite && site.dialect === 'python' && mentionsGluon(context);

function operatorFindings(site: PlacedSite, e: Expr, context: RuleContext): readonly RuleFinding[] {
  return operatorsIn(e).flatMap((operator) => {
    const [left, right] = [operator.left, operator.right].map((side) => siteOf(site, side));
    return between(context, siteOf(site, operator), left!, right!);
  });
}

/** What is computed in the arguments of a call, and what a function takes together. */
function checkTogether({ site, call }: CalledSite, context: RuleContext): readonly RuleFinding[] {
  if (!isOfGluon(site, context) || site.node.kind !== 'expression') return [];
  const { expr } = site.node;
  if (expr.kind !== 'call') return [];
  const inside = [...expr.args, ...expr.keywords.map(({ value }) => value)];
  const found = inside.flatMap((e) => operatorFindings(site, e, context));
  const given = TOGETHER.get(call.name)?.flatMap((name, i) => argumentAt(call, i, name) ?? []) ?? [];
  const [first, ...others] = given;
  return [...found, ...others.flatMap((other) => between(context, other, first!, other))];
}

function checkDeclaration(site: Site, context: RuleContext): readonly RuleFinding[] {
  if (!isOfGluon(site, context) || site.node.kind !== 'declaration') return [];
  const { init, element } = site.node.declaration;
  return init === null || element !== null || init.kind === 'mutated'
    ? []
    : operatorFindings(site, init, context);
}

export const layoutMismatch: Rule = {
  id: 'layout-mismatch',
  severity: 'error',
  title: 'Two layouts that differ',
  checkDeclaration,
  checkCall: (called, context) => [
    ...checkCall(called, context),
    ...checkOperands(called, context),
    ...checkTogether(called, context),
  ],
};
