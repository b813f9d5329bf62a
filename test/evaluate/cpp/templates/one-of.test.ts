// Choices by conditions that nobody knows: what holds whichever way they go is shown, and nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pick } from '../support.ts';

async function inTemplate(parameters: string, body: string, expected: Record<string, string>): Promise<void> {
  const source = `#include <cute/tensor.hpp>\nusing namespace cute;\ntemplate <${parameters}>\nstruct Loop {\n${body}\n};\n`;
  assert.deepEqual(await pick(source, Object.keys(expected)), expected);
}

test('a type by an unknown condition', () =>
  inTemplate(
    'bool kPacked, class Arch, int kN',
    `using Same = conditional_t<kPacked, Layout<_8>, Layout<_8>>;
     using Open = std::conditional_t<kPacked, Layout<Shape<_4, Int<kN>>>, Layout<Shape<_4, Int<kN>>, Stride<Int<kN>, _1>>>;
     using Rows = decltype(make_layout(size<0>(Open{})));
     using All = decltype(make_layout(size(Open{})));
     using Tiled = decltype(tile_to_shape(Open{}, Shape<_8, Int<kN>>{}));
     using ByArch = std::conditional_t<(Arch::kMinComputeCapability >= 90), Layout<Shape<_16>>, Layout<Shape<_32>>>;
     using Nested = conditional_t<kPacked, Shape<Shape<int, int>, int>, Shape<int, int>>;
     using Second = decltype(make_layout(get<1>(Nested{})));
     using Either = std::conditional_t<kPacked, Layout<_8>, conditional_t<kPacked, Layout<_8>, Layout<_8>>>;
     using Member = typename std::conditional<kPacked, Layout<_2>, Layout<_2>>::type;`,
    {
      Same: '_8:_1',
      Open: '(_4,_kN):(_1,_4) or (_4,_kN):(_kN,_1)',
      Rows: '_4:_1',
      All: '_(4*kN):_1',
      Tiled: '((_4,_2),(_kN,_1)):((_1,_(4*kN)),(_4,_0)) or ((_4,_2),(_kN,_1)):((_kN,_(4*kN)),(_1,_0))',
      ByArch: '(_16):(_1) or (_32):(_1)',
      Nested: '((?,?),?) or (?,?)',
      Second: '?:_1',
      Either: '_8:_1',
      Member: '_2:_1',
    },
  ));

test('a value by an unknown condition', () =>
  inTemplate(
    'bool kSwap, int kM, int kN',
    `auto f() {
       auto a = conditional_return<kSwap>(Int<kM>{}, Int<kN>{});
       auto b = conditional_return<!kSwap>(make_layout(Int<kM>{}), make_layout(Int<kM>{}));
       auto c = make_layout(make_shape(conditional_return<kSwap>(_4{}, _8{}), Int<kN>{}));
       auto d = size<1>(c);
       auto e = conditional_return<kSwap>(make_layout(Int<kM>{}), make_shape(Int<kM>{}, _2{}));
     }
     static constexpr int kV = kSwap ? 4 : 8;
     using Vals = Layout<Shape<Int<kV>, _2>>;
     using Direct = Layout<Shape<Int<kSwap ? 64 : 32>, Int<kN>>>;
     using Nested = Layout<Shape<Int<kSwap ? 64 : kSwap ? 32 : 16>>>;
     using Known = decltype(make_layout(size<1>(Direct{})));`,
    {
      a: '_kM or _kN',
      b: '_kM:_1',
      c: '(_4,_kN):(_1,_4) or (_8,_kN):(_1,_8)',
      d: '_kN',
      e: '_kM:_1 or (_kM,_2)',
      kV: 'kV',
      Vals: '(_kV,_2):(_1,_kV)',
      Direct: '(_64,_kN):(_1,_64) or (_32,_kN):(_1,_32)',
      Nested: '(_64):(_1) or (_32):(_1) or (_16):(_1)',
      Known: '_kN:_1',
    },
  ));

