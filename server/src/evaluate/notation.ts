// The expressions that only the text notation has.

import { type Failure, isFailure, Violation } from '../algebra/failure.ts';
import { Dynamic } from '../algebra/integer.ts';
import { staticSymbol } from '../algebra/integer-ops.ts';
import { SmemPtrFlag, UNDERSCORE } from '../algebra/layout.ts';
import { Binary, Fraction, ScaledBasis } from '../algebra/stride.ts';
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

/** `A o B o C`: a swizzle with an offset and a layout, or compositions from the right. */
function compose(ev: Evaluator, expr: Expr & { kind: 'compose' }, frame: Frame): Thing | Failure {
  const values = expr.operands.map((e) => ev.evaluate(e, frame));
  const failure = values.find(isFailure);
  if (failure !== undefined)
    return failure instanceof Violation ? new Unknown('violation', 'an operand has no value') : failure;
  const operands = values as Thing[];
  const unknown = operands.find((v) => v instanceof Unknown);
  if (unknown instanceof Unknown) return unknown;
  const builtin = ev.rules.builtin(['composition']);
  if (builtin === undefined) return new Unknown('unsupported', 'compositions are not known here');
  return ev.run(builtin, call('composition', operands as Value[]));
}

/** A static integer that only has a name: `_kBlockM`. */
export const namedStatic = (name: string): Value => staticSymbol(name);
