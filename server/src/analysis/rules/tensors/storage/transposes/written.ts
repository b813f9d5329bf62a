// The same of layouts whose extents a template leaves open: `composition(SmemV{}, make_layout(Shape<Int<kD>, Int<kN>>{}))`,
// where SmemV is a `tile_to_shape` of (kN, kD).

import { Unknown } from '../../../../../evaluate/model/value.ts';
import { codeOf } from '../../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../../syntax/text/mentions.ts';
import { type WrittenCall, writtenCall } from '../../../../document/written/call.ts';
import { callsByUnit } from '../../../../document/written/calls-by-unit.ts';
import { siteOf } from '../../../../document/written/expressions.ts';
import { initialiserOf } from '../../../../document/written/names.ts';
import type { Site } from '../../../../values/model.ts';
import { PlacedSite } from '../../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../../rule.ts';

/** How many names and types are followed. */
const MAXIMUM_DEPTH = 8;

/** The call that makes a layout, behind `X{}`, `decltype(call)`, `tensor.layout()` and names for them. */
function callBehind(site: Site, depth = 0): WrittenCall | null {
  const call = writtenCall(site);
  if (depth > MAXIMUM_DEPTH) return call;
  // Of a tensor its layout.
  const [first, layout, ...more] = call?.args ?? [];
  if (call?.name === 'layout' && (call.object ?? first) != null)
    return callBehind((call.object ?? first)!, depth + 1);
  if (call?.name === 'make_tensor' && layout !== undefined && more.length === 0)
    return callBehind(layout, depth + 1);
  if (call !== null) return call;
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  if (expr.kind === 'construct' && expr.args.length === 0)
    return callBehind(siteOf(site, expr.type), depth + 1);
  if (expr.kind === 'decltype') return callBehind(siteOf(site, expr.operand), depth + 1);
  const given = initialiserOf(site);
  return given === null ? null : callBehind(given, depth + 1);
}

/** The two extents of `Shape<M, N>{}` and `make_shape(M{}, N{})`, as they are written. */
function pairAt(site: Site | undefined, code: string): readonly string[] | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  const call = writtenCall(site);
  const written = (each: Site): string =>
    code.slice(each.span.start, each.span.end).replace(/\s+/g, '').replace(/\{\}$/, '');
  if (call !== null)
    return call.name === 'make_shape' && call.args.length === 2 ? call.args.map(written) : null;
  if (expr.kind !== 'construct' || expr.args.length > 0 || expr.type.kind !== 'template') return null;
  const { target, args } = expr.type;
  const isShape = target.kind === 'name' && target.name === 'Shape' && args.length === 2;
  return isShape ? args.map((arg) => written(siteOf(site, arg))) : null;
}

/** Whether the elements of a layout of a shape come in the order of the shape, the first mode first. */
const isCounting = ({ name, args }: WrittenCall, code: string): boolean =>
  name === 'make_layout' &&
  (args.length === 1 ||
    (args.length === 2 &&
      /^(?:cute::)?(?:GenColMajor|LayoutLeft)\{\}$/.test(
        code.slice(args[1]!.span.start, args[1]!.span.end),
      )));

const checkCompositions = callsByUnit<RuleContext, RuleFinding>(['composition'], (calls, { model, text }) => {
  const code = codeOf(text, 'cpp');
  return calls.flatMap(({ site, call }) => {
    const [of, by] = call.args.map((arg) => callBehind(arg));
    if (of?.name !== 'tile_to_shape' || by == null || !isCounting(by, code)) return [];
    const [pair, asked] = [pairAt(of.args[1], code), pairAt(by.args[0], code)];
    if (
      pair === null ||
      asked === null ||
      pair[0] === pair[1] ||
      pair[0] !== asked[1] ||
      pair[1] !== asked[0]
    )
      return [];
    // What is known evaluation tells.
    if (!(model.evaluate(site).value instanceof Unknown) || model.neverRuns(site)) return [];
    const [rows, columns] = asked;
    const message = `it reshapes and does not transpose: (${rows},${columns}) leaves the elements of (${columns},${rows}) in their order, and a transpose is composed with that shape by GenRowMajor{}`;
    return [{ span: call.args[1]!.span, message }];
  });
});

/** Findings of `other-view` about compositions of open extents. */
export const checkWrittenTransposes = (context: RuleContext): readonly RuleFinding[] =>
  context.model.dialect === 'cpp' && mentions(context.text, 'tile_to_shape')
    ? checkCompositions(context)
    : [];
