// const, volatile and references, which types are read without: where they would tell two types apart.

import type { Failure } from '../algebra/failure.ts';
import { comparesTypes } from '../frontends/cpp-qualifiers.ts';
import type { Expr } from '../frontends/expression.ts';
import type { Evaluator } from './evaluator.ts';
import type { Frame } from './frame.ts';
import { TemplateThing, type Thing } from './thing.ts';
import { TypeValue, Unknown } from './value.ts';

/**
 * Unknown where `is_same` finds its types equal, but they may have different qualifiers; null where the
 * answer holds. Types that differ without their qualifiers differ with them.
 */
export function comparedWithoutQualifiers(
  ev: Evaluator,
  expr: Expr & { readonly kind: 'template' },
  value: Thing | Failure,
  frame: Frame,
): Unknown | null {
  if (!comparesTypes(expr.target)) return null;
  const isTrue = value === true || (value instanceof TypeValue && value.instance === true);
  if (!isTrue || expr.hasQualifiers === undefined || ev.rules.name !== 'cpp') return null;
  const mayDiffer =
    expr.hasQualifiers || (!areOneName(expr.args) && expr.args.some((a) => isQualified(ev, a, frame, 0)));
  return mayDiffer
    ? new Unknown('unsupported', 'const and references of types are not kept, so these may be two types')
    : null;
}

const areOneName = ([a, b]: readonly Expr[]): boolean =>
  a?.kind === 'name' && b?.kind === 'name' && a.name === b.name;

const MAXIMUM_DEPTH = 16;

/** Whether the name is an alias of a type with qualifiers, itself or through others. */
function isQualified(ev: Evaluator, e: Expr, frame: Frame, depth: number): boolean {
  if (e.kind !== 'name' || depth > MAXIMUM_DEPTH) return depth > MAXIMUM_DEPTH;
  const found = ev.find(e.name, e.span.start, frame);
  return (
    found?.declarations.some(
      (d) =>
        d.isQualifiedType === true ||
        (d.kind === 'type' && d.init !== null && isQualified(ev, d.init, found.frame, depth + 1)),
    ) === true
  );
}

/**
 * `decltype(x)` of a constant or a reference, `decltype((x))`, and `decltype(X::y)`, which mostly is a constant; also
 * through aliases.
 */
function isQualifiedDecltype(ev: Evaluator, e: Expr, frame: Frame, depth: number): boolean {
  if (depth > MAXIMUM_DEPTH) return true;
  if (e.kind === 'name') {
    const found = ev.find(e.name, e.span.start, frame);
    return (
      found?.declarations.some(
        (d) =>
          d.kind === 'type' && d.init !== null && isQualifiedDecltype(ev, d.init, found.frame, depth + 1),
      ) === true
    );
  }
  if (e.kind !== 'decltype') return false;
  const { operand } = e;
  if (e.isParenthesised === true) return operand.kind === 'name' || operand.kind === 'member';
  if (operand.kind === 'qualified') return true;
  if (operand.kind !== 'name') return false;
  const found = ev.find(operand.name, operand.span.start, frame);
  return found?.declarations.some((d) => d.isConstant === true || d.isReference === true) === true;
}

/** Unknown where qualifiers of an argument may choose another specialisation of the file's template. */
export function specialisedByQualifiers(
  ev: Evaluator,
  expr: Expr & { readonly kind: 'template' },
  target: Thing,
  frame: Frame,
): Unknown | null {
  if (!(target instanceof TemplateThing)) return null;
  if (!target.declarations.some((d) => d.specialization !== undefined)) return null;
  if (expr.hasQualifiers !== true && !expr.args.some((a) => isQualifiedDecltype(ev, a, frame, 0)))
    return null;
  return new Unknown(
    'unsupported',
    `which specialisation of ${target.name} is meant is not worked out`,
    [],
    target.name,
  );
}
