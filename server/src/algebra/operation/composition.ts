// Composition: R = A o B with R(c) = A(B(c)) (Cecka 3.3), as C++ CuTe computes it.
//
// A is coalesced; then every leaf n:d of B is taken on its own: the modes of A are divided out by
// the stride d, and of what is left the first n elements are kept (3.3.3). The two tests on the way
// are C++'s, which are weaker than conditions (20) and (21) of the paper: admissibility/composition.ts
// says whether an accepted result is A o B.

import { isConstant, lessThan, sameValue } from '../integer/comparison.ts';
import { asFailure, needsValue, type Outcome, orThrow, refuse } from '../integer/failure.ts';
import { type Int, isStatic } from '../integer/integer.ts';
import { intText, symbolsOf } from '../integer/known.ts';
import { absolute, ceilDivide, divide, minimum, multiply, remainder, signum } from '../integer/operations.ts';
import type { Trace } from '../integer/trace.ts';
import { Layout, type Shape, type Strides, type Tiler, Underscore } from '../layout/layout.ts';
import { coprofileOrThrow } from '../layout/measure.ts';
import { profilesDiffer, tooManyModes } from '../layout/profile-text.ts';
import { ScaledBasis, type Stride } from '../layout/stride.ts';
import {
  basisValue,
  hasBinary,
  intStride,
  isZeroStride,
  scaleStride,
  strideText,
} from '../layout/stride-operations.ts';
import { composeBinary } from '../semimodule/binary.ts';
import { suppose } from '../term/suppositions.ts';
import type { HTuple } from '../tuple/htuple.ts';
import { rankOf, unwrap } from '../tuple/operations.ts';
import { coalesceExtended, type Modes, modeOf } from './coalesce.ts';
import { traceKeep, traceLeft, traceRest, traceSkip } from './composition-trace.ts';

/** The left side with its modes ready to be divided out: flat, or mode by mode for basis strides in B. */
type Left = Modes | readonly Left[];

const isModes = (left: Left): left is Modes => !Array.isArray(left);

function prepareLeft(lhs: Layout, profile: HTuple<unknown>): Left {
  if (!Array.isArray(profile)) return coalesceExtended(lhs);
  const rank = rankOf(lhs.shape);
  if (profile.length > rank) {
    refuse(
      'rank-mismatch',
      `the strides of B name mode ${profile.length - 1} of A, whose last is mode ${rank - 1}`,
    );
  }
  const modes: Left[] = [];
  for (let i = 0; i < rank; i++) {
    const mode = modeOf(lhs, i);
    modes.push(i < profile.length ? prepareLeft(mode, profile[i] as HTuple<unknown>) : asWritten(mode));
  }
  return modes;
}

/** A mode that the coprofile does not reach keeps its form. */
function asWritten(layout: Layout): Left {
  if (!Array.isArray(layout.shape))
    return { shapes: [layout.shape as Int], strides: [layout.stride as Stride] };
  return layout.shape.map((_, i) => asWritten(modeOf(layout, i)));
}

/** A left side of several modes as one flat list, where C++ takes the tuple as it is. */
function flatLeft(left: Left): Modes {
  if (isModes(left)) return left;
  const shapes: Int[] = [];
  const strides: Stride[] = [];
  for (const mode of left) {
    if (!isModes(mode) || mode.shapes.length !== 1) {
      return refuse('unsupported', 'C++ CuTe does not compose an integer stride with nested modes of A');
    }
    shapes.push(mode.shapes[0]!);
    strides.push(mode.strides[0]!);
  }
  return { shapes, strides };
}

// --- the conditions -----------------------------------------------------------------------------------

/** C++'s stride test, (rest % s == 0) or (rest < s), where both are static. */
function testStride(rest: Int, s: Int, i: number, path: readonly number[]): void {
  if (typeof rest === 'number' && typeof s === 'number') {
    if (rest % s === 0 || rest < s) return;
    refuse(
      'stride-divisibility',
      `B steps by ${rest} in mode ${i} of A, which has ${s} elements: ${rest} is neither a multiple of ${s} nor below it (condition (20))`,
      {
        mode: path,
        dividend: rest,
        divisor: s,
        source: 'Cecka 3.3.2 (20)',
        cute: 'Stride Divisibility Condition',
      },
    );
  }
  if (!isStatic(rest) || !isStatic(s)) return;
  if (sameValue(remainder(rest, s), 0) === true || lessThan(rest, s) === true) return;
  // The compiler asserts it, and what follows holds either way.
  suppose(`${intText(s)} divides ${intText(rest)} or is above it`);
}

