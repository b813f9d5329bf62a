import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isFailure, type Outcome } from '../../server/src/algebra/integer/failure.ts';
import { type SharedAccess, sharedCost } from '../../server/src/hardware/memory/banks.ts';
import { globalCost } from '../../server/src/hardware/memory/coalescing.ts';

const records = <T>(path: string): T[] =>
  readFileSync(new URL(path, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
const value = <T>(outcome: Outcome<T>): T => {
  assert.ok(!isFailure(outcome), isFailure(outcome) ? JSON.stringify(outcome) : '');
  return outcome as T;
};

interface Golden {
  op: string;
  width: number;
  lane_bytes: number[];
  wavefronts_ld: number;
  wavefronts_st: number;
  bank_conflicts: number;
}

function accessOf(op: string, width: number, offsets: number[], active = 0xffffffff): SharedAccess {
  const matrices = /^(ld|st)sm(\d)/.exec(op);
  if (matrices) {
    return { kind: matrices[1] === 'ld' ? 'ldmatrix' : 'stmatrix', matrices: Number(matrices[2]), offsets };
  }
  return {
    kind: op === 'ld' ? 'load' : 'store',
    width,
    offsets: offsets.map((offset, lane) => ((active >>> lane) & 1 ? offset : null)),
  };
}

test('every measured record of bank-conflicts.jsonl', () => {
  const all = records<Golden>('../golden/bank-conflicts.jsonl');
  assert.equal(all.length, 420);
  let merged = 0;
  for (const record of all) {
    const cost = value(sharedCost(accessOf(record.op, record.width, record.lane_bytes)));
    assert.equal(cost.wavefronts, record.wavefronts_ld + record.wavefronts_st, JSON.stringify(record));
    assert.equal(cost.conflicts, record.bank_conflicts, JSON.stringify(record));
    if (cost.wavefronts !== cost.textbook) merged++;
  }
  // The broadcasts in which the textbook rule is wrong.
  assert.equal(merged, 21);
});

test('the accesses chosen to tell merging rules apart', () => {
  const all = records<{
    op: string;
    width: number;
    active?: number;
    lane_bytes: number[];
    wavefronts: number;
    conflicts: number;
  }>('./shared-memory-accesses.jsonl');
  assert.ok(all.length > 400);
  let merged = 0;
  for (const record of all) {
    const cost = value(sharedCost(accessOf(record.op, record.width, record.lane_bytes, record.active)));
    assert.equal(cost.wavefronts, record.wavefronts, JSON.stringify(record));
    assert.equal(cost.conflicts, record.conflicts, JSON.stringify(record));
    if (cost.wavefronts !== cost.textbook) merged++;
  }
  assert.ok(merged > 100, `${merged} of them merge phases`);
});

test('the worst bank and its lanes are named', () => {
  // A column of a row-major 32 x 32 float tile: every lane in bank 0.
  const offsets = Array.from({ length: 32 }, (_, lane) => lane * 128);
  const cost = value(sharedCost({ kind: 'load', width: 4, offsets }));
  assert.equal(cost.wavefronts, 32);
  assert.equal(cost.worst?.bank, 0);
  assert.equal(cost.worst?.lanes.length, 32);
  // Padded by one word a row it is free of conflicts.
  const padded = value(
    sharedCost({ kind: 'load', width: 4, offsets: offsets.map((byte, lane) => byte + 4 * lane) }),
  );
  assert.deepEqual([padded.wavefronts, padded.conflicts, padded.worst], [1, 0, null]);
});

test('accesses that no instruction makes are refused', () => {
  const offsets = Array.from({ length: 32 }, (_, lane) => 2 * lane);
  assert.ok(isFailure(sharedCost({ kind: 'load', width: 4, offsets })));
  assert.ok(isFailure(sharedCost({ kind: 'load', width: 3, offsets })));
  assert.ok(isFailure(sharedCost({ kind: 'load', width: 2, offsets: offsets.slice(1) })));
  assert.ok(isFailure(sharedCost({ kind: 'load', width: 2, offsets: offsets.map(() => null) })));
  assert.ok(isFailure(globalCost(offsets, 4)));
});

test('every measured record of global-sectors.jsonl', () => {
  const all = records<{ width: number; lane_bytes: number[]; sectors: number }>(
    '../golden/global-sectors.jsonl',
  );
  assert.equal(all.length, 220);
  for (const record of all) {
    const cost = value(globalCost(record.lane_bytes, record.width));
    assert.equal(cost.sectors, record.sectors, JSON.stringify(record));
    assert.ok(cost.fewest <= cost.sectors && cost.efficiency <= 1);
  }
});
