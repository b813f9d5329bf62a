// Small workspaces for the edits: files that depend on one another in all the ways that the server follows.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Texts by their path in the workspace. */
export type Project = Readonly<Record<string, string>>;

const HEADERS: Project = {
  'main.cu': `#include "traits.h"
#include "deep/values.h"
using namespace cute;
struct Own { static constexpr int value = kN; };
template <class T, int kM>
struct Tile {
  static constexpr int kRows = kM * T::value;
  using Atom = Layout<Shape<_8, Int<kRows>>, Stride<Int<kRows>, _1>>;
  using Smem = decltype(tile_to_shape(Atom{}, Shape<Int<32>, Int<kRows>>{}));
};
template <class L> void kernel(L l, int thread) {
  auto part = local_partition(make_tensor(make_smem_ptr((half_t*)nullptr), l), Layout<_8>{}, thread);
  if (thread < kN) { auto first = part(0); }
}
auto a = Layout<Shape<Int<kN>, Int<in::kM>>>{};
auto w = Layout<Int<Wrap<Own>::v>>{};
void host() {
  kernel(typename Tile<Own, 4>::Smem{}, 0);
  kernel(make_layout(make_shape(_64{}, Int<twice(kN)>{})), 1);
  auto n = pick(3); // (4,8):(8,1)
}
`,
  'traits.h': `#pragma once
#include "deep/values.h"
template <class T> struct Wrap { static constexpr int v = T::value; };
template <> struct Wrap<int> { static constexpr int v = 1; };
constexpr int twice(int n) { int r = 0; for (int i = 0; i < 2; ++i) r += n; return r; }
inline auto pick(int) { return cute::make_layout(cute::make_shape(kN, 2)); }
template <int kSize> struct Sized {
  static constexpr int kHalf = kSize / 2;
  using L = cute::Layout<cute::Int<kHalf>>;
};
`,
  'deep/values.h': `#pragma once
#define WIDTH 64
constexpr int kN = 4;
namespace in { constexpr int kM = kN * 2; }
#if WIDTH > 32
constexpr int kWide = 1;
#else
constexpr int kWide = 0;
#endif
`,
  'other.cu': `#include "traits.h"
using S = Sized<128>;
auto s = S::L{};
Sized<32> small;
`,
};

const PYTHON: Project = {
  'main.py': `import cutlass.cute as cute
from helpers import tile, WIDTH
import package.values as values

class Kernel:
    def __init__(self, m, n=8):
        self.m = m
        self.layout = cute.make_layout((m, n), stride=(n, 1))
    @cute.jit
    def __call__(self, a: cute.Tensor):
        t = tile(self.layout, WIDTH)
        s = cute.size(self.layout)
        return cute.zipped_divide(self.layout, (2, 4))

k = Kernel(16)
l = cute.composition(k.layout, cute.make_layout(4))
v = values.base
`,
  'helpers.py': `import cutlass.cute as cute
from package.values import base
WIDTH = 4
def tile(layout, n):
    return cute.logical_divide(layout, cute.make_layout(n))
x = tile(base, WIDTH)
`,
  'package/__init__.py': `import cutlass.cute as cute\n`,
  'package/values.py': `import cutlass.cute as cute
base = cute.make_layout((4, (2, 3)), stride=(6, (3, 1)))
`,
};

const NOTATION: Project = {
  'tour.layout': `A = (4,8):(8,1)
B = composition(A, (2,4):(1,2))
C = logical_divide(A, 4:1)
D = complement(B, 64)
K = (M,8):(8,1)
E = S<2,3,3> o 0 o (8,64):(64,1)
A(1,2)
size(C)
`,
};

const fixtures = fileURLToPath(new URL('../../test/fixtures/', import.meta.url));

/** A folder of the fixtures as a project. */
function fixture(name: string): Project {
  const folder = `${fixtures}${name}/`;
  return Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(folder + file, 'utf8')]));
}

/** Those in which an edit and its comparison take milliseconds; the ones where most goes on more often. */
export const SMALL_PROJECTS: readonly Project[] = [
  HEADERS,
  HEADERS,
  HEADERS,
  HEADERS,
  PYTHON,
  PYTHON,
  NOTATION,
  { ...HEADERS, ...PYTHON, ...NOTATION },
];

/** Whole kernels, in which they take a second. */
export const largeProjects = (): readonly Project[] => ['attention', 'hopper-attention'].map(fixture);
