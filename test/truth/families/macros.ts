// Macros: object- and function-like, nested, conditional, redefined.

import { recipes, value, type Writer } from '../snippet.ts';
import { anyInt, arithmetic, size, staticInt } from './literals.ts';

/** Macros of one unit share a name space, so each has a name of its own. */
const macro = (writer: Writer): string =>
  `${writer.typeName().toUpperCase()}_${writer.random.below(1_000_000_000)}`;

function objects(writer: Writer): void {
  const { random } = writer;
  const [a, b, c] = [macro(writer), macro(writer), macro(writer)];
  const n = size(random);
  writer.outside(
    `\n#define ${a} ${random.pick([`${n}`, `(${n} + 1)`, `${n} + 1`, `0x${n.toString(16)}`])}\n#define ${b} ${a} * 2\n#define ${c} Int<${a}>{}\n`,
  );
  writer.variable(`${a}`);
  writer.variable(`${b} + 1`);
  writer.variable(`2 * ${b}`);
  writer.variable(`make_shape(${c}, ${b})`);
  if (random.oneIn(2)) {
    writer.inside(`\n#undef ${a}\n#define ${a} ${size(random)}\n`);
    writer.variable(`make_shape(${b}, ${c})`);
  }
}

function functionLike(writer: Writer): void {
  const { random } = writer;
  const [f, g] = [macro(writer), macro(writer)];
  const body = random.pick([
    '(x) * (y)',
    'x * y',
    '((x) > (y) ? (x) : (y))',
    '(x + y)',
    '((x) << 1) | (y)',
    'x - y',
  ]);
  writer.outside(
    `\n#define ${f}(x, y) ${body}\n#define ${g}(x) ${random.pick([`${f}(x, 2)`, `${f}((x), (x))`, `${f}(x + 1, x)`, `Int<${f}(x, 3)>{}`])}\n`,
  );
  for (let i = random.between(1, 3); i > 0; i--)
    writer.variable(
      random.pick([
        `${f}(${size(random)}, ${size(random)})`,
        `${f}(${size(random)} + 1, ${size(random)} - 1)`,
        `Int<${f}(${size(random)}, 1 + 2)>{}`,
        `${g}(${size(random)})`,
        `${g}(${size(random)} + 2)`,
        `2 * ${f}(3, ${size(random)})`,
      ]),
    );
}

function pasted(writer: Writer): void {
  const { random } = writer;
  const [m, v, w] = [macro(writer), writer.name(), macro(writer)];
  writer.outside(
    `\n#define ${m}(n) _##n{}\n#define ${w}(name, n) constexpr int name##_value = n; using name##_type = Int<n>;\n`,
  );
  writer.outside(`${w}(${v}, ${size(random)})`);
  writer.variable(`make_shape(${m}(4), ${m}(${random.pick([1, 2, 8, 16])}))`);
  writer.variable(`${v}_value`);
  writer.variable(`${v}_type{}`);
}

function variadic(writer: Writer): void {
  const { random } = writer;
  const [m, n] = [macro(writer), macro(writer)];
  writer.outside(
    `\n#define ${m}(...) make_shape(__VA_ARGS__)\n#define ${n}(first, ...) make_layout(make_shape(first, __VA_ARGS__)${random.pick(['', ', GenRowMajor{}'])})\n`,
  );
  writer.variable(`${m}(${anyInt(random)}, ${anyInt(random)})`);
  writer.variable(`${n}(${anyInt(random)}, ${anyInt(random)}, ${anyInt(random)})`);
}

function conditional(writer: Writer): void {
  const { random } = writer;
  const m = macro(writer);
  const k = writer.name();
  const n = random.between(0, 4);
  const condition = random.pick([
    `${m} > 2`,
    `${m} == ${n}`,
    `defined(${m}) && ${m} >= 3`,
    `!defined(${m})`,
    `(${m} & 1) || ${m} == 4`,
    `${m} * 2 + 1 < 6`,
    `${m} ? 1 : 0`,
    `defined ${m}X`,
    `${m} != 0 && !(${m} % 2)`,
  ]);
  const [a, b, c] = [size(random), size(random), size(random)];
  writer.outside(
    `\n#define ${m} ${n}\n#if ${condition}\nconstexpr int ${k} = ${a};\n#elif ${m} == ${random.between(0, 4)}\nconstexpr int ${k} = ${b};\n#else\nconstexpr int ${k} = ${c};\n#endif\n`,
  );
  writer.variable(`Int<${k}>{}`);
  writer.variable(`make_shape(${k}, Int<${k} + 1>{})`);
  const f = writer.name();
  writer.outside(
    `\n#ifdef ${m}\n#define ${m}_F(x) (x + ${m})\n#else\n#define ${m}_F(x) (x)\n#endif\nconstexpr int ${f}(int n) {\n#if ${condition}\n  n += ${a};\n#else\n  n *= ${b};\n#endif\n  return ${m}_F(n);\n}\n`,
  );
  writer.variable(`Int<${f}(${size(random)})>{}`);
}

function statements(writer: Writer): void {
  const { random } = writer;
  const [m, d] = [macro(writer), macro(writer)];
  const a = writer.name();
  writer.outside(
    `\n#define ${m}(x, n) do { x += n; x *= 2; } while (0)\n#define ${d}(name, init) auto name = init\n`,
  );
  writer.inside(`int ${a} = ${size(random)};`);
  if (random.oneIn(2)) writer.inside(`${m}(${a}, ${size(random)});`);
  writer.variable(`make_layout(${a})`);
  const b = writer.name();
  writer.inside(`${d}(${b}, make_shape(${anyInt(random)}, ${staticInt(random)}));`, value(b));
  writer.variable(`make_layout(${b})`);
  const f = writer.name();
  writer.outside(
    `constexpr int ${f}(int n) { ${m}(n, ${size(random)}); ${random.oneIn(2) ? `if (n > 9) ${m}(n, 1); else n -= 1;` : ''} return n; }`,
  );
  writer.variable(`Int<${f}(${size(random)})>{}`);
}

function multiline(writer: Writer): void {
  const { random } = writer;
  const [m, f] = [macro(writer), writer.name()];
  writer.outside(
    `\n#define ${m}(NAME, N)            \\\n  constexpr int NAME(int x) { \\\n    return ${arithmetic(random, ['x', 'N'], 2)};   \\\n  }\n\n${m}(${f}, ${size(random)})\n`,
  );
  writer.variable(`Int<${f}(${size(random)})>{}`);
  writer.variable(`${f}(${size(random)})`);
}

export const macros = recipes('macros', [
  objects,
  functionLike,
  functionLike,
  pasted,
  variadic,
  conditional,
  conditional,
  statements,
  multiline,
]);
