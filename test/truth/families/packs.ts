// Parameter packs and folds.

import type { Random } from '../../support/random.ts';
import type { Family, Writer } from '../snippet.ts';
import { anyInt, size, staticInt, staticType } from './literals.ts';

const values = (random: Random, least: number, most: number): readonly string[] =>
  Array.from({ length: random.between(least, most) }, () => String(size(random)));

/** A template of a pack of integers, by its body; how it is used. */
const OF_INTEGERS: readonly ((writer: Writer) => (pack: readonly string[]) => string)[] = [
  ({ random, outside, name }) => {
    const f = name();
    const operator = random.pick(['+', '*', '|', '^', '&', '+']);
    const initial = random.between(0, 5);
    const fold = random.pick([
      `(N ${operator} ... ${operator} ${initial})`,
      `(${initial} ${operator} ... ${operator} N)`,
      `(${initial} ${operator} ... ${operator} (N % 5))`,
    ]);
    outside(`template <int... N> constexpr int ${f}() { return ${fold}; }`);
    return (pack) => `Int<${f}<${pack.join(', ')}>() % 4096>{}`;
  },
  ({ random, outside, name }) => {
    const f = name();
    outside(`template <int First, int... N> constexpr int ${f}() { return (First - ... - N); }`);
    return (pack) => `${random.pick(['int', 'long'])}(${f}<${[size(random), ...pack].join(', ')}>())`;
  },
  ({ random, outside, typeName }) => {
    const t = typeName();
    const comparison = random.pick(['N > 3', 'N % 2 == 0', 'N == 4', 'N < sizeof...(N)']);
    outside(
      `template <int... N> struct ${t} { static constexpr bool all = ((${comparison}) && ...); static constexpr bool any = ((${comparison}) || ...); static constexpr int count = (0 + ... + int(${comparison})); static constexpr int length = sizeof...(N); };`,
    );
    return (pack) => {
      const id = `${t}<${pack.join(', ')}>`;
      return random.pick([
        `${id}::all ? 3 : 4`,
        `Int<${id}::any ? 5 : 6>{}`,
        `Int<${id}::count>{}`,
        `Int<${id}::length>{}`,
      ]);
    };
  },
  ({ random, outside, name }) => {
    const f = name();
    const element = random.pick([
      'Int<N>{}...',
      'Int<N + 1>{}...',
      'N...',
      'Int<2 * N>{}..., _3{}',
      'Int<sizeof...(N)>{}, N...',
      'Int<(N > 3 ? N : 3)>{}...',
    ]);
    const make = random.pick(['make_shape', 'make_tuple', 'make_stride', 'cute::make_coord']);
    outside(`template <int... N> constexpr auto ${f}() { return ${make}(${element}); }`);
    return (pack) => `${f}<${pack.join(', ')}>()`;
  },
  ({ random, outside, name }) => {
    const f = name();
    outside(
      `template <int... N> constexpr int ${f}() { constexpr int all[] = {N..., ${size(random)}}; int sum = 0; for (int i = 0; i < int(sizeof...(N)) + 1; ++i) sum = sum * ${random.between(1, 3)} + all[i]; return sum; }`,
    );
    return (pack) => `Int<${f}<${pack.join(', ')}>() % 1000>{}`;
  },
  ({ random, outside, typeName }) => {
    const t = typeName();
    outside(
      `template <int... N> struct ${t} { static constexpr int value = ${size(random)}; };\ntemplate <int First, int... N> struct ${t}<First, N...> { static constexpr int value = First ${random.pick(['+', '-', '+ 2 *'])} ${t}<N...>::value; };`,
    );
    return (pack) => `Int<${t}<${pack.join(', ')}>::value>{}`;
  },
];

