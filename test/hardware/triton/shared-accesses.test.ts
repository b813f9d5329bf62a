// Loads and stores of Gluon through shared memory as an H100 counted them with Triton 3.6: shared-accesses.jsonl has 120
// pairs of a BlockedLayout and a SwizzledSharedLayout that were drawn by chance, each with the instructions of a kernel
// that stores a tile and loads it, and their wavefronts (l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld|st).

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isFailure, type Outcome } from '../../../server/src/algebra/integer/failure.ts';
import { inputOf } from '../../../server/src/algebra/linear/layout.ts';
import { sharedCost } from '../../../server/src/hardware/memory/banks.ts';
import { isRowOfBanks, warpAccess } from '../../../server/src/hardware/triton/conversion/warp-access.ts';
import type { Blocked, SwizzledShared } from '../../../server/src/hardware/triton/encoding.ts';
import { toLinearLayout } from '../../../server/src/hardware/triton/to-linear-layout.ts';

interface Measured {
  readonly shape: readonly number[];
  readonly bits: number;
  readonly registers: Omit<Blocked, 'layout' | 'cga_layout'>;
  readonly shared: Omit<SwizzledShared, 'layout' | 'cga_layout'>;
  readonly loads: number;
  readonly load_wavefronts: number;
  readonly stores: number;
  readonly store_wavefronts: number;
  /** How many times ldmatrix was executed instead. */
  readonly matrices: number;
}

const records = readFileSync(new URL('./shared-accesses.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Measured);

function value<T>(outcome: Outcome<T>): T {
  assert.ok(!isFailure(outcome), JSON.stringify(outcome));
  return outcome;
}

function accessOf({ shape, bits, registers, shared }: Measured) {
  const held = toLinearLayout({ layout: 'BlockedLayout', cga_layout: [], ...registers }, shape);
  const memory = toLinearLayout({ layout: 'SwizzledSharedLayout', cga_layout: [], ...shared }, shape);
  return value(warpAccess(value(held), value(memory), bits));
}

test('an access that is judged costs what was counted', () => {
  let judged = 0;
  for (const record of records) {
    const access = accessOf(record);
    if (access === null) continue;
    judged++;
    const cost = (kind: 'load' | 'store'): number => value(sharedCost({ kind, ...access })).wavefronts;
    assert.equal(record.stores * cost('store'), record.store_wavefronts, JSON.stringify(record));
    // The assembler joins a few loads of neighbours.
    const each = record.load_wavefronts / record.loads;
    assert.ok(Math.abs(each - cost('load')) < 0.3, `${JSON.stringify(record)}: ${each}, not ${cost('load')}`);
  }
  assert.equal(judged, 87);
});

test('what the compiler makes of matrices is not judged', () => {
  const ofMatrices = records.filter(({ matrices }) => matrices > 0);
  assert.equal(ofMatrices.length, 5);
  for (const record of ofMatrices) assert.equal(accessOf(record), null);
});

test('a row of all banks takes no wavefront more than its bytes need, by ldmatrix and by plain loads', () => {
  let rows = 0;
  for (const record of records) {
    const { shape, bits, registers, shared } = record;
    const held = value(toLinearLayout({ layout: 'BlockedLayout', cga_layout: [], ...registers }, shape));
    const memory = value(
      toLinearLayout({ layout: 'SwizzledSharedLayout', cga_layout: [], ...shared }, shape),
    );
    if (!isRowOfBanks(held, memory, bits)) continue;
    rows++;
    // Warps may load what others load too.
    const loads = ['register', 'warp'].map((input) => 2 ** inputOf(held, input)!.bases.length);
    const wavefronts = loads[0]! * loads[1]!;
    // What is counted of loads is now and then one or two more.
    assert.ok(record.load_wavefronts - wavefronts <= 2, JSON.stringify(record));
    assert.ok(record.load_wavefronts >= wavefronts, JSON.stringify(record));
    assert.equal(record.store_wavefronts, wavefronts, JSON.stringify(record));
  }
  assert.ok(rows > 0);
});

test('warps of 64 lanes, which are not NVIDIA’s, are not judged', () => {
  const [record] = records;
  const registers = { ...record!.registers, threads_per_warp: [64, 1] };
  assert.equal(accessOf({ ...record!, registers }), null);
});
