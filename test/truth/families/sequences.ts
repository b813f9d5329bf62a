// The order in which things happen in functions that are run, and objects, arrays and floating-point numbers in them.

import type { Random } from '../../support/random.ts';
import { recipes, type Writer } from '../snippet.ts';
import { arithmetic, condition, size } from './literals.ts';

/** Pieces of a body over `a`, `b` and `n`; each uses names of its own that end in `k`. */
const PIECES: readonly ((random: Random, k: string) => string)[] = [
  (r, k) => `int x${k} = a++ + ${r.below(9)}; b += x${k};`,
  (r, k) => `int x${k} = ++a * 2; b -= x${k} % ${r.between(2, 7)};`,
  (r) => `a += b++; b += ${r.below(5)};`,
  (r) => `if (a > ${r.below(9)} && ++b > 3) a += 2;`,
  (r) => `if (a > ${r.below(9)} || b++ > 3) a -= 1;`,
  (r, k) => `bool ok${k} = (b = ${r.below(9)}) > 4; if (ok${k}) ++a;`,
  (r) => `a = b = ${r.below(20)};`,
  (r) => `a = (b, b + ${r.below(20)});`,
  (r) => `a > ${r.below(9)} ? ++b : --a;`,
  (r) => `a > ${r.below(9)} ? b = 3 : a = 4;`,
  (r) => `while (true) { if (++a > ${r.between(5, 20)}) break; if (a % 2) continue; b += a; }`,
  (r) => `for (;;) { a -= 3; if (a < ${r.below(5)}) break; ++b; }`,
  (r, k) =>
    `for (int i${k} = 0, j${k} = ${r.between(2, 8)}; i${k} < j${k}; ++i${k}, --j${k}) b += j${k} - i${k};`,
  (r, k) =>
    `for (int i${k} = 0; i${k} < 4; i${k}++) { switch (i${k}) { case 1: continue; case 2: a += ${r.below(9)}; break; default: b += i${k}; } a += 1; }`,
  (r, k) =>
    `for (int i${k} = 0; i${k} < 3; ++i${k}) for (int j${k} = i${k}; j${k} < 3; ++j${k}) { if (j${k} == ${r.below(3)}) break; a += i${k} * j${k} + 1; }`,
  (r, k) => `int x${k}[3] = {a, b, ${r.below(9)}}; x${k}[a & 1] += 5; b = x${k}[0] - x${k}[1];`,
  (r, k) => `int x${k}[2][2] = {{a, b}, {${r.below(9)}, n}}; b = x${k}[1][0] + x${k}[0][1];`,
  (r, k) => `cute::array<int, 3> x${k} = {a, b, n}; a = x${k}[2] + ${r.below(9)};`,
  (r, k) => `float x${k} = a; x${k} *= 1.5f; b = int(x${k}) + ${r.below(9)};`,
  (_r, k) => `double x${k} = a / 2.0; b += int(x${k} + 0.5);`,
  (r) => `a = int(${r.between(1, 9)}.75 * 2);`,
  (r) => `a = ${r.between(1, 9)} / 2.0 > ${r.below(4)} ? 3 : 5;`,
  (r, k) => `unsigned char c${k} = a; c${k} += ${r.between(100, 255)}; b = c${k};`,
  (r, k) =>
    `unsigned h${k} = 2166136261u; h${k} = (h${k} ^ unsigned(a)) * 16777619u; b = int(h${k} % ${r.between(50, 999)});`,
  (r, k) =>
    `unsigned long h${k} = 14695981039346656037ul; for (int i${k} = 0; i${k} < 3; ++i${k}) h${k} = (h${k} ^ unsigned(a + i${k})) * 1099511628211ul; b = int(h${k} % ${r.between(50, 999)});`,
  (r, k) => `long x${k} = a; x${k} = x${k} * ${r.between(100000, 999999)} * 100003; b = int(x${k} % 1009);`,
  (r, k) => `short x${k} = short(a * ${r.between(5000, 9000)}); b = x${k} % 1000;`,
  (r, k) => `bool x${k} = a; x${k} = x${k} + ${r.below(3)}; b += x${k};`,
  (r, k) => `auto x${k} = a > ${r.below(9)}; b += x${k} + x${k};`,
  (r, k) => `char x${k} = 'a' + ${r.below(9)}; b += x${k} - 'a';`,
  (r, k) => `int const x${k} = a; a += ${r.below(9)}; b = x${k};`,
  (r, k) => `constexpr int x${k} = ${r.below(9)}; a += x${k};`,
  (r, k) => `auto x${k} = make_tuple(a, b); a = get<1>(x${k}) + ${r.below(9)}; b = get<0>(x${k});`,
  (r, k) => `auto [x${k}, y${k}] = make_tuple(b, a + ${r.below(9)}); a = x${k}; b = y${k};`,
  (r, k) => `struct P${k} { int p, q; } x${k}{b, a + ${r.below(9)}}; a = x${k}.p; b = x${k}.q;`,
  (r, k) =>
    `auto l${k} = make_layout(make_shape(${r.between(2, 6)}, _4{})); b += l${k}(a & 1, ${r.below(4)}); a = size(l${k});`,
  (r) => `{ int a = ${r.below(9)}; b += a; a = 0; }`,
  (r, k) => `{ auto save${k} = a; a = ${r.below(9)}; b += a; a = save${k}; }`,
  (r) => `if (${condition(r, ['a', 'b', 'n'])}) return a * 3 + b;`,
  (r) =>
    `if (${condition(r, ['a', 'b', 'n'])}) { a += 1; } else if (${condition(r, ['a', 'b'])}) { b += 2; } else { a -= b; }`,
  (r) => `a = n > ${r.below(5)} ? a + 1 : n == 2 ? b : 7;`,
  (r) => `do { a += 2; if (a > ${r.between(5, 20)}) break; } while (a < 30);`,
  (r) => `do { if (a++ % 2) continue; b += a; } while (a < ${r.between(5, 20)});`,
  (r) =>
    `switch (n & 3) { case 0: a += 1; [[fallthrough]]; case 1: b += ${r.below(9)}; break; case 2: { int t = a; a = b; b = t; } default: a *= 2; }`,
  (r) =>
    `switch (n) { case ${r.below(4)}: case ${r.between(4, 9)}: return a; default: break; case 11: b = 1; }`,
  () => `switch (n % 2) { default: a = 1; case 1: b += 3; }`,
  (r) => `switch (a & 1) { case 0: if (b > ${r.below(9)}) break; a = 9; break; case 1: b = 2; }`,
  (r) => `if constexpr (sizeof(int) == ${r.pick([4, 8])}) { a += 1; } else { b += 1; }`,
  (r) => `a = (${arithmetic(r, ['a', 'b', 'n'], 2)}) % 50;`,
  (_r, k) => `static_assert(sizeof(int) == 4, ""); int x${k}{}; b += x${k};`,
  (_r, k) => `int x${k}; x${k} = a; x${k} += 1; b = x${k};`,
  (r, k) => `int x${k} = 0; for (auto v : {1, 2, ${r.below(9)}}) x${k} += v; b += x${k};`,
  (r, k) => `constexpr int t${k}[] = {3, 1, ${r.below(9)}}; for (int v : t${k}) a = a * 2 + v;`,
  (r, k) => `auto f${k} = [](int x) { return x * x + ${r.below(9)}; }; a = f${k}(b & 7);`,
  (r, k) =>
    `auto f${k} = [n](int x) { int s = n; for (int i = 0; i < x; ++i) s += i; return s; }; a = f${k}(${r.below(6)});`,
  (r) => `a = a << ${r.below(4)} >> 1 & 255;`,
  (r) => `a ^= b | ${r.below(9)}, b &= 31;`,
  (r) => `n -= ${r.between(1, 3)}; if (n < 0) n = -n; a += n;`,
  (r) => `a = cute::max(a, ${r.below(20)}); b = cute::min(b, a);`,
  (r) => `a = ceil_div(a < 0 ? 1 : a, ${r.between(1, 5)}); b = cute::abs(b);`,
];