/** C++'s shape test, n % w == 0, where both are static. */
function testShape(n: Int, w: Int, i: number, path: readonly number[]): void {
  if (typeof n === 'number' && typeof w === 'number') {
    if (n % w === 0) return;
    refuse(
      'shape-divisibility',
      `B takes ${n} elements where mode ${i} of A leaves ${w}: ${w} does not divide ${n} (condition (21))`,
      {
        mode: path,
        dividend: n,
        divisor: w,
        source: 'Cecka 3.3.2 (21)',
        cute: 'Shape Divisibility Condition',
      },
    );
  }
  if (!isStatic(n) || !isStatic(w)) return;
  if (sameValue(remainder(n, w), 0) === true) return;
  suppose(`${intText(w)} divides ${intText(n)}`);
}

/** Which of two sizes is kept decides how many modes there are. */
function requireSmaller(kept: Int, a: Int, b: Int): void {
  if (!isStatic(a) || !isStatic(b) || sameValue(kept, a) === true || sameValue(kept, b) === true) return;
  needsValue(`it is not known whether ${intText(a)} is below ${intText(b)}`, symbolsOf(a, b));
}

// --- one leaf of B ------------------------------------------------------------------------------------

/** A o n:d for the modes of a coalesced A. */
function composeLeaf(left: Modes, n: Int, d: Int, path: readonly number[], trace?: Trace): Layout {
  const { shapes, strides } = left;
  const last = shapes.length - 1;
  if (last === 0) {
    const stride = scaleStride(d, strides[0]!);
    trace?.step(
      `A has one mode: the stride is ${intText(d)}·${strideText(strides[0]!)} = ${strideText(stride)}`,
      'Cecka 3.3.3',
    );
    return new Layout(n, stride);
  }
  const newShapes: Int[] = [];
  const newStrides: Stride[] = [];
  let restShape = n;
  let restStride = d;
  for (let i = 0; i < last; i++) {
    const s = shapes[i]!;
    testStride(restStride, s, i, path);
    const nextShape = ceilDivide(s, absolute(restStride));
    const nextStride = multiply(ceilDivide(absolute(restStride), s), signum(restStride));
    if (isConstant(nextShape, 1) || isConstant(restShape, 1)) {
      if (trace) traceSkip(trace, i, s, strides[i]!, restStride, nextStride, restShape);
    } else {
      const kept = minimum(nextShape, restShape);
      requireSmaller(kept, nextShape, restShape);
      testShape(restShape, kept, i, path);
      const stride = scaleStride(restStride, strides[i]!);
      newShapes.push(kept);
      newStrides.push(stride);
      if (trace) traceKeep(trace, i, s, strides[i]!, restStride, nextShape, restShape, kept, stride);
      restShape = divide(restShape, kept);
    }
    restStride = nextStride;
  }
  if (newShapes.length === 0) {
    const stride = scaleStride(restStride, strides[last]!);
    if (trace) traceRest(trace, last, restShape, restStride, strides[last]!, stride);
    return new Layout(restShape, stride);
  }
  if (isConstant(restShape, 1)) return new Layout(unwrap<Int>(newShapes), unwrap<Stride>(newStrides));
  const stride = scaleStride(restStride, strides[last]!);
  if (trace) traceRest(trace, last, restShape, restStride, strides[last]!, stride);
  newShapes.push(restShape);
  newStrides.push(stride);
  return new Layout(newShapes, newStrides);
}

// --- the right side, leaf by leaf -----------------------------------------------------------------------

function composeInto(
  left: Left,
  shape: Shape,
  stride: Strides,
  path: readonly number[],
  trace?: Trace,
): Layout {
  if (Array.isArray(shape)) {
    if (!Array.isArray(stride) || stride.length !== shape.length) {
      return profilesDiffer(shape, stride, { mode: path });
    }
    const shapes = new Array<Shape>(shape.length);
    const strides = new Array<Strides>(shape.length);
    for (let i = 0; i < shape.length; i++) {
      const at =
        trace === undefined && typeof shape[i] === 'number' && path.length === 0 ? topMode(i) : [...path, i];
      const mode = composeInto(left, shape[i] as Shape, stride[i] as Strides, at, trace);
      shapes[i] = mode.shape;
      strides[i] = mode.stride;
    }
    return new Layout(shapes, strides);
  }
  if (Array.isArray(stride)) return profilesDiffer(shape, stride, { mode: path });
  const n = shape as Int;
  const d = stride as Stride;
  if (d instanceof ScaledBasis) return composeBasis(left, n, d, path, trace);
  if (isZeroStride(d)) {
    trace?.step(`${leafName(path, n, d)} repeats one element: it stays`, 'Cecka 3.3.3');
    return new Layout(n, d);
  }
  const step = intStride(d, 'composition');
  if (trace === undefined) return composeLeaf(flatLeft(left), n, step, path);
  return trace.within(
    `A o ${intText(n)}:${intText(step)}${path.length > 0 ? `, mode ${path.join('.')} of B` : ''}`,
    () => composeLeaf(flatLeft(left), n, step, path, trace),
  );
}