test('a condition that is known leaves no choice', () =>
  inTemplate(
    'int kN = 8',
    `using A = conditional_t<(kN > 4), Layout<Shape<_4>>, Layout<Shape<_8>>>;
     using B = conditional_t<is_same_v<half_t, bfloat16_t>, Layout<Shape<_4>>, Layout<Shape<_8>>>;`,
    { A: '(_4):(_1)', B: '(_8):(_1)' },
  ));

test('too many alternatives are none', () =>
  inTemplate(
    'bool a, bool b, bool c',
    `using X = conditional_t<a, Shape<_1>, conditional_t<b, Shape<_2>, Shape<_3>>>;
     using Y = conditional_t<c, Shape<_5>, Shape<_7>>;
     using Z = Layout<Shape<decltype(size(X{})), decltype(size(Y{}))>>;
     using First = decltype(size<1>(Layout<Shape<decltype(size(X{})), _6>>{}));`,
    { X: '(_1) or (_2) or (_3)', Z: 'unknown(template-parameter)', First: '_6' },
  ));

test('elements of a tile that is a parameter have the names of their constants', () =>
  inTemplate(
    'class Tile_',
    `using Tile = Tile_;
     static constexpr int kRows = get<0>(Tile{});
     static constexpr int kCols = size<1>(Tile{});
     using Rows = decltype(make_layout(make_shape(shape<0>(Tile{}), _8{})));
     using Cols = decltype(make_layout(size<1>(Tile{})));
     using Shapes = decltype(select<0, 0>(Tile{}));
     using Open = decltype(make_layout(get<1>(Tile{})));
     using Third = decltype(make_layout(get<2>(Tile{})));`,
    {
      Rows: '(_kRows,_8):(_1,_kRows)',
      Cols: '_kCols:_1',
      Shapes: '(_kRows,_kRows)',
      // A size does not say that the mode is one integer.
      Open: 'unknown(template-parameter)',
      Third: 'unknown(template-parameter)',
    },
  ));

test('one side of && and || may decide alone, be it a number', () =>
  inTemplate(
    'class T, bool a',
    `static constexpr bool none = false, other = false;
     using A = conditional_t<(none ^ other) && (sizeof(T) < 4), Shape<_1>, Shape<_2>>;
     using B = conditional_t<(sizeof(T) < 4) && 0, Shape<_1>, Shape<_2>>;
     using C = conditional_t<1 || a, Shape<_1>, Shape<_2>>;
     using D = conditional_t<a && (none ^ true), Shape<_1>, Shape<_2>>;`,
    { A: '(_2)', B: '(_2)', C: '(_1)', D: '(_1) or (_2)' },
  ));

test('a constant of two possible numbers keeps its name, and both numbers where a name does not do', () =>
  inTemplate(
    'bool F, class T, int kRows',
    `static constexpr int kBase = sizeof(T) == 1 ? 4 : 3;
     static constexpr int kBits = kRows == 64 ? 3 : 2;
     using Size = Layout<Int<kBase>>;
     using A = Swizzle<3, kBase, 3>;
     using B = decltype(composition(Swizzle<kBits, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{}));
     using C = Swizzle<3, F ? 4 : 3, 3>;
     using D = Layout<Int<kRows == 64 ? 16 : 32>>;
     static void f(int n) { auto l = make_layout(n == 1 ? 5 : 6); }`,
    {
      Size: '_kBase:_1',
      A: 'Sw<3,4,3> or Sw<3,3,3>',
      B: 'Sw<3,3,3> o _0 o (_8,_64):(_64,_1) or Sw<2,3,3> o _0 o (_8,_64):(_64,_1)',
      C: 'Sw<3,4,3> or Sw<3,3,3>',
      D: '_16:_1 or _32:_1',
      l: '?:_1',
    },
  ));
