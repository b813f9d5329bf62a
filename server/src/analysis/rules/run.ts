// All findings of a document: those of evaluation and those of the rules, with the severities of the settings,
// without what a directive silences.

import type { Span } from '../../frontends/expression.ts';
import { isInside, moved } from '../edited-body.ts';
import type { Finding, Site } from '../model.ts';
import { restsOnDefault } from '../supposed.ts';
import { ruleOf, rules } from './registry.ts';
import type { PlacedDirective, Rule, RuleContext, RuleFinding, Severity } from './rule.ts';

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
  for (const { rule, finding } of siteFindings(context, options.expired))
    add(rule.id, rule.severity, [finding]);
  const silenced = silencedLines(context.text, context.directives);
  const kept = new Map<string, Finding>();
  for (const finding of found) {
    const severity =
      options.severity[finding.rule] ?? milder(finding.severity, ruleOf(finding.rule)?.severity);
    if (severity === 'off' || silenced(finding)) continue;
    const key = `${finding.rule} ${finding.span.start} ${finding.span.end} ${finding.message}`;
    if (!kept.has(key)) kept.set(key, { ...finding, severity });
  }
  return [...kept.values()]
    .sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
    .slice(0, MAXIMUM);
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** A finding may be less severe than its rule, and a rule than what evaluation makes of it. */
const milder = (a: Severity, b: Severity = a): Severity =>
  SEVERITIES[Math.max(SEVERITIES.indexOf(a), SEVERITIES.indexOf(b))]!;

interface SiteFinding {
  readonly rule: Rule;
  readonly finding: RuleFinding;
}

const perSite = rules.filter((rule) => rule.checkSite !== undefined);

/** What the rules found in a unit, in its own offsets; it holds for as long as the unit's values do. */
const known = new WeakMap<object, readonly SiteFinding[]>();

/** Works out what takes longest of `findingsOf` little by little, for those who give way to others in between. */
export function* findingSteps(context: RuleContext): Generator<void> {
  yield* context.model.findingSteps();
  for (const { unit, unitStart, sites } of sitesByUnit(context)) {
    if (known.has(unit)) continue;
    const { found, open } = begun(context, unitStart, sites);
    for (const site of open) {
      found.push(...findingsAt(site, context, unitStart));
      yield;
    }
    known.set(unit, found);
    context.model.keep(sites[0]!, KEPT, found);
  }
}

const KEPT = {};

/** What was found before an edit and holds still, and the sites that are left. */
function begun(
  { model }: RuleContext,
  unitStart: number,
  sites: readonly Site[],
): { readonly found: SiteFinding[]; readonly open: readonly Site[] } {
  const kept = model.keptFor<readonly SiteFinding[]>(sites[0]!, KEPT);
  if (kept === null) return { found: [], open: sites };
  const { edited } = kept;
  const found = kept.found
    .filter(({ finding }) => !isInside(finding.span, edited.before.span))
    .map(({ rule, finding }) => ({ rule, finding: withSpans(finding, (span) => moved(span, edited)) }));
  const { start, end } = edited.after.span;
  const here = { start: start + unitStart, end: end + unitStart };
  return { found, open: sites.filter(({ span }) => isInside(span, here)) };
}

function* siteFindings(context: RuleContext, expired?: () => boolean): Generator<SiteFinding> {
  for (const { unit, unitStart, sites } of sitesByUnit(context)) {
    let found = known.get(unit);
    if (found === undefined) {
      if (expired?.()) return;
      const { found: before, open } = begun(context, unitStart, sites);
      found = [...before, ...open.flatMap((site) => findingsAt(site, context, unitStart))];
      known.set(unit, found);
      context.model.keep(sites[0]!, KEPT, found);
    }
    for (const { rule, finding } of found) yield { rule, finding: shifted(finding, unitStart) };
  }
}

interface UnitSites {
  readonly unit: object;
  readonly unitStart: number;
  readonly sites: readonly Site[];
}

function* sitesByUnit({ model: { sites } }: RuleContext): Generator<UnitSites> {
  for (let from = 0; from < sites.length; ) {
    const { unit, unitStart } = sites[from]!;
    let to = from + 1;
    while (to < sites.length && sites[to]!.unit === unit) to++;
    yield { unit, unitStart, sites: sites.slice(from, to) };
    from = to;
  }
}

function findingsAt(site: Site, context: RuleContext, unitStart: number): readonly SiteFinding[] {
  const evaluation = context.model.evaluate(site, 'template');
  if (evaluation.origin === null || restsOnDefault(evaluation.parameters)) return [];
  return perSite.flatMap((rule) =>
    (rule.checkSite?.({ site, evaluation }, context) ?? []).map((finding) => ({
      rule,
      finding: shifted(finding, -unitStart),
    })),
  );
}

const shifted = (finding: RuleFinding, by: number): RuleFinding =>
  withSpans(finding, ({ start, end }) => ({ start: start + by, end: end + by }));

function withSpans(finding: RuleFinding, move: (span: Span) => Span): RuleFinding {
  const { related } = finding;
  return {
    ...finding,
    span: move(finding.span),
    ...(related ? { related: related.map((r) => ({ ...r, span: move(r.span) })) } : {}),
  };
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
