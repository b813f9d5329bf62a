// Atoms that the program defines itself, by specialising MMA_Traits and Copy_Traits for its own operations.
// The expected values are g++'s with CuTe's headers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inMain, pick } from './support.ts';

const TRAITS = `
namespace cute {
template <class TA, class TB, class TC, int M, int N, UMMA::Major MajorA, UMMA::Major MajorB>
struct SM100_MMA_OWN_WS_TS {};
template <class TA, class TB, class TC, int M, int N, UMMA::Major MajorA, UMMA::Major MajorB>
struct MMA_Traits<SM100_MMA_OWN_WS_TS<TA, TB, TC, M, N, MajorA, MajorB>> {
  using ValTypeD = TC;
  using ValTypeA = TA;
  using ValTypeB = TB;
  using ValTypeC = TC;
  using FrgTypeA = UMMA::tmem_frg_1sm<TA, TA, UMMA::TmemAllocMode::NonInterleaved>;
  using FrgTypeB = UMMA::smem_desc<MajorB>;
  using FrgTypeC = UMMA::tmem_frg_ws_1sm<TC>;
  static constexpr int kDepth = 256 / sizeof_bits_v<ValTypeA>;
  using Shape_MNK = Shape<Int<M>, Int<N>, Int<kDepth>>;
  using ThrID = Layout<_1>;
  using ALayout = Layout<Shape<_1, Shape<Int<M>, Int<kDepth>>>, Stride<_0, Stride<_1, Int<M>>>>;
  using BLayout = Layout<Shape<_1, Shape<Int<N>, Int<kDepth>>>, Stride<_0, Stride<_1, Int<N>>>>;
  using CLayout = Layout<Shape<_1, Shape<Int<M>, Int<N>>>, Stride<_0, Stride<_1, Int<M>>>>;
};
struct OWN_RR {};
template <> struct MMA_Traits<OWN_RR> : MMA_Traits<SM80_16x8x16_F32F16F16F32_TN> {
  using ValTypeA = bfloat16_t;
  using ValTypeB = bfloat16_t;
};
struct OWN_2SM {};
template <> struct MMA_Traits<OWN_2SM> {
  using ValTypeD = float;
  using ValTypeA = half_t;
  using ValTypeB = half_t;
  using ValTypeC = float;
  using FrgTypeA = UMMA::smem_desc<UMMA::Major::K>;
  using FrgTypeB = UMMA::smem_desc<UMMA::Major::MN>;
  using FrgTypeC = UMMA::tmem_frg_2sm<float>;
  using Shape_MNK = Shape<_128, _64, _16>;
  using ThrID = Layout<_2>;
  using ALayout = Layout<Shape<_2, Shape<_64, _16>>, Stride<_64, Stride<_1, _128>>>;
  using BLayout = Layout<Shape<_2, Shape<_32, _16>>, Stride<_32, Stride<_1, _64>>>;
  using CLayout = Layout<Shape<_2, Shape<_64, _64>>, Stride<_64, Stride<_1, _128>>>;
};
struct OWN_COPY {};
template <> struct Copy_Traits<OWN_COPY> {
  using ThrID = Layout<_8>;
  using SrcLayout = Layout<Shape<_8, _128>, Stride<_128, _1>>;
  using DstLayout = Layout<Shape<_8, Shape<_32, _4>>, Stride<_32, Stride<_1, _256>>>;
  using RefLayout = DstLayout;
};
struct OWN_BARE {};
}`;

const stationary = (m: number): string =>
  `auto mma = make_tiled_mma(SM100_MMA_OWN_WS_TS<bfloat16_t, bfloat16_t, float, ${m}, 128, UMMA::Major::K, UMMA::Major::MN>{},
                             Layout<Shape<_1,_1,_1>>{}, Tile<Int<${m}>, _128, Underscore>{});
   auto tC = partition_fragment_C(mma, Shape<Int<${2 * m}>, _256>{}).layout();
   auto sB = make_tensor(make_smem_ptr<bfloat16_t>(nullptr),
                         tile_to_shape(UMMA::Layout_MN_SW128_Atom<bfloat16_t>{}, Shape<_128,_64>{}));
   auto tB = mma.get_slice(0).partition_fragment_B(sB).layout();
   auto tA = mma.make_fragment_A(partition_shape_A(mma, Shape<Int<${m}>, _64>{})).layout();
   auto tv = typename decltype(mma)::LayoutC_TV{};`;

test('a weight-stationary UMMA of the program: half of the datapaths', () =>
  inMain(TRAITS, stationary(64), {
    tC: '((_64,(_64,_2)),_2,_2):((_65536,(_1,_4194304)),_64,_128)',
    tB: '(_1,_1,_4):(_0,_0,_256)',
    tA: '(((_16,_4),_16),_1,_4):(((_131072,_4194304),_1),_0,_16)',
    tv: '(_1,(_64,_128)):(_0,(_1,_64))',
  }));

test('a weight-stationary UMMA of the program: a quarter, and all of the datapaths', async () => {
  await inMain(TRAITS, stationary(32), {
    tC: '((_32,(_32,_4)),_2,_2):((_65536,(_1,_2097152)),_32,_64)',
    tB: '(_1,_1,_4):(_0,_0,_256)',
  });
  await inMain(TRAITS, stationary(128), {
    tC: '((_128,_128),_2,_2):((_65536,_1),_128,_256)',
    tA: '((_128,_16),_1,_4):((_131072,_1),_0,_16)',
  });
});

