// What changes through references and pointers. Every expected number was printed by a compiled program; what is not
// followed must be unknown, never the value from before.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCpp, pick, textAt } from './support.ts';

const HELPERS = `#include <cute/tensor.hpp>
using namespace cute;
constexpr void set(int& x, int v) { x = v; }
constexpr void set_unless(int& x, int v) { if (x > v) return; x = v; }
constexpr int bump(int& x) { x += 1; return x; }
constexpr bool more(int& x) { x += 2; return x > 3; }
constexpr bool less(int& x) { --x; return x > 0; }
constexpr int& same(int& x) { return x; }
constexpr int& smaller(int& a, int& b) { return a < b ? a : b; }
constexpr void add(int& sum, int v) { auto& inner = sum; inner += v; }
constexpr void both(int& a, int& b) { a = b + 1; b = a + 1; }
constexpr void by_default(int& a, int v = 3) { a += v; }
constexpr void exchanged(int& a, int& b) { int t = a; a = b; b = t; }
constexpr void flip(bool& b) { b = !b; }
constexpr void down(int& x, int d) { if (d == 0) return; x += d; down(x, d - 1); }
template <class T> constexpr void forwarded(T&& x) { x = 9; }
template <class T> constexpr void by_type(T x) { x = 9; }
template <class F> constexpr void handed(int& x, F f) { f(x); }
template <class L> constexpr void replace(L& l) { l = make_layout(make_shape(9, 9)); }
using Alias = int&;
struct Keeper { int& kept; constexpr Keeper(int& x) : kept(x) {} constexpr void add(int v) { kept += v; } };
struct Open { int& kept; };
#define ASSIGN(x) x = 5
`;

/** Bodies of `constexpr int f(int n)`, called with 5: what they return is the same in a lambda. */
async function ran(bodies: readonly (readonly [body: string, value: number | null])[]): Promise<void> {
  const functions = bodies.map(([body], i) => `constexpr int f${i}(int n) { ${body} }`);
  const uses = bodies.map(
    ([body], i) => `auto v${i} = Int<f${i}(5)>{}; auto w${i} = make_layout([](int n) { ${body} }(5));`,
  );
  const source = `${HELPERS}${functions.join('\n')}\nvoid kernel() {\n${uses.join('\n')}\n}\n`;
  const found = await pick(
    source,
    bodies.flatMap((_, i) => [`v${i}`, `w${i}`]),
  );
  for (const [i, [body, value]] of bodies.entries()) {
    assert.equal(found[`v${i}`], value === null ? 'unknown(run-time)' : `_${value}`, body);
    if (value === null) assert.match(found[`w${i}`]!, /^(?:\?:_1|unknown)/, body);
    else assert.equal(found[`w${i}`], `${value}:_1`, body);
  }
}

test('references to variables of a function that is run', () =>
  ran([
    ['int& r = n; r = 8; return n;', 8],
    ['auto&& r = n; r += 5; return n;', 10],
    ['int& r = n; int& s = r; s = 7; return n;', 7],
    ['const int& r = n; n += 5; return r;', 10],
    ['int x = 1, y = 2; int& m = n > 2 ? x : y; m = 7; return x * 10 + y;', 72],
    ['int m = 4; (n > 3 ? n : m) = 6; return n * 10 + m;', 64],
    ['int m = 3; auto& r = n; auto& s = m; int t = r; r = s; s = t; return n * 10 + m;', 35],
    ['int& m{n}; m = 3; return n;', 3],
    ['int& m(n); m = 3; return n;', 3],
    ['int r = n + 1; int& q = r; q *= 2; return n * 10 + r;', 62],
    ['int&& q = n + 1; q = 3; return n * 10 + q;', 53],
    ['for (int& i = n; i < 9; ++i) {} return n;', 9],
    ['for (int i = 0; i < 3; ++i) { int& r = n; r += i; } return n;', 8],
    ['auto p = make_tuple(n, 2); auto& [a, b] = p; a = 7; return get<0>(p);', 7],
    ['auto p = make_tuple(n, 2); auto [a, b] = p; a = 7; return get<0>(p) * 10 + a;', 57],
    [
      'auto l = make_layout(make_shape(n, 2)); auto& q = l; q = make_layout(make_shape(3, 4)); return size(l);',
      12,
    ],
  ]));

