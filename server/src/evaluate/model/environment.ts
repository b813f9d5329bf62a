// Environments: a scope of a unit with values for its names. A unit has one environment in which it is shown; a
// template that is instantiated and a function that is called get environments of their own.

import { type Failure, Violation } from '../../algebra/integer/failure.ts';
import type { FunctionBody } from '../../frontends/common/body-edits.ts';
import { isInMethod } from '../../frontends/common/declaration.ts';
import type { Expr, Span } from '../../frontends/common/expression.ts';
import { addTo } from '../../frontends/common/lists.ts';
import type { Declaration, PlacedUnit, Scope, Unit } from '../../frontends/common/scope.ts';
import type { Builtin, BuiltinCall } from './builtin.ts';
import type { Entity, UsedAssumption } from './entity.ts';
import type { UnitFile } from './imports.ts';
import type { Pending } from './memo.ts';

/** What an expression has come to, with what it took. */
export interface Result {
  readonly value: Entity | Failure;
  /** The operation that made it, to be told again with its steps. */
  readonly provenance: { readonly builtin: Builtin; readonly call: BuiltinCall } | null;
  /** Named unknowns that were given a value on the way. */
  readonly assumptions: readonly UsedAssumption[];
}

/** What an expression in a body was worth to something outside of it. */
export interface Observation extends Pick<Result, 'value' | 'assumptions'> {
  readonly expr: Expr;
  readonly env: Environment;
}

/** A unit and everything that was worked out about it. An edit that is not of one body discards the whole of it. */
export interface UnitMemo {
  placed: PlacedUnit;
  /** Its place among the units of the file; those of included files stand before it. */
  index: number;
  readonly file: UnitFile;
  env: Environment;
  /** Names that were looked up outside of the unit, found or not. */
  readonly nameDependencies: Set<string>;
  /** Templates of the unit whose instantiations elsewhere were looked for. */
  readonly useDependencies: Set<string>;
  /** Classes instantiated from templates of this unit, by declaration and arguments. */
  readonly instances: Map<Declaration, Map<string, unknown>>;
  /** The environments that hold memos for the bodies of the unit's functions. */
  readonly memoisedEnvironments: Set<Environment>;
  /** What expressions in bodies were worth to something outside of these, by kind and place. */
  readonly observations: Map<string, Map<Environment, Observation>>;
  /** What edits in functions have invalidated, oldest first: the function, and where in it. */
  readonly invalidations: { readonly of: FunctionBody; readonly spans: readonly Span[] }[];
}

let envs = 0;

export class Environment {
  /** Tells environments apart: equal instantiations share one. */
  readonly id: number = ++envs;
  readonly unit: UnitMemo;
  readonly root: Scope;
  /** Where the names that are not found here are looked up; null for the file. */
  readonly parent: { readonly env: Environment; readonly position: number } | null;
  /** Values of template parameters and function parameters. */
  readonly bindings: ReadonlyMap<Declaration, Entity>;
  /** Of one call of a function or lambda: its variables are not those of another call, or of who called it. */
  readonly isCall: boolean;
  /** In whose scope alone this one differs from another environment: what is declared outside of it is that one's. */
  readonly base: { readonly env: Environment; readonly scope: Scope } | null;
  /** While a function is run: its variables are bound to what they hold now. */
  readonly isInterpreted: boolean;
  #declarations: Map<Declaration, Result | Pending> | null = null;
  #expressions: Map<Expr, Result> | null = null;
  #violations: Set<Expr> | null = null;
  #bases: Map<Scope, readonly (Entity | Failure)[] | Pending> | null = null;
  #instances: Map<Declaration, Map<string, Environment>> | null = null;
  #resolvedCalls: Map<Expr, Declaration | null> | null = null;
  constructor(
    unit: UnitMemo,
    root: Scope,
    parent: Environment['parent'],
    bindings: ReadonlyMap<Declaration, Entity>,
    isCall = false,
    base: Environment['base'] = null,
    isRun = false,
  ) {
    this.unit = unit;
    this.root = root;
    this.parent = parent;
    this.bindings = bindings;
    this.isCall = isCall;
    this.base = base;
    this.isInterpreted = isRun;
  }

  // Most environments are of one call, or of a function that turns out not to be called, and have few of these.

  get declarations(): Map<Declaration, Result | Pending> {
    this.#declarations ??= new Map();
    return this.#declarations;
  }

  get expressions(): ReadonlyMap<Expr, Result> {
    return this.#expressions ?? NO_EXPRESSIONS;
  }

  /** Those of them that are violations. */
  get violations(): ReadonlySet<Expr> {
    return this.#violations ?? NO_VIOLATIONS;
  }

  remember(expr: Expr, result: Result): void {
    this.#expressions ??= new Map();
    this.#expressions.set(expr, result);
    if (result.value instanceof Violation) {
      this.#violations ??= new Set();
      this.#violations.add(expr);
    } else this.#violations?.delete(expr);
  }

  invalidateExpression(expr: Expr): void {
    this.#expressions?.delete(expr);
    this.#violations?.delete(expr);
  }

  /** What the base classes of a class in this environment stand for. */
  get bases(): Map<Scope, readonly (Entity | Failure)[] | Pending> {
    this.#bases ??= new Map();
    return this.#bases;
  }

  /** Templates instantiated from inside of this environment. */
  get instances(): Map<Declaration, Map<string, Environment>> {
    this.#instances ??= new Map();
    return this.#instances;
  }

  /** Which function a call in this environment certainly means; null where that is not known. */
  get resolvedCalls(): Map<Expr, Declaration | null> {
    this.#resolvedCalls ??= new Map();
    return this.#resolvedCalls;
  }

