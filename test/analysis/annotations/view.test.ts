// Hints and findings where an author sees them. `⟨=4⟩` is a hint; what stands behind `←` is a finding.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Host, seen } from './support.ts';

/** The source is what is expected without hints and findings. */
function view(title: string, host: Host, expected: string): void {
  const source = expected.replace(/⟨[^⟩]*⟩/g, '').replace(/ ←.*$/gm, '');
  test(title, async () => assert.equal(await seen(host, source), expected));
}

view(
  'extents stand beside the names of layouts, tensors, shapes and types',
  'cpp',
  `
using SmemLayout = Layout<Shape<_128, _64, _3>>;      // (BLK_M⟨=128⟩,BLK_K⟨=64⟩,PIPE⟨=3⟩)
auto tile = make_shape(Int<128>{}, Int<64>{});        // (bM⟨=128⟩, bK⟨=64⟩)
void f(float* p, int m) {
  Tensor sA = make_tensor(make_smem_ptr(p), SmemLayout{});   // (BLK_M⟨=128⟩,BLK_K⟨=64⟩,PIPE⟨=3⟩)
  Tensor last = sA(_, _, 0);                          // (_128,_64)
  Tensor gA = make_tensor(make_gmem_ptr(p), make_shape(m, _8{}));   // (M,K⟨=8⟩)
  auto long_one = make_layout(make_shape(Int<4>{},
                                         Int<8>{}));  // (M⟨=4⟩,N⟨=8⟩)
  auto nested = Layout<Shape<Shape<_2, _2>, _4>>{};   // ((2,2),MMA_M⟨=4⟩)
  auto grouped = Layout<Shape<Shape<_2, _2>, _4>>{};  // (MMA⟨=(2,2)⟩,...)
  auto claimed = Layout<Shape<Shape<_2, _2>, _4>>{};  // (MMA=4, _⟨=4⟩)
}
`,
);

view(
  'another number of modes',
  'cpp',
  `
void f(float* p) {
  Tensor sA = make_tensor(make_smem_ptr(p), Layout<Shape<_128, _64>>{});   // (BLK_M,BLK_K,PIPE) ← hint[shape-annotation] at (BLK_M,BLK_K,PIPE): (BLK_M,BLK_K,PIPE) does not fit sA: 2 modes, not 3; its shape is (_128,_64)
  auto tile = make_shape(_128{}, _64{});   // (M, N, K) ← hint[shape-annotation] at (M, N, K): (M,N,K) does not fit tile: 2 modes, not 3; it is (_128,_64)
  auto least = make_layout(_8{});          // (M, N, ...) ← hint[shape-annotation] at (M, N, ...): (M,N,...) does not fit least: 1 mode, not 2; its shape is (_8)
  auto enough = Layout<Shape<_2, _3, _4>>{};  // (M⟨=2⟩, ..., K⟨=4⟩)
}
`,
);

view(
  'modes inside of modes',
  'cpp',
  `
auto a = Layout<Shape<Shape<_2, _2>, _4>>{};       // ((Atom,Rest,More),MMA_M) ← hint[shape-annotation] at (Atom,Rest,More): ((Atom,Rest,More),MMA_M) does not fit a: mode 0 has 2 modes, not 3; its shape is ((_2,_2),_4)
auto b = Layout<Shape<_8, _4>>{};                  // ((Atom,AtomNum),MMA_M) ← hint[shape-annotation] at (Atom,AtomNum): ((Atom,AtomNum),MMA_M) does not fit b: mode 0 is one extent, not a tuple of 2; its shape is (_8,_4)
auto c = Layout<Shape<Shape<_2, _2>, _4>>{};       // ((Tile⟨=(2,2)⟩),(Rest⟨=4⟩))
`,
);

view(
  'static extents, by the number of elements of a mode',
  'cpp',
  `
void f(int n) {
  auto a = Layout<Shape<_128, _64>>{};                  // (_64,_64) ← hint[shape-annotation] at _64: (_64,_64) does not fit a: mode 0 has 128 elements, not 64; its shape is (_128,_64)
  auto b = Layout<Shape<Shape<_8, _16>, _64>>{};        // (128,64)
  auto c = Layout<Shape<Shape<_8, _16>, _64>>{};        // ((8,8),k) ← hint[shape-annotation] at 8: ((8,8),k) does not fit c: mode 0.1 has 16 elements, not 8; its shape is ((_8,_16),_64)
  auto d = Layout<Shape<Shape<_2, _2>, _4>>{};          // (MMA=8, MMA_M) ← hint[shape-annotation] at 8: (MMA=8,MMA_M) does not fit d: mode 0 has 4 elements, not 8; its shape is ((_2,_2),_4)
  auto e = make_layout(make_shape(n, _4{}));            // (_64, 4)
}
`,
);

