import { isFailure } from '../../algebra/integer/failure.ts';
import { Layout, VersionedLayout } from '../../algebra/layout/layout.ts';
import { inVersionsOf } from '../../algebra/layout/versions.ts';
import { decidedByAlgebra, type Reading } from '../../algebra/relation/reading.ts';
import { DerivedValue, RelationQuestion, relationValueText } from '../../algebra/relation/value.ts';
import { TypeValue, Unknown, type Value } from '../../evaluate/model/value.ts';
import { MARKED, PLAIN, valueText } from '../../render/text/text.ts';
import type { Site } from '../values/model.ts';
import type { PlacedDirective, Rule, RuleContext, RuleFinding } from './rule.ts';

/** The declaration that an expectation is about: the first one that begins after the comment. */
function nextDeclaration(context: RuleContext, after: number): Site | null {
  let best: Site | null = null;
  for (const site of context.model.sites) {
    if (site.span.start >= after && site.role === 'declaration') {
      best = site;
      break;
    }
  }
  return best;
}

const instance = (value: Value): Value =>
  value instanceof TypeValue && value.instance !== null ? instance(value.instance) : value;

/** `expect A == B`, which stands for itself. What nobody has been asked is left open. */
function checkEquality({ span }: PlacedDirective, reading: Reading | null): RuleFinding | null {
  if (reading === null) return null;
  if (!('kind' in reading)) return { span, severity: 'information', message: reading.message };
  if (reading.kind === 'none') return { span, message: reading.violation.message };
  if (reading.kind !== 'decision' || reading.holds) return null;
  const why = reading.why === null ? '' : `: ${reading.why}`;
  return { span, message: `the two sides are not equal${why}` };
}

const readingOf = ({ readings }: RuleContext, value: RelationQuestion | DerivedValue): Reading | null =>
  readings.get(relationValueText(value)) ??
  (value instanceof RelationQuestion ? decidedByAlgebra(value) : null);

function check(context: RuleContext, placed: PlacedDirective): RuleFinding | null {
  const evaluation = context.model.evaluateExpected(placed.directive);
  if (evaluation === null) return null;
  let expected = evaluation.value;
  if (expected instanceof RelationQuestion || expected instanceof DerivedValue) {
    const reading = readingOf(context, expected);
    if (reading === null || !('kind' in reading) || reading.kind !== 'layout')
      return checkEquality(placed, reading);
    expected = reading.layout;
  }
  if (isFailure(expected) || expected instanceof Unknown)
    return { span: placed.span, message: 'the expected value cannot be evaluated' };
  const site = nextDeclaration(context, placed.span.end);
  if (site === null) return { span: placed.span, message: 'no declaration follows' };
  const { value } = context.model.evaluate(site);
  const name = site.name ?? 'the declaration';
  if (isFailure(value))
    return {
      span: site.span,
      message: `${name} has no value, which was expected to be ${valueText(expected, PLAIN)}`,
    };
  // What is not known is neither met nor unmet.
  if (value instanceof Unknown) return null;
  // Marks are compared only when the expectation has some.
  const text = context.text.slice(placed.span.start, placed.span.end);
  const style = /(?<!\w)_\d/.test(text) ? MARKED : PLAIN;
  const found = instance(value);
  const comparable =
    found instanceof VersionedLayout && expected instanceof Layout ? inVersionsOf(expected, found) : expected;
  const [got, wanted] = [valueText(found, style), valueText(comparable, style)];
  return got === wanted ? null : { span: site.span, message: `${name} is ${got}, expected was ${wanted}` };
}

export const unmetExpectation: Rule = {
  id: 'unmet-expectation',
  severity: 'error',
  title: 'An expectation is not met',
  checkDocument: (context) =>
    context.directives.flatMap((placed) => {
      if (placed.directive.kind !== 'expect') return [];
      const finding = check(context, placed);
      return finding === null ? [] : [finding];
    }),
};
