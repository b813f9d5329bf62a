// The places of a document and their values: what the features ask.

import { isFailure, Violation } from '../algebra/failure.ts';
import { Trace } from '../algebra/trace.ts';
import type { DialectRules } from '../evaluate/dialect.ts';
import { Evaluator } from '../evaluate/evaluator.ts';
import type { Frame, Result, UnitState } from '../evaluate/frame.ts';
import type { Imports } from '../evaluate/imports.ts';
import { asValue, BOUND } from '../evaluate/thing.ts';
import { Unknown, type Value } from '../evaluate/value.ts';
import type { World } from '../evaluate/world.ts';
import type { Expr, Span } from '../frontends/expression.ts';
import type { Declaration, Dialect, Directive, Scope } from '../frontends/scope.ts';
import {
  allInstantiations,
  instanceLabel,
  isSettled,
  MAXIMUM_INSTANCES,
  type ShownInstantiation,
  shifted,
  shownInstantiations,
  usedArguments,
} from './document-instances.ts';
import { PlacedSite } from './document-placed-site.ts';
import { isDeclarationPlace, type Place, placeAt, placesOf, rootsOf } from './document-sites.ts';
import type { DocumentModel, Evaluation, Finding, Origin, Site } from './model.ts';
import { type TemplateSite, templateAround, templatesOf } from './parameters.ts';
import { type Missing, missingAt } from './unknown.ts';

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

const layoutPlacesOf = new WeakMap<UnitState, readonly Place[]>();
const findingsOf = new WeakMap<UnitState, readonly Finding[]>();

const NONE: readonly ShownInstantiation[] = [];

export class Model implements DocumentModel {
  readonly dialect: Dialect;
  readonly #world: World;
  readonly #text: string;
  readonly #evaluator: Evaluator;
  readonly #including: () => readonly { readonly uri: string; readonly evaluator: Evaluator }[];
  /** For layout text in comments of a host language. */
  readonly #notation: Evaluator;
  readonly #shown = new Map<UnitState, Map<Declaration, readonly ShownInstantiation[]>>();
  #sites: readonly PlacedSite[] | null = null;
  #findings: readonly Finding[] | null = null;

  constructor(
    world: World,
    dialect: Dialect,
    text: string,
    notation: DialectRules,
    including: () => readonly { readonly uri: string; readonly evaluator: Evaluator }[],
  ) {
    this.#including = including;
    this.dialect = dialect;
    this.#world = world;
    this.#text = text;
    this.#evaluator = new Evaluator(world);
    this.#notation = dialect === 'notation' ? this.#evaluator : new Evaluator(world, notation);
  }

