// How a value came about: the operation behind an expression, with its arguments as they are written.

import { isFailure } from '../../algebra/integer/failure.ts';
import { Trace } from '../../algebra/integer/trace.ts';
import { asValue } from '../../evaluate/model/entity.ts';
import type { Environment, UnitMemo } from '../../evaluate/model/environment.ts';
import type { Evaluation } from '../../evaluate/model/evaluation.ts';
import type { Value } from '../../evaluate/model/value.ts';
import type { Expr, Span } from '../../frontends/common/expression.ts';
import { fileSpan, fileText } from '../../frontends/common/gap-map.ts';
import type { Declaration } from '../../frontends/common/scope.ts';
import type { Origin, Place } from '../values/model.ts';

/** How many names are followed to what they were initialised with. */
const MAXIMUM_NAMES = 8;

/** The operation behind an expression. `isOwn`: whether a unit is one of the document, and not of another file. */
export function originOf(
  expr: Expr,
  env: Environment,
  evaluator: Evaluation,
  isOwn: (memo: UnitMemo) => boolean,
  depth = 0,
): Origin | null {
  if (expr.kind === 'name' && depth < MAXIMUM_NAMES) {
    const found = evaluator.find(expr.name, expr.span.start, env);
    const declaration = found?.declarations.at(-1);
    if (found === null || declaration?.init == null || found.isAmbiguous) return null;
    if (declaration.init === expr) return null;
    const written = writtenFor(declaration, found.env, evaluator);
    return written === null ? null : originOf(written.expr, written.env, evaluator, isOwn, depth + 1);
  }
  const made = env.expressions.get(expr)?.provenance;
  if (made === undefined || made === null) return null;
  const unit = { memo: env.unit, isOwn: isOwn(env.unit) };
  let args: Origin['args'] | null = null;
  return {
    operation: made.call.name,
    get place() {
      return placeIn(unit, expr.span);
    },
    key: made,
    // Of most operations nothing is told.
    get args() {
      args ??= argumentsOf(made.call.args, expr, unit, (arg) => declared(arg, env, evaluator, isOwn));
      return args;
    },
    keywords: made.call.keywords,
    get object() {
      const object = objectOf(expr, made.call.name);
      const value = object === null ? null : evaluator.result(object, env).value;
      return value === null || isFailure(value) ? null : asValue(value);
    },
    explain: () => {
      const trace = new Trace();
      made.builtin({ ...made.call, trace });
      return trace.steps;
    },
  };
}

/**
 * The expression that gives a declared name its value, and where it is evaluated: in `a, b = [f(x) for x in (p, q)]` the element
 * of the comprehension for one item. Null for what has no value of its own.
 */
export function writtenFor(
  { init, element }: Declaration,
  env: Environment,
  evaluator: Evaluation,
): { readonly expr: Expr; readonly env: Environment } | null {
  if (init === null) return null;
  const written = element === null ? null : evaluator.language.lists.element(evaluator, init, element, env);
  if (written === null) return { expr: init, env };
  // How a value came about is known of what has been evaluated.
  evaluator.result(written.expr, written.env);
  return written;
}

/** What a member function is called of, or a value is called or indexed as. */
function objectOf(expr: Expr, operation: string): Expr | null {
  if (expr.kind === 'index') return expr.object;
  if (expr.kind !== 'call') return null;
  if (expr.callee.kind === 'member') return expr.callee.object;
  return operation === '()' ? expr.callee : null;
}

interface OriginUnit {
  readonly memo: UnitMemo;
  readonly isOwn: boolean;
}

/** Null for units of a file that is neither the document nor included by it. */
function placeIn({ memo, isOwn }: OriginUnit, span: Span): Place | null {
  const { uri } = memo.file;
  return isOwn || uri !== null ? { uri: isOwn ? null : uri, span: fileSpan(memo.placed, span) } : null;
}

/** Where a name is declared; null for every other expression. */
function declared(
  expr: Expr,
  env: Environment,
  evaluator: Evaluation,
  isOwn: (memo: UnitMemo) => boolean,
): Place | null {
  const found = expr.kind === 'name' ? evaluator.find(expr.name, expr.span.start, env) : null;
  const declaration = found?.declarations.at(-1);
  if (found === null || declaration === undefined || found.isAmbiguous) return null;
  const memo = found.env.unit;
  return placeIn({ memo, isOwn: isOwn(memo) }, declaration.nameSpan);
}

function argumentsOf(
  values: readonly Value[],
  expr: Expr,
  unit: OriginUnit,
  declaredAt: (arg: Expr) => Place | null,
): Origin['args'] {
  const { placed } = unit.memo;
  const written = writtenArguments(expr);
  return values.map((value, i) => {
    const arg = written[i];
    const at = arg?.span;
    return {
      text: at === undefined ? '' : fileText(placed, at),
      value,
      span: unit.isOwn ? fileSpan(placed, at ?? expr.span) : null,
      source: arg === undefined ? null : (declaredAt(arg) ?? placeIn(unit, arg.span)),
    };
  });
}

/** The arguments of an operation, the object of a member function first. */
function writtenArguments(expr: Expr): readonly Expr[] {
  if (expr.kind === 'compose') return expr.operands;
  if (expr.kind === 'layout') return [expr.shape, expr.stride];
  if (expr.kind === 'construct' || expr.kind === 'index') return expr.args;
  return expr.kind === 'call' ? expr.args : [];
}
