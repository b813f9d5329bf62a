// How Triton's kernels are launched: `gl.num_warps()` and `gl.num_ctas()` by what the launches of the kernel around them
// say, or those of the kernels that call the function around them.

import type { Expr } from '../../../../frontends/common/expression.ts';
import { partsOf } from '../../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../../frontends/common/scope.ts';
import { assumedOption } from '../../../core/assumptions.ts';
import { ALL_CALLS_SOURCE, QualifiedName } from '../../../model/entity.ts';
import { dependOn, type Environment, scopePath, type UnitMemo } from '../../../model/environment.ts';
import type { Evaluation } from '../../../model/evaluation.ts';
import { Unknown, type Value } from '../../../model/value.ts';
import { type CallExpr, lastName, namesHandedOn, pythonCalls } from '../../plain/calls.ts';
import { printPython } from '../print.ts';

/** What launches may say, and what one that does not say it has. */
const STANDARD: Readonly<Record<string, number>> = { num_warps: 4, num_ctas: 1 };

const notSaid = (option: string): Unknown =>
  new Unknown('function-parameter', `${option} is said where the kernel is launched`, [], option);

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

/** What a launch or a configuration says, by `read`. */
function optionOf(call: CallExpr, option: string, read: (given: Expr) => Value): Value {
  const given = call.keywords.find((k) => k.name === option);
  if (given !== undefined) return read(given.value);
  return call.keywords.some((k) => k.name === '**') ? notSaid(option) : STANDARD[option]!;
}

/** What the decorators of a kernel say, one for each configuration. */
function configured({ decorators = [] }: Declaration, option: string): readonly Value[] {
  // A configuration may be one for each item, whose name says nothing outside: only a number is read.
  const read = (given: Expr): Value => (given.kind === 'integer' ? given.value : notSaid(option));
  return decorators.flatMap((decorator): readonly Value[] => {
    const name = lastName(decorator.kind === 'call' ? decorator.callee : decorator);
    if (name === 'heuristics') return [notSaid(option)];
    if (name !== 'autotune' || decorator.kind !== 'call') return [];
    const list = decorator.keywords.find((k) => k.name === 'configs')?.value ?? decorator.args[0];
    return configsIn(list)?.map((config) => optionOf(config, option, read)) ?? [notSaid(option)];
  });
}

/** Everything in sight that says what an option is in a function. */
class Sayings {
  readonly values: Value[] = [];
  readonly #ev: Evaluation;
  readonly #unit: UnitMemo;
  readonly #option: string;
  readonly #seen = new Set<Declaration>();

  constructor(ev: Evaluation, unit: UnitMemo, option: string) {
    this.#ev = ev;
    this.#unit = unit;
    this.#option = option;
  }

  /** Adds what launches of the function say, and those of the functions that call it. */
  of(declaration: Declaration): void {
    if (this.#seen.has(declaration)) return;
    this.#seen.add(declaration);
    this.#unit.useDependencies.add(declaration.name);
    const configurations = configured(declaration, this.#option);
    this.values.push(...configurations);
    const before = this.#seen.size + this.values.length;
    for (const memo of this.#ev.db.memos) this.#inUnit(declaration, memo, configurations.length > 0);
    if (configurations.length === 0 && before === this.#seen.size + this.values.length)
      this.values.push(notSaid(this.#option));
  }

  #inUnit(declaration: Declaration, memo: UnitMemo, isTuned: boolean): void {
    const { unit } = memo.placed;
    const { name } = declaration;
    for (const { call, callee } of pythonCalls(unit).get(name) ?? []) {
      const isLaunch = callee.kind === 'index' && callee.object.kind === 'name';
      if (!isLaunch && callee.kind !== 'name') continue;
      const found = this.#ev.find(name, call.span.start, memo.env);
      if (found?.declarations.includes(declaration) !== true) continue;
      if (memo !== this.#unit) dependOn(this.#unit, memo);
      if (!isLaunch) this.#caller(memo, call);
      else if (!isTuned || call.keywords.some((k) => k.name === this.#option))
        this.values.push(optionOf(call, this.#option, (given) => this.#ev.value(given, memo.env)));
    }
    // Whoever is handed the function may run it with warps of its own: `gl.warp_specialize`.
    if (!namesHandedOn(unit).has(name)) return;
    if (memo !== this.#unit) dependOn(this.#unit, memo);
    this.values.push(notSaid(this.#option));
  }

  /** A function that another one calls is run with the warps and blocks of that one. */
  #caller(memo: UnitMemo, call: CallExpr): void {
    const caller = functionAround(memo.placed.unit.scope, call.span.start);
    if (caller === null) this.values.push(notSaid(this.#option));
    else this.of(caller);
  }
}

/** What an option of the launch is at a place, where everything in sight says the same. */
function optionAt(ev: Evaluation, option: string, offset: number, env: Environment): Value {
  const declaration = functionAround(env.unit.placed.unit.scope, offset);
  if (declaration === null) return notSaid(option);
  const sayings = new Sayings(ev, env.unit, option);
  sayings.of(declaration);
  const [first] = sayings.values;
  if (typeof first !== 'number' || sayings.values.some((v) => v !== first)) return notSaid(option);
  ev.noteAssumption({ name: option, value: printPython(first), source: ALL_CALLS_SOURCE });
  return first;
}

/** `gl.num_warps()` and `gl.num_ctas()`; null: another call. */
export function launchOption(ev: Evaluation, expr: CallExpr, env: Environment): Value | null {
  const option = lastName(expr.callee);
  if (expr.args.length > 0 || option === null || !Object.hasOwn(STANDARD, option)) return null;
  const callee = ev.evaluate(expr.callee, env);
  const isTriton = callee instanceof QualifiedName && callee.path[0] === 'triton';
  if (!isTriton) return null;
  const assumed = assumedOption(ev, option, expr.span.start, env);
  if (assumed !== null) return assumed;
  const setting = ev.db.parameters.get(option);
  if (setting !== undefined) {
    ev.noteAssumption({ name: option, value: printPython(setting), source: 'setting' });
    return setting;
  }
  return optionAt(ev, option, expr.span.start, env);
}
