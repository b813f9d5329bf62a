// Integer types, literals and conversions.

import type { Random } from '../../support/random.ts';
import { recipes, type Writer } from '../snippet.ts';
import { arithmetic, size } from './literals.ts';

const TYPES = [
  'int',
  'unsigned',
  'long',
  'unsigned long',
  'short',
  'unsigned short',
  'char',
  'signed char',
  'unsigned char',
  'bool',
  'int8_t',
  'uint8_t',
  'int16_t',
  'uint16_t',
  'int32_t',
  'uint32_t',
  'int64_t',
  'uint64_t',
  'size_t',
  'long long',
  'std::size_t',
  'std::int64_t',
  'cute::int64_t',
];

const literal = (random: Random): string => {
  const n = random.pick([
    0, 1, 2, 3, 7, 8, 12, 31, 64, 100, 127, 128, 200, 255, 256, 300, 1000, 65535, 65536,
  ]);
  return random.pick([
    `${n}`,
    `${n}u`,
    `${n}L`,
    `${n}UL`,
    `${n}ll`,
    `0x${n.toString(16)}`,
    `0b${n.toString(2)}`,
    `0${n.toString(8)}`,
    `-${n}`,
    `${n}`,
    n >= 1000 ? `${Math.floor(n / 1000)}'${String(n % 1000).padStart(3, '0')}` : `${n}`,
    random.pick(["'a'", "'0'", "'\\n'", 'true', 'false', "'\\x41'"]),
  ]);
};

const binary = (random: Random, a: string, b: string): string => {
  const operator = random.pick([
    '+',
    '-',
    '*',
    '/',
    '%',
    '&',
    '|',
    '^',
    '<',
    '>',
    '<=',
    '>=',
    '==',
    '!=',
    '&&',
    '||',
  ]);
  return operator === '/' || operator === '%'
    ? `(${a} ${operator} (${b} == 0 ? 1 : ${b}))`
    : `(${a} ${operator} ${b})`;
};

function conversions(writer: Writer): void {
  const { random } = writer;
  for (let i = random.between(2, 4); i > 0; i--) {
    const t = random.pick(TYPES);
    random.pick([
      () => writer.variable(literal(random), t),
      () => writer.variable(`static_cast<${t}>(${literal(random)})`),
      () => writer.variable(`(${t})${literal(random)}`),
      () =>
        writer.variable(
          `${t.includes(' ') ? `static_cast<${t}>` : t}(${binary(random, literal(random), literal(random))})`,
        ),
      () => writer.constant(`static_cast<${t}>(${literal(random)})`),
      () => writer.constant(literal(random), `constexpr ${t}`),
      () => writer.constant(literal(random), `static constexpr ${t}`),
    ])();
  }
}

function mixed(writer: Writer): void {
  const { random } = writer;
  const names = Array.from({ length: random.between(2, 3) }, () =>
    writer.constant(literal(random), `constexpr ${random.pick(TYPES)}`),
  );
  for (let i = random.between(2, 4); i > 0; i--) {
    const [a, b] = [random.pick(names), random.oneIn(2) ? random.pick(names) : literal(random)];
    const operation = random.pick([
      binary(random, a, b),
      `-${a}`,
      `~${a}`,
      `!${a}`,
      `+${a}`,
      `(${a} << ${random.below(5)})`,
      `(${a} >> ${random.below(5)})`,
      `(${a} ? ${a} : ${b})`,
      `(${a} > ${b} ? ${a} : ${b})`,
      `(${a} | 3)`,
      `cute::max(int(${a}), int(${b}))`,
      `cute::min(${random.pick(['3', a])}, ${a})`,
      `ceil_div(${a}, ${random.between(1, 9)})`,
      `sizeof(${random.pick([a, `${a} + ${b}`, `${a} << 1`])})`,
      `cute::abs(int(${a}))`,
      `cute::gcd(${random.between(2, 60)}, ${random.between(2, 60)})`,
      `cute::round_up(${random.between(1, 60)}, ${random.between(1, 9)})`,
      `is_same_v<decltype(${a} + ${b}), ${random.pick(TYPES)}> ? 3 : 4`,
    ]);
    random.pick([
      () => writer.variable(operation),
      () => writer.constant(operation),
      () => writer.variable(`C<${operation}>{}`),
      () => writer.variable(`Int<${operation}>{}`),
      () => writer.variable(`make_shape(${operation}, C<${operation}>{})`),
      () => writer.variable(operation, random.pick(TYPES)),
    ])();
  }
}

