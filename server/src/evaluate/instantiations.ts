// The instantiations of a template that its file shows: calls of a function template, and classes and
// functions named with arguments. They give values to what is only a parameter in the template itself.

import { isFailure } from '../algebra/failure.ts';
import { Dynamic, StaticSymbol } from '../algebra/integer.ts';
import type { Expr } from '../frontends/expression.ts';
import type { Declaration, Scope } from '../frontends/scope.ts';
import type { Evaluator } from './evaluator.ts';
import { Frame, scopePath, type UnitState } from './frame.ts';
import { bindArguments } from './functions.ts';
import { thingKey } from './key.ts';
import { mentions } from './mentions.ts';
import { instantiate } from './templates.ts';
import { asValue, ClassType, type Thing } from './thing.ts';
import { ParameterType, TypeValue, Unknown } from './value.ts';

/** A template with arguments. */
export interface Instantiation {
  /** A frame over the template's scope, or the function's, with the parameters bound. */
  readonly frame: Frame;
  /** The parameters that got a value: `kBlockM = 128`. */
  readonly arguments: readonly { readonly name: string; readonly value: Thing }[];
  /** Where it is named. */
  readonly state: UnitState;
  readonly expr: Expr;
}

/** How many different instantiations are worked out, and how many mentions are looked at. */
const MAXIMUM = 8;
const MAXIMUM_MENTIONS = 200;

const found = new WeakMap<UnitState, Map<Declaration, readonly Instantiation[]>>();
const inWork = new Set<Declaration>();
/** How often a search met a template that was in work. */
let cutShort = 0;
/** Forgets results that were cut short, when the outermost search is done. */
const provisional: (() => void)[] = [];

/** The different instantiations of a template of the file, in the order in which they are named. */
export function instantiationsOf(ev: Evaluator, d: Declaration, state: UnitState): readonly Instantiation[] {
  let known = found.get(state);
  if (known === undefined) {
    known = new Map();
    found.set(state, known);
  }
  state.shownTemplates.add(d.name);
  const before = known.get(d);
  if (before !== undefined) return before;
  // A template that names itself is being worked out already.
  if (inWork.has(d)) {
    cutShort++;
    return [];
  }
  inWork.add(d);
  const cuts = cutShort;
  const result = search(ev, d, state);
  inWork.delete(d);
  known.set(d, result);
  // What was cut short by a template still in work is good for this search only.
  if (cutShort > cuts && inWork.size > 0) provisional.push(() => known.delete(d));
  if (inWork.size === 0) {
    for (const forget of provisional.splice(0)) forget();
  }
  return result;
}

function search(ev: Evaluator, d: Declaration, state: UnitState): readonly Instantiation[] {
  const result: Instantiation[] = [];
  const keys = new Set<string>();
  let looked = 0;
  for (const other of ev.world.naming(d.name)) {
    for (const expr of mentions(other.placed.unit).get(d.name) ?? []) {
      if (looked > MAXIMUM_MENTIONS || result.length >= MAXIMUM) return result;
      // The template's own body names it with its own parameters.
      if (other === state && d.span.start <= expr.span.start && expr.span.end <= d.span.end) continue;
      const target = ev.find(d.name, expr.span.start, other.frame);
      if (target === null || !target.declarations.includes(d)) continue;
      // A change of the caller changes what is shown here.
      state.lookedUp.add(topName(other));
      for (const from of framesAround(ev, other, expr)) {
        if (++looked > MAXIMUM_MENTIONS) return result;
        const frame =
          d.kind === 'function' ? functionFrame(ev, d, expr, from, state) : classFrame(ev, d, expr, from);
        if (frame === null) continue;
        const args = boundArguments(d, frame);
        if (args.length === 0) continue;
        const key = args.map((a) => `${a.name}=${thingKey(a.value)}`).join(';');
        if (keys.has(key)) continue;
        keys.add(key);
        result.push({ frame, arguments: args, state: other, expr });
        if (result.length >= MAXIMUM) return result;
      }
    }
  }
  return result;
}

