// What an expression of a function that is run changes: its assignments, and its calls that change their arguments.

import type { Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import { calledAs, typeHeadName } from '../../../frontends/cpp/expressions/effects.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { Pointer } from '../../model/value.ts';
import { effectOf } from './callees.ts';
import { EffectQuery } from './effect-query.ts';
import { type Location, read, type Variables } from './locations.ts';

export const isAssignment = (e: Expr): e is Expr & { readonly kind: 'binary' } =>
  e.kind === 'binary' && /^(?:[-+*/%&|^]|<<|>>)?=$/.test(e.operator);

/** The outermost parts of an expression that change variables. */
export function effectsIn(ev: Evaluation, variables: Variables, e: Expr): readonly Expr[] {
  // What could not be read may do anything.
  if (isAssignment(e) || e.kind === 'opaque') return [e];
  // An array by its name is a pointer, by which anybody may change it.
  if (e.kind === 'index' && e.object.kind === 'name')
    return e.args.flatMap((arg) => effectsIn(ev, variables, arg));
  if (e.kind === 'name' && isArrayVariable(ev, variables, e)) return [e];
  if (e.kind === 'unary' && e.operator === '&' && isTracked(ev, variables, e.operand)) return [e];
  if ((e.kind === 'call' || e.kind === 'construct') && changesArgument(ev, variables, e)) return [e];
  return partsOf(e).flatMap((part) => effectsIn(ev, variables, part));
}

/** Where a variable of the function is kept, by its name. */
export function locate(
  ev: Evaluation,
  variables: Variables,
  name: Expr & { readonly kind: 'name' },
): Location | null {
  const found = ev.find(name.name, name.span.start, variables.env);
  const [d] = found?.declarations ?? [];
  return (d === undefined ? undefined : variables.locationOf(d)) ?? null;
}

/** Whether a name is that of an array of the function, whose elements are followed. */
function isArrayVariable(
  ev: Evaluation,
  variables: Variables,
  name: Expr & { readonly kind: 'name' },
): boolean {
  const location = locate(ev, variables, name);
  const value = location === null ? null : read(location);
  return value instanceof Pointer && value.items !== null;
}

/** Whether an expression may refer to a variable of the function. */
export const isTracked = (ev: Evaluation, variables: Variables, e: Expr): boolean =>
  rootsOf(e).some((r) => locate(ev, variables, r) !== null);

/** Whether an expression names one. */
export const mentionsVariable = (ev: Evaluation, variables: Variables, e: Expr): boolean =>
  (e.kind === 'name' && locate(ev, variables, e) !== null) ||
  partsOf(e).some((part) => mentionsVariable(ev, variables, part));

/** The names of an expression whose variables it may refer to. */
function rootsOf(e: Expr): readonly (Expr & { readonly kind: 'name' })[] {
  switch (e.kind) {
    case 'name':
      return [e];
    case 'member':
    case 'index':
      return rootsOf(e.object);
    case 'unary':
      return e.operator === '*' ? rootsOf(e.operand) : [];
    case 'conditional':
      return [...rootsOf(e.then), ...rootsOf(e.otherwise)];
    case 'binary':
      return isAssignment(e) ? rootsOf(e.left) : [];
    case 'tuple':
      return e.items.flatMap(rootsOf);
    case 'expansion':
      return rootsOf(e.pattern);
    case 'call':
      return [
        ...rootsOf(e.callee.kind === 'member' ? e.callee.object : e.callee),
        ...e.args.flatMap(rootsOf),
      ];
    case 'construct':
      return e.args.flatMap(rootsOf);
    default:
      return [];
  }
}

function changesArgument(
  ev: Evaluation,
  variables: Variables,
  e: Expr & { readonly kind: 'call' | 'construct' },
): boolean {
  const callee = e.kind === 'call' ? e.callee : e.type;
  const target = callee.kind === 'template' ? callee.target : callee;
  const called =
    e.kind === 'call' ? calledAs(callee) : { form: 'type' as const, callee: typeHeadName(callee) };
  const at = { env: variables.env, position: e.span.start };
  const isChanged = (index: number): boolean =>
    effectOf(
      new EffectQuery(ev),
      { kind: 'argument', ...called, index, count: e.args.length, result: null },
      at,
    ).mutates;
  if (target.kind === 'member' && isTracked(ev, variables, target.object) && isChanged(-1)) return true;
  return e.args.some((arg, index) => isTracked(ev, variables, arg) && isChanged(index));
}
