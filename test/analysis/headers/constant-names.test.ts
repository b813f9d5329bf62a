// What constants of included files are called while their values are not known: it depends on the files alone, not on
// what was looked at first.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workspace } from './support.ts';

const HEADER = `int chosen();
namespace one { struct A { static constexpr int kN = chosen(); }; }
namespace two { struct A { static constexpr int kN = chosen(); }; }
struct B { static constexpr int kN = chosen(); };
`;
const MAIN = `#include "kinds.h"
using namespace cute;
void f() {
  auto a = Layout<Shape<Int<one::A::kN>, _2>>{};
}
void g() {
  auto b = Layout<Shape<Int<B::kN>, _2>>{};
  auto c = Layout<Shape<Int<two::A::kN>, _2>>{};
}
`;
const NAMES = ['a', 'b', 'c'];

test('a brace that is broken and mended leaves the names of constants as a fresh document has them', async () => {
  const files = { 'kinds.h': HEADER, 'main.cu': MAIN };
  const fresh = await workspace(files);
  const wanted = NAMES.map((name) => fresh.value(name));
  // Each of them is another number, and has another name.
  assert.equal(new Set(wanted).size, 3, wanted.join('\n'));
  for (const order of [NAMES, ['c', 'b', 'a'], ['b', 'a', 'c']]) {
    const other = await workspace(files);
    const values = new Map(order.map((name) => [name, other.value(name)]));
    assert.deepEqual(
      NAMES.map((name) => values.get(name)),
      wanted,
      `asked in the order ${order.join()}`,
    );
  }
  const braces = [...MAIN.matchAll(/[{}]/g)].map(({ index }) => index);
  for (const at of braces) {
    const { document, value, refresh } = await workspace(files);
    document.edit([{ start: at, end: at + 1, text: '' }]);
    refresh();
    for (const name of [...NAMES].reverse()) value(name);
    document.edit([{ start: at, end: at, text: MAIN[at]! }]);
    refresh();
    assert.deepEqual(NAMES.map(value), wanted, `a brace at ${at}`);
  }
});
