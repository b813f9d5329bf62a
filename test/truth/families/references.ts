// Changes through references, pointers, out-parameters, captures and bindings, with uses in between.

import type { Random } from '../../support/random.ts';
import { recipes, type Writer } from '../snippet.ts';
import { arithmetic, condition, size, staticInt } from './literals.ts';

const HELPERS = `constexpr void set(int& x, int n) { x = n; }
constexpr int bump(int& x) { x += 3; return x; }
constexpr bool more(int& x) { return ++x > 4; }
constexpr int& same(int& x) { return x; }
constexpr int const& bigger(int const& x, int const& y) { return x > y ? x : y; }
constexpr void through(int* p) { *p += 5; }
template <class T> constexpr void replace(T& a, T const& b) { a = b; }
template <class T> constexpr void exchange(T& a, T& b) { T c = a; a = b; b = c; }
constexpr int byValue(int x) { x += 9; return x; }
struct Two { int x; int y; constexpr void grow() { x += 2; } constexpr int& ref() { return y; } };`;

/** A statement that changes one of two integers, directly or not; `k` makes its names its own. */
function change(random: Random, [a, b]: readonly [string, string], k: string): string {
  const n = random.between(1, 30);
  return random.pick([
    `${a} = ${n};`,
    `${a} += ${n};`,
    `int& r${k} = ${a}; r${k} = ${n};`,
    `auto& r${k} = ${a}; r${k} += ${n};`,
    `auto&& r${k} = ${a}; r${k} -= ${n};`,
    `int& r${k} = ${a}; int& s${k} = r${k}; s${k} *= 2;`,
    `int const& r${k} = ${a}; ${a} += ${n}; ${b} = r${k};`,
    `int r${k} = ${a}; r${k} = ${n};`,
    `int* p${k} = &${a}; *p${k} = ${n};`,
    `int* p${k} = &${a}; ${b} = *p${k} + 1;`,
    `int* p${k} = &${a}; p${k} = &${b}; *p${k} += ${n};`,
    `set(${a}, ${n});`,
    `bump(${a}); bump(${a});`,
    `${b} = bump(${a});`,
    `if (more(${a})) ${b} = ${n};`,
    `same(${a}) = ${n};`,
    `same(${a})++;`,
    `${b} = bigger(${a}, ${b});`,
    `through(&${a});`,
    `replace(${a}, ${b});`,
    `exchange(${a}, ${b});`,
    `${b} = byValue(${a});`,
    `(${a} > ${n} ? ${a} : ${b}) = ${n};`,
    `int& r${k} = ${a} > ${n} ? ${a} : ${b}; r${k} = ${n + 1};`,
    `if (int m${k} = ${a}; (${b} = ${n}) > 3) ${a} = m${k} + 1;`,
    `[&] { ${a} += ${n}; }();`,
    `[&${a}](int d) { ${a} -= d; }(${n});`,
    `[](int& x) { x += ${n}; }(${a});`,
    `auto f${k} = [&](int d) { ${a} = d; return d + 1; }; ${b} = f${k}(${n});`,
    `auto f${k} = [${a}]() mutable { ${a} += ${n}; return ${a}; }; ${b} = f${k}();`,
    `Two t${k}{${a}, ${b}}; auto& [x${k}, y${k}] = t${k}; x${k} = ${n}; ${a} = t${k}.x; ${b} = y${k};`,
    `Two t${k}{${a}, ${b}}; auto [x${k}, y${k}] = t${k}; x${k} = ${n}; ${a} = t${k}.x + y${k};`,
    `Two t${k}{${a}, ${n}}; t${k}.grow(); t${k}.ref() = ${a}; ${b} = t${k}.x + t${k}.y;`,
    `int v${k}[3] = {${a}, ${b}, ${n}}; for (auto& e : v${k}) e += 2; ${a} = v${k}[0]; ${b} = v${k}[2];`,
    `int v${k}[3] = {${a}, ${b}, ${n}}; for (auto e : v${k}) { e += 2; ${b} += e; } ${a} = v${k}[1];`,
    `${a} = (${b} = ${n}, ${b} + 1);`,
    `${a} = ${b}++ + ${n};`,
    `int z${k} = ${b} = ${n}; ${a} = z${k};`,
    `for (int& i${k} = ${a}; i${k} < 9; ++i${k}) ${b} += i${k};`,
    `{ int ${a} = ${n}; ${b} = ${a}; }`,
    `if (${condition(random, [a, b])}) set(${a}, ${n}); else bump(${b});`,
    `switch (${a} & 1) { case 0: set(${b}, ${n}); break; default: bump(${a}); }`,
    `while (more(${a}) && ${a} < 9) ${b} += 1;`,
    `decltype(auto) r${k} = (${a}); r${k} = ${n};`,
  ]);
}

