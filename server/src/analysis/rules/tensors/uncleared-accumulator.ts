// Accumulators that a product adds to before anything gives them a value: `gemm(mma, rA, rB, acc)` of `acc =
// partition_fragment_C(…)`, whose registers hold what was in them.

import { codeOf } from '../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../syntax/text/mentions.ts';
import { functionAround } from '../../document/written/around.ts';
import { writtenCall } from '../../document/written/call.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import { callsBy, pythonCallsBy } from '../../indexing/callers.ts';
import { escaped } from '../../indexing/text/code.ts';
import { type FunctionCode, functionCodeAt } from '../../indexing/text/function-code.ts';
import type { Site } from '../../values/model.ts';
import { checkHandedAccumulators } from '../products/handed-accumulators.ts';
import { givenOnce, isKeptForTiles } from '../products/kept-accumulator.ts';
import { checkKeptElements } from '../products/kept-elements.ts';
import type { Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkKeptSums } from '../triton/gluon/kept-sums.ts';

/** What the product overwrites the accumulator by is said of the MMA. */
const OVERWRITES = /\baccumulate_\b|\bScaleOut\b|\bACCUMULATE\b|\bzero_init\b|\bscale_?[cC]\b/;

/** Where an accumulator is only asked for what it is, or is a part of a type. */
const ASKS =
  /\b(?:size|shape|rank|layout|cosize|decltype|sizeof|print\w*|make_fragment_like|make_tensor_like|is_\w+|CUTE_STATIC_ASSERT_V|static_assert|retile_[SD]|get_layoutC\w*)\s*(?:<[^<>()]*>)?\s*\(\s*$/;
const ASKED = /^\s*\.\s*(?:layout|shape|stride|size|element_type|data)\b/;

/** So much of the code before a name may say what is asked of it. */
const NEAR = 80;

interface Product {
  readonly site: Site;
  readonly accumulator: Site;
}

/** `gemm(mma, a, b, c)`, `gemm(a, b, c)`; `cute.gemm(mma, d, a, b, c)` of Python adds to its last one. */
function productsIn({ model, text }: RuleContext): readonly Product[] {
  const isPython = model.dialect === 'python';
  const code = codeOf(text, isPython ? 'python' : 'cpp');
  const sites = isPython ? pythonCallsBy(model, 'gemm') : callsBy(model, 'gemm');
  return sites.flatMap((site): readonly Product[] => {
    const call = writtenCall(site);
    const callee = call === null ? '' : code.slice(call.callee.span.start, call.callee.span.end);
    // A function of the project by that name may clear it.
    if (call === null || !(isPython ? /^cute\.gemm$/ : /^(?:cute::)?gemm$/).test(callee)) return [];
    const count = call.args.length;
    const accumulator = (isPython ? count === 5 : count === 3 || count === 4) ? call.args.at(-1)! : null;
    return accumulator === null ? [] : [{ site, accumulator }];
  });
}

/** Where a name is given a fragment for a result that nothing has filled, counted in the code of the function; null for others. */
function madeAt(code: string, name: string): number | null {
  const made = givenOnce(code, name);
  if (made === null) return null;
  const given = code.slice(made);
  const isFragment =
    /^\s*(?:cute(?:::|\.))?(?:[\w.]+(?:\([\w.]*\))?\.)?(?:partition_fragment_C|make_fragment_C)\s*\(/.test(
      given,
    ) ||
    /^\s*(?:cute\.make_rmem_tensor|(?:cute::)?make_tensor<\w+>)\s*\(\s*(?:[\w.]+(?:\([\w.]*\))?(?:\.|::))?partition_shape_C\s*\(/.test(
      given,
    );
  return isFragment ? made : null;
}

/** Where the name is used first behind its declaration, other than in questions. */
function firstUse(code: string, name: string, from: number): number | null {
  const end = code.slice(from).search(/[;\n]/);
  const uses = code
    .slice(from + Math.max(0, end))
    .matchAll(new RegExp(`(?<![\\w.])${escaped(name)}(?!\\w)`, 'g'));
  for (const { index } of uses) {
    const at = from + Math.max(0, end) + index;
    const before = code.slice(Math.max(0, at - NEAR), at);
    if (!ASKS.test(before) && !ASKED.test(code.slice(at + name.length, at + name.length + 24))) return at;
  }
  return null;
}

function checkProduct({ site, accumulator }: Product, { model, text }: RuleContext): readonly RuleFinding[] {
  const around = functionCodeAt(site, text);
  if (around === null || functionAround(site) === null) return [];
  const { start, end } = accumulator.span;
  const name = text.slice(start, end);
  if (!/^\w+$/.test(name) || OVERWRITES.test(around.code)) return [];
  const made = madeAt(around.code, name);
  if (made === null || around.start + made > site.span.start) return [];
  const product = site.span.start - around.start;
  const clears = model.dialect === 'python' ? `${name}.fill(0)` : `clear(${name})`;
  const fault = isFirstUse(around, name, made, site)
    ? `the product is added to ${name}, which nothing has given a value: ${clears} before the first one`
    : isKeptForTiles(
          around.code,
          { name, made, product },
          model.dialect,
          codeOf(text, model.dialect === 'python' ? 'python' : 'cpp'),
        )
      ? `${name} is cleared before the loop over tiles alone, and written out in each of its rounds: the product of each tile is added to those of the tiles before it; ${clears} in the loop`
      : null;
  return fault === null || model.neverRuns(site) ? [] : [{ span: accumulator.span, message: fault }];
}

/** Whether the product is the first that is done with the name. */
function isFirstUse(around: FunctionCode, name: string, made: number, { span }: Site): boolean {
  const first = firstUse(around.code, name, made);
  return first !== null && around.start + first >= span.start && around.start + first < span.end;
}

function checkFragments(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  if (
    !mentions(text, /(?:fragment|shape)_C/) ||
    !/\bgemm\b/.test(codeOf(text, model.dialect === 'python' ? 'python' : 'cpp'))
  )
    return [];
  const made = callsOf(model, 'partition_fragment_C', 'make_fragment_C', 'partition_shape_C');
  return made.length === 0 ? [] : productsIn(context).flatMap((product) => checkProduct(product, context));
}

function checkDocument(context: RuleContext): readonly RuleFinding[] {
  const fragments = checkFragments(context);
  const sums = [...fragments, ...checkHandedAccumulators(context), ...checkKeptElements(context)];
  return context.model.dialect === 'python' ? [...sums, ...checkKeptSums(context)] : sums;
}

export const unclearedAccumulator: Rule = {
  id: 'uncleared-accumulator',
  severity: 'warning',
  title: 'Added to what nobody has cleared',
  checkDocument,
};
