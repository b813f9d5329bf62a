// How much of a document is known, as an editor's status shows it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestClient } from './client.ts';

interface Coverage {
  readonly known: number;
  readonly partly: number;
  readonly unknown: number;
  readonly places: readonly {
    readonly range: { readonly start: { readonly line: number } };
    readonly source: string;
    readonly isPartly: boolean;
    readonly reason: string;
  }[];
}

const TEXT = `#include <cute/tensor.hpp>
using namespace cute;
template <class Traits>
void f(int rows) {
  auto fixed = make_layout(Shape<_4, _8>{});
  auto sized = make_layout(make_shape(rows, _8{}));
  auto swizzled = composition(Swizzle<3, 3, 3>{}, typename Traits::SmemLayout{});
  auto refused = composition(Layout<Shape<_4, _6, _8>, Stride<_2, _3, _5>>{}, Layout<_6>{});
  printf("nothing of ours");
}
`;

test('what is known, partly known and unknown is counted, with the reasons', async () => {
  const client = await TestClient.start({ markdown: false });
  try {
    const uri = 'file:///coverage.cu';
    await client.open(uri, 'cuda-cpp', TEXT);
    const ask = (): Promise<Coverage> => client.request('layoutLens/coverage', uri);
    const { known, partly, unknown, places } = await ask();
    assert.deepEqual({ known, partly, unknown }, { known: 1, partly: 1, unknown: 2 });
    assert.deepEqual(
      places.map(({ range, isPartly }) => [range.start.line, isPartly]),
      [
        [6, false],
        [7, false],
        [5, true],
      ],
    );
    const [swizzled, refused, sized] = places;
    assert.match(swizzled!.source, /^swizzled = composition\(Swizzle<3, 3, 3>\{\}, /);
    assert.match(swizzled!.reason, /Traits::SmemLayout is looked up in the template parameter Traits/);
    assert.match(refused!.reason, /4.*6|6.*4/);
    assert.match(sized!.reason, /^\(rows,_8\):\(_1,rows\): the rest is known when the program runs$/);
    await client.edit(uri, [{ text: TEXT.replace('rows, _8', '_2{}, _8') }]);
    assert.equal((await ask()).known, 2);
    await client.open(
      'file:///plain.layout',
      'layout',
      'A = (4,8):(8,1)\nB = composition((4,6,8):(2,3,5), 6:1)\n',
    );
    const plain: Coverage = await client.request('layoutLens/coverage', 'file:///plain.layout');
    assert.deepEqual([plain.known, plain.unknown], [1, 1]);
  } finally {
    await client.stop();
  }
});