function inFunctions(writer: Writer): void {
  const { random } = writer;
  writer.outside(HELPERS);
  for (let i = random.between(1, 2); i > 0; i--) {
    const f = writer.name();
    const lines = Array.from({ length: random.between(1, 3) }, (_, j) =>
      change(
        random,
        random.pick<[string, string]>([
          ['u', 'v'],
          ['v', 'u'],
        ]),
        String(j),
      ),
    );
    writer.outside(
      `constexpr int ${f}(int u, int w) {\n  int v = w + ${random.below(9)};\n  ${lines.join('\n  ')}\n  return ${random.pick(['u * 31 + v', 'u', 'v', 'v * 7 - u'])};\n}`,
    );
    for (let j = random.between(1, 2); j > 0; j--) {
      const call = `${f}(${random.between(0, 9)}, ${random.between(0, 9)})`;
      random.pick([() => writer.constant(call), () => writer.variable(`Int<${call}>{}`)])();
    }
  }
}

function inStatements(writer: Writer): void {
  const { random } = writer;
  writer.outside(HELPERS);
  const [a, b] = [writer.name(), writer.name()];
  writer.inside(`int ${a} = ${random.between(0, 9)}; int ${b} = ${random.between(0, 9)};`);
  for (let i = random.between(1, 3); i > 0; i--) {
    writer.inside(
      change(
        random,
        random.pick<[string, string]>([
          [a, b],
          [b, a],
        ]),
        String(i),
      ),
    );
    writer.variable(
      random.pick([
        `${a}`,
        `make_layout(${a})`,
        `make_shape(${a}, ${b})`,
        `${arithmetic(random, [a, b], 1)}`,
        `make_layout(make_shape(${a}, _4{}), GenRowMajor{})`,
      ]),
    );
  }
}

/** The same with layouts and tuples. */
function ofTuples(writer: Writer): void {
  const { random } = writer;
  writer.outside(HELPERS);
  const c = writer.name();
  const [n, m] = [size(random), size(random)];
  const isLayout = random.oneIn(2);
  const make = (x: number | string, y: number | string): string =>
    isLayout ? `make_layout(make_shape(${x}, ${y}))` : `make_tuple(${x}, ${y})`;
  const last = random.oneIn(2) ? String(m) : staticInt(random, m);
  writer.inside(`auto ${c} = ${make(n, last)};`);
  const other = make(size(random), last);
  const read = isLayout
    ? [`${c}`, `${c}.shape()`, `size(${c})`, `get<0>(${c}.shape())`, `composition(${c}, _1{})`]
    : [`${c}`, `get<0>(${c})`, `make_layout(${c})`, `make_shape(${c}, ${c})`, `cute::size(${c})`];
  const changes = [
    `${c} = ${other};`,
    `replace(${c}, ${other});`,
    `auto& r = ${c}; r = ${other};`,
    `auto r = ${c}; r = ${other};`,
    `[&] { ${c} = ${other}; }();`,
    `auto* p = &${c}; *p = ${other};`,
    `auto other = ${other}; exchange(${c}, other);`,
    `auto other = ${other}; std::swap(${c}, other);`,
    ...(isLayout
      ? [
          `get<0>(${c}.shape()) = ${n + 1};`,
          `auto& s = ${c}.shape(); get<0>(s) = ${n + 2};`,
          `auto s = ${c}.shape(); get<0>(s) = ${n + 2};`,
        ]
      : [
          `get<0>(${c}) = ${n + 1};`,
          `get<0>(${c}) += 2;`,
          `auto& g = get<0>(${c}); g = ${n + 3};`,
          `auto& [g, h] = ${c}; g = ${n + 4};`,
          `auto [g, h] = ${c}; g = ${n + 4};`,
          `set(get<0>(${c}), ${n + 5});`,
          `bump(get<0>(${c}));`,
          `cute::get<0>(${c})++;`,
        ]),
    `if (${n} > 3) ${c} = ${other};`,
    `for (int i = 0; i < 2; ++i) ${c} = ${other};`,
    `auto f = [&](auto const& o) { ${c} = o; }; f(${other});`,
  ];
  writer.variable(random.pick(read));
  writer.inside(random.pick(changes));
  writer.variable(random.pick(read));
  writer.variable(random.pick(read));
}

export const references = recipes('references', [inFunctions, inFunctions, inStatements, ofTuples], 1);
