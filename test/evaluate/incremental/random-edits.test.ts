// Random edits of a file with templates: what is shown after each of them is what a fresh document shows, with names
// of unknown constants, instantiations and parameters.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allShown } from '../../../scripts/fuzz/shown.ts';
import { CPP_MATERIAL, type Material, randomEdit } from '../../../scripts/fuzz/text-edit.ts';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { seeded } from '../../support/random.ts';
import { grammars } from '../cpp/support.ts';

const SOURCE = `#include <cute/tensor.hpp>
using namespace cute;
namespace tiles {
struct Base { static constexpr int kRows = 8; };
template <int kM_, int kN_, class Element_>
struct Tile : Base {
  static constexpr int kM = kM_;
  static constexpr int kN = kN_;
  static constexpr int kCols = kN % 64 == 0 ? 64 : 32;
  using Atom = Layout<Shape<_8, Int<kCols>>, Stride<Int<kCols>, _1>>;
  using Smem = decltype(tile_to_shape(Atom{}, Shape<Int<kM>, Int<kN>>{}));
};
// rows of (4,8):(8,1)
template <class Tile_>
struct Loop {
  using T = Tile_;
  static constexpr int kCols = T::kCols;
  template <class Params>
  void run(Params const& params, int thread) {
    Tensor s = make_tensor(make_smem_ptr(params.ptr), typename T::Smem{});
    auto part = local_partition(s, Layout<Shape<_32, _4>>{}, thread);
    if (thread < kCols) {
      auto first = part(_, 0);
    }
  }
};
}
struct Params { half_t* ptr; int n; };
template <class L> void kernel(Params p) {
  L loop;
  loop.run(p, threadIdx.x);
}
void host(Params p) {
  kernel<tiles::Loop<tiles::Tile<128, 64, half_t>>>(p);
  kernel<tiles::Loop<tiles::Tile<64, 96, float>>>(p);
}
`;

const MATERIAL: Material = {
  pieces: [...CPP_MATERIAL.pieces, ...'kCols kN 96 Loop'.split(' ')],
  lines: [...CPP_MATERIAL.lines, '  static constexpr int kRows = 4;\n'],
};

for (const seed of [2, 3, 4])
  test(`a file with templates, edited at random (${seed})`, async () => {
    const loaded = await grammars();
    const random = seeded(seed * 7919);
    const document = openDocument(loaded, 'cpp', SOURCE);
    for (let round = 0; round < 40; round++) {
      const { text } = document;
      const edit =
        round % 5 === 4
          ? { start: 0, end: text.length, text: SOURCE }
          : randomEdit(random, text, MATERIAL, [SOURCE]);
      document.edit([edit]);
      const fresh = openDocument(loaded, 'cpp', document.text);
      assert.deepEqual(allShown(document), allShown(fresh), `round ${round}: ${JSON.stringify(edit)}`);
      fresh.dispose();
    }
    document.dispose();
  });

/** What is shown of a name, with its parameters, after replacements made one after the other. */
async function after(source: string, name: string, ...changes: readonly [string, string][]): Promise<string> {
  const document = openDocument(await grammars(), 'cpp', source);
  for (const [from, to] of changes) {
    allShown(document);
    const start = document.text.indexOf(from);
    document.edit([{ start, end: start + from.length, text: to }]);
  }
  const line = allShown(document).find((text) => text.includes(` declaration ${name} `));
  document.dispose();
  return line!.slice(line!.indexOf(name));
}

test('a comment before a class template is edited: it keeps its instantiations', async () => {
  const source = `// (4,8):(8,1) rows
template <int kM> struct Traits { static constexpr int k = kM; };
using Q = Traits<128>;
`;
  assert.equal(
    await after(source, 'k', ['rows', 'columns']),
    'k 128 {kM=128 from instantiation Traits<128>, line 3} []',
  );
});

test('constants are called the same after their class was broken and mended', async () => {
  const source = `namespace n {
template <class T> struct First { static constexpr int kSize = T::size; };
template <class T> struct Second { static constexpr int kSize = T::size + 1; };
}
`;
  assert.equal(await after(source, 'kSize'), 'kSize kSize {} []');
  assert.equal(
    await after(source, 'kSize', ['struct First {', 'struct First '], ['struct First ', 'struct First {']),
    'kSize kSize {} []',
  );
  // The second is another number, and the first keeps its name where it comes later.
  const swapped = await after(source, 'kSize', ['struct First', 'struct Third']);
  assert.equal(swapped, 'kSize kSize {} []');
});
