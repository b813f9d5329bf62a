// All findings of a document: those of evaluation and those of the rules, with the severities of the settings,
// without what a directive silences.

import type { Finding } from '../model.ts';
import { ruleOf, rules } from './registry.ts';
import type { EvaluatedSite, PlacedDirective, RuleContext, RuleFinding, Severity } from './rule.ts';

export interface FindingOptions {
  /** Severity by rule id; `off` drops the rule's findings. */
  readonly severity: Readonly<Record<string, Severity | 'off'>>;
  /** Stops early when it says so; the findings so far are returned. */
  readonly expired?: () => boolean;
}

/** A document with one screen of findings more than this has a cause that more findings do not help to see. */
const MAXIMUM = 1000;

/** Findings in the order of the text, each once. */
export function findingsOf(context: RuleContext, options: FindingOptions): readonly Finding[] {
  const found: Finding[] = [...context.model.findings()];
  const add = (id: string, severity: Severity, findings: readonly RuleFinding[] | undefined) => {
    for (const finding of findings ?? []) found.push({ ...finding, rule: id, severity });
  };
  for (const rule of rules) add(rule.id, rule.severity, rule.checkDocument?.(context));
  const perSite = rules.filter((rule) => rule.checkSite !== undefined);
  for (const site of context.model.sites) {
    if (options.expired?.()) break;
    const evaluated: EvaluatedSite = { site, evaluation: context.model.evaluate(site) };
    if (evaluated.evaluation.origin === null) continue;
    for (const rule of perSite) add(rule.id, rule.severity, rule.checkSite?.(evaluated, context));
  }
  const silenced = silencedLines(context.text, context.directives);
  const kept = new Map<string, Finding>();
  for (const finding of found) {
    const severity = options.severity[finding.rule] ?? ruleOf(finding.rule)?.severity ?? finding.severity;
    if (severity === 'off' || silenced(finding)) continue;
    const key = `${finding.rule} ${finding.span.start} ${finding.span.end} ${finding.message}`;
    if (!kept.has(key)) kept.set(key, { ...finding, severity });
  }
  return [...kept.values()]
    .sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
    .slice(0, MAXIMUM);
}

/** Whether a finding starts on the line after a `layout-lens: ignore[rule]` comment, or on the comment's own line. */
function silencedLines(text: string, directives: readonly PlacedDirective[]): (finding: Finding) => boolean {
  const spans: { readonly start: number; readonly end: number; readonly rules: readonly string[] }[] = [];
  for (const { directive, span } of directives) {
    if (directive.kind !== 'ignore') continue;
    const start = text.lastIndexOf('\n', span.start - 1) + 1;
    const own = text.indexOf('\n', span.end);
    const next = own < 0 ? -1 : text.indexOf('\n', own + 1);
    spans.push({ start, end: next < 0 ? text.length : next, rules: directive.rules });
  }
  return (finding) =>
    spans.some(
      ({ start, end, rules: ids }) =>
        finding.span.start >= start &&
        finding.span.start <= end &&
        (ids.length === 0 || ids.includes(finding.rule)),
    );
}
