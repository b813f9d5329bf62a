import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Dynamic } from '../../server/src/algebra/integer/integer.ts';
import { staticSymbol } from '../../server/src/algebra/integer/operations.ts';
import { ComposedLayout, Layout, SmemPtrFlag, Swizzle } from '../../server/src/algebra/layout/layout.ts';
import { ArithTuple } from '../../server/src/algebra/layout/stride.ts';
import { type Engine, Pointer, Tensor, TypeValue, Unknown } from '../../server/src/evaluate/model/value.ts';
import { MARKED, outcomeText, PLAIN, PYTHON, valueText } from '../../server/src/render/text/text.ts';

const layout = new Layout([new Dynamic(4), 8], [8, 1]);
const engine = (parts: Partial<Engine>): Engine => ({
  space: 'gmem',
  bits: 16,
  element: 'half_t',
  offset: null,
  ...parts,
});

test('static marks as C++ prints them, and without', () => {
  assert.equal(valueText(layout, MARKED), '(4,_8):(_8,_1)');
  assert.equal(valueText(layout, PLAIN), '(4,8):(8,1)');
  assert.equal(valueText(staticSymbol('kBlockM'), MARKED), '_kBlockM');
});

test('Python prints run-time integers as ?, and names swizzles its own way', () => {
  assert.equal(valueText(layout, PYTHON), '(?,8):(8,1)');
  const swizzled = new ComposedLayout(new Swizzle(3, 4, 3), 0, new Layout([8, 64], [64, 1]));
  assert.equal(valueText(swizzled, PYTHON), 'S<3,4,3> o 0 o (8,64):(64,1)');
  assert.equal(valueText(true, PYTHON), 'True');
});

test('tensors: no address is invented', () => {
  assert.equal(valueText(new Tensor(engine({}), layout), MARKED), 'gmem_ptr[16b] o (4,_8):(_8,_1)');
  const atom = new ComposedLayout(new Swizzle(3, 4, 3), new SmemPtrFlag(16), new Layout([8, 64], [64, 1]));
  assert.equal(
    valueText(new Tensor(engine({ space: 'smem' }), atom), MARKED),
    'Sw<3,4,3>_smem_ptr[16b] o (_8,_64):(_64,_1)',
  );
  assert.equal(valueText(new Pointer(engine({ space: 'tmem', bits: 32 })), MARKED), 'tmem_[32b]');
  const descriptor = engine({ space: 'unknown', bits: 64, element: 'UMMA::DescriptorIterator' });
  assert.equal(valueText(new Pointer(descriptor), MARKED), 'UMMA::DescriptorIterator');
});

test('counting tensors are coordinates or numbers, also where those are not known', () => {
  const counting = (offset: Engine['offset']): string =>
    valueText(new Pointer(engine({ space: 'counting', offset })), MARKED);
  assert.deepEqual(
    [counting(new ArithTuple([0, 3])), counting(4), counting(null)],
    ['ArithTuple(_0,_3)', 'counting_iter(_4)', 'counting_iter(?)'],
  );
});

test('types, tuples and what is not known', () => {
  assert.equal(valueText(new TypeValue('L', layout), PLAIN), '(4,8):(8,1)');
  assert.equal(valueText([layout, 3], PLAIN), '((4,8):(8,1),3)');
  assert.equal(valueText([new Unknown('run-time', 'x'), 64], MARKED), '(?,_64)');
  assert.equal(outcomeText(new Unknown('run-time', 'i is a parameter'), PLAIN), 'unknown: i is a parameter');
});
