// What Python code says of its own parameters: classes that the file makes objects of, and calls of functions whose
// parameters are fixed when they are compiled (`cutlass.Constexpr`). Other arguments are known when the program runs.

import type { Expr } from '../../../../frontends/common/expression.ts';
import { referencesOf } from '../../../../frontends/common/references.ts';
import type { Declaration, Scope } from '../../../../frontends/common/scope.ts';
import { ClassObject, type Entity } from '../../../model/entity.ts';
import { dependOn, Environment, scopePath, type UnitMemo } from '../../../model/environment.ts';
import type { Evaluation } from '../../../model/evaluation.ts';
import type { Instantiation } from '../../../model/lookup-result.ts';
import { type Pending, tableOf } from '../../../model/memo.ts';
import { Unknown } from '../../../model/value.ts';
import { argumentText } from '../../../values/argument-text.ts';
import { isConstexpr } from '../../plain/functions.ts';

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

/** The class or function with such parameters that an offset of a unit stands in, outermost. */
export function pythonTemplateAt(root: Scope, offset: number): Declaration | null {
  const path = scopePath(root, offset);
  for (const [i, scope] of path.entries()) {
    const d = path[i - 1]?.declarations.find((o) => o.bodyScope === scope);
    if (d !== undefined && pythonParameters(d).length > 0) return d;
  }
  return null;
}

const known = new WeakMap<UnitMemo, Map<Declaration, readonly Instantiation[] | Pending>>();

/** The different ways in which the file makes objects of a class, or calls a function, in the order of the text. */
export function pythonInstantiations(
  ev: Evaluation,
  d: Declaration,
  memo: UnitMemo,
): readonly Instantiation[] {
  // While they are looked for there are none.
  return ev.db.structures.compute(
    tableOf(known, memo),
    d,
    () => findInstantiations(ev, d, memo),
    () => [],
    (found) => !found.some(isCutShort),
  );
}

/** Whether the budget of the evaluation did not suffice for an argument. */
const isCutShort = ({ env }: Instantiation): boolean =>
  [...env.bindings.values()].some((v) => v instanceof Unknown && v.category === 'budget');

function findInstantiations(ev: Evaluation, d: Declaration, memo: UnitMemo): readonly Instantiation[] {
  const result: Instantiation[] = [];
  const keys = new Set<string>();
  const parameters = pythonParameters(d);
  let looked = 0;
  memo.useDependencies.add(d.name);
  for (const other of ev.db.memos) {
    for (const { expr } of referencesOf(other.placed.unit).get(d.name) ?? []) {
      if (++looked > MAXIMUM_MENTIONS || result.length >= MAXIMUM) return result;
      if (expr.kind !== 'call' || expr.callee.kind === 'member') continue;
      if (other === memo && d.span.start <= expr.span.start && expr.span.end <= d.span.end) continue;
      const found = ev.find(d.name, expr.span.start, other.env);
      if (found === null || !found.declarations.includes(d)) continue;
      const bindings =
        d.kind === 'class' ? objectBindings(ev, d, expr, other) : callBindings(ev, d, expr, other);
      if (bindings === null) continue;
      if (other !== memo) dependOn(memo, other);
      const args = parameters.flatMap((p) => {
        const value = bindings.get(p);
        return value === undefined || value instanceof Unknown ? [] : [{ name: p.name, value }];
      });
      if (args.length === 0) continue;
      const key = args.map((a) => `${a.name}=${argumentText(a.value)}`).join(';');
      if (keys.has(key)) continue;
      keys.add(key);
      result.push({
        env: new Environment(memo, memo.placed.unit.scope, null, bindings),
        arguments: args,
        memo: other,
        expr,
      });
    }
  }
  return result;
}

type Call = Expr & { readonly kind: 'call' };

/** `self` of every method is the object that the call makes. */
function objectBindings(
  ev: Evaluation,
  d: Declaration,
  call: Call,
  memo: UnitMemo,
): ReadonlyMap<Declaration, Entity> | null {
  const object = ev.evaluate(call, memo.env);
  if (!(object instanceof ClassObject) || object.type.declaration !== d) return null;
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
  call: Call,
  memo: UnitMemo,
): ReadonlyMap<Declaration, Entity> | null {
  const parameters = parametersIn(d);
  if (parameters.some((p) => p.isPack === true) || call.args.length > parameters.length) return null;
  // `*xs` may stand for any number of arguments.
  if (call.args.some((a) => a.kind === 'unary' && a.operator === '*')) return null;
  const bindings = new Map<Declaration, Entity>();
  for (const p of pythonParameters(d)) {
    const given = call.args[parameters.indexOf(p)] ?? call.keywords.find((k) => k.name === p.name)?.value;
    if (given !== undefined) bindings.set(p, ev.value(given, memo.env));
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