test('reference parameters of functions that a function calls', () =>
  ran([
    ['set(n, 9); return n;', 9],
    ['bump(n); bump(n); return n;', 7],
    ['if (n > 3) set(n, 1); return n;', 1],
    ['if (more(n)) return n; return 99;', 7],
    ['auto g = [](int& x) { x += 4; }; g(n); return n;', 9],
    ['int a = n, b = 9; std::swap(a, b); return a * 10 + b;', 95],
    ['int o = std::exchange(n, 5); return o * 10 + n;', 55],
    ['same(n) = 4; return n;', 4],
    ['same(n)++; return n;', 6],
    ['int& r = same(n); r = 3; return n;', 3],
    ['set(same(n), 6); return n;', 6],
    ['int m = 2; smaller(n, m) = 6; return n * 10 + m;', 56],
    ['return bump(n) + 1;', 7],
    ['int a = bump(n); int b = bump(n); return a * 10 + b;', 67],
    ['int s = 0; for (int i = 0; i < 4; ++i) add(s, i); return s + n;', 11],
    ['int s = 0; while (less(n)) s += n; return s;', 10],
    ['both(n, n); return n;', 7],
    ['by_default(n); return n;', 8],
    ['int m = 1; exchanged(n, m); return n * 10 + m;', 15],
    ['bool b = false; flip(b); return b ? 1 : 2;', 1],
    ['if (n == 5 && bump(n)) return n; return -1;', 6],
    ['bool b = (n > 9) || more(n); return b ? n : 0;', 7],
    ['int m = n > 3 ? bump(n) : 0; return m * 10 + n;', 66],
    ['handed(n, [](int& x) { x = 2; }); return n;', 2],
    ['[](int& x) { x = 3; }(n); return n;', 3],
    ['forwarded(n); return n;', 9],
    ['by_type(n); return n;', 5],
    ['set_unless(n, 4); set_unless(n, 6); return n;', 6],
    ['auto l = make_layout(make_shape(n, 2)); replace(l); return size<0>(l);', 9],
  ]));

test('assignments in conditions, initialisers and returns', () =>
  ran([
    ['if (int k = n; (n = 9)) return n + k; return 0;', 14],
    ['if (n = 0) return 1; return 2;', 2],
    ['int k = (n = 9); return k + n;', 18],
    ['int k = n++; return k * 10 + n;', 56],
    ['int k = ++n; return k * 10 + n;', 66],
    ['return n++;', 5],
    ['return n = 3;', 3],
    ['(n = 4) += 2; return n;', 6],
    ['++n = 7; return n;', 7],
    ['int c = 0; for (int i = 0, j = 9; i < j; ++i, --j) ++c; return c;', 5],
  ]));

test('what is not followed is unknown', () =>
  ran([
    ['int* q = &n; *q = 5 + n; return n;', null],
    ['int** qq = nullptr; int* q = &n; qq = &q; **qq = 6; return n;', null],
    ['Keeper k{n}; k.add(4); return n;', null],
    ['Keeper k(n); k.add(4); return n;', null],
    ['Open o{n}; o.kept = 7; return n;', null],
    ['Alias r = n; r = 4; return n;', null],
    ['std::add_lvalue_reference_t<int> r = n; r = 4; return n;', null],
    ['decltype((n)) r = n; r = 4; return n;', null],
    ['by_type<int&>(n); return n;', null],
    ['int m = 3; std::tie(n, m) = std::make_tuple(m, n); return n * 10 + m;', null],
    ['auto g = [&] { n = 4; }; g(); return n;', null],
    ['auto g = [&r = n] { r = 4; }; g(); return n;', null],
    ['ASSIGN(n); return n;', null],
    ['auto w = std::ref(n); w.get() = 3; return n;', null],
    ['static int calls = n; return ++calls;', null],
    ['return (set(n, 2), n);', null],
    ['return set(n, 2), n;', null],
  ]));

const LAYOUTS = `#include <cute/tensor.hpp>
using namespace cute;
template <class L> void replace(L& l) { l = make_layout(make_shape(9, 9)); }
template <class L> L& same(L& l) { return l; }
template <class L> void outer(L& l) { auto& q = l; replace(q); }
template <class L> void looks(L& l) { auto s = size(l); }
template <class L> void looks_const(L const& l) {}
template <class L> void by_value(L l) { l = make_layout(make_shape(9, 9)); }
template <class L> void forwarded(int, L&& l) { same(l) = make_layout(make_shape(9, 9)); }
template <class... T> void each(int, T&... t) { ((t = make_layout(make_shape(9, 9))), ...); }
template <class L> struct Keeper { L& l; Keeper(L& x) : l(x) {} void set() { l = make_layout(make_shape(8, 8)); } };
template <class L> auto keep(L& l) { return Keeper<L>(l); }
template <class F, class L> void apply(F f, L& l) { f(l); }
template <class L> void operator<<(L& l, int v) { l = make_layout(make_shape(v, v)); }
namespace far { template <class L> void replace_there(L& l) { l = make_layout(make_shape(9, 9)); } }
struct Changer { template <class L> void go(L& l) { l = make_layout(make_shape(9, 9)); }
                 template <class L> static void all(L& l) { l = make_layout(make_shape(9, 9)); } };
`;

