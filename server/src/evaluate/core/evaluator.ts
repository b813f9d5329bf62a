// The evaluator: the value of an expression at its place, lazily and memoised. It knows scopes, names
// and control flow; what operators, types and library functions mean is the dialect's to say.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { staticSymbol } from '../../algebra/integer/operations.ts';
import { assumptionsMade, watchAssumptions } from '../../algebra/term/assumptions.ts';
import { NOWHERE, type Region, regionAt } from '../../frontends/common/bodies.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { introduced } from '../cpp/calls/switches.ts';
import { applied } from '../cpp/template-application.ts';
import { expandedList, foldPack, packSize } from '../cpp/templates/packs.ts';
import { isQualifiedDecltype } from '../cpp/templates/qualifiers.ts';
import { isFundamental } from '../cpp/types/names.ts';
import type { Builtin, BuiltinCall, DialectRules } from '../model/dialect.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { FileView } from '../model/file.ts';
import type { Found } from '../model/found.ts';
import { type Frame, noteAsked, type Result } from '../model/frame.ts';
import { PENDING, within } from '../model/memo.ts';
import { observe } from '../model/observed.ts';
import {
  asValue,
  ClassObject,
  Closure,
  ElementObject,
  Held,
  isHostOnly,
  type Parameter,
  PathThing,
  type Thing,
} from '../model/thing.ts';
import { TypeValue, Undecided, Unknown, type Value, withQualifiers } from '../model/value.ts';
import { evaluateNotation } from '../notation/notation.ts';
import { changedValue } from '../python/plain/changed-names.ts';
import { comprehension, openItems } from '../python/plain/comprehensions.ts';
import { needed, withName } from '../values/outcome.ts';
import { bounded, isCutShort } from '../values/size.ts';
import { certain, forEach, withUndecided } from '../values/undecided.ts';
import { assumption } from './assumed.ts';
import { callExpression, construct, itemsOf } from './calls.ts';
import { isContradictory, isHostCode, isOfDevice } from './conditions.ts';
import { declarationResult } from './declarations.ts';
import { type IntroducedLookup, lookUp, type MemberLookup } from './lookup.ts';
import { membersOf } from './members.ts';
import { foundThing, isKnownByMeaning, memberOf, nameAt } from './names.ts';
import { binaryExpression, conditionalExpression, indexExpression, unaryExpression } from './operators.ts';

const MAXIMUM_DEPTH = 120;
/** What is worked out once, and where violations arise. */
const MEMOISED: ReadonlySet<Expr['kind']> = new Set([
  'call',
  'construct',
  'template',
  'compose',
  'layout',
  'swizzle',
  'index',
]);
/** What makes no value, or none that is larger than what it is made of. */
const STABLE: ReadonlySet<Expr['kind']> = new Set([
  'integer',
  'boolean',
  'name',
  'qualified',
  'lambda',
  'decltype',
  'qualified-type',
  'pack-size',
  'opaque',
]);
/** Steps for one declaration or expression that somebody asked for. */
const BUDGET = 8000;
/** Steps for the search for the instantiations of a template. */
const SEARCH_BUDGET = 100_000;

/** Shared by the results that no parameter was given a value for; never written to. */
const NO_PARAMETERS: Parameter[] = [];

/** What of a result is certain, for whoever is outside. */
const shownThing = (t: Thing | Failure): Thing | Failure => (isFailure(t) || isHostOnly(t) ? t : certain(t));

/** Nothing is compiled for two GPUs at once. */
function consistent(result: Result, { unit }: Frame): Result {
  if (isOfDevice(result.parameters) && isHostCode(unit)) {
    const reason = 'it is declared under __CUDA_ARCH__, without which host code is compiled';
    return { ...result, value: new Unknown('conditional', reason) };
  }
  if (!isContradictory(result.parameters)) return result;
  const value = new Unknown('conditional', 'parts of it are compiled for different GPUs or toolkits');
  return { ...result, value };
}

const TOO_DEEP = 'the expression is nested too deeply';

