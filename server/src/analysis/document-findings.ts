// The violations in a document, unit by unit, and what of them stands through an edit.

import { Violation } from '../algebra/failure.ts';
import { argumentText } from '../evaluate/argument-text.ts';
import type { Evaluator } from '../evaluate/evaluator.ts';
import type { Frame, UnitState } from '../evaluate/frame.ts';
import type { World } from '../evaluate/world.ts';
import type { Span } from '../frontends/expression.ts';
import type { PlacedUnit, Scope } from '../frontends/scope.ts';
import { MAXIMUM_INSTANCES, type ShownInstantiation } from './document-instances.ts';
import { isDeclarationPlace, rootsOf } from './document-sites.ts';
import { type EditedBody, editedBody, hasBodies, isInside, moved } from './edited-body.ts';
import type { Finding, KeptThroughEdit } from './model.ts';
import { restsOnDefault } from './supposed.ts';

/** What is kept of a version of a unit for the next one. */
interface Kept {
  readonly placed: PlacedUnit;
  readonly instances: readonly string[];
  readonly found: unknown;
}
const KEPT_FINDINGS = {};

const findingsOf = new WeakMap<UnitState, readonly Finding[]>();

export class Findings {
  readonly #world: World;
  readonly #evaluator: Evaluator;
  /** For layout text in comments of a host language. */
  readonly #notation: Evaluator;
  readonly #instantiations: (state: UnitState, offset: number) => readonly ShownInstantiation[];
  readonly #edited = new Map<UnitState, { readonly before: PlacedUnit; readonly body: EditedBody | null }>();
  #all: readonly Finding[] | null = null;

  /** `instantiations`: the ways in which what stands at an offset of a unit is compiled. */
  constructor(
    world: World,
    evaluator: Evaluator,
    notation: Evaluator,
    instantiations: (state: UnitState, offset: number) => readonly ShownInstantiation[],
  ) {
    this.#world = world;
    this.#evaluator = evaluator;
    this.#notation = notation;
    this.#instantiations = instantiations;
  }

