// What is told of the modes of what is not known holds for every instantiation: the same texts, once with the parameters
// open and once given, have as many modes, and those whose extents are told have them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shapeOf } from '../../../server/src/algebra/composed/composed.ts';
import { product } from '../../../server/src/algebra/tuple/int-tuple.ts';
import { modesText, Symbolic } from '../../../server/src/evaluate/model/symbolic.ts';
import { layoutIn } from '../../../server/src/features/hover/layout-summary.ts';
import { openCpp } from './support.ts';

const MAINLOOP = `#include <cute/tensor.hpp>
using namespace cute;
template <int Stages, class TileShape, class Element, class StrideA, class SmemLayoutAtomA, class TiledMma, class TiledCopyA>
struct Mainloop {
  using SmemLayoutA = decltype(tile_to_shape(SmemLayoutAtomA{}, make_shape(shape<0>(TileShape{}), shape<2>(TileShape{}), Int<Stages>{})));
  void load(Element* p, int M, int K, int L, int thread) {
    Tensor mA = make_tensor(make_gmem_ptr(p), make_shape(M, K, L), StrideA{});
    Tensor gA = local_tile(mA, TileShape{}, make_coord(_, _, _), Step<_1, X, _1>{});
    Tensor gK = gA(_, _, 0, _, 0);
    Tensor sA = make_tensor(make_smem_ptr(p), SmemLayoutA{});
    auto thr_copy = TiledCopyA{}.get_slice(thread);
    Tensor tAgA = thr_copy.partition_S(gK);
    Tensor tAsA = thr_copy.partition_D(sA);
    auto thr_mma = TiledMma{}.get_slice(thread);
    Tensor tCsA = thr_mma.partition_A(sA);
    Tensor tCrA = thr_mma.partition_fragment_A(sA(_, _, 0));
    Tensor tCrC = partition_fragment_C(TiledMma{}, take<0, 2>(TileShape{}));
    Tensor tXrA = thr_copy.retile_D(tCrA);
    Tensor flat = group_modes<0, 2>(sA);
    Tensor ident = make_identity_tensor(make_shape(size<0>(sA), size<1>(sA)));
    auto divided = tiled_divide(sA, make_tile(_8{}, _8{}));
    auto zipped = zipped_divide(sA.layout(), make_tile(_8{}, _8{}));
    auto logical = logical_divide(sA.layout(), make_tile(_8{}, _8{}));
    auto flatly = flat_divide(sA, make_tile(_8{}, _8{}));
    Tensor like = make_fragment_like(tCrA);
    Tensor wide = recast<uint32_t>(sA);
    Tensor filtered = filter_zeros(sA);
    auto stacked = make_layout(SmemLayoutA{}, Layout<_2>{});
    Tensor moved = domain_offset(make_coord(0, 0, 0), sA);
  }
};
template <class TensorA, class Problem, class Tile>
void slices(TensorA const& tA, Problem problem, Tile tile) {
  auto stage = tA(_, _, 0);
  Tensor fragment = make_tensor<float>(tA(_, 0, _).shape());
  Tensor rows = make_identity_tensor(select<0, 1>(problem));
  Tensor tiles = local_tile(rows, take<0, 2>(tile), make_coord(0, _));
  Tensor whole = make_identity_tensor(take<0, -1>(problem));
  Tensor last = make_identity_tensor(take<1, -1>(problem));
  Tensor turned = make_identity_tensor(select<2, 0, 1>(problem));
  auto behind = group_modes<1, -1>(tA);
}
`;
const GIVEN = `
using Mma = TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_2, _2, _1>>>;
using Copy = decltype(make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{}));
template struct Mainloop<3, Shape<_128, _64, _32>, half_t, Stride<int, _1, int>, Layout<Shape<_8, _32>, Stride<_32, _1>>, Mma, Copy>;
void use(float* p) {
  slices(make_tensor(make_gmem_ptr(p), make_shape(_8{}, _4{}, _2{})), make_shape(128, 256, 64), Shape<_64, _32, _8>{});
}
`;

test('the modes that are told are those of an instantiation', async () => {
  const open = await openCpp(MAINLOOP);
  const given = await openCpp(MAINLOOP + GIVEN);
  const extents = new Map([
    ['size<0>(TileShape)', 128],
    ['size<2>(TileShape)', 32],
    ['_Stages', 3],
  ]);
  let compared = 0;
  const told = new Set<string>();
  for (const site of open.model.sites) {
    if (site.role !== 'declaration') continue;
    const { value } = open.model.evaluate(site);
    const text = value instanceof Symbolic ? modesText(value) : null;
    if (!(value instanceof Symbolic) || text === null || value.parts.kind === 'term') continue;
    const same = given.model.sites.find(
      (s) => s.role === 'declaration' && s.span.start === site.span.start && s.name === site.name,
    );
    const { value: own, instanceValues } = given.model.evaluate(same!);
    const [known = own] = instanceValues === undefined ? [] : [...instanceValues()];
    const layout = layoutIn(known);
    assert.ok(layout !== null, `${site.name} ${text} is known where the parameters are given`);
    const shape = shapeOf(layout);
    const modes = Array.isArray(shape) ? shape : [shape];
    assert.equal(modes.length, value.parts.modes.length, `${site.name} ${text}`);
    for (const [i, mode] of value.parts.modes.entries()) {
      const extent = extents.get(mode.text);
      if (extent !== undefined) assert.equal(product(modes[i]!), extent, `${site.name} ${text}, mode ${i}`);
    }
    compared++;
    told.add(site.name!);
  }
  assert.ok(compared >= 20, `${compared} compared`);
  // Of parameters of which nothing is known but how they are used.
  for (const name of ['stage', 'fragment', 'rows', 'tiles']) assert.ok(told.has(name), name);
  open.dispose();
  given.dispose();
});

test('of a function that nobody knows the name says nothing', async () => {
  const { model } = await openCpp(`using namespace cute;
    template <class T> __device__ void f(T* p) {
      auto known = make_layout(make_shape(missing(), _4{}));
      auto unknown = other::make_layout(make_shape(missing(), _4{}));
    }`);
  const modes = model.sites
    .filter((site) => site.role === 'declaration' && site.name?.endsWith('known'))
    .map((site) => {
      const { value } = model.evaluate(site);
      return [site.name, value instanceof Symbolic ? modesText(value) : null];
    });
  assert.deepEqual(modes, [
    ['known', '(?,_4)'],
    ['unknown', null],
  ]);
});
