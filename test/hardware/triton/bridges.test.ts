// CuTe's layouts and Triton's: each as the other, value by value; and the same instructions in both.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure } from '../../../server/src/algebra/integer/failure.ts';
import { type AnyLayout, Layout } from '../../../server/src/algebra/layout/layout.ts';
import { printPlain } from '../../../server/src/algebra/layout/print.ts';
import { apply } from '../../../server/src/algebra/linear/apply.ts';
import { linearOfLayout, linearOfThreadValues } from '../../../server/src/algebra/linear/from-layout.ts';
import { basesOf, type LinearLayout, sizesOf } from '../../../server/src/algebra/linear/layout.ts';
import { layoutOfLinear } from '../../../server/src/algebra/linear/to-layout.ts';
import { viewOf, withValues } from '../../../server/src/algebra/property/view.ts';
import { mmaAtom } from '../../../server/src/hardware/mma/mma-atom.ts';
import type { Encoding } from '../../../server/src/hardware/triton/encoding.ts';
import { toLinearLayout } from '../../../server/src/hardware/triton/to-linear-layout.ts';
import { points } from '../../algebra/linear/random-layouts.ts';
import { must } from '../../algebra/linear/records.ts';
import { seeded } from '../../support/random.ts';

/** The values of a layout in the order of its coordinates. */
const valuesOf = (layout: AnyLayout): readonly number[] =>
  must(withValues(must(viewOf(layout)), ([values]) => [...values!]));

/** The values of a linear layout, its first input the fastest. */
const linearValues = (layout: LinearLayout): readonly number[] =>
  points(new (layout.constructor as typeof LinearLayout)([...layout.ins].reverse(), layout.outs)).map(
    (at) => must(apply(layout, at)).get('offset')!,
  );

test('a layout of powers of two and its linear layout have the same values, there and back', () => {
  const random = seeded(4);
  let [compared, refused] = [0, 0];
  for (let n = 0; n < 300; n++) {
    const modes = random.between(1, 4);
    const shape = Array.from({ length: modes }, () => 2 ** random.between(0, 3));
    const stride = shape.map(() => (random.between(0, 5) === 0 ? 0 : 2 ** random.between(0, 7)));
    const layout = new Layout(shape, stride);
    const linear = linearOfLayout(layout);
    if (isFailure(linear)) {
      refused++;
      continue;
    }
    assert.deepEqual(linearValues(linear), valuesOf(layout), printPlain(layout));
    assert.deepEqual(valuesOf(must(layoutOfLinear(linear))), valuesOf(layout), printPlain(layout));
    compared++;
  }
  assert.ok(compared > 60 && refused > 20, `${compared} compared, ${refused} refused`);
});

const CTA = { cga_layout: [] };
const mma = (version: number, warps: number, instr: readonly number[]): Encoding =>
  ({
    layout: 'NVMMADistributedLayout',
    version: [version, 0],
    warps_per_cta: [warps, 1],
    instr_shape: instr,
    ...CTA,
  }) as Encoding;

const operand = (index: number, width: number): Encoding =>
  ({
    layout: 'DotOperandLayout',
    operand_index: index,
    parent: mma(2, 1, [16, 8]),
    k_width: width,
  }) as Encoding;

/** Bases of registers, lanes and warps, the outputs in an order. */
function written(layout: LinearLayout, order: readonly number[]): unknown {
  const held = basesOf(layout).filter(([name]) => name !== 'block');
  const turn = (list: readonly number[]) => order.map((i) => list[i]!);
  return [
    held.map(([name, images]) => [name, images.map(turn)]),
    turn(sizesOf(layout).map(([, size]) => size)),
  ];
}

interface Same {
  readonly atom: string;
  readonly of: 'A' | 'B' | 'C';
  readonly tile: readonly [number, number];
  readonly triton: Encoding;
}

const F16 = 'SM80_16x8x16_F32F16F16F32_TN';
const S8 = 'SM80_16x8x32_S32S8S8S32_TN';
const SAME: readonly Same[] = [
  { atom: F16, of: 'C', tile: [16, 8], triton: mma(2, 1, [16, 8]) },
  { atom: F16, of: 'A', tile: [16, 16], triton: operand(0, 2) },
  { atom: F16, of: 'B', tile: [8, 16], triton: operand(1, 2) },
  { atom: S8, of: 'A', tile: [16, 32], triton: operand(0, 4) },
  { atom: S8, of: 'B', tile: [8, 32], triton: operand(1, 4) },
  ...[8, 64, 256].map(
    (n): Same => ({
      atom: `SM90_64x${n}x16_F32F16F16_SS`,
      of: 'C',
      tile: [64, n],
      triton: mma(3, 4, [16, n, 16]),
    }),
  ),
];

for (const { atom, of, tile, triton } of SAME) {
  test(`${of} of ${atom} lies as Triton has it`, () => {
    const cute = must(linearOfThreadValues(must(mmaAtom(atom)).layouts[of], tile));
    // B is N × K in CuTe, and K × N in Triton.
    const order = of === 'B' ? [1, 0] : [0, 1];
    const shape = order.map((i) => tile[i]!);
    assert.deepEqual(written(cute, [0, 1]), written(must(toLinearLayout(triton, shape)), order));
  });
}
