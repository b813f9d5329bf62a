// What differs between the host languages, for the evaluator, which is the same for all of them.

import type { Failure } from '../../algebra/integer/failure.ts';
import type { CallExpr, Expr } from '../../frontends/common/expression.ts';
import type { Declaration, Dialect, Scope, Unit } from '../../frontends/common/scope.ts';
import type { ClassType, Closure, Entity, OverloadSet, QualifiedName, TemplateEntity } from './entity.ts';
import type { Environment, UnitMemo } from './environment.ts';
import type { Evaluation } from './evaluation.ts';
import type { Library } from './library.ts';
import type { Instantiation, LookupResult } from './lookup-result.ts';
import type { Unknown, Value } from './value.ts';

/** From where names are seen, and what is said by the words around them. */
interface ScopeRules {
  /** From where on a variable is seen: behind its name (C++) or behind its whole statement (Python). */
  readonly visibleFrom: 'name' | 'end';
  /** In Python a nested function sees the last value of a name of the functions and modules around it. */
  readonly closuresSeeLastValue: boolean;
  /** In C++ a member function sees the names of its class unqualified. */
  readonly classScopesSeenFromMethods: boolean;
  /** Whether the variables of the file itself are seen by position, like those of a block. */
  readonly isFileScopeOrdered: boolean;
  /** Whether a plain name does not see the members of a base that depends on a template parameter (C++, [temp.dep]). */
  readonly hidesDependentBases: boolean;
  /** Whether `::x` names what the file declares. */
  readonly namesFileScope: boolean;
  /** Whether the preprocessor leaves parts of the file out, and with them what names may mean. */
  readonly readsConditionals: boolean;
  /** Whether a variable holds what its type makes of a value; an annotation of Python changes nothing. */
  readonly typesConvert: boolean;
  /**
   * Where attributes are looked for in all bases in one order, and not in each base with its own bases in turn: which bases
   * bring none, though nobody knows them. Null: they are looked for in turn.
   */
  readonly isBareBase: ((base: Expr) => boolean) | null;
}

type Outcome = Entity | Failure;

/** How the kinds of expressions are evaluated that not every language has. */
export type Expressions = {
  readonly [K in Expr['kind']]?: (
    ev: Evaluation,
    expr: Extract<Expr, { readonly kind: K }>,
    env: Environment,
  ) => Outcome;
};

/** An expression, and the environment that gives its names their values. */
interface Written {
  readonly expr: Expr;
  readonly env: Environment;
}

/** The items of lists: what `xs...` and `*xs` stand for. */
interface Lists {
  /** The items of a list, expanded; unknown where it is not known how many they are. */
  items(ev: Evaluation, exprs: readonly Expr[], env: Environment): readonly Entity[] | Unknown;
  /** A tuple of which nobody knows how many items it has; null: it is known. */
  unranked(ev: Evaluation, exprs: readonly Expr[], env: Environment): Value | null;
  /** What stands at a place of a list, whatever stands at the others, and where it is evaluated; null: it is taken of the whole. */
  element(ev: Evaluation, list: Expr, path: readonly number[], env: Environment): Written | null;
}

/** What names stand for. */
interface Names {
  /**
   * Whether the library's own is meant, which is known by its meaning. `from`: where a plain name stands that something
   * was found for; null: it was found behind `::`.
   */
  isDefinedByLibrary(
    ev: Evaluation,
    found: LookupResult,
    name: string,
    from: { readonly env: Environment; readonly position: number } | null,
  ): boolean;
  /** The class that its own name means inside of it; null: what was found is meant. */
  injectedClassName(found: LookupResult, name: string, position: number, env: Environment): ClassType | null;
  /** What a macro around a lambda declares for it under a name; null when it declares nothing of that name. */
  dispatchBinding(ev: Evaluation, env: Environment, lambda: Scope, name: string): LookupResult | null;
  /**
   * The functions that were found in a class with the definitions that stand outside of it. `owner`: the class that was
   * asked for the member; null where the name stands inside of it.
   */
  withOutOfClassDefinitions(
    ev: Evaluation,
    declared: OverloadSet,
    found: LookupResult,
    owner: ClassType | null,
  ): OverloadSet;
  /** The functions that were found with those that `using Base::f;` adds, which they may hide. */
  withUsed(ev: Evaluation, own: OverloadSet, found: LookupResult, used: readonly Declaration[]): Entity;
  /** What the path of an import leads to. */
  imported(ev: Evaluation, path: Expr, env: Environment): Outcome;
  /** An attribute, read at a position, of which the file says more than the object; undefined: it does not. */
  attribute(
    ev: Evaluation,
    object: Entity,
    name: string,
    env: Environment,
    position: number,
  ): Outcome | undefined;
}

