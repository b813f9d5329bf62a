// Classes: members, nested ones, inheritance, constructors; namespaces and using; initialisation.

import type { Random } from '../../support/random.ts';
import { recipes, type, value, type Writer } from '../snippet.ts';
import { anyInt, arithmetic, size, staticInt, staticType } from './literals.ts';

function statics(writer: Writer): void {
  const { random } = writer;
  const c = writer.typeName();
  const a = arithmetic(random, [], 2);
  const b = arithmetic(random, ['kA'], 2);
  writer.outside(
    `struct ${c} {\n  static constexpr int kA = ${a};\n  static constexpr auto kB = ${b};\n  enum { kC = ${random.between(1, 9)}, kD };\n  static constexpr auto shape = make_shape(${anyInt(random)}, ${staticInt(random)});\n  using L = Layout<Shape<${staticType(random)}, Int<kD>>>;\n  static constexpr bool flag = kA > kB;\n  struct Inner { static constexpr int kE = kA + kD; static constexpr int kA = 3; };\n};`,
    value('kA', `${c}::kA`),
    value('kB', `${c}::kB`),
    value('shape', `${c}::shape`),
    type('L', `${c}::L`),
    value('flag', `${c}::flag`),
  );
  writer.variable(`Int<${c}::kA + ${c}::kD>{}`);
  writer.variable(`make_layout(${c}::shape)`);
  writer.variable(`Int<${c}::flag ? ${c}::kC : ${c}::kB>{}`);
  writer.variable(`make_shape(Int<${c}::Inner::kA>{}, ${c}::Inner::kE)`);
  writer.inside(`${c} object;`);
  writer.variable(`make_shape(Int<object.kA>{}, object.kB)`);
}

function inheritance(writer: Writer): void {
  const { random } = writer;
  const [b, c, d] = [writer.typeName(), writer.typeName(), writer.typeName()];
  const shadow = random.oneIn(2) ? `static constexpr int kRows = ${size(random)};` : '';
  writer.outside(
    `struct ${b} { static constexpr int kRows = ${size(random)}; static constexpr int kCols = ${size(random)}; using L = Layout<Shape<Int<kRows>, Int<kCols>>>; static constexpr auto f() { return Int<kRows>{}; } };`,
  );
  writer.outside(
    `struct ${c} : ${b} { ${shadow} static constexpr int area = kRows * kCols; static constexpr auto g() { return make_shape(f(), kRows); } };`,
    value('area', `${c}::area`),
  );
  writer.outside(
    `template <class B> struct ${d} : B { using B::kRows; static constexpr int twice = 2 * kRows; static constexpr int other = B::kCols + 1; using M = typename B::L; };`,
  );
  writer.variable(`Int<${c}::kRows>{}`);
  writer.variable(`${c}::f()`);
  writer.variable(`${c}::g()`);
  writer.variable(`${random.pick([c, `${d}<${c}>`, `${d}<${b}>`])}::L{}`);
  writer.variable(`Int<${d}<${random.pick([b, c])}>::twice>{}`);
  writer.variable(`typename ${d}<${random.pick([b, c])}>::M{}`);
  writer.variable(`make_shape(${d}<${c}>::other, Int<${d}<${c}>::${b}::kRows>{})`);
}

