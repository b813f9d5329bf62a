// decltype, aliases, traits of the standard and of CuTe, if constexpr.

import type { Random } from '../../support/random.ts';
import { recipes, type Writer } from '../snippet.ts';
import { anyInt, size, staticInt, staticType } from './literals.ts';

const someType = (random: Random): string =>
  random.pick([
    'int',
    'unsigned',
    'long',
    'float',
    'half_t',
    'bool',
    'char',
    'void',
    'int const',
    'int&',
    'int const&',
    'int&&',
    'int*',
    'half_t const*',
    'int[4]',
    '_3',
    'Int<4>',
    'C<true>',
    'Shape<_2, _3>',
    'Shape<_2, int>',
    'Layout<_4>',
    'cute::tuple<int>',
    'size_t',
    'uint64_t',
    'int64_t',
    'long long',
    'uint8_t',
    'unsigned char',
    'signed char',
    'double',
    'bfloat16_t',
  ]);

const TRAITS: readonly ((t: string, u: string) => string)[] = [
  (t, u) => `is_same_v<${t}, ${u}>`,
  (t) => `is_same_v<${t}, ${t}>`,
  (t, u) => `cute::is_same<${t}, ${u}>::value`,
  (t) => `std::is_integral_v<${t}>`,
  (t) => `cute::is_integral<${t}>::value`,
  (t) => `std::is_const_v<${t}>`,
  (t) => `std::is_reference_v<${t}>`,
  (t) => `std::is_pointer_v<${t}>`,
  (t) => `is_static<${t}>::value`,
  (t) => `cute::is_tuple<${t}>::value`,
  (t) => `is_layout<${t}>::value`,
  (t) => `std::is_floating_point_v<${t}>`,
  (t) => `std::is_signed_v<${t}>`,
  (t) => `std::is_unsigned_v<${t}>`,
  (t) => `std::is_void_v<${t}>`,
  (t) => `std::is_array_v<${t}>`,
  (t, u) => `is_same_v<remove_cvref_t<${t}>, remove_cvref_t<${u}>>`,
  (t, u) => `is_same_v<std::decay_t<${t}>, ${u}>`,
  (t, u) => `is_same_v<std::remove_pointer_t<${t}>, ${u}>`,
  (t, u) => `is_same_v<std::conditional_t<(sizeof(${t === 'void' ? 'int' : t}) > 4), ${t}, ${u}>, ${u}>`,
  (t, u) => `std::is_convertible_v<${t}, ${u}>`,
  (t, u) => `is_same_v<std::common_type_t<int, long>, long> && !is_same_v<${t}, ${u}>`,
  (t) => `is_same_v<std::add_const_t<${t}>, ${t}>`,
  (t) => `is_same_v<std::remove_const_t<${t}>, ${t}>`,
  (t) => `is_constant<4, ${t}>::value`,
  (t) => `cute::is_std_integral<${t}>::value`,
  (t, u) => `std::is_base_of_v<${t}, ${u}>`,
  (t) => `cute::is_empty<${t}>::value`,
  (t) => `std::is_class_v<${t}>`,
  (t) => `std::is_enum_v<${t}>`,
  (t) => `std::is_arithmetic_v<${t}>`,
  (t) => `std::is_default_constructible_v<${t}>`,
  (t) => `std::is_lvalue_reference_v<${t}>`,
];

function booleans(writer: Writer): void {
  const { random } = writer;
  for (let i = random.between(3, 6); i > 0; i--) {
    const test = random.pick(TRAITS)(someType(random), someType(random));
    random.pick([
      () => writer.variable(`${test} ? 3 : 4`),
      () => writer.constant(test),
      () => writer.variable(`Int<${test} ? 5 : 6>{}`),
      () => writer.variable(`C<${test}>{}`),
    ])();
  }
}

