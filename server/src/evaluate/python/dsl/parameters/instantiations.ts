// What Python code says of its own parameters: classes that the file makes objects of, and calls of functions whose
// parameters are fixed when they are compiled (`cutlass.Constexpr`). Other arguments are known when the program runs.

import type { Expr } from '../../../../frontends/common/expression.ts';
import { dottedParts } from '../../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../../frontends/common/scope.ts';
import { ClassObject, ClassType, type Entity, OverloadSet } from '../../../model/entity.ts';
import { dependOn, Environment, scopePath, type UnitMemo } from '../../../model/environment.ts';
import type { Evaluation } from '../../../model/evaluation.ts';
import type { Instantiation } from '../../../model/lookup-result.ts';
import { type Pending, tableOf } from '../../../model/memo.ts';
import { Unknown, type Value } from '../../../model/value.ts';
import { argumentText } from '../../../values/argument-text.ts';
import { asOperand } from '../../../values/outcome.ts';
import { type CallSite, pythonCalls, variablesNamedAfter } from '../../plain/calls.ts';
import { isConstexpr } from '../../plain/functions.ts';
import { itemAt } from '../../plain/items.ts';
import { brought, isPlain } from './brought.ts';
import { contextsOf } from './parametrized.ts';

const MAXIMUM = 8;
const MAXIMUM_MENTIONS = 400;

const parametersIn = (d: Declaration | undefined): readonly Declaration[] =>
  d?.bodyScope?.declarations.filter((p) => p.kind === 'parameter') ?? [];

const initOf = (d: Declaration): Declaration | undefined =>
  d.bodyScope?.declarations.findLast((m) => m.kind === 'function' && m.name === '__init__');

/** The parameters that an object's class, or a compiled function, is made with. */
export function pythonParameters(d: Declaration): readonly Declaration[] {
  if (d.kind === 'class')
    return parametersIn(initOf(d)).filter((p) => p.name !== 'self' && p.isPack !== true);
  return d.kind === 'function' ? parametersIn(d).filter((p) => p.type !== null && isConstexpr(p.type)) : [];
}

/** By the scopes that they open: an edit in a body opens another one, and leaves the parameters as they are. */
const templates = new WeakMap<Scope, Declaration | null>();

function templateOpening(scope: Scope, around: Scope | undefined): Declaration | null {
  let d = templates.get(scope);
  if (d === undefined) {
    const opening = around?.declarations.find((o) => o.bodyScope === scope);
    d = opening !== undefined && pythonParameters(opening).length > 0 ? opening : null;
    templates.set(scope, d);
  }
  return d;
}

/** The class or function with such parameters that an offset of a unit stands in, outermost. */
export function pythonTemplateAt(root: Scope, offset: number): Declaration | null {
  const path = scopePath(root, offset);
  for (let i = 1; i < path.length; i++) {
    const d = templateOpening(path[i]!, path[i - 1]);
    if (d !== null) return d;
  }
  return null;
}

const known = new WeakMap<UnitMemo, Map<Declaration, readonly Instantiation[] | Pending>>();

/**
 * The different ways in which the file makes objects of a class, or calls a function, in the order of the text; then, where
 * none of them is known in full, those of the files that import it.
 */
export function pythonInstantiations(
  ev: Evaluation,
  d: Declaration,
  memo: UnitMemo,
): readonly Instantiation[] {
  // While they are looked for there are none.
  return ev.db.structures.compute(
    tableOf(known, memo),
    d,
    () => ev.forOthers(() => findInstantiations(ev, d, memo)),
    () => [],
    (found) => !found.some(isCutShort),
  );
}

/** Whether the budget of the evaluation did not suffice for an argument. */
const isCutShort = ({ env }: Instantiation): boolean =>
  [...env.bindings.values()].some((v) => v instanceof Unknown && v.category === 'budget');

function findInstantiations(ev: Evaluation, d: Declaration, memo: UnitMemo): readonly Instantiation[] {
  const here = instantiationsHere(ev, d, memo);
  if (here.some((i) => isComplete(i, d))) return here;
  const elsewhere = instantiationsElsewhere(ev, d, memo);
  return elsewhere.length === 0 ? here : [...here, ...elsewhere].slice(0, MAXIMUM);
}

