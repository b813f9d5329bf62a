// The evaluator: the value of an expression at its place, lazily and memoised. It knows scopes, names
// and control flow; what operators, types and library functions mean is the dialect's to say.

import { assumptionsMade, watchAssumptions } from '../algebra/assumptions.ts';
import { type Failure, isFailure } from '../algebra/failure.ts';
import { Dynamic } from '../algebra/integer.ts';
import { staticSymbol } from '../algebra/integer-ops.ts';
import { NOWHERE, type Region, regionAt } from '../frontends/bodies.ts';
import type { Expr } from '../frontends/expression.ts';
import { dottedParts } from '../frontends/expression-parts.ts';
import type { Declaration, Scope } from '../frontends/scope.ts';
import { inFile } from '../frontends/spacing.ts';
import type { Supposition } from '../syntax/preprocessor-condition.ts';
import { alternativesOf } from './alternatives.ts';
import { assumption } from './assumed.ts';
import { observe } from './bodies.ts';
import { callExpression, construct, itemsOf } from './calls.ts';
import { changedValue } from './changed-names.ts';
import { classTrait } from './class-traits.ts';
import { comprehension, openItems } from './comprehensions.ts';
import { conditionAt, hiddenBy, isContradictory } from './conditions.ts';
import { isFundamental } from './cpp-names.ts';
import { declarationResult } from './declarations.ts';
import { isCompileTime } from './dependent.ts';
import type { Builtin, BuiltinCall, DialectRules } from './dialect.ts';
import { fragmentType } from './fragment-types.ts';
import { type Frame, noteAsked, type Result } from './frame.ts';
import { type Found, type IntroducedLookup, inNamespace, lookUp, type MemberLookup } from './lookup.ts';
import { memberOfClass, membersOf } from './members.ts';
import { chosenOf, inCommonType, isStaticInt } from './merged.ts';
import { evaluateNotation } from './notation.ts';
import { needed, truth, withName } from './outcome.ts';
import { expandedList, foldPack, packSize } from './packs.ts';
import { GrownList, takenFrom } from './python-lists.ts';
import { isQualifiedDecltype } from './qualifiers.ts';
import { sequenceType } from './sequences.ts';
import { addressOf, arrayOf, pointedTo } from './storage.ts';
import { introduced } from './switches.ts';
import { injectedClass, instantiate } from './templates.ts';
import {
  asValue,
  ClassObject,
  ClassType,
  Closure,
  ElementObject,
  FunctionThing,
  Held,
  isHostOnly,
  type Parameter,
  PathThing,
  reasonOf,
  TemplateThing,
  type Thing,
} from './thing.ts';
import { certain, eitherInteger, forEach, undecidedOf, withUndecided } from './undecided.ts';
import { mayWrap } from './unsigned.ts';
import { isTraitsName, userTraits, withUserAtom } from './user-atoms.ts';
import { Pointer, TypeValue, Undecided, Unknown, type Value, withQualifiers } from './value.ts';
import type { World } from './world.ts';

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
/** The truth of one side that decides alone. */
const DECIDES: ReadonlyMap<string, boolean> = new Map([
  ['&&', false],
  ['and', false],
  ['||', true],
  ['or', true],
]);
/** Steps for one declaration or expression that somebody asked for. */
const BUDGET = 50_000;
/** Steps for the search for the instantiations of a template. */
const SEARCH_BUDGET = 100_000;

/** Shared by the results that no parameter was given a value for; never written to. */
const NO_PARAMETERS: Parameter[] = [];

/** What of a result is certain, for whoever is outside. */
const shownThing = (t: Thing | Failure): Thing | Failure => (isFailure(t) || isHostOnly(t) ? t : certain(t));

const meanings = new WeakMap<DialectRules, Map<string, boolean>>();

/** Whether the library documents the name. It is asked for every name in the library's own headers. */
function meansSomething(rules: DialectRules, name: string): boolean {
  let known = meanings.get(rules);
  if (known === undefined) {
    known = new Map();
    meanings.set(rules, known);
  }
  let means = known.get(name);
  if (means === undefined) {
    means =
      rules.builtin([name]) !== undefined ||
      rules.value([name]) !== undefined ||
      rules.template([name], []) !== undefined ||
      isTraitsName(name);
    known.set(name, means);
  }
  return means;
}

