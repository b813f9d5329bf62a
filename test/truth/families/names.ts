// What a name stands for: shadowing, order of declarations, bases, templates, namespaces.

import { recipes, value, type Writer } from '../snippet.ts';
import { anyInt, arithmetic, size, staticInt } from './literals.ts';

function blocks(writer: Writer): void {
  const { random } = writer;
  const k = writer.name();
  const [a, b, c] = [size(random), size(random), size(random)];
  if (random.oneIn(2)) writer.outside(`constexpr int ${k} = ${a};`, value(k));
  else writer.inside(`constexpr int ${k} = ${a};`, value(k));
  const shadow = random.pick([
    `{ constexpr int ${k} = ${b}; (void)${k}; }`,
    `for (int ${k} = 0; ${k} < 3; ++${k}) {}`,
    `if (int ${k} = ${b}; ${k} > 2) { (void)${k}; }`,
    `auto f_${k} = [](int ${k}) { return ${k} + 1; }; (void)f_${k};`,
    `struct Local { static int get() { return ${b}; } int ${k} = ${c}; };`,
    `switch (int ${k} = ${b}) { case 3: (void)${k}; break; default: break; }`,
    `enum { other_${k} = ${k} + 1 };`,
  ]);
  writer.inside(shadow);
  writer.variable(`Int<${k}>{}`);
  const f = writer.name();
  writer.outside(
    `constexpr int ${f}(int n) {\n  int ${k} = n;\n  { int ${k} = n + ${b}; n += ${k}; ${random.oneIn(2) ? `${k} = 7;` : ''} }\n  for (int ${k} = 0; ${k} < 2; ++${k}) n += ${k};\n  if (int ${k} = n; ${k} > ${c}) n = ${k} + 1; else n = ${k} - 1;\n  return n * 2 + ${k};\n}`,
  );
  writer.variable(`Int<${f}(${size(random)})>{}`);
  writer.variable(`[${k} = ${b}] { return ${k}; }() + ${random.oneIn(2) ? '0' : k}`);
}

function order(writer: Writer): void {
  const { random } = writer;
  const [f, g, t] = [writer.name(), writer.name(), writer.typeName()];
  writer.outside(`constexpr auto ${f}(long) { return _1{}; }`);
  writer.outside(`constexpr auto ${g}_before() { return ${f}(3); }`);
  writer.outside(
    `template <class T> constexpr auto ${g}_template(T t) { return make_tuple(${f}(3), ${f}(t)); }`,
  );
  writer.outside(
    `struct ${t} { static constexpr auto early() { return late(); } static constexpr auto late() -> _5 { return {}; } static constexpr int k = ${size(random)}; static constexpr int l = k + 1; };`,
  );
  writer.outside(`constexpr auto ${f}(int) { return _2{}; }`);
  writer.variable(`${g}_before()`);
  writer.variable(`${g}_template(3)`);
  writer.variable(`${g}_template(${staticInt(random)})`);
  writer.variable(`${f}(3)`);
  writer.variable(`Int<${t}::l>{}`);
}

function hiding(writer: Writer): void {
  const { random } = writer;
  const [b, d] = [writer.typeName(), writer.typeName()];
  const using = random.oneIn(2) ? `using ${b}::f;` : '';
  writer.outside(
    `struct ${b} { constexpr auto f(int) const { return _1{}; } constexpr auto f(_3) const { return _2{}; } static constexpr int k = ${size(random)}; using T = _4; };\nstruct ${d} : ${b} { ${using} constexpr auto f(long) const { return _3{}; } ${random.oneIn(2) ? `static constexpr int k = ${b}::k * 2;` : ''} ${random.oneIn(2) ? `using T = Shape<_4, typename ${b}::T>;` : ''} };`,
  );
  writer.inside(`${d} object; ${b} const& base = object;`);
  writer.variable('object.f(3)');
  writer.variable('object.f(_3{})');
  writer.variable('base.f(3)');
  writer.variable(`object.${b}::f(3)`);
  writer.variable(`Int<${d}::k>{}`);
  writer.variable(`${d}::T{}`);
}

