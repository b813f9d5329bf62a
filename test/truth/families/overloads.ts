// Overloaded functions, and which of them a call takes.

import type { Random } from '../../support/random.ts';
import { recipes, type Writer } from '../snippet.ts';
import { size, staticInt } from './literals.ts';

/** Parameter lists, with the template head that they need. */
const PARAMETERS: readonly (readonly [string, string])[] = [
  ['', 'int'],
  ['', 'long'],
  ['', 'unsigned'],
  ['', 'bool'],
  ['', 'char'],
  ['', 'short'],
  ['', 'double'],
  ['', 'float'],
  ['', 'int const&'],
  ['', 'int&'],
  ['', 'int&&'],
  ['', 'int*'],
  ['', 'void const*'],
  ['', '...'],
  ['', '_3'],
  ['', 'half_t'],
  ['', 'int (&)[3]'],
  ['template <int N> ', 'Int<N>'],
  ['template <auto V> ', 'C<V>'],
  ['template <class T> ', 'T'],
  ['template <class T> ', 'T const&'],
  ['template <class T> ', 'T&'],
  ['template <class T> ', 'T&&'],
  ['template <class T> ', 'T*'],
  ['template <class T, int N> ', 'T (&)[N]'],
  ['template <class... T> ', 'T...'],
  ['template <class... T> ', 'cute::tuple<T...> const&'],
  ['template <class A, class B> ', 'cute::tuple<A, B> const&'],
  ['template <class S, class D> ', 'Layout<S, D> const&'],
  ['template <class T, enable_if_t<cute::is_integral<T>::value, int> = 0> ', 'T'],
  ['template <class T, enable_if_t<!cute::is_integral<T>::value, int> = 0> ', 'T const&'],
  ['template <class T, enable_if_t<is_static<T>::value, bool> = true> ', 'T'],
  ['template <class T, class = enable_if_t<cute::is_tuple<T>::value>> ', 'T const&'],
];

const ARGUMENTS = [
  '3',
  '3u',
  '3L',
  'true',
  "'a'",
  '3.0',
  '3.0f',
  '_3{}',
  'Int<3>{}',
  'Int<4>{}',
  'C<3u>{}',
  'C<true>{}',
  'make_shape(3, _4{})',
  'make_shape(3, 4, 5)',
  'make_layout(3)',
  'Layout<_4>{}',
  'number',
  'constant',
  'array',
  '&number',
  'nullptr',
  'half_t(3)',
  'short(3)',
  'size_t(3)',
  'object',
  'Plain::two',
  'Scoped::two',
];

const DECLARED = `struct Object { constexpr operator int() const { return 5; } };
enum Plain { one, two }; enum class Scoped { one, two };`;

function declareArguments(writer: Writer): void {
  writer.outside(DECLARED);
  writer.inside('int number = 3; int const constant = 4; int array[3] = {1, 2, 3}; Object object;');
}

function sets(writer: Writer): void {
  const { random } = writer;
  declareArguments(writer);
  const f = writer.name();
  random
    .shuffled(PARAMETERS)
    .slice(0, random.between(2, 4))
    .forEach(([head, parameter], i) => {
      writer.outside(`${head}constexpr auto ${f}(${parameter}) { return Int<${i + 1}>{}; }`);
    });
  for (let i = random.between(2, 5); i > 0; i--) writer.variable(`${f}(${random.pick(ARGUMENTS)})`);
}

