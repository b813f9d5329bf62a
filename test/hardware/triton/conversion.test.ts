// Conversions between layouts: what Triton 3.6 makes of them, and places and bank conflicts counted one by one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Violation } from '../../../server/src/algebra/integer/failure.ts';
import { apply } from '../../../server/src/algebra/linear/apply.ts';
import { eliminate } from '../../../server/src/algebra/linear/elimination.ts';
import { columnsOf, inputOf, LinearLayout } from '../../../server/src/algebra/linear/layout.ts';
import { isSurjective } from '../../../server/src/algebra/linear/rank.ts';
import {
  convertLayout,
  type LayoutConversion,
} from '../../../server/src/hardware/triton/conversion/conversion.ts';
import { conversionLines } from '../../../server/src/hardware/triton/conversion/words.ts';
import type { Encoding } from '../../../server/src/hardware/triton/encoding.ts';
import { toLinearLayout } from '../../../server/src/hardware/triton/to-linear-layout.ts';
import { points, randomLayout } from '../../algebra/linear/random-layouts.ts';
import { compareAll, must, type TritonRecord, tritonRecords } from '../../algebra/linear/records.ts';
import { seeded } from '../../support/random.ts';

const RECORDS = tritonRecords('triton-conversions', 'convert_layout');

const linear = (layout: unknown, shape: unknown): LinearLayout =>
  must(toLinearLayout(layout as Encoding, shape as number[]));

const conversionOf = (r: TritonRecord): LayoutConversion =>
  must(convertLayout(linear(r.src, r.shape), linear(r.dst, r.shape), r.bits as number));

test('shared memory, shuffles and instructions are those that Triton takes', () => {
  assert.ok(RECORDS.length > 100);
  compareAll(RECORDS, (r) => {
    const { way, passages } = conversionOf(r);
    const taken = passages?.[(r.capability as number) >= 90 ? 'sm_90' : 'sm_75'];
    const shared = { shared: taken?.bytes ?? 0, shuffles: way === 'shuffles' };
    return taken === undefined ? shared : { ...shared, store: taken.store, load: taken.load };
  });
});

const INPUTS = ['register', 'lane', 'warp', 'block'];

/** How far the nearest copy is: 0 in the thread, 1 in the warp, 2 in the block. */
function distances(from: LinearLayout, to: LinearLayout): number[] {
  const values = (layout: LinearLayout) =>
    points(layout).map((at) => ({ at, value: JSON.stringify([...must(apply(layout, at))].sort()) }));
  const held = values(from);
  return values(to).map(({ at, value }) => {
    const copies = held.filter((h) => h.value === value);
    return Math.min(
      ...copies.map((h) => INPUTS.findLastIndex((name, i) => i > 0 && h.at.get(name) !== at.get(name))),
    );
  });
}

test('places are counted by the nearest copy of their element', () => {
  const random = seeded(12);
  let compared = 0;
  for (let n = 0; n < 200; n++) {
    const outs = [
      ['dim0', 4],
      ['dim1', 4],
    ] as const;
    const [from, to] = [2, 3].map((registers) => randomLayout(random, outs, [registers, 2, 2])) as [
      LinearLayout,
      LinearLayout,
    ];
    if (!isSurjective(from) || !isSurjective(to)) continue;
    const { movement } = must(convertLayout(from, to, null));
    const far = distances(from, to);
    const count = (...wanted: number[]) => far.filter((d) => wanted.includes(d)).length;
    assert.deepEqual(movement, { thread: count(-1, 0), warp: count(1), block: count(2), cluster: count(3) });
    compared++;
  }
  assert.ok(compared > 50, `only ${compared} pairs`);
});

/** The most rows of one bank that lanes come to at once, less one. Wide vectors go in rounds of fewer lanes. */
function countedConflicts(layout: LinearLayout, offsets: readonly number[], bits: number): number {
  const lanes = inputOf(layout, 'lane')!.bases;
  const places = eliminate(offsets);
  const elements = vectorOf(layout, offsets, bits);
  const bytes = (elements * bits) / 8;
  const together = Math.min(32, 128 / bytes);
  const rows = new Map<number, Set<number>>();
  for (let lane = 0; lane < together; lane++) {
    const word = lanes.reduce((sum, basis, bit) => ((lane >> bit) & 1 ? sum ^ basis : sum), 0);
    const address = (places.solve(word)! * bits) / 8;
    for (let at = address; at < address + bytes; at += 4) {
      const bank = Math.floor(at / 4) % 32;
      rows.set(bank, (rows.get(bank) ?? new Set()).add(Math.floor(at / 128)));
    }
  }
  return Math.max(...[...rows.values()].map((set) => set.size)) - 1;
}

