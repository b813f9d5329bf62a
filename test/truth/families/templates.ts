// Function templates: deduction, defaults, conditions, tags, forwarding; classes that are deduced.

import { recipes, type Writer } from '../snippet.ts';
import { anyInt, size, staticInt, staticType } from './literals.ts';

function deduction(writer: Writer): void {
  const { random } = writer;
  const f = writer.name();
  const [head, parameter, result, uses] = random.pick<[string, string, string, readonly string[]]>([
    ['int N', 'Int<N> const&', 'Int<N + 1>{}', [staticInt(random), '_4{}', 'C<7>{}']],
    [
      'class A, class B',
      'cute::tuple<A, B> const& t',
      'make_tuple(get<1>(t), get<0>(t))',
      [`make_shape(${anyInt(random)}, ${anyInt(random)})`],
    ],
    [
      'class S, class D',
      'Layout<S, D> const& l',
      'make_tuple(rank_v<S>, l.stride())',
      ['Layout<Shape<_2, _3>>{}', `make_layout(${anyInt(random)})`],
    ],
    [
      'class T, class... R',
      'cute::tuple<T, R...> const& t',
      'make_tuple(Int<sizeof...(R)>{}, get<0>(t))',
      [`make_shape(${anyInt(random)}, ${anyInt(random)})`, `make_shape(${anyInt(random)})`],
    ],
    [
      'int... N',
      'cute::tuple<Int<N>...>',
      'make_tuple(Int<N * 2>{}...)',
      ['Shape<_1, _2>{}', 'Shape<_4>{}', `make_shape(${staticInt(random)}, ${staticInt(random)}, _1{})`],
    ],
    [
      'class T, int N',
      'cute::array<T, N> const& t',
      'make_tuple(Int<N>{}, t[0])',
      ['cute::array<int, 3>{4, 5, 6}', 'cute::array<int, 1>{9}'],
    ],
    ['class T, std::size_t N', 'T const (&t)[N]', 'make_tuple(Int<int(N)>{}, t[1])', ['{3, 4, 5}', '{1, 2}']],
    [
      'int B, int M, int S',
      'Swizzle<B, M, S>',
      'make_tuple(Int<B>{}, M, S)',
      ['Swizzle<3, 4, 3>{}', 'Swizzle<2, 0, -2>{}'],
    ],
    [
      'template <class...> class T, class... A',
      'T<A...> const&',
      'Int<sizeof...(A)>{}',
      ['cute::tuple<int, _2>{}', 'Layout<_2>{}'],
    ],
    ['auto V', 'C<V>', 'V + 1', ['_4{}', 'C<3u>{}', 'C<true>{}']],
    [
      'class A, class O, class B',
      'ComposedLayout<A, O, B> const& l',
      'make_tuple(rank(l), l.layout_b())',
      ['composition(Swizzle<2, 0, 3>{}, Layout<Shape<_4, _8>>{})'],
    ],
    ['class T', 'std::initializer_list<T> l', 'int(l.size())', ['{1, 2, 3}', '{4L}']],
    [
      'class R, class A',
      'R (*)(A)',
      'Int<sizeof(R)>{}',
      ['+[](int n) { return long(n); }', '+[](char c) { return c; }'],
    ],
  ]);
  writer.outside(`template <${head}> constexpr auto ${f}(${parameter}) { return ${result}; }`);
  for (const use of uses) writer.variable(`${f}(${use})`);
}

function defaults(writer: Writer): void {
  const { random } = writer;
  const f = writer.name();
  writer.outside(
    random.pick([
      `template <int N = ${size(random)}, class T = _2> constexpr auto ${f}(T t = {}, int k = N) { return make_shape(t, k, Int<N>{}); }`,
      `template <class T = Int<${size(random)}>, class U = Shape<T, T>> constexpr auto ${f}(T t = {}, U u = {}) { return make_tuple(t, u); }`,
      `template <int N = 3, bool B = (N > 2)> constexpr auto ${f}() { if constexpr (B) return Int<N>{}; else return N; }`,
    ]),
  );
  for (const use of random
    .shuffled([
      `${f}()`,
      `${f}<${size(random)}>()`,
      `${f}<${staticType(random)}>()`,
      `${f}(${anyInt(random)})`,
      `${f}<4>(${anyInt(random)})`,
      `${f}<2, false>()`,
      `${f}(${anyInt(random)}, 3)`,
    ])
    .slice(0, 4))
    writer.variable(use);
}