/** What a layout `(1,2):(_1,1)` is behind some statements. */
async function behind(statements: string): Promise<string> {
  const source = `${LAYOUTS}void kernel() { auto l = make_layout(make_shape(1, 2)); ${statements} auto behind = l; }\n`;
  return (await pick(source, ['behind']))['behind']!;
}

test('of a layout that may have been changed only what its type says is known', async () => {
  const other = 'auto o = make_layout(make_shape(3, 4));';
  for (const statements of [
    'replace(l);',
    'outer(l);',
    'forwarded(0, l);',
    'each(1, l);',
    'far::replace_there(l);',
    'Changer{}.go(l);',
    'Changer::all(l);',
    'auto& r = l; r = make_layout(make_shape(3, 4));',
    'auto&& r = l; auto& s = r; s = make_layout(make_shape(3, 4));',
    'auto g = [&] { l = make_layout(make_shape(3, 4)); }; g();',
    'auto g = [&r = l] { r = make_layout(make_shape(3, 4)); }; g();',
    'auto g = [](auto& x) { x = make_layout(make_shape(3, 4)); }; g(l);',
    'auto* p = &l; *p = make_layout(make_shape(3, 4));',
    `${other} std::swap(l, o);`,
    `${other} using std::swap; swap(l, o);`,
    `${other} std::exchange(l, o);`,
    `${other} auto w = std::ref(l); w.get() = o;`,
    `${other} (true ? l : o) = make_layout(make_shape(5, 6));`,
    'same(l) = make_layout(make_shape(3, 4));',
    'auto& r = same(l); r = make_layout(make_shape(3, 4));',
    'get<0>(l.shape()) = 7;',
    'auto& s = l.shape(); get<0>(s) = 7;',
    'Keeper<decltype(l)> k{l}; k.set();',
    'auto k = Keeper<decltype(l)>(l); k.set();',
    'auto k = keep(l); k.set();',
    'std::tie(l) = std::make_tuple(make_layout(make_shape(3, 4)));',
    'auto [x] = std::tie(l); x = make_layout(make_shape(3, 4));',
    'apply([](auto& x) { x = make_layout(make_shape(3, 4)); }, l);',
    'auto f = &replace<decltype(l)>; f(l);',
    'auto o = (l = make_layout(make_shape(3, 4)));',
    'for (int i = 0; i < 2; ++i) { replace(l); }',
    'l << 5;',
    'unknown_function(l);',
  ])
    assert.equal(await behind(statements), '(?,?):(_1,?)', statements);
});

test('what takes no reference, or does nothing with it, leaves a layout as it is', async () => {
  for (const statements of [
    'looks(l);',
    'looks_const(l);',
    'by_value(l);',
    'auto n = size(l); n = 7;',
    'auto copied = l; copied = make_layout(make_shape(3, 4));',
    'auto t = make_tensor(make_gmem_ptr((float*)nullptr), l); copy(t, t); clear(t);',
    'auto& seen = l; auto n = size(seen);',
    'auto g = [copied = l]() mutable { copied = make_layout(make_shape(3, 4)); }; g();',
  ])
    assert.equal(await behind(statements), '(1,2):(_1,1)', statements);
});

