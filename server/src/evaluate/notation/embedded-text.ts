// Layout text in the comments and strings of a host language, where a name that nobody declares may stand for anything.

import { Dynamic } from '../../algebra/integer/integer.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { namesOf, partsOf } from '../../frontends/common/expression-parts.ts';
import type { Environment, Result } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import { Unknown } from '../model/value.ts';

type Name = Expr & { readonly kind: 'name' };

/** Functions that take integers, or tuples of them, and nothing else. */
const OF_INTEGERS: ReadonlySet<string> = new Set([
  'ceil_div',
  'make_coord',
  'make_shape',
  'make_stride',
  'max',
  'min',
  'round_up',
]);

/** What C++ prints for the data of a tensor before its layout: `UMMA::DescriptorIterator o (_1,_1,_4):(_0,_0,_2)`. */
const PRINTED: ReadonlySet<string> = new Set(['DescriptorIterator']);

/** In the notation a name that nobody declares is an integer known by it; marked, a static one. */
const isUndeclared = (ev: Evaluation, { name, span, marked }: Name, env: Environment): boolean =>
  marked !== true &&
  ev.find(name, span.start, env) === null &&
  ev.rules.value([name]) instanceof Dynamic &&
  ev.rules.builtin([name]) === undefined;

const isDeclared = (ev: Evaluation, { name, span }: Name, env: Environment): boolean =>
  ev.find(name, span.start, env) !== null;

/** Operands of an expression, tuples opened: in the shape and the strides of a layout there are integers alone. */
const operandsOf = (expr: Expr): readonly Expr[] =>
  expr.kind === 'tuple' ? expr.items.flatMap(operandsOf) : [expr];

/** A name that an operation is given, and that nobody declares: it may be a layout, a tile or an integer. */
function undeclaredOperand(ev: Evaluation, expr: Expr, env: Environment): Name | null {
  const isOpen = (e: Expr): e is Name =>
    e.kind === 'name' && !PRINTED.has(e.name) && isUndeclared(ev, e, env);
  if (isOpen(expr)) return expr;
  // `SmemLayoutAtom{}`
  if (expr.kind === 'construct' && isOpen(expr.type)) return expr.type;
  let operands: readonly Expr[] = [];
  if (expr.kind === 'compose') operands = expr.operands;
  else if (expr.kind === 'call') {
    const { callee } = expr;
    const name = callee.kind === 'qualified' || callee.kind === 'member' ? callee.name.name : null;
    const isOfIntegers = OF_INTEGERS.has(callee.kind === 'name' ? callee.name : (name ?? ''));
    operands = isOfIntegers ? [] : [...expr.args, ...expr.keywords.map((k) => k.value)];
  }
  const open = operands.flatMap(operandsOf).find(isOpen);
  if (open !== undefined) return open;
  for (const part of partsOf(expr)) {
    // What is a tuple's, a shape's or an integer operator's stays an integer.
    if (part.kind === 'name') continue;
    const inside = undeclaredOperand(ev, part, env);
    if (inside !== null) return inside;
  }
  return null;
}

/** The result of layout text in a comment or string, or of a part of one. */
export function embeddedResult(ev: Evaluation, expr: Expr, env: Environment): Result {
  const open = undeclaredOperand(ev, expr, env);
  if (open === null) return ev.result(expr, env);
  const value = new Unknown('missing-name', `${open.name} is not declared here`, [], open.name);
  return { value, provenance: null, assumptions: [] };
}

/** Whether the text means the same wherever it stands: all names in it are the notation's own. */
export const isSelfContained = (ev: Evaluation, expr: Expr, env: Environment): boolean =>
  namesOf(expr).every((name) => !isUndeclared(ev, name, env) && !isDeclared(ev, name, env));
