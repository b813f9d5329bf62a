import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Dynamic } from '../../server/src/algebra/integer/integer.ts';
import { ComposedLayout, Layout, SmemPtrFlag, Swizzle } from '../../server/src/algebra/layout/layout.ts';
import { ScaledBasis } from '../../server/src/algebra/layout/stride.ts';
import { cppAssertion, cppDynamic, cppStatic, cppType } from '../../server/src/render/emit/cpp.ts';
import { isKnown, isWhollyStatic } from '../../server/src/render/emit/form.ts';
import { notation } from '../../server/src/render/emit/notation.ts';
import { pycute, pythonDsl } from '../../server/src/render/emit/python.ts';

const bare = { prefix: '' };
const cute = { prefix: 'cute::' };
const dsl = { prefix: 'cute.' };
const rowMajor = new Layout([4, 8], [8, 1]);
const nested = new Layout([[4, 8], 2], [[16, 1], 8]);
const d = (n: number) => new Dynamic(n);

test('a static layout in C++ is its type, braced', () => {
  assert.equal(cppStatic(rowMajor, bare), 'Layout<Shape<_4,_8>,Stride<_8,_1>>{}');
  assert.equal(cppStatic(nested, bare), 'Layout<Shape<Shape<_4,_8>,_2>,Stride<Stride<_16,_1>,_8>>{}');
  assert.equal(cppStatic(new Layout(8, 1), bare), 'Layout<_8,_1>{}');
  assert.equal(cppStatic(new Layout([8], [1]), bare), 'Layout<Shape<_8>,Stride<_1>>{}');
});

test('names are qualified where the file does not use the namespace', () => {
  assert.equal(
    cppStatic(rowMajor, cute),
    'cute::Layout<cute::Shape<cute::_4,cute::_8>,cute::Stride<cute::_8,cute::_1>>{}',
  );
});

test('integers without a name of their own in CuTe are Int<N>', () => {
  assert.equal(cppStatic(new Layout(11, -3), bare), 'Layout<Int<11>,Int<-3>>{}');
  assert.equal(
    cppStatic(new Layout([10, 524288], [1, 20]), bare),
    'Layout<Shape<_10,_524288>,Stride<_1,Int<20>>>{}',
  );
});

test('a layout with run-time integers is made by make_layout', () => {
  const mixed = new Layout([d(4), 8], [8, 1]);
  assert.equal(cppStatic(mixed, bare), 'make_layout(make_shape(4, _8{}), make_stride(_8{}, _1{}))');
  assert.equal(cppType(mixed, bare), null);
  assert.equal(cppDynamic(rowMajor, bare), 'make_layout(make_shape(4, 8), make_stride(8, 1))');
});

test('what is not known has no source form', () => {
  const open = new Layout([new Dynamic(null), 8], [8, 1]);
  for (const text of [
    cppStatic(open, bare),
    cppDynamic(open, bare),
    pythonDsl(open, dsl),
    pycute(open),
    notation(open, true),
  ])
    assert.equal(text, null);
  assert.equal(isKnown(open), false);
  assert.equal(isWhollyStatic(rowMajor), true);
  assert.equal(isWhollyStatic(new Layout(d(4), 1)), false);
});

test('composed layouts', () => {
  const swizzled = new ComposedLayout(new Swizzle(3, 4, 3), 0, new Layout([8, 64], [64, 1]));
  assert.equal(
    cppStatic(swizzled, bare),
    'composition(Swizzle<3,4,3>{}, Int<0>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{})',
  );
  const atom = new ComposedLayout(new Swizzle(3, 4, 3), new SmemPtrFlag(16), new Layout([8, 64], [64, 1]));
  assert.equal(
    cppType(atom, bare),
    'ComposedLayout<Swizzle<3,4,3>,smem_ptr_flag_bits<16>,Layout<Shape<_8,_64>,Stride<_64,_1>>>',
  );
  assert.equal(
    pythonDsl(swizzled, dsl),
    'cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))',
  );
  assert.equal(pythonDsl(atom, dsl), null);
});

test('basis strides', () => {
  const identity = new Layout([4, 8], [new ScaledBasis(1, [0]), new ScaledBasis(2, [1, 0])]);
  assert.equal(cppStatic(identity, bare), 'Layout<Shape<_4,_8>,Stride<E<0>,ScaledBasis<_2,1,0>>>{}');
  assert.equal(pythonDsl(identity, dsl), 'cute.make_layout((4, 8), stride=(cute.E(0), 2 * cute.E([1, 0])))');
  assert.equal(notation(identity, false), '(4,8):(1@0,2@0@1)');
});

test('Python', () => {
  assert.equal(pythonDsl(rowMajor, dsl), 'cute.make_layout((4, 8), stride=(8, 1))');
  assert.equal(pythonDsl(new Layout([8], [1]), dsl), 'cute.make_layout((8,), stride=(1,))');
  assert.equal(pycute(nested), 'Layout(((4, 8), 2), ((16, 1), 8))');
});

test('static assertions', () => {
  assert.equal(
    cppAssertion('L', false, rowMajor, bare),
    'CUTE_STATIC_ASSERT_V((L == Layout<Shape<_4,_8>,Stride<_8,_1>>{}));',
  );
  assert.equal(
    cppAssertion('L', true, rowMajor, bare),
    'static_assert(is_same_v<L, Layout<Shape<_4,_8>,Stride<_8,_1>>>);',
  );
  assert.equal(cppAssertion('L', false, new Layout(d(4), 1), bare), null);
});