function types(writer: Writer): void {
  const { random } = writer;
  const [a, b] = [staticType(random), staticType(random)];
  const choice = random.pick([
    'true',
    'false',
    `(${size(random)} > 4)`,
    `is_same_v<${a}, ${b}>`,
    `sizeof(float) == 4`,
  ]);
  const t = writer.alias(
    random.pick([
      `std::conditional_t<${choice}, ${a}, Shape<${b}, ${a}>>`,
      `conditional_t<${choice}, ${a}, ${b}>`,
      `cute::conditional_t<${choice}, Layout<${a}>, Layout<Shape<${a}, ${b}>>>`,
      `decltype(make_shape(${anyInt(random)}, ${staticInt(random)}))`,
      `decltype(make_layout(Shape<${a}, ${b}>{}))`,
      `remove_cvref_t<decltype(${staticInt(random)}) const&>`,
      `decltype(cute::declval<Shape<${a}, ${b}>>())`,
      `std::remove_reference_t<decltype(get<0>(cute::declval<Shape<${a}, ${b}>&>()))>`,
      `decltype(size(Shape<${a}, ${b}>{}))`,
      `cute::tuple_element_t<1, Shape<${a}, ${b}>>`,
      `typename std::conditional<${choice}, ${a}, ${b}>::type`,
      `std::enable_if_t<true, Shape<${a}, ${b}>>`,
      `decltype(Shape<${a}, ${b}>{})`,
      `decltype(append(Shape<${a}>{}, ${staticInt(random)}))`,
      `Shape<${a}, std::conditional_t<${choice}, int, ${b}>>`,
    ]),
  );
  writer.variable(`${t}{}`);
  writer.variable(`is_static<${t}>::value ? _1{} : _1{}`);
  writer.variable(`Int<cute::rank_v<${t}>>{}`);
  writer.variable(`Int<decltype(cute::size(${t}{}))::value>{}`);
}

function ifConstexpr(writer: Writer): void {
  const { random } = writer;
  const f = writer.name();
  const first = random.pick([
    'is_static<T>::value',
    'cute::is_tuple<T>::value',
    'is_layout<T>::value',
    'is_same_v<T, int>',
    'cute::is_integral<T>::value',
    'is_same_v<remove_cvref_t<decltype(t)>, _4>',
    'sizeof(T) > 2',
    'std::is_signed_v<T>',
  ]);
  const second = random.pick([
    'is_same_v<T, long>',
    'is_static<T>::value',
    'cute::is_tuple<T>::value',
    'std::is_unsigned_v<T>',
  ]);
  writer.outside(
    `template <class T> constexpr auto ${f}(${random.pick(['T t', 'T const& t'])}) {\n  if constexpr (${first}) { return make_tuple(t, _1{}); }\n  else if constexpr (${random.oneIn(2) ? '!' : ''}${second}) { return make_tuple(_2{}, t); }\n  else { return make_tuple(t, 3, t); }\n}`,
  );
  for (let i = random.between(2, 4); i > 0; i--)
    writer.variable(
      `${f}(${random.pick(['3', '3L', '3u', '_3{}', '_4{}', 'make_shape(3, _4{})', 'make_shape(_4{})', 'Layout<_4>{}', 'true', "'a'", 'make_layout(3)', 'C<4u>{}'])})`,
    );
}

function aliasTemplates(writer: Writer): void {
  const { random } = writer;
  const [t, u] = [writer.typeName(), writer.typeName()];
  writer.outside(
    `template <class T, int N = ${size(random)}> using ${t} = ${random.pick(['Shape<T, Int<N>>', 'Layout<Shape<T, Int<N>>>', 'Layout<Shape<Int<N>, T>, Stride<T, _1>>', 'Int<N>'])};\ntemplate <int N> using ${u} = ${t}<Int<N>, ${random.pick(['N', '2 * N', 'N + 1'])}>;`,
  );
  writer.variable(`${t}<${staticType(random)}>{}`);
  writer.variable(`${u}<${size(random)}>{}`);
  writer.alias(`${t}<${staticType(random)}, ${size(random)}>`);
  writer.alias(`${u}<${size(random)} + 1>`);
}

