// Descriptor fragments of a 128 × 64 tile of half_t in shared memory: which layouts C++ CuTe (commit 7107b0553,
// compiled on the host with g++) makes descriptors of, and with which first assertion it refuses the others.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { tileToShapeAny } from '../../server/src/algebra/composed/composed.ts';
import { isFailure, NeedsValue, type Outcome, Violation } from '../../server/src/algebra/integer/failure.ts';
import {
  type AnyLayout,
  ComposedLayout,
  Layout,
  SmemPtrFlag,
  Swizzle,
} from '../../server/src/algebra/layout/layout.ts';
import { printMarked } from '../../server/src/algebra/layout/print.ts';
import { makeFragment } from '../../server/src/hardware/mma/fragment.ts';
import { mmaAtom } from '../../server/src/hardware/mma/mma-atom.ts';
import { isSmemAtomName, smemAtom } from '../../server/src/hardware/mma/smem-atom.ts';
import { makeTiledMma, mmaPartition, mmaSlice } from '../../server/src/hardware/mma/tiled-mma.ts';
import { readLayout, readValue } from '../algebra/notation.ts';

type Line = { atom: string; smem: string; order: string; fragment?: string; cute?: string };
const lines = readFileSync(new URL('./descriptors.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);

const value = <T>(outcome: Outcome<T>): T => {
  assert.ok(!isFailure(outcome), isFailure(outcome) ? JSON.stringify(outcome) : '');
  return outcome as T;
};

function tileOf({ smem, order }: Line): AnyLayout {
  if (!isSmemAtomName(smem)) return readLayout(smem);
  const atom = value(smemAtom(smem, 16));
  const steps = order === '' ? undefined : (readValue(order) as [number, number]);
  return value(tileToShapeAny(atom, [128, 64], steps));
}

const fragmentOf = (line: Line) => {
  const atom = value(mmaAtom(line.atom));
  const slice = value(mmaSlice(value(makeTiledMma(atom)), 0));
  return makeFragment(atom, 'A', value(mmaPartition(slice, 'A', tileOf(line))).layout);
};

test('canonical layouts make descriptors', () => {
  const accepted = lines.filter((line) => line.fragment !== undefined);
  assert.equal(accepted.length, 13);
  for (const line of accepted) {
    const fragment = value(fragmentOf(line));
    assert.equal(fragment.space, 'descriptor');
    assert.equal(printMarked(fragment.layout), line.fragment, JSON.stringify(line));
  }
});

test('others are refused with the assertion of C++', () => {
  const refused = lines.filter((line) => line.cute !== undefined);
  assert.equal(refused.length, 9);
  for (const line of refused) {
    const fragment = fragmentOf(line);
    assert.ok(fragment instanceof Violation, JSON.stringify(line));
    assert.equal(fragment.detail.cute, line.cute, JSON.stringify(line));
  }
});

test('a swizzle that no descriptor has is said to be unknown', () => {
  const GMMA = 'SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>';
  for (const [swizzle, isKnown] of [
    [new Swizzle(3, 4, 3), true],
    [new Swizzle(2, 5, 2), false],
    [new Swizzle(3, 3, 3), false],
    [new Swizzle(3, 4, 4), false],
    [new Swizzle(4, 4, 4), false],
  ] as const) {
    const atom = new ComposedLayout(swizzle, new SmemPtrFlag(16), new Layout([8, 64], [64, 1]));
    const tile = value(tileToShapeAny(atom, [128, 64]));
    const mma = value(mmaAtom(GMMA));
    const slice = value(mmaSlice(value(makeTiledMma(mma)), 0));
    const fragment = makeFragment(mma, 'A', value(mmaPartition(slice, 'A', tile)).layout);
    assert.equal(isFailure(fragment), !isKnown, `${swizzle.bits} ${swizzle.base} ${swizzle.shift}`);
    if (!isKnown) assert.ok(fragment instanceof NeedsValue && fragment.reason.startsWith('no descriptor'));
  }
});
