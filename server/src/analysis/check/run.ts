// All findings of a document: those of evaluation and those of the rules, with the severities of the settings,
// without what a directive silences.

import type { Span } from '../../frontends/common/expression.ts';
import { writtenCall } from '../document/written/call.ts';
import type { CalledSite, PlacedDirective, Rule, RuleContext, RuleFinding, Severity } from '../rules/rule.ts';
import { unitsNow, unitsToAsk, type Watched } from '../values/changed-units.ts';
import { withSpans } from '../values/check-unit-memo.ts';
import { restsOnDefault, withDefaults } from '../values/default-arguments.ts';
import { defaultsAt, foundByDefault } from '../values/default-view.ts';
import { withInstances } from '../values/instances.ts';
import type { CheckUnit, Finding, Site, SiteEvaluation } from '../values/model.ts';
import { runToEnd } from '../values/run-to-end.ts';
import { ruleOf, rules } from './registry.ts';

export interface FindingOptions {
  /** Severity by rule id; `off` drops the rule's findings. */
  readonly severity: Readonly<Record<string, Severity | 'off'>>;
  /** Stops early when it says so; the findings so far are returned. */
  readonly expired?: () => boolean;
}

/** A document with one screen of findings more than this has a cause that more findings do not help to see. */
const MAXIMUM = 1000;

/** Findings in the order of the text, each once. */
export const findingsOf = (context: RuleContext, options: FindingOptions): readonly Finding[] =>
  runToEnd(collecting(context, options));

/** The same, little by little. */
export function* collecting(
  context: RuleContext,
  options: FindingOptions,
): Generator<void, readonly Finding[]> {
  const { expired = () => false } = options;
  const found: Finding[] = [...(yield* context.model.collecting(expired))];
  const add = (id: string, severity: Severity, findings: readonly RuleFinding[] | undefined) => {
    for (const finding of findings ?? []) found.push({ severity, ...finding, rule: id });
  };
  // What the rules about whole documents ask for first.
  for (const { site } of context.annotations()) {
    context.model.evaluate(site);
    yield;
  }
  for (const rule of rules) {
    add(rule.id, rule.severity, rule.checkDocument?.(context));
    yield;
  }
  for (const ofPiece of siteFindings(context, expired)) {
    for (const { rule, finding } of ofPiece)
      if (rule.isAnswered?.(finding, context) !== true) add(rule.id, rule.severity, [finding]);
    yield;
  }
  yield;
  const silenced = silencedLines(context.text, context.directives);
  const kept = new Map<string, Finding>();
  for (const finding of found) {
    const severity = severityOf(finding, options);
    if (severity === 'off' || silenced(finding)) continue;
    const key = `${finding.rule} ${finding.span.start} ${finding.span.end} ${finding.message}`;
    if (!kept.has(key)) kept.set(key, { ...finding, severity });
  }
  return [...kept.values()]
    .sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
    .slice(0, MAXIMUM);
}

