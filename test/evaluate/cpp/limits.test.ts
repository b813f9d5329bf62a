// Code that doubles what it makes, or nests it without end: every question about it is answered soon, in little memory,
// with a value or with the reason why there is none.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDocument } from '../../../server/src/analysis/document/document.ts';
import { hoverAt } from '../../../server/src/features/hover/hover-at.ts';
import type { Dialect } from '../../../server/src/frontends/common/scope.ts';
import { MARKED, outcomeText } from '../../../server/src/render/text/text.ts';
import { processorTime } from '../../support/processor-time.ts';
import { grammars } from './support.ts';

const lines = (n: number, line: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => line(i + 1)).join('\n');

const cpp = (declarations: string, body = ''): string =>
  `#include <cute/tensor.hpp>\nusing namespace cute;\n${declarations}\nint main() {\n${body}\n}\n`;

/** Milliseconds of processor time for one question; the first ones compile what they run. */
const MAXIMUM_MS = 400;
/** The same for the statements of a whole file, each of them as deep. */
const MAXIMUM_READING_MS = 1000;
const MAXIMUM_BYTES = 200e6;

interface Case {
  readonly dialect: Dialect;
  readonly text: string;
  /** What some names come to. */
  readonly values: Readonly<Record<string, RegExp>>;
}

const PARTS = /the value has more than 1024 parts|nested (?:too|more)|takes too long/;

