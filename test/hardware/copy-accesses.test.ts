// Accesses through copies of real tiles, by their addresses and by what an H200 counted: copy-accesses.jsonl has 517 that
// were drawn by chance from four thousand (plain, padded and swizzled layouts as advised), measured once, one warp and
// one instruction each, with the profiler's l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld|st and bank conflicts.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { makeComposed } from '../../server/src/algebra/composed/composed.ts';
import { isFailure, type Outcome } from '../../server/src/algebra/integer/failure.ts';
import { type AnyLayout, Layout, Swizzle } from '../../server/src/algebra/layout/layout.ts';
import { printPlain } from '../../server/src/algebra/layout/print.ts';
import { copyAtomByName } from '../../server/src/hardware/copy/copy-atom.ts';
import { makeTiledCopy, makeTiledCopyFor, type Side } from '../../server/src/hardware/copy/tiled-copy.ts';
import { tileCost, warpAccesses } from '../../server/src/hardware/memory/accesses.ts';
import { adviceFor } from '../../server/src/hardware/memory/advice.ts';
import { sharedCost } from '../../server/src/hardware/memory/banks.ts';
import { instructionOf } from '../../server/src/hardware/memory/instruction.ts';
import { elementsOf, type Share } from '../../server/src/hardware/memory/share.ts';
import { mmaAtom, type Operand } from '../../server/src/hardware/mma/mma-atom.ts';
import { makeTiledMma } from '../../server/src/hardware/mma/tiled-mma.ts';
import { readLayout } from '../algebra/notation.ts';

const value = <T>(outcome: Outcome<T>): T => {
  assert.ok(!isFailure(outcome), isFailure(outcome) ? JSON.stringify(outcome) : '');
  return outcome as T;
};

interface Measured {
  copy: string;
  side: Side;
  /** The layouts of a tiled copy, */
  threads?: string;
  values?: string;
  /** or the atom, the atoms along M and N, and the operand of the MMA that it is made for. */
  mma?: string;
  atoms?: [number, number];
  operand?: Operand;
  tile: [number, number];
  layout: string;
  advised: 'plain' | 'swizzle' | 'padding';
  warp: number;
  lane_bytes: number[];
  wavefronts: number;
  conflicts: number;
}

const records = readFileSync(new URL('./copy-accesses.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Measured);

function copyOf(record: Measured) {
  const atom = value(copyAtomByName(record.copy));
  const { mma, atoms, operand } = record;
  if (mma === undefined || atoms === undefined || operand === undefined)
    return value(
      makeTiledCopy(atom, readLayout(record.threads!) as Layout, readLayout(record.values!) as Layout),
    );
  const [m, n] = atoms;
  const k = Number(/x(\d+)_/.exec(mma)![1]);
  const tiled = makeTiledMma(value(mmaAtom(mma)), new Layout([m, n, 1], [1, m, 0]), [16 * m, 16 * n, k]);
  return value(makeTiledCopyFor(operand, atom, value(tiled)));
}

/** `Sw<3,3,3> o 0 o (128,64):(64,1)`, or without a swizzle. */
function dataOf(text: string): AnyLayout {
  const match = /^Sw<(\d),(\d),(\d)> o 0 o (.*)$/.exec(text);
  if (match === null) return readLayout(text);
  const [bits, base, shift] = match.slice(1, 4).map(Number) as [number, number, number];
  return value(makeComposed(new Swizzle(bits, base, shift), 0, readLayout(match[4]!)));
}

const accessTo = (record: Measured, layout: string) => {
  const by = copyOf(record);
  const share: Share = { data: dataOf(layout), by, part: record.side, thread: 0 };
  const instruction = instructionOf(by.atom, record.side)!;
  const elementBits = by.atom.element.bits as number;
  return { share, instruction, elementBits };
};

test('every measured access of a copy has the addresses and the wavefronts that are told', () => {
  assert.equal(records.length, 517);
  assert.equal(records.filter(({ conflicts }) => conflicts > 0).length > 150, true);
  for (const record of records) {
    const { share, instruction, elementBits } = accessTo(record, record.layout);
    const elements = value(elementsOf(share));
    const found = [...warpAccesses(elements, instruction, elementBits)].find(
      ({ warp, offsets }) => warp === record.warp && offsets.join() === record.lane_bytes.join(),
    );
    assert.ok(found, `no such addresses: ${JSON.stringify(record)}`);
    const { kind, matrices, width } = instruction;
    assert.ok(kind !== 'cp.async');
    const { offsets } = found;
    const access =
      kind === 'load' || kind === 'store' ? { kind, width, offsets } : { kind, matrices: matrices!, offsets };
    const cost = value(sharedCost(access));
    assert.deepEqual(
      [cost.wavefronts, cost.conflicts],
      [record.wavefronts, record.conflicts],
      JSON.stringify(record),
    );
    const { fewest, most } = value(tileCost(elements, instruction, elementBits));
    assert.ok(fewest <= record.wavefronts && record.wavefronts <= most);
  }
});

test('what is advised as free of conflicts is free on the hardware', () => {
  let free = 0;
  for (const record of records) {
    if (record.advised === 'plain') continue;
    const [rows, columns] = record.tile;
    const isTall = record.layout.includes(':(1,');
    const plain = isTall ? `(${rows},${columns}):(1,${rows})` : `(${rows},${columns}):(${columns},1)`;
    const { share, ...access } = accessTo(record, plain);
    const advice = adviceFor(share.data, [{ share, ...access }]);
    const same = advice.find(({ layout }) => printPlain(layout) === record.layout);
    assert.ok(same, `not advised: ${JSON.stringify(record)}`);
    if (same.costs[0]!.worst !== null) continue;
    free++;
    assert.equal(record.conflicts, 0, JSON.stringify(record));
  }
  assert.ok(free > 150, `${free} are`);
});

test('a plain copy reads its source with loads, and writes its destination with stores', () => {
  const atom = value(copyAtomByName('Copy_Atom<UniversalCopy<uint128_t>, half_t>'));
  assert.deepEqual(
    (['S', 'D'] as const).map((side) => instructionOf(atom, side)?.kind),
    ['load', 'store'],
  );
});
