// const, volatile and references, which types are read without: where they would tell two types apart.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import {
  Closure,
  type Entity,
  OverloadSet,
  Pack,
  QualifiedName,
  TemplateEntity,
} from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { TypeValue, withQualifiers } from '../../model/value.ts';
import type { Deduction } from './deduction.ts';

/**
 * Whether `decltype(e)` may be const or a reference: of a constant or a reference, `decltype((x))`, and of what a
 * function may return by reference.
 */
export function isQualifiedDecltype(
  ev: Evaluation,
  e: Expr & { readonly kind: 'decltype' },
  env: Environment,
): boolean {
  const { operand } = e;
  if (e.isParenthesised === true && (operand.kind === 'name' || operand.kind === 'member')) return true;
  return mayBeQualified(ev, operand, env);
}

function mayBeQualified(ev: Evaluation, e: Expr, env: Environment): boolean {
  switch (e.kind) {
    case 'integer':
    case 'boolean':
    case 'construct':
    case 'binary':
    case 'lambda':
    case 'pack-size':
      return false;
    case 'unary':
      return e.operator === '*';
    case 'name': {
      const found = ev.find(e.name, e.span.start, env);
      if (found === null) return true;
      return found.declarations.some(
        (d) => d.isReference === true || (d.isConstant === true && d.kind !== 'value-parameter'),
      );
    }
    case 'call':
      return returnsReference(ev, e.callee, env);
    default:
      return true;
  }
}

/** Functions of CuTe and C++ that may return references to what they are given. */
export const RETURN_REFERENCES =
  /^(?:get|shape|stride|layout|tensor|data|front|back|declval|forward|move|min|max|cast_.*|.*_cast)$/;

function returnsReference(ev: Evaluation, callee: Expr, env: Environment): boolean {
  const name = callee.kind === 'template' ? callee.target : callee;
  if (name.kind !== 'name' && name.kind !== 'qualified') return true;
  const target = ev.evaluate(name, env);
  if (target instanceof OverloadSet)
    return target.overloads.some(({ declaration: d }) => d.isReference === true);
  if (target instanceof QualifiedName) return RETURN_REFERENCES.test(target.path.at(-1) ?? '');
  // `T(x)` makes an object, and `auto` returns one.
  return !(target instanceof TypeValue || target instanceof Closure || target instanceof TemplateEntity);
}

/**
 * Notes that what a parameter `T&` or `T&&` has deduced for T may be const or a reference, which an object does not
 * tell.
 */
export function markDeduced(
  deduction: Deduction,
  p: Declaration,
  before: ReadonlyMap<Declaration, Entity>,
): void {
  if (p.isReference !== true || p.isConstant === true || p.type?.kind !== 'name') return;
  const { name } = p.type;
  const parameter = [...deduction.parameters].find((d) => d.name === name && d.kind === 'type-parameter');
  if (parameter === undefined || before.has(parameter)) return;
  const bound = deduction.deduced.get(parameter);
  if (bound !== undefined) deduction.deduced.set(parameter, marked(bound));
}

const marked = (t: Entity): Entity =>
  t instanceof Pack ? new Pack(t.items.map(marked)) : t instanceof TypeValue ? withQualifiers(t, '?') : t;