function dependentBases(writer: Writer): void {
  const { random } = writer;
  const [b, d, k] = [writer.typeName(), writer.typeName(), writer.name()];
  const [one, two] = [size(random), size(random)];
  writer.outside(`constexpr int ${k} = ${one};`);
  writer.outside(
    `template <class T> struct ${b} { static constexpr int ${k} = ${two}; static constexpr auto get() { return Int<${k}>{}; } };`,
  );
  writer.outside(
    `template <> struct ${b}<float> { static constexpr int ${k} = ${two} + 1; static constexpr auto get() { return Int<${k} * 2>{}; } };`,
  );
  writer.outside(
    `template <class T> struct ${d} : ${b}<T> { static constexpr int free_k = ${k}; static constexpr int own = ${d}::${k}; static constexpr int base = ${b}<T>::${k}; static constexpr auto f() { return ${d}::get(); } constexpr auto g() const { return this->get(); } };\nstruct ${d}Int : ${b}<int> { static constexpr int own = ${k}; };`,
  );
  const t = random.pick(['int', 'float']);
  writer.variable(`Int<${d}<${t}>::free_k>{}`);
  writer.variable(`Int<${d}<${t}>::own>{}`);
  writer.variable(`Int<${d}<${t}>::base>{}`);
  writer.variable(`${d}<${t}>::f()`);
  writer.variable(`${d}<${t}>{}.g()`);
  writer.variable(`Int<${d}Int::own>{}`);
  writer.variable(`Int<${d}<${t}>::${k}>{}`);
}

/** A class template that is handed the class that derives from it. */
function curious(writer: Writer): void {
  const { random } = writer;
  const [b, d, e] = [writer.typeName(), writer.typeName(), writer.typeName()];
  writer.outside(
    `template <class D> struct ${b} { static constexpr auto twice() { return Int<2 * D::k>{}; } constexpr auto self() const { return static_cast<D const&>(*this).shape(); } static constexpr int fallback = 9; };\nstruct ${d} : ${b}<${d}> { static constexpr int k = ${size(random)}; constexpr auto shape() const { return make_shape(Int<k>{}, k); } };\nstruct ${e} : ${b}<${e}> { static constexpr int k = ${size(random)}; static constexpr int fallback = 3; constexpr auto shape() const { return Layout<_4>{}; } };`,
  );
  for (const c of [d, e]) {
    writer.variable(`${c}::twice()`);
    writer.variable(`${c}{}.self()`);
    writer.variable(`Int<${c}::fallback>{}`);
  }
}

function namespaces(writer: Writer): void {
  const { random } = writer;
  const [n, m, k] = [writer.name(), writer.name(), writer.name()];
  writer.outside(
    `namespace ${n} { constexpr int ${k} = ${size(random)}; struct Tag { static constexpr int v = ${k} + 1; }; constexpr auto f(Tag) { return Int<${k}>{}; } template <class T> constexpr auto g(T) { return make_tuple(${k}, T::v); } }`,
  );
  writer.outside(`namespace { constexpr int hidden_${k} = ${size(random)}; }`);
  writer.outside(
    `namespace ${m} { using ${n}::Tag; using namespace ${n}; constexpr int sum = ${k} + hidden_${k}; constexpr int f(int n) { return n; } constexpr auto h() { return f(Tag{}); } }`,
    value('sum', `${m}::sum`),
  );
  if (random.oneIn(2))
    writer.outside(
      `namespace ${n} { constexpr int more = ${k} * 3; inline namespace v2 { constexpr int newest = more + 1; } }`,
      value('more', `${n}::more`),
      value('newest', `${n}::newest`),
    );
  writer.variable(`f(${n}::Tag{})`);
  writer.variable(`${n}::g(${m}::Tag{})`);
  writer.variable(`g(${n}::Tag{})`);
  writer.variable(`${m}::h()`);
  writer.variable(`Int<${m}::sum>{}`);
  writer.inside(`namespace alias = ${n};`);
  writer.variable(`Int<alias::${k}>{}`);
}