/** A value that was cut short by the budget is worked out again when it is asked for itself. */
const isGood = ({ value }: Result): boolean => !isCutShort(value);

const dependsOnItself = ({ name }: Declaration): Result => ({
  value: new Unknown('recursive', `${name} depends on itself`, [], name),
  made: null,
  parameters: [],
});

const isWithin = ({ nameSpan }: Declaration, { span }: Scope): boolean =>
  span.start <= nameSpan.start && nameSpan.end <= span.end;

export class Evaluator implements Evaluation {
  readonly world: FileView;
  readonly rules: DialectRules;
  #depth = 0;
  /** Steps that are left for the question; none where nobody asks one. */
  #left = 0;
  #isAsked = false;
  /** What was nested too deeply, for the question: it is so from as deep or deeper. */
  #tooDeep: Map<Frame, Map<Declaration, { readonly depth: number; readonly result: Result }>> | null = null;
  /** What is evaluated stands there. */
  #region: Region = NOWHERE;
  /** What was given a value since the result in work was begun. */
  #parameters: Parameter[] = NO_PARAMETERS;

  /** The operation that the expression in work has run. */
  #made: Result['made'] = null;

  /** `rules`: those of the text that is evaluated, when it is not the file's own language. */
  constructor(world: FileView, rules: DialectRules = world.rules) {
    this.world = world;
    this.rules = withUndecided(rules);
  }

