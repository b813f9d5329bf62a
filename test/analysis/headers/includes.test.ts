// Values that come from included files: which file an include means, and what is seen of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROOT, workspace } from './support.ts';

const USE = 'using namespace cute;\nauto a = Layout<Shape<Int<kN>, _8>>{};\n';

test('beside the including file, in include paths, and by the end of the path', async () => {
  const beside = await workspace({ 'main.cu': `#include "n.h"\n${USE}`, 'n.h': 'constexpr int kN = 4;\n' });
  assert.equal(beside.value('a'), '(_4,_8):(_1,_4)');
  const files = {
    'src/main.cu': `#include <lib/n.h>\n${USE}`,
    'third/include/lib/n.h': 'constexpr int kN = 6;',
  };
  const path = await workspace(files, { includePaths: ['third/include'] }, 'src/main.cu');
  assert.equal(path.value('a'), '(_6,_8):(_1,_6)');
  const suffix = await workspace(files, {}, 'src/main.cu');
  assert.equal(suffix.value('a'), '(_6,_8):(_1,_6)');
  const up = await workspace(
    { 'src/main.cu': `#include "../n.h"\n${USE}`, 'n.h': 'constexpr int kN = 5;' },
    {},
    'src/main.cu',
  );
  assert.equal(up.value('a'), '(_5,_8):(_1,_5)');
});

test('of several files that an include may mean the one nearest to the includer, and none when they are as near', async () => {
  const files = {
    'a/src/main.cu': `#include "lib/n.h"\n${USE}`,
    'a/other/lib/n.h': 'constexpr int kN = 4;',
    'b/other/lib/n.h': 'constexpr int kN = 6;',
  };
  assert.equal((await workspace(files, {}, 'a/src/main.cu')).value('a'), '(_4,_8):(_1,_4)');
  const equal = await workspace(
    {
      'main.cu': `#include "n.h"\n${USE}`,
      'a/n.h': 'constexpr int kN = 4;',
      'b/n.h': 'constexpr int kN = 6;',
    },
    {},
  );
  assert.match(equal.value('a'), /^unknown\(missing-name\).*not found: "n\.h"/);
});

test('compile_commands.json: include paths in order, macros of the file itself', async () => {
  const w = await workspace({
    'build/compile_commands.json': JSON.stringify([
      {
        directory: '/w/build',
        file: '../main.cu',
        command: 'nvcc -I../first -isystem "../sec ond" -DkM=16 -D kFLAG -c ../main.cu',
      },
    ]),
    'main.cu': `#include <n.h>\n${USE}auto b = Layout<Int<kM>>{};\nauto c = Layout<Int<kFLAG>>{};`,
    'first/n.h': '#include "deep.h"\n',
    'sec ond/n.h': 'constexpr int kN = 99;',
    'sec ond/deep.h': 'constexpr int kN = 3;',
  });
  assert.equal(w.value('a'), '(_3,_8):(_1,_3)');
  assert.equal(w.value('b'), '_16:_1');
  assert.equal(w.value('c'), '_1:_0');
});

test('a missing file is a note at the names that are missing, and nothing else', async () => {
  const w = await workspace({
    'main.cu':
      '#include "gone.h"\n#include <vector>\nauto a = unheard_of(3);\nauto b = cute::Layout<cute::_4>{};\n',
  });
  assert.match(w.value('a'), /^unknown\(missing-name\): .*; not found: "gone\.h"$/);
  assert.equal(w.value('b'), '_4:_1');
  assert.deepEqual(w.document.model.findings(), []);
});

test('through other files, once each, in a circle too', async () => {
  const w = await workspace({
    'main.cu': `#include "a.h"\n${USE}`,
    'a.h': '#pragma once\n#include "b.h"\nconstexpr int kN = kB + 1;\n',
    'b.h': '#ifndef B\n#define B\n#include "a.h"\n#include "main.cu"\nconstexpr int kB = 2;\n#endif\n',
  });
  assert.equal(w.value('a'), '(_3,_8):(_1,_3)');
  assert.deepEqual(w.index.includers(`${ROOT}/b.h`), [`${ROOT}/main.cu`]);
});