/** Names like those of CuTe's own functions and types. */
function likeCute(writer: Writer): void {
  const { random } = writer;
  const [n, m] = [size(random), size(random)];
  random.pick([
    () => {
      writer.inside(`auto shape = make_shape(${n}, _${random.pick([2, 4])}{});`, value('shape'));
      writer.variable('make_layout(shape)');
      writer.variable('get<0>(shape)');
      writer.variable('cute::size(shape)');
    },
    () => {
      writer.outside(`constexpr int size = ${n}; constexpr int rank = ${m};`);
      writer.variable('Int<size + rank>{}');
      writer.variable('cute::size(make_shape(_2{}, _3{}))');
    },
    () => {
      writer.outside(
        `namespace mine { template <int N> struct Int { static constexpr int value = N + 1; }; using _2 = Int<5>; }`,
      );
      writer.variable('cute::Int<mine::_2::value>{}');
      writer.variable(`cute::Int<mine::Int<${n}>::value>{}`);
      writer.inside('using mine::_2;');
      writer.variable('cute::Int<_2::value>{}');
    },
    () => {
      writer.outside(
        `namespace mine { constexpr auto make_layout(int n) { return make_shape(n, _1{}); } constexpr auto f() { return make_layout(${n}); } }`,
      );
      writer.variable('mine::f()');
      writer.variable(`make_layout(${m})`);
      writer.variable(`mine::make_layout(${m})`);
    },
    () => {
      writer.outside(
        `struct Holder { static constexpr auto size() { return Int<${n}>{}; } static constexpr auto layout() { return make_layout(size()); } int rank = ${m}; };`,
      );
      writer.variable('Holder::size()');
      writer.variable('Holder{}.layout()');
      writer.variable('Holder{}.rank');
      writer.variable('size(Holder::layout())');
    },
    () => {
      writer.outside(
        `template <class Layout> struct Of { using Shape = Layout; static constexpr auto make() { return make_tuple(Shape{}, ${n}); } };`,
      );
      writer.variable(`Of<_${random.pick([2, 8])}>::make()`);
    },
    () => {
      writer.inside(`int _x = ${n}; auto X = _${random.pick([2, 8])}{};`);
      writer.variable('make_shape(_x, X)');
    },
    () => {
      writer.outside(
        `constexpr auto ceil_div(int a, int b) { return a / b; }\nconstexpr auto max(int a, int b) { return a < b ? a : b; }`,
      );
      writer.variable(`ceil_div(${n}, 3)`);
      writer.variable(`max(${n}, ${m})`);
      writer.variable(`cute::max(${n}, ${m})`);
    },
  ])();
}

function outOfLine(writer: Writer): void {
  const { random } = writer;
  const [c, d] = [writer.typeName(), writer.typeName()];
  writer.outside(
    `struct ${c} { static constexpr int k = ${size(random)}; constexpr int f(int n) const; template <int N> static constexpr auto g(); struct In; };\nconstexpr int ${c}::f(int n) const { return n * k; }\ntemplate <int N> constexpr auto ${c}::g() { return Int<N + k>{}; }\nstruct ${c}::In { static constexpr int v = k + 3; };`,
  );
  writer.outside(
    `template <class T, int N> struct ${d} { static constexpr auto f(); static constexpr int k = N * 2; };\ntemplate <class T, int N> constexpr auto ${d}<T, N>::f() { return make_shape(Int<k>{}, T{}); }`,
  );
  writer.variable(`Int<${c}{}.f(${size(random)})>{}`);
  writer.variable(`${c}::g<${size(random)}>()`);
  writer.variable(`Int<${c}::In::v>{}`);
  writer.variable(`${d}<_${random.pick([2, 4])}, ${size(random)}>::f()`);
}

function locals(writer: Writer): void {
  const { random } = writer;
  const t = writer.typeName();
  const k = writer.name();
  writer.inside(
    `constexpr int ${k} = ${size(random)}; struct ${t} { static constexpr auto f() { return Int<${k} * 2>{}; } int a = ${k} + 1; using S = Shape<Int<${k}>, _1>; };`,
    value(k),
  );
  writer.variable(`${t}::f()`);
  writer.variable(`${t}{}.a`);
  writer.variable(`${t}::S{}`);
  const f = writer.name();
  writer.outside(
    `template <class T> constexpr auto ${f}(T t) { using Pair = Shape<T, T>; constexpr int n = ${arithmetic(random, [], 1)}; struct L { static constexpr int m = n + 1; }; return make_tuple(Pair{t, t}, Int<L::m>{}); }`,
  );
  writer.variable(`${f}(${anyInt(random)})`);
}

export const names = recipes('names', [
  blocks,
  order,
  hiding,
  dependentBases,
  curious,
  namespaces,
  likeCute,
  likeCute,
  outOfLine,
  locals,
]);