  get sites(): readonly Site[] {
    if (this.#sites !== null) return this.#sites;
    const sites: PlacedSite[] = [];
    for (const state of this.#world.states) {
      let places = layoutPlacesOf.get(state);
      if (places === undefined) {
        places = placesOf(state.placed.unit).filter((place) => this.#mayHoldLayout(place, state.frame));
        layoutPlacesOf.set(state, places);
      }
      for (const place of places) sites.push(new PlacedSite(state, place, this.dialect));
    }
    this.#sites = sites;
    return sites;
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
    const states = this.#world.states;
    for (const state of states) {
      const { start, text, unit } = state.placed;
      if (offset < start || offset > start + text.length) continue;
      const place = placeAt(unit, offset - start);
      if (place !== null) return new PlacedSite(state, place, this.dialect);
    }
    return null;
  }

  evaluate(site: Site): Evaluation {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    const { place, state } = site;
    if (place.kind === 'notation') {
      const { expr } = place.notation;
      return this.#evaluation(this.#notation.result(expr, state.frame), expr, state.frame, this.#notation);
    }
    const shown = this.#instantiations(state, place.start);
    if (shown.length === 1) {
      const [only] = shown as readonly [ShownInstantiation];
      return this.#within(place, only.frame, only, only.evaluator);
    }
    const generic = this.#within(place, state.frame, null);
    if (shown.length === 0 || isSettled(generic.value)) return generic;
    const instances = shown.slice(0, MAXIMUM_INSTANCES).map((instantiation) => ({
      label: instanceLabel(instantiation),
      value: this.#within(place, instantiation.frame, null, instantiation.evaluator).value,
      span: shifted(instantiation.expr.span, instantiation.state.placed.start),
      ...(instantiation.uri === null ? {} : { uri: instantiation.uri }),
    }));
    return { ...generic, instances };
  }

  templates(): readonly TemplateSite[] {
    return templatesOf(this.#evaluator, this.#world.states, (state, template) =>
      allInstantiations(this.#evaluator, state, template, this.#including, this.#text),
    );
  }

  missing(site: Site): readonly Missing[] {
    if (!(site instanceof PlacedSite)) throw new Error('the site is not of this document');
    const { place, state } = site;
    if (place.kind === 'notation') return missingAt(this.#notation, place, state.frame);
    const shown = this.#instantiations(state, place.start);
    const [only] = shown;
    return shown.length === 1 && only !== undefined
      ? missingAt(only.evaluator, place, only.frame)
      : missingAt(this.#evaluator, place, state.frame);
  }

  /** The value of a declaration or expression in a frame, that of `shown` where it is the only instantiation. */
  #within(
    place: Exclude<Place, { kind: 'notation' }>,
    frame: Frame,
    shown: ShownInstantiation | null,
    evaluator: Evaluator = this.#evaluator,
  ): Evaluation {
    let result: Result;
    let expr: Expr | null;
    if (place.kind === 'declaration') {
      result = evaluator.declared(place.declaration, place.scope, frame);
      expr = place.declaration.init;
    } else {
      result = evaluator.result(place.expr, frame);
      expr = place.expr;
    }
    const evaluation = this.#evaluation(result, expr, frame, evaluator);
    if (shown === null) return evaluation;
    return { ...evaluation, parameters: [...usedArguments(shown, result), ...evaluation.parameters] };
  }

  /** The instantiations of the template that an offset of a unit stands in. */
  #instantiations(state: UnitState, offset: number): readonly ShownInstantiation[] {
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

  #evaluation(result: Result, expr: Expr | null, frame: Frame, evaluator: Evaluator): Evaluation {
    const { value } = result;
    return {
      value: isFailure(value) ? value : this.#noting(settledTuple(asValue(value))),
      origin: expr === null ? null : this.#origin(expr, frame, evaluator, 0),
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

  evaluateExpected(directive: Directive): Evaluation | null {
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

  /** The operation behind an expression; names are followed to what they were initialised with. */
  #origin(expr: Expr, frame: Frame, evaluator: Evaluator, depth: number): Origin | null {
    if (expr.kind === 'name' && depth < 8) {
      const found = evaluator.find(expr.name, expr.span.start, frame);
      const declaration = found?.declarations.at(-1);
      if (found === null || declaration?.init == null || found.isAmbiguous) return null;
      if (declaration.init === expr) return null;
      return this.#origin(declaration.init, found.frame, evaluator, depth + 1);
    }
    const made = frame.expressions.get(expr)?.made;
    if (made === undefined || made === null) return null;
    const written = writtenArguments(expr);
    const { placed, home } = frame.unit;
    const { start } = placed;
    const args = made.call.args.map((value, i) => {
      const at = written[i]?.span ?? expr.span;
      const isWritten = written[i] !== undefined;
      if (home.uri !== null)
        return { text: isWritten ? placed.text.slice(at.start, at.end) : '', value, span: null };
      const span = { start: at.start + start, end: at.end + start };
      return { text: isWritten ? this.#text.slice(span.start, span.end) : '', value, span };
    });
    return {
      operation: made.call.name,
      key: made,
      args,
      explain: () => {
        const trace = new Trace();
        made.builtin({ ...made.call, trace });
        return trace.steps;
      },
    };
  }

  findings(): readonly Finding[] {
    this.#findings ??= this.#world.states.flatMap((state) => {
      let found = findingsOf.get(state);
      if (found === undefined) {
        found = this.#findingsIn(state);
        findingsOf.set(state, found);
      }
      const { start } = state.placed;
      return found.map((f) => ({ ...f, span: { start: f.span.start + start, end: f.span.end + start } }));
    });
    return this.#findings;
  }

  /** Violations in a unit, in its own offsets. */
  #findingsIn(state: UnitState): readonly Finding[] {
    const { frame } = state;
    const visit = (scope: Scope, within: Frame): void => {
      if (scope.guard != null && this.#isDead(scope, within)) return;
      for (const d of scope.declarations) {
        if (isDeclarationPlace(d)) this.#evaluator.declared(d, scope, within);
      }
      for (const e of rootsOf(scope)) this.#evaluator.result(e, within);
      for (const child of scope.children) visit(child, within);
    };
    visit(state.placed.unit.scope, frame);
    for (const { expr } of state.placed.unit.notations) this.#notation.result(expr, frame);
    const found: Finding[] = [];
    const collect = (within: Frame): void => {
      for (const [expr, { value }] of within.expressions) {
        if (!(value instanceof Violation)) continue;
        const isKnown = found.some((f) => f.span.start === expr.span.start && f.span.end === expr.span.end);
        if (!isKnown) found.push(finding(value, expr.span));
      }
    };
    collect(frame);
    for (const scope of state.placed.unit.scope.children) {
      for (const instantiation of this.#instantiations(state, scope.span.start).slice(0, MAXIMUM_INSTANCES)) {
        visit(scope, instantiation.frame);
        collect(instantiation.frame);
      }
    }
    for (const { span, message } of state.placed.unit.errors ?? []) {
      found.push({ rule: 'malformed-notation', severity: 'error', message, span });
    }
    return found.sort((a, b) => a.span.start - b.span.start);
  }

  /** The branch of an `if` whose condition is known not to hold. */
  #isDead(scope: Scope, frame: Frame): boolean {
    const guard = scope.guard!;
    const condition = this.#evaluator.result(guard.condition, frame).value;
    return condition === (guard.branch === 'else');
  }
}

/** How many missing files are named. */
const MAXIMUM_MISSING = 3;

/** What may be behind a missing name; null when every included file was read. */
function missingNote({ missing, isPending }: Imports): string | null {
  if (isPending) return 'the included files are still being read';
  if (missing.length === 0) return null;
  const named = missing.slice(0, MAXIMUM_MISSING).map((path) => `"${path}"`);
  const more = missing.length - named.length;
  return `not found: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const finding = (violation: Violation, span: Span): Finding => ({
  rule: violation.code,
  severity: 'error',
  message: violation.message,
  span,
  data: { ...violation.detail },
});

/** The arguments of an operation as they are written, the object of a member function first. */
function writtenArguments(expr: Expr): readonly Expr[] {
  if (expr.kind === 'compose') return expr.operands;
  if (expr.kind === 'layout') return [expr.shape, expr.stride];
  if (expr.kind === 'construct') return expr.args;
  return expr.kind === 'call' ? expr.args : [];
}