test('namespaces, classes, templates, aliases and macros of a header', async () => {
  const w = await workspace({
    'main.cu': `#include "traits.h"
using namespace cute;
using T = flash::Traits<128, half_t>;
auto a = T::SmemLayoutQ{};
auto b = typename T::Base::Atom{};
auto c = Layout<Shape<Int<TILE>, Int<flash::detail::kTwice>>>{};
namespace flash { auto d = Tile_t<4>{}; }
`,
    'traits.h': `#pragma once
#include <cute/tensor.hpp>
#define TILE 32
using namespace cute;
namespace flash {
namespace detail { constexpr int twice(int x) { return 2 * x; } constexpr int kTwice = twice(TILE); }
template <int N> using Tile_t = Layout<Shape<Int<N>, _2>>;
struct Common { using Atom = Layout<Shape<_8, _64>, Stride<_64, _1>>; };
template <int kBlockM_, class Element_> struct Traits : Common {
  using Base = Common;
  static constexpr int kBlockM = kBlockM_;
  static constexpr int kPad = sizeof(Element_) * 4;
  using SmemLayoutQ = decltype(tile_to_shape(typename Base::Atom{}, Shape<Int<kBlockM>, _64>{}));
};
}
`,
  });
  assert.equal(w.value('a'), '((_8,_16),(_64,_1)):((_64,_512),(_1,_0))');
  assert.equal(w.value('b'), '(_8,_64):(_64,_1)');
  assert.equal(w.value('c'), '(_32,_64):(_1,_32)');
  assert.equal(w.value('d'), '(_4,_2):(_1,_4)');
});

test('overloads and specialisations in several files are evaluated where they stand', async () => {
  const w = await workspace({
    'main.cu':
      '#include "a.h"\n#include "b.h"\nusing namespace cute;\nauto x = Layout<Int<f(3)>>{};\nauto y = Layout<Int<S<4>::v>>{};\nauto z = Layout<Int<S<5>::v>>{};\n',
    'a.h':
      'constexpr int N = 10;\nconstexpr int f(int a) { return a + N; }\ntemplate <int N_> struct S { static constexpr int v = N_ + N; };\n',
    'b.h':
      'template <int N> constexpr int f(int a, int b) { return N; }\ntemplate <> struct S<4> { static constexpr int v = 7; };\n',
  });
  assert.equal(w.value('x'), '_13:_1');
  assert.equal(w.value('y'), '_7:_1');
  assert.equal(w.value('z'), '_15:_1');
});

test('what the preprocessor decides is not guessed across files', async () => {
  const w = await workspace({
    'main.cu': `#if BIG
#include "big.h"
#else
#include "small.h"
#endif
#include "either.h"
${USE}auto b = Layout<Int<kE>>{};
`,
    'big.h': 'constexpr int kN = 8;\n',
    'small.h': 'constexpr int kN = 4;\n',
    'either.h': '#if ARCH >= 90\nconstexpr int kE = 1;\n#else\nconstexpr int kE = 2;\n#endif\n',
  });
  assert.match(w.value('a'), /^unknown\(conditional\)/);
  assert.match(w.value('b'), /^unknown\(conditional\)/);
});

test('a name that nothing defines is supposed to be undefined, until a header defines it', async () => {
  const files = (config: string): Record<string, string> => ({
    'main.cu': `#include "config.h"
#ifdef BIG
#include "big.h"
#else
#include "small.h"
#endif
${USE}`,
    'config.h': config,
    'big.h': 'constexpr int kN = 8;\n',
    'small.h': 'constexpr int kN = 4;\n',
  });
  const plain = await workspace(files('#pragma once\n'));
  assert.equal(plain.value('a'), '(_4,_8):(_1,_4)');
  const site = plain.document.model.sites.find((s) => s.name === 'a')!;
  assert.deepEqual(plain.document.model.evaluate(site).parameters, [
    { name: 'BIG', value: 'is not defined', source: 'supposed' },
  ]);
  plain.write('config.h', '#define BIG\n');
  plain.refresh();
  assert.match(plain.value('a'), /^unknown\(conditional\)/);
});

test('an include in one branch and a declaration in the other', async () => {
  const kept = await workspace({
    'main.cu': `#if BIG\n#include "big.h"\n#else\nconstexpr int kN = 4;\n#endif\n${USE}auto b = Layout<Int<kB>>{};\n`,
    'big.h': 'constexpr int kN = 8;\nconstexpr int kB = 8;\n',
  });
  assert.match(kept.value('a'), /^unknown\(conditional\)/);
  assert.equal(kept.value('b'), '_8:_1', 'only the header has it');
  const dropped = await workspace({
    'main.cu': `#if SMALL\nconstexpr int kN = 4;\n#else\n#include "big.h"\n#endif\n${USE}`,
    'big.h': 'constexpr int kN = 8;\n',
  });
  assert.match(dropped.value('a'), /^unknown\(conditional\)/);
});

test('one name in two namespaces that are both opened, or in two headers, is not guessed', async () => {
  const w = await workspace({
    'main.cu': `#include "a.h"\n#include "b.h"\nusing namespace one; using namespace two;\n${USE}auto b = Layout<Int<kSame>>{};auto c = Layout<Int<one::kN>>{};\n`,
    'a.h': 'namespace one { constexpr int kN = 4; }\nconstexpr int kSame = 1;',
    'b.h': 'namespace two { constexpr int kN = 8; }\nconstexpr int kSame = 1;',
  });
  assert.match(w.value('a'), /^unknown/);
  assert.match(w.value('b'), /^unknown/);
  assert.equal(w.value('c'), '_4:_1');
});