/** Nothing is compiled for two GPUs at once. */
function consistent(result: Result): Result {
  if (!isContradictory(result.parameters)) return result;
  const value = new Unknown('conditional', 'parts of it are compiled for different GPUs or toolkits');
  return { ...result, value };
}

const isCutShort = (value: Thing | Failure): boolean =>
  value instanceof Unknown && value.category === 'budget';

const isWithin = ({ nameSpan }: Declaration, { span }: Scope): boolean =>
  span.start <= nameSpan.start && nameSpan.end <= span.end;

export class Evaluator {
  readonly world: World;
  readonly rules: DialectRules;
  #depth = 0;
  #left = BUDGET;
  /** What is evaluated stands there. */
  #region: Region = NOWHERE;
  /** What was given a value since the result in work was begun. */
  #parameters: Parameter[] = NO_PARAMETERS;

  /** `rules`: those of the text that is evaluated, when it is not the file's own language. */
  constructor(world: World, rules: DialectRules = world.rules) {
    this.world = world;
    this.rules = withUndecided(rules);
  }

  /** The result of an expression; the entry for everyone outside. */
  result(expr: Expr, frame: Frame): Result {
    this.#left = BUDGET;
    this.#depth = 0;
    return this.#from(expr.span.start, frame, () =>
      consistent(this.#collect(() => this.evaluate(expr, frame), expr, frame)),
    );
  }