  /** Forgets what was worked out for what stands in some places. */
  invalidate(isInvalid: (span: Span) => boolean): void {
    for (const d of this.#declarations?.keys() ?? []) if (isInvalid(d.span)) this.#declarations!.delete(d);
    for (const e of this.#expressions?.keys() ?? []) if (isInvalid(e.span)) this.invalidateExpression(e);
    for (const e of this.#resolvedCalls?.keys() ?? []) if (isInvalid(e.span)) this.#resolvedCalls!.delete(e);
    for (const s of this.#bases?.keys() ?? []) if (isInvalid(s.span)) this.#bases!.delete(s);
    for (const d of this.#instances?.keys() ?? []) if (isInvalid(d.nameSpan)) this.#instances!.delete(d);
  }
}

const NO_EXPRESSIONS: ReadonlyMap<Expr, Result> = new Map();
const NO_VIOLATIONS: ReadonlySet<Expr> = new Set();

/** Notes that somebody asks for what stands in a function. */
export function registerEnvironment(env: Environment): void {
  for (let at: Environment | undefined = env; at !== undefined; at = at.base?.env)
    at.unit.memoisedEnvironments.add(at);
}

const nameless = new WeakMap<Unit, string>();
let namelessUnits = 0;

/** The key by which others depend on a unit: a name that it declares, else one that no code can have. */
export function dependencyKey({ placed: { unit } }: UnitMemo): string {
  const declared = unit.scope.declarations[0]?.name;
  if (declared !== undefined) return declared;
  let name = nameless.get(unit);
  if (name === undefined) {
    name = `unit ${++namelessUnits}`;
    nameless.set(unit, name);
  }
  return name;
}

/** What was taken from another unit depends on what that depends on. */
export function dependOn(unit: UnitMemo, on: UnitMemo): void {
  for (const name of on.nameDependencies) unit.nameDependencies.add(name);
  for (const d of on.placed.unit.scope.declarations) unit.nameDependencies.add(d.name);
}

const NO_BINDINGS: ReadonlyMap<Declaration, Entity> = new Map();

export function unitMemo(placed: PlacedUnit, index: number, home: UnitFile): UnitMemo {
  const memo = {
    placed,
    index,
    file: home,
    nameDependencies: new Set<string>(),
    useDependencies: new Set<string>(),
    instances: new Map(),
    memoisedEnvironments: new Set(),
    observations: new Map(),
    invalidations: [],
  } as unknown as UnitMemo;
  memo.env = new Environment(memo, placed.unit.scope, null, NO_BINDINGS);
  return memo;
}

/** The paths of a root by innermost scope: every name that is looked up asks for one. */
interface Paths {
  readonly known: WeakMap<Scope, readonly Scope[]>;
  /** The path of the last question, to be compared with the one that is known. */
  readonly walked: Scope[];
}

const paths = new WeakMap<Scope, Paths>();

/** The scopes from the root to the innermost one that contains the position: one array for each innermost scope. */
export function scopePath(root: Scope, position: number): readonly Scope[] {
  let ofRoot = paths.get(root);
  if (ofRoot === undefined) {
    ofRoot = { known: new WeakMap(), walked: [] };
    paths.set(root, ofRoot);
  }
  const { walked } = ofRoot;
  let length = 0;
  let innermost = root;
  for (let child: Scope | undefined = root; child !== undefined; child = childAt(child.children, position)) {
    walked[length++] = child;
    innermost = child;
  }
  const known = ofRoot.known.get(innermost);
  // An edit in a function's body puts another scope around the blocks that are as they were.
  if (known !== undefined && isWalked(known, walked, length)) return known;
  const path = walked.slice(0, length);
  ofRoot.known.set(innermost, path);
  return path;
}

function isWalked(path: readonly Scope[], walked: readonly Scope[], length: number): boolean {
  if (path.length !== length) return false;
  for (let i = 0; i < length; i++) if (path[i] !== walked[i]) return false;
  return true;
}

/** Children are in order and do not overlap. */
function childAt(children: readonly Scope[], position: number): Scope | undefined {
  if (children.length === 0) return undefined;
  let low = 0;
  let high = children.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { start, end } = children[middle]!.span;
    if (position < start) high = middle - 1;
    else if (position > end) low = middle + 1;
    else return children[middle + 1]?.span.start === position ? children[middle + 1] : children[middle];
  }
  return undefined;
}

/** By the lists of scopes: that of a lambda's scope is another one after an edit. */
const indexes = new WeakMap<readonly Declaration[], ReadonlyMap<string, readonly Declaration[]>>();

/** The declarations of a name in a scope, in order. */
export function declarationsOf(scope: Scope, name: string): readonly Declaration[] {
  const { declarations } = scope;
  if (declarations.length < 8) {
    let found: Declaration[] | null = null;
    for (const d of declarations) {
      if (d.name !== name) continue;
      if (found === null) found = [d];
      else found.push(d);
    }
    return found ?? NO_DECLARATIONS;
  }
  let index = indexes.get(declarations);
  if (index === undefined) {
    const made = new Map<string, Declaration[]>();
    for (const d of scope.declarations) {
      addTo(made, d.name, d);
    }
    index = made;
    indexes.set(declarations, index);
  }
  return index.get(name) ?? NO_DECLARATIONS;
}

const NO_DECLARATIONS: readonly Declaration[] = [];

/** What the statements of a class's body bind a name to, apart from what methods give their objects. */
export function boundInBody(type: Scope, name: string): readonly Declaration[] {
  const all = declarationsOf(type, name);
  // Attributes stand behind everything else.
  const given = all.findIndex(({ span }) => isInMethod(span, type));
  return given < 0 ? all : all.slice(0, given);
}
