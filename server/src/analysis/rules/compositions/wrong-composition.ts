import { witnessText } from '../../../algebra/admissibility/composition.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import { Dynamic, type Int, isStatic } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { rank, sizeOrThrow } from '../../../algebra/layout/measure.ts';
import { strideText } from '../../../algebra/layout/stride-operations.ts';
import { coalesce } from '../../../algebra/operation/coalesce.ts';
import { leavesOf } from '../../../algebra/tuple/operations.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { callsIn } from '../../document/written/calls-by-name.ts';
import { launchesKernels } from '../../launches/kernel-names.ts';
import { launchedByUnit } from '../../launches/launched-by-unit.ts';
import { launchedNumber } from '../../launches/launched-numbers.ts';
import { launchedNumbers } from '../../launches/launched-values.ts';
import type { Site } from '../../values/model.ts';
import { pycuteDifference } from '../../values/pycute-composition.ts';
import { inModeText, type OperationVerdict, operationVerdict, partTexts } from '../../values/verdicts.ts';
import type { EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkDiffering } from './differing-versions.ts';
import { checkPartComplements } from './part-complement.ts';
import { checkWritten, isRoundedAnswered, roundedTiles } from './rounded-tiles.ts';

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
    const rounded = verdict.kind === 'composition' ? roundedTiles(part, site, text) : null;
    if (rounded !== null) findings.push({ span: site.valueSpan ?? site.span, ...rounded });
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

export const wrongComposition: Rule = {
  id: 'wrong-composition',
  severity: 'warning',
  title: 'Compiles to a wrong layout',
  checkSite,
  checkCall: (called, context) => [...checkWritten(called, context), ...checkDiffering(called, context)],
  isAnswered: isRoundedAnswered,
  checkDocument: (context) => [
    ...checkPartComplements(context),
    ...(launchesKernels(context.text) ? checkLaunched(context) : []),
  ],
};
