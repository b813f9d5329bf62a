// Tilings over sizes that only have names: whatever numbers are put in for the names, the value must be the one
// that the same code has with these numbers. The numbers are such that what is supposed of the names holds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Dynamic, StaticSymbol } from '../../server/src/algebra/integer/integer.ts';
import { staticInt } from '../../server/src/algebra/integer/operations.ts';
import { ComposedLayout, Layout, SmemPtrFlag } from '../../server/src/algebra/layout/layout.ts';
import { ArithTuple, ScaledBasis } from '../../server/src/algebra/layout/stride.ts';
import { constantTerm, substituteTerm, termConstant } from '../../server/src/algebra/term/operations.ts';
import type { Term } from '../../server/src/algebra/term/term.ts';
import { Tensor, TypeValue, Unknown, type Value } from '../../server/src/evaluate/model/value.ts';
import { TiledCopy } from '../../server/src/hardware/copy/tiled-copy.ts';
import { MARKED, valueText } from '../../server/src/render/text/text.ts';
import { openCpp } from '../evaluate/cpp/support.ts';

type Numbers = Readonly<Record<string, number>>;

/** The value with numbers for its names. */
function filledIn(value: Value, numbers: ReadonlyMap<string, Term>): Value {
  const inside = <T>(v: T): T => filledIn(v as Value, numbers) as T;
  if (value instanceof StaticSymbol) return staticInt(substituteTerm(value.term, numbers));
  if (value instanceof Dynamic && value.value !== null && typeof value.value !== 'number') {
    const term = substituteTerm(value.value, numbers);
    return new Dynamic(termConstant(term) ?? term);
  }
  if (Array.isArray(value)) return (value as readonly Value[]).map(inside);
  if (value instanceof Layout) return new Layout(inside(value.shape), inside(value.stride));
  if (value instanceof SmemPtrFlag) return new SmemPtrFlag(inside(value.bits));
  if (value instanceof ComposedLayout)
    return new ComposedLayout(inside(value.outer), inside(value.offset), inside(value.inner));
  if (value instanceof ScaledBasis) return new ScaledBasis(inside(value.value), value.path);
  if (value instanceof ArithTuple) return new ArithTuple(inside(value.entries));
  if (value instanceof Tensor)
    return new Tensor({ ...value.engine, offset: inside(value.engine.offset) }, inside(value.layout));
  if (value instanceof TiledCopy) return inside([value.layoutTv, value.tiler]);
  if (value instanceof TypeValue && value.instance !== null) return inside(value.instance);
  return value;
}

async function named(source: string, parameters: Readonly<Record<string, string>> = {}) {
  const document = await openCpp(source, { parameters });
  const values = new Map<string, Value>();
  for (const site of document.model.sites)
    if (site.role === 'declaration' && site.name !== null)
      values.set(site.name, document.model.evaluate(site).value as Value);
  return values;
}

/** The width of a pointer's elements is no name that is put in. */
const layoutText = (v: Value): string => valueText(v, MARKED).replace(/gmem_ptr\[[?\d]+b\]/, 'gmem_ptr');

async function agrees(source: string, names: readonly string[], cases: readonly Numbers[]): Promise<void> {
  const open = await named(source);
  for (const numbers of cases) {
    const terms = new Map(Object.entries(numbers).map(([name, n]) => [name, constantTerm(n)]));
    const isWidth = (name: string): boolean => name.startsWith('sizeof');
    const given = Object.fromEntries(
      Object.entries(numbers)
        .filter(([name]) => !isWidth(name))
        .map(([name, n]) => [name, String(n)]),
    );
    const bytes = numbers['sizeof(Element)'];
    if (bytes !== undefined) given.Element = { 1: 'int8_t', 2: 'half_t', 4: 'float' }[bytes]!;
    const known = await named(source, given);
    for (const name of names) {
      const symbolic = open.get(name)!;
      assert.ok(
        !(symbolic instanceof Unknown),
        `${name}: ${symbolic instanceof Unknown ? symbolic.reason : ''}`,
      );
      const expected = known.get(name)!;
      assert.equal(
        layoutText(filledIn(symbolic, terms)),
        layoutText(filledIn(expected, terms)),
        `${name} with ${JSON.stringify(numbers)}: ${valueText(symbolic, MARKED)}`,
      );
    }
  }
}

test('a copy tiled over threads whose numbers are names', () =>
  agrees(
    `#include <cute/tensor.hpp>
using namespace cute;
template <int kRows, int kCols, int kVals, int kM, int kK>
__global__ void k(float* p) {
  using Threads = Layout<Shape<Int<kRows>, Int<kCols>>, Stride<Int<kCols>, _1>>;
  auto copy = make_tiled_copy(Copy_Atom<AutoVectorizingCopyWithAssumedAlignment<128>, float>{}, Threads{},
                              Layout<Shape<_1, Int<kVals>>>{});
  auto g = make_tensor(make_gmem_ptr(p), Layout<Shape<Int<kM>, Int<kK>>, Stride<Int<kK>, _1>>{});
  auto thr = copy.get_slice(0);
  auto tv = copy.get_layoutS_TV();
  auto part = thr.partition_S(g);
  auto ids = thr.partition_D(make_identity_tensor(Shape<Int<kM>, Int<kK>>{}));
  auto rest = size<1>(part);
}
`,
    ['copy', 'tv', 'part', 'ids', 'rest'],
    [
      { kRows: 16, kCols: 8, kVals: 8, kM: 128, kK: 128 },
      { kRows: 32, kCols: 4, kVals: 2, kM: 64, kK: 24 },
      { kRows: 3, kCols: 5, kVals: 7, kM: 12, kK: 70 },
    ],
  ));

