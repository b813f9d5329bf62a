// Where a Python unit calls functions, by the last part of their names: `f(…)`, `self.f(…)`, `module.f(…)`.

import type { Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import { addTo } from '../../../frontends/common/lists.ts';
import { callOfObject } from '../../../frontends/common/references.ts';
import type { Declaration, Scope, Unit } from '../../../frontends/common/scope.ts';
import { methodKind } from './functions.ts';

export type CallExpr = Expr & { readonly kind: 'call' };

export interface CallSite {
  readonly call: CallExpr;
  /** What is called: `f` of `f(x)` and of `partial(f, x)`. */
  readonly callee: Expr;
  /** How many arguments stand before those of the function: the function itself, in `partial(f, x)`. */
  readonly skipped: number;
  /** Arguments may be added where it is called: a partial. */
  readonly isOpen: boolean;
  /** In a lambda, whose own parameters stand for nothing that is known. */
  readonly isInLambda: boolean;
  /** `cute.compile(f, x)`: the function is called from outside. */
  readonly isCompiled: boolean;
  /** In `self.f(…)` the class around it, where that has a method f: of other classes only one derived from it is meant. */
  readonly ownClass: Scope | null;
}

type Calls = ReadonlyMap<string, readonly CallSite[]>;

const callsOf = new WeakMap<Unit, Calls>();

/** What the methods of a class call its object. */
interface Self {
  readonly name: string;
  readonly type: Scope;
}

/** The same in a scope inside of another one: functions in a method see the object, unless they hide its name. */
function selfIn(scope: Scope, around: Scope, self: Self | null): Self | null {
  if (around.kind === 'class') {
    const method = around.declarations.find((d) => d.bodyScope === scope);
    const first = scope.declarations.find((d) => d.kind === 'parameter');
    const isMethod = method?.kind === 'function' && methodKind(method) === 'method';
    return isMethod && first !== undefined ? { name: first.name, type: around } : null;
  }
  return self !== null && scope.declarations.some((d) => d.name === self.name) ? null : self;
}

const isOwn = (callee: Expr, { name, type }: Self): boolean =>
  callee.kind === 'member' &&
  callee.object.kind === 'name' &&
  callee.object.name === name &&
  isMethodOf(type.declarations.filter((d) => d.name === callee.name.name));

const isMethodOf = (declared: readonly Declaration[]): boolean =>
  declared.length > 0 && declared.every((d) => d.kind === 'function');

/** The calls of a unit, those of a scope before those of the scopes in it, each once. */
export function pythonCalls(unit: Unit): Calls {
  const known = callsOf.get(unit);
  if (known !== undefined) return known;
  const found = new Map<string, CallSite[]>();
  const places = new Set<number>();
  // What methods assign to attributes stands in the class once more.
  for (const part of partsOfScope(unit.scope, null))
    for (const [name, sites] of part)
      for (const site of sites) {
        const { start, end } = site.call.span;
        const place = (start * 2 ** 24 + end) * 2 + site.skipped;
        if (places.has(place)) continue;
        places.add(place);
        addTo(found, name, site);
      }
  callsOf.set(unit, found);
  return found;
}

/** The calls of a function with all in it, by what its object was called. An edit in one function leaves the others. */
const callsInFunction = new WeakMap<Scope, { readonly self: Self | null; readonly calls: Calls }>();

const isSameSelf = (a: Self | null, b: Self | null): boolean => a?.name === b?.name && a?.type === b?.type;

function* partsOfScope(scope: Scope, self: Self | null): Generator<Calls> {
  if (scope.kind !== 'function') {
    const own = new CallCollector();
    own.here(scope, self);
    yield own.found;
    for (const child of scope.children) yield* partsOfScope(child, selfIn(child, scope, self));
    return;
  }
  let known = callsInFunction.get(scope);
  if (known === undefined || !isSameSelf(known.self, self)) {
    const all = new CallCollector();
    all.inside(scope, self);
    known = { self, calls: all.found };
    callsInFunction.set(scope, known);
  }
  yield known.calls;
}

class CallCollector {
  readonly found = new Map<string, CallSite[]>();
  /** The value of a name behind a branch holds the expressions of the branch once more. */
  readonly #seen = new Set<Expr>();

  inside(scope: Scope, self: Self | null): void {
    this.here(scope, self);
    for (const child of scope.children) this.inside(child, selfIn(child, scope, self));
  }

  here({ expressions, declarations }: Scope, self: Self | null): void {
    for (const e of expressions) this.#visit(e, self, false);
    for (const d of declarations) if (d.init !== null) this.#visit(d.init, self, false);
  }

  #visit(e: Expr, self: Self | null, isInLambda: boolean): void {
    if (this.#seen.has(e)) return;
    this.#seen.add(e);
    if (e.kind === 'call') {
      const [first] = e.args;
      const name = lastName(e.callee);
      this.#note(
        { call: e, callee: e.callee, skipped: 0, isOpen: false, isInLambda, isCompiled: false },
        self,
      );
      if (first !== undefined && (name === 'partial' || name === 'compile')) {
        const isOpen = name === 'partial';
        this.#note({ call: e, callee: first, skipped: 1, isOpen, isInLambda, isCompiled: !isOpen }, self);
      }
    }
    if (e.kind === 'lambda') this.#visit(e.body, self, true);
    for (const part of partsOf(e)) this.#visit(part, self, isInLambda);
  }

  #note(call: Omit<CallSite, 'ownClass'>, self: Self | null): void {
    const name = lastName(call.callee) ?? objectName(call.callee);
    const { start, end } = call.call.span;
    if (name === null || start === end) return;
    const site = { ...call, ownClass: self !== null && isOwn(call.callee, self) ? self.type : null };
    addTo(this.found, name, site);
  }
}