function objects(writer: Writer): void {
  const { random } = writer;
  const c = writer.typeName();
  const [n, m] = [size(random), size(random)];
  writer.outside(
    random.pick([
      `struct ${c} { int a; int b; constexpr int sum() const { return a + b; } constexpr auto shape() const { return make_shape(a, Int<${n}>{}); } };`,
      `struct ${c} { int a = ${n}; int b = a + 1; constexpr ${c}(int x, int y) : a(x) { b += y; } constexpr int sum() const { return a * b; } constexpr auto shape() const { return make_shape(b, a); } };`,
      `struct ${c} { int a; int b; constexpr ${c}(int x, int y) : a{x + y}, b{a * 2} {} constexpr int sum() const { return a + b; } constexpr auto shape() const { return make_layout(make_shape(a, b)); } };`,
      `template <class T> struct ${c}T { T a; T b; constexpr T sum() const { return a + b; } constexpr auto shape() const { return make_shape(a, b); } }; using ${c} = ${c}T<int>;`,
      `struct ${c} { int a{${m}}; int b{}; constexpr ${c}(int x, int) { b = x; this->a += 1; } constexpr int sum() const { return a + b; } constexpr auto shape() const { return make_shape(a, b); } };`,
    ]),
  );
  const o = writer.name();
  writer.outside(`constexpr ${c} ${o}${random.pick([`{${n}, ${m}}`, ` = {${m}, ${n}}`, `{${m}, 3}`])};`);
  writer.variable(`Int<${o}.a>{}`);
  writer.variable(`Int<${o}.sum()>{}`);
  writer.variable(`${o}.shape()`);
  writer.variable(`${c}{${n}, ${size(random)}}.sum()`);
  const p = writer.name();
  writer.inside(`${c} ${p}{${m}, ${n}};`);
  writer.variable(`${p}.a + ${p}.b`);
  writer.inside(
    random.pick([
      `${p}.a = ${size(random)};`,
      `${p}.b += 2;`,
      `auto q_${p} = ${p}; q_${p}.a = 1;`,
      `${p} = ${c}{1, 2};`,
      ';',
    ]),
  );
  writer.variable(`make_shape(${p}.a, ${p}.b)`);
  writer.variable(`${p}.shape()`);
}

function namespaces(writer: Writer): void {
  const { random } = writer;
  const [a, b, k] = [writer.name(), writer.name(), writer.name()];
  const [one, two, three] = [size(random), size(random), size(random)];
  writer.outside(`constexpr int ${k} = ${one};`, value(k));
  writer.outside(
    `namespace ${a} {\nconstexpr int before = ${k} + 1;\n${random.oneIn(2) ? `constexpr int ${k} = ${two};` : ''}\nconstexpr int after = ${k} + 1;\nnamespace ${b} { ${random.oneIn(2) ? `constexpr int ${k} = ${three};` : ''} constexpr int inner = ${k} * 2; constexpr auto f() { return Int<${k}>{}; } struct S { static constexpr int v = ${k}; }; }\n}`,
    value('before', `${a}::before`),
    value('after', `${a}::after`),
    value('inner', `${a}::${b}::inner`),
  );
  writer.variable(`${a}::${b}::f()`);
  writer.variable(`Int<${a}::${b}::S::v>{}`);
  random.pick([
    () => {
      writer.inside(`using namespace ${a}::${b};`);
      writer.variable('Int<inner>{}');
    },
    () => {
      writer.inside(`namespace short_ = ${a}::${b}; using short_::inner;`);
      writer.variable('Int<inner + short_::S::v>{}');
    },
    () => {
      writer.outside(`using namespace ${a};`);
      writer.variable('make_shape(before, Int<after>{})');
    },
    () => {
      writer.outside(`using ${a}::${b}::f;`);
      writer.variable('f()');
    },
    () => {
      writer.outside(`inline namespace v1_${a} { constexpr int inlined = ${size(random)}; }`);
      writer.variable('Int<inlined>{}');
    },
  ])();
  writer.inside(`{ constexpr int ${k} = ${size(random)}; (void)${k}; }`);
  writer.variable(`Int<${k}>{}`);
}

function bindings(writer: Writer): void {
  const { random } = writer;
  const [a, b, c] = [writer.name(), writer.name(), writer.name()];
  const from = random.pick([
    `make_tuple(${anyInt(random)}, ${anyInt(random)}, ${anyInt(random)})`,
    `make_shape(${anyInt(random)}, make_shape(${anyInt(random)}, _2{}), ${anyInt(random)})`,
    `std::make_tuple(${size(random)}, ${size(random)}L, ${size(random)}u)`,
    `cute::tuple<int, _4, long>{${size(random)}, _4{}, ${size(random)}}`,
    `make_layout(make_shape(${anyInt(random)}, _2{}, ${anyInt(random)})).stride()`,
    `cute::array<int, 3>{${size(random)}, ${size(random)}, ${size(random)}}`,
    `idx2crd(${random.below(20)}, make_shape(4, _2{}, 8))`,
  ]);
  const t = writer.name();
  writer.inside(`auto ${t} = ${from};`, value(t));
  writer.inside(
    `${random.pick(['auto', 'auto&', 'auto const&', 'auto&&', 'const auto'])} [${a}, ${b}, ${c}] = ${t};`,
    value(a),
    value(b),
    value(c),
  );
  writer.variable(`make_tuple(${c}, ${a})`);
  writer.variable(`make_shape(${b}, _3{})`);
}