/** Comments and strings are no code: what is said of layout text in them is a hint, whatever the settings say of code. */
function severityOf(finding: Finding, { severity }: FindingOptions): Severity | 'off' {
  const { rule } = finding;
  const chosen = severity[rule] ?? milder(finding.severity, ruleOf(rule)?.severity);
  return finding.isEmbedded === true && chosen !== 'off' ? 'hint' : chosen;
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** A finding may be less severe than its rule, and a rule than what evaluation makes of it. */
const milder = (a: Severity, b: Severity = a): Severity =>
  SEVERITIES[Math.max(SEVERITIES.indexOf(a), SEVERITIES.indexOf(b))]!;

interface FoundByRule {
  readonly rule: Rule;
  readonly finding: RuleFinding;
}

interface SiteFinding extends FoundByRule {
  /** Where the site stands, in the same offsets as what was found. */
  readonly site: Span;
}

const perSite = rules.filter((rule) => rule.checkSite !== undefined);

/** What the rules found in a check unit, by its key, in offsets that edits elsewhere leave as they are. */
const known = new WeakMap<object, { readonly changes: number; readonly found: readonly SiteFinding[] }>();

/** Works out what takes longest of `findingsOf` little by little, for those who give way to others in between. */
export function* findingSteps(context: RuleContext): Generator<void> {
  const { model } = context;
  yield* model.findingSteps();
  for (const checkUnit of model.checkUnits()) {
    const { kept, open } = begun(checkUnit);
    const found = [...kept];
    for (const site of open) {
      found.push(...findingsAt(site, context, checkUnit));
      yield;
    }
    yield;
    known.set(checkUnit.key, { changes: checkUnit.revision, found });
  }
}

/** What was found before and holds still, and the sites that are left. */
function begun(checkUnit: CheckUnit): {
  readonly kept: readonly SiteFinding[];
  readonly open: readonly Site[];
} {
  const before = known.get(checkUnit.key);
  if (before === undefined) return { kept: [], open: checkUnit.sites };
  const changed = before.changes === checkUnit.revision ? [] : checkUnit.invalidatedSince(before.changes);
  if (changed.length === 0) return { kept: before.found, open: [] };
  const isOpen = (span: Span): boolean => changed.some((c) => span.start < c.end && c.start < span.end);
  return {
    kept: before.found.filter(({ site }) => !isOpen(site)),
    open: checkUnit.sites.filter(({ span }) => isOpen(checkUnit.kept(span))),
  };
}

/** The units in which something was found, by documents. */
const watched = new WeakMap<RuleContext['model']['lineage'], Watched>();

/** One check unit after the other, of those in which something is found. */
function* siteFindings(
  context: RuleContext,
  expired: () => boolean,
): Generator<readonly Pick<SiteFinding, 'rule' | 'finding'>[]> {
  const { model } = context;
  const now = unitsNow(model);
  const units: CheckUnit[] = [];
  for (const checkUnit of unitsToAsk(now, watched.get(model.lineage))) {
    const { kept, open } = begun(checkUnit);
    if (open.length > 0 && expired()) return;
    const found =
      open.length === 0 ? kept : [...kept, ...open.flatMap((site) => findingsAt(site, context, checkUnit))];
    known.set(checkUnit.key, { changes: checkUnit.revision, found });
    if (found.length > 0) units.push(checkUnit);
    yield found.map(({ rule, finding }) => ({ rule, finding: withSpans(finding, checkUnit.placed) }));
  }
  watched.set(model.lineage, { edits: now.edits, units });
}

function findingsAt(site: Site, context: RuleContext, { kept }: CheckUnit): readonly SiteFinding[] {
  // The model tells nothing of text that holds names of its own or of the code around it.
  if (site.isEmbedded && !context.model.isSelfContained(site)) return [];
  const all = context.model.evaluations(site).filter(({ evaluation }) => evaluation.origin !== null);
  const judged = all.filter(({ evaluation }) => !restsOnDefault(evaluation.parameters));
  const placed = (rule: Rule, finding: RuleFinding): SiteFinding => ({
    rule,
    site: kept(site.span),
    finding: site.isEmbedded
      ? { ...withSpans(finding, kept), isEmbedded: true as const }
      : withSpans(finding, kept),
  });
  const written = findingsAsWritten(site, context).map(({ rule, finding }) => placed(rule, finding));
  if (judged.length === 0)
    return [
      ...written,
      ...foundWithDefaults(site, all[0]?.evaluation, context).map(({ rule, finding }) =>
        placed(rule, finding),
      ),
    ];
  const found = perSite.flatMap((rule) =>
    foundIn(judged, (evaluation) => rule.checkSite?.({ site, evaluation }, context) ?? []).map((finding) =>
      placed(rule, finding),
    ),
  );
  if (found.length > 0 && site.dialect === 'python' && context.model.neverRuns(site)) return written;
  return [...written, ...found];
}

const perCall = rules.filter((rule) => rule.checkCall !== undefined);
const perDeclaration = rules.filter((rule) => rule.checkDeclaration !== undefined);

/** What the rules about calls and declarations as they are written find. */
function findingsAsWritten(site: Site, context: RuleContext): readonly FoundByRule[] {
  if (site.role === 'declaration')
    return context.model.neverRuns(site)
      ? []
      : perDeclaration.flatMap((rule) =>
          (rule.checkDeclaration?.(site, context) ?? []).map((finding) => ({ rule, finding })),
        );
  const call = site.role === 'expression' ? writtenCall(site) : null;
  if (call === null || context.model.neverRuns(site)) return [];
  const called = { site, call };
  const taken = site.dialect === 'python' ? defaultsAt(context.model, placesOf(called)) : [];
  return perCall.flatMap((rule) => {
    const check = (of: RuleContext): readonly RuleFinding[] => rule.checkCall?.(called, of) ?? [];
    const found = check(context);
    const told = found.length > 0 ? found : foundByDefault(context, taken, toldOf(rule, check));
    return told.map((finding) => ({ rule, finding }));
  });
}

const placesOf = ({ site, call }: CalledSite): readonly (Site | null)[] => [
  site,
  call.object,
  ...call.args,
  ...call.keywords.values(),
];

/** What is told with defaults of what a rule finds: what is information anyway mostly is not. */
const toldOf =
  (rule: Rule, check: (context: RuleContext) => readonly RuleFinding[]) =>
  (context: RuleContext): readonly RuleFinding[] =>
    check(context).filter((finding) => isToldByDefault(rule, finding));

const isToldByDefault = (rule: Rule, { severity }: RuleFinding): boolean =>
  rule.isToldByDefault === true ||
  SEVERITIES.indexOf(milder(severity ?? rule.severity, rule.severity)) < LEAST;

/**
 * What is wrong with the arguments that Python's own defaults give: whoever gives others may have none of it, so that it is
 * no more than information, and what is information elsewhere is mostly not told.
 */
function foundWithDefaults(
  site: Site,
  evaluation: SiteEvaluation | undefined,
  context: RuleContext,
): readonly FoundByRule[] {
  if (site.dialect !== 'python' || evaluation === undefined) return [];
  return perSite.flatMap((rule) =>
    (rule.checkSite?.({ site, evaluation }, context) ?? [])
      .filter((finding) => isToldByDefault(rule, finding))
      .map((finding) => ({ rule, finding: withDefaults(finding, evaluation.parameters) })),
  );
}

/** What is information, and less. */
const LEAST = SEVERITIES.indexOf('information');

/** What is found in the first instantiation in which something is, with what tells it from those in which it is not. */
function foundIn(
  judged: ReturnType<RuleContext['model']['evaluations']>,
  check: (evaluation: SiteEvaluation) => readonly RuleFinding[],
): readonly RuleFinding[] {
  if (judged.length === 1) return check(judged[0]!.evaluation);
  const all = judged.map(({ evaluation, label }) => ({ found: check(evaluation), label }));
  const first = all.find(({ found }) => found.length > 0);
  if (first === undefined) return [];
  const texts = new Set(all.map(({ found }) => found.map(({ message }) => message).join('\n')));
  if (!first.label || texts.size === 1) return first.found;
  const also = all.flatMap((other) => (other !== first && other.found.length > 0 ? [other.label ?? ''] : []));
  const label = withInstances(first.label, also);
  return first.found.map((finding) => ({ ...finding, message: `${finding.message}${label}` }));
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
