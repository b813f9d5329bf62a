// Class, function and variable templates with explicit and partial specialisations.

import type { Random } from '../../support/random.ts';
import { recipes, value, type Writer } from '../snippet.ts';
import { size, staticType } from './literals.ts';

const ELEMENTS = [
  'float',
  'half_t',
  'int',
  'double',
  'bfloat16_t',
  'uint8_t',
  'bool',
  'tfloat32_t',
  'long',
  'unsigned',
  'char',
];

/** Types that match some of the partial specialisations below. */
const typeArgument = (random: Random): string => {
  const t = random.pick(ELEMENTS);
  return random.pick([
    t,
    t,
    `${t} const`,
    `${t}*`,
    `${t}&`,
    `${t} const*`,
    `${t}[3]`,
    `Shape<${staticType(random)}, ${staticType(random)}>`,
    `Shape<${staticType(random)}, int>`,
    `Layout<${staticType(random)}>`,
    `Layout<Shape<${staticType(random)}, _2>>`,
    staticType(random),
    'C<true>',
    `cute::tuple<${t}>`,
    'cute::tuple<>',
    `Swizzle<3, 3, 3>`,
  ]);
};

const PARTIAL: readonly (readonly [string, string, string])[] = [
  ['template <class T> ', 'T*', 'sizeof_bits_v<T>'],
  ['template <class T> ', 'T const', '21'],
  ['template <class T> ', 'T&', '22'],
  ['template <class T> ', 'T const*', '23'],
  ['template <class T, int N> ', 'T[N]', 'N + 100'],
  ['template <class... T> ', 'cute::tuple<T...>', 'int(sizeof...(T)) + 30'],
  ['template <class A, class B> ', 'cute::tuple<A, B>', '40'],
  ['template <class T> ', 'Shape<T, int>', '41'],
  ['template <class S, class D> ', 'Layout<S, D>', 'rank_v<S> + 50'],
  ['template <int N> ', 'C<N>', 'N + 60'],
  ['template <auto V> ', 'C<V>', '61'],
  ['template <int B, int M, int S> ', 'Swizzle<B, M, S>', 'B + M + S'],
  ['template <> ', 'half_t', '16'],
  ['template <> ', 'float', '32'],
  ['template <> ', '_4', '44'],
  ['template <> ', 'Shape<_4, int>', '45'],
  ['template <> ', 'unsigned', '46'],
  ['template <> ', 'uint32_t const', '47'],
];

function ofTypes(writer: Writer): void {
  const { random } = writer;
  const t = writer.typeName();
  writer.outside(`template <class T> struct ${t} { static constexpr int value = 1; };`);
  for (const [head, argument, result] of random.shuffled(PARTIAL).slice(0, random.between(1, 4)))
    writer.outside(`${head}struct ${t}<${argument}> { static constexpr int value = ${result}; };`);
  for (let i = random.between(2, 5); i > 0; i--)
    writer.variable(`Int<${t}<${typeArgument(random)}>::value>{}`);
}

function ofNumbers(writer: Writer): void {
  const { random } = writer;
  const t = writer.typeName();
  const n = random.between(0, 5);
  const result = (k: number): string =>
    random.pick([
      `using type = Shape<Int<N + ${k}>, T>;`,
      `using type = Layout<Shape<T, Int<N + ${k}>>>;`,
      `using type = Int<N + ${k}>;`,
    ]);
  const heads: readonly (readonly [string, string])[] = [
    ['template <class T> ', `${n}, T`],
    ['template <int N> ', 'N, _4'],
    ['template <int N, int M> ', 'N, Int<M>'],
    ['template <> ', `${n}, _4`],
    ['template <int N, class T, class U> ', 'N, Shape<T, U>'],
  ];
  writer.outside(
    `template <int N, class T = _2, class Enable = void> struct ${t} { ${result(0)} static constexpr int rows = N; };`,
  );
  random
    .shuffled(heads)
    .slice(0, random.between(1, 3))
    .forEach(([head, args], i) => {
      const isSpecial = !head.includes('int N');
      const given = args.split(', ')[1]!;
      const body = result(10 * (i + 1))
        .replace(/\bN\b/g, isSpecial ? String(n) : 'N')
        .replace(/\bT\b/g, given);
      writer.outside(`${head}struct ${t}<${args}> { ${body} static constexpr int rows = ${10 * (i + 1)}; };`);
    });
  if (random.oneIn(2))
    writer.outside(
      `template <int N, class T> struct ${t}<N, T, enable_if_t<(N > 8)>> { using type = Shape<T, T>; static constexpr int rows = -N; };`,
    );
  for (let i = random.between(2, 4); i > 0; i--) {
    const id = `${t}<${random.pick([n, n, size(random), 9, 16])}${random.pick(['', ', _4', ', _3', ', Shape<_2, _3>', ', int'])}>`;
    random.pick([
      () => writer.variable(`typename ${id}::type{}`),
      () => writer.variable(`Int<${id}::rows>{}`),
      () => writer.alias(`typename ${id}::type`),
    ])();
  }
}