  /** The result of a declaration's name; the entry for everyone outside. */
  declared(declaration: Declaration, scope: Scope, frame: Frame): Result {
    this.#left = BUDGET;
    this.#depth = 0;
    const result = this.#from(declaration.nameSpan.start, frame, () =>
      consistent(this.declaration(declaration, scope, frame)),
    );
    // More steps than these nobody has for it: others that need it need not try again.
    if (isCutShort(result.value)) frame.declarations.set(declaration, result);
    const value = shownThing(result.value);
    return value === result.value ? result : { ...result, value };
  }

  /** Asks from inside of the place that is asked about. */
  #from(position: number, frame: Frame, ask: () => Result): Result {
    const outer = this.#region;
    this.#region = regionAt(frame.unit.placed.unit, position);
    if (this.#region.of !== null) noteAsked(frame);
    const result = ask();
    this.#region = outer;
    return result;
  }

  /** The region of what is evaluated next; a body that is looked into from elsewhere is noted. */
  #entered(position: number, frame: Frame): Region {
    const region = regionAt(frame.unit.placed.unit, position);
    if (this.#region !== NOWHERE && region !== this.#region) observe(region);
    return region;
  }

  /** Runs a search over many expressions with steps of its own. */
  searching<T>(body: () => T): T {
    const [left, depth] = [this.#left, this.#depth];
    this.#left = SEARCH_BUDGET;
    this.#depth = 0;
    try {
      return body();
    } finally {
      this.#left = left;
      this.#depth = depth;
    }
  }

  /** Runs a part of a search with so many of its steps at most: one mention must not take those of all others. */
  within<T>(steps: number, body: () => T): T {
    const before = this.#left;
    const given = Math.min(before, steps);
    this.#left = given;
    const result = body();
    this.#left = before - (given - this.#left);
    return result;
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
    if (known === 'pending') {
      this.#cycle = Math.min(this.#cycle, this.#pending.lastIndexOf(declaration));
      const value = new Unknown('recursive', `${declaration.name} depends on itself`, [], declaration.name);
      return { value, made: null, parameters: [] };
    }
    if (known !== undefined) {
      for (const p of known.parameters) this.note(p);
      return known;
    }
    frame.declarations.set(declaration, 'pending');
    const place = this.#pending.push(declaration) - 1;
    const outer = this.#parameters;
    this.#parameters = NO_PARAMETERS;
    const { value, made } = declarationResult(this, declaration, scope, frame);
    const result: Result = { value: withName(value, declaration), made, parameters: this.#parameters };
    this.#resume(outer, result.parameters);
    this.#pending.pop();
    // A value that was cut short by the budget is worked out again when it is asked for itself.
    if (isCutShort(value)) frame.declarations.delete(declaration);
    else frame.declarations.set(declaration, result);
    if (this.#isInCycle(place)) this.#provisional.push(() => frame.declarations.delete(declaration));
    else if (this.#provisional.length > 0) {
      for (const forget of this.#provisional.splice(0)) forget();
    }
    if (this.#cycle >= place) this.#cycle = Number.POSITIVE_INFINITY;
    return result;
  }

  /** For what the file declares, when this one has the rules of another text. */
  #host: Evaluator | null = null;

  /** The declarations in work, outermost first. */
  readonly #pending: Declaration[] = [];
  /**
   * The outermost of them that what is in work has met again. What was worked out meanwhile depends on where the question
   * came from: it is forgotten when that one is done.
   */
  #cycle = Number.POSITIVE_INFINITY;
  readonly #provisional: (() => void)[] = [];

  /** In Python a parameter asks the calls in the file, which may ask for what asked for the parameter. */
  #isInCycle(place: number): boolean {
    return this.#cycle < place && this.rules.name === 'python';
  }

  /** An expression as a value: failures and what only the host has are unknown to whoever needs a value. */
  value(expr: Expr, frame: Frame): Value {
    return needed(this.evaluate(expr, frame));
  }

  evaluate(expr: Expr, frame: Frame): Thing | Failure {
    if (this.#depth >= MAXIMUM_DEPTH) return new Unknown('budget', 'the expression is nested too deeply');
    if (--this.#left <= 0) return new Unknown('budget', 'the evaluation takes too long');
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
    const value = evaluated instanceof Held ? evaluated.object : evaluated;
    this.#depth--;
    if (isMemoised) {
      const parameters = this.#parameters;
      this.#resume(outer, parameters);
      const made = this.#made;
      this.#made = null;
      if (!isCutShort(value)) {
        if (this.#isInCycle(this.#pending.length))
          this.#provisional.push(() => frame.expressions.delete(expr));
        frame.expressions.set(expr, { value, made, parameters });
      }
    }
    return value;
  }

  /** The operation that the expression in work has run. */
  #made: Result['made'] = null;

  /** Runs an operation of the library, remembering it for its explanation. */
  run(builtin: Builtin, call: BuiltinCall): Value | Failure {
    watchAssumptions();
    const value = builtin(call);
    this.#noteAssumptions();
    this.#made = value instanceof Undecided ? null : { builtin, call };
    return value;
  }

  /** What the algebra supposed of symbols: `kBlockM ≠ 1`. */
  #noteAssumptions(): void {
    for (const text of assumptionsMade()) {
      const [name, ...rest] = text.split(' ');
      this.note({ name: name!, value: rest.join(' '), source: 'supposed' });
    }
  }

  #evaluate(expr: Expr, frame: Frame): Thing | Failure {
    const { rules } = this;
    switch (expr.kind) {
      case 'integer':
        return expr.isRunTime === true ? new Dynamic(expr.value) : rules.integer(expr.value, expr.marked);
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
      case 'index': {
        const object = this.value(expr.object, frame);
        if (object instanceof Unknown) return reasonOf(object);
        const isCpp = this.rules.name === 'cpp';
        if (object instanceof TypeValue && isCpp) return arrayOf(object);
        const args = this.#values(expr.args, frame);
        if (object instanceof Pointer && isCpp) return pointedTo(this, object, args[0]);
        // Which of items that are all alike makes no difference.
        if (object instanceof GrownList && args.length === 1) return takenFrom(object, args[0]!);
        const unknown = args.find((a) => a instanceof Unknown);
        return unknown instanceof Unknown ? unknown : rules.index(object, args);
      }
      case 'unary': {
        const address = expr.operator === '&' ? addressOf(this, expr.operand, frame) : null;
        if (address !== null) return address;
        const operand = this.value(expr.operand, frame);
        if (operand instanceof Unknown) return reasonOf(operand);
        if (expr.operator === '*' && operand instanceof Pointer) return pointedTo(this, operand);
        const result = rules.unary(expr.operator, operand);
        return (
          mayWrap(this, expr.operator, [{ expr: expr.operand, value: operand }], result, frame) ?? result
        );
      }
      case 'binary':
        return this.#binary(expr, frame);
      case 'conditional':
        return this.#conditional(expr, frame);
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

  #values(exprs: readonly Expr[], frame: Frame): Value[] {
    return exprs.map((e) => this.value(e, frame));
  }

  /** A name at a position. */
  name(name: string, position: number, frame: Frame): Thing | Failure {
    const found = this.find(name, position, frame);
    const hidden = this.#hiddenBy(name, position, frame, found);
    if (hidden !== null) return hidden;
    if (found !== null) return injectedClass(found, name, position, frame) ?? this.found(found, name);
    const { rules, world } = this;
    const value = rules.value([name]);
    if (value !== undefined) return value;
    if (rules.builtin([name]) !== undefined) return new PathThing([name]);
    if (world.namespaces.has(name)) return new PathThing([name]);
    return new PathThing([name]);
  }

  /** Why the name may mean what a branch of an `#if` declares that is not read; null where it does not. */
  #hiddenBy(name: string, position: number, frame: Frame, found: Found | null): Unknown | null {
    const { unit } = frame;
    if (unit.home.conditionals.length === 0 || this.rules.name !== 'cpp') return null;
    const first = found?.declarations[0];
    const isHere = first !== undefined && found!.frame.unit.home.uri === unit.home.uri;
    const at = isHere ? inFile(found!.frame.unit.placed, first.nameSpan.start) : null;
    const { condition, suppositions } = hiddenBy(unit, position, name, at);
    return this.#underCondition(name, condition, suppositions);
  }

  /** Notes what is supposed of a name's conditions; unknown where they may make it another one. */
  #underCondition(
    name: string,
    condition: string | null,
    suppositions: readonly Supposition[],
  ): Unknown | null {
    for (const { name: macro, text } of suppositions)
      this.note({ name: macro, value: text, source: 'supposed' });
    return condition === null
      ? null
      : new Unknown('conditional', `${name} depends on #if ${condition}`, [], name);
  }

  readonly #members: MemberLookup = (frame, scope, name) =>
    membersOf(this, frame, scope, name, null, this.rules.name === 'cpp');
  readonly #introduced: IntroducedLookup = (frame, lambda, name) => introduced(this, frame, lambda, name);

  find(name: string, position: number, frame: Frame): Found | null {
    const found = lookUp(this.world, frame, position, name, this.#members, this.#introduced);
    if (found === null || found.frame.parent !== null) return found;
    return this.#isKnownByMeaning(found, name) ? null : found;
  }

  /** Inside the library's own headers its names mean what the library documents. */
  #isKnownByMeaning({ scope, frame }: Found, name: string): boolean {
    const { rules } = this;
    const { placed, home } = frame.unit;
    const [outer] = placed.namespace;
    const isLibrary =
      scope.kind === 'file' &&
      (outer === 'cute' || (outer === 'cutlass' && placed.namespace.length === 1 && home.uri !== null)) &&
      rules.name === 'cpp';
    return isLibrary && meansSomething(rules, name);
  }

  /** What the declarations that were found stand for. */
  found(found: Found, name: string): Thing | Failure {
    const { declarations, scope, frame } = found;
    const first = declarations[0]!;
    if (found.isAmbiguous) {
      if (found.reason !== undefined) return new Unknown('unsupported', found.reason, [], name);
      return new Unknown(
        'conditional',
        `${name} is defined differently under a condition of the preprocessor`,
        [],
        name,
      );
    }
    if (first.kind !== 'function') {
      const offset = inFile(frame.unit.placed, first.nameSpan.start);
      const { condition, suppositions } = conditionAt(this.world, frame.unit, offset, name);
      const open = this.#underCondition(name, condition, suppositions);
      if (open !== null) return open;
    }
    if (first.kind === 'function') {
      const position = first.span.start;
      return new FunctionThing(
        name,
        declarations
          .filter((d) => d.kind === 'function')
          .map((declaration) => ({ declaration, frame: this.#homeOf(declaration, found), position })),
      );
    }
    if (first.kind === 'class') {
      if (first.template != null || declarations.some((d) => d.specialization !== undefined)) {
        return new TemplateThing(name, declarations, frame, first.span.start);
      }
      const defined = declarations.filter((d) => d.opens !== null);
      if (defined.length > 1)
        return new Unknown('conditional', `${name} is defined more than once`, [], name);
      const only = defined[0] ?? first;
      return instantiate(this, only, [], this.#homeOf(only, found));
    }
    if (first.kind === 'type' && first.template != null)
      return new TemplateThing(name, declarations, frame, first.span.start);
    if (first.kind === 'value' && first.template != null)
      return new TemplateThing(name, declarations, frame, first.span.start);
    if (first.kind === 'namespace' && first.init === null) return new PathThing([name]);
    const distinct = declarations.filter((d) => d.kind !== 'function');
    if (distinct.length > 1 && distinct.some((d) => d.kind !== 'macro')) {
      return new Unknown('conditional', `${name} is declared more than once`, [], name);
    }
    return this.declaration(distinct.at(-1) ?? first, scope, frame).value;
  }

  /** Overloads and specialisations of one name may stand in several units. */
  #homeOf(declaration: Declaration, { declarations, frame }: Found): Frame {
    return declarations.length === 1 || frame.parent !== null
      ? frame
      : (this.world.frameOf(declaration) ?? frame);
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

  /** `scope::name`, `object.name`. */
  memberOf(scope: Thing, name: string, frame: Frame): Thing | Failure {
    if (scope instanceof Unknown) return scope;
    if (scope instanceof Undecided) return forEach([scope as Value], ([s]) => this.memberOf(s!, name, frame));
    if (scope instanceof PathThing) return this.#inPath(scope.path, name, frame);
    if (scope instanceof ClassType) return memberOfClass(this, scope, name);
    if (scope instanceof ClassObject) return memberOfClass(this, scope.type, name, scope.frame, scope.path);
    if (isHostOnly(scope)) return asValue(scope);
    // `storage->smem`
    if (scope instanceof Pointer && scope.pointee instanceof ClassType)
      return memberOfClass(this, scope.pointee, name);
    const member = this.rules.member(scope, name);
    if (member !== undefined) return member;
    return new Unknown('unsupported', `the member ${name} is not known`, [], name);
  }

  #inPath(path: readonly string[], name: string, frame: Frame): Thing | Failure {
    const { rules, world } = this;
    const full = [...path, name];
    if (path.length > 0 || rules.name === 'cpp') {
      const found =
        path.length === 0
          ? this.find(name, 0, frame.unit.frame)
          : inNamespace(world, path.join('::'), name, frame);
      const isLibrary =
        ((path[0] === 'cute' || path[0] === 'cutlass') && rules.builtin(full) !== undefined) ||
        (found !== null && path.length > 0 && this.#isKnownByMeaning(found, name));
      if (found !== null && !isLibrary) return this.found(found, name);
    }
    return this.#inModule(full, frame) ?? rules.value(full) ?? new PathThing(full);
  }

  /** A name of a module of Python, or a module in a package; null where the path leads to none of the workspace. */
  #inModule(path: readonly string[], frame: Frame): Thing | Failure | null {
    const { imports } = this.world;
    if (imports?.moduleAt === undefined) return null;
    const { uri } = frame.unit.home;
    const around = imports.moduleAt(path.slice(0, -1), uri);
    const inner = imports.moduleAt(path, uri);
    const found = around === null ? null : inNamespace(this.world, around, path.at(-1)!, frame);
    const init = found?.declarations[0]?.kind === 'import' ? found.declarations[0].init : null;
    // `from . import x` in the package itself names the module.
    const isItself =
      inner !== null &&
      init != null &&
      imports.moduleAt(dottedParts(init), found!.frame.unit.home.uri) === inner;
    if (found !== null && !isItself) return this.found(found, path.at(-1)!);
    return inner === null ? null : new PathThing([inner]);
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

  /** Template arguments for a template. */
  apply(target: Thing, args: readonly Thing[]): Thing | Failure {
    if (target instanceof Unknown) return target;
    if (target instanceof TemplateThing)
      return forEach(args, (chosen) => instantiate(this, target.declarations, chosen, target.frame));
    if (target instanceof PathThing) {
      const trait =
        classTrait(this, target.path, args) ??
        sequenceType(target.path, args) ??
        fragmentType(target.path, args) ??
        userTraits(this, target.path, args);
      if (trait !== undefined) return trait;
      const taken = withUserAtom(this, target.path, args);
      if (taken instanceof Unknown) return taken;
      const values = taken.map(asValue);
      const unknown = values.find((v) => v instanceof Unknown);
      watchAssumptions();
      const isTaken = unknown === undefined || this.rules.acceptsUnknown(target.path.at(-1) ?? '');
      const named = isTaken ? this.rules.template(target.path, values) : undefined;
      const numbers = named instanceof Unknown ? alternativesOf(values) : null;
      const value = numbers === null ? named : (this.rules.template(target.path, numbers) ?? named);
      this.#noteAssumptions();
      if (value !== undefined) return value;
      if (unknown instanceof Unknown) return reasonOf(unknown);
      return asValue(target);
    }
    if (isHostOnly(target)) return asValue(target);
    return target instanceof TypeValue
      ? target
      : new Unknown('unsupported', 'template arguments are not read here');
  }

  #binary(expr: Expr & { kind: 'binary' }, frame: Frame): Thing | Failure {
    if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(expr.operator)) {
      return expr.operator === '='
        ? this.evaluate(expr.right, frame)
        : new Unknown('run-time', 'the variable is changed here');
    }
    const left = this.value(expr.left, frame);
    // What decides alone needs no other side.
    const decides = DECIDES.get(expr.operator);
    const isDecided = (v: Value): boolean =>
      decides !== undefined && (this.rules.name === 'cpp' ? truth(v) : v) === decides;
    if (decides !== undefined && isDecided(left)) return decides;
    const right = this.value(expr.right, frame);
    // Python's operators give what stands on the right.
    if (decides !== undefined && /\W/.test(expr.operator) && isDecided(right)) return decides;
    if (left instanceof Unknown) return reasonOf(left);
    if (right instanceof Unknown) return reasonOf(right);
    const result = this.rules.binary(expr.operator, left, right);
    const operands = [
      { expr: expr.left, value: left },
      { expr: expr.right, value: right },
    ];
    return mayWrap(this, expr.operator, operands, result, frame) ?? result;
  }

  #conditional(expr: Expr & { kind: 'conditional' }, frame: Frame): Thing | Failure {
    const known = truth(this.value(expr.condition, frame));
    // `sizeof(T) == 1` of a parameter: the compiler knows which.
    const condition =
      known instanceof Unknown && known.category === 'run-time' && isCompileTime(this, expr.condition, frame)
        ? new Unknown(
            'template-parameter',
            'a condition depends on a template parameter',
            known.chain,
            known.subject,
          )
        : known;
    if (typeof condition === 'boolean') {
      const [taken, other] = condition ? [expr.then, expr.otherwise] : [expr.otherwise, expr.then];
      const value = this.evaluate(taken, frame);
      if (this.rules.name !== 'cpp' || !isStaticInt(value)) return value;
      return inCommonType(value, this.value(other, frame));
    }
    const then = needed(this.evaluate(expr.then, frame));
    const otherwise = needed(this.evaluate(expr.otherwise, frame));
    const shared = chosenOf(then, otherwise, condition);
    if (shared !== null) return shared;
    // Python keeps what each side is; an object's class and the like are no values.
    if (this.rules.name === 'python')
      return then instanceof Unknown || otherwise instanceof Unknown
        ? condition
        : undecidedOf([then, otherwise], condition);
    if (this.rules.name !== 'cpp') return condition;
    return eitherInteger(then, otherwise, condition);
  }

  #construct(expr: Expr & { kind: 'construct' }, frame: Frame): Thing | Failure {
    const type = this.evaluate(expr.type, frame);
    if (isFailure(type)) return needed(type);
    const args = expandedList(this, expr.args, frame);
    return args instanceof Unknown ? args : construct(this, type, args.map(asValue));
  }
}
