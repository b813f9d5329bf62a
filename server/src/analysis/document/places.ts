// The places of a document and their values: what the features ask.

import { isFailure } from '../../algebra/integer/failure.ts';
import { Evaluator } from '../../evaluate/core/evaluator.ts';
import { neverRunsAt } from '../../evaluate/cpp/instances/discarded.ts';
import { type MemberPlace, placeOfMember } from '../../evaluate/cpp/types/object-size.ts';
import type { AnalysisDb } from '../../evaluate/incremental/analysis-db.ts';
import { QualifiedName } from '../../evaluate/model/entity.ts';
import type { Environment, UnitMemo } from '../../evaluate/model/environment.ts';
import type { Evaluation } from '../../evaluate/model/evaluation.ts';
import type { Language } from '../../evaluate/model/language.ts';
import { Unknown } from '../../evaluate/model/value.ts';
import { embeddedResult, isSelfContained } from '../../evaluate/notation/embedded-text.ts';
import type { Span } from '../../frontends/common/expression.ts';
import { fileEnd, toUnitOffset } from '../../frontends/common/gap-map.ts';
import type { Dialect, Directive } from '../../frontends/common/scope.ts';
import type { Choice } from '../values/choices.ts';
import { instancesOf } from '../values/instance-values.ts';
import { allInstantiations, type IncludingFiles, isFullyKnown, MAXIMUM_FOUND } from '../values/instances.ts';
import type {
  Callee,
  DocumentModel,
  Finding,
  Instance,
  LabelledEvaluation,
  Missing,
  ShownInstantiation,
  Site,
  SiteEvaluation,
  TemplateSite,
} from '../values/model.ts';
import { templatesOf } from '../values/parameters.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { runToEnd } from '../values/run-to-end.ts';
import { type CodeNode, type EvaluableNode, isEmbedded, isText, textAt } from '../values/sites.ts';
import { SpanMemo } from '../values/span-memo.ts';
import { missingAt } from '../values/unknown.ts';
import { calleeOf } from './callee.ts';
import {
  checkUnitAt,
  checkUnitsOf,
  type LocatedCheckUnit,
  nodeId,
  sitesOfUnit,
  type UnitSites,
} from './check-units.ts';
import { EachWay, isOfAll } from './each-way.ts';
import { Findings } from './findings.ts';
import { Instantiations } from './instantiations.ts';
import { mayHoldLayout } from './layout-calls.ts';
import { NodeValues } from './node-values.ts';
import { nodesAt, receiverOf, sideAt } from './nodes-at.ts';

const keptInstances = new SpanMemo<readonly Instance[]>();

export class Model implements DocumentModel {
  readonly dialect: Dialect;
  readonly #db: AnalysisDb;
  readonly #text: string;
  readonly #evaluator: Evaluation;
  readonly #including: IncludingFiles;
  /** For layout text in comments of a host language. */
  readonly #notation: Evaluation;
  readonly #instantiations: Instantiations;
  readonly #values: NodeValues;
  readonly #eachWay: EachWay;
  #units: readonly UnitSites[] | null = null;
  #unitOf: ReadonlyMap<UnitMemo, UnitSites> | null = null;
  #sites: readonly PlacedSite[] | null = null;
  readonly #checkUnits = new Map<UnitMemo, readonly LocatedCheckUnit[]>();
  /** Several rules go through all of them after each edit. */
  #allCheckUnits: readonly LocatedCheckUnit[] | null = null;
  readonly #findings: Findings;