/** Paths of the first modes, shared so that composing allocates none. */
const TOP_MODES: readonly (readonly number[])[] = Array.from({ length: 32 }, (_, i) => [i]);
const topMode = (i: number): readonly number[] => TOP_MODES[i] ?? [i];

const leafName = (path: readonly number[], n: Int, d: Stride): string =>
  `${path.length > 0 ? `mode ${path.join('.')} of B, ` : ''}${intText(n)}:${strideText(d)}`;

/** A basis stride of B names the mode of A that it goes through. */
function composeBasis(left: Left, n: Int, d: ScaledBasis, path: readonly number[], trace?: Trace): Layout {
  let part: Left = left;
  for (const i of d.path) {
    if (isModes(part)) {
      if (part.shapes.length <= i)
        refuse('out-of-range', `${strideText(d)} names mode ${i} of A, of rank ${part.shapes.length}`, {
          mode: path,
        });
      part = { shapes: [part.shapes[i]!], strides: [part.strides[i]!] };
    } else {
      if (part.length <= i)
        refuse('out-of-range', `${strideText(d)} names mode ${i} of A, of rank ${part.length}`, {
          mode: path,
        });
      part = part[i]!;
    }
  }
  trace?.step(`the stride ${strideText(d)} goes through mode ${d.path.join('.')} of A`, 'Cecka 3.3.2');
  return composeInto(part, n, basisValue(d, 'composition'), path, trace);
}

// --- the public forms ---------------------------------------------------------------------------------

/** A o B for two layouts; throws its refusal. */
export function composeOrThrow(a: Layout, b: Layout, trace?: Trace): Layout {
  if (hasBinary(a.stride) || hasBinary(b.stride)) return orThrow(composeBinary(a, b, trace));
  const left = prepareLeft(a, coprofileOrThrow(b));
  if (trace && isModes(left)) traceLeft(trace, a, left.shapes, left.strides);
  return composeInto(left, b.shape, b.stride, [], trace);
}

/** A o tiler, mode by mode. Modes of A beyond a tuple tiler are dropped, as C++ does. */
function composeTilerOrThrow(a: Layout, tiler: Tiler, trace?: Trace): Layout {
  if (tiler instanceof Layout) return composeOrThrow(a, tiler, trace);
  if (tiler instanceof Underscore) return a;
  if (!Array.isArray(tiler)) {
    const n = tiler as Int;
    if (hasBinary(a.stride)) return orThrow(composeBinary(a, new Layout(n, 1), trace));
    return composeLeaf(coalesceExtended(a), n, 1, [], trace);
  }
  const rank = rankOf(a.shape);
  if (tiler.length > rank) {
    refuse('rank-mismatch', tooManyModes(tiler.length, a.shape), {
      dividend: tiler.length,
      divisor: rank,
    });
  }
  const shapes: Shape[] = [];
  const strides: Strides[] = [];
  for (let i = 0; i < tiler.length; i++) {
    const part = tiler[i] as Tiler;
    const mode = trace
      ? trace.within(`mode ${i}`, () => composeTilerOrThrow(modeOf(a, i), part, trace), 'Cecka 3.3.5')
      : composeTilerOrThrow(modeOf(a, i), part);
    shapes.push(mode.shape);
    strides.push(mode.stride);
  }
  return new Layout(shapes, strides);
}

/**
 * `composition(a, b)` as C++ CuTe computes it: R(c) = A(B(c)) where it is admissible. `b` is a layout,
 * an integer n (for n:1), `_`, or a tuple of these that goes mode by mode. Violations:
 * stride-divisibility, shape-divisibility, rank-mismatch. Whether an accepted result is the true
 * composition is for admissibility/composition.ts to say.
 */
export function composition(a: Layout, b: Tiler, trace?: Trace): Outcome<Layout> {
  try {
    return composeTilerOrThrow(a, b, trace);
  } catch (e) {
    return asFailure(e);
  }
}
