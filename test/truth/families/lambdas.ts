// Lambdas: captures, generic and mutable ones, called at once or passed on.

import { recipes, type Writer } from '../snippet.ts';
import { anyInt, arithmetic, size, staticInt } from './literals.ts';

function captures(writer: Writer): void {
  const { random } = writer;
  const [a, b] = [writer.name(), writer.name()];
  writer.inside(
    `${random.pick(['int', 'auto', 'int const'])} ${a} = ${size(random)}; auto ${b} = ${anyInt(random)};`,
  );
  const f = writer.name();
  const capture = random.pick([
    '&',
    '=',
    `${a}, ${b}`,
    `&${a}, ${b}`,
    `=, &${b}`,
    `c = ${a} + 1, ${b}`,
    `${a} = ${b}, ${b} = ${a}`,
    `x = ${a}, &${b}`,
  ]);
  const body = random
    .pick([
      `make_shape(${a}, ${b})`,
      `${b}`,
      `${b} + n`,
      `make_layout(make_shape(${b}, n))`,
      `make_tuple(n, ${b}, ${b} * _2{})`,
    ])
    .replaceAll(a, /\b[cx] =/.test(capture) ? b : a);
  writer.inside(
    `auto ${f} = [${capture}](${random.pick(['int n', 'auto n', 'auto const& n', 'auto&& n', 'long n'])}) { return ${body}; };`,
  );
  for (let i = random.between(1, 3); i > 0; i--) writer.variable(`${f}(${anyInt(random)})`);
}

function atOnce(writer: Writer): void {
  const { random } = writer;
  const n = size(random);
  writer.variable(
    random.pick([
      `[] { return ${anyInt(random)}; }()`,
      `[](int a, int b) { return a * b; }(${n}, ${size(random)})`,
      `[](auto a, auto b) { return make_layout(make_shape(a, b)); }(${anyInt(random)}, ${anyInt(random)})`,
      `[](auto... a) { return make_shape(a...); }(${anyInt(random)}, ${anyInt(random)}, ${anyInt(random)})`,
      `[](auto... a) { return (a + ...); }(${anyInt(random)}, ${anyInt(random)})`,
      `[](auto a) -> int { return a; }(${staticInt(random)})`,
      `[]() -> long { return ${n}; }()`,
      `[]() { if constexpr (${n} > 4) return _1{}; else return 2; }()`,
      `[](auto a) { if constexpr (is_static<decltype(a)>::value) return a; else return make_shape(a, a); }(${anyInt(random)})`,
      `[n = ${n}] { return n * 2; }()`,
      `[n = ${n}]() mutable { n += 3; return n; }()`,
      `[](int n) { int s = 0; for (int i = 0; i < n; ++i) s += i; return s; }(${n})`,
      `[](auto f) { return f(${n}); }([](int n) { return n + 1; })`,
      `[](auto f, auto x) { return f(f(x)); }([](auto n) { return n + _1{}; }, ${anyInt(random)})`,
      `[](auto x) { return [x](auto y) { return make_tuple(x, y); }; }(${anyInt(random)})(${anyInt(random)})`,
      `[]() constexpr { switch (${n}) { case 4: return 5; case 8: return 9; default: return 1; } }()`,
      `[](bool b) { return b ? ${n} : ${size(random)}; }(${n} > 3)`,
    ]),
  );
}

function constants(writer: Writer): void {
  const { random } = writer;
  const f = writer.name();
  writer.outside(
    random.pick([
      `constexpr auto ${f} = [](int a, int b) { return ${arithmetic(random, ['a', 'b'], 2)}; };`,
      `constexpr auto ${f} = [](auto a, auto b) { return a * b + b; };`,
      `inline constexpr auto ${f} = [](int a, int b) { int n = a; while (n < 20) n += b + 1; return n; };`,
      `constexpr auto ${f} = [](int a, int b) { auto g = [&](int c) { return a + c; }; a += 2; return g(b); };`,
      `constexpr auto ${f} = [](int a, int b) { auto g = [=](int c) { return a + c; }; a += 2; return g(b); };`,
      `constexpr auto ${f} = [](int a, int b) { int n = 0; auto g = [&n](int c) { n += c; }; g(a); g(b); return n; };`,
    ]),
  );
  for (let i = random.between(1, 3); i > 0; i--)
    writer.variable(
      random.pick([
        `Int<${f}(${size(random)}, ${size(random)})>{}`,
        `${f}(${size(random)}, ${size(random)})`,
      ]),
    );
}

