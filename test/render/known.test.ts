// What of a value can be written down: all of it, what the compiler knows, or what runs alone know.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, type Outcome } from '../../server/src/algebra/integer/failure.ts';
import { Dynamic, StaticSymbol } from '../../server/src/algebra/integer/integer.ts';
import { ComposedLayout, Layout, SmemPtrFlag, Swizzle } from '../../server/src/algebra/layout/layout.ts';
import { ArithTuple, Fraction, ScaledBasis } from '../../server/src/algebra/layout/stride.ts';
import { symbolTerm } from '../../server/src/algebra/term/operations.ts';
import { copyAtomByName } from '../../server/src/hardware/copy/copy-atom.ts';
import { TiledCopy } from '../../server/src/hardware/copy/tiled-copy.ts';
import { mmaAtom } from '../../server/src/hardware/mma/mma-atom.ts';
import { hasHoles, isKnown, isStaticallyKnown, isWhollyStatic } from '../../server/src/render/emit/form.ts';
import type { Printable } from '../../server/src/render/text/text.ts';

const value = <T>(outcome: Outcome<T>): T => {
  assert.ok(!isFailure(outcome), JSON.stringify(outcome));
  return outcome as T;
};

const [four, run, lost] = [4, new Dynamic(4), new Dynamic(null)];
const named = new Dynamic(symbolTerm('n'));
const parameter = new StaticSymbol(symbolTerm('N'));

/** Each integer alone and in the places that a value has for it. */
function wrapped(n: typeof four | typeof run | StaticSymbol): readonly Printable[] {
  const layout = new Layout([2, n], [1, 2]);
  const atom = value(copyAtomByName('Copy_Atom<UniversalCopy<uint32_t>, float>'));
  return [
    n,
    [2, [n]],
    layout,
    new Layout([2, 2], [1, n]),
    new ComposedLayout(new Swizzle(1, 1, 3), 0, layout),
    new ComposedLayout(new Swizzle(1, 1, 3), n, new Layout(4, 1)),
    new ComposedLayout(layout, 0, new Layout(4, 1)),
    new ScaledBasis(n, [0]),
    new ArithTuple([1, n]),
    new TiledCopy(atom, layout, [2, 2]),
    new TiledCopy(atom, new Layout([2, 2], [1, 2]), [2, layout]),
  ] as readonly Printable[];
}

test('an integer makes of a value what it is itself, wherever it stands', () => {
  for (const [n, facts] of [
    // Wholly static, known to the compiler, known, with holes.
    [four, [true, true, true, false]],
    [run, [false, true, true, false]],
    [named, [false, true, false, false]],
    [lost, [false, true, false, true]],
    [parameter, [false, false, false, false]],
  ] as const)
    for (const each of wrapped(n)) {
      const isHardware = each instanceof TiledCopy;
      const found = [isWhollyStatic, isStaticallyKnown, isKnown, hasHoles].map((is) => is(each));
      const what = `${JSON.stringify(n)} in ${each?.constructor?.name}`;
      assert.deepEqual(found.slice(1, 3), facts.slice(1, 3), what);
      // Tilings are written as they are printed, or not at all.
      if (!isHardware) assert.deepEqual([found[0], found[3]], [facts[0], facts[3]], what);
    }
});

test('what has no integers is known; a fraction is, and the width of a pointer may not be', () => {
  const mma = value(mmaAtom('SM80_16x8x16_F32F16F16F32_TN')) as Printable;
  for (const each of [mma, new Swizzle(1, 2, 3) as Printable, true as Printable])
    assert.deepEqual([isStaticallyKnown(each), isKnown(each), hasHoles(each)], [true, true, false]);
  const half = new ScaledBasis(new Fraction(1, 2), [0]);
  assert.deepEqual(
    [isWhollyStatic(half), isStaticallyKnown(half), isKnown(half), hasHoles(half)],
    [false, true, true, false],
  );
  for (const [bits, is] of [
    [16, true],
    [parameter, false],
  ] as const) {
    const flag = new SmemPtrFlag(bits as never);
    assert.deepEqual([isWhollyStatic(flag), isStaticallyKnown(flag), isKnown(flag)], [is, is, is]);
  }
});