  constructor(
    db: AnalysisDb,
    dialect: Dialect,
    text: string,
    notation: Language,
    including: IncludingFiles,
    choices: () => readonly Choice[],
  ) {
    this.#including = including;
    this.dialect = dialect;
    this.#db = db;
    this.#text = text;
    this.#evaluator = new Evaluator(db);
    this.#notation = dialect === 'notation' ? this.#evaluator : new Evaluator(db, notation);
    this.#instantiations = new Instantiations(this.#evaluator, including, text, choices);
    this.#values = new NodeValues(db, this.#evaluator);
    this.#eachWay = new EachWay(this.#evaluator, this.#instantiations, this.#values);
    this.#findings = new Findings({
      evaluator: this.#evaluator,
      notation: this.#notation,
      instantiations: (memo, offset) => this.#instantiations.compiled(memo, offset),
    });
  }

  get lineage(): object {
    return this.#db;
  }

  get sites(): readonly Site[] {
    if (this.#sites !== null) return this.#sites;
    const all: PlacedSite[] = [];
    for (const { parts } of this.sitesByUnit)
      for (const { sites } of parts) for (const site of sites) all.push(site);
    this.#sites = all;
    return all;
  }

  get sitesByUnit(): readonly UnitSites[] {
    this.#units ??= this.#db.memos.map((memo) => this.#sitesOf(memo));
    return this.#units;
  }

  #sitesOf(memo: UnitMemo): UnitSites {
    return sitesOfUnit(memo, this.dialect, (node) => mayHoldLayout(this.#evaluator, node, memo.env));
  }

  sitesNear(span: Span): readonly Site[] {
    return this.#memosNear(span).flatMap((memo) => this.#sitesOf(memo).parts.flatMap(({ sites }) => sites));
  }

  *siteSteps(near: Span | null): Generator<void> {
    if (this.#units !== null) return;
    for (const memo of near === null ? this.#db.memos : this.#memosNear(near)) {
      this.#sitesOf(memo);
      yield;
    }
  }

  #memosNear({ start, end }: Span): readonly UnitMemo[] {
    return this.#db.memos.filter(({ placed }) => placed.start <= end && start <= fileEnd(placed));
  }

  checkUnits(): Iterable<LocatedCheckUnit> {
    return this.#allCheckUnits ?? this.#checkUnitSteps();
  }

  /** Unit by unit: in which instantiations the templates of one are looked at may take a while to find. */
  *#checkUnitSteps(): Generator<LocatedCheckUnit> {
    const all: LocatedCheckUnit[] = [];
    for (const memo of this.#db.memos) {
      const checkUnits = this.#checkUnitsOf(this.#sitesOf(memo));
      all.push(...checkUnits);
      yield* checkUnits;
    }
    this.#allCheckUnits = all;
  }

  #checkUnitsOf(sites: UnitSites): readonly LocatedCheckUnit[] {
    const { memo } = sites;
    let checkUnits = this.#checkUnits.get(memo);
    if (checkUnits === undefined) {
      const envs = memo.placed.unit.scope.children.flatMap((scope) =>
        this.#instantiations.at(memo, scope.span.start).map(({ env }) => env),
      );
      checkUnits = checkUnitsOf(sites, envs);
      this.#checkUnits.set(memo, checkUnits);
    }
    return checkUnits;
  }

  /** The different values of a place, worked out once for as long as its check unit is the same there. */
  #instances(memo: UnitMemo, node: CodeNode, shown: readonly ShownInstantiation[]): readonly Instance[] {
    return this.#memoised(memo, node, keptInstances, () => instancesOf(this.#values.valuesIn(node, shown)));
  }

  memoised<T>(site: Site, values: SpanMemo<T>, work: () => T): T {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    return this.#memoised(site.memo, site.node, values, work);
  }

  #memoised<T>(memo: UnitMemo, node: EvaluableNode, values: SpanMemo<T>, work: () => T): T {
    this.#unitOf ??= new Map(this.sitesByUnit.map((of) => [of.memo, of]));
    const sites = this.#unitOf.get(memo);
    if (sites === undefined) return work();
    return values.at(checkUnitAt(this.#checkUnitsOf(sites), node.start), nodeId(node), node, work);
  }

  siteAt(offset: number): Site | null {
    return this.sitesAt(offset)[0] ?? null;
  }

  sitesAt(offset: number): readonly Site[] {
    const side = sideAt(this.#text, offset);
    for (const memo of this.#db.memos) {
      const { placed } = memo;
      if (offset < placed.start || offset > fileEnd(placed)) continue;
      const nodes = nodesAt(placed.unit, toUnitOffset(placed, offset), side).filter(
        (node, i, all) =>
          !this.#isNamespace(node, all[i + 1], memo.env) &&
          (i === 0 || mayHoldLayout(this.#evaluator, node, memo.env)),
      );
      // The parts of layout text speak the notation too.
      const dialect = nodes.at(-1)?.kind === 'notation' ? 'notation' : this.dialect;
      if (nodes.length > 0) return nodes.map((node) => new PlacedSite(memo, node, dialect));
    }
    return [];
  }

  callee(site: Site): Callee | null {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    return calleeOf(site);
  }

  /** `cute` of `cute.size(x)`: part of the name, where `thr_mma` of `thr_mma.partition_A(x)` is an object. */
  #isNamespace(node: EvaluableNode, around: EvaluableNode | undefined, env: Environment): boolean {
    if (node.kind !== 'expression' || around?.kind !== 'expression') return false;
    if (receiverOf(around.expr) !== node.expr) return false;
    return this.#evaluator.result(node.expr, env).value instanceof QualifiedName;
  }

  evaluate(site: Site, where: 'view' | 'shown' | 'template' = 'shown'): SiteEvaluation {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    const { node, memo } = site;
    if (isText(node)) {
      const { notation, expr } = textAt(node)!;
      const result = isEmbedded(notation)
        ? embeddedResult(this.#notation, expr, memo.env)
        : this.#notation.result(expr, memo.env);
      return this.#values.evaluation(result, expr, memo.env, this.#notation);
    }
    const ofTemplate = this.#instantiations.ofTemplate(memo, node.start);
    const shown = this.#instantiations.withChoices(memo, node.start, ofTemplate);
    if (shown.length === 1) return this.#inOne(node, memo, shown[0]!);
    const generic = this.#generally(node, memo, ofTemplate);
    if (shown.length === 0 || isOfAll(generic)) return generic;
    // Of more than are looked at, others may have another value.
    const chosen = where === 'view' ? this.#instantiations.chosen(memo, node.start, shown) : [];
    const ordered = chosen.length === 0 ? shown : [...new Set([...chosen, ...shown])];
    const isAll = where !== 'template' && shown.length < MAXIMUM_FOUND;
    const common = isAll ? this.#values.inAll(node, ordered) : null;
    if (common !== null) return common;
    const one = chosen.length === 1 ? chosen[0]! : null;
    // Hints and most rules do not ask for them.
    let instances: readonly Instance[] | null = null;
    const work = (): readonly Instance[] =>
      chosen.length === 0
        ? this.#instances(memo, node, shown)
        : instancesOf(this.#values.valuesIn(node, one === null ? chosen : ordered));
    const told = {
      get instances() {
        instances ??= work();
        return instances;
      },
    };
    if (one !== null) return { ...this.#inOne(node, memo, one), chosen: told };
    return {
      ...generic,
      instanceValues: () => this.#values.eachValue(node, chosen.length === 0 ? shown : chosen),
      get instances() {
        return told.instances;
      },
    };
  }

  rounds(site: Site): readonly Instance[] {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    return this.#eachWay.rounds(site);
  }

  /** The value in one instantiation. */
  #inOne(node: CodeNode, memo: UnitMemo, only: ShownInstantiation): SiteEvaluation {
    const there = this.#values.within(node, only.env, only, only.evaluator);
    if (!(there.value instanceof Unknown)) return there;
    // An argument that is not worked out must not hide what holds for every argument.
    const general = this.#values.within(node, memo.env, null);
    return isFailure(general.value) || general.value instanceof Unknown ? there : general;
  }

  evaluations(site: Site): readonly LabelledEvaluation[] {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    return this.#eachWay.evaluations(site, () => this.evaluate(site, 'template'));
  }

  neverRuns(site: Site): boolean {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    return this.#compiled(site).every(({ evaluator, env }) => neverRunsAt(evaluator, site.node.start, env));
  }

  /** The ways in which what stands there is compiled; of what is no template the one. */
  #compiled({ memo, node }: PlacedSite): readonly Pick<ShownInstantiation, 'evaluator' | 'env'>[] {
    const shown = this.#instantiations.at(memo, node.start);
    return shown.length === 0 ? [{ evaluator: this.#evaluator, env: memo.env }] : shown;
  }

  memberPlace(site: Site): MemberPlace | null {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    const { node } = site;
    if (node.kind !== 'expression' || node.expr.kind !== 'member') return null;
    const { expr } = node;
    const [first, ...others] = this.#compiled(site).map(({ evaluator, env }) =>
      placeOfMember(evaluator, expr, env),
    );
    const isSame = others.every(
      (other) => other?.offset === first?.offset && other?.alignment === first?.alignment,
    );
    return isSame ? first! : null;
  }

  isSelfContained(site: Site): boolean {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    const text = textAt(site.node);
    return text !== null && isSelfContained(this.#notation, text.notation.expr, site.memo.env);
  }

  templates(): readonly TemplateSite[] {
    return templatesOf(this.#evaluator, this.#db.memos, (memo, template) =>
      allInstantiations(this.#evaluator, memo, template, this.#including, this.#text),
    );
  }

  missing(site: Site, where: 'view' | 'shown' | 'template' = 'shown'): readonly Missing[] {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    const { node, memo } = site;
    if (isText(node)) return missingAt(this.#notation, node, memo.env);
    const all = where === 'template' ? [] : this.#instantiations.at(memo, node.start);
    const chosen = where === 'view' ? this.#instantiations.chosen(memo, node.start, all) : [];
    const shown = chosen.length === 0 ? all : chosen;
    // In a template that is instantiated its parameters are not what is missing, unless it is that they differ.
    const isOne = shown.length === 1 || (shown.length > 1 && this.#values.inAll(node, shown) !== null);
    const open = isOne
      ? shown[0]
      : shown.find((i) => !isFullyKnown(this.#values.valuesIn(node, [i])[0]!.value));
    return open === undefined
      ? missingAt(this.#evaluator, node, memo.env)
      : missingAt(open.evaluator, node, open.env);
  }

  /** The value before macros choose constants around it; in a template with one instantiation, that one's. */
  #generally(node: CodeNode, memo: UnitMemo, ofTemplate: readonly ShownInstantiation[]): SiteEvaluation {
    const first = ofTemplate[0];
    return first === undefined || ofTemplate.length > 1
      ? this.#values.within(node, memo.env, null)
      : this.#values.within(node, first.env, first, first.evaluator);
  }

  evaluateExpected(directive: Directive): SiteEvaluation | null {
    if (directive.kind !== 'expect') return null;
    const memo = this.#db.memos.find((s) => s.placed.unit.directives.includes(directive));
    if (memo === undefined) return null;
    return this.#values.evaluation(
      this.#notation.result(directive.value, memo.env),
      directive.value,
      memo.env,
      this.#notation,
    );
  }

  findings(expired: () => boolean = () => false): readonly Finding[] {
    return runToEnd(this.collecting(expired));
  }

  collecting(expired: () => boolean): Generator<void, readonly Finding[]> {
    return this.#findings.all(this.checkUnits(), expired);
  }

  findingSteps(): Generator<void> {
    return this.#findings.steps(this.checkUnits());
  }
}
