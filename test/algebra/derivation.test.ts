// Derivations: what an operation tells about its steps.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure, type Outcome } from '../../server/src/algebra/integer/failure.ts';
import { Trace } from '../../server/src/algebra/integer/trace.ts';
import type { Layout } from '../../server/src/algebra/layout/layout.ts';
import { printPlain } from '../../server/src/algebra/layout/print.ts';
import { complement } from '../../server/src/algebra/operation/complement.ts';
import { composition } from '../../server/src/algebra/operation/composition.ts';
import { logicalDivide } from '../../server/src/algebra/operation/divide.ts';
import { leftInverse, rightInverse } from '../../server/src/algebra/operation/inverse.ts';
import { logicalProduct } from '../../server/src/algebra/operation/product.ts';
import { goldenRecords } from './golden-records.ts';
import { readLayout, readValue } from './notation.ts';

function told(run: (trace: Trace) => Outcome<Layout>): string[] {
  const trace = new Trace();
  run(trace);
  return trace.steps.map((s) => `${'  '.repeat(s.depth)}${s.text}${s.source ? ` [${s.source}]` : ''}`);
}

test('composition tells divide-out and keep, mode by mode', () => {
  const steps = told((t) => composition(readLayout('(4,6,8,10):(2,3,5,7)'), readLayout('6:12'), t));
  assert.deepEqual(steps, [
    'A is (4,6,8,10):(2,3,5,7) [Cecka 3.3.2]',
    'A o 6:12',
    '  mode 0 of A, 4:2: divide out 12: the mode is used up, 12/4 = 3 goes on [Cecka 3.3.2 (20)]',
    '  mode 1 of A, 6:3: divide out 3, which leaves 6/3 = 2 elements of stride 3·3 = 9 [Cecka 3.3.2 (20)]',
    '  keep min(2, 6) = 2 of them: 2:9, and 6/2 = 3 go on [Cecka 3.3.2 (21)]',
    '  mode 2 of A, 8:5: nothing to divide out; 8 elements of stride 5 [Cecka 3.3.2 (20)]',
    '  keep min(8, 3) = 3 of them: 3:5, and 3/3 = 1 go on [Cecka 3.3.2 (21)]',
  ]);
});

test('a composition that only C++ accepts is told to fail (20)', () => {
  const steps = told((t) => composition(readLayout('(4,6,8):(2,3,5)'), readLayout('6:3'), t));
  assert.ok(
    steps.includes(
      '  3 and 4 do not divide, so (20) fails; C++ goes on all the same, rounding up [Cecka 3.3.2 (20)]',
    ),
    steps.join('\n'),
  );
});

test('complement tells the gaps one by one', () => {
  assert.deepEqual(
    told((t) => complement(readLayout('(2,2):(1,6)'), 24, t)),
    [
      'without modes of stride 0 and size 1: (2,2):(1,6) [Cecka 3.5]',
      'smallest stride 1 (mode 2:1): 1/1 = 1 copy fits before it, 1:1; covered up to 2·1 = 2 [Cecka 3.5]',
      'smallest stride 6 (mode 2:6): 6/2 = 3 copies fit before it, 3:2; covered up to 2·6 = 12 [Cecka 3.5]',
      'up to the cotarget 24: ⌈24/12⌉ = 2, 2:12 [Cecka 3.5]',
      'coalesced: (3,2):(2,12) [Cecka 3.2]',
    ],
  );
});

test('inverses tell the strides in their order', () => {
  assert.deepEqual(
    told((t) => rightInverse(readLayout('(4,8):(8,1)'), t)),
    [
      'coalesced: (4,8):(8,1) [Cecka 3.2]',
      'stride 1 comes next: mode 1 starts at 4, so 8:4 [Cecka 3.4.1]',
      'stride 8 comes next: mode 0 starts at 1, so 4:1 [Cecka 3.4.1]',
    ],
  );
  assert.deepEqual(
    told((t) => leftInverse(readLayout('(4,8):(1,5)'), t)),
    [
      'coalesced: (4,8):(1,5) [Cecka 3.2]',
      'stride 1: 1/1 = 1 steps to it, then stride 1, where mode 0 starts [Cecka 3.4.3]',
      'stride 5: 5/1 = 5 steps to it, then stride 4, where mode 1 starts [Cecka 3.4.3]',
      'the last mode has 8 elements: (1,5,8):(0,1,4) [Cecka 3.4.3]',
    ],
  );
});

test('division is told as composition with the completed tiler, product as composition of the complement', () => {
  const divided = told((t) => logicalDivide(readLayout('24:3'), readLayout('8:3'), t));
  assert.equal(divided[0], 'complement of 8:3 in 24 [Cecka 3.5.2]');
  assert.ok(divided.includes('24:3 o (8,3):(3,1) [Cecka 3.5.2]'), divided.join('\n'));
  const product = told((t) => logicalProduct(readLayout('(3,4):(4,1)'), readLayout('(2,5):(1,2)'), t));
  assert.equal(product[0], 'complement of (3,4):(4,1) in size·cosize(tiler) = 120 [Cecka 3.5.1]');
  assert.ok(product.includes('10:12 o (2,5):(1,2) [Cecka 3.5.1]'), product.join('\n'));
});

test('telling changes no result', () => {
  const run = {
    composition,
    complement,
    logical_divide: logicalDivide,
    right_inverse: rightInverse,
  } as Record<string, (a: Layout, b: never, t?: Trace) => Outcome<Layout>>;
  let count = 0;
  for (const file of ['composition', 'complement', 'divide', 'inverse']) {
    for (const record of goldenRecords(file)) {
      const f = run[record.op];
      if (f === undefined) continue;
      const [a, b] = [
        readLayout(String(record.args[0])),
        record.args[1] === undefined ? undefined : readValue(record.args[1]),
      ];
      const traced =
        record.op === 'right_inverse' ? rightInverse(a, new Trace()) : f(a, b as never, new Trace());
      assert.equal(isFailure(traced) ? 'refused' : printPlain(traced), String(record.result));
      count++;
    }
  }
  assert.ok(count > 500);
});