view(
  'only what is certain is judged',
  'cpp',
  `
template <class Shape, int N, int D = 4>
void f(Shape shape, float* p) {
  auto a = make_layout(shape);                     // (M,N,K)
  auto b = make_layout(make_shape(Int<N>{}, _8{}));   // (_64,k⟨=8⟩)
  auto c = make_layout(make_shape(Int<D>{}, _8{}));   // (_64,k)
  auto d = other(p);                               // (M,N,K)
  int e = 4;                                       // (M,N,K)
}
`,
);

view(
  'a comment belongs to the statement that it stands behind',
  'cpp',
  `
void f() {
  auto a = Layout<Shape<_2, _4>>{}; auto b = make_layout(_8{}); // (M,N) ← hint[shape-annotation] at (M,N): (M,N) does not fit b: 1 mode, not 2; its shape is (_8)
  auto c = make_layout(_8{}); call(c); // (M,N)
  auto d = make_layout(make_shape(_2{}, // (M,N,K)
                                  _4{}));
  auto [e, g] = make_tuple(_2{}, _3{}); // (M,N,K)
  if (true) { auto h = make_layout(_8{}); } // (M,N)
}
`,
);

view(
  'above a declaration, also of a type',
  'cpp',
  `
struct Traits {
  // (BLK_M⟨=128⟩,BLK_K⟨=64⟩)
  using A = Layout<Shape<_128, _64>>;
  // (BLK_N,BLK_K,PIPE) ← hint[shape-annotation] at (BLK_N,BLK_K,PIPE): (BLK_N,BLK_K,PIPE) does not fit B: 2 modes, not 3; its shape is (_32,_64)
  static constexpr auto B = Layout<Shape<_32, _64>>{};

  // (BLK_N,BLK_K,PIPE)

  using C = Layout<Shape<_32, _64>>;
  // (BLK_M,BLK_K,PIPE)
  using D = Layout<Shape<_128, _64>>;
  using E = Layout<Shape<_128, _64, _3>>;
};
`,
);

view(
  'Python: behind, above, one line for each name, below before a blank line',
  'python',
  `
import cutlass.cute as cute

def f(p, m):
    a = cute.make_layout((128, 64))  # (bM⟨=128⟩, bK⟨=64⟩)
    # (bM⟨=128⟩, bK⟨=64⟩, STAGE⟨=3⟩)
    b = cute.make_layout((128, 64, 3))
    c = cute.make_layout(
        (8, 4),
        stride=(4, 1),
    )
    # (V⟨=8⟩, REST⟨=4⟩)

    # (bM, bN, bK) ← hint[shape-annotation] at (bM, bN, bK): (bM,bN,bK) does not fit d: 2 modes, not 3; its shape is (8,4)
    d = cute.make_layout((8, 4))

    # the layout of the tile
    # (bM, bN, bK)
    tiler = (8, 4)
    # (8, 8) ← hint[shape-annotation] at 8: (8,8) does not fit e: mode 1 has 4 elements, not 8; its shape is (8,4)
    e = cute.make_layout((8, 4))

    # (M⟨=2⟩, N⟨=3⟩)
    # (P⟨=4⟩, K⟨=5⟩, L⟨=6⟩)
    g, h = cute.make_layout((2, 3)), cute.make_layout((4, 5, 6))
`,
);

view(
  'several mistakes in one comment are one finding',
  'cpp',
  `
auto rP = Layout<Shape<Shape<_2, _2, _2>, _1, _4>>{};  // ((2,2,8),1,1) ← hint[shape-annotation] at 8: ((2,2,8),1,1) does not fit rP: mode 0.2 has 2 elements, not 8, mode 2 has 4 elements, not 1; its shape is ((_2,_2,_2),_1,_4)
`,
);

