// How Triton's kernels are launched: `gl.num_warps()` by what the launches of the kernel around it say.

import type { Expr } from '../../../../frontends/common/expression.ts';
import { partsOf } from '../../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../../frontends/common/scope.ts';
import { QualifiedName } from '../../../model/entity.ts';
import { dependOn, type Environment, scopePath, type UnitMemo } from '../../../model/environment.ts';
import type { Evaluation } from '../../../model/evaluation.ts';
import { Unknown, type Value } from '../../../model/value.ts';
import { type CallExpr, lastName, pythonCalls } from '../../plain/calls.ts';
import { printPython } from '../print.ts';

const OPTION = 'num_warps';
/** What a launch without the option has. */
const STANDARD = 4;

const NOT_SAID = new Unknown(
  'function-parameter',
  'num_warps is said where the kernel is launched',
  [],
  OPTION,
);

/** The function that an offset stands in; null outside of one. */
function functionAround(root: Scope, offset: number): Declaration | null {
  const path = scopePath(root, offset);
  for (let i = path.length - 1; i > 0; i--) {
    const isIt = (d: Declaration): boolean => d.kind === 'function' && d.bodyScope === path[i];
    const declaration = path[i - 1]!.declarations.find(isIt);
    if (declaration !== undefined) return declaration;
  }
  return null;
}

const isConfig = (e: Expr): e is CallExpr => e.kind === 'call' && lastName(e.callee) === 'Config';

/** The configurations that a list names one by one, or one for each item of something; null: they are made elsewhere. */
function configsIn(list: Expr | undefined): readonly CallExpr[] | null {
  if (list === undefined) return null;
  const items = list.kind === 'comprehension' ? [list.element] : partsOf(list);
  return items.length > 0 && items.every(isConfig) ? items : null;
}

/** A configuration may be one for each item, whose name says nothing outside: only a number is read. */
function configuredOption(config: CallExpr): Value {
  const given = config.keywords.find((k) => k.name === OPTION)?.value;
  if (given === undefined) return config.keywords.some((k) => k.name === '**') ? NOT_SAID : STANDARD;
  return given.kind === 'integer' ? given.value : NOT_SAID;
}

const optionOf = (ev: Evaluation, call: CallExpr, env: Environment): Value => {
  const given = call.keywords.find((k) => k.name === OPTION);
  if (given !== undefined) return ev.value(given.value, env);
  return call.keywords.some((k) => k.name === '**') ? NOT_SAID : STANDARD;
};

/** What the decorators of a kernel say, one for each configuration; null: nothing. */
function configured({ decorators = [] }: Declaration): readonly Value[] | null {
  const said = decorators.flatMap((decorator): readonly Value[] => {
    const name = lastName(decorator.kind === 'call' ? decorator.callee : decorator);
    if (name === 'heuristics') return [NOT_SAID];
    if (name !== 'autotune' || decorator.kind !== 'call') return [];
    const list = decorator.keywords.find((k) => k.name === 'configs')?.value ?? decorator.args[0];
    return configsIn(list)?.map(configuredOption) ?? [NOT_SAID];
  });
  return said.length === 0 ? null : said;
}

/** The launches `kernel[grid](…)` in a unit. */
function launches(ev: Evaluation, memo: UnitMemo, declaration: Declaration): readonly CallExpr[] {
  const sites = pythonCalls(memo.placed.unit).get(declaration.name) ?? [];
  return sites.flatMap(({ call, callee }) => {
    if (callee.kind !== 'index' || callee.object.kind !== 'name') return [];
    const found = ev.find(declaration.name, call.span.start, memo.env);
    return found?.declarations.includes(declaration) === true ? [call] : [];
  });
}

/** The number of warps with which the kernel around a place is launched, where everything in sight says the same. */
function warpsAt(ev: Evaluation, offset: number, env: Environment): Value {
  const declaration = functionAround(env.unit.placed.unit.scope, offset);
  if (declaration === null) return NOT_SAID;
  env.unit.useDependencies.add(declaration.name);
  const values: Value[] = [...(configured(declaration) ?? [])];
  const isTuned = values.length > 0;
  for (const memo of ev.db.memos) {
    for (const call of launches(ev, memo, declaration)) {
      if (memo !== env.unit) dependOn(env.unit, memo);
      if (!isTuned || call.keywords.some((k) => k.name === OPTION)) values.push(optionOf(ev, call, memo.env));
    }
  }
  const [first] = values;
  if (typeof first !== 'number' || values.some((v) => v !== first)) return NOT_SAID;
  ev.noteAssumption({ name: OPTION, value: printPython(first), source: 'the calls in this file' });
  return first;
}

/** `gl.num_warps()`; null: another call. */
export function launchOption(ev: Evaluation, expr: CallExpr, env: Environment): Value | null {
  if (expr.args.length > 0 || lastName(expr.callee) !== OPTION) return null;
  const callee = ev.evaluate(expr.callee, env);
  const isTriton = callee instanceof QualifiedName && callee.path[0] === 'triton';
  if (!isTriton) return null;
  const setting = ev.db.parameters.get(OPTION);
  if (setting !== undefined) {
    ev.noteAssumption({ name: OPTION, value: printPython(setting), source: 'setting' });
    return setting;
  }
  return warpsAt(ev, expr.span.start, env);
}
