// Where a unit calls functions and names templates.

import type { Expr } from './expression.ts';
import { partsOf } from './expression-parts.ts';
import { JoinedTables } from './joined-tables.ts';
import { addTo } from './lists.ts';
import type { Declaration, Scope, Unit } from './scope.ts';

/** What must hold for a reference to be compiled. */
export interface Condition {
  readonly expr: Expr;
  readonly holds: boolean;
}

/** A call, or a name with template arguments. */
export interface Reference {
  readonly expr: Expr;
  /** The conditions of the `if constexpr` and `conditional_t` around it. */
  readonly conditions: readonly Condition[];
}

/** Calls and template names by the name that they are of. */
interface References {
  get(name: string): readonly Reference[] | undefined;
  keys(): Iterable<string>;
}

/** By which name a call of a method through `self` is looked for where a derived class may be meant. */
export const throughSelf = (name: string): string => `self.${name}`;

/** By which name calls of objects are looked for that a call of the class makes on the spot: `Gemm(…)(a, b, c)`. */
export const callOfObject = (type: string): string => `${type}()`;

/** By which name calls of objects of C++ are looked for, `load(x)` of `Load load;` and `Load{}(x)`. */
export const CALL_OPERATOR = 'operator()';

type ReferenceTable = ReadonlyMap<string, readonly Reference[]>;
const mentionsOf = new WeakMap<Unit, References>();
const callsOf = new WeakMap<Scope, ReferenceTable>();

/** What stands in a scope itself. An edit in a lambda gives its scope other lists. */
interface OwnReferences extends Pick<Scope, 'declarations' | 'expressions'> {
  readonly found: ReferenceTable;
}
const ownOf = new WeakMap<Scope, OwnReferences>();

const ALWAYS: readonly Condition[] = [];

/** Names that are called or given template arguments in the unit. */
export function referencesOf(unit: Unit): References {
  let known = mentionsOf.get(unit);
  if (known === undefined) {
    const parts: ReferenceTable[] = [];
    collectParts(unit.scope, parts);
    known = parts.length === 1 ? parts[0]! : new JoinedTables(parts);
    mentionsOf.set(unit, known);
  }
  return known;
}

/** The same of a function that stands in no other one. An edit in one function leaves those of others. */
export function callsIn(scope: Scope): ReferenceTable {
  let known = callsOf.get(scope);
  if (known === undefined) {
    const found = new Map<string, Reference[]>();
    collect(scope, ALWAYS, found);
    collectCallsOfObjects(scope, found);
    known = found;
    callsOf.set(scope, known);
  }
  return known;
}

/** Calls of variables that a function declares with a type, which are objects of a class if anything. */
function collectCallsOfObjects(scope: Scope, found: Map<string, Reference[]>): void {
  for (const { kind, name, type, init } of scope.declarations) {
    if (kind !== 'value' || (type === null && init?.kind !== 'construct')) continue;
    for (const reference of found.get(name) ?? [])
      if (reference.expr.kind === 'call' && reference.expr.callee.kind === 'name')
        addTo(found, CALL_OPERATOR, reference);
  }
  for (const child of scope.children) collectCallsOfObjects(child, found);
}

/** Collects in the order of the text, as far as the scopes are. */
function collectParts(scope: Scope, parts: ReferenceTable[]): void {
  if (scope.kind === 'function') {
    parts.push(callsIn(scope));
    return;
  }
  const own = ownReferences(scope);
  if (own.size > 0) parts.push(own);
  for (const child of scope.children) collectParts(child, parts);
}

/** What stands in a scope itself, which no condition is around. */
function ownReferences(scope: Scope): ReferenceTable {
  const { declarations, expressions } = scope;
  const known = ownOf.get(scope);
  if (known?.declarations === declarations && known.expressions === expressions) return known.found;
  const found = new Map<string, Reference[]>();
  collectHere(scope, ALWAYS, found);
  ownOf.set(scope, { declarations, expressions, found });
  return found;
}

function collect(scope: Scope, around: readonly Condition[], found: Map<string, Reference[]>): void {
  let conditions = around;
  if (around !== ALWAYS || scope.guard?.isConstant === true) conditions = collectHere(scope, around, found);
  else {
    for (const [name, own] of ownReferences(scope))
      for (const reference of own) addTo(found, name, reference);
  }
  for (const child of scope.children) collect(child, conditions, found);
}

