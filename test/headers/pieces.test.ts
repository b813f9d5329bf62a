// Files are cut into declarations without a syntax tree: what comes out is what the syntax tree gives.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderFile } from '../../server/src/analysis/header-file.ts';
import { lowerCpp } from '../../server/src/frontends/cpp.ts';
import { cutPieces } from '../../server/src/frontends/cpp-pieces.ts';
import { treePieces } from '../../server/src/frontends/cpp-tree-pieces.ts';
import { SyntaxDocument } from '../../server/src/syntax/document.ts';
import { grammars } from '../cpp/support.ts';

const SOURCES: Readonly<Record<string, string>> = {
  declarations: `namespace a { namespace b::c {
template <class T, class = enable_if_t<(sizeof(T) > 2)>> struct S : Base<T>, Other { int x; struct In {}; };
struct Fwd; enum class Color { Red, Blue }; union U { int i; float f; };
using X = Layout<Shape<_4, _8>>; typedef int Int4; static constexpr int k = 3, k2 = 4;
template <int N> using Tile = Layout<Int<N>>; template <> struct S<int> { };
}} // namespace
extern "C" { int external(int); }
int after;
`,
  functions: `template <class T> auto f(T x) -> decltype(g(x)) { if (x) { return 1; } return "}"; }
inline int h() { return '{'; } constexpr auto lambda = [](int i) { return i; };
struct Made { Made() : a{1}, b{2} {} int a, b; };
auto tensor = make(Shape<_1>{}, [] { return 3; }());
auto list = Foo{1, {2, 3}} + Foo{4};
bool operator==(A const& a, B const& b) { return true; } int last = 1'000'000;
`,
  comments: `// namespace x {
/* struct No { */ struct Yes { /* } */ }; // };
const char* raw = R"x(}; struct No2 {)x"; const char* text = "}; {";
struct Last {};
`,
  brokenInside: `struct A { int x; };
struct B { void f( { } };
`,
};

/** What a file is cut into, by its brackets and by its syntax tree. */
async function cuts(text: string): Promise<{ readonly isWhole: boolean; cut: string[]; tree: string[] }> {
  const syntax = new SyntaxDocument(await grammars(), 'cpp', text);
  const told = ({ start, end, namespace }: { start: number; end: number; namespace: readonly string[] }) =>
    `${namespace.join('::')}| ${text.slice(start, end)}`;
  const tree = treePieces(syntax.tree, text).map(told);
  syntax.dispose();
  const { pieces, isWhole } = cutPieces(text, 'with comments');
  return { isWhole, cut: pieces.map(told), tree };
}

test('the same pieces as by the syntax tree', async () => {
  for (const [name, text] of Object.entries(SOURCES)) {
    if (name === 'brokenInside') continue;
    const { isWhole, cut, tree } = await cuts(text);
    assert.ok(isWhole, name);
    assert.deepEqual(cut, tree, name);
    assert.ok(cut.length > 2, name);
  }
});

test('comments belong to what follows them, or to nothing', async () => {
  const { cut } = await cuts(`// of f
void f();  // of g
/* also of g */ void g(); namespace a { // of nothing
namespace b { int x; } // behind b
} // the end`);
  assert.deepEqual(cut, [
    '| // of f\nvoid f();',
    '| // of g\n/* also of g */ void g();',
    'a| // of nothing\n',
    'a::b| int x;',
    'a| // behind b\n',
    '| // the end',
  ]);
});

test('code that the grammar stumbles over is cut by its brackets', async () => {
  const text = `struct A { static_assert(n(T{}) == m(typename T::X{}), "no"); int a; };
template <class T = X<1>> int f(A<T> const& x, B<T> const& y = {}) { return 1; }
struct C {};
`;
  const { isWhole, cut } = await cuts(text);
  assert.ok(isWhole);
  assert.deepEqual(
    cut.map((piece) => piece.slice(0, 12)),
    ['| struct A { ', '| template <cl', '| struct C {}'].map((piece) => piece.slice(0, 12)),
  );
});

test('where brackets do not match, the syntax tree keeps what is behind', async () => {
  const broken = [
    'struct A { void f() { ; };\nstruct B {};\nusing X = int;',
    'int a = f(1;\nint b;',
    'namespace n { struct A {}; ',
    'struct A {}; }\nstruct B {};',
    'void f() { a[1); }\nint x)',
  ];
  for (const text of broken) assert.equal(cutPieces(text, 'with comments').isWhole, false, text);
  const syntax = new SyntaxDocument(await grammars(), 'cpp', 'int a = f(1;\nusing X = int;\nint c;');
  const names = lowerCpp(syntax, null, null).units.flatMap((u) =>
    u.unit.scope.declarations.map((d) => d.name),
  );
  syntax.dispose();
  assert.ok(names.includes('X') && names.includes('c'), names.join());
});

test('every declared name is among the names of its piece', () => {
  for (const [name, text] of Object.entries(SOURCES)) {
    const file = HeaderFile.read('file:///x.h', text);
    for (const unit of file.units)
      for (const d of unit.placed.unit.scope.declarations)
        if (!d.name.startsWith('operator')) assert.ok(unit.names.has(d.name), `${name}: ${d.name}`);
  }
});

test('only what is asked for is lowered', () => {
  const file = HeaderFile.read('file:///x.h', SOURCES['declarations']!);
  assert.equal(file.declared('nothing').length, 0);
  const [found] = file.declared('k2');
  assert.equal(found?.namespace, 'a::b::c');
  assert.equal(file.units.filter((u) => u.isLowered).length, 1);
});

test('any text comes to an end, in pieces that follow one another', () => {
  let seed = 3;
  const random = (n: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % n;
  };
  const tokens = [
    '{',
    '}',
    '(',
    ')',
    '<',
    '>',
    ';',
    '"',
    "'",
    '/*',
    '*/',
    '//',
    '\n',
    'struct',
    'a',
    '=',
    'template',
    'namespace n',
    'R"(',
    ')"',
    'operator',
    ',',
  ];
  for (let i = 0; i < 2000; i++) {
    const text = Array.from({ length: random(40) }, () => tokens[random(tokens.length)]!).join(
      random(2) ? ' ' : '',
    );
    let end = 0;
    for (const piece of cutPieces(text, 'with comments').pieces) {
      assert.ok(
        piece.start >= end && piece.end > piece.start && piece.end <= text.length,
        JSON.stringify(text),
      );
      end = piece.end;
    }
  }
});
