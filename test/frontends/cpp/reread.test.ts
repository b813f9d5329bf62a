// What an edit leaves of a file is not read again: masking, cutting and lowering give the same as for a file that is
// read for the first time, whatever is typed where.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allShown } from '../../../scripts/fuzz/shown.ts';
import { type ChunkedFile, cutFile } from '../../../server/src/frontends/cpp/text/chunks.ts';
import { type Masked, maskCpp } from '../../../server/src/syntax/cpp/mask.ts';
import { difference } from '../../../server/src/syntax/text/difference.ts';
import { openCpp } from '../../evaluate/cpp/support.ts';
import { seeded } from '../../support/random.ts';

const SOURCE = `#pragma once
#include <cute/tensor.hpp>
#define TILE(n) Layout<Shape<Int<n>, _8>> /* rows */
#define LONG(x) \\
  f(x); \\
  g(x)
namespace a { namespace b {
// (4,8):(8,1)
template <class T, CUTE_REQUIRES(is_integral<T>::value)>
CUTE_HOST_DEVICE constexpr auto twice(T t) { return f(typename T::template X<4>{}) + '{' + 1'000; }
#if defined(FAST) && N > 2
static constexpr int kN = 4;
#elif N
static constexpr int kN = 8; /* } */
#else
using Never = int;
#endif
template <bool kIs = (1 < 2)> struct __align__(16) Holder {
  typename Other<int>::type x;
  void run() __attribute__((noinline)) { auto text = "} // {"; }
};
inline namespace c { enum class Kind { one, two }; }
} // namespace b
using namespace b; extern "C" { int outside(int); }
}
#if 0
struct Gone { ;
#endif
struct Last { alignas(8) int y; } last = { 1 };
`;

const TYPED = `{ } ( ) ; , < > " ' / * /* */ // # \\ :: = x 1 { } ;`
  .split(' ')
  .concat(
    ['\n', '\\\n', '\n#if X\n', '\n#else\n', '\n#endif\n', '#define Y 2\n', '#define Z /* open', 'typename '],
    ['alignas', '__launch_bounds__', ', CUTE_REQUIRES(a)', 'CUTE_DEVICE ', 'template <', 'R"(', ')"'],
    ['namespace d {', 'namespace d { }', 'struct E { };', 'operator> ', 'using T = ', '\r\n'],
  );

/** Edits one after the other, the same for the same seed. */
function* versions(source: string, seed: number, count: number): Generator<string> {
  const { below: random } = seeded(seed);
  let text = source;
  for (let round = 0; round < count; round++) {
    const start = random(text.length + 1);
    const end = random(3) === 0 ? Math.min(text.length, start + random(40)) : start;
    const typed = random(4) === 0 ? '' : TYPED[random(TYPED.length)]!;
    text = random(8) === 0 ? source : text.slice(0, start) + typed + text.slice(end);
    yield text;
  }
}

const signaturesOf = ({ chunks }: ChunkedFile): unknown =>
  chunks.map(({ start, end, namespace, names }) => [start, end, namespace, [...names]]);

for (const seed of [1, 2, 3, 4])
  test(`a file that is typed in is masked and cut as a new one is (${seed})`, () => {
    // Behind much that nobody touches, as edits stand in real files.
    const source = `${SOURCE}${'int filler(int x) { return x; } // (2,2):(2,1)\n'.repeat(20)}${SOURCE}`;
    let masked: Masked = maskCpp(source);
    let cut = cutFile({ text: masked.text, written: source }, 'with comments', null);
    let kept = 0;
    for (const text of versions(source, seed, 400)) {
      masked = maskCpp(text, masked);
      assert.deepEqual(masked, maskCpp(text), text);
      const from = { text: masked.text, written: text };
      cut = cutFile(from, 'with comments', cut);
      assert.deepEqual(signaturesOf(cut), signaturesOf(cutFile(from, 'with comments', null)), text);
      kept += cut.first + cut.last;
    }
    // Else nothing would be tested.
    assert.ok(kept > 1000);
  });

test('a change between long equal stretches is found', () => {
  const long = 'abcdefgh'.repeat(2000);
  const cases: readonly (readonly [string, string])[] = [
    [long, `${long}x`],
    [long, `x${long}`],
    [`${long}${long}`, `${long}abcdefgh${long}`],
    [`${long}1${long}`, `${long}22${long}`],
    [long, ''],
    [`${long}${long}`, long],
  ];
  for (const [before, after] of cases) {
    const { start, oldEnd, newEnd } = difference(before, after)!;
    assert.equal(before.slice(0, start) + after.slice(start, newEnd) + before.slice(oldEnd), after);
    assert.notEqual(before[start], start < newEnd ? after[start] : undefined);
    const isLast = oldEnd === start || newEnd === start || before[oldEnd - 1] !== after[newEnd - 1];
    assert.ok(isLast);
  }
  assert.equal(difference(long, `${long}`), null);
});

const TWICE = `using namespace cute;
void f(int n) { auto l = make_layout(make_shape(n, _2{})); }
void f(int n) { auto l = make_layout(make_shape(n, _2{})); }
#define EXTRA 3
template <int N> void g() { auto m = make_layout(Int<N + EXTRA>{}); }
`;

/** What is shown after edits of the whole text. */
async function shown(text: string, edits: readonly string[]): Promise<readonly string[]> {
  const document = await openCpp(text);
  for (const next of edits) {
    void document.model.sites;
    document.edit([{ start: 0, end: document.text.length, text: next }]);
  }
  return allShown(document);
}

test('one of two equal functions is edited', async () => {
  const [first, second] = [TWICE.indexOf('_2{}'), TWICE.lastIndexOf('_2{}')];
  const put = (at: number, text: string): string => TWICE.slice(0, at) + text + TWICE.slice(at + 4);
  for (const edits of [
    [put(first, '_3{}')],
    [put(second, '_3{}')],
    [put(second, '_3{}'), put(second, '_12{}'), TWICE, put(first, '_5{}')],
    [put(first, '_3{}'), put(second, '_3{}')],
  ])
    assert.deepEqual(await shown(TWICE, edits), await shown(edits.at(-1)!, []));
});

test('what is typed is equal to something that stays as it was', async () => {
  const adder = 'template <class T> struct Adder { T x; };\n';
  const text = `using namespace cute;\n${adder}auto a = Adder<float>{1};\nint n;\n`;
  const pasted = `${text}int m;\n${adder}auto b = Adder<float>{2};\n`;
  for (const edits of [[pasted], [`${text}int m;\n${adder.replace('x', 'xy')}`, `${text}int m;\n${adder}`]]) {
    const fresh = await shown(edits.at(-1)!, []);
    assert.ok(fresh.length > 3);
    assert.deepEqual(await shown(text, edits), fresh);
  }
});

test('a macro is defined otherwise, and what stands behind it moves', async () => {
  const edits = [
    TWICE.replace('EXTRA 3', 'EXTRA 40'),
    TWICE.replace('EXTRA 3', 'EXTRA 40').replace('_2{}', '_20{}'),
    TWICE.replace('#define EXTRA 3\n', ''),
    TWICE,
  ];
  for (let n = 1; n <= edits.length; n++)
    assert.deepEqual(await shown(TWICE, edits.slice(0, n)), await shown(edits[n - 1]!, []));
});
