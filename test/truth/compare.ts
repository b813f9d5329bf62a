// Compares what a compiled program printed for a variable with what Layout Lens makes of it: value, static marks and
// nesting.

import { type Failure, isFailure, Violation } from '../../server/src/algebra/integer/failure.ts';
import { Dynamic, StaticSymbol } from '../../server/src/algebra/integer/integer.ts';
import { Layout } from '../../server/src/algebra/layout/layout.ts';
import { ArithTuple } from '../../server/src/algebra/layout/stride.ts';
import type { Term } from '../../server/src/algebra/term/term.ts';
import {
  OneOf,
  Pointer,
  StaticConstant,
  Tensor,
  TypeValue,
  Unknown,
  type Value,
} from '../../server/src/evaluate/model/value.ts';
import { isHardwareValue } from '../../server/src/hardware/value.ts';
import { MARKED, outcomeText, valueText } from '../../server/src/render/text/text.ts';

/** What `probe.hpp` prints. Integers are text, because JSON's numbers do not hold 64 bits. */
export type Truth =
  | { readonly static: string | boolean }
  | { readonly dynamic: string | boolean }
  | { readonly enum: string }
  | { readonly shape: Truth; readonly stride: Truth }
  | { readonly tensor: Truth }
  | { readonly printed: string }
  | { readonly other: string }
  | readonly Truth[];

/** `partly`: right as far as it is known. `refused`: Layout Lens shows an error where the program compiles. */
type Verdict =
  | { readonly kind: 'equal' | 'partly' | 'wrong' | 'refused' }
  | { readonly kind: 'unknown'; readonly category: string };

export interface Comparison {
  readonly verdict: Verdict;
  /** What Layout Lens shows. */
  readonly shown: string;
}

/** How far two values agree; the least of all parts is that of the whole. */
type Agreement = 'equal' | 'partly' | 'wrong';

const least = (parts: readonly Agreement[]): Agreement =>
  parts.includes('wrong') ? 'wrong' : parts.includes('partly') ? 'partly' : 'equal';

/** The values of run-time names, as far as the program printed them. */
export type Names = ReadonlyMap<string, bigint>;

export function compare(
  truth: Truth,
  value: Value | Failure,
  kind: 'value' | 'type' = 'value',
  names: Names = new Map(),
): Comparison {
  const shown = outcomeText(value, MARKED);
  if (value instanceof Violation) return { verdict: { kind: 'refused' }, shown };
  if (isFailure(value)) return { verdict: { kind: 'unknown', category: 'undetermined' }, shown };
  if (value instanceof Unknown) return { verdict: { kind: 'unknown', category: value.category }, shown };
  return { verdict: { kind: agreement(truth, value, { kind, names }) }, shown };
}

interface Context {
  /** A type says nothing about the run-time integers of its objects. */
  readonly kind: 'value' | 'type';
  readonly names: Names;
}

function agreement(truth: Truth, value: Value, context: Context): Agreement {
  if (value instanceof Unknown) return 'partly';
  if (value instanceof OneOf) {
    const each = value.alternatives.map((v) => agreement(truth, v, context));
    return each.every((a) => a === 'wrong') ? 'wrong' : 'partly';
  }
  if (value instanceof TypeValue) {
    if (value.instance !== null) return agreement(truth, value.instance, { ...context, kind: 'type' });
    return context.kind === 'type' || 'other' in truth ? 'partly' : 'wrong';
  }
  if (Array.isArray(truth)) {
    const items = value instanceof ArithTuple ? value.entries : value;
    if (!Array.isArray(items) || items.length !== truth.length) return 'wrong';
    return least(truth.map((t, i) => agreement(t, items[i] as Value, context)));
  }
  if ('static' in truth) return staticAgreement(truth.static, value);
  if ('dynamic' in truth) return dynamicAgreement(truth.dynamic, value, context);
  if ('enum' in truth) return dynamicAgreement(truth.enum, value, context);
  if ('shape' in truth) {
    if (!(value instanceof Layout)) return 'wrong';
    const { shape, stride } = value as { readonly shape: Value; readonly stride: Value };
    return least([agreement(truth.shape, shape, context), agreement(truth.stride, stride, context)]);
  }
  if ('tensor' in truth)
    return value instanceof Tensor ? agreement(truth.tensor, value.layout as Value, context) : 'wrong';
  if ('printed' in truth) return textAgreement(truth.printed, valueText(value, MARKED));
  // Objects, floating-point numbers and pointers are not compared; nothing of layouts may be said of them.
  const isSilent = value instanceof Pointer || typeof value === 'string' || isHardwareValue(value);
  return isSilent ? 'partly' : 'wrong';
}