/** The same of types or values: functions that take any number of arguments. */
const OF_VALUES: readonly ((writer: Writer) => (pack: readonly string[]) => string)[] = [
  ({ random, outside, name }) => {
    const f = name();
    const fold = random.pick([
      '(t + ... + _0{})',
      '(_1{} * ... * t)',
      '(0 + ... + t)',
      '(t + ...)',
      '(... + t)',
      '(... * (t + _1{}))',
    ]);
    outside(`template <class... T> constexpr auto ${f}(T... t) { return ${fold}; }`);
    return (pack) => `${f}(${pack.join(', ')})`;
  },
  ({ random, outside, name }) => {
    const f = name();
    const body = random.pick([
      'make_tuple(t...)',
      'make_tuple(sizeof...(T), t...)',
      'make_tuple(make_tuple(t, _2{})...)',
      'make_shape(make_shape(t...), Int<sizeof...(T)>{})',
      'make_tuple((t + _1{})...)',
      'make_layout(make_shape(t...))',
      'make_layout(make_shape(t...), GenRowMajor{})',
    ]);
    outside(`template <class... T> constexpr auto ${f}(T const&... t) { return ${body}; }`);
    return (pack) => `${f}(${pack.join(', ')})`;
  },
  ({ random, outside, name }) => {
    const f = name();
    outside(
      `template <class T> constexpr auto ${f}(T t) { return ${random.pick(['t', 't + _1{}', 'make_tuple(t)'])}; }\ntemplate <class T, class... U> constexpr auto ${f}(T t, U... u) { return ${random.pick(['make_tuple(t, U{}...)', `make_tuple(t, ${f}(u...))`, `cute::make_tuple(${f}(u...), t)`])}; }`,
    );
    return (pack) => `${f}(${pack.join(', ')})`;
  },
  ({ random, outside, name }) => {
    const f = name();
    const fold = random.pick([
      '((sum += int(t)), ...)',
      '((sum = sum * 2 + int(t)), ...)',
      '(void(sum += int(t) % 3), ...)',
      '((int(t) > 4 ? void(++sum) : void(sum += 10)), ...)',
    ]);
    outside(
      `template <class... T> constexpr int ${f}(T... t) { int sum = ${random.below(4)}; ${fold}; return sum; }`,
    );
    return (pack) => `${f}(${pack.join(', ')})`;
  },
  ({ random, outside, name }) => {
    const f = name();
    const index = random.between(0, 1);
    outside(
      `template <class... T> constexpr auto ${f}(T... t) { return cute::get<${index}>(cute::make_tuple(t..., ${anyInt(random)}, ${anyInt(random)})); }`,
    );
    return (pack) => `${f}(${pack.join(', ')})`;
  },
];

export const packs: Family = {
  name: 'packs',
  write(writer) {
    const { random } = writer;
    for (let i = random.between(1, 2); i > 0; i--) {
      const use = random.pick(OF_INTEGERS)(writer);
      for (let j = random.between(1, 3); j > 0; j--) writer.variable(use(values(random, 1, 4)));
    }
    const use = random.pick(OF_VALUES)(writer);
    for (let j = random.between(1, 3); j > 0; j--)
      writer.variable(use(Array.from({ length: random.between(1, 4) }, () => anyInt(random))));
    if (random.oneIn(3)) {
      const t = writer.typeName();
      writer.outside(
        `template <class... T> struct ${t} { using type = Shape<T..., ${staticType(random)}>; static constexpr int n = sizeof...(T); };`,
      );
      writer.alias(
        `typename ${t}<${Array.from({ length: random.between(0, 3) }, () => staticType(random)).join(', ')}>::type`,
      );
      writer.variable(`typename ${t}<${staticType(random)}, ${staticType(random)}>::type{}`);
    }
    if (random.oneIn(3)) {
      const f = writer.name();
      writer.outside(
        `template <std::size_t... I> constexpr auto ${f}(std::index_sequence<I...>) { return make_shape(Int<int(I) * ${size(random)} + 1>{}...); }`,
      );
      writer.variable(`${f}(std::make_index_sequence<${random.between(1, 4)}>{})`);
      writer.variable(
        `make_layout(${f}(std::make_index_sequence<${random.between(1, 3)}>{}), ${random.pick(['LayoutLeft', 'LayoutRight'])}{})`,
      );
    }
    if (random.oneIn(4)) writer.variable(staticInt(random));
  },
};
