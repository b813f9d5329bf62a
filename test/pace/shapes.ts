// Texts that are long or many of one thing: what reads them has to take time in proportion to their length.

import type { Dialect } from '../../server/src/frontends/common/scope.ts';

interface Shape {
  readonly name: string;
  readonly dialect: Dialect;
  /** How many of the thing a text of ordinary length has. */
  readonly count: number;
  readonly text: (n: number) => string;
}

const many = (n: number, item: (i: number) => string, between = '\n'): string =>
  Array.from({ length: n }, (_, i) => item(i)).join(between);

const HEAD = 'using namespace cute;\n';
const cpp = (name: string, count: number, text: (n: number) => string): Shape => ({
  name,
  dialect: 'cpp',
  count,
  text: (n) => HEAD + text(n),
});
const python = (name: string, count: number, text: (n: number) => string): Shape => ({
  name,
  dialect: 'python',
  count,
  text: (n) => `import cutlass.cute as cute\n${text(n)}`,
});
const notation = (name: string, count: number, text: (n: number) => string): Shape => ({
  name,
  dialect: 'notation',
  count,
  text,
});

export const shapes: readonly Shape[] = [
  cpp('one comment of slashes', 20000, (n) => '/'.repeat(n)),
  cpp('one comment of slashes and blanks', 20000, (n) => `${'/ '.repeat(n)}(M,N)`),
  cpp('one comment of open parentheses', 20000, (n) => `auto a = 1; // ${'('.repeat(n)}`),
  cpp(
    'one comment of nested parentheses',
    10000,
    (n) => `auto a = 1; // ${'('.repeat(n)}M,N${')'.repeat(n)}`,
  ),
  cpp('one comment of names', 10000, (n) => `auto a = 1; // (${many(n, (i) => `M${i}`, ',')})`),
  cpp('comments', 10000, (n) => many(n, (i) => `// a comment ${i}`)),
  cpp('shape annotations', 2000, (n) =>
    many(n, (i) => `auto t${i} = make_layout(make_shape(4, 8));  // (M,N)`),
  ),
  cpp('shape annotations above', 2000, (n) =>
    many(n, (i) => `// (M,N)\nauto t${i} = make_layout(make_shape(4, 8));`),
  ),
  cpp('layouts in comments', 2000, (n) => many(n, (i) => `// (${i},8):(8,1)`)),
  cpp('one comment of layouts', 2000, (n) => `// ${many(n, (i) => `(${i},8):(8,1)`, ' ')}`),
  cpp('blanks behind a declaration', 20000, (n) => `auto a = f(b)${' '.repeat(n)}x // (M,N)`),
  cpp('a block comment without an end', 50000, (n) => `/* ${'(4,8) '.repeat(n / 6)}`),
  cpp('a string without an end', 50000, (n) => `auto a = "${'a'.repeat(n)}`),
  cpp('strings', 5000, (n) => many(n, (i) => `auto s${i} = "(4,8):(8,1)";`)),
  cpp('quotes and backslashes', 20000, (n) => `// (M,N)\n${"'\\".repeat(n)}`),
  cpp('raw strings that do not begin', 10000, (n) => `// (M,N)\n${'R"'.repeat(n)}`),
  cpp('raw strings', 3000, (n) => many(n, (i) => `auto s${i} = R"x(a ) " b)x";`)),
  cpp('one long name', 50000, (n) => `int ${'a'.repeat(n)} = 4;`),
  cpp('macros', 3000, (n) => many(n, (i) => `#define A${i} ${i === 0 ? 4 : `A${i - 1}`}`)),
  cpp(
    'uses of macros',
    3000,
    (n) => `#define A(x) make_layout(x)\n${many(n, (i) => `auto a${i} = A(${i + 1});`)}`,
  ),
  cpp('one long macro', 5000, (n) => `#define A ${many(n, (i) => `x${i}`, ' \\\n')}\nauto a = 1;`),
  cpp('includes', 5000, (n) => many(n, (i) => `#include "a${i}.h"`)),
  cpp('conditions', 3000, (n) => many(n, (i) => `#if A${i}\nint a${i} = 1;\n#else\nint a${i} = 2;\n#endif`)),
  cpp(
    'nested conditions',
    1000,
    (n) => `${many(n, (i) => `#if A${i}`)}\nint a = 1;\n${many(n, () => '#endif')}`,
  ),
  cpp(
    'alternatives of a condition',
    1000,
    (n) => `#if A\nint a = 1;\n${many(n, (i) => `#elif A${i}\nint a = ${i};`)}\n#endif`,
  ),
  cpp('functions', 3000, (n) =>
    many(n, (i) => `auto f${i}(int x) { auto l = make_layout(make_shape(4, 8)); return l; }`),
  ),
  cpp(
    'one long function',
    3000,
    (n) => `void f() {\n${many(n, (i) => `  auto l${i} = make_layout(make_shape(4, ${i + 1}));`)}\n}`,
  ),
  cpp(
    'a chain of declarations',
    2000,
    (n) => `void f() {\n  int a0 = 1;\n${many(n, (i) => `  int a${i + 1} = a${i} + 1;`)}\n}`,
  ),
  cpp('classes', 2000, (n) =>
    many(n, (i) => `struct S${i} { using L = Layout<Shape<_4, Int<${i + 1}>>>; };`),
  ),
  cpp(
    'members',
    2000,
    (n) => `struct S {\n${many(n, (i) => `  using L${i} = Layout<Shape<_4, Int<${i + 1}>>>;`)}\n};`,
  ),
  cpp('templates', 1000, (n) =>
    many(n, (i) => `template <int N> struct T${i} { using L = Layout<Shape<_4, Int<N>>>; };`),
  ),
  cpp(
    'instantiations',
    500,
    (n) =>
      `template <int N> struct T { using L = Layout<Shape<_4, Int<N>>>; };\n${many(n, (i) => `using U${i} = T<${i + 1}>::L;`)}`,
  ),
  cpp(
    'parameters of a template',
    1000,
    (n) =>
      `template <${many(n, (i) => `int N${i}`, ', ')}> struct T { using L = Layout<Shape<_4, Int<N0>>>; };`,
  ),
  cpp('parameters of a function', 2000, (n) => `auto f(${many(n, (i) => `int a${i}`, ', ')}) { return a0; }`),
  cpp('arguments of a call', 2000, (n) => `auto a = make_shape(${many(n, (i) => `${i}`, ', ')});`),
  cpp(
    'overloads',
    500,
    (n) =>
      `${many(n, (i) => `struct S${i} {}; auto f(S${i}) { return Int<${i}>{}; }`)}\n${many(n, (i) => `auto a${i} = f(S${i}{});`)}`,
  ),
  cpp(
    'specialisations',
    300,
    (n) =>
      `template <int N> struct T;\n${many(n, (i) => `template <> struct T<${i}> { using L = Int<${i}>; };`)}\n${many(n, (i) => `using U${i} = T<${i}>::L;`)}`,
  ),
  cpp('declarations of one name', 1000, (n) =>
    many(n, (i) => `auto l = make_layout(make_shape(4, ${i + 1}));`),
  ),
  cpp(
    'blocks that hide a name',
    1000,
    (n) => `void f() {\nint a = 1;\n${many(n, (i) => `{ int a = ${i}; auto l = make_layout(a); }`)}\n}`,
  ),
  cpp('namespaces', 1000, (n) => many(n, (i) => `namespace n${i} { int a = ${i}; }`)),
  cpp('one namespace, opened often', 1000, (n) => many(n, (i) => `namespace n { int a${i} = ${i}; }`)),
  cpp(
    'nested namespaces',
    300,
    (n) => `${many(n, (i) => `namespace n${i} {`)}\nint a = 1;\n${'}'.repeat(n)}`,
  ),
  cpp(
    'using namespace',
    500,
    (n) =>
      `${many(n, (i) => `namespace n${i} { int a${i} = ${i}; }\nusing namespace n${i};`)}\n${many(n, (i) => `auto b${i} = a${i};`)}`,
  ),
  cpp(
    'lambdas',
    1000,
    (n) => `void f() {\n${many(n, (i) => `auto g${i} = [&](int x) { return x + ${i}; };`)}\n}`,
  ),
  cpp('nested blocks', 500, (n) => `void f() {\n${'{'.repeat(n)} int a = 1; ${'}'.repeat(n)}\n}`),
  cpp('nested calls', 300, (n) => `auto a = ${'f('.repeat(n)}1${')'.repeat(n)};`),
  cpp('a long sum', 2000, (n) => `auto a = ${many(n, (i) => `${i}`, ' + ')};`),
  cpp('a long chain of conditions', 500, (n) => `auto a = ${many(n, (i) => `x == ${i} ? ${i}`, ' : ')} : 0;`),
  cpp(
    'else-ifs',
    500,
    (n) => `int f(int x) {\n${many(n, (i) => `if (x == ${i}) return ${i};`, ' else ')}\nreturn 0; }`,
  ),
  cpp(
    'cases',
    1000,
    (n) =>
      `int f(int x) { switch (x) {\n${many(n, (i) => `case ${i}: return ${i};`)}\n} return 0; }\nauto a = f(3);`,
  ),
  cpp('enumerators', 2000, (n) => `enum E { ${many(n, (i) => `e${i}`, ', ')} };\nauto a = e3;`),
  cpp('members of one expression', 500, (n) => `auto a = x${many(n, (i) => `.f${i}()`, '')};`),
  cpp('qualified names', 500, (n) => `auto a = ${many(n, (i) => `n${i}`, '::')};`),
  cpp('open parentheses', 10000, (n) => `auto a = ${'('.repeat(n)}`),
  cpp('open braces', 10000, (n) => `auto a = ${'{'.repeat(n)}`),
  cpp('open brackets', 10000, (n) => `auto a = ${'['.repeat(n)}`),
  cpp('open angles', 10000, (n) => `auto a = T${'<T'.repeat(n)}`),
  cpp('open parentheses on lines', 5000, (n) => many(n, () => 'f(')),
  cpp('open braces on lines', 5000, (n) => many(n, (i) => `void f${i}() {`)),
  cpp('open template lists', 3000, (n) => many(n, (i) => `template <int a${i}, class T`)),
  cpp('closing parentheses', 10000, (n) => ')'.repeat(n)),
  cpp('closing braces', 10000, (n) => many(n, (i) => `int a${i}; }`)),
  cpp('closing angles', 10000, (n) => `auto a = ${'>'.repeat(n)};`),
  cpp('brackets of all kinds', 5000, (n) => '([{<'.repeat(n)),
  cpp('less-than signs', 5000, (n) => `bool a = ${many(n, (i) => `a${i}`, ' < ')};`),
  cpp('one line', 3000, (n) => many(n, (i) => `auto l${i} = make_layout(make_shape(4, ${i + 1}));`, ' ')),
  cpp('carriage returns and tabs', 3000, (n) => many(n, (i) => `\tint\ta${i}\t=\t${i};`, '\r\n')),
  cpp('other alphabets', 3000, (n) => `\ufeff${many(n, (i) => `int é漢${i} = ${i}; // 𝔸 (4,8)`)}`),
  cpp('blank lines', 50000, (n) => '\n'.repeat(n)),
  cpp('blanks', 100000, (n) => ' '.repeat(n)),
  cpp('semicolons', 20000, (n) => ';'.repeat(n)),
  cpp('backslashes', 20000, (n) => `#define A ${'\\\n'.repeat(n)}`),
  cpp('attributes', 2000, (n) => `${many(n, () => '[[nodiscard]]', ' ')} int f();`),
  cpp('directives', 1000, (n) =>
    many(n, (i) => `// layout-lens: assume K${i} = ${i}\nauto a${i} = make_layout(K${i});`),
  ),
  cpp('silenced lines', 1000, (n) =>
    many(
      n,
      (i) =>
        `// layout-lens: ignore[over-tiling]\nauto a${i} = composition(make_layout(Shape<_4,_6,_8>{}, Stride<_2,_3,_5>{}), Int<6>{});`,
    ),
  ),
  cpp('findings', 1000, (n) =>
    many(n, (i) => `auto a${i} = composition(make_layout(Shape<_4,_6,_8>{}, Stride<_2,_3,_5>{}), Int<6>{});`),
  ),
  cpp(
    'findings in one function',
    500,
    (n) =>
      `void f() {\n${many(n, (i) => `auto a${i} = composition(make_layout(Shape<_4,_6,_8>{}, Stride<_2,_3,_5>{}), Int<6>{});`)}\n}`,
  ),
  cpp(
    'assignments',
    1000,
    (n) => `void f() {\nint a = 0;\n${many(n, (i) => `a = ${i}; auto l${i} = make_layout(a);`)}\n}`,
  ),
  cpp(
    'structured bindings',
    1000,
    (n) => `void f() {\n${many(n, (i) => `auto [x${i}, y${i}] = make_tuple(${i}, 2);`)}\n}`,
  ),
  cpp('asserts', 1000, (n) => many(n, (i) => `static_assert(${i} == ${i});`)),
  python('one comment of hashes', 20000, (n) => '#'.repeat(n)),
  python('comments', 10000, (n) => many(n, (i) => `# a comment ${i}`)),
  python('shape annotations', 1000, (n) => many(n, (i) => `t${i} = cute.make_layout((4, 8))  # (M,N)`)),
  python('shape annotations above', 1000, (n) => many(n, (i) => `# (M,N)\nt${i} = cute.make_layout((4, 8))`)),
  python('statements', 2000, (n) => many(n, (i) => `l${i} = cute.make_layout((4, ${i + 1}))`)),
  python('functions', 1000, (n) =>
    many(n, (i) => `def f${i}(x):\n    l = cute.make_layout((4, 8))\n    return l`),
  ),
  python(
    'one long function',
    2000,
    (n) => `def f():\n${many(n, (i) => `    l${i} = cute.make_layout((4, ${i + 1}))`)}`,
  ),
  python('indentation', 90, (n) => many(n, (i) => `${' '.repeat(i)}if x:`)),
  python('decorators', 2000, (n) => `${many(n, (i) => `@d${i}`)}\ndef f():\n    pass`),
  python('f-strings', 2000, (n) => many(n, (i) => `s${i} = f"{a${i}} (4,8):(8,1)"`)),
  python('one dictionary', 2000, (n) => `d = {${many(n, (i) => `'k${i}': ${i}`, ', ')}}\nx = d['k3']`),
  python('one list', 3000, (n) => `d = [${many(n, (i) => `${i}`, ', ')}]`),
  python('chained calls', 300, (n) => `a = x${many(n, (i) => `.f${i}()`, '')}`),
  python('rebindings', 1000, (n) => `a = 1\n${many(n, (i) => `a = a + ${i}\nl${i} = cute.make_layout(a)`)}`),
  python('a string without an end', 50000, (n) => `a = """${'(4,8) '.repeat(n / 6)}`),
  python('strings of three quotes', 1000, (n) => many(n, (i) => `s${i} = """(4,8):(8,1) ${i}\n"""`)),
  python(
    'one long string of three quotes',
    100000,
    (n) => `s = """${'a b '.repeat(n / 4)}"""  # (M,N)\n# (M,N)`,
  ),
  python('open parentheses', 3000, (n) => `a = ${'('.repeat(n)}`),
  python('imports', 1000, (n) => many(n, (i) => `from m${i} import a${i}`)),
  python('classes', 1000, (n) =>
    many(n, (i) => `class C${i}:\n    n = ${i}\n    def f(self):\n        return self.n`),
  ),
  notation('lines', 1000, (n) => many(n, (i) => `a${i} = (4,${i + 1}):(8,1)`)),
  notation('a chain', 500, (n) => `a0 = 4:1\n${many(n, (i) => `a${i + 1} = coalesce(a${i})`)}`),
  notation('parentheses', 500, (n) => `a = ${'('.repeat(n)}4${')'.repeat(n)}`),
  notation('open parentheses', 5000, (n) => `a = ${'('.repeat(n)}`),
  notation('one tuple', 1000, (n) => `a = (${many(n, (i) => `${i + 1}`, ',')})`),
  notation('operators', 300, (n) => `a = ${many(n, () => '(4,8):(8,1)', ' o ')}`),
  notation('comments', 5000, (n) => many(n, (i) => `# ${i}`)),
  notation('one line of letters', 50000, (n) => 'a'.repeat(n)),
];
