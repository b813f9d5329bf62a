import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { makeComposed, tileToShapeAny } from '../../server/src/algebra/composed/composed.ts';
import { isFailure, NeedsValue, type Outcome, Violation } from '../../server/src/algebra/integer/failure.ts';
import { type AnyLayout, Layout, Swizzle, type Tiler } from '../../server/src/algebra/layout/layout.ts';
import { printMarked, printPlain } from '../../server/src/algebra/layout/print.ts';
import { makeIdentityLayout } from '../../server/src/algebra/operation/make.ts';
import type { Partition } from '../../server/src/hardware/atom/partition.ts';
import { copyAtomByName } from '../../server/src/hardware/copy/copy-atom.ts';
import {
  copyLayoutTv,
  copyPartition,
  copySlice,
  makeTiledCopy,
  makeTiledCopyFor,
  type TiledCopy,
  tidfrg,
} from '../../server/src/hardware/copy/tiled-copy.ts';
import { tmemAddresses } from '../../server/src/hardware/copy/tmem-copy.ts';
import { mmaAtom, type Operand } from '../../server/src/hardware/mma/mma-atom.ts';
import {
  makeTiledMma,
  mmaLayoutTv,
  mmaPartition,
  mmaSlice,
  mmaThreads,
  partitionShape,
  permutationOf,
  type TiledMma,
  thrfrg,
  tileShapeMnk,
} from '../../server/src/hardware/mma/tiled-mma.ts';
import { readLayout, readValue } from '../algebra/notation.ts';

interface GoldenTiled {
  op: string;
  args: (string | number)[];
  result?: Record<string, unknown>;
  raw?: Record<string, unknown>;
  accepts?: false;
  error?: string;
}
const golden = readFileSync(new URL('../golden/tiled.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as GoldenTiled);

const value = <T>(outcome: Outcome<T>): T => {
  assert.ok(!isFailure(outcome), isFailure(outcome) ? JSON.stringify(outcome) : '');
  return outcome as T;
};

type Printable = Parameters<typeof printPlain>[0];
type Field = Printable | readonly [Printable, Printable];
const isPair = (field: Field): field is readonly [Printable, Printable] =>
  Array.isArray(field) && field.length === 2 && field[0] instanceof Layout;

/** A field of the record: text, number or the pair of both, as the golden data writes it. */
function written(field: Field, print: (v: Printable) => string, plain: boolean): unknown {
  if (isPair(field)) return field.map((part) => written(part, print, plain));
  return plain && typeof field === 'number' ? field : print(field);
}
const pair = (part: Partition): Field => [part.layout, part.offset] as unknown as Field;

function compare(record: GoldenTiled, fields: Record<string, Field>): void {
  const name = `${record.op} ${record.args.join(' ')}`;
  const all = (print: (v: Printable) => string, plain: boolean) =>
    Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, written(field, print, plain)]));
  assert.deepEqual(all(printPlain, true), record.result, name);
  assert.deepEqual(all(printMarked, false), record.raw, name);
}

const OPERANDS = ['A', 'B', 'C'] as const;

function tiledMma(record: GoldenTiled, first: number): TiledMma {
  const [atom, threads, permutations] = record.args.slice(first) as string[];
  return value(makeTiledMma(value(mmaAtom(atom!)), readLayout(threads!), readValue(permutations!) as Tiler));
}

function checkMma(record: GoldenTiled): void {
  const mma = tiledMma(record, 0);
  const thread = record.args[3] as number;
  const data = record.args.slice(4).map((text) => readLayout(text as string));
  const slice = value(mmaSlice(mma, thread));
  const each = (name: (o: Operand) => string, f: (o: Operand, layout: Layout) => Field) =>
    Object.fromEntries(OPERANDS.map((o, i) => [name(o), f(o, data[i]!)]));
  compare(record, {
    thr_layout_vmnk: mma.thrLayoutVmnk,
    permutation_mnk: [0, 1, 2].map((i) => permutationOf(mma, i as 0 | 1 | 2)) as Printable,
    tile_size_mnk: [...tileShapeMnk(mma)],
    ...each(
      (o) => `layout${o}_TV`,
      (o) => value(mmaLayoutTv(mma, o)),
    ),
    num_threads: value(mmaThreads(mma)),
    ...each(
      (o) => `partition_shape_${o}`,
      (o, layout) => value(partitionShape(mma, o, layout.shape)),
    ),
    ...each(
      (o) => `thrfrg_${o}`,
      (o, layout) => value(thrfrg(mma, o, layout)),
    ),
    ...each(
      (o) => `partition_${o}`,
      (o, layout) => pair(value(mmaPartition(slice, o, layout))),
    ),
    partition_C_identity: pair(value(mmaPartition(slice, 'C', makeIdentityLayout(data[2]!.shape)))),
  });
}

