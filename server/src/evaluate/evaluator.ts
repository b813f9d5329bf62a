// The evaluator: the value of an expression at its place, lazily and memoised. It knows scopes, names
// and control flow; what operators, types and library functions mean is the dialect's to say.

import { assumptionsMade, watchAssumptions } from '../algebra/assumptions.ts';
import { type Failure, isFailure } from '../algebra/failure.ts';
import { staticSymbol } from '../algebra/integer-ops.ts';
import type { Expr } from '../frontends/expression.ts';
import type { Declaration, Scope } from '../frontends/scope.ts';
import { assumption } from './assumed.ts';
import { callExpression, construct, itemsOf } from './calls.ts';
import { declarationResult } from './declarations.ts';
import type { Builtin, BuiltinCall, DialectRules } from './dialect.ts';
import type { Frame, Result } from './frame.ts';
import { type Found, inNamespace, isConditionalAt, lookUp } from './lookup.ts';
import { memberOfClass, membersOf } from './members.ts';
import { evaluateNotation } from './notation.ts';
import { needed, sameThing, truth, withName } from './outcome.ts';
import { comparedWithoutQualifiers, specialisedByQualifiers } from './qualifiers.ts';
import { instantiate } from './templates.ts';
import {
  asValue,
  ClassObject,
  ClassType,
  Closure,
  FunctionThing,
  isHostOnly,
  type Parameter,
  PathThing,
  TemplateThing,
  type Thing,
} from './thing.ts';
import { mayWrap } from './unsigned.ts';
import { TypeValue, Unknown, type Value } from './value.ts';
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
/** Steps for one declaration or expression that somebody asked for. */
const BUDGET = 200_000;

export class Evaluator {
  readonly world: World;
  readonly rules: DialectRules;
  #depth = 0;
  #left = BUDGET;
  /** What was given a value since the result in work was begun. */
  #parameters: Parameter[] = [];

  /** `rules`: those of the text that is evaluated, when it is not the file's own language. */
  constructor(world: World, rules: DialectRules = world.rules) {
    this.world = world;
    this.rules = rules;
  }

  /** The result of an expression; the entry for everyone outside. */
  result(expr: Expr, frame: Frame): Result {
    this.#left = BUDGET;
    this.#depth = 0;
    return this.#collect(() => this.evaluate(expr, frame), expr, frame);
  }

  /** The result of a declaration's name; the entry for everyone outside. */
  declared(declaration: Declaration, scope: Scope, frame: Frame): Result {
    this.#left = BUDGET;
    this.#depth = 0;
    return this.declaration(declaration, scope, frame);
  }

