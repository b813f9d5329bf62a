// Names that stand for the same thing in several ways, and names that are declared where nobody sees them.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileOpener } from '../../../server/src/cli/common/headers.node.ts';
import { sourceFiles } from '../../../server/src/cli/common/walk.node.ts';
import { MARKED, outcomeText } from '../../../server/src/render/text/text.ts';
import { grammars, inMain, pick } from './support.ts';

test('each of several headers may say `using cute::size;`', async () => {
  const source = (second: string): string => `
    namespace a { using cute::make_layout; using cute::Shape; using cute::_4; }
    namespace b { ${second} }
    namespace a { using cute::make_layout; auto one = make_layout(Shape<_4, _4>{}); }`;
  assert.deepEqual(await pick(source(''), ['one']), { one: '(_4,_4):(_1,_4)' });
  const other = source('').replace('using cute::Shape;', 'using other::make_layout; using cute::Shape;');
  assert.match((await pick(other, ['one']))['one']!, /^unknown/);
});

test('an alias of a class may have the name of what it stands for', async () => {
  assert.deepEqual(
    await pick(
      `using namespace cute;
       struct Kernel {
         using Layout = Layout<Shape<_4, _8>>;
         static constexpr int kRows = size<0>(Layout{});
         using Tile = decltype(make_layout(Shape<Int<kRows>, _2>{}));
       };
       using T = Kernel::Tile;`,
      ['T'],
    ),
    { T: '(_4,_2):(_1,_4)' },
  );
});

test('a block may open a namespace of the file, and what is nearer goes before', async () => {
  assert.deepEqual(
    await pick(
      `using namespace cute;
       namespace sizes { constexpr int k = 3; using L = Layout<Shape<_4, _8>>; namespace deep { constexpr int d = 7; } }
       namespace other { constexpr int k = 5; }
       void f() {
         using namespace sizes;
         auto opened = make_layout(Int<k>{});
         L type;
         auto inLambda = [&] { auto within = make_layout(Int<k + 1>{}); };
         { using namespace sizes::deep; auto below = make_layout(Int<d>{}); }
         constexpr int k = 9;
         auto nearer = make_layout(Int<k>{});
       }
       void g() {
         { using namespace other; auto inner = make_layout(Int<k>{}); }
       }
       namespace outer {
         namespace own { constexpr int n = 6; }
         void f() { using namespace own; auto relative = make_layout(Int<n>{}); }
       }`,
      ['opened', 'type', 'within', 'below', 'nearer', 'inner', 'relative'],
    ),
    {
      opened: '_3:_1',
      type: '(_4,_8):(_1,_4)',
      within: '_4:_1',
      below: '_7:_1',
      nearer: '_9:_1',
      inner: '_5:_1',
      relative: '_6:_1',
    },
  );
  const outside = await pick(
    `using namespace cute;
     namespace sizes { constexpr int k = 3; }
     namespace other { constexpr int k = 5; }
     void g() { { using namespace other; } auto behind = make_layout(Int<k>{}); }
     void h() { using namespace sizes; using namespace other; auto either = make_layout(Int<k>{}); }`,
    ['behind', 'either'],
  );
  for (const value of Object.values(outside)) assert.match(value, /unknown/);
});

test('types go by several names', async () => {
  await inMain(
    `template <class T> struct Rows { static constexpr int value = 1; };
     template <> struct Rows<half> { static constexpr int value = 2; };
     template <> struct Rows<nv_bfloat16> { static constexpr int value = 4; };
     template <> struct Rows<__nv_fp8_e4m3> { static constexpr int value = 8; };
     template <class T> using L = Layout<Int<Rows<T>::value>>;`,
    `auto a = L<nv_half>{}; auto b = L<__nv_bfloat16>{}; auto c = L<__nv_fp8_e4m3>{}; auto d = L<__nv_fp8_e5m2>{};
     auto e = Layout<Int<is_same_v<uint4_t, cutlass::uint4b_t> + 2 * is_same_v<int2_t, cutlass::int2b_t>>>{};
     auto f = Layout<Int<sizeof_bits_v<uint4_t> + 100 * sizeof_bits_v<__nv_fp8_e5m2>>>{};
     auto g = Layout<Int<3 + is_same_v<uint4_t, int4_t> + 2 * is_same_v<uint4_t, uint2_t>>>{};`,
    { a: '_2:_1', b: '_4:_1', c: '_8:_1', d: '_1:_0', e: '_3:_1', f: '_804:_1', g: '_3:_1' },
  );
});

test('what a file declares for its own scope behind a header is not what the header means', async () => {
  const path = mkdtempSync(join(tmpdir(), 'layout-lens-'));
  try {
    mkdirSync(join(path, '.git'));
    writeFileSync(
      join(path, 'kernel.h'),
      `#pragma once
       template <int N> __device__ void kernel() {
         using namespace cute;
         Tensor tile = make_tensor<float>(Shape<Int<N>, _4>{});
       }
       template <int N> __device__ void other_kernel() {
         Tensor tile = cute::make_tensor<float>(cute::Shape<cute::Int<N>, cute::_4>{});
       }
       namespace project::detail {
       using namespace cute;
       template <int N> struct Kernel { __device__ void run() { Tensor tile = make_tensor<float>(Shape<Int<N>>{}); } };
       }`,
    );
    writeFileSync(join(path, 'utilities.h'), '#pragma once\nusing host::Tensor;\n');
    writeFileSync(
      join(path, 'launch.cu'),
      `#include "kernel.h"
       #include "utilities.h"
       void launch() { kernel<16><<<1, 1>>>(); other_kernel<16><<<1, 1>>>(); project::detail::Kernel<16> kernel; kernel.run(); }`,
    );
    const open = fileOpener(await grammars(), [path], []);
    const header = [...sourceFiles([path])].find((file) => file.path.endsWith('kernel.h'))!;
    assert.ok('text' in header);
    const { model } = open(header);
    const tiles = model.sites.filter((site) => site.name === 'tile' && site.role === 'declaration');
    const shown = tiles.map((site) => outcomeText(model.evaluate(site).value, MARKED));
    assert.deepEqual(shown, [
      'ptr[32b] o (_16,_4):(_1,_16)',
      'ptr[32b] o (_N,_4):(_1,_N)',
      'ptr[32b] o (_16):(_1)',
    ]);
  } finally {
    rmSync(path, { recursive: true });
  }
});