const CASES: Readonly<Record<string, Case>> = {
  'types that double': {
    dialect: 'cpp',
    text: cpp(
      `using T0 = Shape<_1, _2>;\n${lines(60, (i) => `using T${i} = Shape<T${i - 1}, T${i - 1}>;`)}`,
      'auto x = T60{}; auto small = T2{};',
    ),
    values: { x: PARTS, small: /^\(\(\(_1,_2\),\(_1,_2\)\),\(\(_1,_2\),\(_1,_2\)\)\)$/ },
  },
  'a recursive template that doubles': {
    dialect: 'cpp',
    text: cpp(
      `template <int N, class T> struct R { using type = typename R<N - 1, tuple<T, T>>::type; };
template <class T> struct R<0, T> { using type = T; };`,
      'auto x = R<60, _1>::type{}; auto small = R<2, _1>::type{};',
    ),
    values: { x: PARTS, small: /^\(\(_1,_1\),\(_1,_1\)\)$/ },
  },
  'classes that double': {
    dialect: 'cpp',
    text: cpp(
      `template <class A, class B> struct S { static constexpr int value = 3; };
using S0 = S<int, int>;\n${lines(50, (i) => `using S${i} = S<S${i - 1}, S${i - 1}>;`)}`,
      'auto x = S50::value;',
    ),
    values: { x: /^3$/ },
  },
  'values that double': {
    dialect: 'cpp',
    text: cpp(
      '',
      `auto a0 = Int<1>{};\n${lines(60, (i) => `auto a${i} = make_tuple(a${i - 1}, a${i - 1});`)}`,
    ),
    values: { a60: PARTS, a1: /^\(_1,_1\)$/ },
  },
  'layouts that double': {
    dialect: 'cpp',
    text: cpp(
      '',
      `auto a0 = make_layout(_2{});\n${lines(60, (i) => `auto a${i} = make_layout(a${i - 1}, a${i - 1});`)}`,
    ),
    values: { a60: PARTS, a1: /^\(_2,_2\):\(_1,_1\)$/ },
  },
  'functions that double': {
    dialect: 'cpp',
    text: cpp(
      `auto f0() { return make_shape(_1{}); }\n${lines(60, (i) => `auto f${i}() { auto t = f${i - 1}(); return tuple_cat(t, t); }`)}`,
      'auto x = f60(); auto small = f2();',
    ),
    values: { x: PARTS, small: /^\(_1,_1,_1,_1\)$/ },
  },
  'lambdas that double': {
    dialect: 'cpp',
    text: cpp(
      '',
      `auto f0 = [](auto x) { return make_tuple(x, x); };
${lines(40, (i) => `auto f${i} = [=](auto x) { return f${i - 1}(f${i - 1}(x)); };`)}
auto x = f40(_1{}); auto small = f1(_1{});`,
    ),
    values: { x: PARTS, small: /^\(\(_1,_1\),\(_1,_1\)\)$/ },
  },
  'constexpr functions without end': {
    dialect: 'cpp',
    text: cpp(
      `constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
constexpr int loop(int n) { int s = 0; for (int i = 0; i < n; ++i) s += i; return s; }
constexpr int same(int n) { return same(n); }`,
      'constexpr int a = fib(60); constexpr int b = loop(1000000000); constexpr int c = same(1); constexpr int d = fib(5);',
    ),
    values: { a: /\?|nested|long|not/, b: /\?|not|long/, c: /\?|not|nested|long/, d: /^5$/ },
  },
  'lists of a billion': {
    dialect: 'cpp',
    text: cpp(
      '',
      'auto x = repeat<1000000000>(_1{}); auto s = make_seq<1000000000>{}; auto small = repeat<2>(_1{});',
    ),
    values: { x: /too long/, s: /too long/, small: /^\(_1,_1\)$/ },
  },
  'macros that double': {
    dialect: 'cpp',
    text: cpp(
      `#define D0(x) x x\n${lines(60, (i) => `#define D${i}(x) D${i - 1}(x x)`)}
#define E0(x) x, x\n${lines(60, (i) => `#define E${i}(x) E${i - 1}(x), E${i - 1}(x)`)}
#define F0 1\n${lines(60, (i) => `#define F${i} F${i - 1} + F${i - 1}`)}
#define SUM(x) (x + x)
#define SELF OTHER\n#define OTHER SELF`,
      'auto x = D60(1); auto y = make_shape(E60(1)); auto z = F60; auto w = SELF; auto small = SUM(2);',
    ),
    values: { x: /not expanded|unknown/, y: /not expanded|unknown/, w: /itself|not/, small: /^4$/ },
  },
  'deep expressions of C++': {
    dialect: 'cpp',
    text: cpp(
      '',
      `auto a = ${'('.repeat(10000)}1${')'.repeat(10000)}; auto b = 1${' + 1'.repeat(10000)};
auto c = ${'n ? '.repeat(3000)}1${' : 2'.repeat(3000)}; auto d = ${'Shape<'.repeat(500)}_1${'>'.repeat(500)}{};
auto e = ${'make_shape('.repeat(3000)}1${')'.repeat(3000)}; auto f = ${'!'.repeat(10000)}1;
auto g = p${'.b'.repeat(10000)}; auto h = p${'::b'.repeat(10000)}; auto i = p${'[0]'.repeat(10000)}; auto j = p${'()'.repeat(10000)};
auto last = 1 + 1;`,
    ),
    values: { a: /nested/, b: /too long|nested/, g: /nested/, last: /^2$/ },
  },
  'deep statements of C++': {
    dialect: 'cpp',
    text: cpp(
      `${lines(2000, (i) => `struct S${i} {`)} ${'};'.repeat(2000)}`,
      `${'{'.repeat(5000)} auto deep = 1; ${'}'.repeat(5000)} ${'if (a) {'.repeat(5000)} auto deeper = 1; ${'}'.repeat(5000)} auto last = 1 + 1;`,
    ),
    values: { last: /^2$/ },
  },
  'what names itself in C++': {
    dialect: 'cpp',
    text: cpp(
      `namespace N { struct C { static constexpr int k = 2; }; }
struct A { A(int); static constexpr int f = 1; };
struct B : A { using A::A; using A::f; using B::g; };
template <class Base> struct D : Base { using Base::Base; using Base::f; int k() { return f; } };
struct Self : Self {}; struct X : Y {}; struct Y : X {};
template <int N> struct Up : Up<N + 1> {};
template <int N> using Alias = Alias<N + 1>;
using P = Q; using Q = P; typedef R R; namespace M = M; namespace O = O2; namespace O2 = O;
using G::H; using H::G;`,
      `N::C N; auto y = N; A::A::A A; auto s = Self::k; auto u = Up<0>::k; auto al = Alias<0>{}; P p; auto m = M::x; auto last = 1 + 1;`,
    ),
    values: { last: /^2$/ },
  },
  'a layout document that doubles': {
    dialect: 'notation',
    text: `a0 = 2\n${lines(60, (i) => `a${i} = (a${i - 1},a${i - 1})`)}\nb0 = (2,3):(3,1)\n${lines(60, (i) => `b${i} = make_layout(b${i - 1},b${i - 1})`)}\n`,
    values: { a60: PARTS, b60: PARTS, a1: /^\(_?2,_?2\)$/ },
  },
  'deep expressions of the notation': {
    dialect: 'notation',
    text: `x = ${'('.repeat(5000)}1${')'.repeat(5000)}\ny = 1${' + 1'.repeat(5000)}\nz = ${'f('.repeat(3000)}1${')'.repeat(3000)}\nc = d\nd = c\nlast = 2\n`,
    values: { last: /^_?2$/ },
  },
  'tuples of Python that double': {
    dialect: 'python',
    text: `import cutlass.cute as cute\na = (1, 1)\nsmall = (a, a)\nfor i in range(60):\n    a = (a, a)\nb = (1, 1)\n${lines(60, () => 'b = (b, b)')}\nc0 = (1, 1)\n${lines(60, (i) => `c${i} = c${i - 1} + c${i - 1}`)}\ns = "ab"\n${lines(60, () => 's = s + s')}\nt = s\nu = [0] * 1000000000\nv = "ab" * 1000000000\n`,
    values: { small: /^\(\(_?1,_?1\),\(_?1,_?1\)\)$/, c60: PARTS, t: /more than|long|too/ },
  },
  'classes of Python that double': {
    dialect: 'python',
    text: `class A0:\n    x = 1\n${lines(20, (i) => `class B${i}(A${i - 1}):\n    pass\nclass C${i}(A${i - 1}):\n    x = ${i}\nclass A${i}(B${i}, C${i}):\n    pass`)}\nr = A20.x\ns = A20().x\n`,
    values: { r: /^_?20$/, s: /^_?20$/ },
  },
  'functions of Python that double': {
    dialect: 'python',
    text: `def f0(x):\n    return x\n${lines(60, (i) => `def f${i}(x):\n    return f${i - 1}(x) + f${i - 1}(x + 1)`)}\nfew = f10(1)\nmany = f60(1)\n`,
    values: { few: /^_?6144$/, many: PARTS },
  },
  'deep expressions of Python': {
    dialect: 'python',
    text: `a = ${'('.repeat(5000)}1${')'.repeat(5000)}\nb = 1${' + 1'.repeat(10000)}\nc = ${'not '.repeat(5000)}1\nd = x${'.b'.repeat(5000)}\ne = x${'[0]'.repeat(5000)}\nf = x${'()'.repeat(5000)}\ng = ${'1 if x else '.repeat(3000)}2\nh = ${'lambda: '.repeat(3000)}1\ni = 2${'**2'.repeat(5000)}\n${'j = '.repeat(5000)}1\nclass A(A):\n    pass\nclass B(C):\n    pass\nclass C(B):\n    pass\nk = A.k\nl = B().f()\nm = n\nn = m\nlast = 1 + 1\n`,
    values: { last: /^_?2$/ },
  },
};

class TookTooLong extends Error {}

/** Runs one question; what it takes must be bounded. */
function asked<T>(what: string, question: () => T, most = MAXIMUM_MS): T {
  let result!: T;
  const milliseconds = processorTime(() => {
    result = question();
  });
  if (milliseconds >= most) throw new TookTooLong(`${what} took ${Math.round(milliseconds)} ms`);
  return result;
}

/** So often is a file opened anew in which a question takes too long: the collector of garbage has its turn in some. */
const ATTEMPTS = 3;

async function attempted(work: () => Promise<void>): Promise<void> {
  for (let left = ATTEMPTS - 1; ; left--) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof TookTooLong) || left === 0) throw error;
    }
  }
}

