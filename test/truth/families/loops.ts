// constexpr functions with loops, switches and early returns.

import type { Random } from '../../support/random.ts';
import type { Family } from '../snippet.ts';
import { arithmetic, condition } from './literals.ts';

interface Body {
  readonly random: Random;
  /** Names of integers that may be read. */
  readonly readable: readonly string[];
  /** Of these, the ones that may be changed. */
  readonly changeable: readonly string[];
  readonly isInLoop: boolean;
  readonly isInSwitch: boolean;
  /** A number that no other loop of the function has, for the names of counters. */
  readonly count: { next: number };
}

/** Keeps what is assigned small. */
const assigned = ({ random, readable }: Body): string =>
  `(${arithmetic(random, readable)}) % ${random.between(20, 97)}`;

/** `a = b++;` where b is another variable that may be changed. */
function takes(random: Random, name: string, read: string, changeable: readonly string[]): string {
  const mayChange = read !== name && changeable.includes(read);
  return `${name} = ${read}${mayChange ? random.pick(['++', '--', '']) : ''};`;
}

function change(body: Body): string {
  const { random, changeable, readable } = body;
  const name = random.pick(changeable);
  switch (random.below(7)) {
    case 0:
      return `${name} += ${arithmetic(random, readable, 1)};`;
    case 1:
      return `${name} -= ${random.between(1, 9)};`;
    case 2:
      return random.pick([`++${name};`, `${name}++;`, `--${name};`, `${name}--;`]);
    case 3:
      return takes(random, name, random.pick(readable), changeable);
    case 4:
      return `${name} ${random.pick(['/=', '%=', '>>='])} ${random.between(1, 3)};`;
    case 5:
      return `${name} ${random.pick(['&=', '|=', '^='])} ${random.between(1, 31)};`;
    default:
      return `${name} = ${assigned(body)};`;
  }
}

function statements(body: Body, depth: number, most = 3): string {
  return Array.from({ length: body.random.between(1, most) }, () => statement(body, depth)).join(' ');
}

function statement(body: Body, depth: number): string {
  const { random, readable } = body;
  if (depth === 0) return random.oneIn(8) ? leave(body) : change(body);
  const inner = (more: Partial<Body> = {}): string => statements({ ...body, ...more }, depth - 1);
  const counter = `i${body.count.next++}`;
  const looped = { readable: [...readable, counter], isInLoop: true, isInSwitch: false };
  const end = random.between(1, 6);
  switch (random.below(9)) {
    case 0:
      return `if (${condition(random, readable)}) { ${inner()} }`;
    case 1:
      return `if (${condition(random, readable)}) { ${inner()} } else { ${inner()} }`;
    case 2:
      return random.pick([
        `for (int ${counter} = 0; ${counter} < ${end}; ++${counter}) { ${inner(looped)} }`,
        `for (int ${counter} = ${end}; ${counter} > 0; ${counter} -= ${random.between(1, 2)}) { ${inner(looped)} }`,
        `for (int ${counter} = 1; ${counter} <= ${end * 4}; ${counter} *= 2) { ${inner(looped)} }`,
      ]);
    case 3:
      return `int ${counter} = ${end}; while (${counter}-- > 0) { ${inner(looped)} }`;
    case 4:
      return `int ${counter} = 0; do { ${inner(looped)} } while (++${counter} < ${end});`;
    case 5: {
      const cases = random.shuffled([0, 1, 2, 3]).slice(0, random.between(1, 3));
      const texts = cases.map((n) => {
        const ending = random.oneIn(4) ? '' : ' break;';
        return `case ${n}: ${random.oneIn(6) ? '' : `{ ${inner({ isInSwitch: true })} }`}${ending}`;
      });
      const fallback = `default: ${inner({ isInSwitch: true })}${random.oneIn(2) ? ' break;' : ''}`;
      if (!random.oneIn(4))
        texts.splice(random.oneIn(3) ? random.below(texts.length + 1) : texts.length, 0, fallback);
      return `switch ((${arithmetic(random, readable)}) & 3) { ${texts.join(' ')} }`;
    }
    case 6:
      return `{ int ${counter} = ${assigned(body)}; ${inner({ readable: [...readable, counter], changeable: [...body.changeable, counter] })} }`;
    case 7:
      return leave(body);
    default:
      return change(body);
  }
}

/** Leaves a loop, a turn of it, or the function. */
function leave(body: Body): string {
  const { random, readable, isInLoop, isInSwitch } = body;
  const ways = [
    `return ${assigned(body)};`,
    ...(isInLoop ? ['break;', 'continue;'] : []),
    ...(isInSwitch ? ['break;'] : []),
  ];
  return `if (${condition(random, readable)}) ${random.pick(ways)}`;
}

export const loops: Family = {
  name: 'loops',
  write(writer) {
    const { random } = writer;
    const functions: { readonly name: string; readonly arity: number }[] = [];
    for (let f = random.between(1, 2); f > 0; f--) {
      const name = writer.name();
      const parameters = ['p', 'q', 'r'].slice(0, random.between(1, 3));
      const locals = ['u', 'v', 'w'].slice(0, random.between(1, 3));
      const body: Body = {
        random,
        readable: [...parameters, ...locals],
        changeable: random.oneIn(2) ? [...parameters, ...locals] : locals,
        isInLoop: false,
        isInSwitch: false,
        count: { next: 0 },
      };
      const declared = locals.map(
        (l, i) => `int ${l} = ${arithmetic(random, [...parameters, ...locals.slice(0, i)], 1)};`,
      );
      const helper = functions[0];
      const call =
        helper === undefined
          ? ''
          : `${locals[0]} += ${helper.name}(${Array.from({ length: helper.arity }, () => `${random.pick(body.readable)} % 7`).join(', ')});`;
      const type = random.pick(['int', 'int', 'auto']);
      writer.outside(
        `constexpr ${type} ${name}(${parameters.map((p) => `int ${p}`).join(', ')}) {\n  ${declared.join(' ')}\n  ${statements(body, 2, 4)}\n  ${call}\n  return ${assigned(body)};\n}`,
      );
      functions.push({ name, arity: parameters.length });
    }
    for (let i = random.between(2, 5); i > 0; i--) {
      const { name, arity } = random.pick(functions);
      const call = `${name}(${Array.from({ length: arity }, () => random.between(-3, 12)).join(', ')})`;
      random.pick([
        () => writer.constant(call),
        () => writer.variable(`Int<${call}>{}`),
        () => writer.variable(`Int<${call} % 16 < 0 ? 1 : ${call} % 16 + 1>{} * _2{}`),
        () => writer.variable(`make_shape(Int<${call}>{}, ${call})`),
      ])();
    }
  },
};
