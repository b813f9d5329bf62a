// The evaluator: the value of an expression at its place, lazily and memoised. What a language makes of its own forms is
// the language's to say, and what operators and functions mean its library's.

import type { Failure } from '../../algebra/integer/failure.ts';
import { suppositionsMade, watchSuppositions } from '../../algebra/term/suppositions.ts';
import { type DependencyRegion, dependencyRegionAt, NO_REGION } from '../../frontends/common/body-edits.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { count } from '../../profile/profile.ts';
import { recordDependency, recordObservation } from '../model/body-dependencies.ts';
import type { Builtin, BuiltinCall } from '../model/builtin.ts';
import { BoxedObject, type Entity, type UsedAssumption } from '../model/entity.ts';
import { type Environment, type Result, registerEnvironment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { FileView } from '../model/file.ts';
import type { Language } from '../model/language.ts';
import type { Library } from '../model/library.ts';
import type { LookupResult } from '../model/lookup-result.ts';
import { PENDING, tableOf } from '../model/memo.ts';
import { type NotedAssumptions, noAssumptions } from '../model/noted-assumptions.ts';
import { OneOf, Unknown, type Value } from '../model/value.ts';
import { liftLibrary } from '../values/one-of.ts';
import { asOperand, withName } from '../values/outcome.ts';
import { bounded, isCutShort } from '../values/size.ts';
import { assumption } from './assumptions.ts';
import { declarationResult } from './declarations.ts';
import { evaluateExpression } from './expressions.ts';
import { type DispatchLookup, lookUp, type MemberLookup } from './lookup.ts';
import { membersOf } from './members.ts';
import { foundEntity, memberOf } from './names.ts';
import { consistent, dependsOnItself, displayed, isGood, isOfLayouts, MEMOISED, STABLE } from './results.ts';

const MAXIMUM_DEPTH = 120;
/** Steps for the search for the instantiations of a template. */
const SEARCH_BUDGET = 100_000;

const TOO_DEEP = 'the expression is nested too deeply';

/** What is worked out there is asked for from anywhere. */
const ANYWHERE: DependencyRegion = { ...NO_REGION };

const isWithin = ({ nameSpan }: Declaration, { span }: Scope): boolean =>
  span.start <= nameSpan.start && nameSpan.end <= span.end;

export class Evaluator implements Evaluation {
  readonly db: FileView;
  readonly language: Language;
  readonly rules: Library;
  #depth = 0;
  /** Steps that are left for the question; none where nobody asks one. */
  #left = 0;
  #isAsked = false;
  /** What was nested too deeply, for the question: it is so from as deep or deeper. */
  #tooDeep: Map<Environment, Map<Declaration, { readonly depth: number; readonly result: Result }>> | null =
    null;
  /** What is evaluated stands there. */
  #region: DependencyRegion = NO_REGION;
  /** What was given a value since the result in work was begun. */
  #assumptions = noAssumptions();

  /** The operation that the expression in work has run. */
  #provenance: Result['provenance'] = null;

  /** `language`: that of the text that is evaluated, when it is not the file's own. */
  constructor(db: FileView, language: Language = db.language) {
    this.db = db;
    this.language = language;
    this.rules = liftLibrary(language.library);
  }

  /** The result of an expression; the entry for everyone outside. */
  result(expr: Expr, env: Environment): Result {
    return this.#from(expr.span.start, env, () =>
      consistent(
        this.#collect(() => this.evaluate(expr, env), expr, env),
        env,
      ),
    );
  }

  /** The result of a declaration's name; the entry for everyone outside. */
  declared(declaration: Declaration, scope: Scope, env: Environment): Result {
    const result = this.#from(declaration.nameSpan.start, env, () =>
      consistent(this.declaration(declaration, scope, env), env),
    );
    // Over budget: the failure is memoised, since a retry would exhaust it again.
    if (isCutShort(result.value)) env.declarations.set(declaration, result);
    const value = displayed(result.value);
    return value === result.value ? result : { ...result, value };
  }

  /** Asks from inside of the place that is asked about. */
  #from(position: number, env: Environment, ask: () => Result): Result {
    return this.#withOwnBudget(this.language.steps, () => {
      this.#region = dependencyRegionAt(env.unit.placed.unit, position);
      if (this.#region.of !== null) registerEnvironment(env);
      return ask();
    });
  }

  /** Works on a question with steps of its own. Whatever ends it, what was in work before goes on as it was. */
  #withOwnBudget<T>(steps: number, body: () => T): T {
    const [region, parameters, left, depth] = [this.#region, this.#assumptions, this.#left, this.#depth];
    const [isAsked, tooDeep] = [this.#isAsked, this.#tooDeep];
    this.#isAsked = true;
    this.#tooDeep = null;
    this.#left = steps;
    this.#depth = 0;
    try {
      return body();
    } finally {
      this.#region = region;
      this.#assumptions = parameters;
      this.#isAsked = isAsked;
      this.#tooDeep = tooDeep;
      this.#left = left;
      this.#depth = depth;
    }
  }

  /** Runs a search over many expressions with steps of its own. */
  withSearchBudget<T>(body: () => T): T {
    return this.#withOwnBudget(SEARCH_BUDGET, body);
  }

  /** Works out what others will be told who stand elsewhere: it depends on all that it looks at. */
  forOthers<T>(body: () => T): T {
    const outer = this.#region;
    this.#region = ANYWHERE;
    try {
      return body();
    } finally {
      this.#region = outer;
    }
  }

  /** Runs a part of a search with so many of its steps at most: one reference must not take those of all others. */
  withStepLimit<T>(steps: number, body: () => T): T {
    const before = this.#left;
    const given = Math.min(before, steps);
    this.#left = given;
    try {
      return body();
    } finally {
      this.#left = before - (given - this.#left);
    }
  }

  /** Whether no steps are left, so that something was not worked out. */
  get isOverBudget(): boolean {
    return this.#isAsked && this.#left <= 0;
  }

  #collect(body: () => Entity | Failure, expr: Expr, env: Environment): Result {
    const outer = this.#assumptions;
    this.#assumptions = noAssumptions();
    const value = displayed(body());
    const parameters = this.#assumptions.items;
    this.#resume(outer, parameters);
    return { value, provenance: env.expressions.get(expr)?.provenance ?? null, assumptions: parameters };
  }

  /** Notes that a parameter was given a value. */
  noteAssumption(parameter: UsedAssumption): void {
    this.#assumptions = this.#assumptions.with(parameter);
  }

  /** What a body gives, and what was given a value meanwhile: whoever uses it notes that. */
  noting<T>(body: () => T): { readonly value: T; readonly parameters: readonly UsedAssumption[] } {
    const outer = this.#assumptions;
    this.#assumptions = noAssumptions();
    try {
      const value = body();
      return { value, parameters: this.#assumptions.items };
    } finally {
      this.#assumptions = outer;
    }
  }

  /** Goes on with the list of a result that another one was part of. */
  #resume(outer: NotedAssumptions, inner: readonly UsedAssumption[]): void {
    this.#assumptions = outer.withAll(inner);
  }

  /** What a declared name stands for in an environment, worked out once. */
  declaration(declaration: Declaration, scope: Scope, env: Environment): Result {
    const { base } = env;
    if (base !== null && !isWithin(declaration, base.scope) && !env.bindings.has(declaration))
      return this.declaration(declaration, scope, base.env);
    // What the file itself declares is read by the file's own rules, also where notation in a comment names it.
    if (this.language !== this.db.language) {
      this.#host ??= new Evaluator(this.db);
      const result = this.#host.declaration(declaration, scope, env);
      this.#assumptions = this.#assumptions.withAll(result.assumptions);
      return result;
    }
    const known = env.declarations.get(declaration);
    if (known !== undefined && known !== PENDING) {
      this.#assumptions = this.#assumptions.withAll(known.assumptions);
      return known;
    }
    const before = this.#tooDeep?.get(env)?.get(declaration);
    if (before !== undefined && this.#depth >= before.depth) return before.result;
    const outer = this.#assumptions;
    const asking = this.#region;
    // It is remembered for whoever asks where it stands.
    if (env.unit.placed.unit.gapMap?.comparesValues === true)
      this.#region = dependencyRegionAt(env.unit.placed.unit, declaration.nameSpan.start);
    const result = this.db.values.compute(
      env.declarations,
      declaration,
      () => {
        this.#assumptions = noAssumptions();
        const { value, provenance: made } = declarationResult(this, declaration, scope, env);
        return {
          value: withName(value, declaration),
          provenance: made,
          assumptions: this.#assumptions.items,
        };
      },
      () => dependsOnItself(declaration),
      isGood,
    );
    this.#region = asking;
    this.#resume(outer, result.assumptions);
    if (isCutShort(result.value) && this.#left > 0) {
      this.#tooDeep ??= new Map();
      tableOf(this.#tooDeep, env).set(declaration, { depth: this.#depth, result });
    }
    return result;
  }

  /** For what the file declares, when this one has the rules of another text. */
  #host: Evaluator | null = null;

  /** An expression as a value: failures and what only the host has are unknown to whoever needs a value. */
  value(expr: Expr, env: Environment): Value {
    return asOperand(this.evaluate(expr, env));
  }

  evaluate(expr: Expr, env: Environment): Entity | Failure {
    if (this.#depth >= MAXIMUM_DEPTH) return new Unknown('budget', TOO_DEEP);
    if (--this.#left <= 0) {
      if (!this.#isAsked) return this.#withOwnBudget(this.language.steps, () => this.evaluate(expr, env));
      return new Unknown('budget', 'the evaluation takes too long');
    }
    const outerRegion = this.#region;
    const { start } = expr.span;
    const isInside =
      env.unit.placed.unit.scope === outerRegion.root &&
      outerRegion.start <= start &&
      start < outerRegion.end;
    const value = isInside ? this.#memoised(expr, env) : this.#observed(expr, env);
    this.#region = outerRegion;
    return value;
  }

  /** The value of an expression that stands in another region than what asks for it, which is noted. */
  #observed(expr: Expr, env: Environment): Entity | Failure {
    const { unit } = env.unit.placed;
    const asking = this.#region;
    const region = dependencyRegionAt(unit, expr.span.start);
    this.#region = region;
    if (region === asking || asking === NO_REGION || !region.isBody) return this.#memoised(expr, env);
    if (unit.gapMap?.comparesValues !== true) {
      recordDependency(region);
      return this.#memoised(expr, env);
    }
    const { value, parameters } = this.noting(() => this.#memoised(expr, env));
    this.#assumptions = this.#assumptions.withAll(parameters);
    recordObservation(region, { expr, env, value, assumptions: parameters });
    return value;
  }

  /** The value of an expression, worked out once where it is worth remembering. */
  #memoised(expr: Expr, env: Environment): Entity | Failure {
    const isMemoised = MEMOISED.has(expr.kind);
    if (isMemoised) {
      const known = env.expressions.get(expr);
      if (known !== undefined) {
        this.#assumptions = this.#assumptions.withAll(known.assumptions);
        count('memo hits');
        return known.value;
      }
      count('values worked out');
    }
    this.#depth++;
    const outer = this.#assumptions;
    if (isMemoised) this.#assumptions = noAssumptions();
    this.#provenance = null;
    const outcome = evaluateExpression(this, expr, env);
    const entity = outcome instanceof BoxedObject ? outcome.object : outcome;
    const value = STABLE.has(expr.kind) ? entity : bounded(entity);
    this.#depth--;
    if (isMemoised) {
      const parameters = this.#assumptions.items;
      this.#resume(outer, parameters);
      const made = this.#provenance;
      this.#provenance = null;
      if (!isCutShort(value)) {
        const { values } = this.db;
        if (values.isInCycle) values.forgetWithCycle(() => env.invalidateExpression(expr));
        env.remember(expr, { value, provenance: made, assumptions: parameters });
      }
    } else if (expr.kind === 'binary' && isOfLayouts(value) && !this.db.values.isInCycle) {
      // What an operator refuses is told like what a call refuses.
      env.remember(expr, { value, provenance: null, assumptions: this.#assumptions.items });
    }
    return value;
  }

  /** Runs an operation of the library, remembering it for its explanation. */
  run(builtin: Builtin, call: BuiltinCall): Value | Failure {
    const value = this.collectSuppositions(() => builtin(call));
    this.#provenance = value instanceof OneOf ? null : { builtin, call };
    return value;
  }

  /** Notes what the algebra supposes of symbols meanwhile: `kBlockM ≠ 1`. */
  collectSuppositions<T>(body: () => T): T {
    watchSuppositions();
    const value = body();
    for (const text of suppositionsMade()) {
      const [name, ...rest] = text.split(' ');
      this.noteAssumption({ name: name!, value: rest.join(' '), source: 'supposed' });
    }
    return value;
  }

  /** What the declarations that were found stand for. */
  found(found: LookupResult, name: string): Entity | Failure {
    return foundEntity(this, found, name);
  }

  /** `scope::name`, `object.name`. */
  memberOf(scope: Entity, name: string, env: Environment): Entity | Failure {
    return memberOf(this, scope, name, env);
  }

  readonly #members: MemberLookup = (env, scope, name) =>
    membersOf(this, env, scope, name, null, this.language.scopes.hidesDependentBases);
  readonly #introduced: DispatchLookup = (env, lambda, name) =>
    this.language.names.dispatchBinding(this, env, lambda, name);

  find(name: string, position: number, env: Environment): LookupResult | null {
    const found = lookUp(this.db, env, position, name, this.#members, this.#introduced);
    if (found === null || found.env.parent !== null) return found;
    return this.language.names.isDefinedByLibrary(this, found, name, { env, position }) ? null : found;
  }

  /** Whether a directive or a setting gives the template parameter a value. */
  isGiven(d: Declaration, env: Environment): boolean {
    return (
      this.db.parameters.has(d.name) || this.db.expressions.has(d.name) || assumption(this, d, env) !== null
    );
  }

  /** What stands before `<`: inside of a class its own name is the template's there. */
  templateNamed(expr: Expr, env: Environment): Entity | Failure {
    const found = expr.kind === 'name' ? this.find(expr.name, expr.span.start, env) : null;
    return found?.declarations[0]?.kind === 'class'
      ? this.found(found, found.declarations[0].name)
      : this.evaluate(expr, env);
  }
}