function ofVariables(writer: Writer): void {
  const { random } = writer;
  const v = writer.name();
  writer.outside(
    `template <class T> constexpr int ${v} = ${random.pick(['sizeof(T)', '3', 'sizeof_bits_v<T> / 4'])};`,
  );
  for (const [head, argument, result] of random
    .shuffled(PARTIAL.filter(([, a]) => !/const\b/.test(a)))
    .slice(0, random.between(1, 3)))
    writer.outside(`${head}constexpr int ${v}<${argument}> = ${result};`);
  const safe = [
    ...ELEMENTS,
    'half_t*',
    'Shape<_4, int>',
    '_4',
    '_8',
    'float*',
    'Layout<_8>',
    'Swizzle<2, 3, 3>',
    'float[3]',
  ];
  for (let i = random.between(2, 4); i > 0; i--) writer.variable(`Int<${v}<${random.pick(safe)}>>{}`);
  const w = writer.name();
  writer.outside(
    `template <int N, int M = ${size(random)}> inline constexpr auto ${w} = make_shape(Int<N>{}, M);\ntemplate <int M> inline constexpr auto ${w}<3, M> = make_shape(_3{}, Int<M>{}, _${random.pick([2, 4, 8])}{});`,
  );
  writer.variable(`${w}<${random.pick([3, size(random)])}>`);
  writer.variable(`${w}<${random.pick([3, size(random)])}, ${size(random)}>`);
}

function ofFunctions(writer: Writer): void {
  const { random } = writer;
  const f = writer.name();
  const one = random.pick(ELEMENTS);
  writer.outside(
    `template <class T> constexpr int ${f}() { return sizeof(T); }\ntemplate <> constexpr int ${f}<${one}>() { return 77; }`,
  );
  for (let i = random.between(1, 3); i > 0; i--)
    writer.variable(`Int<${f}<${random.pick([one, ...ELEMENTS])}>()>{}`);
  const g = writer.name();
  const n = size(random);
  writer.outside(
    `template <int N> constexpr auto ${g}() { return Int<N>{}; }\ntemplate <> constexpr auto ${g}<${n}>() { return make_shape(${n}, _1{}); }`,
  );
  writer.variable(`${g}<${random.pick([n, size(random)])}>()`);
  const h = writer.name();
  writer.outside(
    `template <class T> constexpr auto ${h}(T t) { return make_shape(t, _1{}); }\ntemplate <> constexpr auto ${h}(int n) { return make_shape(_2{}, n); }`,
  );
  writer.variable(`${h}(${random.pick(['3', '3L', '_3{}'])})`);
}