describe('what doubles or nests without end', () => {
  for (const [name, { dialect, text, values }] of Object.entries(CASES)) {
    test(name, { timeout: 120_000 }, () =>
      attempted(async () => {
        const all = await grammars();
        await all.ready(dialect);
        const memory = process.memoryUsage().heapUsed;
        const document = openDocument(all, dialect, text);
        const sites = asked('reading', () => document.model.sites, MAXIMUM_READING_MS);
        const found: Record<string, string> = {};
        const step = Math.ceil(sites.length / 300);
        for (const [i, site] of [...sites].reverse().entries()) {
          const isNamed = site.name !== null && Object.hasOwn(values, site.name);
          if (i % step !== 0 && !isNamed) continue;
          const value = asked(site.name ?? 'an expression', () => document.model.evaluate(site).value);
          if (isNamed && site.role === 'declaration') found[site.name!] ??= outcomeText(value, MARKED);
        }
        for (const [variable, expected] of Object.entries(values))
          assert.match(found[variable] ?? 'nothing', expected, variable);
        const options = { picture: true, derivation: true, links: () => [] };
        for (const site of sites.filter((_, i) => i % (step * 8) === 0))
          asked(`the hover of ${site.name}`, () => hoverAt(document, all, site.span.start, options));
        const steps = document.model.findingSteps()[Symbol.iterator]();
        for (let n = 0; n < 2000 && asked('a finding', () => steps.next()).done !== true; n++);
        assert.ok(process.memoryUsage().heapUsed - memory < MAXIMUM_BYTES, 'memory');
        document.dispose();
      }),
    );
  }
});