function mutable(writer: Writer): void {
  const { random } = writer;
  const [a, f] = [writer.name(), writer.name()];
  writer.inside(`int ${a} = ${size(random)};`);
  writer.inside(
    `auto ${f} = [${random.pick([`${a}`, `&${a}`, '=', '&'])}]() mutable { ${a} += ${random.between(1, 5)}; return ${a}; };`,
  );
  writer.variable(`${f}()`);
  writer.variable(`${f}()`);
  writer.variable(`${a}`);
  writer.inside(`${a} = ${size(random)};`);
  writer.variable(`make_shape(${a}, ${f}())`);
}

/** Passed to CuTe's and the snippet's own functions. */
function passed(writer: Writer): void {
  const { random } = writer;
  const t = (): string => `make_shape(${anyInt(random)}, ${anyInt(random)}, ${anyInt(random)})`;
  const f = random.pick([
    '[](auto n) { return n + _1{}; }',
    '[](auto n) { return n * n; }',
    '[](auto n) { return make_tuple(n, _2{}); }',
    '[](auto const&) { return _7{}; }',
    '[](auto n) { return int(n); }',
  ]);
  const g = random.pick([
    '[](auto a, auto b) { return a + b; }',
    '[](auto a, auto b) { return make_tuple(a, b); }',
    '[](auto a, auto) { return a; }',
    '[](auto a, auto b) { return cute::max(a, b); }',
    '[](auto const& a, auto const& b) { return a * _2{} + b; }',
  ]);
  writer.variable(
    random.pick([
      `cute::transform(${t()}, ${f})`,
      `cute::transform(${t()}, ${t()}, ${g})`,
      `transform_leaf(make_shape(${anyInt(random)}, ${t()}), ${f})`,
      `cute::fold(${t()}, ${anyInt(random)}, ${g})`,
      `cute::fold_first(${t()}, ${g})`,
      `cute::apply(${t()}, [](auto... a) { return make_tuple(a..., _9{}); })`,
      `cute::apply(${t()}, [](auto a, auto b, auto c) { return a + b * c; })`,
      `cute::transform_apply(${t()}, ${f}, [](auto... a) { return make_tuple(a...); })`,
      `filter_tuple(${t()}, [](auto n) { if constexpr (is_static<decltype(n)>::value) return make_tuple(n); else return cute::make_tuple(); })`,
      `cute::find_if(${t()}, [](auto n) { return is_static<decltype(n)>{}; })`,
      `cute::any_of(${t()}, [](auto n) { return is_static<decltype(n)>{}; })`,
      `cute::all_of(${t()}, [](auto n) { return n > _1{}; })`,
      `cute::tapply(${t()}, ${f}, [](auto... a) { return make_tuple(a...); }, cute::make_index_sequence<2>{})`,
    ]),
  );
  const own = writer.name();
  writer.outside(
    `template <class F, class... A> constexpr auto ${own}(F&& f, A const&... a) { return ${random.pick(['f(a...)', 'make_tuple(f(a)...)', 'make_tuple(f(a..., _1{}), sizeof...(A))'])}; }`,
  );
  writer.variable(
    `${own}([](auto... n) { return ${random.pick(['make_tuple(n...)', '(n + ...)', '(_0{} + ... + n)'])}; }, ${anyInt(random)}, ${anyInt(random)})`,
  );
}

function inLoops(writer: Writer): void {
  const { random } = writer;
  const s = writer.name();
  writer.inside(`int ${s} = ${random.below(4)};`);
  writer.inside(
    random.pick([
      `for_each(make_shape(_1{}, ${size(random)}, _3{}), [&](auto n) { ${s} += n; });`,
      `for (int i = 0; i < 3; ++i) [&, i] { ${s} += i; }();`,
      `cute::for_each(make_int_sequence<4>{}, [&](auto i) { ${s} = ${s} * 2 + i; });`,
      `auto add = [&](int k) { ${s} += k; }; add(1); add(${size(random)});`,
      `auto add = [s = ${s}](int k) mutable { s += k; return s; }; add(1); ${s} = add(2);`,
    ]),
  );
  writer.variable(s);
  writer.variable(`make_layout(${s})`);
}

export const lambdas = recipes('lambdas', [captures, atOnce, atOnce, constants, mutable, passed, inLoops]);
