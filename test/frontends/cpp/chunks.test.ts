// Files are cut into declarations without a syntax tree: what comes out is what the syntax tree gives.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { HeaderFile } from '../../../server/src/analysis/imports/header-file.ts';
import { cutChunks } from '../../../server/src/frontends/cpp/text/chunks.ts';
import { maskCpp } from '../../../server/src/syntax/cpp/mask.ts';
import { grammars } from '../../evaluate/cpp/support.ts';
import { cudaParser } from '../../support/cuda-parser.ts';
import { seeded } from '../../support/random.ts';
import { treePieces } from './tree-chunks.ts';

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

const told =
  (text: string) =>
  ({ start, end, namespace }: { start: number; end: number; namespace: readonly string[] }): string =>
    `${namespace.join('::')}| ${text.slice(start, end)}`;

/** What a masked text is cut into. */
const cutsOf = (text: string, written = text): readonly string[] =>
  cutChunks({ text, written }, 'with comments').map(told(text));

let parser: Awaited<ReturnType<typeof cudaParser>> | null = null;

/** The same by tree-sitter. */
async function treeCuts(text: string): Promise<readonly string[]> {
  await grammars();
  parser ??= await cudaParser();
  const tree = parser.parse(text)!;
  const cuts = treePieces(tree, text).map(told(text));
  tree.delete();
  return cuts;
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:cu|cuh|hpp|h|cpp)$/.test(name))
    .map((name) => `${folder}/${name}`);

test('the same pieces as by the syntax tree', async () => {
  for (const [name, text] of Object.entries(SOURCES)) {
    if (name === 'brokenInside') continue;
    const cut = cutsOf(text);
    assert.deepEqual(cut, await treeCuts(text), name);
    assert.ok(cut.length > 2, name);
  }
});

test('comments belong to what follows them, or to nothing', () => {
  const cut = cutsOf(`// of f
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

test('code that the grammar stumbles over is cut by its brackets', () => {
  const text = `struct A { static_assert(n(T{}) == m(typename T::X{}), "no"); int a; };
template <class T = X<1>> int f(A<T> const& x, B<T> const& y = {}) { return 1; }
struct C {};
`;
  assert.deepEqual(
    cutsOf(text).map((chunk) => chunk.slice(0, 12)),
    ['| struct A {', '| template <', '| struct C {'],
  );
});

test('where a bracket is missing or too many, the lines tell which declaration is broken', () => {
  const before = 'namespace n {\nusing X = int;\n';
  const after = '\ntemplate <class T>\nvoid g() {\n  h();\n}\n}\nint last;\n';
  const broken = [
    'void f(int a) {\n  if (a) {\n  b();\n}',
    'void f(int a) {\n  if (a) {\n  }\n  }\n  b();\n}',
    'void f(int a) {\n  if (a) {\n  }\n  }\n}',
    'void f(int a) {\n  g(a}, 1);\n}',
    'void f(int a {\n  b();\n}',
    'struct S {\n  void f() { if (a { b(); }\n  int c;\n};',
    'void f() {\n  b(); {\n}',
    'using Y = Z<int;',
    'int x = f(1;',
  ];
  for (const text of broken) {
    const cut = cutsOf(before + text + after);
    const [first, middle, ...behind] = cut;
    assert.equal(first, 'n| using X = int;', text);
    assert.ok(middle?.startsWith(`n| ${text.slice(0, 6)}`), cut.join('\n---\n'));
    assert.deepEqual(behind, ['n| template <class T>\nvoid g() {\n  h();\n}', '| int last;'], text);
  }
});

test('lines are told by how they are written, not by what is left of them', () => {
  const written = 'CUTE_HOST_DEVICE void f() {\n  a();\n}\nCUTE_HOST_DEVICE void g() {\n  b( {\n}\nint x;\n';
  const cut = cutsOf(maskCpp(written).text, written);
  assert.deepEqual(
    cut.map((chunk) => chunk.trim().slice(0, 10)),
    ['| void f()', '| void g()', '| int x;'],
  );
});

test('fixtures that are broken at any place keep their other declarations, more of them than by the syntax tree', async () => {
  const files = ['attention', 'hopper-attention', 'blackwell-gemm'].flatMap((folder) =>
    filesIn(`test/fixtures/${folder}`)
      .map((path) => readFileSync(path, 'utf8'))
      .filter((text) => text.includes('namespace')),
  );
  const random = seeded(5).below;
  let other = 0;
  let kept = 0;
  let byTree = 0;
  for (let i = 0; i < 400; i++) {
    const written = files[random(files.length)]!;
    const { text } = maskCpp(written);
    const declarations = cutChunks({ text, written }, 'without comments');
    const broken = declarations[random(declarations.length)]!;
    const at = broken.start + random(broken.end - broken.start);
    const typed = '{}()"<'[random(6)]!;
    const withTyped = (s: string): string => s.slice(0, at) + typed + s.slice(at);
    const ends = new Set(declarations.map(({ end }) => end));
    const untouched = cutChunks({ text, written }, 'with comments')
      .filter(({ end }) => ends.has(end) && end !== broken.end)
      .map(told(text));
    const after = new Set(cutsOf(withTyped(text), withTyped(written)));
    const tree = new Set(await treeCuts(withTyped(text)));
    other += untouched.length;
    kept += untouched.filter((chunk) => after.has(chunk)).length;
    byTree += untouched.filter((chunk) => tree.has(chunk)).length;
  }
  assert.ok(other > 500, String(other));
  assert.ok(kept >= 0.97 * other && kept > byTree, `${kept} of ${other}, by the tree ${byTree}`);
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
  const random = seeded(3).below;
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
    for (const chunk of cutChunks({ text, written: text }, 'with comments')) {
      assert.ok(
        chunk.start >= end && chunk.end > chunk.start && chunk.end <= text.length,
        JSON.stringify(text),
      );
      end = chunk.end;
    }
  }
});
