import { witnessText } from '../../algebra/admissibility/composition.ts';
import { isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic, type Int, isStatic } from '../../algebra/integer/integer.ts';
import { intText, knownNumber } from '../../algebra/integer/known.ts';
import { rank, sizeOrThrow } from '../../algebra/layout/measure.ts';
import { strideText } from '../../algebra/layout/stride-operations.ts';
import { coalesce } from '../../algebra/operation/coalesce.ts';
import { leavesOf } from '../../algebra/tuple/operations.ts';
import { codeOf } from '../../frontends/common/host-tokens.ts';
import { styleOf, valueText } from '../../render/text/text.ts';
import { argumentAt, writtenCall } from '../document/written/call.ts';
import { callsIn } from '../document/written/calls-by-name.ts';
import { itemsAt, operandsAt } from '../document/written/expressions.ts';
import { initialiserOf } from '../document/written/names.ts';
import { functionCodeAt } from '../indexing/text/function-code.ts';
import { launchesKernels } from '../launches/kernel-names.ts';
import { launchedByUnit } from '../launches/launched-by-unit.ts';
import { launchedNumber, launchedNumbers } from '../launches/launched-values.ts';
import type { Site } from '../values/model.ts';
import { pycuteDifference } from '../values/pycute-composition.ts';
import { inModeText, type OperationVerdict, operationVerdict, partTexts } from '../values/verdicts.ts';
import type { CalledSite, EvaluatedSite, Rule, RuleContext, RuleFinding } from './rule.ts';

const WHAT = { composition: 'A∘B', divide: 'A∘(B, B*)', product: 'A*∘B' } as const;

/** A composition has the elements of B; run-time sizes may be rounded to fewer or more. */
function otherSize({ b, verdict: { value } }: OperationVerdict['parts'][number]): {
  readonly got: number;
  readonly wanted: number;
} | null {
  const sizes = isFailure(value) ? [] : [value, b].map((layout) => knownNumber(sizeOrThrow(layout)));
  const [got, wanted] = sizes;
  return got === undefined || wanted === undefined || got === wanted ? null : { got, wanted };
}

/** Whether B has a size of the run time, and A several modes of known sizes that are not one: some sizes are wrong. */
function isOpen({ a, b }: OperationVerdict['parts'][number]): boolean {
  const whole = coalesce(a);
  if (isFailure(whole) || rank(whole) < 2 || !leavesOf<Int>(a.shape).every(isStatic)) return false;
  return leavesOf<Int>(b.shape).some((n) => n instanceof Dynamic && knownNumber(n) === undefined);
}

/** `128*(n/128)`, the elements of a composition with a quotient that is rounded down. */
const ROUNDED = /^(\w+)\*\((\w+)\/{1,2}\1\)$/;

/**
 * What B leaves out of A where the code compares coordinates with all of A: without that, whoever wrote it may know that
 * nothing is left out.
 */
function roundedOff({ a, b }: OperationVerdict['parts'][number], site: Site, text: string): string | null {
  const [all, some] = [a, b].map((layout) => intText(sizeOrThrow(layout)));
  const [, by, of] = ROUNDED.exec(some!) ?? [];
  if (by === undefined || of !== all) return null;
  const around = functionCodeAt(site, text);
  const asks = new RegExp(`<\\s*${all}\\b|\\b${all}\\s*>`);
  if (around === null || !asks.test(around.code.slice(site.span.end - around.start))) return null;
  return `it has ${some} of ${all} elements: the quotient is rounded down, and up to ${Number(by) > 0 ? Number(by) - 1 : `${by} - 1`} are left out, although what is behind it asks for those below ${all}`;
}

function checkSite({ site, evaluation }: EvaluatedSite, { text }: RuleContext): readonly RuleFinding[] {
  const verdict = operationVerdict(evaluation);
  if (verdict === null) return checkPycute({ site, evaluation });
  const findings: RuleFinding[] = [];
  for (const part of verdict.parts) {
    const { truth, failed } = part.verdict;
    const lost = truth.status === 'wrong-composition' ? null : otherSize(part);
    if (lost !== null) {
      const { a, b } = partTexts(part, site);
      findings.push({
        span: site.valueSpan ?? site.span,
        message: `compiles, but has ${lost.got} elements where B has ${lost.wanted}${inModeText(part.mode)}: a run-time size is not checked to fill whole modes of A (condition (21)); A = ${a}, B = ${b}`,
        witness: {
          coordinate: Math.min(lost.got, lost.wanted),
          got: `${lost.got} elements`,
          expected: `${lost.wanted} elements`,
        },
      });
    }
    if (lost === null && site.dialect === 'cpp' && verdict.kind === 'composition' && isOpen(part)) {
      const { a, b } = partTexts(part, site);
      findings.push({
        span: site.valueSpan ?? site.span,
        message: `right only where ${b} fills whole modes of ${a}${inModeText(part.mode)}, which a run-time size is not checked for (condition (21))`,
        severity: 'information',
      });
    }
    const rounded = verdict.kind === 'composition' ? roundedOff(part, site, text) : null;
    if (rounded !== null) findings.push({ span: site.valueSpan ?? site.span, message: rounded });
    if (truth.status !== 'wrong-composition') continue;
    const { witness } = truth;
    const { a, b } = partTexts(part, site);
    const condition = failed === null ? '' : `; ${failed.text}`;
    findings.push({
      span: site.valueSpan ?? site.span,
      message: `compiles, but is not ${WHAT[verdict.kind]}${inModeText(part.mode)}: ${witnessText(witness)}${condition}; A = ${a}, B = ${b}`,
      witness: {
        coordinate: witness.index,
        got: strideText(witness.got),
        expected: strideText(witness.expected),
      },
    });
  }
  return findings;
}

