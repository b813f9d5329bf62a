// Declarations of included files: what is read of them when somebody asks is what is read at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Declaration, Scope } from '../../../server/src/frontends/common/scope.ts';
import { lowerCppHeading, lowerCppUnit } from '../../../server/src/frontends/cpp/cpp.ts';
import { UnreadScope } from '../../../server/src/frontends/cpp/declarations/unread-scope.ts';
import { openScope } from '../../../server/src/frontends/cpp/expressions/cursor.ts';

const LONG = `/* ${'as long as bodies are that are read later '.repeat(3)}*/`;

const CLASSES = [
  `template <class T, int N = sizeof(T{}), class = std::enable_if_t<is_same<T, int>{}>>
class alignas(128) Kernel<T, Pair<N, 4>> final : public Base<T>, private virtual Other<N>::template Of<T> {
public:
  ${LONG}
  using Tile = Shape<Int<N>, _8>;
  static constexpr int kN = N > 8 ? f(Tile{}) : 4, kM{3};
  enum class Kind : int { Row = 1, Column };
  enum { kFirst, kSecond = kFirst + ${'1 + '.repeat(40)}2 };
  struct Storage : Base<Tile> { alignas(16) float data[4][kN]; int counts : 4; ${LONG} } storage{};
  union { int i; float f; ${LONG} };
  Kernel(int n, Tile t = {}) : Base<T>{n}, count_(n), tile_{t} { count_ = n; ${LONG} }
  explicit(N > 4) Kernel(Tile) = delete;
  ~Kernel() { ${LONG} }
protected:
  virtual auto operator()(int i, T& out) const& noexcept -> Tile const& { out = i; ${LONG} return tile_; }
  Pair make() { if (kN > 4) { return {1, 2}; } ${LONG} return {3, 4}; }
  template <class U> requires (sizeof(U) > 4) U& of(U& u) { u.x = 3; auto g = [&](int k) { u.y = k; }; ${LONG} return u; }
  friend bool operator==(Kernel const& a, Kernel const& b) { ${LONG} return a.count_ == b.count_; }
  static constexpr auto kMap = [](auto x) { ${LONG} return x + 1; };
  static constexpr int kTable[] = {${'1, '.repeat(60)}2};
  Values values{${'f(1), '.repeat(60)}2};
  CUTLASS_TRAIT(name)
  int& counted() try { ${LONG} return count_; } catch (...) { throw; }
  int count_ = next(kN), &alias_ = count_;
  static_assert(kN > 2);
};`,
  `struct { int a; void f(int b) { a = b; ${LONG} } } instance, *other;`,
  `union U { int a; float b; ${LONG} U(int n) : a{n} { g(a); } };`,
  `struct A::Inner : B { void f() { ${LONG} x.y = 3; } } __attribute__((packed));`,
];
const FUNCTIONS = [
  `template <class T> auto& f(T& a, int b = g({1, 2}), ...) { a = b; b++; ${LONG} auto& c = a; return c; }`,
  `Pair g(int n) { ${LONG} for (int i = 0; i < n; ++i) { if (i > 4) return {i, n}; } switch (n) { case 1: break; default: ; } }`,
  `int Box<T>::get(int n) const noexcept(n > 4) { ${LONG} h(n, [=] { return n; }); }`,
  `template <> int k<float>(int n) { ${LONG} static int m = n; return m; }`,
  `extern "C" __global__ void launch(int n) { ${LONG} kernel<<<n, 4>>>(n); }`,
  `TEST(Name, Case) { ${LONG} expect(4); }`,
];
const OTHERS = [
  `enum E { ${'A, B = 4, '.repeat(20)} C };`,
  `int table[] = {${'1, '.repeat(80)}2};`,
  `Values made{${'f(1), '.repeat(60)}2};`,
  `auto later = [](int n) { ${LONG} return n; };`,
  `template <class T> concept C = requires(T t) { ${LONG} t.f(); };`,
  `using X = struct { ${LONG} int a; };`,
  `typedef struct { ${LONG} int a; } Y;`,
  `struct Short { int a; };`,
  `struct Open { int a; ${LONG} void f() { g(; } int b; };`,
  `struct Unclosed { int a; ${LONG} void f() { g();`,
];