  /** The result of an expression; the entry for everyone outside. */
  result(expr: Expr, frame: Frame): Result {
    return this.#from(expr.span.start, frame, () =>
      consistent(
        this.#collect(() => this.evaluate(expr, frame), expr, frame),
        frame,
      ),
    );
  }

  /** The result of a declaration's name; the entry for everyone outside. */
  declared(declaration: Declaration, scope: Scope, frame: Frame): Result {
    const result = this.#from(declaration.nameSpan.start, frame, () =>
      consistent(this.declaration(declaration, scope, frame), frame),
    );
    // More steps than these nobody has for it: others that need it need not try again.
    if (isCutShort(result.value)) frame.declarations.set(declaration, result);
    const value = shownThing(result.value);
    return value === result.value ? result : { ...result, value };
  }

  /** Asks from inside of the place that is asked about. */
  #from(position: number, frame: Frame, ask: () => Result): Result {
    return this.#apart(BUDGET, () => {
      this.#region = regionAt(frame.unit.placed.unit, position);
      if (this.#region.of !== null) noteAsked(frame);
      return ask();
    });
  }

  /** Works on a question with steps of its own. Whatever ends it, what was in work before goes on as it was. */
  #apart<T>(steps: number, body: () => T): T {
    const [region, parameters, left, depth] = [this.#region, this.#parameters, this.#left, this.#depth];
    const [isAsked, tooDeep] = [this.#isAsked, this.#tooDeep];
    this.#isAsked = true;
    this.#tooDeep = null;
    this.#left = steps;
    this.#depth = 0;
    try {
      return body();
    } finally {
      this.#region = region;
      this.#parameters = parameters;
      this.#isAsked = isAsked;
      this.#tooDeep = tooDeep;
      this.#left = left;
      this.#depth = depth;
    }
  }

  /** The region of what is evaluated next; a body that is looked into from elsewhere is noted. */
  #entered(position: number, frame: Frame): Region {
    const region = regionAt(frame.unit.placed.unit, position);
    if (this.#region !== NOWHERE && region !== this.#region) observe(region);
    return region;
  }

  /** Runs a search over many expressions with steps of its own. */
  searching<T>(body: () => T): T {
    return this.#apart(SEARCH_BUDGET, body);
  }

  /** Runs a part of a search with so many of its steps at most: one mention must not take those of all others. */
  within<T>(steps: number, body: () => T): T {
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
  get isSpent(): boolean {
    return this.#isAsked && this.#left <= 0;
  }

  #collect(body: () => Thing | Failure, expr: Expr, frame: Frame): Result {
    const outer = this.#parameters;
    this.#parameters = NO_PARAMETERS;
    const value = shownThing(body());
    const parameters = this.#parameters;
    this.#resume(outer, parameters);
    return { value, made: frame.expressions.get(expr)?.made ?? null, parameters };
  }

  /** Notes that a parameter was given a value. */
  note(parameter: Parameter): void {
    const noted = this.#parameters;
    for (const p of noted)
      if (p === parameter || (p.name === parameter.name && p.value === parameter.value)) return;
    // Most results take none: the list is made for the first.
    if (noted === NO_PARAMETERS) this.#parameters = [parameter];
    else noted.push(parameter);
  }

  /** What a body gives, and what was given a value meanwhile: whoever uses it notes that. */
  noting<T>(body: () => T): { readonly value: T; readonly parameters: readonly Parameter[] } {
    const outer = this.#parameters;
    this.#parameters = NO_PARAMETERS;
    try {
      const value = body();
      return { value, parameters: this.#parameters };
    } finally {
      this.#parameters = outer;
    }
  }

  /** Goes on with the list of a result that another one was part of. */
  #resume(outer: Parameter[], inner: readonly Parameter[]): void {
    this.#parameters = outer;
    for (const p of inner) this.note(p);
  }

  /** What a declared name stands for in a frame, worked out once. */
  declaration(declaration: Declaration, scope: Scope, frame: Frame): Result {
    const { base } = frame;
    if (base !== null && !isWithin(declaration, base.scope) && !frame.bindings.has(declaration))
      return this.declaration(declaration, scope, base.frame);
    // What the file itself declares is read by the file's own rules, also where notation in a comment names it.
    if (this.rules.name !== this.world.rules.name) {
      this.#host ??= new Evaluator(this.world);
      const result = this.#host.declaration(declaration, scope, frame);
      for (const p of result.parameters) this.note(p);
      return result;
    }
    const known = frame.declarations.get(declaration);
    if (known !== undefined && known !== PENDING) {
      for (const p of known.parameters) this.note(p);
      return known;
    }
    const before = this.#tooDeep?.get(frame)?.get(declaration);
    if (before !== undefined && this.#depth >= before.depth) return before.result;
    const outer = this.#parameters;
    const result = this.world.values.compute(
      frame.declarations,
      declaration,
      () => {
        this.#parameters = NO_PARAMETERS;
        const { value, made } = declarationResult(this, declaration, scope, frame);
        return { value: withName(value, declaration), made, parameters: this.#parameters };
      },
      () => dependsOnItself(declaration),
      isGood,
    );
    this.#resume(outer, result.parameters);
    if (isCutShort(result.value) && this.#left > 0) {
      this.#tooDeep ??= new Map();
      within(this.#tooDeep, frame).set(declaration, { depth: this.#depth, result });
    }
    return result;
  }

  /** For what the file declares, when this one has the rules of another text. */
  #host: Evaluator | null = null;

  /** An expression as a value: failures and what only the host has are unknown to whoever needs a value. */
  value(expr: Expr, frame: Frame): Value {
    return needed(this.evaluate(expr, frame));
  }

  evaluate(expr: Expr, frame: Frame): Thing | Failure {
    if (this.#depth >= MAXIMUM_DEPTH) return new Unknown('budget', TOO_DEEP);
    if (--this.#left <= 0) {
      if (!this.#isAsked) return this.#apart(BUDGET, () => this.evaluate(expr, frame));
      return new Unknown('budget', 'the evaluation takes too long');
    }
    const outerRegion = this.#region;
    const { start } = expr.span;
    const isInside =
      frame.unit.placed.unit.scope === outerRegion.root &&
      outerRegion.start <= start &&
      start < outerRegion.end;
    if (!isInside) this.#region = this.#entered(start, frame);
    const value = this.#remembered(expr, frame);
    this.#region = outerRegion;
    return value;
  }

  /** The value of an expression, worked out once where it is worth remembering. */
  #remembered(expr: Expr, frame: Frame): Thing | Failure {
    const isMemoised = MEMOISED.has(expr.kind);
    if (isMemoised) {
      const known = frame.expressions.get(expr);
      if (known !== undefined) {
        for (const p of known.parameters) this.note(p);
        return known.value;
      }
    }
    this.#depth++;
    const outer = this.#parameters;
    if (isMemoised) this.#parameters = NO_PARAMETERS;
    this.#made = null;
    const evaluated = this.#evaluate(expr, frame);
    const thing = evaluated instanceof Held ? evaluated.object : evaluated;
    const value = STABLE.has(expr.kind) ? thing : bounded(thing);
    this.#depth--;
    if (isMemoised) {
      const parameters = this.#parameters;
      this.#resume(outer, parameters);
      const made = this.#made;
      this.#made = null;
      if (!isCutShort(value)) {
        const { values } = this.world;
        if (values.isInCycle) values.forgetWithCycle(() => frame.forgetExpression(expr));
        frame.remember(expr, { value, made, parameters });
      }
    }
    return value;
  }

  /** Runs an operation of the library, remembering it for its explanation. */
  run(builtin: Builtin, call: BuiltinCall): Value | Failure {
    const value = this.supposing(() => builtin(call));
    this.#made = value instanceof Undecided ? null : { builtin, call };
    return value;
  }

  /** Notes what the algebra supposes of symbols meanwhile: `kBlockM ≠ 1`. */
  supposing<T>(body: () => T): T {
    watchAssumptions();
    const value = body();
    for (const text of assumptionsMade()) {
      const [name, ...rest] = text.split(' ');
      this.note({ name: name!, value: rest.join(' '), source: 'supposed' });
    }
    return value;
  }

  #evaluate(expr: Expr, frame: Frame): Thing | Failure {
    const { rules } = this;
    switch (expr.kind) {
      case 'integer':
        return expr.isRunTime === true
          ? new Dynamic(expr.value)
          : rules.integer(expr.value, expr.marked, expr.type);
      case 'boolean':
      case 'string':
        return expr.value;
      case 'name':
        // `_kBlockM` of the notation.
        if (expr.marked === true && this.find(expr.name, expr.span.start, frame) === null)
          return staticSymbol(expr.name);
        return this.name(expr.name, expr.span.start, frame);
      case 'qualified':
        return this.#qualified(expr, frame);
      case 'member':
        return this.#member(expr, frame);
      case 'template':
        return this.#template(expr, frame);
      case 'call':
        return callExpression(this, expr, frame);
      case 'construct':
        return this.#construct(expr, frame);
      case 'index':
        return indexExpression(this, expr, frame);
      case 'unary':
        return unaryExpression(this, expr, frame);
      case 'binary':
        return binaryExpression(this, expr, frame);
      case 'conditional':
        return conditionalExpression(this, expr, frame);
      case 'decltype': {
        const operand = this.evaluate(expr.operand, frame);
        if (isFailure(operand)) return needed(operand);
        const value = asValue(operand);
        const isObject = operand instanceof ClassObject || operand instanceof ElementObject;
        const type = isObject ? operand.type : value instanceof Unknown ? value : rules.typeOf(value);
        const isMarked = type instanceof TypeValue && isQualifiedDecltype(this, expr, frame);
        return isMarked ? withQualifiers(type, '?') : type;
      }
      case 'qualified-type': {
        const type = this.evaluate(expr.type, frame);
        return type instanceof TypeValue ? withQualifiers(type, expr.qualifiers) : type;
      }
      case 'lambda':
        return new Closure(expr, frame);
      case 'tuple': {
        const open = this.rules.name === 'python' ? openItems(this, expr.items, frame) : null;
        if (open !== null) return open;
        // An element that is not known leaves the others as they are.
        const items = itemsOf(this, expr.items, frame);
        return items instanceof Unknown ? items : forEach(items.map(asValue), (chosen) => chosen);
      }
      case 'comprehension':
        return comprehension(this, expr, frame);
      case 'changed':
        return changedValue(this, expr, frame);
      case 'expansion':
        return new Unknown('unsupported', 'a parameter pack is expanded outside of a list');
      case 'fold':
        return foldPack(this, expr, frame);
      case 'pack-size':
        return packSize(this, expr.pack, frame);
      case 'opaque':
        return new Unknown('unsupported', expr.reason);
      default:
        return evaluateNotation(this, expr, frame);
    }
  }

  /** A name at a position. */
  name(name: string, position: number, frame: Frame): Thing | Failure {
    return nameAt(this, name, position, frame);
  }

  /** What the declarations that were found stand for. */
  found(found: Found, name: string): Thing | Failure {
    return foundThing(this, found, name);
  }

  /** `scope::name`, `object.name`. */
  memberOf(scope: Thing, name: string, frame: Frame): Thing | Failure {
    return memberOf(this, scope, name, frame);
  }

  /** Template arguments for a template. */
  apply(target: Thing, args: readonly Thing[]): Thing | Failure {
    return applied(this, target, args);
  }

  readonly #members: MemberLookup = (frame, scope, name) =>
    membersOf(this, frame, scope, name, null, this.rules.name === 'cpp');
  readonly #introduced: IntroducedLookup = (frame, lambda, name) => introduced(this, frame, lambda, name);

  find(name: string, position: number, frame: Frame): Found | null {
    const found = lookUp(this.world, frame, position, name, this.#members, this.#introduced);
    if (found === null || found.frame.parent !== null) return found;
    return isKnownByMeaning(this, found, name) ? null : found;
  }

  /** Whether a directive or a setting gives the template parameter a value. */
  isGiven(d: Declaration, frame: Frame): boolean {
    return (
      this.world.parameters.has(d.name) ||
      this.world.expressions.has(d.name) ||
      assumption(this, d, frame) !== null
    );
  }

  #qualified(expr: Expr & { kind: 'qualified' }, frame: Frame): Thing | Failure {
    const name = expr.name.name;
    const scope = expr.scope === null ? new PathThing([]) : this.evaluate(expr.scope, frame);
    if (isFailure(scope)) return needed(scope);
    // `conditional<…>::type` is what the trait itself stands for here; a plain int has no members.
    if (name === 'type' && expr.scope?.kind === 'name' && scope instanceof TypeValue && isFundamental(scope))
      return new Unknown('unsupported', `${scope.name} has no member ${name}`, [], name);
    return this.memberOf(scope, name, frame);
  }

  #member(expr: Expr & { kind: 'member' }, frame: Frame): Thing | Failure {
    const object = this.evaluate(expr.object, frame);
    if (isFailure(object)) return needed(object);
    const name = expr.name.name;
    const value =
      this.rules.attribute?.(this, object, name, frame, expr.span.start) ??
      this.memberOf(object, name, frame);
    // `params.M` of something unknown is a name of its own for whoever reads the reason.
    return value;
  }

  #template(expr: Expr & { kind: 'template' }, frame: Frame): Thing | Failure {
    const target = this.templateNamed(expr.target, frame);
    if (isFailure(target)) return needed(target);
    const args = expandedList(this, expr.args, frame);
    if (args instanceof Unknown) return args;
    return this.apply(target, args);
  }

  /** What stands before `<`: inside of a class its own name is the template's there. */
  templateNamed(expr: Expr, frame: Frame): Thing | Failure {
    const found = expr.kind === 'name' ? this.find(expr.name, expr.span.start, frame) : null;
    return found?.declarations[0]?.kind === 'class'
      ? this.found(found, found.declarations[0].name)
      : this.evaluate(expr, frame);
  }

  #construct(expr: Expr & { kind: 'construct' }, frame: Frame): Thing | Failure {
    const type = this.evaluate(expr.type, frame);
    if (isFailure(type)) return needed(type);
    const args = expandedList(this, expr.args, frame);
    return args instanceof Unknown ? args : construct(this, type, args.map(asValue));
  }
}