function bodies(writer: Writer): void {
  const { random } = writer;
  for (let i = random.between(1, 2); i > 0; i--) {
    const f = writer.name();
    const lines = Array.from({ length: random.between(1, 4) }, (_, k) =>
      random.pick(PIECES)(random, String(k)),
    );
    writer.outside(
      `constexpr int ${f}(int n) {\n  int a = n + ${random.below(9)}, b = ${random.below(9)};\n  ${lines.join('\n  ')}\n  return ${random.pick(['a * 31 + b', 'a', 'b', 'a - b * 3 + n'])};\n}`,
    );
    for (let j = random.between(1, 3); j > 0; j--) {
      const call = `${f}(${random.between(0, 12)})`;
      random.pick([
        () => writer.constant(call),
        () => writer.variable(`Int<${call}>{}`),
        () => writer.variable(`make_shape(Int<${call} % 7>{}, _2{})`),
      ])();
    }
  }
}

/** Functions that call each other and themselves. */
function recursion(writer: Writer): void {
  const { random } = writer;
  const [f, g] = [writer.name(), writer.name()];
  writer.outside(
    random.pick([
      `constexpr int ${f}(int n) { return n <= 1 ? ${random.between(1, 4)} : n * ${f}(n - 1) % 97; }`,
      `constexpr int ${f}(int n) { if (n < 2) return n; int a = ${f}(n - 1); int b = ${f}(n - 2); return a + b; }`,
      `constexpr int ${f}(int n, int s = ${random.below(5)}) { return n == 0 ? s : ${f}(n / 2, s * 3 + n % 2); }`,
      `constexpr int ${g}(int n); constexpr int ${f}(int n) { return n <= 0 ? 1 : ${g}(n - 1) + 2; } constexpr int ${g}(int n) { return n <= 0 ? 5 : ${f}(n - 2) * 2; }`,
      `template <int N> constexpr int ${f}T() { if constexpr (N == 0) return 2; else return ${f}T<N - 1>() * 2 + N; } constexpr int ${f}(int n) { return n > 4 ? ${f}T<4>() : ${f}T<2>(); }`,
      `constexpr int ${f}(int n) { int bits = 0; while (n >>= 1) ++bits; return bits; }`,
      `constexpr int ${f}(int n) { int k = 1; for (; k * k < n; ++k); return k; }`,
      `constexpr int ${f}(int n) { int r = 0; for (int d = 1; d <= n; ++d) if (n % d == 0) r += d; return r; }`,
      `constexpr int ${f}(int n) { int a = n, b = 36; while (b != 0) { int t = a % b; a = b; b = t; } return a; }`,
    ]),
  );
  for (let i = random.between(2, 3); i > 0; i--)
    writer.variable(
      random.pick([
        `Int<${f}(${random.between(1, 9)})>{}`,
        `Int<${f}(${random.between(1, 9)}) + 1>{} * _2{}`,
      ]),
    );
  writer.constant(`${f}(${size(random)} / 4 + 1)`);
}