/** The frames in which an expression runs: those of the template around it, else the unit's own. */
function framesAround(ev: Evaluator, state: UnitState, expr: Expr): readonly Frame[] {
  const around = templateAt(state.placed.unit.scope, expr.span.start);
  if (around === null) return [state.frame];
  const instances = instantiationsOf(ev, around, state);
  return instances.length === 0 ? [state.frame] : instances.map((i) => i.frame);
}

/** The template that an offset of a unit stands in, the outermost one with parameters. */
export function templateAt(root: Scope, offset: number): Declaration | null {
  const path = scopePath(root, offset);
  for (const [i, scope] of path.entries()) {
    if (scope.kind !== 'template' || scope.declarations.length === 0) continue;
    const declaration = path[i - 1]?.declarations.find((d) => d.template === scope && d.opens !== null);
    return declaration ?? null;
  }
  return null;
}

const topName = (state: UnitState): string => state.placed.unit.scope.declarations[0]?.name ?? '';

function classFrame(ev: Evaluator, d: Declaration, expr: Expr, from: Frame): Frame | null {
  if (expr.kind !== 'template') return null;
  const args = expr.args.map((a) => {
    const value = ev.evaluate(a, from);
    return isFailure(value) ? new Unknown('violation', 'an argument has no value') : value;
  });
  const home = ev.find(d.name, expr.span.start, from);
  if (home === null) return null;
  const type = instantiate(ev, home.declarations, args, home.frame);
  return type instanceof ClassType && type.declaration === d ? type.frame : null;
}

function functionFrame(
  ev: Evaluator,
  d: Declaration,
  expr: Expr,
  from: Frame,
  state: UnitState,
): Frame | null {
  const template = templateArguments(expr);
  const given = template.map((a) => {
    const value = ev.evaluate(a, from);
    return isFailure(value) ? new Unknown('violation', 'an argument has no value') : value;
  });
  const args =
    expr.kind !== 'call'
      ? null
      : expr.args.map((a): Thing => {
          const value = ev.evaluate(a, from);
          if (isFailure(value)) return new Unknown('violation', 'an argument has no value');
          if (value instanceof Unknown || value instanceof TypeValue) return value;
          // Only the types are the instantiation's; run-time values are one call's.
          const plain = asValue(value);
          const type = plain instanceof Unknown ? plain : ev.rules.typeOf(plain);
          return type instanceof TypeValue && type.instance !== null ? type.instance : value;
        });
  if (args !== null && (!takes(d, args.length) || isOverloaded(ev, d, args.length))) return null;
  const bindings = bindArguments(ev, d, state.frame, given, args ?? []);
  return new Frame(state, d.template ?? d.opens!, { frame: state.frame, position: d.span.start }, bindings);
}

/** Whether a function can be called with so many arguments. */
function takes({ opens }: Declaration, count: number): boolean {
  const parameters = opens!.declarations.filter((p) => p.kind === 'parameter');
  if (parameters.some((p) => p.isPack === true)) return true;
  return count <= parameters.length && parameters.slice(count).every((p) => p.init !== null);
}

/** Whether another function of the name could be the one that is called: which it is depends on types. */
const isOverloaded = (ev: Evaluator, d: Declaration, count: number): boolean =>
  ev.world
    .declared(d.name)
    .some(
      ({ declaration: other }) =>
        other !== d && other.kind === 'function' && other.opens !== null && takes(other, count),
    );

const templateArguments = (e: Expr): readonly Expr[] => {
  if (e.kind === 'template') return e.args;
  return e.kind === 'call' && e.callee.kind === 'template' ? e.callee.args : [];
};

/** The parameters that have a known value in the frame. */
function boundArguments(d: Declaration, frame: Frame): Instantiation['arguments'] {
  const result: { name: string; value: Thing }[] = [];
  for (const p of d.template?.declarations ?? []) {
    const value = frame.bindings.get(p);
    if (p.name === '' || value === undefined) continue;
    if (value instanceof Unknown || value instanceof ParameterType || isSymbol(value)) continue;
    result.push({ name: p.name, value });
  }
  return result;
}

/** A number that is only a name so far tells nothing. */
const isSymbol = (t: Thing): boolean =>
  t instanceof StaticSymbol || (t instanceof Dynamic && typeof t.value !== 'number');
