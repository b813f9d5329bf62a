// What a name or an expression can stand for while it is evaluated: values, and what only a host
// language has: classes, objects, functions, templates and namespaces.

import type { Expr } from '../../frontends/common/expression.ts';
import type { Declaration, MacroText, Scope } from '../../frontends/common/scope.ts';
import type { Environment } from './environment.ts';
import { TypeValue, Unknown, type Value } from './value.ts';

/** What a class template was given: which template, and its arguments, with defaults, in order. */
export interface TemplateArguments {
  /** Equal for the declarations of one template. */
  readonly template: string;
  readonly args: readonly Entity[];
}

/** A class that the file defines, instantiated when it is a template. */
export class ClassType extends TypeValue {
  readonly declaration: Declaration;
  /** Null when it is no template's. */
  readonly template: TemplateArguments | null;
  /** The class's scope, or that of its template, with its parameters bound. */
  readonly env: Environment;
  readonly scope: Scope;
  constructor(
    name: string,
    declaration: Declaration,
    env: Environment,
    scope: Scope,
    template: TemplateArguments | null = null,
  ) {
    super(name, null);
    this.template = template;
    this.declaration = declaration;
    this.env = env;
    this.scope = scope;
  }
}

/** An object of a class that the file defines. */
export class ClassObject {
  readonly type: ClassType;
  /** The class's environment with what the object was made with, where that is known. */
  readonly env: Environment;
  /** By what name nobody changes it, so that its members have names too: `params`, `params.mainloop`. */
  readonly path: string | null;
  constructor(type: ClassType, env: Environment = type.env, path: string | null = null) {
    this.type = type;
    this.env = env;
    this.path = path;
  }
}

/** A type of the library that holds no value, as its template and arguments: `int_sequence<0, 1>`. */
export class LibraryType extends TypeValue {
  readonly template: TemplateArguments;
  constructor(name: string, template: TemplateArguments) {
    super(name, null);
    this.template = template;
  }
}

/** An object of an element type, `half_t{}`: only its type is known. */
export class ScalarObject {
  readonly type: TypeValue;
  constructor(type: TypeValue) {
    this.type = type;
  }
}

/** Functions of one name. */
export class OverloadSet {
  readonly name: string;
  readonly overloads: readonly {
    readonly declaration: Declaration;
    readonly env: Environment;
    readonly position: number;
    /** Template parameters that stand for arguments of the class, where it is defined outside of the class. */
    readonly given?: ReadonlyMap<Declaration, Entity>;
    /** Of a function that stands for a template with arguments of its own. */
    readonly isSpecialisation?: boolean;
  }[];
  constructor(name: string, overloads: OverloadSet['overloads']) {
    this.name = name;
    this.overloads = overloads;
  }
}

/** A lambda with the environment that it sees. */
export class Closure {
  readonly expr: Expr & { readonly kind: 'lambda' };
  readonly env: Environment;
  constructor(expr: Expr & { readonly kind: 'lambda' }, env: Environment) {
    this.expr = expr;
    this.env = env;
  }
}

/** A class or alias template without its arguments. */
export class TemplateEntity {
  readonly name: string;
  readonly declarations: readonly Declaration[];
  readonly env: Environment;
  readonly position: number;
  constructor(name: string, declarations: readonly Declaration[], env: Environment, position: number) {
    this.name = name;
    this.declarations = declarations;
    this.env = env;
    this.position = position;
  }
}

/** A macro with parameters, before it is called. */
export class MacroEntity {
  readonly name: string;
  readonly macro: MacroText;
  constructor(name: string, macro: MacroText) {
    this.name = name;
    this.macro = macro;
  }
}

/** A namespace or module: `cute`, `cutlass::gemm`. Also a name of the library before anyone asked what it is. */
export class QualifiedName {
  readonly path: readonly string[];
  constructor(path: readonly string[]) {
    this.path = path;
  }
}

/** The arguments that a parameter pack stands for: types, values or objects. */
export class Pack {
  readonly items: readonly Entity[];
  constructor(items: readonly Entity[]) {
    this.items = items;
  }
}

export type Entity =
  | Value
  | ClassObject
  | ScalarObject
  | OverloadSet
  | Closure
  | TemplateEntity
  | MacroEntity
  | QualifiedName
  | Pack;

/** A named unknown that was given a value, and by what. */
export interface UsedAssumption {
  readonly name: string;
  readonly value: string;
  readonly source: string;
  /** A default that an instantiation took: there it is certain. */
  readonly isDefaultTaken?: boolean;
  /** A default of a function that the file itself does not call. */
  readonly isUncalled?: boolean;
}

/** The source of a parameter that took an argument; its value is the argument's, and is not noted. */
export const ARGUMENT_SOURCE = 'bound';

/** The source of a parameter that has what every call of its function in the file gives it. */
export const ALL_CALLS_SOURCE = 'the calls in this file';

export const isHostOnly = (t: Entity): t is Exclude<Entity, Value> =>
  t instanceof ClassObject ||
  t instanceof ScalarObject ||
  t instanceof OverloadSet ||
  t instanceof Closure ||
  t instanceof TemplateEntity ||
  t instanceof MacroEntity ||
  t instanceof QualifiedName ||
  t instanceof Pack;

/** An object as an element of a tuple: no value, but whoever takes it out has the object again. */
export class BoxedObject extends Unknown {
  readonly object: ClassObject | ScalarObject;
  constructor(object: ClassObject | ScalarObject) {
    const kind = object instanceof ClassObject ? 'class' : 'type';
    super(
      kind === 'class' ? 'not-a-layout' : 'unsupported',
      `an object of ${kind} ${object.type.name} is no layout`,
    );
    this.object = object;
  }
}

/** Why something is not known, for what depends on it: that is not the object itself, nor what is known of its number. */
export const reasonOf = (u: Unknown): Unknown =>
  u.constructor === Unknown ? u : new Unknown(u.category, u.reason, u.chain, u.subject);

/** An object of a type that holds no value; null where the type may hold one. */
export function valuelessObject(type: TypeValue): BoxedObject | null {
  if (type instanceof ClassType) return new BoxedObject(new ClassObject(type));
  const isEmpty = type instanceof LibraryType || type.bits !== null;
  return type.instance === null && isEmpty ? new BoxedObject(new ScalarObject(type)) : null;
}

/** The entity as a value; what only the host has is unknown as a value. */
export function asValue(t: Entity): Value {
  if (!isHostOnly(t)) return t;
  if (t instanceof ClassObject || t instanceof ScalarObject) return new BoxedObject(t);
  if (t instanceof OverloadSet) return new Unknown('not-a-layout', `${t.name} is a function`);
  if (t instanceof Closure) return new Unknown('not-a-layout', 'a lambda is no layout');
  if (t instanceof TemplateEntity) return new Unknown('not-a-layout', `${t.name} needs template arguments`);
  if (t instanceof MacroEntity) return new Unknown('not-a-layout', `${t.name} is a macro with parameters`);
  if (t instanceof Pack) return new Unknown('unsupported', 'a parameter pack is used without its `...`');
  return new Unknown('missing-name', `${t.path.join('::')} is not known here`, [], t.path.at(-1) ?? null);
}
