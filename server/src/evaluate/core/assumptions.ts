// What the user says of names that the code leaves open: a directive in scope, else a setting.

import { isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic, StaticSymbol } from '../../algebra/integer/integer.ts';
import { ComposedLayout, Layout, mapLayout, type Shape, type Strides } from '../../algebra/layout/layout.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { fileText } from '../../frontends/common/gap-map.ts';
import type { Declaration, Directive, PlacedUnit, Scope } from '../../frontends/common/scope.ts';
import { asValue, type Entity, isHostOnly, QualifiedName } from '../model/entity.ts';
import { type Environment, scopePath, type UnitMemo } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { TypeValue, UnboundTypeParameter, Unknown, type Value } from '../model/value.ts';
import { argumentText } from '../values/argument-text.ts';

type Assume = Directive & { readonly kind: 'assume' };

interface Assumption {
  readonly expr: Expr;
  /** The unit that the directive stands in. */
  readonly memo: UnitMemo;
}

/** What the directive says that holds for a name, the nearest one. */
function assumptionOf(ev: Evaluation, d: Declaration, env: Environment): Assumption | null {
  const memo = env.unit;
  let best: (Assumption & { readonly rank: number }) | null = null;
  for (const { memo: at, directive } of ev.db.assumptions) {
    const binding = directive.bindings.findLast((b) => b.name === d.name);
    if (binding === undefined) continue;
    const isHere = at === memo;
    const rank = rankOf(at.placed, directive, d, isHere);
    if (rank === null) continue;
    const full = isHere ? rank : at.index <= memo.index ? 1 : 0;
    if (best === null || full >= best.rank) best = { expr: binding.value, rank: full, memo: at };
  }
  return best;
}

/** What a directive says of a parameter or constant. */
export function assumption(ev: Evaluation, d: Declaration, env: Environment): Entity | null {
  const said = assumptionOf(ev, d, env);
  if (said === null) return null;
  const value = assumedValue(ev, said.expr, d, said.memo.env);
  if (value instanceof Unknown) return null;
  ev.noteAssumption({ name: d.name, value: argumentText(value), source: 'assumed here' });
  return value;
}

/** What a directive says of something that is no declaration, such as an option of a launch: above the function, or in it. */
export function assumedOption(ev: Evaluation, name: string, offset: number, env: Environment): Value | null {
  let best: { readonly value: Expr; readonly memo: UnitMemo; readonly rank: number } | null = null;
  for (const { memo, directive } of ev.db.assumptions) {
    const binding = directive.bindings.findLast((b) => b.name === name);
    const rank = binding === undefined ? null : rankAt(memo, directive, offset, env.unit);
    if (rank !== null && rank >= (best?.rank ?? 0)) best = { value: binding!.value, memo, rank };
  }
  if (best === null) return null;
  const value = ev.value(best.value, best.memo.env);
  if (isFailure(value) || value instanceof Unknown) return null;
  ev.noteAssumption({ name, value: argumentText(value), source: 'assumed here' });
  return value;
}

/** How near a directive stands to a place of a unit, null where it does not hold for it. */
function rankAt(
  { placed, index }: UnitMemo,
  directive: Assume,
  offset: number,
  unit: UnitMemo,
): number | null {
  const isHere = placed === unit.placed;
  const path = scopePath(placed.unit.scope, directive.span.start);
  const isFunction = ({ kind }: Declaration): boolean => kind === 'function' || kind === 'class';
  const next = declarationBelow(placed, path.at(-1)!, directive);
  const holdsFor = next !== null && isFunction(next) ? next.span : path.length > 1 ? path.at(-1)!.span : null;
  if (holdsFor === null) return isHere ? 2 : index <= unit.index ? 1 : 0;
  return isHere && holdsFor.start <= offset && offset < holdsFor.end ? 3 + path.length : null;
}

/** The same as it is written, for what means something only where the template is used. */
export function assumedText(ev: Evaluation, d: Declaration, env: Environment): string | null {
  const said = assumptionOf(ev, d, env);
  if (said === null) return null;
  return fileText(said.memo.placed, said.expr.span);
}

/** How near a directive stands to a declaration, null where it does not hold for it. */
function rankOf(placed: PlacedUnit, directive: Assume, d: Declaration, isHere: boolean): number | null {
  const path = scopePath(placed.unit.scope, directive.span.start);
  const scope = path.at(-1)!;
  const next = declarationBelow(placed, scope, directive);
  if (next !== null && declaresInside(next, d.name)) {
    if (!isHere || d.nameSpan.start < next.span.start || next.span.end < d.nameSpan.end) return null;
    return 3 + path.length;
  }
  // Of other units only what stands outside of functions and classes holds for the whole file.
  if (path.length === 1) return 2;
  if (!isHere) return null;
  const isInside = scope.span.start <= d.nameSpan.start && d.nameSpan.end <= scope.span.end;
  return isInside || path.some((s) => s.declarations.includes(d)) ? 2 + path.length : null;
}

const below = new WeakMap<Assume, Declaration | null>();

/**
 * The declaration that a directive stands above, with nothing but comments between: for what is declared in it
 * the directive says nothing about others of that name.
 */
function declarationBelow(placed: PlacedUnit, scope: Scope, directive: Assume): Declaration | null {
  const known = below.get(directive);
  if (known !== undefined) return known;
  const { end } = directive.span;
  let nearest: Declaration | null = null;
  for (const d of scope.declarations) {
    if (d.span.start < end) continue;
    if (nearest === null || d.span.start < nearest.span.start) nearest = d;
  }
  // A blank line or a statement between the two separates them; what stands before `template` and `def` does not.
  const isNext = nearest !== null && !/\n[ \t\r]*\n|[;{}]/.test(placed.text.slice(end, nearest.span.start));
  const result = isNext ? nearest : null;
  below.set(directive, result);
  return result;
}