function conditions(writer: Writer): void {
  const { random } = writer;
  const f = writer.name();
  const [a, b, c] = random.shuffled([
    'is_static<T>::value',
    'cute::is_integral<T>::value',
    'cute::is_tuple<T>::value',
    'is_layout<T>::value',
    'std::is_signed_v<T>',
    '(sizeof(T) > 4)',
    'is_same_v<T, int>',
  ]);
  writer.outside(
    `template <class T, std::enable_if_t<${a} && !(${b}), int> = 0> constexpr auto ${f}(T t) { return make_tuple(_1{}, t); }`,
  );
  writer.outside(
    `template <class T> constexpr auto ${f}(T t) -> std::enable_if_t<(${b}), decltype(make_tuple(_2{}, t))> { return make_tuple(_2{}, t); }`,
  );
  writer.outside(
    `template <class T> constexpr std::enable_if_t<!(${a}) && !(${b}), _3> ${f}(T) { return {}; }`,
  );
  writer.outside(`template <class T> constexpr bool is_${f} = ${c};`);
  for (const argument of random
    .shuffled(['3', '3L', '3u', '_3{}', 'make_shape(2, _3{})', 'Layout<_4>{}', 'true', "'a'", 'Shape<_2>{}'])
    .slice(0, 4)) {
    writer.variable(`${f}(${argument})`);
    if (random.oneIn(3)) writer.variable(`is_${f}<decltype(${argument})> ? 3 : 4`);
  }
}

function tags(writer: Writer): void {
  const { random } = writer;
  const f = writer.name();
  writer.outside(
    `struct A_${f} {}; struct B_${f} : A_${f} {}; struct C__${f} : B_${f} {}; struct D_${f} {};`,
  );
  writer.outside(`constexpr auto ${f}(A_${f}) { return _1{}; }`);
  writer.outside(`constexpr auto ${f}(D_${f}) { return _4{}; }`);
  if (random.oneIn(2)) writer.outside(`constexpr auto ${f}(B_${f}) { return _2{}; }`);
  if (random.oneIn(3)) writer.outside(`template <class T> constexpr auto ${f}(T) { return _3{}; }`);
  if (random.oneIn(2))
    writer.outside(
      `constexpr auto ${f}(true_type) { return _6{}; }\nconstexpr auto ${f}(false_type) { return _7{}; }`,
    );
  for (const argument of ['A', 'B', 'C_', 'D'])
    if (random.oneIn(2)) writer.variable(`${f}(${argument}_${f}{})`);
  writer.variable(`${f}(cute::bool_constant<(${size(random)} > 4)>{})`);
}

function forwarding(writer: Writer): void {
  const { random } = writer;
  const [f, g] = [writer.name(), writer.name()];
  writer.outside(
    `constexpr auto ${f}(int&) { return _1{}; }\nconstexpr auto ${f}(int const&) { return _2{}; }\nconstexpr auto ${f}(int&&) { return _3{}; }`,
  );
  writer.outside(
    `template <class T> constexpr auto ${g}(T&& t) { return ${random.pick([`${f}(std::forward<T>(t))`, `${f}(static_cast<T&&>(t))`, `${f}(t)`, `${f}(cute::forward<T>(t))`, `make_tuple(${f}(t), ${f}(std::move(t)))`])}; }`,
  );
  writer.inside('int number = 3; int const constant = 4;');
  for (const argument of random
    .shuffled([
      'number',
      'constant',
      '5',
      'std::move(number)',
      'number + 1',
      '(number)',
      'std::as_const(number)',
      'int(number)',
    ])
    .slice(0, 4))
    writer.variable(`${g}(${argument})`);
  const h = writer.name();
  writer.outside(
    `template <class T> constexpr auto ${h}(T&&) { return std::is_lvalue_reference_v<T> ? _1{} : _1{}; }\ntemplate <class T> constexpr int ${h}2(T&&) { return std::is_lvalue_reference_v<T> ? 3 : std::is_const_v<T> ? 4 : 5; }`,
  );
  writer.variable(`Int<${h}2(${random.pick(['3', '4L', "'a'"])})>{}`);
}

