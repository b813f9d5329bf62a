// The places of a document and their values: what the features ask.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { Evaluator } from '../../evaluate/core/evaluator.ts';
import { discardedAt, isCompiledAt } from '../../evaluate/cpp/instances/discarded.ts';
import { varyingAt } from '../../evaluate/cpp/instances/variants.ts';
import type { World } from '../../evaluate/incremental/world.ts';
import type { Evaluation } from '../../evaluate/model/evaluation.ts';
import type { Frame, Result, UnitState } from '../../evaluate/model/frame.ts';
import type { Imports } from '../../evaluate/model/imports.ts';
import type { Language } from '../../evaluate/model/language.ts';
import { asValue, BOUND, PathThing } from '../../evaluate/model/thing.ts';
import { Unknown, type Value } from '../../evaluate/model/value.ts';
import { embeddedResult, isSelfContained } from '../../evaluate/notation/embedded-text.ts';
import { thingKey } from '../../evaluate/values/key.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Declaration, Dialect, Directive, Scope } from '../../frontends/common/scope.ts';
import { endInFile, fromFile } from '../../frontends/common/spacing.ts';
import { type InstanceValue, instancesOf } from '../values/instance-values.ts';
import {
  allInstantiations,
  boundNames,
  differingArguments,
  type IncludingFiles,
  isSettled,
  MAXIMUM_FOUND,
  MAXIMUM_INSTANCES,
  plainInstantiation,
  refusesItself,
  shownInstantiations,
  usedArguments,
  withChoices,
  withTakenDefaults,
} from '../values/instances.ts';
import { KeptValues } from '../values/kept-values.ts';
import { lastOf } from '../values/last-of.ts';
import type {
  DocumentModel,
  Finding,
  Instance,
  Missing,
  ShownInstantiation,
  Site,
  SiteEvaluation,
  TemplateSite,
} from '../values/model.ts';
import { templateAround, templatesOf } from '../values/parameters.ts';
import { type CodePlace, isEmbedded, isText, type Place, textAt } from '../values/sites.ts';
import { missingAt } from '../values/unknown.ts';
import { Findings } from './findings.ts';
import { originOf } from './origin.ts';
import { pieceAt, piecesOf, placeId, sitesOfUnit, type UnitPiece, type UnitSites } from './pieces.ts';
import { PlacedSite } from './placed-site.ts';
import { objectOf, placesAt, sideAt } from './places-at.ts';

/** Member functions that are called for what they do. */
const VOID_METHODS = new Set([
  'begin',
  'end',
  'push_back',
  'wait',
  'arrive',
  'sync',
  'producer_acquire',
  'consumer_wait',
  'consumer_release',
]);

/** A tuple of which nothing is known is not known. */
function settledTuple(value: Value): Value {
  const leaves = (v: Value): readonly Value[] =>
    Array.isArray(v) ? (v as readonly Value[]).flatMap(leaves) : [v];
  if (!Array.isArray(value) || value.length === 0) return value;
  const all = leaves(value);
  return all.length > 0 && all.every((v) => v instanceof Unknown) ? all[0]! : value;
}

const NONE: readonly ShownInstantiation[] = [];

const keptInstances = new KeptValues<readonly Instance[]>();

export class Model implements DocumentModel {
  readonly dialect: Dialect;
  readonly #world: World;
  readonly #text: string;
  readonly #evaluator: Evaluation;
  readonly #including: IncludingFiles;
  /** For layout text in comments of a host language. */
  readonly #notation: Evaluation;
  readonly #shown = new Map<UnitState, Map<Declaration, readonly ShownInstantiation[]>>();
  /** The same by the scopes of a unit whose inside is compiled in several ways. */
  readonly #chosen = new Map<UnitState, Map<Scope, readonly ShownInstantiation[]>>();
  readonly #refused = new Map<Frame, boolean>();
  #own: ReadonlySet<UnitState> | null = null;
  #units: readonly UnitSites[] | null = null;
  #unitOf: ReadonlyMap<UnitState, UnitSites> | null = null;
  #sites: readonly PlacedSite[] | null = null;
  readonly #pieces = new Map<UnitState, readonly UnitPiece[]>();
  readonly #findings: Findings;

