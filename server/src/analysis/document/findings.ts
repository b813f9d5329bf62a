// The violations in a document, piece by piece.

import { type Failure, isFailure, Violation } from '../../algebra/integer/failure.ts';
import { isCompiledAt } from '../../evaluate/cpp/instances/discarded.ts';
import type { Evaluation } from '../../evaluate/model/evaluation.ts';
import type { Frame, UnitState } from '../../evaluate/model/frame.ts';
import { asValue, type Thing } from '../../evaluate/model/thing.ts';
import { Unknown, type Value } from '../../evaluate/model/value.ts';
import { isSelfContained } from '../../evaluate/notation/embedded-text.ts';
import { isInside, regionAt, regionsOf } from '../../frontends/common/bodies.ts';
import type { Expr, Span } from '../../frontends/common/expression.ts';
import type { Dialect, Notation, Scope, Unit } from '../../frontends/common/scope.ts';
import { textIn } from '../../frontends/common/spacing.ts';
import { differingArguments, withInstances } from '../values/instances.ts';
import type { Finding, ShownInstantiation } from '../values/model.ts';
import { isDeclarationPlace, isEmbedded, rootsOf } from '../values/sites.ts';
import { restsOnDefault } from '../values/supposed.ts';
import type { UnitPiece } from './pieces.ts';
import { type Given, givenTo, violationText } from './violation-text.ts';

/** By the keys of pieces, in the offsets of their units. */
const findingsOf = new WeakMap<object, { readonly changes: number; readonly found: readonly Finding[] }>();

/** What was found of pieces that were not finished. */
const partly = new WeakMap<object, { readonly changes: number; readonly found: readonly Finding[] }>();

export class Findings {
  readonly #evaluator: Evaluation;
  /** For layout text in comments of a host language. */
  readonly #notation: Evaluation;
  readonly #instantiations: (state: UnitState, offset: number) => readonly ShownInstantiation[];
  #all: readonly Finding[] | null = null;

  /** `instantiations`: the ways in which what stands at an offset of a unit is compiled, those that are looked at. */
  constructor(
    evaluator: Evaluation,
    notation: Evaluation,
    instantiations: (state: UnitState, offset: number) => readonly ShownInstantiation[],
  ) {
    this.#evaluator = evaluator;
    this.#notation = notation;
    this.#instantiations = instantiations;
  }

