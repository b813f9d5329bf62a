// Types as Triton prints them: read back, they have the layout that they were made of.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, Violation } from '../../../server/src/algebra/integer/failure.ts';
import { basesOf, LinearLayout, sizesOf } from '../../../server/src/algebra/linear/layout.ts';
import { ttgirTensor } from '../../../server/src/evaluate/triton/ttgir.ts';
import { typeAt } from '../../../server/src/frontends/ttgir/places.ts';
import type { Encoding } from '../../../server/src/hardware/triton/encoding.ts';
import { toLinearLayout } from '../../../server/src/hardware/triton/to-linear-layout.ts';
import { tritonText } from '../../../server/src/hardware/triton/value.ts';
import { compareAll, tritonRecords } from '../../algebra/linear/records.ts';

const NONE = () => null;

/** The linear layout as JSON; for what has none, why. */
function linear(encoding: Encoding, shape: readonly number[]): unknown {
  const made = toLinearLayout(encoding, shape);
  return made instanceof LinearLayout ? [basesOf(made), sizesOf(made)] : made;
}

test('types of every encoding', () => {
  const records = tritonRecords('triton-types', 'type');
  assert.ok(records.length > 100);
  const expected = records.map((r) => ({ ...r, result: linear(r.layout as Encoding, r.shape as number[]) }));
  compareAll(expected, (r) => {
    const text = records[expected.indexOf(r as (typeof expected)[number])]!.result as string;
    const type = typeAt(text, 2, { start: 0, end: text.length });
    const tensor = type === null ? null : ttgirTensor(type, NONE);
    if (tensor === null || isFailure(tensor) || tensor.layout === null) return `${text} is not read`;
    assert.equal(tensor.layout.layout, (r.layout as Encoding).layout);
    assert.deepEqual(tensor.shape, r.shape);
    return linear(tensor.layout, tensor.shape);
  });
});

test('a text that is broken anywhere is read or not, and nothing worse', () => {
  for (const { result } of tritonRecords('triton-types', 'type')) {
    const text = result as string;
    for (let cut = 0; cut < text.length; cut++) {
      const broken = text.slice(0, cut) + text.slice(cut + 1);
      const type = typeAt(broken, 2, { start: 0, end: broken.length });
      if (type !== null) ttgirTensor(type, NONE);
    }
  }
});

/** The type's tensor as text, or why it has none. */
function read(text: string): string {
  const type = typeAt(text, 2, { start: 0, end: text.length });
  const tensor = type === null ? null : ttgirTensor(type, NONE);
  if (tensor === null) return 'not read';
  if (isFailure(tensor)) return tensor instanceof Violation ? tensor.message : tensor.reason;
  return tritonText(tensor);
}

test('fields that are left out have the value that Triton gives them, or are asked for', () => {
  const mma = (version: string) =>
    read(`tensor<16x16xf16, #ttg.nvidia_mma<{${version}warpsPerCTA = [2, 1], instrShape = [16, 8]}>>`);
  assert.match(mma('versionMajor = 2, versionMinor = 1, '), /version=\[2, 1\]/);
  assert.match(mma('versionMajor = 2, '), /version=\[2, 0\]/);
  assert.equal(mma('versionMinor = 0, '), 'versionMajor of #ttg.nvidia_mma is missing');
  const tmem = (fields: string) =>
    read(`!ttg.memdesc<128x64xf32, #ttng.tensor_memory_encoding<${fields}>, #ttng.tensor_memory>`);
  assert.match(
    tmem('blockM = 128, blockN = 64, colStride = 1'),
    /block=\[128, 64\], col_stride=1, cta_split_num=None/,
  );
  assert.match(tmem('blockM = 128, blockN = 64, colStride = 1, CTASplitN = 2'), /cta_split_num=\[1, 2\]/);
  assert.match(tmem('blockM = 128, blockN = 64, colStride = 1, CTASplitM = 2'), /cta_split_num=\[2, 1\]/);
  assert.equal(tmem('blockM = 128, colStride = 1'), 'blockN of #ttng.tensor_memory_encoding is missing');
  assert.equal(tmem('blockM = 128, blockN = 64'), 'colStride of #ttng.tensor_memory_encoding is missing');
});

test('bases are lists of lists, and all of them together say how large the tensor is', () => {
  const linearOf = (fields: string) => read(`tensor<4xf16, #ttg.linear<{${fields}}>>`);
  assert.match(linearOf('register = [[1]], lane = [[2]]'), /warp_bases=\[\], block_bases=\[\], shape=\[4\]/);
  assert.equal(linearOf('register = 3, lane = [[2]]'), 'register is a list of bases');
  assert.equal(linearOf('register = [[1]], lane = [2]'), 'lane is a list of bases');
  assert.equal(linearOf(''), 'a layout without bases says nothing of its rank');
  const padded = (fields: string) =>
    read(`!ttg.memdesc<4x2xf16, #ttg.padded_shared<[32:+4] {${fields}}>, #ttg.shared_memory>`);
  // The blocks reach further than the offsets do.
  assert.match(
    padded('offset = [[0, 1], [1, 0]], block = [[2, 0]]'),
    /offset_bases=\[\[0, 1\], \[1, 0\]\], block_bases=\[\[2, 0\]\], shape=\[4, 2\]/,
  );
  assert.equal(padded('offset = 3, block = []'), 'offset is a list of bases');
  assert.equal(padded('offset = [[0, 1]], block = 3'), 'block is a list of bases');
});