/** Whether every parameter has a known argument or a default. */
const isComplete = ({ arguments: args }: Instantiation, d: Declaration): boolean =>
  pythonParameters(d).every(
    (p) => p.init !== null || args.some((a) => a.name === p.name && isPlain(a.value)),
  );

/** The ways in which files that import this one do so. */
function instantiationsElsewhere(ev: Evaluation, d: Declaration, memo: UnitMemo): readonly Instantiation[] {
  // What stands in a function or class is no module's to give.
  if (ev.db.memoOf(d) !== memo) return [];
  const found: Instantiation[] = [];
  for (const { uri, evaluator, declared } of ev.db.importers(d.name)) {
    const there = declared(d.name);
    if (there === null || there.declaration.kind !== d.kind) continue;
    const { declaration, memo: seen } = there;
    const calls = evaluator.withSearchBudget(() => pythonInstantiations(evaluator, declaration, seen));
    for (const call of calls) {
      const given = givenIn(call, declaration, uri);
      const bindings = d.kind === 'class' ? madeWith(ev, d, memo, given) : boundTo(d, given);
      const args = knownArguments(d, bindings);
      if (bindings === null || args.length === 0 || found.some((f) => isAlike(f.arguments, args))) continue;
      const env = new Environment(memo, memo.placed.unit.scope, null, bindings);
      found.push({ env, arguments: args, memo: call.memo, expr: call.expr, uri });
    }
  }
  return found;
}

/** What a call in another file gives to parameters, by their names. */
function givenIn({ env }: Instantiation, d: Declaration, uri: string): ReadonlyMap<string, Value> {
  const given = new Map<string, Value>();
  for (const p of pythonParameters(d)) {
    const value = env.bindings.get(p);
    if (value !== undefined) given.set(p.name, brought(value, p.name, uri));
  }
  return given;
}

/** The bindings of an object that is made with such arguments. */
function madeWith(
  ev: Evaluation,
  d: Declaration,
  memo: UnitMemo,
  given: ReadonlyMap<string, Value>,
): ReadonlyMap<Declaration, Entity> | null {
  const { scope } = memo.placed.unit;
  const type = ev.found({ declarations: [d], scope, env: memo.env, isAmbiguous: false }, d.name);
  if (!(type instanceof ClassType)) return null;
  const object = ev.language.calls.object(ev, type, [], given);
  return object instanceof ClassObject ? bindingsOf(object, d) : null;
}

const boundTo = (d: Declaration, given: ReadonlyMap<string, Value>): ReadonlyMap<Declaration, Entity> =>
  new Map(pythonParameters(d).flatMap((p) => (given.has(p.name) ? [[p, given.get(p.name)!]] : [])));

type Arguments = Instantiation['arguments'];

const knownArguments = (d: Declaration, bindings: ReadonlyMap<Declaration, Entity> | null): Arguments =>
  pythonParameters(d).flatMap((p) => {
    const value = bindings?.get(p);
    return value === undefined || value instanceof Unknown ? [] : [{ name: p.name, value }];
  });

const textOf = (args: Arguments): string => args.map((a) => `${a.name}=${argumentText(a.value)}`).join(';');

const isAlike = (a: Arguments, b: Arguments): boolean => textOf(a) === textOf(b);

function instantiationsHere(ev: Evaluation, d: Declaration, memo: UnitMemo): readonly Instantiation[] {
  const result: Instantiation[] = [];
  let looked = 0;
  const names = namesOf(ev, d, memo);
  for (const name of names) memo.useDependencies.add(name);
  for (const other of ev.db.memos) {
    for (const site of names.flatMap((name) => pythonCalls(other.placed.unit).get(name) ?? [])) {
      if (++looked > MAXIMUM_MENTIONS || result.length >= MAXIMUM) return result;
      const { call } = site;
      if (other === memo && d.span.start <= call.span.start && call.span.end <= d.span.end) continue;
      if (!isCallOf(ev, site.callee, d, memo, other)) continue;
      for (const env of contextsOf(ev, other, call.span.start)) {
        const bindings =
          d.kind === 'class' ? objectBindings(ev, d, site, env) : callBindings(ev, d, site, env);
        if (bindings === null) continue;
        if (other !== memo) dependOn(memo, other);
        const args = knownArguments(d, bindings);
        if (args.length === 0 || result.some((r) => isAlike(r.arguments, args))) continue;
        result.push({
          env: new Environment(memo, memo.placed.unit.scope, null, bindings),
          arguments: args,
          memo: other,
          expr: call,
        });
      }
    }
  }
  return result;
}