const simple = (random: Random): readonly [string, string] =>
  random.pick(PARAMETERS.filter(([, p]) => !/\.\.\.|\[|<(?:A|S),|enable_if/.test(p)));

/** With other names for the template parameters. */
const renamed = (text: string): string =>
  text.replace(/\b[TNV]\b/g, (name) => ({ T: 'U', N: 'M', V: 'W' })[name]!);

function twoParameters(writer: Writer): void {
  const { random } = writer;
  declareArguments(writer);
  const f = writer.name();
  for (let i = random.between(2, 3); i > 0; i--) {
    const [a, b] = [simple(random), simple(random)];
    const head = [a[0], renamed(b[0])].flatMap((h) => (h === '' ? [] : [h.slice('template <'.length, -2)]));
    const second = renamed(b[1]);
    const template = head.length > 0 ? `template <${head.join(', ')}> ` : '';
    writer.outside(
      `${template}constexpr auto ${f}(${a[1]}, ${second}${random.oneIn(4) ? ', int = 0' : ''}) { return Int<${i}>{}; }`,
    );
  }
  for (let i = random.between(2, 5); i > 0; i--)
    writer.variable(`${f}(${random.pick(ARGUMENTS)}, ${random.pick(ARGUMENTS)})`);
}

function classes(writer: Writer): void {
  const { random } = writer;
  declareArguments(writer);
  const [c, d] = [writer.typeName(), writer.typeName()];
  const explicit = random.oneIn(2) ? 'explicit ' : '';
  const source = random.pick(['int', 'long', 'Object', 'bool', '_3', 'double']);
  writer.outside(
    `struct ${c} { ${explicit}constexpr ${c}(${source}) {} };\nstruct ${d} : ${c} { using ${c}::${c}; };`,
  );
  const f = writer.name();
  const others = random
    .shuffled(['int', 'long', 'double', '...', 'bool', d, `${d} const&`, 'Object'])
    .slice(0, random.between(1, 2));
  writer.outside(`constexpr auto ${f}(${random.pick([c, `${c} const&`])}) { return Int<7>{}; }`);
  others.forEach((o, i) => {
    writer.outside(`constexpr auto ${f}(${o}) { return Int<${i + 1}>{}; }`);
  });
  for (let i = random.between(2, 4); i > 0; i--)
    writer.variable(
      `${f}(${random.pick([...ARGUMENTS.slice(0, 9), 'object', `${c}(3)`, `${d}(3)`, `${c}{number}`])})`,
    );
}

function argumentDependent(writer: Writer): void {
  const { random } = writer;
  const [space, c] = [writer.name(), writer.typeName()];
  const f = random.pick(['apply_to', 'size', 'rank', 'pick', 'shape', 'depth']);
  const inside = random.pick(['T const&', `${c}`, `${c} const&`, `${c}<T> const&`]);
  const isTemplate = inside.includes(`<T>`);
  const use = isTemplate ? `${c}<int>` : c;
  writer.outside(
    `namespace ${space} {\n${isTemplate ? 'template <class T> ' : ''}struct ${c} {};\n${inside.includes('T') ? 'template <class T> ' : ''}constexpr auto ${f}(${inside}) { return Int<2>{}; }\n}`,
  );
  const outer = random.pick(['T const&', 'int', 'T', '...', 'T const&']);
  writer.outside(
    `${outer.includes('T') ? 'template <class T> ' : ''}constexpr auto ${f}(${outer}) { return Int<3>{}; }`,
  );
  writer.inside(`${space}::${use} object;`);
  writer.variable(`${f}(object)`);
  writer.variable(`${random.pick([`${space}::${f}(object)`, `${f}(3)`, `${f}(${staticInt(random)})`])}`);
  writer.variable(`${f}(${random.pick(['object', `${space}::${use}{}`])})`);
}

function members(writer: Writer): void {
  const { random } = writer;
  declareArguments(writer);
  const c = writer.typeName();
  const lines = random
    .shuffled(PARAMETERS)
    .slice(0, random.between(2, 3))
    .map(
      ([head, parameter], i) => `  ${head}constexpr auto f(${parameter}) const { return Int<${i + 1}>{}; }`,
    );
  writer.outside(
    `struct ${c} {\n${lines.join('\n')}\n  constexpr auto g() { return _8{}; }\n  constexpr auto g() const { return _16{}; }\n};`,
  );
  writer.inside(`${c} one; ${c} const two{};`);
  for (let i = random.between(2, 4); i > 0; i--)
    writer.variable(`${random.pick(['one', 'two'])}.f(${random.pick(ARGUMENTS)})`);
  writer.variable(`${random.pick(['one', 'two', `${c}{}`])}.g()`);
}

function arity(writer: Writer): void {
  const { random } = writer;
  const f = writer.name();
  const [a, b] = [size(random), size(random)];
  writer.outside(
    `constexpr auto ${f}(int a) { return make_shape(a, Int<${a}>{}); }\nconstexpr auto ${f}(int a, int b) { return make_shape(a, b); }\ntemplate <class T> constexpr auto ${f}(T a, T b, T c = ${random.pick(['T{}', 'T(1)'])}) { return make_shape(a, b, c); }`,
  );
  for (let i = random.between(2, 4); i > 0; i--)
    writer.variable(
      `${f}(${random.pick([`${a}`, `${a}, ${b}`, `${a}, ${b}, ${a}`, `_${2}{}, _2{}`, `_4{}, _8{}`, `${a}L, ${b}L`, `${a}, ${b}u`])})`,
    );
}

export const overloads = recipes(
  'overloads',
  [sets, sets, twoParameters, classes, argumentDependent, members, arity],
  1,
);