function decltypes(writer: Writer): void {
  const { random } = writer;
  const a = writer.name();
  writer.inside(
    `${random.pick(['auto', 'auto const', 'int', 'int const', 'long'])} ${a} = ${random.pick([String(size(random)), String(size(random)), staticInt(random)])};`,
  );
  const test = random.pick([
    `decltype(${a}), int`,
    `decltype(${a}), int const`,
    `decltype((${a})), int&`,
    `decltype(${a} + 1), int`,
    `decltype(${a} + 1L), long`,
    `decltype(${a} + 1u), unsigned`,
    `remove_cvref_t<decltype(${a})>, int`,
    `decltype(+${a}), int`,
    `decltype(${a} < 3), bool`,
    `decltype(int(${a})), int`,
    `decltype(${a} ? 1 : 2L), long`,
    `decltype(sizeof(${a})), size_t`,
    `decltype(&${a}), int*`,
    `decltype(std::move(${a})), int&&`,
  ]);
  writer.variable(`is_same_v<${test}> ? 3 : 4`);
  writer.variable(`make_shape(${a}, decltype(${staticInt(random)}){})`);
  const b = writer.name();
  writer.inside(`auto const& ${b} = ${a};`);
  writer.variable(`make_shape(${b}, _2{})`);
  writer.variable(`is_static<decltype(${random.pick([a, b])})>::value ? 3 : 4`);
}

/** Detected members. */
function detection(writer: Writer): void {
  const { random } = writer;
  const [a, b, t] = [writer.typeName(), writer.typeName(), writer.typeName()];
  const member = random.pick([
    'using type = int;',
    'static constexpr int kRows = 8;',
    'int size() const { return 3; }',
  ]);
  const probe = member.startsWith('using')
    ? 'typename T::type'
    : member.startsWith('static')
      ? 'decltype(T::kRows)'
      : 'decltype(cute::declval<T>().size())';
  writer.outside(
    `struct ${a} { ${member} };\nstruct ${b} { int other; };\ntemplate <class T, class = void> struct ${t} : false_type { static constexpr int k = 3; };\ntemplate <class T> struct ${t}<T, std::void_t<${probe}>> : true_type { static constexpr int k = 5; };`,
  );
  for (const c of [a, b, 'int'])
    writer.variable(random.pick([`${t}<${c}>::value ? 3 : 4`, `Int<${t}<${c}>::k>{}`]));
}

function widths(writer: Writer): void {
  const { random } = writer;
  const t = random.pick([
    'int',
    'half_t',
    'float',
    'double',
    'bool',
    'uint4_t',
    'cutlass::int4b_t',
    'cutlass::float_e4m3_t',
    'uint128_t',
    'bfloat16_t',
    'tfloat32_t',
    'char',
    'long',
    'cutlass::half_t const',
    'void*',
    'uint1_t',
    'short',
  ]);
  writer.variable(
    random.pick([
      `Int<sizeof_bits_v<${t}>>{}`,
      `Int<sizeof(${t})>{}`,
      `sizeof_bits<${t}>::value`,
      `Int<128 / sizeof_bits_v<${t}>>{}`,
      `sizeof(${t}) * 8`,
      `alignof(${t})`,
      `make_shape(sizeof(${t}), Int<sizeof(${t})>{})`,
    ]),
  );
  writer.variable(
    `recast_layout<${random.pick(['uint8_t', 'half_t', 'float'])}, ${random.pick(['uint32_t', 'half_t', 'double'])}>(Layout<Shape<_${random.pick([8, 16, 32])}, _4>>{})`,
  );
  writer.variable(`upcast<${random.pick([1, 2, 4])}>(Layout<Shape<_8, _4>>{})`);
  writer.variable(`downcast<${random.pick([1, 2, 4])}>(Layout<Shape<_8, _4>>{})`);
}

export const traits = recipes('traits', [
  booleans,
  types,
  ifConstexpr,
  aliasTemplates,
  decltypes,
  detection,
  widths,
]);