/** pycute goes through A mode by mode, and refuses less than C++. */
function checkPycute({ site, evaluation }: EvaluatedSite): readonly RuleFinding[] {
  const difference = pycuteDifference(evaluation);
  if (difference === null) return [];
  const { coordinate, got, expected, text } = difference;
  const [a, b] = [difference.a, difference.b].map((layout) => valueText(layout, styleOf(site.dialect)));
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `pycute's composition ${text}: B does not fill whole modes of A; A = ${a}, B = ${b}`,
      witness: { coordinate, got, expected },
    },
  ];
}

/** A composition in a kernel that drops or invents elements of B with the numbers that all its launches give. */
function asLaunched(site: Site, context: RuleContext): readonly RuleFinding[] {
  const { model } = context;
  const numbers = site.dialect === 'cpp' ? launchedNumbers(context, site) : new Map<string, never>();
  const verdict = numbers.size === 0 ? null : operationVerdict(model.evaluate(site));
  if (verdict?.kind !== 'composition' || model.neverRuns(site)) return [];
  return verdict.parts.flatMap((part): readonly RuleFinding[] => {
    const { value } = part.verdict;
    if (isFailure(value) || otherSize(part) !== null) return [];
    const [got, wanted] = [value, part.b].map((layout) => launchedNumber(sizeOrThrow(layout), numbers));
    if (got === undefined || wanted === undefined || got === wanted) return [];
    const { a, b } = partTexts(part, site);
    const message = `as the kernel is launched it has ${got} elements where B has ${wanted}${inModeText(part.mode)}: a run-time size is not checked to fill whole modes of A (condition (21)); A = ${a}, B = ${b}`;
    return [{ span: site.valueSpan ?? site.span, message }];
  });
}

const checkLaunched = launchedByUnit<RuleContext, RuleFinding>(
  ({ sites }) => callsIn(sites, ['composition', 'compose']).map(({ site }) => site),
  asLaunched,
);

/** The number of elements of a tensor, `cute.size(x)` and `x.shape[0]`, by what it is written of; null for others. */
const countedAt = (site: Site, text: string): string | null =>
  /^(?:cute\.)?size\(\s*(\w+)\s*\)$|^(\w+)\.shape\[0\]$/
    .exec(text.slice(site.span.start, site.span.end))
    ?.slice(1)
    .find((name) => name !== undefined) ?? null;

/**
 * `composition(x, make_layout((T, n // T)))` of CuTe DSL, where n is how many elements x has: the same as it is written,
 * whatever x is. Whoever compares with n means the elements behind the last whole tile, too.
 */
function checkCall({ site, call }: CalledSite, { text, model }: RuleContext): readonly RuleFinding[] {
  if (site.dialect !== 'python' || call.name !== 'composition') return [];
  const [tensor, tiles] = [argumentAt(call, 0, 'lhs'), argumentAt(call, 1, 'rhs')];
  const layout = tiles === undefined ? null : writtenCall(initialiserOf(tiles) ?? tiles);
  const shape = layout?.name === 'make_layout' ? argumentAt(layout, 0, 'shape') : undefined;
  const [tile, count, ...more] = (shape === undefined ? null : itemsAt(initialiserOf(shape) ?? shape)) ?? [];
  if (tensor === undefined || tile === undefined || count === undefined || more.length > 0) return [];
  const quotient = initialiserOf(count) ?? count;
  const sides = operandsAt(quotient);
  const written = ({ span }: Site): string => text.slice(span.start, span.end);
  if (sides?.operator !== '//' || written(sides.right) !== written(tile)) return [];
  const [of, all] = [written(tensor), written(sides.left)];
  if (countedAt(initialiserOf(sides.left) ?? sides.left, text) !== of || !/^\w+$/.test(all)) return [];
  if (model.neverRuns(site)) return [];
  const right = `cute.ceil_div(${all}, ${written(tile)})`;
  const message = `${written(quotient)} is rounded down, and the elements of ${of} behind the last whole tile are left out, although there is code that asks for those below ${all}`;
  return [
    {
      span: quotient.span,
      message,
      data: { meant: all },
      fixes: [{ title: `Take ${right}`, span: quotient.span, newText: right }],
    },
  ];
}

/** Nothing in the file, a kernel perhaps, asks for the elements that are left out. */
function isAnswered({ data }: RuleFinding, { text }: RuleContext): boolean {
  const meant = data?.meant;
  if (typeof meant !== 'string') return false;
  return !new RegExp(`<\\s*${meant}\\b|\\b${meant}\\s*>`).test(codeOf(text, 'python'));
}

export const wrongComposition: Rule = {
  id: 'wrong-composition',
  severity: 'warning',
  title: 'Compiles to a wrong layout',
  description:
    "C++ CuTe's test of divisibility is weaker than conditions (20) and (21) of Cecka 3.3.2. Here it accepts a composition whose result is not the composition: the message names the smallest coordinate at which they differ. Choose a tiler that divides, or compose in another order.",
  checkSite,
  checkCall,
  isAnswered,
  checkDocument: (context) => (launchesKernels(context.text) ? checkLaunched(context) : []),
};