test('a copy of elements whose width is a name', () =>
  agrees(
    `#include <cute/tensor.hpp>
using namespace cute;
template <class Element, int kThreads, int kPerRow, int kM, int kK>
__global__ void k(Element* p) {
  static constexpr int kElems = 16 / sizeof(Element);
  using Atom = Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<cute::uint128_t>, Element>;
  using Threads = Layout<Shape<Int<kThreads / kPerRow>, Int<kPerRow>>, Stride<Int<kPerRow>, _1>>;
  auto g = make_tensor(make_gmem_ptr(p), Layout<Shape<Int<kM>, Int<kK>>, Stride<Int<kK>, _1>>{});
  using Load = Copy_Atom<SM75_U32x4_LDSM_N, Element>;
  auto dst = typename Load::ValLayoutDst{};
  auto src = typename Load::ValLayoutSrc{};
  auto ref = typename Atom::ValLayoutRef{};
  using Smem = GMMA::Layout_K_SW64_Atom<Element>;
  auto smem = Smem{};
  auto plain = make_tiled_copy(Copy_Atom<UniversalCopy<Element>, Element>{}, Threads{}, Layout<Shape<_1, Int<kElems>>>{})
    .get_slice(0).partition_S(g);
}
`,
    ['dst', 'src', 'ref', 'smem', 'plain'],
    [
      { 'sizeof(Element)': 2, 'sizeof_bits<Element>': 16, kThreads: 128, kPerRow: 8, kM: 64, kK: 128 },
      { 'sizeof(Element)': 1, 'sizeof_bits<Element>': 8, kThreads: 64, kPerRow: 4, kM: 96, kK: 192 },
      { 'sizeof(Element)': 4, 'sizeof_bits<Element>': 32, kThreads: 256, kPerRow: 4, kM: 128, kK: 48 },
    ],
  ));

test('inverses and complements with strides that are names', () =>
  agrees(
    `#include <cute/tensor.hpp>
using namespace cute;
template <int kA, int kB, int kC>
void k() {
  auto l = Layout<Shape<Int<kA>, Int<kB>, Int<kC>>, Stride<Int<kB * kC>, _1, Int<kB>>>{};
  auto right = right_inverse(l);
  auto left = left_inverse(l);
  auto rest = complement(Layout<Shape<Int<kA>>, Stride<Int<kB>>>{}, Int<kA * kB * kC>{});
  auto two = complement(Layout<Shape<Int<kA>, Int<kC>>, Stride<Int<2 * kC>, _1>>{}, Int<4 * kA * kC>{});
  auto divided = logical_divide(Layout<Shape<Int<kA * kB>, Int<kC>>, Stride<Int<kC>, _1>>{}, make_tile(Int<kA>{}, Int<kC>{}));
}
`,
    ['right', 'left', 'rest', 'two', 'divided'],
    [
      { kA: 4, kB: 8, kC: 16 },
      { kA: 3, kB: 5, kC: 7 },
      { kA: 32, kB: 2, kC: 9 },
    ],
  ));

test('blocks repeated over tiles, and tiles divided, that are names', () =>
  agrees(
    `#include <cute/tensor.hpp>
using namespace cute;
template <int kM, int kK, int kStages, int kTile>
void k() {
  using Block = Layout<Shape<_8, _32>, Stride<_32, _1>>;
  auto tiled = tile_to_shape(Block{}, Shape<Int<kM>, Int<kK>>{});
  auto staged = tile_to_shape(GMMA::Layout_K_SW64_Atom<half_t>{}, Shape<Int<kM>, Int<kK>, Int<kStages>>{});
  auto ordered = tile_to_shape(Block{}, Shape<Int<kM>, Int<kK>, Int<kStages>>{}, Step<_2, _1, _3>{});
  auto tiles = zipped_divide(make_layout(Shape<Int<kM>, Int<kK>>{}, LayoutRight{}), Shape<Int<kTile>, _16>{});
  auto all = composition(make_layout(Shape<Int<kM>, Int<kK>>{}), make_layout(Int<kM>{}, Int<kM>{}));
  auto product = blocked_product(Block{}, Layout<Shape<Int<kTile>, Int<kStages>>>{});
  auto count = size<1>(tiled);
}
`,
    ['tiled', 'staged', 'ordered', 'tiles', 'all', 'product', 'count'],
    [
      { kM: 64, kK: 128, kStages: 3, kTile: 16 },
      { kM: 128, kK: 64, kStages: 2, kTile: 32 },
      { kM: 48, kK: 96, kStages: 5, kTile: 12 },
    ],
  ));
