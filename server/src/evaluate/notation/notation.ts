// The expressions that only the text notation has.

import { type ComposedOffset, makeComposed } from '../../algebra/composed/composed.ts';
import { type Failure, isFailure, Violation } from '../../algebra/integer/failure.ts';
import { Dynamic, StaticSymbol } from '../../algebra/integer/integer.ts';
import { dynamicSymbol } from '../../algebra/integer/operations.ts';
import { isIntTuple } from '../../algebra/layout/kinds.ts';
import {
  ComposedLayout,
  Layout,
  SmemPtrFlag,
  Swizzle,
  UNDERSCORE,
  Underscore,
} from '../../algebra/layout/layout.ts';
import { ArithTuple, Binary, Fraction, ScaledBasis } from '../../algebra/layout/stride.ts';
import { makeSwizzle } from '../../algebra/layout/swizzle.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Declaration } from '../../frontends/common/scope.ts';
import { operate } from '../cute/operations.ts';
import type { Entity } from '../model/entity.ts';
import { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { Expressions } from '../model/language.ts';
import { Pointer, Tensor, Unknown, type Value } from '../model/value.ts';
import { scopeOfNames } from '../python/plain/comprehensions.ts';
import { Dictionary } from '../python/plain/dictionary.ts';
import { NONE } from '../python/plain/none.ts';
import { relationOfText } from '../relation/functions.ts';
import { asOperand } from '../values/outcome.ts';

/** What comments and directives of every language may hold. */
export const notationExpressions: Expressions = {
  underscore: (_, { isNone }) => (isNone === true ? NONE : UNDERSCORE),
  swizzle: (_, { bits, base, shift }) => makeSwizzle(bits, base, shift),
  'binary-stride': (_, { bits }) => new Binary(bits),
  relation: (_, { text }) => relationOfText(text.replace(/\s+/g, ' ')),
  pointer: (_, { space, bits }) => (space === 'smem_ptr' ? new SmemPtrFlag(bits) : pointerOf(space, bits)),
  dynamic: (_, { name, divisor }) => (name === undefined ? new Dynamic(null, divisor) : dynamicSymbol(name)),
  basis,
  layout,
  compose,
  dict: dictionary,
  where,
};

/** `GroupBy(…).OrderBy(GenP([3,2], p)), p(i,j) = …`: the definitions see those before them, and the value all of them. */
function where(ev: Evaluation, expr: Expr & { kind: 'where' }, env: Environment): Entity | Failure {
  const scope = scopeOfNames(
    expr,
    expr.definitions.map(({ name }) => name),
    expr.body,
  );
  const bindings = new Map<Declaration, Entity>();
  const inner = new Environment(env.unit, scope, { env, position: expr.span.start }, bindings);
  expr.definitions.forEach(({ value }, k) => {
    const defined = ev.evaluate(value, inner);
    bindings.set(scope.declarations[k]!, isFailure(defined) ? asOperand(defined) : defined);
  });
  const result = ev.evaluate(expr.body, inner);
  // What is wrong in it is told of the statement: nobody looks into the environment of the definitions.
  for (const wrong of inner.violations) env.remember(wrong, inner.expressions.get(wrong)!);
  return result;
}

function layout(ev: Evaluation, expr: Expr & { kind: 'layout' }, env: Environment): Entity | Failure {
  // The hosts that need a module for it have it all the same in their assumptions.
  const make = ev.rules.builtin(['make_layout']) ?? ((made) => operate('make_layout', made));
  const args = [ev.value(expr.shape, env), ev.value(expr.stride, env)];
  const unknown = args.find((a) => a instanceof Unknown);
  if (unknown instanceof Unknown) return unknown;
  // In a comment `(M,N):(_,1)` leaves a stride open.
  if (args.some(hasUnderscore)) return new Unknown('unsupported', '`_` stands for what is not said here');
  return ev.run(make, call('make_layout', args));
}

/** `{"lane": …}`; a key is a text, and stands once. */
function dictionary(ev: Evaluation, expr: Expr & { kind: 'dict' }, env: Environment): Entity {
  const entries = new Map<string, Value>();
  for (const { key, value } of expr.entries) {
    const name = ev.value(key, env);
    if (typeof name !== 'string') return new Unknown('unsupported', 'a key is a name in quotes');
    if (entries.has(name)) return new Unknown('unsupported', `the key ${name} stands twice`);
    entries.set(name, ev.value(value, env));
  }
  return new Dictionary(entries);
}

const hasUnderscore = (v: Value): boolean =>
  v instanceof Underscore || (Array.isArray(v) && (v as readonly Value[]).some(hasUnderscore));

const call = (name: string, args: readonly Value[]) => ({
  name,
  args,
  keywords: new Map<string, Value>(),
  template: [],
});

/** `16@0`: the path stands innermost first in print. */
function basis(ev: Evaluation, expr: Expr & { kind: 'basis' }, env: Environment): Entity | Failure {
  const value = ev.value(expr.numerator, env);
  if (value instanceof Unknown) return value;
  const path = [...expr.printed].reverse();
  if (typeof value === 'number') {
    const factor = expr.denominator === 1 ? value : new Fraction(value, expr.denominator);
    return new ScaledBasis(factor, path, expr.form);
  }
  if (value instanceof Dynamic && expr.denominator === 1) return new ScaledBasis(value, path, expr.form);
  return new Violation('wrong-kind', 'the factor of a basis element must be an integer');
}

/**
 * `A o B o C`. An operand that is no function is an offset: `Sw<3,3,3> o 0 o L` is one composed layout.
 * Everything else is composed from the right.
 */
function compose(ev: Evaluation, expr: Expr & { kind: 'compose' }, env: Environment): Entity | Failure {
  const operands: Value[] = [];
  for (const e of expr.operands) {
    // `{8} o L` is an offset of 8.
    const isOffset = e.kind === 'tuple' && e.bracket === '{' && e.items.length === 1;
    const value = ev.value(isOffset ? e.items[0]! : e, env);
    if (value instanceof Unknown) return value;
    operands.push(value);
  }
  const builtin = ev.rules.builtin(['composition']);
  if (builtin === undefined) return new Unknown('unsupported', 'compositions are not known here');
  let result = operands.at(-1)!;
  for (let i = operands.length - 2; i >= 0; i--) {
    const left = asOffset(operands[i]!);
    if (i === 0 && (left instanceof Pointer || isOffsetValue(left))) return tensorOf(left, result);
    if (isOffsetValue(left)) {
      const outer = operands[i - 1]!;
      if (!isFunction(outer) || !(result instanceof Layout || result instanceof ComposedLayout)) {
        return new Violation('wrong-kind', 'an offset stands between a swizzle or layout and a layout');
      }
      result = makeComposed(outer, left, result);
      i--;
      continue;
    }
    const value = ev.run(builtin, call('composition', [left, result]));
    if (isFailure(value) || value instanceof Unknown) return value;
    result = value;
  }
  return result;
}

/** `gmem_ptr[16b](0x…)`. */
function pointerOf(text: string, bits: number): Value {
  const space = text.replace(/_?(?:sub)?ptr$/, '');
  const known = SPACES.find((s) => s === space);
  return new Pointer({ space: known ?? 'unknown', bits, element: null, offset: null });
}

const SPACES = ['gmem', 'smem', 'rmem', 'tmem'] as const;

/** `ArithTuple(0,0) o L`, `gmem_ptr[16b](…) o L`: a tensor as CuTe prints it. */
function tensorOf(data: Value, layout: Value): Value | Failure {
  if (!(layout instanceof Layout || layout instanceof ComposedLayout)) {
    return new Violation('wrong-kind', 'the data of a tensor stands before a layout');
  }
  if (data instanceof ArithTuple)
    return new Tensor({ space: 'counting', bits: null, element: null, offset: data }, layout);
  if (data instanceof Pointer) return new Tensor(data.engine, layout);
  if (data instanceof SmemPtrFlag)
    return new Tensor(
      { space: 'smem', bits: typeof data.bits === 'number' ? data.bits : null, element: null, offset: null },
      layout,
    );
  // A name for the data: `sA o (8,64):(64,1)`.
  if (data instanceof Dynamic && typeof data.value !== 'number') {
    return new Tensor({ space: 'unknown', bits: null, element: null, offset: null }, layout);
  }
  return new Violation('wrong-kind', 'an integer is no data of a tensor');
}

const isFunction = (v: Value): v is Swizzle | Layout | ComposedLayout =>
  v instanceof Swizzle || v instanceof Layout || v instanceof ComposedLayout;

/** A tuple of integers left of a layout is a coordinate. */
const asOffset = (v: Value): Value =>
  Array.isArray(v) && isIntTuple(v as never) ? new ArithTuple(v as never) : v;

/** An integer, a pointer, or a coordinate: what a composed layout adds before its outer function. */
const isOffsetValue = (v: Value): v is ComposedOffset =>
  typeof v === 'number' ||
  v instanceof Dynamic ||
  v instanceof StaticSymbol ||
  v instanceof SmemPtrFlag ||
  v instanceof ArithTuple;