  constructor(world: World, dialect: Dialect, text: string, notation: Language, including: IncludingFiles) {
    this.#including = including;
    this.dialect = dialect;
    this.#world = world;
    this.#text = text;
    this.#evaluator = new Evaluator(world);
    this.#notation = dialect === 'notation' ? this.#evaluator : new Evaluator(world, notation);
    this.#findings = new Findings(this.#evaluator, this.#notation, (state, offset) =>
      this.#compiled(state, offset),
    );
  }

  get sites(): readonly Site[] {
    if (this.#sites !== null) return this.#sites;
    const all: PlacedSite[] = [];
    for (const { parts } of this.#unitSites())
      for (const { sites } of parts) for (const site of sites) all.push(site);
    this.#sites = all;
    return all;
  }

  #unitSites(): readonly UnitSites[] {
    this.#units ??= this.#world.states.map((state) => this.#sitesOf(state));
    return this.#units;
  }

  #sitesOf(state: UnitState): UnitSites {
    return sitesOfUnit(state, this.dialect, (place) => this.#mayHoldLayout(place, state.frame));
  }

  *siteSteps(): Generator<void> {
    if (this.#units !== null) return;
    for (const state of this.#world.states) {
      this.#sitesOf(state);
      yield;
    }
  }

  /** Unit by unit: in which instantiations the templates of one are looked at may take a while to find. */
  *pieces(): Generator<UnitPiece> {
    for (const state of this.#world.states) yield* this.#piecesOf(this.#sitesOf(state));
  }

  #piecesOf(sites: UnitSites): readonly UnitPiece[] {
    const { state } = sites;
    let pieces = this.#pieces.get(state);
    if (pieces === undefined) {
      const frames = state.placed.unit.scope.children.flatMap((scope) =>
        this.#instantiations(state, scope.span.start).map(({ frame }) => frame),
      );
      pieces = piecesOf(sites, frames);
      this.#pieces.set(state, pieces);
    }
    return pieces;
  }

  /** The different values of a place, worked out once for as long as its piece is the same there. */
  #instances(state: UnitState, place: CodePlace, shown: readonly ShownInstantiation[]): readonly Instance[] {
    return this.#kept(state, place, keptInstances, () => instancesOf(this.#valuesIn(place, shown)));
  }

  kept<T>(site: Site, values: KeptValues<T>, work: () => T): T {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    return this.#kept(site.state, site.place, values, work);
  }

  #kept<T>(state: UnitState, place: Place, values: KeptValues<T>, work: () => T): T {
    this.#unitOf ??= new Map(this.#unitSites().map((of) => [of.state, of]));
    const sites = this.#unitOf.get(state);
    if (sites === undefined) return work();
    return values.at(pieceAt(this.#piecesOf(sites), place.start), placeId(place), place, work);
  }

  /** Calls of functions that nobody knows, such as `printf`, are no layouts; those of variables may be. */
  #mayHoldLayout(place: Place, frame: Frame): boolean {
    if (place.kind !== 'expression' || place.expr.kind !== 'call') return true;
    let callee = place.expr.callee;
    while (callee.kind === 'template') callee = callee.target;
    if (callee.kind === 'member') return place.depth > 0 || !VOID_METHODS.has(callee.name.name);
    if (callee.kind !== 'name') return true;
    if (this.#evaluator.rules.builtin([callee.name]) !== undefined) return true;
    const found = this.#evaluator.find(callee.name, callee.span.start, frame);
    if (found === null) return false;
    const { kind } = found.declarations[0]!;
    return kind !== 'macro' && kind !== 'function';
  }

  siteAt(offset: number): Site | null {
    return this.sitesAt(offset)[0] ?? null;
  }

  sitesAt(offset: number): readonly Site[] {
    const side = sideAt(this.#text, offset);
    for (const state of this.#world.states) {
      const { placed } = state;
      if (offset < placed.start || offset > endInFile(placed)) continue;
      const places = placesAt(placed.unit, fromFile(placed, offset), side).filter(
        (place, i, all) =>
          !this.#isNamespace(place, all[i + 1], state.frame) &&
          (i === 0 || this.#mayHoldLayout(place, state.frame)),
      );
      // The parts of layout text speak the notation too.
      const dialect = places.at(-1)?.kind === 'notation' ? 'notation' : this.dialect;
      if (places.length > 0) return places.map((place) => new PlacedSite(state, place, dialect));
    }
    return [];
  }

  /** `cute` of `cute.size(x)`: part of the name, where `thr_mma` of `thr_mma.partition_A(x)` is an object. */
  #isNamespace(place: Place, around: Place | undefined, frame: Frame): boolean {
    if (place.kind !== 'expression' || around?.kind !== 'expression') return false;
    if (objectOf(around.expr) !== place.expr) return false;
    return this.#evaluator.result(place.expr, frame).value instanceof PathThing;
  }

  evaluate(site: Site, where: 'shown' | 'template' = 'shown'): SiteEvaluation {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    const { place, state } = site;
    if (isText(place)) {
      const { notation, expr } = textAt(place)!;
      const result = isEmbedded(notation)
        ? embeddedResult(this.#notation, expr, state.frame)
        : this.#notation.result(expr, state.frame);
      return this.#evaluation(result, expr, state.frame, this.#notation);
    }
    const ofTemplate = this.#ofTemplate(state, place.start);
    const shown = this.#withChoices(state, place.start, ofTemplate);
    if (shown.length === 1) {
      const [only] = shown as readonly [ShownInstantiation];
      const there = this.#within(place, only.frame, only, only.evaluator);
      if (!(there.value instanceof Unknown)) return there;
      // An argument that is not worked out must not hide what holds for every argument.
      const general = this.#within(place, state.frame, null);
      return isFailure(general.value) || general.value instanceof Unknown ? there : general;
    }
    const generic = this.#generally(place, state, ofTemplate);
    if (shown.length === 0 || isSettled(generic.value)) return generic;
    // Of more than are looked at, others may have another value.
    const common = where === 'shown' && shown.length < MAXIMUM_FOUND ? this.#inAll(place, shown) : null;
    if (common !== null) return common;
    // Hints and most rules do not ask for them.
    let instances: readonly Instance[] | null = null;
    const work = () => this.#instances(state, place, shown);
    return {
      ...generic,
      instanceValues: () => this.#eachValue(place, shown),
      get instances() {
        instances ??= work();
        return instances;
      },
    };
  }

  evaluations(site: Site): readonly { readonly evaluation: SiteEvaluation; readonly label: string | null }[] {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    const { place, state } = site;
    const isTemplate = !isText(place) && this.#ofTemplate(state, place.start).length > 0;
    const shown = isTemplate ? this.#compiled(state, place.start) : NONE;
    if (isTemplate && shown.length === 0) return [];
    const general = { evaluation: this.evaluate(site, 'template'), label: null };
    if (isText(place) || shown.length === 0 || isSettled(general.evaluation.value)) return [general];
    if (this.#instantiations(state, place.start).length === 1) return [general];
    const compiled = shown.filter((i) => isCompiledAt(i.evaluator, place.start, i.frame));
    return compiled.map((own) => ({
      evaluation: this.#within(place, own.frame, own, own.evaluator),
      label: differingArguments(
        own,
        shown.filter((other) => other !== own),
      ),
    }));
  }

  isSelfContained(site: Site): boolean {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    const text = textAt(site.place);
    return text !== null && isSelfContained(this.#notation, text.notation.expr, site.state.frame);
  }

  templates(): readonly TemplateSite[] {
    return templatesOf(this.#evaluator, this.#world.states, (state, template) =>
      allInstantiations(this.#evaluator, state, template, this.#including, this.#text),
    );
  }

  missing(site: Site, where: 'shown' | 'template' = 'shown'): readonly Missing[] {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    const { place, state } = site;
    if (isText(place)) return missingAt(this.#notation, place, state.frame);
    const shown = where === 'template' ? NONE : this.#instantiations(state, place.start);
    // In a template that is instantiated its parameters are not what is missing, unless it is that they differ.
    const isOne = shown.length === 1 || (shown.length > 1 && this.#inAll(place, shown) !== null);
    const open = isOne ? shown[0] : shown.find((i) => !isSettled(this.#valuesIn(place, [i])[0]!.value));
    return open === undefined
      ? missingAt(this.#evaluator, place, state.frame)
      : missingAt(open.evaluator, place, open.frame);
  }

  /** The value before macros choose constants around it; in a template with one instantiation, that one's. */
  #generally(place: CodePlace, state: UnitState, ofTemplate: readonly ShownInstantiation[]): SiteEvaluation {
    const first = ofTemplate[0];
    return first === undefined || ofTemplate.length > 1
      ? this.#within(place, state.frame, null)
      : this.#within(place, first.frame, first, first.evaluator);
  }

  /** The value of a declaration or expression in a frame, that of `shown` where it is the only instantiation. */
  #within(
    place: CodePlace,
    frame: Frame,
    shown: ShownInstantiation | null,
    evaluator: Evaluation = this.#evaluator,
  ): SiteEvaluation {
    const { result, expr } = this.#resultOf(place, frame, evaluator);
    const evaluation = this.#evaluation(result, expr, frame, evaluator);
    if (shown === null) return evaluation;
    const others = withTakenDefaults(shown, evaluation.parameters);
    return { ...evaluation, parameters: [...usedArguments(shown, result), ...others] };
  }

  /** The value that a place has in all of the instantiations, told with the first one; null where they differ. */
  #inAll(place: CodePlace, shown: readonly ShownInstantiation[]): SiteEvaluation | null {
    const [first, ...others] = shown as readonly [ShownInstantiation, ...ShownInstantiation[]];
    const also = `; the same in ${others.length} more`;
    const told = {
      ...first,
      parameters: first.parameters.map((p) => ({ ...p, source: `${p.source}${also}` })),
    };
    const evaluation = this.#within(place, first.frame, told, first.evaluator);
    if (isFailure(evaluation.value) || evaluation.value instanceof Unknown) return null;
    const key = thingKey(evaluation.value);
    const isSame = (value: Value | Failure): boolean => !isFailure(value) && thingKey(value) === key;
    return others.every((other) => isSame(this.#valuesIn(place, [other])[0]!.value)) ? evaluation : null;
  }

  *#eachValue(place: CodePlace, shown: readonly ShownInstantiation[]): Iterable<Value | Failure> {
    for (const instantiation of shown) yield this.#valuesIn(place, [instantiation])[0]!.value;
  }

  #valuesIn(place: CodePlace, shown: readonly ShownInstantiation[]): readonly InstanceValue[] {
    return shown.map((instantiation) => {
      const { frame, evaluator } = instantiation;
      const { result } = this.#resultOf(place, frame, evaluator);
      const { value } = this.#evaluation(result, null, frame, evaluator);
      return { instantiation, value, used: boundNames(result, frame) };
    });
  }

  #resultOf(
    place: CodePlace,
    frame: Frame,
    evaluator: Evaluation,
  ): { readonly result: Result; readonly expr: Expr | null } {
    const isDeclaration = place.kind === 'declaration';
    const expr = isDeclaration ? place.declaration.init : place.expr;
    const result = isDeclaration
      ? evaluator.declared(place.declaration, place.scope, frame)
      : evaluator.result(place.expr, frame);
    if (!isFailure(result.value) && !(result.value instanceof Unknown)) return { result, expr };
    // What is not compiled is neither wrong nor wanting.
    const discarded = discardedAt(evaluator, place.start, frame);
    return { result: discarded === null ? result : { ...result, value: discarded, made: null }, expr };
  }

  /** The ways in which what stands at an offset of a unit is compiled, where there are several or a template's. */
  #instantiations(state: UnitState, offset: number): readonly ShownInstantiation[] {
    return this.#withChoices(state, offset, this.#ofTemplate(state, offset));
  }

  /** Those that are looked at for findings: not the ones that the code itself refuses. */
  #compiled(state: UnitState, offset: number): readonly ShownInstantiation[] {
    return this.#instantiations(state, offset)
      .slice(0, MAXIMUM_INSTANCES)
      .filter((i) => {
        let refused = this.#refused.get(i.frame);
        if (refused === undefined) {
          refused = refusesItself(i);
          this.#refused.set(i.frame, refused);
        }
        return !refused;
      });
  }

  #withChoices(
    state: UnitState,
    offset: number,
    ofTemplate: readonly ShownInstantiation[],
  ): readonly ShownInstantiation[] {
    const varying = varyingAt(state.placed.unit.scope, offset);
    if (varying === null) return ofTemplate;
    let known = this.#chosen.get(state);
    if (known === undefined) {
      known = new Map();
      this.#chosen.set(state, known);
    }
    let found = known.get(varying);
    if (found === undefined) {
      const all = ofTemplate.length > 0 ? ofTemplate : [plainInstantiation(this.#evaluator, state)];
      const chosen = withChoices(all, offset);
      found = chosen.some((c) => !all.includes(c)) ? chosen : ofTemplate;
      known.set(varying, found);
    }
    return found;
  }

  /** The instantiations of the template that an offset of a unit stands in. */
  #ofTemplate(state: UnitState, offset: number): readonly ShownInstantiation[] {
    const template = templateAround(this.#evaluator, state, offset);
    if (template === null) return NONE;
    let ofUnit = this.#shown.get(state);
    if (ofUnit === undefined) {
      ofUnit = new Map();
      this.#shown.set(state, ofUnit);
    }
    let shown = ofUnit.get(template);
    if (shown === undefined) {
      shown = shownInstantiations(this.#evaluator, state, template, this.#including, this.#text);
      ofUnit.set(template, shown);
    }
    return shown;
  }

  #evaluation(result: Result, expr: Expr | null, frame: Frame, evaluator: Evaluation): SiteEvaluation {
    const { value } = result;
    return {
      value: isFailure(value) ? value : this.#noting(settledTuple(asValue(value))),
      origin: expr === null ? null : originOf(expr, frame, evaluator, (unit) => this.#isOwn(unit)),
      parameters: result.parameters.filter((p) => p.source !== BOUND),
    };
  }

  /** A name that nobody declares may be declared in a file that was not found, or not read yet. */
  #noting(value: Value): Value {
    const { imports } = this.#world;
    if (!(value instanceof Unknown) || value.category !== 'missing-name' || imports === null) return value;
    const note = missingNote(imports);
    if (note === null) return value;
    return new Unknown(value.category, `${value.reason}; ${note}`, value.chain, value.subject);
  }

  evaluateExpected(directive: Directive): SiteEvaluation | null {
    if (directive.kind !== 'expect') return null;
    const state = this.#world.states.find((s) => s.placed.unit.directives.includes(directive));
    if (state === undefined) return null;
    return this.#evaluation(
      this.#notation.result(directive.value, state.frame),
      directive.value,
      state.frame,
      this.#notation,
    );
  }

  #isOwn(state: UnitState): boolean {
    this.#own ??= new Set(this.#world.states);
    return this.#own.has(state);
  }

  findings(expired: () => boolean = () => false): readonly Finding[] {
    return lastOf(this.collecting(expired));
  }

  collecting(expired: () => boolean): Generator<void, readonly Finding[]> {
    return this.#findings.all(this.pieces(), expired);
  }

  findingSteps(): Generator<void> {
    return this.#findings.steps(this.pieces());
  }
}

/** How many missing files are named. */
const MAXIMUM_MISSING = 3;

/** What may be behind a missing name; null when every included file was read. */
function missingNote({ missing, refused, isPending }: Imports): string | null {
  if (isPending) return 'the included files are still being read';
  const notes = [
    ...(missing.length === 0 ? [] : [`not found: ${listed(missing)}`]),
    ...(refused.length === 0 ? [] : [`not read, outside of the workspace or no source: ${listed(refused)}`]),
  ];
  return notes.length === 0 ? null : notes.join('; ');
}

function listed(paths: readonly string[]): string {
  const named = paths.slice(0, MAXIMUM_MISSING).map((path) => `"${path}"`);
  const more = paths.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
