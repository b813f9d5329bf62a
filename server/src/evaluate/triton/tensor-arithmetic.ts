// Tensors of Gluon element by element: shapes are broadcast, layouts must be the same.

import { type Failure, refuse } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { isEqual } from '../../algebra/linear/equality.ts';
import { LinearLayout } from '../../algebra/linear/layout.ts';
import { type Encoding, TritonLayout } from '../../hardware/triton/encoding.ts';
import { toLinearLayout } from '../../hardware/triton/to-linear-layout.ts';
import { TritonTensor, tritonText } from '../../hardware/triton/value.ts';
import { Unknown, type Value } from '../model/value.ts';

const COMPARISONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', '==', '!=']);
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '//', '%', '&', '|', '^', '<<', '>>']);

const isScalar = (value: Value): boolean =>
  typeof value === 'number' || typeof value === 'boolean' || value instanceof Dynamic;

const inRegisters = (value: Value): value is TritonTensor =>
  value instanceof TritonTensor && value.space === 'register';

/** Triton itself adds the dimensions that one of two shapes lacks, and Gluon refuses it: null where that decides. */
function broadcast(a: readonly number[], b: readonly number[]): readonly number[] | null {
  if (a.length !== b.length) return null;
  if (!a.every((n, i) => n === b[i] || n === 1 || b[i] === 1))
    refuse('not-congruent', `the shapes [${a.join(', ')}] and [${b.join(', ')}] do not broadcast`);
  return a.map((n, i) => (n === 1 ? b[i]! : n));
}

const textOf = (layout: Encoding): string => tritonText(new TritonLayout(layout));

/** Whether two layouts that are written differently are known to differ for a tensor of the shape. */
function differ(a: Encoding, b: Encoding, shape: readonly number[]): boolean {
  const [one, other] = [toLinearLayout(a, shape), toLinearLayout(b, shape)];
  return one instanceof LinearLayout && other instanceof LinearLayout && !isEqual(one, other);
}

/** A layout that the compiler chooses gives way to one that is written. */
function common(a: TritonTensor, b: TritonTensor, shape: readonly number[]): Encoding | null | Unknown {
  const [own, other] = [a.layout, b.layout];
  if (own === null || own.layout === 'AutoLayout') return other;
  if (other === null || other.layout === 'AutoLayout') return own;
  if (textOf(own) === textOf(other)) return own;
  if (!differ(own, other, shape)) {
    return new Unknown('unsupported', 'the layouts of the operands are not written alike');
  }
  return refuse(
    'layout-mismatch',
    `the left tensor has ${textOf(own)}, and the right one ${textOf(other)}: one of them needs convert_layout`,
  );
}

const BOOLEAN = { name: 'int1', bits: 1 };

/** `a + b` of tensors, or of a tensor and a number; undefined where neither is a tensor in registers. */
export function tensorBinary(operator: string, left: Value, right: Value): Value | Failure | undefined {
  const isComparison = COMPARISONS.has(operator);
  if (!isComparison && !ARITHMETIC.has(operator)) return undefined;
  if (inRegisters(left) && inRegisters(right)) {
    const shape = broadcast(left.shape, right.shape);
    if (shape === null) return new Unknown('unsupported', 'tensors of different ranks are not computed');
    const layout = common(left, right, shape);
    if (layout instanceof Unknown) return layout;
    const element = left.element?.name === right.element?.name && operator !== '/' ? left.element : null;
    return new TritonTensor('register', shape, isComparison ? BOOLEAN : element, layout);
  }
  const [tensor, number] = inRegisters(left) ? [left, right] : [right, left];
  if (!inRegisters(tensor) || !isScalar(number)) return undefined;
  const element = operator === '/' ? null : tensor.element;
  return new TritonTensor('register', tensor.shape, isComparison ? BOOLEAN : element, tensor.layout);
}
