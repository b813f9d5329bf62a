// The violations in one check unit of a document: what is worked out in it, and what of it is told.

import { type Failure, isFailure, Violation } from '../../algebra/integer/failure.ts';
import { isCompiledAt, neverRunsAt } from '../../evaluate/cpp/instances/discarded.ts';
import { asValue, type Entity, type UsedAssumption } from '../../evaluate/model/entity.ts';
import type { Environment, Result, UnitMemo } from '../../evaluate/model/environment.ts';
import type { Evaluation } from '../../evaluate/model/evaluation.ts';
import { Unknown, type Value } from '../../evaluate/model/value.ts';
import { isSelfContained } from '../../evaluate/notation/embedded-text.ts';
import {
  dependencyRegionAt,
  dependencyRegionsOf,
  type FunctionBody,
  isInside,
} from '../../frontends/common/body-edits.ts';
import type { Expr, Span } from '../../frontends/common/expression.ts';
import { fileText } from '../../frontends/common/gap-map.ts';
import type { Dialect, Notation, Scope, Unit } from '../../frontends/common/scope.ts';
import { restsOnDefault, withDefaults } from '../values/default-arguments.ts';
import { differingArguments, plainInstantiation, withInstances } from '../values/instances.ts';
import type { Finding, ShownInstantiation } from '../values/model.ts';
import { isDeclarationNode, isEmbedded, rootsOf } from '../values/sites.ts';
import type { LocatedCheckUnit } from './check-units.ts';
import { inRounds, isOpenInRounds } from './rounds.ts';
import { type Given, givenTo, violationText } from './violation-text.ts';

/** What the check units of a document are worked out with. */
export interface Within {
  readonly evaluator: Evaluation;
  /** For layout text in comments of a host language. */
  readonly notation: Evaluation;
  /** The ways in which what stands at an offset of a unit is compiled, those that are looked at. */
  instantiations(memo: UnitMemo, offset: number): readonly ShownInstantiation[];
}

const isOfModes = ({ source, value }: UsedAssumption): boolean =>
  source === 'supposed' && /^has \d+ modes?$/.test(value);

export class CheckUnitFindings {
  readonly #within: Within;
  readonly #piece: LocatedCheckUnit;
  readonly #isOpen: (span: Span) => boolean;
  readonly #found: Finding[];
  /** The scopes of functions in the unit: they are check units of their own. */
  readonly #functions: ReadonlySet<Scope>;
  /** The layout text that stands for itself. */
  readonly #judged = new Set<Notation>();
  /** What is not known in loops, where it was visited last. */
  readonly #unknown: Expr[] = [];

  /** Where the check unit is open it is worked out, and what is found is added in the offsets of its unit. */
  constructor(
    within: Within,
    checkUnit: LocatedCheckUnit,
    isOpen: (span: Span) => boolean,
    found: Finding[],
  ) {
    this.#within = within;
    this.#piece = checkUnit;
    this.#isOpen = isOpen;
    this.#found = found;
    const regions = dependencyRegionsOf(checkUnit.memo.placed.unit);
    this.#functions = new Set(regions.flatMap(({ of }) => (of === null ? [] : [of.scope])));
  }

  *steps(): Generator<void> {
    const { memo, of } = this.#piece;
    const { unit } = memo.placed;
    for (const notation of unit.notations) if (this.#isHere(notation.span)) this.#judge(notation);
    if (of !== null) yield* this.#attributes(of, memo.env);
    yield* this.#visited(of?.scope ?? unit.scope, memo.env, null);
    for (const scope of unit.scope.children) {
      if (of !== null && !isInside(of.span, scope.span)) continue;
      // A member function template is compiled for its calls beside the arguments of its class.
      const shown = this.#within.instantiations(memo, of?.scope.span.end ?? scope.span.start);
      // A class that is named with arguments need not be compiled with them.
      const isClass = scope.children.some((s) => s.kind === 'class');
      for (const i of shown) {
        const instances = { own: i, others: shown.filter((other) => other !== i), isClass };
        if (of !== null || !this.#functions.has(scope))
          yield* this.#visited(of?.scope ?? scope, i.env, instances);
      }
    }
  }

  /** What a method gives to attributes, which its class declares. */
  *#attributes({ around, span }: FunctionBody, env: Environment): Generator<void> {
    for (const scope of around)
      for (const d of scope.declarations)
        if (isDeclarationNode(d) && isInside(d.span, span) && this.#isOpen(d.span)) {
          this.#within.evaluator.declared(d, scope, env);
          yield;
        }
  }

  #isHere(span: Span): boolean {
    const { memo, of } = this.#piece;
    const isOfPiece = of === null ? !isInFunction(memo.placed.unit, span) : isInside(span, of.span);
    return this.#isOpen(span) && isOfPiece;
  }

