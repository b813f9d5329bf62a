// Unsigned arithmetic of C++. Values do not carry the types of run-time integers, so whether an operation
// wraps around is read from the expression: from literals, casts and the types of declarations.

import { isFailure } from '../algebra/failure.ts';
import { Dynamic } from '../algebra/integer.ts';
import { knownNumber } from '../algebra/integer-ops.ts';
import { Term } from '../algebra/term.ts';
import { signRange } from '../algebra/term-sign.ts';
import type { Expr } from '../frontends/expression.ts';
import { isUnsigned } from './cpp-names.ts';
import type { Evaluator } from './evaluator.ts';
import type { Frame } from './frame.ts';
import { TypeValue, Undecided, Unknown, type Value } from './value.ts';

/** Operations of which C++ makes the same bits whether the type is signed or not; unlike `/` and `<`. */
const SAME_BITS: ReadonlySet<string> = new Set(['+', '-', '*', '<<']);

const isNegative = (v: unknown): boolean =>
  v instanceof Undecided
    ? v.alternatives.some(isNegative)
    : v instanceof Dynamic && (knownNumber(v) ?? 0) < 0;

/**
 * What is left to know where an operation meets a negative run-time integer and may be one of unsigned integers;
 * null where its result holds.
 */
export function mayWrap(
  ev: Evaluator,
  operator: string,
  operands: readonly { readonly expr: Expr; readonly value: Value }[],
  result: unknown,
  frame: Frame,
): Value | null {
  if (ev.rules.name !== 'cpp' || operator === '&&' || operator === '||' || operator === '!') return null;
  // What may be negative is divided as a large number where the other side is unsigned.
  if ((operator === '/' || operator === '%') && operands.some((o) => mayBeBelowZero(o.value)))
    if (operands.some(({ expr }) => isCertainlyUnsigned(ev, expr, frame, 0))) return new Dynamic(null);
  const meets = isNegative(result) || operands.some((o) => isNegative(o.value));
  if (!meets || (SAME_BITS.has(operator) && !isNegative(result))) return null;
  const isShift = operator === '<<' || operator === '>>';
  const typed = isShift ? operands.slice(0, 1) : operands;
  if (typed.every(({ expr, value }) => !(value instanceof Dynamic) || isSigned(ev, expr, frame, 0)))
    return null;
  return new Unknown('unsupported', 'an unsigned integer below zero wraps around, which is not computed');
}

const mayBeBelowZero = (v: Value): boolean =>
  v instanceof Dynamic && v.value instanceof Term && signRange(v.value) === 'any';

const MAXIMUM_DEPTH = 32;

/** Whether the type of the integer is known to be signed. Integers narrower than int become int. */
function isSigned(ev: Evaluator, e: Expr, frame: Frame, depth: number): boolean {
  if (depth > MAXIMUM_DEPTH) return false;
  const signed = (inner: Expr, at: Frame = frame): boolean => isSigned(ev, inner, at, depth + 1);
  switch (e.kind) {
    case 'integer':
      return e.isUnsigned !== true;
    case 'boolean':
      return true;
    case 'opaque':
      return e.code !== undefined;
    case 'unary':
      return e.operator !== '*' && signed(e.operand);
    case 'binary':
      if (/^(?:[=!<>]=|[<>]|&&|\|\|)$/.test(e.operator)) return true;
      return signed(e.left) && (e.operator === '<<' || e.operator === '>>' || signed(e.right));
    case 'conditional':
      return signed(e.then) && signed(e.otherwise);
    case 'construct':
      return isSignedType(ev.evaluate(e.type, frame));
    case 'call':
      return isSignedCall(ev, e, frame);
    case 'name':
      return isSignedName(ev, e.name, e.span.start, frame, depth);
    default:
      return false;
  }
}

/** Whether the integer has an unsigned type of 32 bits or more, or is made with one. */
function isCertainlyUnsigned(ev: Evaluator, e: Expr, frame: Frame, depth: number): boolean {
  if (depth > MAXIMUM_DEPTH) return false;
  const unsigned = (inner: Expr, at: Frame = frame): boolean => isCertainlyUnsigned(ev, inner, at, depth + 1);
  switch (e.kind) {
    case 'integer':
      return e.isUnsigned === true;
    case 'binary':
      return /^(?:[-+*/%&|^])$/.test(e.operator)
        ? unsigned(e.left) || unsigned(e.right)
        : /^(?:<<|>>)$/.test(e.operator) && unsigned(e.left);
    case 'construct':
      return isWideUnsigned(ev.evaluate(e.type, frame));
    case 'call': {
      const { callee } = e;
      if (callee.kind === 'name')
        return callee.name === 'sizeof' || isWideUnsigned(ev.evaluate(callee, frame));
      if (callee.kind !== 'template' || callee.target.kind !== 'name') return false;
      const [to] = callee.args;
      return (
        callee.target.name === 'static_cast' && to !== undefined && isWideUnsigned(ev.evaluate(to, frame))
      );
    }
    case 'name': {
      const found = ev.find(e.name, e.span.start, frame);
      const d = found?.declarations[0];
      if (found === null || d === undefined || found.declarations.length !== 1) return false;
      if (d.kind !== 'value' && d.kind !== 'parameter') return false;
      if (d.type !== null) return isWideUnsigned(ev.evaluate(d.type, found.frame));
      return d.kind === 'value' && d.init !== null && d.element === null && unsigned(d.init, found.frame);
    }
    default:
      return false;
  }
}

const isWideUnsigned = (type: unknown): boolean =>
  type instanceof TypeValue && isUnsigned(type) && type.bits !== null && type.bits >= 32;

function isSignedType(type: unknown): boolean {
  if (!(type instanceof TypeValue)) return false;
  if (!(type.instance instanceof Dynamic)) return typeof type.instance === 'number';
  if (type.bits === null) return false;
  return type.bits < 32 || !isUnsigned(type);
}

function isSignedCall(ev: Evaluator, e: Expr & { kind: 'call' }, frame: Frame): boolean {
  const { callee } = e;
  if (callee.kind === 'name' && (callee.name === 'sizeof' || callee.name === 'alignof')) return false;
  if (callee.kind === 'template') {
    const { target, args } = callee;
    if (target.kind === 'name' && target.name === 'static_cast' && args[0] !== undefined)
      return isSignedType(ev.evaluate(args[0], frame));
  }
  // What a function returns is not looked at: `max(a, b)` and `size(layout)` give what they take.
  return callee.kind === 'name' && isSignedType(ev.evaluate(callee, frame));
}

/** By the declared type, else by the initialiser. What a template's parameter takes is not known here. */
function isSignedName(ev: Evaluator, name: string, position: number, frame: Frame, depth: number): boolean {
  const found = ev.find(name, position, frame);
  const d = found?.declarations[0];
  if (found === null || d === undefined || found.declarations.length !== 1) return false;
  if (d.kind === 'macro') return d.init !== null && isSigned(ev, d.init, found.frame, depth + 1);
  if (d.kind !== 'value' && d.kind !== 'parameter' && d.kind !== 'value-parameter') return false;
  if (d.type === null)
    return (
      d.kind === 'value' &&
      d.init !== null &&
      d.element === null &&
      isSigned(ev, d.init, found.frame, depth + 1)
    );
  const type = ev.evaluate(d.type, found.frame);
  // A type that was taken from a value does not tell how wide it is.
  return !isFailure(type) && isSignedType(type);
}
