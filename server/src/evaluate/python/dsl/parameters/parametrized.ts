// What tests are run with: `@pytest.mark.parametrize("m,n", [(64, 128), (128, 128)])`, one environment for each.

import type { Expr } from '../../../../frontends/common/expression.ts';
import { partsOf } from '../../../../frontends/common/expression-parts.ts';
import type { Declaration } from '../../../../frontends/common/scope.ts';
import type { Entity } from '../../../model/entity.ts';
import { Environment, scopePath, type UnitMemo } from '../../../model/environment.ts';
import type { Evaluation } from '../../../model/evaluation.ts';
import { Unknown, type Value } from '../../../model/value.ts';
import { lastName } from '../../plain/calls.ts';
import { itemsOf } from '../../plain/items.ts';

type Bindings = ReadonlyMap<Declaration, Entity>;

/** A test is followed with so many of its arguments. */
const MAXIMUM = 8;

/** The environments in which a place of a unit is run: the unit's own, or one for each set of a test's arguments. */
export function contextsOf(ev: Evaluation, memo: UnitMemo, offset: number): readonly Environment[] {
  const path = scopePath(memo.placed.unit.scope, offset);
  let all: readonly Bindings[] = [new Map()];
  for (const [i, scope] of path.entries()) {
    const d = path[i - 1]?.declarations.find((o) => o.bodyScope === scope && o.kind === 'function');
    // The decorator that stands last is applied first, and its arguments change fastest or slowest: the order says nothing.
    for (const decorator of d?.decorators ?? []) {
      const sets = setsOf(ev, decorator, scope.declarations, memo.env);
      if (sets.length > 0) all = all.flatMap((a) => sets.map((b) => new Map([...a, ...b]))).slice(0, MAXIMUM);
    }
  }
  const root = memo.placed.unit.scope;
  return all.map((bindings) =>
    bindings.size === 0 ? memo.env : new Environment(memo, root, null, bindings),
  );
}

/** What a decorator binds in each of its runs; none: it is another one. */
function setsOf(
  ev: Evaluation,
  decorator: Expr,
  declared: readonly Declaration[],
  env: Environment,
): readonly Bindings[] {
  if (decorator.kind !== 'call' || lastName(decorator.callee) !== 'parametrize') return [];
  const [written, values] = [
    decorator.args[0],
    decorator.args[1] ?? keyword(decorator.keywords, 'argvalues'),
  ];
  const names = written === undefined || values === undefined ? null : namesIn(ev.value(written, env));
  if (names === null) return [];
  const parameters = names.map((name) => declared.find((d) => d.kind === 'parameter' && d.name === name));
  if (!parameters.every((p) => p !== undefined)) return [];
  return runsIn(ev, values!, env)
    .slice(0, MAXIMUM)
    .map((run) => {
      const items = parameters.length === 1 ? [run] : Array.isArray(run) ? (run as readonly Value[]) : [];
      return new Map(parameters.map((p, i) => [p, items[i] ?? unknownRun(p.name)]));
    });
}

const keyword = (
  keywords: readonly { readonly name: string; readonly value: Expr }[],
  name: string,
): Expr | undefined => keywords.find((k) => k.name === name)?.value;

const unknownRun = (name: string): Unknown =>
  new Unknown('function-parameter', `what tests give ${name} is not known`, [], name);

/** `"m,n"`, `["m", "n"]` */
function namesIn(v: Value): readonly string[] | null {
  const names = typeof v === 'string' ? v.split(',').map((name) => name.trim()) : v;
  return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : null;
}

/** Of each run the value, or the tuple of values: `pytest.param(a, b, id="…")` is one. */
function runsIn(ev: Evaluation, list: Expr, env: Environment): readonly Value[] {
  const parts = partsOf(list);
  const isWritten = parts.some((p) => p.kind === 'call' && lastName(p.callee) === 'param');
  if (isWritten) return parts.map((p) => runOf(ev, p, env));
  const values = ev.value(list, env);
  return Array.isArray(values) ? (values as readonly Value[]) : [];
}

function runOf(ev: Evaluation, run: Expr, env: Environment): Value {
  if (run.kind !== 'call' || lastName(run.callee) !== 'param') return ev.value(run, env);
  const items = itemsOf(ev, run.args, env);
  if (items instanceof Unknown) return items;
  const values = items as readonly Value[];
  return values.length === 1 ? values[0]! : values;
}