/** The name of a declaration, and those that variables and, of one in a module, imports of the file give it. */
function namesOf(ev: Evaluation, { name }: Declaration, memo: UnitMemo): readonly string[] {
  const names = new Set([name]);
  const isImported = (d: Declaration): boolean =>
    d.kind === 'import' && d.init !== null && dottedParts(d.init).at(-1) === name;
  if (memo.file.uri !== null)
    for (const { placed } of ev.db.memos)
      for (const d of placed.unit.scope.declarations) if (isImported(d)) names.add(d.name);
  for (const { placed } of ev.db.memos)
    for (const known of [...names])
      for (const variable of variablesNamedAfter(placed.unit, known)) names.add(variable);
  return [...names];
}

/** Whether a callee is the declaration. `memo`: its unit, `other`: that of the callee. */
function isCallOf(ev: Evaluation, callee: Expr, d: Declaration, memo: UnitMemo, other: UnitMemo): boolean {
  if (memo.file.uri === null && callee.kind === 'name' && callee.name === d.name)
    return ev.find(d.name, callee.span.start, other.env)?.declarations.includes(d) === true;
  const called = ev.evaluate(callee, other.env);
  if (called instanceof ClassType) return called.declaration === d;
  return called instanceof OverloadSet && called.overloads.some((o) => o.declaration === d);
}

/** `self` of every method is the object that the call makes. */
function objectBindings(
  ev: Evaluation,
  d: Declaration,
  { call, skipped }: CallSite,
  env: Environment,
): ReadonlyMap<Declaration, Entity> | null {
  const object = skipped === 0 ? ev.evaluate(call, env) : null;
  return object instanceof ClassObject && object.type.declaration === d ? bindingsOf(object, d) : null;
}

function bindingsOf(object: ClassObject, d: Declaration): ReadonlyMap<Declaration, Entity> {
  const bindings = new Map(object.env.bindings);
  for (const method of d.bodyScope!.declarations) {
    const [self] = parametersIn(method);
    if (method.kind === 'function' && self?.name === 'self') bindings.set(self, object);
  }
  return bindings;
}

function callBindings(
  ev: Evaluation,
  d: Declaration,
  { call, skipped }: CallSite,
  env: Environment,
): ReadonlyMap<Declaration, Entity> | null {
  const parameters = parametersIn(d);
  const args = call.args.slice(skipped);
  if (parameters.some((p) => p.isPack === true) || args.length > parameters.length) return null;
  const bindings = new Map<Declaration, Entity>();
  for (const p of pythonParameters(d)) {
    const keyword = call.keywords.find((k) => k.name === p.name);
    const given =
      keyword === undefined ? itemAt(ev, args, parameters.indexOf(p), env) : ev.evaluate(keyword.value, env);
    // `*xs` may stand for any number of arguments.
    if (given === null) return null;
    if (given === undefined) continue;
    // A function may call the object that it is handed.
    bindings.set(p, given instanceof ClassObject ? given : asOperand(given));
  }
  return bindings;
}

/**
 * The only instantiation of the class or function that an offset of a unit stands in; null where there are none or
 * several, or while they are looked for.
 */
export function soleInstantiation(ev: Evaluation, memo: UnitMemo, offset: number): Instantiation | null {
  const template = pythonTemplateAt(memo.placed.unit.scope, offset);
  const found = template === null ? [] : pythonInstantiations(ev, template, memo);
  return found.length === 1 ? found[0]! : null;
}