/** `tile_to_shape(Sw<2,3,3> o 0 o (8,32):(32,1),(64,64))`, or a layout. */
function readData(text: string): AnyLayout {
  const tiled = /^tile_to_shape\(Sw<(\d),(\d),(\d)> o 0 o (.+),(\([\d,]+\))\)$/.exec(text);
  if (tiled === null) return readLayout(text);
  const [b, m, s] = tiled.slice(1, 4).map(Number);
  const atom = makeComposed(new Swizzle(b!, m!, s!), 0, readLayout(tiled[4]!));
  return value(tileToShapeAny(atom, readValue(tiled[5]!) as readonly number[]));
}

function checkCopy(record: GoldenTiled, made: Outcome<TiledCopy>, thread: number | null, data: string): void {
  if (record.accepts === false) {
    assert.ok(made instanceof Violation, record.args.join(' '));
    assert.equal(made.detail.cute, record.error);
    return;
  }
  const copy = value(made);
  const layout = readData(data);
  const part = (side: 'S' | 'D'): Record<string, Field> =>
    thread === null
      ? {}
      : { [`partition_${side}`]: pair(value(copyPartition(copySlice(copy, thread), side, layout))) };
  compare(record, {
    TiledLayout_TV: copy.layoutTv,
    Tiler_MN: copy.tiler,
    layoutS_TV: value(copyLayoutTv(copy, 'S')),
    layoutD_TV: value(copyLayoutTv(copy, 'D')),
    tidfrg_S: value(tidfrg(copy, 'S', layout)),
    tidfrg_D: value(tidfrg(copy, 'D', layout)),
    ...part('S'),
    ...part('D'),
  });
}

function checkTiledCopy(record: GoldenTiled): void {
  const [operation, element, threads, values, thread, data] = record.args as [
    string,
    string,
    string,
    string,
    number,
    string,
  ];
  const atom = value(copyAtomByName(`Copy_Atom<${operation},${element}>`));
  checkCopy(record, makeTiledCopy(atom, readLayout(threads), readLayout(values)), thread, data);
}

function checkCopyForMma(record: GoldenTiled): void {
  const { op, args } = record;
  const atom = value(copyAtomByName(`Copy_Atom<${args[3]},${args[4]}>`));
  const made = makeTiledCopyFor(op.at(-1) as Operand, atom, tiledMma(record, 0));
  const [thread, data] = args.length === 6 ? [null, args[5]] : [args[5] as number, args[6]];
  checkCopy(record, made, thread, data as string);
}

function check(record: GoldenTiled): void {
  if (record.op === 'tiled_mma') checkMma(record);
  else if (record.op === 'tiled_copy') checkTiledCopy(record);
  else checkCopyForMma(record);
}

const COUNTS = {
  tiled_mma: 30,
  tiled_copy: 21,
  make_tiled_copy_A: 4,
  make_tiled_copy_B: 5,
  make_tiled_copy_C: 6,
};

for (const [op, count] of Object.entries(COUNTS)) {
  test(`every record of tiled.jsonl: ${op}`, () => {
    const records = golden.filter((record) => record.op === op);
    assert.equal(records.length, count);
    for (const record of records) check(record);
  });
}

test('a TiledMMA has three modes of atoms and three permutations; a tensor-memory copy is one of tensor memory', () => {
  const refused = (outcome: Outcome<unknown>): unknown => {
    assert.ok(outcome instanceof Violation);
    return [outcome.message, outcome.detail.cute];
  };
  const atom = mmaAtom('SM80_16x8x16_F32F16F16F32_TN');
  assert.ok(!isFailure(atom));
  assert.deepEqual(refused(makeTiledMma(atom, readLayout('(1,1,1,2):(0,0,0,1)'))), [
    'the thread layout of a TiledMMA has the modes M, N and K',
    'TiledMMA requires rank-3 AtomLayoutMNK',
  ]);
  const four = readValue('(32:1,16:1,16:1,2:1)') as Tiler;
  assert.deepEqual(refused(makeTiledMma(atom, readLayout('(2,2,1):(1,2,0)'), four)), [
    'the permutation of a TiledMMA has the modes M, N and K',
    'TiledMMA requires rank-3 PermutationMNK',
  ]);
  const plain = copyAtomByName('Copy_Atom<UniversalCopy<uint128_t>, half_t>');
  assert.ok(!isFailure(plain));
  const asked = tmemAddresses(plain.operation);
  assert.ok(asked instanceof NeedsValue);
  assert.match(asked.reason, /^UniversalCopy<uint128_t> is no copy between tensor memory and registers$/);
});
