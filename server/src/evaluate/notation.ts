// The expressions that only the text notation has.

import { type ComposedOffset, makeComposed } from '../algebra/composed.ts';
import { type Failure, isFailure, Violation } from '../algebra/failure.ts';
import { Dynamic, StaticSymbol } from '../algebra/integer.ts';
import { isIntTuple } from '../algebra/kinds.ts';
import { ComposedLayout, Layout, SmemPtrFlag, Swizzle, UNDERSCORE } from '../algebra/layout.ts';
import { ArithTuple, Binary, Fraction, ScaledBasis } from '../algebra/stride.ts';
import { makeSwizzle } from '../algebra/swizzle.ts';
import type { Expr } from '../frontends/expression.ts';
import type { Evaluator } from './evaluator.ts';
import type { Frame } from './frame.ts';
import type { Thing } from './thing.ts';
import { Unknown, type Value } from './value.ts';

export function evaluateNotation(ev: Evaluator, expr: Expr, frame: Frame): Thing | Failure {
  switch (expr.kind) {
    case 'underscore':
      return UNDERSCORE;
    case 'swizzle':
      return makeSwizzle(expr.bits, expr.base, expr.shift);
    case 'binary-stride':
      return new Binary(expr.bits);
    case 'pointer':
      return expr.space === 'smem_ptr'
        ? new SmemPtrFlag(expr.bits)
        : new Unknown('unsupported', `${expr.space} is no offset of a layout`);
    case 'dynamic':
      return new Dynamic(null, expr.divisor);
    case 'basis':
      return basis(ev, expr, frame);
    case 'layout': {
      const make = ev.rules.builtin(['make_layout']);
      const args = [ev.value(expr.shape, frame), ev.value(expr.stride, frame)];
      const unknown = args.find((a) => a instanceof Unknown);
      if (unknown instanceof Unknown) return unknown;
      return make === undefined
        ? new Unknown('unsupported', 'layouts are not known here')
        : ev.run(make, call('make_layout', args));
    }
    case 'compose':
      return compose(ev, expr, frame);
    case 'dict':
    case 'where':
      return new Unknown('unsupported', 'this notation is not evaluated yet');
    default:
      return new Unknown('unsupported', 'this is not evaluated');
  }
}

const call = (name: string, args: readonly Value[]) => ({
  name,
  args,
  keywords: new Map<string, Value>(),
  template: [],
});

/** `16@0`: the path stands innermost first in print. */
function basis(ev: Evaluator, expr: Expr & { kind: 'basis' }, frame: Frame): Thing | Failure {
  const value = ev.value(expr.numerator, frame);
  if (value instanceof Unknown) return value;
  const path = [...expr.printed].reverse();
  if (typeof value === 'number') {
    return new ScaledBasis(expr.denominator === 1 ? value : new Fraction(value, expr.denominator), path);
  }
  if (value instanceof Dynamic && expr.denominator === 1) return new ScaledBasis(value, path);
  return new Violation('wrong-kind', 'the factor of a basis element must be an integer');
}

/**
 * `A o B o C`. An operand that is no function is an offset: `Sw<3,3,3> o 0 o L` is one composed layout.
 * Everything else is composed from the right.
 */
function compose(ev: Evaluator, expr: Expr & { kind: 'compose' }, frame: Frame): Thing | Failure {
  const operands: Value[] = [];
  for (const e of expr.operands) {
    // `{8} o L` is an offset of 8.
    const isOffset = e.kind === 'tuple' && e.bracket === '{' && e.items.length === 1;
    const value = ev.value(isOffset ? e.items[0]! : e, frame);
    if (value instanceof Unknown) return value;
    operands.push(value);
  }
  const builtin = ev.rules.builtin(['composition']);
  if (builtin === undefined) return new Unknown('unsupported', 'compositions are not known here');
  let result = operands.at(-1)!;
  for (let i = operands.length - 2; i >= 0; i--) {
    const left = asOffset(operands[i]!);
    if (isOffsetValue(left)) {
      const outer = operands[i - 1] ?? new Layout(1, 0);
      if (!isFunction(outer) || !(result instanceof Layout || result instanceof ComposedLayout)) {
        return new Violation('wrong-kind', 'an offset stands between a swizzle or layout and a layout');
      }
      result =
        i === 0
          ? new Unknown('unsupported', 'an offset needs a layout or swizzle before it')
          : makeComposed(outer, left, result);
      i--;
      continue;
    }
    const value = ev.run(builtin, call('composition', [left, result]));
    if (isFailure(value) || value instanceof Unknown) return value;
    result = value;
  }
  return result;
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