test('traits that take the layouts of another atom, traits by their own name, and a copy', () =>
  inMain(
    TRAITS,
    `TiledMMA<MMA_Atom<OWN_RR>, Layout<Shape<_4,_1,_1>>> rr;
     auto sA = make_tensor(make_smem_ptr<bfloat16_t>(nullptr), Layout<Shape<_64,_32>>{});
     auto fA = rr.get_slice(0).partition_fragment_A(sA);
     auto two = make_tiled_mma(MMA_Traits<OWN_2SM>{});
     auto c2 = partition_fragment_C(two, Shape<_256,_128>{}).layout();
     auto shape = typename MMA_Traits<OWN_2SM>::Shape_MNK{};
     auto tiled = make_tiled_copy(Copy_Atom<OWN_COPY, half_t>{}, Layout<Shape<_8,_2>,Stride<_2,_1>>{}, Layout<Shape<_1,_8>>{});
     auto src = typename decltype(tiled)::AtomLayoutSrc{};
     auto dst = typename decltype(tiled)::AtomLayoutDst{};
     auto tv = typename decltype(tiled)::TiledLayout_TV{};
     auto bare = make_tiled_mma(OWN_BARE{});`,
    {
      fA: 'ptr[16b] o ((_2,_2,_2),_1,_2):((_1,_2,_4),_0,_8)',
      c2: '((_64,(_32,_2)),_2,_2):((_65536,(_1,_4194304)),_32,_64)',
      shape: '(_128,_64,_16)',
      src: '(_8,_8):(_8,_1)',
      dst: '(_8,(_2,_4)):(_2,(_1,_16))',
      tv: '((_2,_8),_8):((_64,_1),_8)',
      bare: 'unknown(not-a-layout)',
    },
  ));

test('traits with an operand of another type than its fragment, or of open size, say nothing', () =>
  inMain(
    `namespace cute {
     struct OWN_OTHER {};
     template <> struct MMA_Traits<OWN_OTHER> : MMA_Traits<SM80_16x8x16_F32F16F16F32_TN> { using FrgTypeA = uint32_t; };
     template <int N> struct OWN_OPEN {};
     template <int N> struct MMA_Traits<OWN_OPEN<N>> : MMA_Traits<SM80_16x8x16_F32F16F16F32_TN> {
       using Shape_MNK = Shape<_16, Int<N>, _16>;
     };
     }
     template <int N> void f() { auto open = make_tiled_mma(OWN_OPEN<N>{}); }`,
    `auto other = make_tiled_mma(OWN_OTHER{});`,
    { other: 'unknown(unsupported)', open: 'unknown(template-parameter)' },
  ));

/** What is made of an operation OWN whose traits are those of another one, but for what is written. */
const withTraits = (written: string, base = 'MMA_Traits<SM80_16x8x16_F32F16F16F32_TN>'): Promise<string> =>
  pick(
    `#include <cute/tensor.hpp>
     struct Empty {};
     ${Array.from({ length: 30 }, (_, i) => `struct Empty${i + 1} : Empty${i === 0 ? '' : i} {};`).join(' ')}
     namespace cute { struct OWN {}; template <> struct MMA_Traits<OWN> : ${base} { ${written} }; }
     using namespace cute;
     void f(int runTime) { auto mma = make_tiled_mma(OWN{}); }`,
    ['mma'],
  ).then(({ mma }) => mma!);

test('traits of which a part is not read, or is something else, make no atom', async () => {
  const cases: readonly (readonly [string, string])[] = [
    ['using Shape_MNK = NotRead;', 'unknown(missing-name)'],
    ['using Shape_MNK = Shape<_16, _8>;', 'unknown(unsupported)'],
    ['using Shape_MNK = Layout<_16>;', 'unknown(unsupported)'],
    ['static constexpr int Shape_MNK = 3;', 'unknown(unsupported)'],
    ['using ALayout = Shape<_32, _8>;', 'unknown(unsupported)'],
    ['using ALayout = NotRead;', 'unknown(missing-name)'],
    ['using ALayout = Layout<Shape<_32, int>, Stride<_1, _32>>;', 'unknown(template-parameter)'],
    ['using ALayout = Layout<Shape<_32, _8>, Stride<_1, int>>;', 'unknown(template-parameter)'],
    ['using ALayout = decltype(composition(Layout<_4>{}, Layout<_4, _2>{}, _1{}));', 'unknown(unsupported)'],
    ['using ValTypeB = NotRead;', 'unknown(missing-name)'],
  ];
  for (const [written, expected] of cases) assert.equal(await withTraits(written), expected, written);
  const plain = await withTraits('');
  assert.doesNotMatch(plain, /^unknown/);
  assert.equal(
    await withTraits(
      'using ALayout = Layout<Shape<Shape<_4, _8>, Shape<_2, _2, _2>>, Stride<Stride<_32, _1>, Stride<_16, _8, _128>>>;',
    ),
    plain,
  );
});

test('the fragments of an atom whose traits have a base that is not read are not known', async () => {
  const all = `using ValTypeA = half_t; using ValTypeB = half_t; using ValTypeC = float; using ValTypeD = float;
    using Shape_MNK = Shape<_16, _8, _8>; using ThrID = Layout<_32>;
    using ALayout = Layout<Shape<Shape<_4, _8>, Shape<_2, _2>>, Stride<Stride<_32, _1>, Stride<_16, _8>>>;
    using BLayout = Layout<Shape<Shape<_4, _8>, _2>, Stride<Stride<_16, _1>, _8>>; using CLayout = ALayout;`;
  assert.equal(await withTraits(all, 'NotRead<3>'), 'unknown(missing-name)');
  assert.equal(await withTraits(all, 'Shape<_1>'), 'unknown(missing-name)');
  assert.doesNotMatch(await withTraits(all, 'Empty'), /^unknown/);
  // So many bases are gone through.
  assert.doesNotMatch(await withTraits(all, 'Empty15'), /^unknown/);
  assert.equal(await withTraits(all, 'Empty30'), 'unknown(missing-name)');
});
