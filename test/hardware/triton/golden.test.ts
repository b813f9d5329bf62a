// What Triton 3.6 makes of its encodings: every record of triton.jsonl about them, and a sample of random layouts of
// every encoding in triton-encodings.jsonl.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, type Violation } from '../../../server/src/algebra/integer/failure.ts';
import { product } from '../../../server/src/algebra/linear/product.ts';
import { basesOfSplits } from '../../../server/src/hardware/triton/cga.ts';
import { construct } from '../../../server/src/hardware/triton/construct.ts';
import { bankConflicts } from '../../../server/src/hardware/triton/conversion/bank-conflicts.ts';
import { defaultNvmmaShared } from '../../../server/src/hardware/triton/defaults.ts';
import type { Encoding, EncodingName } from '../../../server/src/hardware/triton/encoding.ts';
import { toLinearLayout } from '../../../server/src/hardware/triton/to-linear-layout.ts';
import {
  compareAll,
  must,
  read,
  type TritonRecord,
  tritonRecords,
  write,
} from '../../algebra/linear/records.ts';
import { asDistributed, asShared, linear } from './compare.ts';

type Fields = Record<string, never> & { readonly layout: string };

test('encodings of tensors in registers', () => {
  compareAll(tritonRecords('triton', 'to_linear_layout'), (r) => asDistributed(r.layout, r.shape));
});

test('bank conflicts', () => {
  const layoutOf = (layout: unknown, r: TritonRecord) =>
    must(toLinearLayout(layout as Encoding, r.shape as number[]));
  compareAll(tritonRecords('triton', 'bank_conflicts'), (r) =>
    must(bankConflicts(layoutOf(r.reg, r), layoutOf(r.shared, r), r.bits as number)),
  );
});

const SAMPLE = 'triton-encodings';

for (const name of [
  'BlockedLayout',
  'SliceLayout',
  'DotOperandLayout',
  'NVMMADistributedLayout',
  'AMDMFMALayout',
  'AMDWMMALayout',
  'DistributedLinearLayout',
]) {
  test(`${name} at random`, () => {
    const records = tritonRecords(SAMPLE, 'to_linear_layout').filter(
      (r) => (r.layout as Fields).layout === name,
    );
    assert.ok(records.length >= 40);
    compareAll(records, (r) => asDistributed(r.layout, r.shape));
  });
}

test('AMDWMMALayout by bases, as later versions have it, and its operands', () => {
  const records = tritonRecords('triton-later', 'to_linear_layout');
  assert.ok(records.length >= 250);
  compareAll(records, (r) => asDistributed(r.layout, r.shape));
});

/** A record with the part of its result that a linear layout has. */
const sharedRecord = (r: TritonRecord): TritonRecord => {
  const { offset_bases, block_bases } = r.result as Fields;
  return { ...r, result: { offset_bases, block_bases } };
};

for (const name of [
  'SwizzledSharedLayout',
  'NVMMASharedLayout',
  'PaddedSharedLayout',
  'SharedLinearLayout',
]) {
  test(`${name} at random`, () => {
    const records = tritonRecords(SAMPLE, 'shared').filter((r) => (r.layout as Fields).layout === name);
    assert.ok(records.length >= 15);
    const answered = records.filter((r) => (r.result as Fields | undefined)?.offset_bases !== undefined);
    compareAll(answered.map(sharedRecord), (r) => asShared(r.layout, r.shape, r.front));
    for (const r of records.filter((record) => record.crashed === true)) {
      assert.ok(
        isFailure(toLinearLayout(r.layout as unknown as Encoding, r.shape as number[])),
        JSON.stringify(r),
      );
    }
  });
}

/** Four warps read 32 rows each: what Triton takes into registers says where rows and columns are. */
test('TensorMemoryLayout at random', () => {
  const isElement = (basis: readonly number[]) => basis.some((x) => x !== 0);
  for (const r of tritonRecords(SAMPLE, 'tmem')) {
    const { reg_bases, lane_bases, warp_bases } = r.result as unknown as Record<string, number[][]>;
    const made = linear(r.layout, r.shape) as unknown as Record<string, number[][]>;
    const [row, col] = [made.row!, made.col!];
    const isWhole = isElement(row[4]!);
    assert.deepEqual(
      isWhole ? row.slice(0, 5) : row.slice(0, 4),
      isWhole ? lane_bases : lane_bases!.slice(0, 4),
    );
    assert.deepEqual(row.slice(5), warp_bases);
    // Where 16 lanes of a warp hold nothing, Triton gives them half of the columns.
    const given = isWhole ? null : JSON.stringify(lane_bases![4]);
    assert.deepEqual(
      col.filter((basis) => isElement(basis) && JSON.stringify(basis) !== given),
      reg_bases!.filter(isElement),
    );
  }
});