test('variables outside of functions that some function changes', async () => {
  const changed = async (declarations: string, used: string): Promise<string> => {
    const source = `${LAYOUTS}${declarations}\nvoid kernel() { change(); auto behind = make_layout(${used}); }\n`;
    return (await pick(source, ['behind']))['behind']!;
  };
  assert.equal(
    await changed('auto g = make_shape(1, 2); void change() { g = make_shape(3, 4); }', 'g'),
    '(?,?):(_1,?)',
  );
  assert.equal(await changed('auto g = 5; void change() { g = 7; }', 'g'), '?:_1');
  assert.equal(await changed('namespace q { auto g = 5; } void change() { q::g = 7; }', 'q::g'), '?:_1');
  assert.equal(
    await changed(
      'struct X { inline static auto g = make_shape(1, 2); }; void change() { X x; x.g = make_shape(3, 4); }',
      'X::g',
    ),
    '(?,?):(_1,?)',
  );
  assert.equal(
    await changed('auto g = make_shape(1, 2); auto& r = g; void change() { r = make_shape(3, 4); }', 'g'),
    '(?,?):(_1,?)',
  );
  assert.equal(
    await changed(
      'auto g = make_shape(1, 2); void put(auto& s) { s = make_shape(3, 4); } void change() { put(g); }',
      'g',
    ),
    '(?,?):(_1,?)',
  );
  // Another variable of the name.
  assert.equal(
    await changed('auto g = make_shape(1, 2); void change(int g) { g = 3; }', 'g'),
    '(1,2):(_1,1)',
  );
});

test('the reason names what may change a flag', async () => {
  const source = `void set(bool& b) { b = false; }
    void kernel() { auto flag = true; set(flag); auto behind = flag; }`;
  const document = await openCpp(source);
  const site = document.model.sites.find((s) => s.name === 'flag')!;
  const { value } = document.model.evaluate(site);
  assert.match((value as { reason: string }).reason, /flag may be changed by set\(flag\)/);
  document.dispose();
});

/** What `behind` is in a document that is edited, and in one that is opened with the text. */
async function edited(
  source: string,
  edits: readonly (readonly [before: string, after: string, value: string])[],
) {
  const document = await openCpp(source);
  const shown = (): string =>
    textAt(document, document.model.sites.find((s) => s.role === 'declaration' && s.name === 'behind')!);
  assert.equal(shown(), (await pick(source, ['behind']))['behind']);
  for (const [before, after, value] of edits) {
    const start = document.text.indexOf(before);
    assert.ok(start >= 0, before);
    document.edit([{ start, end: start + before.length, text: after }]);
    assert.equal(shown(), value, after);
    assert.equal(value, (await pick(document.text, ['behind']))['behind'], `${after}, opened`);
  }
  document.dispose();
}

const KERNEL = 'void kernel() { auto l = make_layout(make_shape(1, 2)); change(l); auto behind = l; }\n';
const LOOKS = 'auto s = size(l);';
const CHANGES = 'l = make_layout(make_shape(9, 9));';

test('an edit in a function that is handed a variable updates its callers', async () => {
  const head = 'using namespace cute;\n';
  await edited(`${head}template <class L> void change(L& l) { ${LOOKS} }\n${KERNEL}`, [
    [LOOKS, CHANGES, '(?,?):(_1,?)'],
    [CHANGES, LOOKS, '(1,2):(_1,1)'],
    [LOOKS, `auto& r = l; r = make_layout(make_shape(9, 9)); ${LOOKS}`, '(?,?):(_1,?)'],
  ]);
  // Through another function, in either order of the declarations.
  const inner = `template <class L> void inner(L& x) { auto s = size(x); }\n`;
  await edited(`${head}${inner}template <class L> void change(L& l) { inner(l); }\n${KERNEL}`, [
    ['auto s = size(x);', 'x = make_layout(make_shape(9, 9));', '(?,?):(_1,?)'],
    ['x = make_layout(make_shape(9, 9));', 'auto s = size(x);', '(1,2):(_1,1)'],
  ]);
  // Members of one class.
  await edited(`${head}struct S { template <class L> void change(L& l) { ${LOOKS} }\n${KERNEL} };\n`, [
    [LOOKS, CHANGES, '(?,?):(_1,?)'],
    [CHANGES, LOOKS, '(1,2):(_1,1)'],
  ]);
  // A lambda of the function itself.
  await edited(
    `${head}void kernel() { auto l = make_layout(make_shape(1, 2)); auto change = [](auto& x) { auto s = size(x); };
       change(l); auto behind = l; }\n`,
    [
      ['auto s = size(x);', 'x = make_layout(make_shape(9, 9));', '(?,?):(_1,?)'],
      ['x = make_layout(make_shape(9, 9));', 'auto s = size(x);', '(1,2):(_1,1)'],
    ],
  );
  // A variable of the file.
  await edited(
    `${head}auto g = make_shape(1, 2);\nvoid change(int n) { n = 3; }\nvoid kernel() { auto behind = make_layout(g); }\n`,
    [
      ['n = 3;', 'g = make_shape(3, 4);', '(?,?):(_1,?)'],
      ['g = make_shape(3, 4);', 'n = 3;', '(1,2):(_1,1)'],
    ],
  );
});
