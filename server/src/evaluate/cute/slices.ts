// Slices: of tuples, and of tensors with where they begin.

import { type Failure, isFailure } from '../../algebra/integer/failure.ts';
import { ComposedLayout, Layout, Underscore } from '../../algebra/layout/layout.ts';
import type { Stride } from '../../algebra/layout/stride.ts';
import type { Builtin } from '../model/builtin.ts';
import { Tensor, Unknown, type Value } from '../model/value.ts';
import { movedEngine } from './engine.ts';
import { isLayout, operate, operateOn, pointedLayout } from './operations.ts';

/** The tensor of [layout, offset], as slices and domain_offset give them. */
export function offsetBy(tensor: Tensor, parts: Value | Failure): Value | Failure {
  if (isFailure(parts) || parts instanceof Unknown) return parts;
  const [layout, offset] = Array.isArray(parts) ? (parts as readonly Value[]) : [];
  if (layout === undefined || offset === undefined || !isLayout(layout)) {
    return new Unknown('unsupported', 'this slice is not computed');
  }
  const engine = movedEngine(tensor.engine, offset as Stride);
  // The swizzle stays with the pointer.
  return tensor.layout !== pointedLayout(tensor) && tensor.layout instanceof ComposedLayout
    ? new Tensor(engine, new ComposedLayout(tensor.layout.outer, tensor.layout.offset, layout), tensor.share)
    : new Tensor(engine, layout, tensor.share);
}

/** dice(projection, x): the modes where the projection has no `_`. */
export function projected(projection: Value, x: Value): Value | Failure {
  if (x instanceof Layout) return operateOn('dice', [projection, x]);
  return sliceOrDice(projection, x, false);
}

/** slice and dice of tuples (underscore.hpp): slice keeps what stands at `_`, dice the rest. */
function sliceOrDice(by: Value, x: Value, keepsUnderscore: boolean): Value {
  if (!Array.isArray(by)) return by instanceof Underscore === keepsUnderscore ? x : [];
  if (!Array.isArray(x) || x.length !== by.length) {
    return new Unknown('unsupported', 'the tuple has not as many modes as what it is sliced by');
  }
  const lifted = (b: Value, v: Value): readonly Value[] | Unknown => {
    if (!Array.isArray(b)) return b instanceof Underscore === keepsUnderscore ? [v] : [];
    const inner = sliceOrDice(b, v, keepsUnderscore);
    return inner instanceof Unknown ? inner : (inner as readonly Value[]);
  };
  const kept: Value[] = [];
  for (const [i, b] of (by as readonly Value[]).entries()) {
    const items = lifted(b, (x as readonly Value[])[i]!);
    if (items instanceof Unknown) return items;
    kept.push(...items);
  }
  return kept;
}

export const sliced =
  (operation: 'slice' | 'dice'): Builtin =>
  (call) => {
    const [by, x] = call.args;
    if (by !== undefined && x !== undefined && Array.isArray(x))
      return sliceOrDice(by, x, operation === 'slice');
    return operate(operation, call);
  };