function declaresInside(d: Declaration, name: string): boolean {
  if (d.name === name && d.kind !== 'function' && d.kind !== 'class') return true;
  return [d.template, d.bodyScope].some((s) => s != null && scopeDeclares(s, name));
}

const scopeDeclares = (scope: Scope, name: string): boolean =>
  scope.declarations.some((d) => declaresInside(d, name)) ||
  scope.children.some((s) => scopeDeclares(s, name));

/** `(M,K):(K,1)` of names that nobody declares: integers that are known at run time, each by its name. */
function withSymbols(ev: Evaluation, expr: Expr, env: Environment): Expr {
  const inside = (e: Expr): Expr => withSymbols(ev, e, env);
  switch (expr.kind) {
    case 'layout':
      return { ...expr, shape: inside(expr.shape), stride: inside(expr.stride) };
    case 'tuple':
      return { ...expr, items: expr.items.map(inside) };
    case 'binary':
      return { ...expr, left: inside(expr.left), right: inside(expr.right) };
    case 'name':
      return expr.marked !== true && ev.find(expr.name, expr.span.start, env) === null
        ? { kind: 'dynamic', span: expr.span, divisor: 1, name: expr.name }
        : expr;
    default:
      return expr;
  }
}

function assumedValue(ev: Evaluation, expr: Expr, d: Declaration, env: Environment): Entity {
  if (expr.kind === 'integer' && d.kind !== 'value') return asParameter(ev, expr.value, d);
  const value = ev.evaluate(expr.kind === 'layout' ? withSymbols(ev, expr, env) : expr, env);
  if (isFailure(value)) return new Unknown('violation', 'the assumed value has no value');
  if (isHostOnly(value)) return value instanceof QualifiedName ? asValue(value) : value;
  return asParameter(ev, value, d);
}

/** What a setting says of a parameter or constant. */
export function setting(ev: Evaluation, d: Declaration, env: Environment): Entity | null {
  const value = settingValue(ev, d, env);
  if (value !== null) ev.noteAssumption({ name: d.name, value: argumentText(value), source: 'setting' });
  return value;
}

function settingValue(ev: Evaluation, d: Declaration, env: Environment): Entity | null {
  const plain = ev.db.parameters.get(d.name);
  if (plain !== undefined) return asParameter(ev, plain, d);
  const expr = ev.db.expressions.get(d.name);
  if (expr === undefined) return null;
  const value = ev.evaluate(expr, env.unit.env);
  if (isFailure(value) || value instanceof Unknown || value instanceof QualifiedName) return null;
  return isHostOnly(value) ? value : asParameter(ev, value, d);
}

/** A value for a parameter: a run-time type's number for `int N`, a type for `class T`. */
function asParameter(ev: Evaluation, value: Value, d: Declaration): Entity {
  if (d.kind === 'value-parameter') return typeof value === 'number' ? new Dynamic(value) : value;
  if (d.kind === 'parameter' || d.kind === 'value') return value;
  if (value instanceof TypeValue || value instanceof Unknown) return value;
  return ev.rules.typeOf(asStatic(value));
}

/** A type says only what is static: the integers of `assume TileShape = (128,64)` are. */
function asStatic(value: Value): Value {
  if (value instanceof Dynamic) return typeof value.value === 'number' ? value.value : value;
  if (Array.isArray(value)) return (value as readonly Value[]).map(asStatic);
  if (value instanceof Layout)
    return mapLayout(
      value,
      (shape) => asStatic(shape) as Shape,
      (stride) => asStatic(stride as Value) as Strides,
    );
  return value instanceof ComposedLayout
    ? new ComposedLayout(
        asStatic(value.outer) as ComposedLayout['outer'],
        asStatic(value.offset) as ComposedLayout['offset'],
        asStatic(value.inner) as ComposedLayout['inner'],
      )
    : value;
}

/** Reasons that an assumption cannot mend, because they say that something is wrong. */
const BEYOND = new Set(['recursive', 'violation', 'budget', 'not-a-layout']);

/** Whether an assumption may take the place of a value: it is not known, or only a name. */
export const isReplaceable = (t: Entity): boolean =>
  t instanceof StaticSymbol ||
  t instanceof UnboundTypeParameter ||
  (t instanceof Dynamic && typeof t.value !== 'number') ||
  (t instanceof Unknown && !BEYOND.has(t.category));

/**
 * The value that the user gives a constant, an alias or a parameter of a function whose own value is not known;
 * null where nothing is said, or the value is known, or it may change.
 */
export function assumedInstead(
  ev: Evaluation,
  d: Declaration,
  scope: Scope,
  env: Environment,
  value: Entity,
): Entity | null {
  const { assumptions, parameters, expressions } = ev.db;
  if (assumptions.length + parameters.size + expressions.size === 0) return null;
  if (!isReplaceable(value) || d.element !== null) return null;
  if (scope.assigned?.has(d.name) === true || scope.inductionVariables?.has(d.name) === true) return null;
  const given = assumption(ev, d, env) ?? setting(ev, d, env);
  if (given === null || isHostOnly(given) || !ev.language.scopes.typesConvert) return given;
  if (d.kind === 'type' || given instanceof Unknown) return given;
  // An `int` holds a run-time integer, whatever it was assumed to be.
  const type = d.type === null ? null : ev.evaluate(d.type, env);
  if (type instanceof TypeValue && type.instance !== null) {
    const converted = ev.rules.convert(given, type);
    return isFailure(converted) || converted instanceof Unknown ? null : converted;
  }
  return given;
}