  #collect(body: () => Thing | Failure, expr: Expr, frame: Frame): Result {
    const outer = this.#parameters;
    this.#parameters = [];
    const value = body();
    const parameters = this.#parameters;
    this.#parameters = outer;
    for (const p of parameters) this.note(p);
    return { value, made: frame.expressions.get(expr)?.made ?? null, parameters };
  }

  /** Notes that a parameter was given a value. */
  note(parameter: Parameter): void {
    if (!this.#parameters.some((p) => p.name === parameter.name && p.value === parameter.value))
      this.#parameters.push(parameter);
  }

  /** What a declared name stands for in a frame, worked out once. */
  declaration(declaration: Declaration, scope: Scope, frame: Frame): Result {
    const known = frame.declarations.get(declaration);
    if (known === 'pending') {
      const value = new Unknown('recursive', `${declaration.name} depends on itself`, [], declaration.name);
      return { value, made: null, parameters: [] };
    }
    if (known !== undefined) {
      for (const p of known.parameters) this.note(p);
      return known;
    }
    frame.declarations.set(declaration, 'pending');
    const outer = this.#parameters;
    this.#parameters = [];
    const { value, made } = declarationResult(this, declaration, scope, frame);
    const result: Result = { value: withName(value, declaration), made, parameters: this.#parameters };
    this.#parameters = outer;
    for (const p of result.parameters) this.note(p);
    // A value that was cut short by the budget is worked out again when it is asked for itself.
    if (value instanceof Unknown && value.category === 'budget') frame.declarations.delete(declaration);
    else frame.declarations.set(declaration, result);
    return result;
  }

  /** An expression as a value: failures and what only the host has are unknown to whoever needs a value. */
  value(expr: Expr, frame: Frame): Value {
    return needed(this.evaluate(expr, frame));
  }

  evaluate(expr: Expr, frame: Frame): Thing | Failure {
    if (this.#depth >= MAXIMUM_DEPTH) return new Unknown('budget', 'the expression is nested too deeply');
    if (--this.#left <= 0) return new Unknown('budget', 'the evaluation takes too long');
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
    if (isMemoised) this.#parameters = [];
    this.#made = null;
    const value = this.#evaluate(expr, frame);
    this.#depth--;
    if (isMemoised) {
      const parameters = this.#parameters;
      this.#parameters = outer;
      for (const p of parameters) this.note(p);
      const made = this.#made;
      this.#made = null;
      if (!(value instanceof Unknown && value.category === 'budget')) {
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
    this.#made = { builtin, call };
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
        return rules.integer(expr.value, expr.marked);
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
        if (object instanceof Unknown) return object;
        const args = this.#values(expr.args, frame);
        const unknown = args.find((a) => a instanceof Unknown);
        return unknown instanceof Unknown ? unknown : rules.index(object, args);
      }
      case 'unary': {
        const operand = this.value(expr.operand, frame);
        if (operand instanceof Unknown) return operand;
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
        if (operand instanceof ClassObject) return operand.type;
        const value = asValue(operand);
        return value instanceof Unknown ? value : rules.typeOf(value);
      }
      case 'lambda':
        return new Closure(expr, frame);
      case 'tuple': {
        // An element that is not known leaves the others as they are.
        return itemsOf(this, expr.items, frame).map((item) =>
          isFailure(item) ? needed(item) : asValue(item),
        );
      }
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
    if (found !== null) return this.found(found, name);
    const { rules, world } = this;
    const value = rules.value([name]);
    if (value !== undefined) return value;
    if (rules.builtin([name]) !== undefined) return new PathThing([name]);
    if (world.namespaces.has(name)) return new PathThing([name]);
    return new PathThing([name]);
  }

  find(name: string, position: number, frame: Frame): Found | null {
    const found = lookUp(this.world, frame, position, name, (f, s, n, seen) =>
      membersOf(this, f, s, n, seen, this.rules.name === 'cpp'),
    );
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
    return (
      isLibrary &&
      (rules.builtin([name]) !== undefined ||
        rules.value([name]) !== undefined ||
        rules.template([name], []) !== undefined)
    );
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
      const condition = isConditionalAt(frame.unit, frame.unit.placed.start + first.nameSpan.start, name);
      if (condition !== null) {
        return new Unknown('conditional', `${name} depends on #if ${condition}`, [], name);
      }
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
    return this.memberOf(scope, name, frame);
  }

  /** `scope::name`, `object.name`. */
  memberOf(scope: Thing, name: string, frame: Frame): Thing | Failure {
    if (scope instanceof Unknown) return scope;
    if (scope instanceof PathThing) return this.#inPath(scope.path, name, frame);
    if (scope instanceof ClassType) return memberOfClass(this, scope, name);
    if (scope instanceof ClassObject) return memberOfClass(this, scope.type, name, scope.frame);
    if (isHostOnly(scope)) return asValue(scope);
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
        (path[0] === 'cute' && rules.builtin(full) !== undefined) ||
        (found !== null && path.length > 0 && this.#isKnownByMeaning(found, name));
      if (found !== null && !isLibrary) return this.found(found, name);
    }
    return rules.value(full) ?? new PathThing(full);
  }

  #member(expr: Expr & { kind: 'member' }, frame: Frame): Thing | Failure {
    const object = this.evaluate(expr.object, frame);
    if (isFailure(object)) return needed(object);
    const value = this.memberOf(object, expr.name.name, frame);
    // `params.M` of something unknown is a name of its own for whoever reads the reason.
    return value;
  }

  #template(expr: Expr & { kind: 'template' }, frame: Frame): Thing | Failure {
    const target = this.evaluate(expr.target, frame);
    if (isFailure(target)) return needed(target);
    const undecided = specialisedByQualifiers(expr, target);
    if (undecided !== null) return undecided;
    const args = expr.args.map((a) => this.evaluate(a, frame));
    const value = this.apply(
      target,
      args.map((a) => (isFailure(a) ? needed(a) : a)),
      expr,
    );
    return comparedWithoutQualifiers(this, expr, value, frame) ?? value;
  }

  /** Template arguments for a template. */
  apply(target: Thing, args: readonly Thing[], expr: Expr): Thing | Failure {
    if (target instanceof Unknown) return target;
    if (target instanceof TemplateThing) return instantiate(this, target.declarations, args, target.frame);
    if (target instanceof PathThing) {
      const values = args.map(asValue);
      const unknown = values.find((v) => v instanceof Unknown);
      watchAssumptions();
      const value = unknown === undefined ? this.rules.template(target.path, values) : undefined;
      this.#noteAssumptions();
      if (value !== undefined) return value;
      if (unknown instanceof Unknown) return unknown;
      return asValue(target);
    }
    if (isHostOnly(target)) return asValue(target);
    void expr;
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
    // What decides alone needs no right side.
    if ((expr.operator === '&&' || expr.operator === 'and') && left === false) return false;
    if ((expr.operator === '||' || expr.operator === 'or') && left === true) return true;
    const right = this.value(expr.right, frame);
    if (left instanceof Unknown) return left;
    if (right instanceof Unknown) return right;
    const result = this.rules.binary(expr.operator, left, right);
    const operands = [
      { expr: expr.left, value: left },
      { expr: expr.right, value: right },
    ];
    return mayWrap(this, expr.operator, operands, result, frame) ?? result;
  }

  #conditional(expr: Expr & { kind: 'conditional' }, frame: Frame): Thing | Failure {
    const condition = truth(this.value(expr.condition, frame));
    if (condition === true) return this.evaluate(expr.then, frame);
    if (condition === false) return this.evaluate(expr.otherwise, frame);
    const then = this.value(expr.then, frame);
    const otherwise = this.value(expr.otherwise, frame);
    if (!(then instanceof Unknown) && !(otherwise instanceof Unknown) && sameThing(then, otherwise))
      return then;
    return condition;
  }

  #construct(expr: Expr & { kind: 'construct' }, frame: Frame): Thing | Failure {
    const type = this.evaluate(expr.type, frame);
    if (isFailure(type)) return needed(type);
    return construct(this, type, this.#values(expr.args, frame));
  }
}