  all(): readonly Finding[] {
    if (this.#all !== null) return this.#all;
    for (const _ of this.steps());
    this.#all = this.#world.states.flatMap((state) => {
      const { start } = state.placed;
      return findingsOf
        .get(state)!
        .map((f) => ({ ...f, span: { start: f.span.start + start, end: f.span.end + start } }));
    });
    return this.#all;
  }

  /** Works them out a little at a time. */
  *steps(): Generator<void> {
    for (const state of this.#world.states) {
      if (findingsOf.has(state)) continue;
      const findings = yield* this.#findingsIn(state);
      findingsOf.set(state, findings);
      this.keep(state, KEPT_FINDINGS, findings);
    }
  }

  /** Keeps what was found in a unit for its next version. */
  keep(state: UnitState, key: object, found: unknown): void {
    if (!hasBodies(state.placed.unit)) return;
    const kept: Kept = { placed: state.placed, instances: this.#instanceTexts(state), found };
    state.kept.set(key, kept);
  }

  /** What was found in the version of a unit before, where an edit has changed one body alone. */
  keptFor<T>(state: UnitState, key: object): KeptThroughEdit<T> | null {
    const kept = state.kept.get(key) as Kept | undefined;
    if (kept === undefined) return null;
    const edited = this.#editedSince(state, kept.placed);
    if (edited === null || this.#instanceTexts(state).join('\0') !== kept.instances.join('\0')) return null;
    return { found: kept.found as T, edited };
  }

  /** The instantiations in which the templates of a unit are looked at. */
  #instanceTexts(state: UnitState): readonly string[] {
    return state.placed.unit.scope.children.map((scope) =>
      this.#instantiations(state, scope.span.start)
        .map((i) => `${i.uri} ${i.arguments.map((a) => `${a.name}=${argumentText(a.value)}`).join(';')}`)
        .join('\n'),
    );
  }

  /** The body that alone is different from a version of the unit before, where the rest of it means the same. */
  #editedSince(state: UnitState, before: PlacedUnit): EditedBody | null {
    let edited = this.#edited.get(state);
    if (edited?.before !== before) {
      const isSearched = (name: string): boolean =>
        this.#world.searched.has(name) ||
        state.placed.unit.scope.children.some((scope) =>
          this.#instantiations(state, scope.span.start).some((i) => i.evaluator.world.searched.has(name)),
        );
      edited = { before, body: editedBody(before, state.placed, isSearched) };
      this.#edited.set(state, edited);
    }
    return edited.body;
  }

  /** Violations in a unit, in its own offsets. */
  *#findingsIn(state: UnitState): Generator<void, readonly Finding[]> {
    const { frame } = state;
    const kept = this.keptFor<readonly Finding[]>(state, KEPT_FINDINGS);
    const edited = kept?.edited ?? null;
    const inBody = edited?.after;
    const visit = function* (model: Findings, scope: Scope, within: Frame): Generator<void> {
      if (scope.guard != null && model.#isDead(scope, within)) return;
      for (const d of scope.declarations) {
        if (!isDeclarationPlace(d)) continue;
        model.#evaluator.declared(d, scope, within);
        yield;
      }
      for (const e of rootsOf(scope)) {
        model.#evaluator.result(e, within);
        yield;
      }
      for (const child of scope.children) yield* visit(model, child, within);
    };
    yield* visit(this, inBody ?? state.placed.unit.scope, frame);
    for (const { expr, span } of state.placed.unit.notations)
      if (edited === null || isInside(span, edited.after.span)) this.#notation.result(expr, frame);
    const found: Finding[] = [];
    const collect = (within: Frame): void => {
      for (const [expr, { value, parameters }] of within.expressions) {
        if (!(value instanceof Violation) || (within === frame && restsOnDefault(parameters))) continue;
        if (edited !== null && !isInside(expr.span, edited.after.span)) continue;
        const isKnown = found.some((f) => f.span.start === expr.span.start && f.span.end === expr.span.end);
        if (isKnown) continue;
        const isAsserted = assertedIn(state.placed.unit.scope).some((span) => isInside(expr.span, span));
        found.push(finding(value, expr.span, isAsserted));
      }
    };
    collect(frame);
    for (const scope of state.placed.unit.scope.children) {
      if (inBody !== undefined && !isInside(inBody.span, scope.span)) continue;
      for (const instantiation of this.#instantiations(state, scope.span.start).slice(0, MAXIMUM_INSTANCES)) {
        yield* visit(this, inBody ?? scope, instantiation.frame);
        collect(instantiation.frame);
      }
    }
    for (const { span, message } of state.placed.unit.errors ?? []) {
      found.push({ rule: 'malformed-notation', severity: 'error', message, span });
    }
    for (const f of kept?.found ?? [])
      if (!isInside(f.span, kept!.edited.before.span))
        found.push({ ...f, span: moved(f.span, kept!.edited) });
    return found.sort((a, b) => a.span.start - b.span.start);
  }

  /** The branch of an `if` whose condition is known not to hold. */
  #isDead(scope: Scope, frame: Frame): boolean {
    const guard = scope.guard!;
    const condition = this.#evaluator.result(guard.condition, frame).value;
    return condition === (guard.branch === 'else');
  }
}

/** What stands in `assert(…)`, which is only compiled where NDEBUG is not defined. */
function assertedIn(scope: Scope): readonly Span[] {
  const own = scope.expressions.filter(
    (e) => e.kind === 'call' && e.callee.kind === 'name' && e.callee.name === 'assert',
  );
  return [...own.map(({ span }) => span), ...scope.children.flatMap(assertedIn)];
}

const finding = (violation: Violation, span: Span, isAsserted: boolean): Finding => ({
  rule: violation.code,
  severity: isAsserted ? 'warning' : 'error',
  message: isAsserted ? `${violation.message} (refused where assert is compiled)` : violation.message,
  span,
  data: { ...violation.detail },
});