function initialisation(writer: Writer): void {
  const { random } = writer;
  const n = size(random);
  for (let i = random.between(2, 4); i > 0; i--) {
    const v = writer.name();
    const [declaration] = random.shuffled([
      `int ${v}{${n}};`,
      `int ${v}(${n});`,
      `int ${v}{};`,
      `auto ${v}{${n}};`,
      `auto ${v} = int{${n}};`,
      `auto ${v} = int();`,
      `Int<${n}> ${v};`,
      `Int<${n}> ${v}{};`,
      `auto ${v} = Shape<int, _${random.pick([2, 4])}>{${n}, {}};`,
      `Shape<int, _2> ${v}{${n}, _2{}};`,
      `Shape<int, int> ${v} = make_shape(${n}, ${size(random)});`,
      `Layout<Shape<int, _2>> ${v}{make_shape(${n}, _2{})};`,
      `Layout<Shape<_4, _2>> ${v};`,
      `Layout<Shape<_4, _2>> ${v}{};`,
      `Layout ${v} = make_layout(make_shape(${anyInt(random)}, ${anyInt(random)}));`,
      `Layout ${v}{make_shape(${anyInt(random)}, _2{}), make_stride(_2{}, _1{})};`,
      `auto ${v} = Layout<Shape<int, _4>, Stride<_4, _1>>{make_shape(${n}, _4{})};`,
      `int const ${v} = ${n}, other_${v} = ${v} + 1;`,
      `const auto ${v} = ${n} + 1;`,
      `static constexpr int ${v} = ${n};`,
      `constexpr auto ${v} = make_shape(${n}, ${staticInt(random)});`,
      `auto ${v} = static_cast<int>(${n});`,
      `bool ${v} = ${n} > 4;`,
      `auto ${v} = (${n}, ${size(random)});`,
      `auto ${v} = cute::make_tuple();`,
      `cute::tuple<int, int> ${v}{${n}, 2};`,
      `cute::tuple ${v}{${n}, _2{}};`,
      `long ${v} = ${staticInt(random)};`,
      `int ${v} = ${staticInt(random)};`,
      `unsigned ${v} = ${staticInt(random)} * 2;`,
      `Shape<int, _4> ${v} = make_shape(_8{}, _4{});`,
    ]);
    writer.inside(declaration!, value(v));
  }
}

function arrays(writer: Writer): void {
  const { random } = writer;
  const a = writer.name();
  const items = Array.from({ length: random.between(2, 5) }, () => size(random));
  writer.outside(
    random.pick([
      `constexpr int ${a}[] = {${items.join(', ')}};`,
      `constexpr int ${a}[8] = {${items.join(', ')}};`,
      `static constexpr int ${a}[] = {${items.map((n) => `${n} * 2`).join(', ')}};`,
      `constexpr cute::array<int, ${items.length}> ${a} = {${items.join(', ')}};`,
      `constexpr std::array<int, ${items.length}> ${a} = {${items.join(', ')}};`,
      `constexpr cute::array<int, ${items.length}> ${a} = {{${items.join(', ')}}};`,
    ]),
  );
  const i = random.below(items.length);
  writer.variable(`Int<${a}[${i}]>{}`);
  writer.variable(`make_shape(${a}[${i}], ${a}[0])`);
  const f = writer.name();
  writer.outside(
    `constexpr int ${f}() { int s = 0; for (${random.pick(['int x', 'auto x', 'auto const& x'])} : ${a}) s ${random.pick(['+= x', '= s * 2 + x', '^= x'])}; return s; }`,
  );
  writer.variable(`Int<${f}()>{}`);
  const g = writer.name();
  writer.outside(
    `constexpr int ${g}(int n) { int t[4] = {${random.pick(['', '1', '1, 2', '4, 3, 2, 1'])}}; for (int i = 0; i < 4; ++i) t[i] += i * n; t[n & 3] = ${size(random)}; int s = 0; for (int i = 3; i >= 0; --i) s = s * 3 + t[i]; return s; }`,
  );
  writer.variable(`Int<${g}(${random.below(6)})>{}`);
  writer.variable(`Int<sizeof(${a}) / sizeof(${a}[0])>{}`);
}