  #judge(notation: Notation): void {
    const { env } = this.#piece.memo;
    if (isEmbedded(notation)) {
      // Names in prose say too little to find fault with.
      if (!isSelfContained(this.#within.notation, notation.expr, env)) return;
      this.#judged.add(notation);
    }
    this.#within.notation.result(notation.expr, env);
  }

  *#visited(scope: Scope, env: Environment, instances: Instances | null): Generator<void> {
    // What was found is there also for whoever stops in between.
    try {
      yield* this.#visit(scope, env);
    } finally {
      this.#collect(env, instances);
    }
    yield* this.#visitRounds(instances?.own ?? plainInstantiation(this.#within.evaluator, this.#piece.memo));
  }

  /** What is known in the rounds of loops alone, in each of these. */
  *#visitRounds(way: ShownInstantiation): Generator<void> {
    const rounds = new Map<string, readonly ShownInstantiation[]>();
    for (const expr of this.#unknown.splice(0)) {
      const all = inRounds(expr, way);
      for (const { evaluator, env } of all) {
        evaluator.result(expr, env);
        yield;
      }
      rounds.set(all.map(({ env }) => env.id).join(), all);
    }
    for (const all of rounds.values())
      for (const own of all)
        this.#collect(own.env, { own, others: all.filter((other) => other !== own), isClass: false });
  }

  *#visit(scope: Scope, env: Environment): Generator<void> {
    const { evaluator } = this.#within;
    if (!this.#isOpen(scope.span) || (scope.guard != null && this.#isDead(scope, env))) return;
    for (const d of scope.declarations) {
      if (!isDeclarationNode(d) || !this.#isOpen(d.span)) continue;
      this.#noteUnknown(d.init, evaluator.declared(d, scope, env), env);
      yield;
    }
    for (const e of rootsOf(scope)) {
      if (!this.#isOpen(e.span)) continue;
      this.#noteUnknown(e, evaluator.result(e, env), env);
      yield;
    }
    for (const child of scope.children)
      if (this.#piece.of !== null || !this.#functions.has(child)) yield* this.#visit(child, env);
  }

  #noteUnknown(expr: Expr | null, { value }: Result, { root }: Environment): void {
    if (expr !== null && value instanceof Unknown && isOpenInRounds(expr, value, root))
      this.#unknown.push(expr);
  }

  /** The violations that an environment has met, those that are told. */
  #collect(env: Environment, instances: Instances | null): void {
    const { memo } = this.#piece;
    const { unit } = memo.placed;
    const { evaluator, notation } = this.#within;
    for (const expr of env.violations) {
      const { value, assumptions: parameters } = env.expressions.get(expr)!;
      if (!(value instanceof Violation) || !this.#isHere(expr.span)) continue;
      // How many modes something has is supposed by what is done with it, which may be less than it has.
      if (parameters.some(isOfModes)) continue;
      const isByDefault = env === memo.env && restsOnDefault(parameters);
      if (isByDefault && evaluator.language.name !== 'python') continue;
      const text = unit.notations.find((n) => isEmbedded(n) && isInside(expr.span, n.span));
      // Others were evaluated for whoever asked for their values.
      if (text !== undefined && !this.#judged.has(text)) continue;
      // In a branch that may be discarded there may be anything.
      if (instances !== null && !isCompiledAt(instances.own.evaluator, expr.span.start, env)) continue;
      // One that a condition never chooses may have been looked into by whoever asked for what is in it.
      if (evaluator.language.name === 'python' && neverRunsAt(evaluator, expr.span.start, env)) continue;
      if (this.#isKnown(expr.span)) continue;
      const isAsserted = assertedIn(unit.scope).some((span) => isInside(expr.span, span));
      const given = this.#given(expr, env, text === undefined ? evaluator : notation);
      const dialect = text === undefined ? evaluator.language.name : 'notation';
      const found = finding(value, expr.span, given, isAsserted, dialect);
      const told = isByDefault ? withDefaults(found, parameters) : found;
      if (text !== undefined) this.#found.push({ ...told, isEmbedded: true });
      else this.#found.push(instances === null ? told : onlyHere(told, value, expr, instances));
    }
  }

  #isKnown({ start, end }: Span): boolean {
    return this.#found.some(({ span }) => span.start === start && span.end === end);
  }

  /** The values that an operation without a result was given. */
  #given(expr: Expr, env: Environment, evaluator: Evaluation): readonly Given[] {
    const text = (e: Expr): string => fileText(env.unit.placed, e.span);
    const valueAt = (e: Expr): Value | null => {
      const { value } = evaluator.result(e, env);
      return isFailure(value) ? null : asValue(value);
    };
    return givenTo(env.expressions.get(expr)?.provenance ?? null, expr, text, valueAt);
  }

  /** The branch of an `if` whose condition is known not to hold. */
  #isDead(scope: Scope, env: Environment): boolean {
    const guard = scope.guard!;
    const condition = this.#within.evaluator.result(guard.condition, env).value;
    return condition === (guard.branch === 'else');
  }
}

function isInFunction(unit: Unit, span: Span): boolean {
  const { of } = dependencyRegionAt(unit, span.start);
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
  const values = others.map((i) => ({ i, value: i.evaluator.result(expr, i.env).value }));
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

const isKnownValue = (value: Entity | Failure): boolean => !isFailure(value) && !(value instanceof Unknown);

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
