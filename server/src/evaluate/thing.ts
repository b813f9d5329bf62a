// What a name or an expression can stand for while it is evaluated: values, and what only a host
// language has: classes, objects, functions, templates and namespaces.

import type { Expr } from '../frontends/expression.ts';
import type { Declaration, Scope } from '../frontends/scope.ts';
import type { Frame } from './frame.ts';
import { TypeValue, Unknown, type Value } from './value.ts';

/** A class that the file defines, instantiated when it is a template. */
export class ClassType extends TypeValue {
  readonly declaration: Declaration;
  /** The class's scope, or that of its template, with its parameters bound. */
  readonly frame: Frame;
  readonly scope: Scope;
  constructor(name: string, declaration: Declaration, frame: Frame, scope: Scope) {
    super(name, null);
    this.declaration = declaration;
    this.frame = frame;
    this.scope = scope;
  }
}

/** An object of a class that the file defines. */
export class ClassObject {
  readonly type: ClassType;
  /** The class's frame with what the object was made with, where that is known. */
  readonly frame: Frame;
  constructor(type: ClassType, frame: Frame = type.frame) {
    this.type = type;
    this.frame = frame;
  }
}

/** Functions of one name. */
export class FunctionThing {
  readonly name: string;
  readonly overloads: readonly {
    readonly declaration: Declaration;
    readonly frame: Frame;
    readonly position: number;
  }[];
  constructor(name: string, overloads: FunctionThing['overloads']) {
    this.name = name;
    this.overloads = overloads;
  }
}

/** A lambda with the frame that it sees. */
export class Closure {
  readonly expr: Expr & { readonly kind: 'lambda' };
  readonly frame: Frame;
  constructor(expr: Expr & { readonly kind: 'lambda' }, frame: Frame) {
    this.expr = expr;
    this.frame = frame;
  }
}

/** A class or alias template without its arguments. */
export class TemplateThing {
  readonly name: string;
  readonly declarations: readonly Declaration[];
  readonly frame: Frame;
  readonly position: number;
  constructor(name: string, declarations: readonly Declaration[], frame: Frame, position: number) {
    this.name = name;
    this.declarations = declarations;
    this.frame = frame;
    this.position = position;
  }
}

/** A namespace or module: `cute`, `cutlass::gemm`. Also a name of the library before anyone asked what it is. */
export class PathThing {
  readonly path: readonly string[];
  constructor(path: readonly string[]) {
    this.path = path;
  }
}

export type Thing = Value | ClassObject | FunctionThing | Closure | TemplateThing | PathThing;

/** A named unknown that was given a value, and by what. */
export interface Parameter {
  readonly name: string;
  readonly value: string;
  readonly source: string;
}

/** The source of a parameter that took an argument; its value is the argument's, and is not noted. */
export const BOUND = 'bound';

export const isHostOnly = (t: Thing): t is Exclude<Thing, Value> =>
  t instanceof ClassObject ||
  t instanceof FunctionThing ||
  t instanceof Closure ||
  t instanceof TemplateThing ||
  t instanceof PathThing;

/** The thing as a value; what only the host has is unknown as a value. */
export function asValue(t: Thing): Value {
  if (!isHostOnly(t)) return t;
  if (t instanceof ClassObject)
    return new Unknown('not-a-layout', `an object of class ${t.type.name} is no layout`);
  if (t instanceof FunctionThing) return new Unknown('not-a-layout', `${t.name} is a function`);
  if (t instanceof Closure) return new Unknown('not-a-layout', 'a lambda is no layout');
  if (t instanceof TemplateThing) return new Unknown('not-a-layout', `${t.name} needs template arguments`);
  return new Unknown('missing-name', `${t.path.join('::')} is not known here`, [], t.path.at(-1) ?? null);
}