/** Templates with arguments. */
interface Templates {
  /** A class, alias or variable of the file with template arguments. */
  instantiate(
    ev: Evaluation,
    declarations: readonly Declaration[],
    args: readonly Entity[],
    env: Environment,
  ): Outcome;
  /** The class that arguments make of a template that is written without its own: `Params p(a, b)`. */
  deduced(ev: Evaluation, template: TemplateEntity, args: readonly Entity[]): ClassType | Unknown;
  /** A template of the library that asks about what the file defines; undefined: it is none. */
  ofProgram(ev: Evaluation, path: readonly string[], args: readonly Entity[]): Outcome | undefined;
  /** The arguments as a template or function of the library takes them. */
  asLibraryTakes(
    ev: Evaluation,
    path: readonly string[],
    args: readonly Entity[],
  ): readonly Entity[] | Unknown;
}

/** A call, with what it is given. */
export interface Call {
  readonly expr: CallExpr;
  /** What is called, without template arguments. */
  readonly callee: Expr;
  readonly template: readonly Entity[];
  readonly args: readonly Entity[];
  readonly keywords: ReadonlyMap<string, Value>;
}

/** A function that may be called, with what its template parameters stand for. */
export interface ChosenFunction {
  readonly overload: OverloadSet['overloads'][number];
  readonly deduced: ReadonlyMap<Declaration, Entity>;
}

interface Calls {
  /** What the plain name of a callee stands for, where it is asked before the arguments; null: it is asked behind them. */
  named(ev: Evaluation, expr: CallExpr, env: Environment): Outcome | null;
  /** What stands in the place of a call that calls nothing: a macro's, an element of a parameter; null: it is a call. */
  instead(ev: Evaluation, expr: CallExpr, named: Outcome | null, env: Environment): Outcome | null;
  /** Calls what is no member of an object. `named`: see above. */
  plain(ev: Evaluation, call: Call, named: Outcome | null, env: Environment): Outcome;
  /** What a method is given before its arguments: the object, its class, or nothing. */
  receiver(object: Entity, method: OverloadSet): readonly Entity[];
  /** A function of the library that calls, or keeps, what it is given; null: it is another one. */
  higherOrder(
    ev: Evaluation,
    target: QualifiedName,
    args: readonly Entity[],
    keywords: ReadonlyMap<string, Value>,
  ): Outcome | null;
  /** The functions that may be meant, the certainly worse ones left out. */
  resolveOverload(
    ev: Evaluation,
    target: OverloadSet,
    template: readonly Entity[],
    args: readonly Entity[],
    keywords: ReadonlyMap<string, Value>,
  ): readonly ChosenFunction[];
  /** The specialisation in the place of the template that is called, where it is for its arguments. */
  explicitSpecialisation(
    ev: Evaluation,
    target: OverloadSet,
    called: ChosenFunction,
  ): ChosenFunction | Unknown;
  /** The scope of a lambda's parameters and body; null: it is not found. */
  lambda(root: Scope, expr: Closure['expr']): Scope | null;
  /** What the template parameters of a lambda stand for when it is called. */
  deduceLambda(
    ev: Evaluation,
    scope: Scope,
    env: Environment,
    position: number,
    args: readonly Entity[],
  ): ReadonlyMap<Declaration, Entity>;
  /** The arguments that a parameter `T... xs` takes; null: it takes the first of them. */
  packed(args: readonly Entity[]): Entity | null;
  /** Runs a body statement by statement; null where its returns say what it comes to. */
  run(ev: Evaluation, body: Scope, outer: Environment, innerEnv: () => Environment): Outcome | null;
  /** What a call comes to whose function has no body here. */
  withoutBody(ev: Evaluation, target: OverloadSet, unknown: Unknown): Entity;
  /** An object of a class of the file. */
  object(
    ev: Evaluation,
    type: ClassType,
    args: readonly Entity[],
    keywords: ReadonlyMap<string, Value>,
  ): Entity;
}