function deducedClasses(writer: Writer): void {
  const { random } = writer;
  const t = writer.typeName();
  const guide = random.oneIn(2)
    ? `template <class A> ${t}(A) -> ${t}<A, _9>;`
    : `template <class A> ${t}(A) -> ${t}<A, A>;`;
  writer.outside(
    `template <class A, class B> struct ${t} { A a; B b; constexpr ${t}(A x, B y) : a(x), b(y) {} constexpr ${t}(A x) : a(x), b() {} constexpr auto pair() const { return make_tuple(a, b); } };\n${guide}`,
  );
  writer.inside(`${t} one{${anyInt(random)}, ${anyInt(random)}}; ${t} two(${anyInt(random)});`);
  writer.variable('one.a');
  writer.variable('one.pair()');
  writer.variable('two.pair()');
  writer.variable(`${t}{${anyInt(random)}, ${anyInt(random)}}.pair()`);
}

/** Lists of types and what is computed from them. */
function lists(writer: Writer): void {
  const { random } = writer;
  const t = writer.typeName();
  const args = Array.from({ length: random.between(1, 4) }, () =>
    random.pick(['int', 'half_t', 'float', '_3', 'char', 'double']),
  );
  const list = `${t}<${args.join(', ')}>`;
  writer.outside(
    `template <class... T> struct ${t} {};
template <class L> struct ${t}Length; template <class... T> struct ${t}Length<${t}<T...>> { static constexpr int value = sizeof...(T); };
template <class X, class L> struct ${t}Index; template <class X, class... R> struct ${t}Index<X, ${t}<X, R...>> { static constexpr int value = 0; };
template <class X, class F, class... R> struct ${t}Index<X, ${t}<F, R...>> { static constexpr int value = 1 + ${t}Index<X, ${t}<R...>>::value; };
template <class L> struct ${t}Bytes; template <class... T> struct ${t}Bytes<${t}<T...>> { static constexpr int value = (0 + ... + int(sizeof(T))); };
template <class A, class B> struct ${t}Join; template <class... A, class... B> struct ${t}Join<${t}<A...>, ${t}<B...>> { using type = ${t}<A..., B...>; };
template <int N, class L> struct ${t}At; template <int N, class F, class... R> struct ${t}At<N, ${t}<F, R...>> : ${t}At<N - 1, ${t}<R...>> {}; template <class F, class... R> struct ${t}At<0, ${t}<F, R...>> { using type = F; };`,
  );
  for (const use of random
    .shuffled([
      `Int<${t}Length<${list}>::value>{}`,
      `Int<${t}Index<${random.pick(args)}, ${list}>::value>{}`,
      `Int<${t}Bytes<${list}>::value>{}`,
      `Int<${t}Length<typename ${t}Join<${list}, ${list}>::type>::value>{}`,
      `Int<sizeof(typename ${t}At<${random.below(args.length)}, ${list}>::type)>{}`,
    ])
    .slice(0, 3))
    writer.variable(use);
}

function sequences(writer: Writer): void {
  const { random } = writer;
  const f = writer.name();
  const n = random.between(1, 4);
  writer.outside(
    random.pick([
      `template <class T, int... I> constexpr auto ${f}_impl(T const& t, int_sequence<I...>) { return make_tuple(get<sizeof...(I) - 1 - I>(t)...); }\ntemplate <class T> constexpr auto ${f}(T const& t) { return ${f}_impl(t, make_int_sequence<cute::tuple_size<T>::value>{}); }`,
      `template <class T, std::size_t... I> constexpr auto ${f}_impl(T const& t, std::index_sequence<I...>) { return (get<I>(t) + ...); }\ntemplate <class T> constexpr auto ${f}(T const& t) { return ${f}_impl(t, std::make_index_sequence<cute::tuple_size<T>::value>{}); }`,
      `template <class T, int... I> constexpr auto ${f}_impl(T const& t, cute::seq<I...>) { return make_shape(make_shape(get<I>(t), Int<I>{})...); }\ntemplate <class T> constexpr auto ${f}(T const& t) { return ${f}_impl(t, make_seq<cute::tuple_size<T>::value>{}); }`,
      `template <class T, int... I> constexpr auto ${f}_impl(T const& t, int_sequence<I...>) { return make_layout(make_shape(get<I>(t)...), make_stride(Int<I + 1>{}...)); }\ntemplate <class T> constexpr auto ${f}(T const& t) { return ${f}_impl(t, make_int_range<0, cute::tuple_size<T>::value>{}); }`,
    ]),
  );
  writer.variable(`${f}(make_tuple(${Array.from({ length: n }, () => anyInt(random)).join(', ')}))`);
  writer.variable(`${f}(make_shape(${anyInt(random)}, ${anyInt(random)}))`);
}

export const templates = recipes('templates', [
  deduction,
  deduction,
  defaults,
  conditions,
  tags,
  forwarding,
  deducedClasses,
  lists,
  sequences,
]);