function defaults(writer: Writer): void {
  const { random } = writer;
  const [f, t] = [writer.name(), writer.typeName()];
  const k = writer.constant(String(size(random)), 'constexpr int');
  writer.outside(
    `constexpr auto ${f}(int a, int b = ${k}, int c = ${k} * 2) { return make_shape(a, b, c); }`,
  );
  writer.outside(
    `template <int N, int M = N * 2, class T = ${random.pick(['Shape<Int<N>, Int<M>>', 'Int<M>', 'Layout<Int<N>, Int<M>>'])}> struct ${t} { using type = T; static constexpr int m = M; };`,
  );
  writer.variable(`${f}(${size(random)})`);
  writer.variable(`${f}(${size(random)}, 1)`);
  writer.variable(`${f}(${size(random)}, 1, 2)`);
  writer.variable(`typename ${t}<${size(random)}>::type{}`);
  writer.variable(`Int<${t}<${size(random)}, ${size(random)}>::m>{}`);
  const g = writer.name();
  writer.outside(
    `template <class A, class B = A> constexpr auto ${g}(A a, B b = B{}) { return make_tuple(a, b); }`,
  );
  writer.variable(`${g}(${anyInt(random)})`);
  writer.variable(`${g}(${anyInt(random)}, ${anyInt(random)})`);
}

/** A kernel's traits, as they are written. */
function kernelTraits(writer: Writer): void {
  const { random } = writer;
  const [t, u] = [writer.typeName(), writer.typeName()];
  const [m, n] = [random.pick([64, 128]), random.pick([32, 64, 96])];
  writer.outside(
    `template <int kM_, int kN_, int kWarps_ = 4, class Element_ = half_t> struct ${t} {
  using Element = Element_;
  static constexpr int kM = kM_, kN = kN_, kWarps = kWarps_;
  static constexpr int kThreads = kWarps * 32;
  static constexpr int kBlock = kN % 64 == 0 ? 64 : 32;
  static constexpr int kSwizzle = kBlock == 64 ? 3 : 2;
  using Atom = decltype(composition(Swizzle<kSwizzle, 3, 3>{}, Layout<Shape<_8, Int<kBlock>>, Stride<Int<kBlock>, _1>>{}));
  using Smem = decltype(tile_to_shape(Atom{}, Shape<Int<kM>, Int<kN>>{}));
  static constexpr int kPerLoad = sizeof(cute::uint128_t) / sizeof(Element);
  static constexpr int kPerRow = kBlock / kPerLoad;
  using Threads = Layout<Shape<Int<kThreads / kPerRow>, Int<kPerRow>>, Stride<Int<kPerRow>, _1>>;
  static constexpr int kBytes = size(Smem{}) * sizeof(Element);
};`,
  );
  writer.outside(`using ${u} = ${t}<${m}, ${n}${random.pick(['', ', 8', ', 4, float', ', 8, uint8_t'])}>;`);
  for (const member of random.shuffled(['Atom', 'Smem', 'Threads']).slice(0, 2))
    writer.variable(`typename ${u}::${member}{}`);
  for (const member of random.shuffled(['kThreads', 'kBlock', 'kPerRow', 'kBytes', 'kPerLoad']).slice(0, 2))
    writer.variable(`Int<${u}::${member}>{}`);
}

function ofRandom(random: Random): number {
  return size(random);
}

/** Conversion operators, operator() and operators of a class. */
function operators(writer: Writer): void {
  const { random } = writer;
  const c = writer.typeName();
  writer.outside(
    `struct ${c} { int n; constexpr operator int() const { return n + 1; } constexpr int operator()(int k) const { return n * k; } constexpr ${c} operator+(${c} o) const { return {n + o.n}; } constexpr bool operator==(${c} o) const { return n == o.n; } constexpr int operator[](int i) const { return n - i; } };`,
  );
  const o = writer.name();
  writer.outside(`constexpr ${c} ${o}{${ofRandom(random)}};`);
  for (const use of random
    .shuffled([`int(${o})`, `${o}(3)`, `(${o} + ${o}).n`, `${o} == ${c}{4} ? 3 : 5`, `${o}[1]`, `${o} * 2`])
    .slice(0, 3))
    writer.variable(random.oneIn(2) ? use : `Int<${use}>{}`);
}

export const classes = recipes('classes', [
  statics,
  inheritance,
  objects,
  namespaces,
  bindings,
  initialisation,
  initialisation,
  arrays,
  defaults,
  kernelTraits,
  operators,
]);