function statics(writer: Writer): void {
  const { random } = writer;
  const one = (): string =>
    random.pick([
      `Int<${size(random)}>{}`,
      `C<${size(random)}u>{}`,
      `C<${size(random)}>{}`,
      `C<-${size(random)}>{}`,
      'C<true>{}',
      'C<false>{}',
      `C<${size(random)}L>{}`,
      `${size(random)}`,
      `${size(random)}u`,
      'true',
      `std::integral_constant<int, ${size(random)}>{}`,
      `cute::bool_constant<true>{}`,
      'true_type{}',
      'false_type{}',
      'std::true_type{}',
      'std::false_type{}',
      `std::integral_constant<unsigned, ${size(random)}>{}`,
      `C<uint8_t(${size(random)})>{}`,
      '(_3{} < _4{})',
      '(3 < 4)',
      '(3 < 4 && _0{})',
      'is_same_v<int, long>',
    ]);
  for (let i = random.between(2, 4); i > 0; i--) {
    const [a, b] = [one(), one()];
    const divisor = random.pick([
      `Int<${size(random)}>{}`,
      `C<${size(random)}u>{}`,
      `${size(random)}`,
      `${size(random)}u`,
    ]);
    writer.variable(
      random.pick([
        `${a} ${random.pick(['+', '-', '*', '&', '|', '^', '<', '>', '==', '!=', '<=', '>=', '&&', '||'])} ${b}`,
        `${a} ${random.pick(['/', '%'])} ${divisor}`,
        `-${a}`,
        `!${a}`,
        `~${a}`,
        `${a} << Int<${random.below(4)}>{}`,
        `${a} >> Int<${random.below(4)}>{}`,
        `cute::max(${a}, ${b})`,
        `cute::min(${a}, ${b})`,
        `ceil_div(${a}, ${divisor})`,
        `cute::abs(${a})`,
        `cute::conditional_return(${random.pick(['true_type{}', 'false_type{}', 'C<true>{}', 'true', 'Int<3>{} < Int<4>{}'])}, ${a}, ${b})`,
        `conditional_return<${random.pick(['true', 'false'])}>(${a}, ${b})`,
        `make_tuple(${a}, ${b})`,
        `cute::gcd(Int<${size(random)}>{}, Int<${size(random)}>{})`,
        `cute::signum(${a})`,
        `round_up(${a}, ${divisor})`,
        `bit_width(${random.pick(['Int<5>{}', '5u', 'C<8u>{}'])})`,
        `has_single_bit(${random.pick(['Int<5>{}', '8u', 'C<8u>{}'])})`,
        `cute::shiftr(${a}, Int<1>{})`,
        `cute::safe_div(Int<${2 * size(random)}>{}, _2{})`,
        `true ? ${a} : ${b}`,
      ]),
    );
  }
}

/** Integers of other types in functions that are run. */
function functions(writer: Writer): void {
  const { random } = writer;
  const f = writer.name();
  const [t, u, v] = [random.pick(TYPES), random.pick(TYPES), random.pick(TYPES)];
  const body = random.pick([
    `${v} z = x; z = y; return z;`,
    `${v} z = x - y; return z;`,
    `auto z = x; z = y; z ${random.pick(['+=', '-=', '^=', '|=', '&='])} ${random.between(0, 300)}; return z;`,
    `auto z = x; --z; return z;`,
    `${v} z = 0; for (int i = 0; i < 3; ++i) z = z * 2 + x; return z;`,
    `return x > y ? x : y;`,
    `return x < y;`,
    `${v} z{static_cast<${v}>(x)}; z <<= 1; return z;`,
    `auto z = x ${random.pick(['+', '-', '*'])} y; return z;`,
    `if (x > y) return int(x); return int(y);`,
  ]);
  const returned = body.includes('return int') ? 'auto' : random.pick(['auto', u, 'int']);
  writer.outside(`constexpr ${returned} ${f}(${t} x, ${u} y) { ${body} }`);
  for (let i = random.between(1, 3); i > 0; i--) {
    const call = `${f}(${literal(random)}, ${literal(random)})`;
    random.pick([
      () => writer.constant(call),
      () => writer.variable(`C<${call}>{}`),
      () => writer.variable(`make_shape(${call}, _2{})`),
    ])();
  }
}

function expressions(writer: Writer): void {
  const { random } = writer;
  const atoms: string[] = [];
  for (let i = random.between(3, 6); i > 0; i--) {
    const text = arithmetic(random, atoms, 3);
    atoms.push(
      random.pick([
        () => writer.constant(text),
        () => writer.constant(text, 'static constexpr int'),
        () => writer.constant(text, 'constexpr int'),
      ])(),
    );
  }
  writer.variable(`Int<${arithmetic(random, atoms, 2)}>{}`);
  writer.variable(`make_shape(${arithmetic(random, atoms, 2)}, Int<${arithmetic(random, atoms, 2)}>{})`);
}

function enums(writer: Writer): void {
  const { random } = writer;
  const e = writer.typeName();
  const isScoped = random.oneIn(2);
  const base = random.oneIn(2) ? ` : ${random.pick(['int', 'unsigned', 'uint8_t', 'short'])}` : '';
  const start = random.between(0, 9);
  writer.outside(
    `enum ${isScoped ? 'class ' : ''}${e}${base} { kOne${random.oneIn(2) ? ` = ${start}` : ''}, kTwo, kThree = ${start + 5}, kFour${isScoped ? '' : ' = kThree + kTwo'} };`,
  );
  const q = isScoped || random.oneIn(2) ? `${e}::` : '';
  const one = (): string => `${q}${random.pick(['kOne', 'kTwo', 'kThree', 'kFour'])}`;
  writer.variable(`int(${one()})`);
  writer.variable(`Int<static_cast<int>(${one()})>{}`);
  writer.variable(`${one()} == ${one()} ? 3 : 4`);
  writer.variable(`(${one()} < ${one()}) ? _3{} : _3{}`);
  const f = writer.name();
  const t = writer.typeName();
  writer.outside(
    `constexpr int ${f}(${e} e) { switch (e) { case ${e}::kOne: return 3; case ${e}::kThree: return 5; default: break; } return int(e); }`,
  );
  writer.variable(`Int<${f}(${one()})>{}`);
  writer.outside(
    `template <${e} E> struct ${t} { static constexpr int value = 8; };\ntemplate <> struct ${t}<${one()}> { static constexpr int value = 16; };`,
  );
  writer.variable(`Int<${t}<${one()}>::value>{}`);
}

export const integers = recipes('integers', [conversions, mixed, statics, functions, expressions, enums]);