/** What declared names hold. */
interface Declarations {
  /** What the initialiser of a variable comes to. */
  initial(ev: Evaluation, d: Declaration, init: Expr, type: Outcome | null, env: Environment): Outcome;
  /** An object of a type that holds no value, `half_t x;`; null: it may hold one. */
  valuelessObject(type: Outcome | null): Entity | null;
  /** The members of an object that nobody changes, by how it is made. */
  objectMade(ev: Evaluation, type: ClassType, init: Expr | null, env: Environment): Environment;
  /** What is certain of a variable wherever it is used: without what somebody else may have changed. */
  withoutMutations(ev: Evaluation, value: Entity, d: Declaration, scope: Scope, env: Environment): Entity;
  /** A variable that is not known, as far as what initialises it says what it is. */
  named(ev: Evaluation, value: Unknown, d: Declaration, scope: Scope, env: Environment): Entity;
  /** A parameter of a function without an argument, where the host says more of it than its type; undefined: it does not. */
  parameter(ev: Evaluation, d: Declaration, scope: Scope, env: Environment): Outcome | undefined;
  /** A template's parameter without an argument, as far as the template itself says what it is; null: it does not. */
  templateParameter(ev: Evaluation, d: Declaration, scope: Scope): Entity | null;
}

/** What operators make of expressions, besides what the library makes of their values. */
export interface Operators {
  /** What `&&` or `||` come to where one side decides alone; null: it does not. */
  decided(ev: Evaluation, value: Value, decides: boolean, other: Expr, env: Environment): Value | null;
  /** `&x`; null: the library says. */
  address(ev: Evaluation, operand: Expr, env: Environment): Outcome | null;
  /** `*p`; null: the library says. */
  pointee(ev: Evaluation, pointer: Value): Outcome | null;
  /** `x * e` or `e * x` of something beside an expression without a value; null: that has none either. */
  beside(operator: string, value: Value, other: Expr): Value | null;
  /** `x[…]` of what the library does not know; null: the library says. */
  indexed(ev: Evaluation, object: Value, args: readonly Expr[], env: Environment): Outcome | null;
  /** `c ? taken : other`, where the first is chosen. */
  conditional(ev: Evaluation, value: Outcome, other: Expr, env: Environment): Outcome;
  /** `c ? a : b`, where it is not known which is chosen, and the two have nothing in common. */
  joinConditional(then: Value, otherwise: Value, condition: Unknown): Outcome;
}

/** What is asked of the units of a file. */
interface Units {
  /** What a value that was found while it asked for itself is good for. */
  readonly memo: 'with-cycle' | 'never';
  /** By which names a unit calls functions and names templates, its own and those of others. */
  referencedNames(unit: Unit): Iterable<string>;
  /** The parameters that an instantiation fixes. */
  parametersOf(d: Declaration): readonly Declaration[];
  /** The template that an offset of a unit stands in. */
  templateAt(root: Scope, offset: number): Declaration | null;
  /** The instantiations of a template that a file shows. */
  instantiations(ev: Evaluation, d: Declaration, memo: UnitMemo): readonly Instantiation[];
  /** How an instantiation is called, by the texts of its arguments: `<half_t,128>`, `(tile=64)`. */
  label(d: Declaration, args: ReadonlyMap<string, string>): string;
  /** Whether an offset of a unit stands in something that is compiled once for each set of arguments. */
  isTemplated(root: Scope, offset: number): boolean;
  /** Whether what stands in a scope of a unit may be compiled in several ways. */
  readonly hasSeveralContexts: boolean;
}

export interface Language {
  readonly name: Dialect;
  /** Steps for one declaration or expression that somebody asked for. */
  readonly steps: number;
  readonly scopes: ScopeRules;
  readonly library: Library;
  readonly expressions: Expressions;
  readonly lists: Lists;
  readonly names: Names;
  readonly templates: Templates;
  readonly calls: Calls;
  readonly declarations: Declarations;
  readonly operators: Operators;
  readonly units: Units;
}