view(
  'one name for two extents in a function',
  'cpp',
  `
void f() {
  auto a = Layout<Shape<_8, _4>>{};   // (BLK_M⟨=8⟩,BLK_K⟨=4⟩)
  auto b = Layout<Shape<_16, _4>>{};  // (BLK_M⟨=16⟩,BLK_K⟨=4⟩) ← hint[annotated-extents] at BLK_M: BLK_M is 16 in b, and 8 in a
  auto c = Layout<Shape<_8, _4>>{};   // (MMA⟨=8⟩,MMA_M⟨=4⟩)
  auto d = Layout<Shape<_2, _3>>{};   // (MMA⟨=2⟩,MMA_M⟨=3⟩)
  auto e = Layout<Shape<_1, _5, _7>>{};  // (CPY⟨=1⟩,CPY_M⟨=5⟩,CPY_K⟨=7⟩)
  auto h = Layout<Shape<_2, _1, _7>>{};  // (CPY⟨=2⟩,CPY_M⟨=1⟩,CPY_K⟨=7⟩)
  auto i = Layout<Shape<_2, _1, _7>>{};  // (R2S⟨=2⟩,MMA_M⟨=1⟩,N_PER_MMA⟨=7⟩)
  auto j = Layout<Shape<_4, _2, _8>>{};  // (Part⟨=4⟩,Part_M⟨=2⟩,N_PER_MMA⟨=8⟩)
  auto k = Layout<Shape<_8, _3, _8>>{};  // (Part⟨=8⟩,Part_M⟨=3⟩,BLK_K⟨=8⟩) ← hint[annotated-extents] at BLK_K: BLK_K is 8 in k, and 4 in a
}
void told_once() {
  auto a = Layout<Shape<_8, _4>>{};     // (BLK_M⟨=8⟩,BLK_K⟨=4⟩)
  auto shape = make_shape(_16{}, _4{});  // (BLK_M⟨=16⟩,BLK_K⟨=4⟩) ← hint[annotated-extents] at BLK_M: BLK_M is 16 in shape, and 8 in a
  auto b = make_layout(shape);          // (BLK_M⟨=16⟩,BLK_K⟨=4⟩)
  auto c = Layout<Shape<_32, _4>>{};    // (BLK_M⟨=32⟩,BLK_K⟨=4⟩) ← hint[annotated-extents] at BLK_M: BLK_M is 32 in c, and 8 in a
}
void g() {
  auto b = Layout<Shape<_16, _4>>{};  // (BLK_M⟨=16⟩,BLK_K⟨=4⟩)
}
`,
);

view(
  'a template: what all instantiations have in common, and what is wrong in all of them',
  'cpp',
  `
template <int N>
void f() {
  auto a = make_layout(make_shape(Int<N>{}, _8{}));  // (BLK_N,k⟨=8⟩)
  auto b = make_layout(make_shape(Int<N>{}, _8{}));  // (_64,k)
  auto c = make_layout(make_shape(Int<N>{}, _8{}));  // (_48,k) ← hint[shape-annotation] at _48: (_48,k) does not fit c: mode 0 has 64 elements, not 48; its shape is (_64,_8), with N = 64
}
void g() { f<64>(); f<32>(); }
`,
);

view(
  'a template with more instantiations than a hover tells: the one that the annotation is about is among the others',
  'cpp',
  `
template <int N>
void f() {
  auto a = make_layout(make_shape(Int<N>{}, _8{}));  // (_128,k)
  auto b = make_layout(make_shape(Int<N>{}, _8{}));  // (_48,k) ← hint[shape-annotation] at _48: (_48,k) does not fit b: mode 0 has 8 elements, not 48; its shape is (_8,_8), with N = 8
}
void g() { f<8>(); f<16>(); f<32>(); f<64>(); f<128>(); }
`,
);

view(
  'a directive silences the rule',
  'cpp',
  `
// layout-lens: ignore[shape-annotation]
auto a = Layout<Shape<_8, _4>>{};   // (M,N,K)
`,
);

view(
  'names say nothing where the tool knows nothing, and prose is left alone',
  'cpp',
  `
auto a = Layout<Shape<_8, _4>>{};   // (m,k) -> offset
auto b = Layout<Shape<_8, _4>>{};   // (unused)
auto c = Layout<Shape<_8, _4>>{};   // (M,N,K) for later
auto d = Swizzle<3, 3, 3>{};        // (B,M,S)
`,
);

view(
  'strides and coordinates have as many entries, but no extents',
  'cpp',
  `
using StrideLSE = Stride<_1, int64_t, int64_t>;   // (seqlen, head, batch)
using ShapeLSE = Shape<_64, int32_t>;             // (seqlen⟨=64⟩, head)
auto dA = make_stride(_1{}, _64{});               // (32, dK)
auto coord = make_coord(_0{}, _3{});              // (m, n, k) ← hint[shape-annotation] at (m, n, k): (m,n,k) does not fit coord: 2 modes, not 3; it is (_0,_3)
`,
);

view(
  'modes of one size, nested differently in each instantiation',
  'cpp',
  `
template <class SmemLayout>
void kernel(SmemLayout) {
  auto sA = SmemLayout{};   // (BLK_M⟨=128⟩,BLK_K⟨=64⟩,PIPE)
}
void host() {
  kernel(Layout<Shape<Shape<_64, _2>, _64, _3>>{});
  kernel(Layout<Shape<Shape<_8, _16>, _64, _4>>{});
}
`,
);