function staticAgreement(truth: string | boolean, value: Value): Agreement {
  if (value instanceof StaticSymbol) return 'partly';
  if (value instanceof StaticConstant) {
    const isSame = String(value.value) === String(truth);
    return isSame && value.family !== 'open' ? 'equal' : isSame ? 'partly' : 'wrong';
  }
  if (typeof truth === 'boolean') return 'wrong';
  return typeof value === 'number' && BigInt(value) === BigInt(truth) ? 'equal' : 'wrong';
}

function dynamicAgreement(truth: string | boolean, value: Value, { kind, names }: Context): Agreement {
  if (value instanceof StaticConstant)
    return value.family === 'open' && value.value === truth ? 'partly' : 'wrong';
  if (typeof truth === 'boolean')
    return typeof value !== 'boolean'
      ? 'wrong'
      : value === truth
        ? 'equal'
        : kind === 'type'
          ? 'partly'
          : 'wrong';
  if (!(value instanceof Dynamic)) return 'wrong';
  const { value: known, divisor } = value;
  if (kind === 'type') return 'partly';
  if (known === null) return BigInt(truth) % BigInt(divisor) === 0n ? 'partly' : 'wrong';
  const number = typeof known === 'number' ? BigInt(known) : termValue(known, names);
  return number === null ? 'partly' : number === BigInt(truth) ? 'equal' : 'wrong';
}

/** The number that a term stands for; null where a name in it was not printed. */
function termValue(term: Term, names: Names): bigint | null {
  let sum = 0n;
  for (const { coefficient, atoms } of term.monomials) {
    let product = BigInt(coefficient);
    for (const atom of atoms) {
      const factor =
        atom.kind === 'symbol'
          ? (names.get(atom.name) ?? null)
          : atom.kind === 'opaque'
            ? null
            : operationValue(atom.kind, termValue(atom.left, names), termValue(atom.right, names));
      if (factor === null) return null;
      product *= factor;
    }
    sum += product;
  }
  return sum;
}

function operationValue(operation: string, left: bigint | null, right: bigint | null): bigint | null {
  if (left === null || right === null) return null;
  if (operation === 'min') return left < right ? left : right;
  if (operation === 'max') return left > right ? left : right;
  if (right === 0n) return null;
  if (operation === 'mod') return left % right;
  // As C++ divides: towards zero. CuTe's ceil_div does the same with (a + b - 1) / b.
  return operation === 'floordiv' ? left / right : (left + right - 1n) / right;
}

/** What `cute::print` writes: a `?` or a name in what is shown stands for anything. */
function textAgreement(truth: string, shown: string): Agreement {
  if (truth === shown) return 'equal';
  const open = /\?|\b[a-zA-Z_]\w*\.?\w*\b(?!\()/;
  if (!shown.includes('?')) return 'wrong';
  const pattern = shown
    .split('?')
    .map((part) => part.replace(/[\\^$.*+()[\]{}|]/g, '\\$&'))
    .join('.+');
  return open.test(shown) && new RegExp(`^${pattern}$`).test(truth) ? 'partly' : 'wrong';
}