/** `f` of `f`, `module.f` and `f[options]`. */
export function lastName(e: Expr): string | null {
  if (e.kind === 'name') return e.name;
  if (e.kind === 'index') return lastName(e.object);
  return e.kind === 'member' ? e.name.name : null;
}

function objectName(e: Expr): string | null {
  const type = e.kind === 'call' ? lastName(e.callee) : null;
  return type === null ? null : callOfObject(type);
}

const handedOnIn = new WeakMap<Unit, ReadonlySet<string>>();

/** The names that a unit uses otherwise than to call or launch what they name: `f` of `run(f)` and of `g = f`. */
export function namesHandedOn(unit: Unit): ReadonlySet<string> {
  const known = handedOnIn.get(unit);
  if (known !== undefined) return known;
  const names = new Set<string>();
  const seen = new Set<Expr>();
  const visit = (e: Expr): void => {
    if (seen.has(e)) return;
    seen.add(e);
    if (e.kind === 'name') names.add(e.name);
    if (e.kind === 'member') names.add(e.name.name);
    for (const part of partsOf(e)) if (e.kind !== 'call' || part !== e.callee) visit(part);
    // Of `f[grid](…)` the grid; of `x.f(…)` what f is looked up in.
    if (e.kind === 'call' && e.callee.kind !== 'name')
      for (const part of partsOf(e.callee)) if (part.kind !== 'name') visit(part);
  };
  const scope = (s: Scope): void => {
    for (const e of s.expressions) visit(e);
    for (const { init } of s.declarations) if (init !== null) visit(init);
    for (const child of s.children) scope(child);
  };
  scope(unit.scope);
  handedOnIn.set(unit, names);
  return names;
}

const madeOf = new WeakMap<Unit, ReadonlyMap<string, readonly string[]>>();
const namedAfter = new WeakMap<Unit, ReadonlyMap<string, readonly string[]>>();

const calledOf = new WeakMap<Unit, ReadonlySet<string>>();

/** The parameters of a unit's functions by whose names something is called: `def run(gemm, a): gemm(a)`. */
export function calledParameters(unit: Unit): ReadonlySet<string> {
  let known = calledOf.get(unit);
  if (known === undefined) {
    const calls = pythonCalls(unit);
    const names = new Set<string>();
    const visit = (s: Scope): void => {
      for (const d of s.declarations) if (d.kind === 'parameter' && calls.has(d.name)) names.add(d.name);
      for (const child of s.children) visit(child);
    };
    visit(unit.scope);
    known = names;
    calledOf.set(unit, known);
  }
  return known;
}

/** The variables of a unit that are assigned calls, by the name that is called: `gemm` of `gemm = Gemm(…)`, by `Gemm`. */
export const madeVariables = (unit: Unit): ReadonlyMap<string, readonly string[]> =>
  variablesBy(madeOf, unit, (init) => (init.kind === 'call' ? [lastName(init.callee)] : []));

export const variablesMadeBy = (unit: Unit, name: string): readonly string[] =>
  madeVariables(unit).get(name) ?? [];

/** Those that are assigned a name itself, here or in a branch: `kind` of `kind = Gemm if small else Other`, by `Gemm`. */
export const variablesNamedAfter = (unit: Unit, name: string): readonly string[] =>
  variablesBy(namedAfter, unit, namesIn).get(name) ?? [];

const namesIn = (init: Expr): readonly string[] =>
  init.kind === 'conditional'
    ? [...namesIn(init.then), ...namesIn(init.otherwise)]
    : init.kind === 'name'
      ? [init.name]
      : [];

/** The variables of a unit by what `of` says that they are assigned. */
function variablesBy(
  tables: WeakMap<Unit, ReadonlyMap<string, readonly string[]>>,
  unit: Unit,
  of: (init: Expr) => readonly (string | null)[],
): ReadonlyMap<string, readonly string[]> {
  const known = tables.get(unit);
  if (known !== undefined) return known;
  const found = new Map<string, string[]>();
  const visit = (s: Scope): void => {
    for (const { kind, init, name: variable } of s.declarations) {
      if (init === null || kind === 'import') continue;
      for (const by of of(init)) {
        if (by === null || by === variable) continue;
        const list = found.get(by);
        if (list === undefined) found.set(by, [variable]);
        else if (!list.includes(variable)) list.push(variable);
      }
    }
    for (const child of s.children) visit(child);
  };
  visit(unit.scope);
  tables.set(unit, found);
  return found;
}