/** Members, one of which is specialised from outside. */
function ofMembers(writer: Writer): void {
  const { random } = writer;
  const t = writer.typeName();
  const isStatic = random.oneIn(2);
  const one = random.pick(ELEMENTS);
  writer.outside(
    `template <class T> struct ${t} { ${isStatic ? 'static ' : ''}constexpr auto f()${isStatic ? '' : ' const'} { return _3{}; } static constexpr int value = 5; template <int N> static constexpr int twice() { return 2 * N; } };`,
  );
  if (random.oneIn(3))
    writer.outside(
      `template <> constexpr auto ${t}<${one}>::f()${isStatic ? '' : ' const'} { return _4{}; }`,
    );
  if (random.oneIn(3)) writer.outside(`template <> constexpr int ${t}<${one}>::value = 6;`);
  for (let i = random.between(2, 4); i > 0; i--) {
    const id = `${t}<${random.pick([one, ...ELEMENTS])}>`;
    writer.variable(
      random.pick([
        isStatic && random.oneIn(2) ? `${id}::f()` : `${id}{}.f()`,
        `Int<${id}::value>{}`,
        `Int<${id}::template twice<${size(random)}>()>{}`,
      ]),
    );
  }
}

/** Recursion over numbers and lists of types. */
function recursive(writer: Writer): void {
  const { random } = writer;
  const t = writer.typeName();
  const [step, stop] = [random.between(1, 3), random.between(1, 5)];
  writer.outside(
    random.pick([
      `template <int N> struct ${t} { static constexpr int value = ${t}<N - 1>::value ${random.pick(['+', '*'])} ${random.pick(['N', '2'])}; };\ntemplate <> struct ${t}<0> { static constexpr int value = ${stop}; };`,
      `template <int N, int Sum = ${stop}> struct ${t} : ${t}<N - 1, Sum + N * ${step}> {};\ntemplate <int Sum> struct ${t}<0, Sum> { static constexpr int value = Sum; };`,
      `template <int N, bool Done = (N >= 20)> struct ${t} { static constexpr int value = ${t}<N * 2 + 1>::value + ${step}; };\ntemplate <int N> struct ${t}<N, true> { static constexpr int value = N; };`,
    ]),
  );
  for (let i = random.between(1, 3); i > 0; i--)
    writer.variable(`Int<${t}<${random.between(0, 6)}>::value>{}`);
}

function templateTemplate(writer: Writer): void {
  const { random } = writer;
  const [t, u, w] = [writer.typeName(), writer.typeName(), writer.typeName()];
  writer.outside(
    `template <class A, class B = _2> struct ${t} { using type = Shape<A, B>; };\ntemplate <class A> struct ${u} { using type = Shape<A>; static constexpr int value = 3; };\ntemplate <template <class...> class F, class... A> struct ${w} { using type = typename F<A...>::type; };`,
  );
  writer.variable(`typename ${w}<${t}, ${staticType(random)}, ${staticType(random)}>::type{}`);
  writer.variable(`typename ${w}<${u}, ${staticType(random)}>::type{}`);
  writer.outside(
    `template <class T> struct Is${w} : false_type {};\ntemplate <class A> struct Is${w}<${u}<A>> : true_type {};`,
  );
  writer.variable(`Is${w}<${u}<${staticType(random)}>>::value ? 3 : 4`);
  writer.variable(`Int<Is${w}<${random.pick(['int', `${t}<int>`, `${u}<float>`])}>::value ? 3 : 4>{}`);
}

function members(writer: Writer): void {
  const { random } = writer;
  const t = writer.typeName();
  const n = size(random);
  writer.outside(
    `template <int N, class T = half_t> struct ${t} { static constexpr int k = N * ${random.between(1, 4)}; static constexpr int bytes = k * sizeof(T); using L = Layout<Shape<Int<N>, Int<k>>>; template <int M> struct Inner { static constexpr int value = N * M; using S = Shape<Int<M>, Int<k>>; }; };`,
    value('k', `${t}<${n}>::k`),
  );
  // Inside of the template the name has no value of its own: only what its instantiation makes of it is asked.
  const id = `${t}<${n}${random.pick(['', ', float', ', uint8_t'])}>`;
  writer.variable(`typename ${id}::L{}`);
  writer.variable(`typename ${id}::template Inner<${size(random)}>::S{}`);
  writer.variable(`Int<${id}::template Inner<${size(random)}>::value>{}`);
  writer.variable(`Int<${id}::bytes>{}`);
}

export const specialisations = recipes('specialisations', [
  ofTypes,
  ofTypes,
  ofNumbers,
  ofVariables,
  ofFunctions,
  ofMembers,
  recursive,
  templateTemplate,
  members,
]);