test('NVMMASharedLayout.get_default_for', () => {
  const bits: Readonly<Record<string, number>> = {
    float8e5: 8,
    int8: 8,
    float16: 16,
    float32: 32,
    float64: 64,
  };
  const noBlocks = (r: TritonRecord): TritonRecord => {
    const { cga_layout, ...others } = r.result as Record<string, unknown>;
    return { ...r, result: { ...others, cga_layout: cga_layout ?? [] } };
  };
  compareAll(tritonRecords(SAMPLE, 'get_default_for').map(noBlocks), (r) =>
    must(
      defaultNvmmaShared(
        r.shape as number[],
        bits[r.dtype as string]!,
        r.transposed as boolean,
        r.fp4_padded as boolean,
        [],
      ),
    ),
  );
});

test('the older way to say how blocks divide a tensor', () => {
  compareAll(tritonRecords(SAMPLE, 'make_cga_layout'), (r) =>
    must(basesOfSplits(r.ctas_per_cga as number[], r.cta_split_num as number[], r.cta_order as number[])),
  );
});

test('products whose dimensions come in other orders', () => {
  compareAll(tritonRecords(SAMPLE, 'product'), (r) => write(must(product(read(r.a), read(r.b)))));
});

test('every encoding is what its constructor makes of its fields', () => {
  for (const r of tritonRecords(SAMPLE, 'to_linear_layout', 'shared', 'tmem')) {
    const { layout, ...fields } = r.layout as Fields;
    const made = construct(layout as EncodingName, [], new Map(Object.entries(fields)));
    const { ...encoding } = must(made);
    for (const [name, value] of Object.entries(fields)) assert.deepEqual((encoding as Fields)[name], value);
  }
});

function refused(name: EncodingName, args: readonly unknown[], keywords: object = {}): Violation {
  const made = construct(name, args as never, new Map(Object.entries(keywords)));
  assert.ok(isFailure(made), `${name} is refused`);
  return made as Violation;
}

test('what Gluon and Triton refuse', () => {
  assert.equal(
    refused('BlockedLayout', [
      [1, 4],
      [8, 4],
      [4, 1],
      [1, 1],
    ]).message,
    'order [1, 1] is no permutation of 0 to 1',
  );
  assert.equal(
    refused('BlockedLayout', [
      [1, 3],
      [8, 4],
      [4, 1],
      [1, 0],
    ]).message,
    'size_per_thread is [1, 3]: 3 is not a power of two',
  );
  assert.equal(
    refused('BlockedLayout', [[1], [8, 4], [4, 1], [1, 0]]).message,
    'size_per_thread [1] has 1 dimensions, and order [1, 0] has 2',
  );
  assert.equal(refused('BlockedLayout', [[1], [8], [4]]).message, 'BlockedLayout: order is missing');
  assert.equal(
    refused('DistributedLinearLayout', [[[1]], [[1, 0]], [], [], [2, 2]]).message,
    'the basis [1] of reg_bases has 1 number, and the rank is 2',
  );
  assert.equal(refused('NVMMASharedLayout', [48, 16]).code, 'unsupported');
  const parent = must(construct('BlockedLayout', [[1], [32], [4], [0]], new Map()));
  assert.equal(
    refused('SliceLayout', [0, parent]).message,
    'the parent of a SliceLayout has 2 dimensions or more, not 1',
  );
});

test('arguments of older versions become bases', () => {
  const older = must(
    construct(
      'BlockedLayout',
      [
        [1, 1],
        [4, 8],
        [4, 1],
        [1, 0],
        [2, 1],
        [2, 1],
        [1, 0],
      ],
      new Map(),
    ),
  );
  const newer = must(construct('BlockedLayout', [[1, 1], [4, 8], [4, 1], [1, 0], [[1, 0]]], new Map()));
  assert.deepEqual(older, newer);
});

test('an MFMA of 64 × 4 is always transposed', () => {
  const mfma = (transposed: boolean) =>
    ({
      layout: 'AMDMFMALayout',
      version: 3,
      instr_shape: [64, 4, 4],
      transposed,
      warps_per_cta: [1, 1],
      element_bitwidth: 32,
      tiles_per_warp: [1, 1],
      cga_layout: [],
    }) as const;
  const refused = toLinearLayout(mfma(false), [64, 64]);
  assert.ok(isFailure(refused));
  assert.match((refused as Violation).message, /always transposed/);
  assert.ok(!isFailure(toLinearLayout(mfma(true), [64, 64])));
});

test('an MFMA has an instruction of three sizes that there is, and accumulates in 32 or 64 bits', () => {
  const message = (version: number, shape: readonly number[], bits: number): string => {
    const named = new Map([['element_bitwidth', bits]]);
    const made = construct('AMDMFMALayout', [version, [...shape], false, [1, 1]], named);
    return isFailure(made) ? (made as Violation).message : '';
  };
  assert.equal(message(3, [32, 32, 8], 32), '');
  assert.equal(message(3, [32, 32, 8, 1], 32), 'instr_shape is [32, 32, 8, 1]: it is [M, N, K]');
  assert.match(message(3, [16, 32, 8], 32), /^MFMA has no instruction of 16 × 32: there are 32 × 32, /);
  assert.match(message(5, [32, 32, 8], 32), /^version is 5/);
  assert.match(message(3, [32, 32, 8], 16), /^element_bitwidth is 16/);
});
