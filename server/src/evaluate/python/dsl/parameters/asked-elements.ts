// What a function of CuTe DSL asks of the elements of a tensor that it is handed: `assert x.element_type == cutlass.Float16`,
// or an exception for all other types, says the type, an instruction for elements of 16 bits that is made of `x.element_type` says the width. Whoever hands over
// something else is refused where the function is compiled.

import { isFailure } from '../../../../algebra/integer/failure.ts';
import type { Expr } from '../../../../frontends/common/expression.ts';
import { namesOf } from '../../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../../frontends/common/scope.ts';
import type { Environment } from '../../../model/environment.ts';
import { scopePath } from '../../../model/environment.ts';
import type { Evaluation } from '../../../model/evaluation.ts';
import { TypeValue, UnboundTypeParameter, Unknown, type Value } from '../../../model/value.ts';
import { pythonCalls } from '../../plain/calls.ts';

/** An element type, or the width alone. */
export interface AskedElements {
  readonly name: string | null;
  /** In bits. */
  readonly bits: number;
  /** The assertion or the instruction that asks for it. */
  readonly by: 'assert' | typeof OF_HALVES;
}

/** The MMA operation of warps, warp groups and tcgen05 whose first argument is Float16 or BFloat16. */
const OF_HALVES = 'MmaF16BF16Op';

/** What is asked for of the elements of the tensor `d` is handed; `scope`: the function's. Null: nothing is. */
export function askedElements(
  ev: Evaluation,
  d: Declaration,
  scope: Scope,
  env: Environment,
): AskedElements | null {
  // Behind `x = other(x)` the name is that of another tensor.
  if (scope.declarations.filter(({ name }) => name === d.name).length > 1) return null;
  for (const asserted of scope.assertions ?? []) {
    const asked = assertedElements(ev, d.name, asserted, scope, env);
    if (asked !== null) return asked;
  }
  return isMultiplied(d.name, scope, env) ? { name: null, bits: 16, by: OF_HALVES } : null;
}

/** `x.element_type == T`, `x.element_type in (T, U)`, `x.element_type.width == 16`, and what leaves those alone. */
function assertedElements(
  ev: Evaluation,
  tensor: string,
  condition: Expr,
  scope: Scope,
  env: Environment,
): AskedElements | null {
  const accepted = acceptedBy(condition, true, (e) => isElements(e, tensor) || isNameOf(e, tensor, scope));
  // What an attribute or the tensor itself says may be what is being worked out.
  if (
    accepted === null ||
    accepted.values.some((e) => namesOf(e).some(({ name }) => name === tensor || name === 'self'))
  )
    return null;
  const given = accepted.values.flatMap((e): readonly Value[] => {
    const said = ev.value(e, env);
    return Array.isArray(said) ? said : [isFailure(said) ? new Unknown('unsupported', 'a failure') : said];
  });
  const widths = new Set(given.map((v) => (accepted.areWidths ? v : bitsOf(v))));
  const [bits] = widths;
  if (widths.size !== 1 || typeof bits !== 'number') return null;
  const [type] = given;
  return { name: given.length === 1 && type instanceof TypeValue ? type.name : null, bits, by: 'assert' };
}

/** What the elements may be, types or widths; lists stand for their items. */
interface Accepted {
  readonly values: readonly Expr[];
  readonly areWidths: boolean;
}

/** What of a tensor's elements a condition leaves where it holds, or where it does not. Null: it says nothing of them. */
function acceptedBy(condition: Expr, holds: boolean, isOfElements: (e: Expr) => boolean): Accepted | null {
  const e = withoutConstexpr(condition);
  if (e.kind === 'unary') return e.operator === '!' ? acceptedBy(e.operand, !holds, isOfElements) : null;
  if (e.kind !== 'binary') return null;
  const { operator, left, right } = e;
  if (operator === 'and' || operator === 'or') {
    const [a, b] = [acceptedBy(left, holds, isOfElements), acceptedBy(right, holds, isOfElements)];
    // Both hold, or both do not: each of them says what is left.
    if ((operator === 'and') === holds) return a ?? b;
    return a === null || b === null || a.areWidths !== b.areWidths
      ? null
      : { values: [...a.values, ...b.values], areWidths: a.areWidths };
  }
  if (!(holds ? ['==', 'is', 'in'] : ['!=', 'is not', 'not in']).includes(operator)) return null;
  const areWidths = left.kind === 'member' && left.name.name === 'width' && isOfElements(left.object);
  return areWidths || isOfElements(left) ? { values: [right], areWidths } : null;
}

const bitsOf = (type: Value): number | null =>
  type instanceof TypeValue && !(type instanceof UnboundTypeParameter) ? type.bits : null;

/** `const_expr(x)` is x. */
const withoutConstexpr = (e: Expr): Expr => {
  if (e.kind !== 'call' || e.args.length !== 1) return e;
  const { callee } = e;
  const name = callee.kind === 'member' ? callee.name.name : callee.kind === 'name' ? callee.name : '';
  return name === 'const_expr' ? e.args[0]! : e;
};

/** `x.element_type` */
const isElements = (e: Expr, tensor: string): boolean =>
  e.kind === 'member' &&
  (e.name.name === 'element_type' || e.name.name === 'dtype') &&
  e.object.kind === 'name' &&
  e.object.name === tensor;

/** `dtype` of `dtype = x.element_type`, which is given nothing else. */
function isNameOf(e: Expr, tensor: string, { declarations }: Scope): boolean {
  const [only, ...others] = e.kind === 'name' ? declarations.filter(({ name }) => name === e.name) : [];
  return only?.init != null && others.length === 0 && isElements(only.init, tensor);
}

/**
 * Whether an instruction for elements of 16 bits is made of the tensor's type, by what name or attribute ever, in every call
 * of the function: in a branch there may be another one for other types.
 */
function isMultiplied(tensor: string, scope: Scope, env: Environment): boolean {
  const { unit, text } = env.unit.placed;
  const calls = pythonCalls(unit).get(OF_HALVES) ?? [];
  if (calls.length === 0) return false;
  // An edit of these calls is one of what the parameter holds.
  env.unit.useDependencies.add(OF_HALVES);
  // A call that returns before may be one for other types.
  if (/\breturn\b/.test(text.slice(scope.span.start, scope.span.end))) return false;
  const around = scopePath(unit.scope, scope.span.start).findLast(({ kind }) => kind === 'class');
  return calls.some(({ call }) => {
    const [type] = call.args;
    const made = [...scope.declarations.flatMap(({ init }) => init ?? []), ...scope.expressions];
    if (type === undefined || !made.some((e) => isWithin(call, e))) return false;
    if (type.kind === 'member' && type.object.kind === 'name' && type.object.name === 'self') {
      const assigned = around?.attributes?.get(type.name.name) ?? [];
      return assigned.length === 1 && isElements(assigned[0]!.value, tensor);
    }
    if (type.kind !== 'name') return isElements(type, tensor);
    const meant = scope.declarations.filter((d) => d.name === type.name);
    return meant.length === 1 && meant[0]!.init !== null && isElements(meant[0]!.init, tensor);
  });
}

/** Whether an expression is a call, or hands it over, whatever else is so. */
const isWithin = (call: Expr, e: Expr): boolean =>
  e === call ||
  (e.kind === 'call' &&
    [...e.args, ...e.keywords.map(({ value }) => value)].some((given) => isWithin(call, given)));