/** The longest vector of neighbours that registers hold, and into which nothing else reaches. */
function vectorOf(layout: LinearLayout, offsets: readonly number[], bits: number): number {
  const addresses = eliminate(offsets);
  const registers = inputOf(layout, 'register')!.bases;
  const fits = (elements: number): boolean => {
    const own = offsets.slice(0, Math.log2(elements));
    const others = columnsOf(layout).filter((word) => !own.includes(word));
    return (
      own.every((word) => registers.includes(word)) &&
      others.every((word) => (addresses.solve(word)! & (elements - 1)) === 0)
    );
  };
  return [16, 8, 4, 2].find((elements) => elements * bits <= 128 && fits(elements)) ?? 1;
}

test('bank conflicts of st.shared and ld.shared are those of the lanes one by one', () => {
  let compared = 0;
  for (const r of RECORDS) {
    const { passages, from, to } = conversionOf(r);
    if (passages === null) continue;
    const { swizzle, store, load, writeConflicts, readConflicts } = passages.sm_75;
    const offsets = [...swizzle.vector, ...swizzle.bank, ...swizzle.segment, ...swizzle.reps];
    const label = JSON.stringify(r);
    if (store === 'st.shared')
      assert.equal(writeConflicts, countedConflicts(from, offsets, r.bits as number), `write ${label}`);
    if (load === 'ld.shared')
      assert.equal(readConflicts, countedConflicts(to, offsets, r.bits as number), `read ${label}`);
    compared++;
  }
  assert.ok(compared > 60, `only ${compared} passages`);
});

test('a conversion is told once where GPUs do it alike, and for older and newer ones where not', () => {
  const seen = new Set<number>();
  for (const r of RECORDS) {
    const conversion = conversionOf(r);
    const { way, passages } = conversion;
    const [, ...lines] = conversionLines(conversion);
    if (passages === null) {
      assert.equal(lines.length, 1, String(way));
      continue;
    }
    const facts = [passages.sm_75, passages.sm_90].map(
      ({ bytes, reps, store, load, writeConflicts, readConflicts }) =>
        JSON.stringify([bytes, reps, store, load, writeConflicts, readConflicts]),
    );
    const isOne = facts[0] === facts[1];
    seen.add(lines.length);
    assert.equal(lines.length, isOne ? 1 : 2, JSON.stringify(r));
    if (isOne) continue;
    assert.match(lines[0]!, /^before sm_90: on NVIDIA /);
    assert.match(lines[1]!, /^sm_90 and newer: on NVIDIA /);
    for (const [at, { store, load }] of [passages.sm_75, passages.sm_90].entries())
      assert.ok(lines[at]!.includes(`, ${store} and ${load}, `), lines[at]);
  }
  assert.deepEqual([...seen].sort(), [1, 2]);
});

test('layouts of other tensors and other threads are refused', () => {
  const blocked = (warps: number) => ({
    layout: 'BlockedLayout',
    size_per_thread: [1, 4],
    threads_per_warp: [8, 4],
    warps_per_cta: [warps, 1],
    order: [1, 0],
    cga_layout: [],
  });
  const message = (a: LinearLayout, b: LinearLayout) => {
    const made = convertLayout(a, b, 16);
    return 'message' in made ? made.message : 'no violation';
  };
  assert.match(
    message(linear(blocked(4), [64, 32]), linear(blocked(8), [64, 32])),
    /one layout has 4 warps, and the other 8/,
  );
  assert.match(
    message(linear(blocked(4), [64, 32]), linear(blocked(4), [64, 64])),
    /different tensors: dim0: 64, dim1: 32, and dim0: 64, dim1: 64/,
  );
});

test('layouts that no conversion has are refused', () => {
  const outs = [{ name: 'dim0', bits: 2 }];
  const of = (name: string, bases: readonly number[]): LinearLayout =>
    new LinearLayout([{ name, bases }], outs);
  const refusal = (from: LinearLayout, to: LinearLayout): readonly string[] => {
    const outcome = convertLayout(from, to, 16);
    assert.ok(outcome instanceof Violation);
    return [outcome.code, outcome.message];
  };
  const whole = of('register', [1, 2]);
  assert.deepEqual(refusal(of('offset', [1, 2]), whole), [
    'wrong-kind',
    'the first layout is a layout of offsets, not of registers',
  ]);
  assert.deepEqual(refusal(whole, of('offset', [1, 2])), [
    'wrong-kind',
    'the second layout is a layout of offsets, not of registers',
  ]);
  assert.deepEqual(refusal(of('register', [1]), whole), [
    'inadmissible',
    'the first layout does not hold every element',
  ]);
  assert.deepEqual(refusal(whole, of('lane', [1, 2])), [
    'inadmissible',
    'one layout has 1 lanes, and the other 4',
  ]);
  const other = new LinearLayout([{ name: 'register', bases: [1, 2] }], [{ name: 'dim1', bits: 2 }]);
  assert.deepEqual(refusal(whole, other), [
    'inadmissible',
    'the layouts are of different tensors: dim0: 4, and dim1: 4',
  ]);
});