const FIELDS = Object.keys(openScope('file', null, 0, null)) as (keyof Scope)[];

/** What is changed in a unit outside of functions, in whichever scope that is noted. */
type Changed = Set<string>;

/** A scope with all that is in it, without the identities of its objects. */
function whole(scope: Scope, isInFunction: boolean, changed: Changed): unknown {
  const inner = isInFunction || scope.kind === 'function';
  return FIELDS.map((field) => {
    if (field === 'children') return scope.children.map((child) => whole(child, inner, changed));
    if (field === 'declarations') return scope.declarations.map((d) => declared(d, scope));
    if (field === 'enclosingCall') return null;
    if (field !== 'assigned' && field !== 'escapes') return scope[field] ?? null;
    const all = [...(scope[field] ?? [])].map((each) =>
      typeof each === 'string' ? each : [each[0], [...each[1]]],
    );
    if (inner) return all;
    for (const each of all) changed.add(JSON.stringify(each));
    return null;
  });
}

const declared = ({ bodyScope, template, head, enumeration, ...d }: Declaration, scope: Scope): unknown => [
  d,
  bodyScope === null ? null : [bodyScope.kind, bodyScope.span, scope.children.indexOf(bodyScope)],
  [template?.span, head?.span, enumeration?.scope.span],
];

function wholeText(scope: Scope): string {
  const changed: Changed = new Set();
  const text = JSON.stringify(whole(scope, false, changed), (_, v) => (v instanceof Set ? [...v] : v), 1);
  return `${text}\n${[...changed].sort().join('\n')}`;
}

const unreadIn = (scope: Scope): readonly UnreadScope[] =>
  scope.children.flatMap((child) => [
    ...(child instanceof UnreadScope ? [child] : []),
    ...(child instanceof UnreadScope ? [] : unreadIn(child)),
  ]);

for (const source of [...CLASSES, ...FUNCTIONS, ...OTHERS])
  test(`as if it were read at once: ${source.replace(/\s+/g, ' ').slice(0, 60)}`, () => {
    const { scope } = lowerCppHeading(source, new Map());
    assert.equal(wholeText(scope), wholeText(lowerCppUnit(source, null).scope));
  });

test('bodies of classes and functions are left for later', () => {
  for (const source of [...CLASSES, ...FUNCTIONS])
    assert.equal(unreadIn(lowerCppHeading(source, new Map()).scope).length, 1, source);
  for (const source of OTHERS)
    assert.equal(
      unreadIn(lowerCppHeading(source, new Map()).scope).length,
      source.startsWith('struct Open') ? 1 : 0,
      source,
    );
});

const members = (source: string): readonly (string | null)[] => {
  const [type] = unreadIn(lowerCppHeading(source, new Map()).scope);
  return unreadIn({ ...openScope('class', null, 0, null), children: type!.children }).map((m) => m.name);
};

test('functions of a class are left for later, unless braces of it are of something else', () => {
  const functions = `public: X(int n) : a{n} { ${LONG} } private: template <class T> void f(T) { ${LONG} }
    friend void g(X) { ${LONG} } auto h() -> int { ${LONG} } int s() { return a; } struct Y { ${LONG} };`;
  assert.deepEqual(members(`struct X { ${functions} int a; };`), ['X', 'f', 'h']);
  assert.deepEqual(members(`struct X { ${functions} Values a{${'f(1), '.repeat(60)}2}; };`), []);
});

test('the parameters of a function are known without its body', () => {
  const [f] = unreadIn(lowerCppHeading(`int f(int a, T&& b) { int c = a; ${LONG} }`, new Map()).scope);
  const names = (of: readonly Declaration[] | undefined): unknown => of?.map((d) => d.name);
  assert.deepEqual(names(f!.parameters), ['a', 'b']);
  assert.deepEqual(names(f!.declarations), ['a', 'b', 'c']);
  assert.deepEqual(names(f!.parameters), ['a', 'b']);
});
