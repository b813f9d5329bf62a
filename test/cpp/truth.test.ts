// What C++ makes of the language around layouts. Every expected value was printed by a compiled program;
// where the value is not tracked, it must be unknown or partly known, never the wrong one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pick } from './support.ts';

async function inMain(before: string, body: string, expected: Record<string, string>): Promise<void> {
  const source = `#include <cute/tensor.hpp>\nusing namespace cute;\n${before}\nint main() {\n${body}\n}\n`;
  assert.deepEqual(await pick(source, Object.keys(expected)), expected);
}

test('what a reference to it may change is forgotten', () =>
  inMain(
    '',
    `int s = 7; int& r = s; r = 10; auto a = make_layout(s);
     auto shape = make_shape(3, _4{}); get<0>(shape) = 8; auto b = make_layout(shape);
     auto other = make_shape(3, _4{}); auto& part = get<0>(other); part = 17; auto c = make_layout(other);
     auto pair = make_tuple(3, _4{}); auto& [x, y] = pair; x = 11; auto d = make_layout(get<0>(pair));
     auto kept = make_shape(3, _4{}); auto& seen = kept; auto e = make_layout(kept);`,
    { a: '?:_1', b: '(?,_4):(_1,?)', c: '(?,_4):(_1,?)', d: '?:_1', e: '(3,_4):(_1,3)' },
  ));

test('default arguments of functions', () =>
  inMain(
    `constexpr int scaled(int a, int b = 3) { return a * b; }
     auto shape(int a = 3, int b = 4) { return make_shape(a, b); }
     template <class T = _7> auto made(T t = {}) { return t; }`,
    `auto p = Int<scaled(2)>{};
     auto q = Int<scaled(2, 7)>{};
     auto r = shape();
     auto s = shape(9);
     auto u = made();`,
    { p: '_6', q: '_14', r: '(3,4)', s: '(9,4)', u: 'unknown(violation)' },
  ));

test('parameters of lambdas', () =>
  inMain(
    '',
    `auto a = [](int i) { i += 3; return make_layout(i); }(4);
     auto b = [](int k) { return make_layout(k); }(_4{});
     auto c = [](auto i) { return make_layout(i); }(_4{});`,
    { a: '?:_1', b: '4:_1', c: '_4:_1' },
  ));

test('integers that their type cannot hold', () =>
  inMain(
    '',
    `unsigned char narrow = 300; auto a = make_layout(int(narrow));
     auto b = static_cast<int8_t>(130);
     auto c = uint8_t(256 + 3);
     auto d = static_cast<int8_t>(100);
     unsigned wrapped = -1; auto e = make_layout(wrapped);`,
    { a: '?:_1', b: '?', c: '?', d: '100', e: '?:_1' },
  ));

test('whether types are the same', () =>
  inMain(
    '',
    `auto a = is_same_v<int, int32_t> ? 3 : 4;
     auto b = is_same_v<unsigned, uint32_t> ? 3 : 4;
     auto c = is_same_v<uint8_t, unsigned char> ? 3 : 4;
     auto d = is_same_v<char, int8_t> ? 3 : 4;
     auto e = is_same_v<size_t, uint64_t> ? 3 : 4;
     auto f = is_same_v<Shape<_3, int>, Shape<_3, long>>;
     auto g = is_same_v<decltype(3), int>;
     auto h = is_same_v<Int<3>, std::integral_constant<int, 3>>;
     auto i = is_same_v<half_t, bfloat16_t> ? 3 : 4;`,
    {
      a: '3',
      b: '3',
      c: '3',
      d: '4',
      e: '3',
      f: 'unknown(unsupported)',
      g: 'unknown(unsupported)',
      h: 'unknown(unsupported)',
      i: '4',
    },
  ));

test('specialisations are found by every name of a type', () =>
  inMain(
    `template <class T> struct Rows { static constexpr int value = 3; };
     template <> struct Rows<uint32_t> { static constexpr int value = 4; };`,
    `auto a = Int<Rows<unsigned>::value>{};
     auto b = Int<Rows<int>::value>{};
     unsigned n = 5; auto c = Int<Rows<decltype(n + 1)>::value>{};`,
    { a: '_4', b: '_3', c: 'unknown(unsupported)' },
  ));

test('flags in arithmetic, bits of a bool, the integers of the standard', () =>
  inMain(
    '',
    `auto a = Int<3>{} + C<true>{};
     auto b = 3 + (sizeof(float) == 4);
     auto c = Int<sizeof_bits_v<bool>>{};
     auto d = Int<sizeof(bool)>{};
     auto e = std::integral_constant<int, 5>{} * _2{};`,
    { a: 'unknown(unsupported)', b: '4', c: '_1', d: '_1', e: 'unknown(unsupported)' },
  ));

test('the swizzle of a shared-memory tensor is the pointer’s', () =>
  inMain(
    '',
    `half_t* p = nullptr;
     auto atom = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{}, _64{}, _3{}));
     Tensor s = make_tensor(make_smem_ptr(p), atom);
     auto a = s.layout();
     Tensor stage = s(_, _, 1);
     auto b = stage.layout();
     Tensor tile = local_tile(s, Shape<_64, _64>{}, make_coord(1, 0, _));
     auto c = tile.layout();
     auto d = group_modes<0, 2>(s).layout();`,
    {
      a: '((_8,_16),(_64,_1),(_1,_3)):((_64,_512),(_1,_0),(_0,_8192))',
      b: '((_8,_16),(_64,_1)):((_64,_512),(_1,_0))',
      c: '(_64,_64,(_1,_3)):(_64,_1,(_0,_8192))',
      d: '(((_8,_16),(_64,_1)),(_1,_3)):(((_64,_512),(_1,_0)),(_0,_8192))',
    },
  ));
