// Results that C++ CuTe printed (commit 7107b0553, compiled on the host) for fragments, descriptors, tensor
// memory, retiling and the less common tiled copies: test/hardware/cpp-results.jsonl.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { tileToShapeAny } from '../../server/src/algebra/composed/composed.ts';
import { isFailure, type Outcome } from '../../server/src/algebra/integer/failure.ts';
import { ComposedLayout, type Tiler } from '../../server/src/algebra/layout/layout.ts';
import { printMarked } from '../../server/src/algebra/layout/print.ts';
import { makeLayoutLeft } from '../../server/src/algebra/operation/make.ts';
import { type CopyAtom, copyAtomByName } from '../../server/src/hardware/copy/copy-atom.ts';
import {
  copyPartition,
  copySlice,
  makeCotiledCopy,
  makeTiledCopyCAtom,
  makeTiledCopyFor,
  makeTiledCopyLike,
  retile,
} from '../../server/src/hardware/copy/tiled-copy.ts';
import { makeFragment, partitionFragmentC } from '../../server/src/hardware/mma/fragment.ts';
import { mmaAtom, type Operand } from '../../server/src/hardware/mma/mma-atom.ts';
import { smemAtom } from '../../server/src/hardware/mma/smem-atom.ts';
import {
  makeTiledMma,
  mmaPartition,
  mmaSlice,
  partitionShape,
  type TiledMma,
} from '../../server/src/hardware/mma/tiled-mma.ts';
import { readLayout, readValue } from '../algebra/notation.ts';

type Line = Record<string, string> & { kind: string };
const lines = readFileSync(new URL('./cpp-results.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);

const value = <T>(outcome: Outcome<T>): T => {
  assert.ok(!isFailure(outcome), isFailure(outcome) ? JSON.stringify(outcome) : '');
  return outcome as T;
};
// Marked text is read as it stands: `_4` static, `4` dynamic.
const layout = (text: string) => readLayout(text, 'dynamic');
const mmaOf = (line: Line): TiledMma =>
  value(
    makeTiledMma(
      value(mmaAtom(line.atom!)),
      readLayout(line.threads ?? '(1,1,1):(0,0,0)'),
      readValue(line.permutation ?? '(_,_,_)') as Tiler,
    ),
  );
const copyAtomOf = (line: Line): CopyAtom => value(copyAtomByName(`Copy_Atom<${line.copy},${line.element}>`));

const checks: Record<string, (line: Line) => void> = {
  fragments(line) {
    const mma = mmaOf(line);
    const slice = value(mmaSlice(mma, 0));
    for (const operand of ['A', 'B', 'C'] as const) {
      const part = value(mmaPartition(slice, operand, layout(line[`data${operand}`]!)));
      assert.equal(printMarked(part.layout), line[`partition${operand}`]);
      const fragment = value(makeFragment(mma.atom, operand, part.layout));
      assert.equal(fragment.space, 'registers');
      assert.equal(printMarked(fragment.layout), line[`fragment${operand}`], `${line.atom} ${operand}`);
    }
    const staged = value(mmaPartition(slice, 'B', layout(line.dataB3!)));
    assert.equal(printMarked(value(makeFragment(mma.atom, 'B', staged.layout)).layout), line.fragmentB3);
    assert.equal(printMarked(value(partitionFragmentC(mma, [128, 64])).layout), line.partition_fragment_C);
  },
  retile(line) {
    const copy = value(makeTiledCopyFor(line.operand as Operand, copyAtomOf(line), mmaOf(line)));
    assert.equal(
      printMarked(value(retile(copy, layout(line.fragment!)))),
      line.retiled,
      JSON.stringify(line),
    );
  },
  make_tiled_copy_C_atom(line) {
    const copy = value(makeTiledCopyCAtom(copyAtomOf(line), mmaOf(line)));
    assert.equal(printMarked(copy.layoutTv), line.TiledLayout_TV);
    assert.equal(printMarked(copy.tiler), line.Tiler_MN);
    const part = value(copyPartition(copySlice(copy, 3), 'D', layout(line.data!)));
    assert.equal(printMarked(part.layout), line.partition_D);
    const narrow = value(copyAtomByName('Copy_Atom<UniversalCopy<uint32_t>,half_t>'));
    const wide = value(copyAtomByName('Copy_Atom<UniversalCopy<uint128_t>,half_t>'));
    assert.equal(printMarked(value(makeTiledCopyLike('S', narrow, copy)).layoutTv), line.S);
    assert.equal(printMarked(value(makeTiledCopyLike('D', wide, copy)).layoutTv), line.D);
  },
  make_cotiled_copy(line) {
    const copy = value(
      makeCotiledCopy(copyAtomOf(line), readLayout(line.addresses!), readLayout(line.data!)),
    );
    assert.equal(printMarked(copy.layoutTv), line.TiledLayout_TV);
    assert.equal(printMarked(copy.tiler), line.Tiler_MN);
  },
  descriptors(line) {
    const mma = mmaOf(line);
    const slice = value(mmaSlice(mma, 0));
    for (const operand of ['A', 'B'] as const) {
      const shape = readValue(line[`shape${operand}`]!, 'dynamic') as readonly (readonly number[])[];
      const extents = shape.map((mode) => mode.reduce((a, b) => a * b));
      const atom = value(smemAtom(line[`layout${operand}`]!, mma.atom.types[operand].bits!));
      const part = value(mmaPartition(slice, operand, value(tileToShapeAny(atom, extents))));
      assert.ok(part.layout instanceof ComposedLayout, 'the swizzle stays on the pointer');
      assert.equal(printMarked(part.layout.inner), line[`partition${operand}`]);
      const fragment = value(makeFragment(mma.atom, operand, part.layout));
      assert.equal(fragment.space, 'descriptor');
      assert.equal(printMarked(fragment.layout), line[`fragment${operand}`], `${line.atom} ${operand}`);
    }
  },
  tmem(line) {
    const mma = mmaOf(line);
    const shape = value(partitionShape(mma, 'C', [256, 256]));
    assert.equal(printMarked(shape), line.partition_shape_C);
    const fragment = value(makeFragment(mma.atom, 'C', value(makeLayoutLeft(shape))));
    assert.equal(fragment.space, 'tensor-memory');
    assert.equal(printMarked(fragment.layout), line.fragmentC, line.atom);
  },
};

for (const [kind, check] of Object.entries(checks)) {
  test(`C++ CuTe's results: ${kind}`, () => {
    const own = lines.filter((line) => line.kind === kind);
    assert.ok(own.length > 0);
    for (const line of own) check(line);
  });
}

test('every line of the results is checked', () => {
  for (const line of lines) assert.ok(line.kind in checks, line.kind);
});
