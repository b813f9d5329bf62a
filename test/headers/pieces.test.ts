// Headers are cut into declarations without a syntax tree: what comes out is what the syntax tree gives.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderFile } from '../../server/src/analysis/header-file.ts';
import { headerPieces } from '../../server/src/analysis/header-pieces.ts';
import { lowerCpp } from '../../server/src/frontends/cpp.ts';
import type { Scope } from '../../server/src/frontends/scope.ts';
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

/** Namespace, kind and name of everything that a file declares. */
const declared = (scope: Scope, namespace: string): string[] => [
  ...scope.declarations.map((d) => `${namespace} ${d.kind} ${d.name}`),
  ...scope.children
    .filter((c) => c.kind === 'namespace')
    .flatMap((c) => declared(c, [namespace, c.name].filter((n) => n).join('::'))),
];

test('the same declarations as by the syntax tree', async () => {
  const loaded = await grammars();
  for (const [name, text] of Object.entries(SOURCES)) {
    if (name === 'brokenInside') continue;
    const syntax = new SyntaxDocument(loaded, 'cpp', text);
    const expected = lowerCpp(syntax, null, null).units.flatMap((u) =>
      declared(u.unit.scope, u.namespace.join('::')),
    );
    syntax.dispose();
    const file = HeaderFile.read('file:///x.h', text);
    const found = file.units.flatMap((u) => declared(u.placed.unit.scope, u.namespace.join('::')));
    assert.deepEqual([...new Set(found)].sort(), [...new Set(expected)].sort(), name);
    assert.ok(expected.length > 2, name);
  }
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
    for (const piece of headerPieces(text)) {
      assert.ok(
        piece.start >= end && piece.end > piece.start && piece.end <= text.length,
        JSON.stringify(text),
      );
      end = piece.end;
    }
  }
});
