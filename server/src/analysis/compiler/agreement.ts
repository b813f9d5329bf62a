// How far what is shown agrees with what a compiler says. A type says nothing of the run-time integers of its objects.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic, StaticSymbol } from '../../algebra/integer/integer.ts';
import { ComposedLayout, Layout, SmemPtrFlag } from '../../algebra/layout/layout.ts';
import { ArithTuple, ScaledBasis } from '../../algebra/layout/stride.ts';
import {
  OneOf,
  Pointer,
  StaticConstant,
  Tensor,
  TypeValue,
  Unknown,
  type Value,
} from '../../evaluate/model/value.ts';
import { type HardwareValue, hardwareLines, isHardwareValue } from '../../hardware/value.ts';
import { MARKED, valueText } from '../../render/text/text.ts';
import type { CompilerValue } from './read-type.ts';

/**
 * `equal`: the same in full. `static`: the same but for run-time integers, of which a type says nothing. `more`: the
 * compiler knows what is not known here. `differs`: one of both is wrong. `unread`: the type says nothing that can be
 * compared.
 */
export type Agreement = 'equal' | 'static' | 'more' | 'unread' | 'differs';

/** From the best on. */
const DEGREE: readonly Agreement[] = ['equal', 'static', 'more', 'unread', 'differs'];

const inOrder = (all: readonly Agreement[]): readonly Agreement[] =>
  all.toSorted((a, b) => DEGREE.indexOf(a) - DEGREE.indexOf(b));

export const worstOf = (all: readonly Agreement[]): Agreement => inOrder(all).at(-1) ?? 'equal';
export const bestOf = (all: readonly Agreement[]): Agreement => inOrder(all)[0] ?? 'differs';

export function agreement(shown: Value | Failure, theirs: CompilerValue): Agreement {
  if (theirs.kind === 'unread') return 'unread';
  // The compiler accepts what is shown as an error.
  if (isFailure(shown)) return 'differs';
  if (shown instanceof Unknown) return 'more';
  if (shown instanceof OneOf) {
    const each = shown.alternatives.map((value) => agreement(value, theirs));
    return each.some((a) => a !== 'differs') ? 'more' : 'differs';
  }
  if (shown instanceof TypeValue)
    return shown.instance === null ? 'unread' : agreement(shown.instance, theirs);
  // Of pointers nothing is shown that a layout depends on.
  if (shown instanceof Pointer || theirs.value instanceof Pointer) return 'unread';
  if (theirs.kind === 'constant') return withConstant(shown, theirs.value);
  if (shown instanceof Tensor) return ofTensor(shown, theirs);
  return theirs.kind === 'layout' ? ofParts(shown, theirs.value) : 'differs';
}

/** What swizzles addresses is in the pointer's type, not in the layout's. */
function ofTensor(
  { engine, layout }: Tensor,
  { kind, value }: Exclude<CompilerValue, { kind: 'unread' }>,
): Agreement {
  if (engine.swizzle)
    return kind === 'swizzled' && value instanceof ComposedLayout
      ? worstOf([part(engine.swizzle, value.outer), part(layout, value.inner)])
      : 'differs';
  const isFlagged = layout instanceof ComposedLayout && layout.offset instanceof SmemPtrFlag;
  if (kind !== (isFlagged ? 'swizzled' : 'tensor')) return 'differs';
  return isFlagged && value instanceof ComposedLayout
    ? worstOf([part(layout.outer, value.outer), part(layout.inner, value.inner)])
    : ofParts(layout as Value, value as Value);
}

function withConstant(shown: Value, constant: bigint): Agreement {
  const value =
    shown instanceof Dynamic ? shown.value : shown instanceof StaticConstant ? shown.value : shown;
  if (typeof value === 'number' || typeof value === 'boolean')
    return BigInt(value) === constant ? 'equal' : 'differs';
  return shown instanceof Dynamic || shown instanceof StaticSymbol ? 'more' : 'unread';
}

function ofParts(shown: Value, theirs: Value): Agreement {
  if (shown instanceof Unknown) return 'more';
  if (theirs instanceof Unknown) return 'unread';
  if (shown instanceof OneOf) return agreement(shown, { kind: 'layout', value: theirs });
  if (shown instanceof TypeValue) return shown.instance === null ? 'unread' : ofParts(shown.instance, theirs);
  if (theirs instanceof TypeValue)
    return theirs.instance === null ? 'unread' : ofParts(shown, theirs.instance);
  const [a, b] = [items(shown), items(theirs)];
  if (a !== null || b !== null) {
    if (a === null || b === null || a.length !== b.length) return mayHold(shown) ? 'more' : 'differs';
    return worstOf(a.map((part, i) => ofParts(part, b[i]!)));
  }
  if (theirs instanceof Dynamic || typeof theirs === 'boolean')
    return shown instanceof Dynamic || typeof shown === 'boolean' ? 'static' : 'differs';
  if (shown instanceof StaticSymbol) return isStatic(theirs) ? 'more' : 'differs';
  if (shown instanceof Layout)
    return theirs instanceof Layout
      ? worstOf([part(shown.shape, theirs.shape), part(shown.stride, theirs.stride)])
      : 'differs';
  if (shown instanceof ComposedLayout)
    return theirs instanceof ComposedLayout
      ? worstOf([
          part(shown.outer, theirs.outer),
          part(shown.offset, theirs.offset),
          part(shown.inner, theirs.inner),
        ])
      : 'differs';
  if (shown instanceof ScaledBasis)
    return theirs instanceof ScaledBasis && String(shown.path) === String(theirs.path)
      ? part(shown.value, theirs.value)
      : 'differs';
  if (isHardwareValue(shown) && isHardwareValue(theirs))
    // Names of one type may differ; what it is made of does not.
    return linesOf(shown) === linesOf(theirs) ? 'equal' : 'differs';
  return valueText(shown, MARKED) === valueText(theirs, MARKED) ? 'equal' : 'differs';
}

const linesOf = (value: HardwareValue): string =>
  hardwareLines(value)
    .lines.map(({ label, text }) => `${label} ${text}`)
    .join('\n');

const part = (shown: unknown, theirs: unknown): Agreement => ofParts(shown as Value, theirs as Value);

const items = (value: Value): readonly Value[] | null =>
  Array.isArray(value)
    ? (value as readonly Value[])
    : value instanceof ArithTuple
      ? (value.entries as readonly Value[])
      : null;

/** An integer that is not known stands for nothing else. */
const mayHold = (value: Value): boolean => value instanceof Unknown;

const isStatic = (value: Value): boolean =>
  typeof value === 'number' || value instanceof StaticSymbol || value instanceof StaticConstant;