/** Functions that return tuples and layouts, by conditions. */
function ofLayouts(writer: Writer): void {
  const { random } = writer;
  const f = writer.name();
  const [p, q] = [size(random), size(random)];
  writer.outside(
    random.pick([
      `constexpr auto ${f}(int n) { auto s = make_shape(n, _4{}); for (int i = 0; i < ${random.between(1, 3)}; ++i) s = make_shape(get<0>(s) + i, _4{}); return s; }`,
      `constexpr auto ${f}(int n) { if (n > ${p}) return make_layout(make_shape(n, ${q})); return make_layout(make_shape(${q}, n)); }`,
      `constexpr auto ${f}(int n) { auto l = make_layout(make_shape(n, _2{})); auto m = make_layout(make_shape(${p}, _2{})); return n > ${q} ? l : m; }`,
      `template <class T> constexpr auto ${f}(T n) { auto a = n + _1{}; auto b = a * _2{}; return make_layout(make_shape(a, b), make_stride(b, _1{})); }`,
      `constexpr auto ${f}(int n) { int r = 1; while (r < n) r *= 2; return make_shape(r, Int<${p}>{}); }`,
      `template <class T> constexpr auto ${f}(T n) { if constexpr (is_static<T>::value) return Layout<T>{}; else { int m = n; m += ${p}; return make_layout(m); } }`,
      `constexpr auto ${f}(int n) { switch (n & 1) { case 0: return make_tuple(n, ${p}); default: return make_tuple(${q}, n); } }`,
    ]),
  );
  for (let i = random.between(1, 3); i > 0; i--) writer.variable(`${f}(${size(random)})`);
}

export const sequences = recipes('sequences', [bodies, bodies, bodies, recursion, ofLayouts], 1);