/** What stands in a scope itself. Returns what holds there. */
function collectHere(
  s: Scope,
  around: readonly Condition[],
  found: Map<string, Reference[]>,
): readonly Condition[] {
  const add = (name: string, reference: Reference): void => {
    addTo(found, name, reference);
  };
  const visit = (e: Expr, conditions: readonly Condition[]): void => {
    if (e.kind === 'call') {
      const name = calledName(e.callee);
      if (name !== null) {
        add(name, { expr: e, conditions });
        // The name itself is told by the call; `X<4>` of `X<4>::f()` is not.
        const { callee } = e;
        if (callee.kind === 'template') for (const a of callee.args) visit(a, conditions);
        const target = callee.kind === 'template' ? callee.target : callee;
        for (const part of partsOf(target)) visit(part, conditions);
        for (const a of e.args) visit(a, conditions);
        return;
      }
      if (e.callee.kind === 'construct') add(CALL_OPERATOR, { expr: e, conditions });
    } else if (e.kind === 'template') {
      const name = calledName(e.target);
      if (name !== null) add(name, { expr: e, conditions });
      const [condition, then, otherwise] = e.args;
      if (name !== null && CHOOSING.has(name) && condition !== undefined) {
        visit(condition, conditions);
        if (then !== undefined) visit(then, [...conditions, { expr: condition, holds: true }]);
        if (otherwise !== undefined) visit(otherwise, [...conditions, { expr: condition, holds: false }]);
        return;
      }
    }
    for (const part of partsOf(e)) visit(part, conditions);
  };
  const { guard } = s;
  const conditions =
    guard?.isConstant === true
      ? [...around, { expr: guard.condition, holds: guard.branch === 'then' }]
      : around;
  const chosen = chosenAliases(s.declarations);
  for (const d of s.declarations) {
    const own = d.kind === 'type' ? chosen.get(d.name) : undefined;
    if (d.init !== null) visit(d.init, own === undefined ? conditions : [...conditions, own]);
    if (d.type !== null) visit(d.type, conditions);
  }
  for (const b of s.bases) visit(b, conditions);
  for (const e of s.expressions) visit(e, conditions);
  return conditions;
}

/** `conditional_t<c, A, B>` compiles nothing of what it does not choose. */
const CHOOSING = new Set(['conditional_t', 'conditional']);

const NONE_CHOSEN: ReadonlyMap<string, Condition> = new Map();

/**
 * When the aliases of a scope are compiled that the scope names only where it chooses: `using A = X<T>` beside
 * `conditional_t<c, A, B>`. An alias alone says what a type is and compiles nothing of it.
 */
function chosenAliases(declarations: readonly Declaration[]): ReadonlyMap<string, Condition> {
  const choosing = declarations.filter(({ kind, init }) => kind === 'type' && init !== null && chooses(init));
  if (choosing.length === 0) return NONE_CHOSEN;
  const found = new Map<string, Condition>();
  const named = new Map<string, number>();
  const visit = (e: Expr): void => {
    if (e.kind === 'name') named.set(e.name, (named.get(e.name) ?? 0) + 1);
    const [condition, ...branches] = chooses(e) ? e.args : [];
    branches.forEach((branch, i) => {
      if (branch.kind === 'name' && condition !== undefined)
        found.set(branch.name, { expr: condition, holds: i === 0 });
    });
    for (const part of partsOf(e)) visit(part);
  };
  for (const { init, type } of declarations) {
    if (init !== null) visit(init);
    if (type !== null) visit(type);
  }
  return new Map([...found].filter(([name]) => named.get(name) === 1));
}

const chooses = (e: Expr): e is Extract<Expr, { kind: 'template' }> =>
  e.kind === 'template' && CHOOSING.has(calledName(e.target) ?? '');

/** The name that a callee or a template is of; that of a member function too. */
function calledName(e: Expr): string | null {
  if (e.kind === 'name') return e.name;
  if (e.kind === 'qualified' || e.kind === 'member') return e.name.name;
  return e.kind === 'template' ? calledName(e.target) : null;
}
