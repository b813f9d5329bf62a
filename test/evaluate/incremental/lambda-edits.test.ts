// Edits inside of lambdas: whoever calls them, or is handed them, shows what a fresh document shows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allShown } from '../../../scripts/fuzz/shown.ts';
import { seeded } from '../../support/random.ts';
import { openCpp } from '../cpp/support.ts';

const SOURCE = `using namespace cute;
#define AGAIN each(tile, _2{})
template <int kRows, int kCols>
struct Walk {
  template <class P>
  void run(P const& p, int n, bool flag) {
    auto rows = make_layout(make_shape(Int<kRows>{}, _4{}));
    auto cols = make_layout(make_shape(_3{}, Int<kCols>{}));
    int count = 2;
    auto step = [&](int i, auto each, auto check) {
      auto part = logical_divide(rows, make_layout(_2{}));
      static constexpr bool kCheck = decltype(check)::value;
      if constexpr (kCheck) { each(part, _2{}); } else { each(cols, size<1>(rows)); }
      auto within = [&](auto v) { auto w = make_layout(make_shape(size(v), size<0>(part))); each(w, i); };
      within(rows);
      count += 1;
    };
    auto plain = [&](auto const& l, auto m) {
      auto inner = make_layout(make_shape(size(l), m));
      auto deeper = [&](auto k) { return make_layout(make_shape(k, m)); };
      auto made = deeper(_3{});
    };
    auto value = [&](auto l) { auto x = make_layout(size(l)); return make_shape(size(x), _2{}); };
    step(n, plain, cute::true_type{});
    step(n, [&](auto tile, auto m) { auto got = make_layout(make_shape(size(tile), m)); auto y = value(tile); }, cute::false_type{});
    auto pair = make_layout(value(rows));
    for (int i = 0; i < count; ++i) { auto c = make_layout(make_shape(i, _2{})); plain(c, _4{}); }
    if (flag) { auto e = value(cols); plain(make_layout(e), _6{}); }
  }
};
void host(int p) { Walk<64, 32> a; a.run(p, 3, false); Walk<128, 16> b; b.run(p, 4, true); }
`;

/** After each of the edits. */
async function checked(edits: readonly (readonly [what: string, by: string])[]): Promise<void> {
  const document = await openCpp(SOURCE);
  allShown(document);
  for (const [what, by] of edits) {
    const start = document.text.indexOf(what);
    assert.ok(start >= 0, what);
    document.edit([{ start, end: start + what.length, text: by }]);
    assert.deepEqual(allShown(document), allShown(await openCpp(document.text)), `${what} → ${by}`);
  }
}

test('a lambda that returns nothing', () =>
  checked([
    ['count += 1;', 'count += 12;'],
    ['size(l), m))', 'size(l), m, _5{}))'],
    ['auto inner', 'return; auto inner'],
    ['size<0>(part)', 'size<1>(part)'],
  ]));

test('what it hands to a lambda that it was handed', () =>
  checked([
    ['each(part, _2{})', 'each(part, _7{})'],
    ['make_layout(_2{}));\n      static', 'make_layout(_4{}));\n      static'],
    ['each(w, i);', ''],
    ['if constexpr (kCheck)', 'if constexpr (!kCheck)'],
    ['within(rows);', 'within(rows); each(part, _9{});'],
  ]));

test('a lambda begins to return something, and stops again', () =>
  checked([
    ['auto y = value(tile);', 'return rows; auto y = value(tile);'],
    ['return rows;', 'return cols;'],
    ['return cols; auto y', 'auto y'],
    ['auto made = deeper(_3{});', 'return deeper(_3{});'],
    ['return deeper(_3{});', 'auto made = deeper(_3{});'],
  ]));

test('the head of a loop, with calls of lambdas in it', () =>
  checked([
    ['int i = 0;', 'int i = _2;'],
    ['int i = _2;', 'int i = 0;'],
    ['if (flag) { auto e', 'if constexpr (kRows > 64) { auto e'],
  ]));

const WORDS =
  '_1 _2 _5 rows cols part n m l v w x count each within plain step value check size(rows) return ; { } ( ) , auto &'.split(
    ' ',
  );
const STATEMENTS = [
  'each(part, _8{});',
  'return rows;',
  'auto part = make_layout(_6{});',
  'within(cols);',
  'count = 7;',
  'plain(part, _3{});',
  'auto g = each; g(part, _2{});',
  'if (count > 2) { each(rows, _1{}); }',
  'step(2, [&](auto tile, auto m) { auto h = make_layout(m); }, cute::true_type{});',
  'AGAIN;',
  'foo(&count);',
];

for (const seed of [11, 27])
  test(`edits at random (${seed})`, async () => {
    const { below: random } = seeded(seed);
    const document = await openCpp(SOURCE);
    for (let round = 0; round < 60; round++) {
      const { text } = document;
      const names = [...text.matchAll(/\b\w+\b/g)];
      const name = names[random(names.length)]!;
      const behind = text.indexOf(';', name.index) + 1;
      const edits = [
        { start: name.index, end: name.index + name[0].length, text: WORDS[random(WORDS.length)]! },
        { start: behind, end: behind, text: ` ${STATEMENTS[random(STATEMENTS.length)]}` },
        { start: behind, end: Math.max(behind, text.indexOf(';', behind) + 1), text: '' },
      ];
      const edit = round % 6 === 5 ? { start: 0, end: text.length, text: SOURCE } : edits[random(3)]!;
      document.edit([edit]);
      assert.deepEqual(allShown(document), allShown(await openCpp(document.text)), document.text);
    }
  });