test('namespaces of the same last name are told apart: detail::k is the one of the namespace around', async () => {
  const w = await workspace({
    'main.cu':
      '#include "a.h"\nnamespace one { auto a = cute::Layout<cute::Int<detail::k>>{}; }\nnamespace two { auto b = cute::Layout<cute::Int<detail::k>>{}; }\nauto c = cute::Layout<cute::Int<detail::k>>{};\n',
    'a.h':
      'namespace one { namespace detail { constexpr int k = 4; } }\nnamespace two::detail { constexpr int k = 8; }\n',
  });
  assert.equal(w.value('a'), '_4:_1');
  assert.equal(w.value('b'), '_8:_1');
  assert.match(w.value('c'), /^unknown/);
});

test("CuTe's own headers are known by their meaning and not read", async () => {
  const files = {
    'main.cu':
      '#include <cute/tensor.hpp>\n#include <cutlass/x.h>\nusing namespace cute;\nauto a = make_layout(make_shape(_4{}, cutlass::kX));\nusing E = cutlass::half_t;\nauto b = Layout<Int<sizeof(E)>>{};\n',
    'include/cute/tensor.hpp': 'namespace cute { template <class S> auto make_layout(S s) { return 1; } }\n',
    'include/cutlass/x.h':
      'namespace cutlass { struct half_t { short a[8]; }; using namespace cute; constexpr Int<8> kX{}; }\n',
  };
  const w = await workspace(files);
  assert.ok(!w.source.asked.includes('include/cute/tensor.hpp'));
  assert.equal(w.value('b'), '_2:_1');
  assert.equal(w.value('a'), '(_4,_8):(_1,_4)');
  const followed = await workspace(files, { followLibrary: true });
  assert.ok(followed.source.asked.includes('include/cute/tensor.hpp'));
  assert.equal(followed.value('a'), '(_4,_8):(_1,_4)');
});

test('an assumption in a header holds for the document', async () => {
  const w = await workspace({
    'main.cu':
      '#include "a.h"\nusing namespace cute;\ntemplate <int kBlockM> struct K { using L = Layout<Shape<Int<kBlockM>, _2>>; };\n',
    'a.h': '// layout-lens: assume kBlockM = 128\nstruct A {};\n',
  });
  assert.equal(w.value('L'), '(_128,_2):(_1,_128)');
});

test('switched off, nothing is read', async () => {
  const w = await workspace(
    { 'main.cu': `#include "n.h"\n${USE}`, 'n.h': 'constexpr int kN = 4;' },
    { isEnabled: false },
  );
  assert.match(w.value('a'), /^unknown\(missing-name\)/);
  assert.deepEqual(w.source.asked, []);
});

test('the files that include a file, directly or through others', async () => {
  const w = await workspace({
    'main.cu': 'int x;',
    'a.cu': '#include "k.h"',
    'b.cu': '#if X\n#include <launch.h>\n#endif',
    'launch.h': '#include "k.h"',
    'k.h': '',
  });
  const options = { includePaths: [], followLibrary: false, isEnabled: true };
  assert.deepEqual(
    [...(w.index.includersOf(`${ROOT}/k.h`, options) ?? [])].sort(),
    ['a.cu', 'b.cu', 'launch.h'].map((f) => `${ROOT}/${f}`),
  );
});

test('a macro that renames a namespace under a condition leaves its names what they are', async () => {
  const w = await workspace({
    'main.cu':
      '#include "lib/types.h"\nusing namespace cute;\n' +
      'auto a = Layout<Shape<Int<lib::kWide>, _8>>{};\nauto b = Layout<Shape<Int<inner::kDeep>>>{};\n',
    'lib/types.h':
      '#ifdef LIB_NAMESPACE\n#define lib LIB_NAMESPACE\n#endif\n' +
      'namespace lib { constexpr int kWide = 16; namespace inner { constexpr int kDeep = 3; } }\n' +
      'using namespace lib;\n',
  });
  assert.equal(w.value('a'), '(_16,_8):(_1,_16)');
  assert.equal(w.value('b'), '(_3):(_1)');
});

test('an instantiation whose argument is not known does not hide what holds for every argument', async () => {
  const w = await workspace({
    'main.cu':
      '#include "gone.h"\nusing namespace cute;\n' +
      'template <int N, class T> void run() { auto a = make_layout(Int<8>{}, make_stride(_1{}, Int<N>{}));\n' +
      ' auto b = make_layout(make_shape(_8{}, Int<N>{})); }\n' +
      'void host() { run<from_gone(), float>(); }\n',
  });
  assert.equal(w.value('b'), '(_8,_N):(_1,_8)');
});