  /** Little by little. Once `expired` says so, those that are there. */
  *all(pieces: Iterable<UnitPiece>, expired: () => boolean): Generator<void, readonly Finding[]> {
    if (this.#all !== null) return this.#all;
    const found: Finding[] = [];
    const states = new Set<UnitState>();
    let isWhole = true;
    for (const piece of pieces) {
      if (isWhole) for (const _ of this.#stepsOf(piece)) if (expired()) break;
      isWhole &&= !expired();
      const { key, placed, state } = piece;
      const known = [findingsOf.get(key), partly.get(key)].find((k) => k?.changes === piece.changes);
      for (const f of known?.found ?? []) found.push({ ...f, span: placed(f.span) });
      if (!states.has(state))
        for (const { span, message } of state.placed.unit.errors ?? [])
          found.push({ rule: 'malformed-notation', severity: 'error', message, span: placed(span) });
      states.add(state);
      yield;
    }
    found.sort((a, b) => a.span.start - b.span.start);
    if (isWhole) this.#all = found;
    return found;
  }

  /** Works them out a little at a time. */
  *steps(pieces: Iterable<UnitPiece>): Generator<void> {
    for (const piece of pieces) {
      yield;
      yield* this.#stepsOf(piece);
    }
  }

  *#stepsOf(piece: UnitPiece): Generator<void> {
    const { key, changes } = piece;
    const known = findingsOf.get(key);
    if (known?.changes === changes) return;
    const changed = known === undefined ? null : piece.changedSince(known.changes);
    const isOpen = (span: Span): boolean =>
      changed === null || changed.some((c) => span.start < c.end && c.start < span.end);
    const kept = (known?.found ?? []).filter((f) => !isOpen(f.span));
    const found: Finding[] = [];
    let isWhole = false;
    try {
      if (changed?.length !== 0) yield* this.#findingsIn(piece, isOpen, found);
      isWhole = true;
    } finally {
      // Whoever stops is left with what there is.
      if (isWhole) findingsOf.set(key, { changes, found: [...kept, ...found] });
      else partly.set(key, { changes, found: [...kept, ...found] });
    }
  }

  /** Violations in a piece, where it is open, in the offsets of its unit. */
  *#findingsIn({ state, of }: UnitPiece, isOpen: (span: Span) => boolean, found: Finding[]): Generator<void> {
    const { unit } = state.placed;
    const functions = new Set(regionsOf(unit).flatMap((r) => (r.of === null ? [] : [r.of.scope])));
    const isHere = (span: Span): boolean =>
      isOpen(span) && (of === null ? !isInFunction(unit, span) : isInside(span, of.span));
    const visit = function* (model: Findings, scope: Scope, within: Frame): Generator<void> {
      if (!isOpen(scope.span) || (scope.guard != null && model.#isDead(scope, within))) return;
      for (const d of scope.declarations) {
        if (!isDeclarationPlace(d) || !isOpen(d.span)) continue;
        model.#evaluator.declared(d, scope, within);
        yield;
      }
      for (const e of rootsOf(scope)) {
        if (!isOpen(e.span)) continue;
        model.#evaluator.result(e, within);
        yield;
      }
      for (const child of scope.children)
        if (of !== null || !functions.has(child)) yield* visit(model, child, within);
    };
    const visited = function* (
      model: Findings,
      scope: Scope,
      within: Frame,
      instances: Instances | null = null,
    ): Generator<void> {
      // What was found is there also for whoever stops in between.
      try {
        yield* visit(model, scope, within);
      } finally {
        collect(within, instances);
      }
    };
    const judged = new Set<Notation>();
    for (const notation of unit.notations) {
      if (!isHere(notation.span)) continue;
      if (!isEmbedded(notation)) this.#notation.result(notation.expr, state.frame);
      // Names in prose say too little to find fault with.
      else if (isSelfContained(this.#notation, notation.expr, state.frame)) {
        this.#notation.result(notation.expr, state.frame);
        judged.add(notation);
      }
    }
    const dialect = this.#evaluator.language.name;
    const collect = (within: Frame, instances: Instances | null): void => {
      for (const expr of within.violations) {
        const { value, parameters } = within.expressions.get(expr)!;
        if (!(value instanceof Violation) || !isHere(expr.span)) continue;
        if (within === state.frame && restsOnDefault(parameters)) continue;
        const text = unit.notations.find((n) => isEmbedded(n) && isInside(expr.span, n.span));
        // Others were evaluated for whoever asked for their values.
        if (text !== undefined && !judged.has(text)) continue;
        // In a branch that may be discarded there may be anything.
        if (instances !== null && !isCompiledAt(instances.own.evaluator, expr.span.start, within)) continue;
        const isKnown = found.some((f) => f.span.start === expr.span.start && f.span.end === expr.span.end);
        if (isKnown) continue;
        const isAsserted = assertedIn(state.placed.unit.scope).some((span) => isInside(expr.span, span));
        const given = this.#given(expr, within, text === undefined ? this.#evaluator : this.#notation);
        const told = finding(value, expr.span, given, isAsserted, text === undefined ? dialect : 'notation');
        if (text !== undefined) found.push({ ...told, isEmbedded: true });
        else found.push(instances === null ? told : onlyHere(told, value, expr, instances));
      }
    };
    yield* visited(this, of?.scope ?? unit.scope, state.frame);
    for (const scope of unit.scope.children) {
      if (of !== null && !isInside(of.span, scope.span)) continue;
      const shown = this.#instantiations(state, scope.span.start);
      // A class that is named with arguments need not be compiled with them.
      const isClass = scope.children.some((s) => s.kind === 'class');
      for (const i of shown) {
        const instances = { own: i, others: shown.filter((other) => other !== i), isClass };
        if (of !== null || !functions.has(scope))
          yield* visited(this, of?.scope ?? scope, i.frame, instances);
      }
    }
  }

  /** The values that an operation without a result was given. */
  #given(expr: Expr, frame: Frame, evaluator: Evaluation): readonly Given[] {
    const text = (e: Expr): string => textIn(frame.unit.placed, e.span);
    const valueAt = (e: Expr): Value | null => {
      const { value } = evaluator.result(e, frame);
      return isFailure(value) ? null : asValue(value);
    };
    return givenTo(frame.expressions.get(expr)?.made ?? null, expr, text, valueAt);
  }

  /** The branch of an `if` whose condition is known not to hold. */
  #isDead(scope: Scope, frame: Frame): boolean {
    const guard = scope.guard!;
    const condition = this.#evaluator.result(guard.condition, frame).value;
    return condition === (guard.branch === 'else');
  }
}

function isInFunction(unit: Unit, span: Span): boolean {
  const { of } = regionAt(unit, span.start);
  return of !== null && isInside(span, of.span);
}

/** An instantiation, and the others that are looked at. */
interface Instances {
  readonly own: ShownInstantiation;
  readonly others: readonly ShownInstantiation[];
  readonly isClass: boolean;
}

/**
 * A finding of one instantiation, where there is none or another one in others. A class in which there is nothing to
 * find with other arguments may never be compiled with these.
 */
function onlyHere(
  found: Finding,
  violation: Violation,
  expr: Expr,
  { own, others, isClass }: Instances,
): Finding {
  const values = others.map((i) => ({ i, value: i.evaluator.result(expr, i.frame).value }));
  const different = values.filter(({ value }) =>
    value instanceof Violation ? value.message !== violation.message : isKnownValue(value),
  );
  if (different.length === 0) return found;
  const all = [own, ...others];
  const where = (i: ShownInstantiation): string =>
    differingArguments(
      i,
      all.filter((other) => other !== i),
    );
  const also = values.flatMap(({ i, value }) => (value instanceof Violation ? [where(i)] : []));
  const label = withInstances(where(own), also);
  if (label === '') return found;
  const isFine = different.some(({ value }) => !(value instanceof Violation));
  const severity = isClass && isFine ? 'warning' : found.severity;
  return { ...found, severity, message: `${found.message}${label}` };
}

const isKnownValue = (value: Thing | Failure): boolean => !isFailure(value) && !(value instanceof Unknown);

/** What stands in `assert(…)`, which is only compiled where NDEBUG is not defined. */
function assertedIn(scope: Scope): readonly Span[] {
  const own = scope.expressions.filter(
    (e) => e.kind === 'call' && e.callee.kind === 'name' && e.callee.name === 'assert',
  );
  return [...own.map(({ span }) => span), ...scope.children.flatMap(assertedIn)];
}

function finding(
  violation: Violation,
  span: Span,
  given: readonly Given[],
  isAsserted: boolean,
  dialect: Dialect,
): Finding {
  const note = isAsserted
    ? ' (refused where assert is compiled)'
    : dialect === 'cpp' && violation.detail.compiles === true
      ? ' (C++ compiles this, but hardly anything that uses it)'
      : '';
  return {
    rule: violation.code,
    severity: note === '' ? 'error' : 'warning',
    message: violationText(violation, given, dialect) + note,
    span,
    data: { ...violation.detail },
  };
}
