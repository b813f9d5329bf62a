// A snippet of C++: pieces of code, and which of the variables in them are compared.

import type { Random } from '../support/random.ts';

/** A variable or a name for a type whose value a compiled program prints. */
export interface Probe {
  /** The declared name, as it stands in the piece. */
  readonly name: string;
  readonly kind: 'value' | 'type';
  /** What names it behind the piece: `S::kRows` for a member of a class. */
  readonly access: string;
}

/** Lines that stand together; what is declared in them is probed behind them. */
export interface Piece {
  readonly code: string;
  readonly probes: readonly Probe[];
}

export interface Snippet {
  readonly family: string;
  /** Which one of the run's seed it is. */
  readonly index: number;
  /** Declarations in a namespace. */
  readonly outside: readonly Piece[];
  /** Statements of a function in it. */
  readonly inside: readonly Piece[];
}

export interface Family {
  readonly name: string;
  /** Writes the snippet. */
  readonly write: (writer: Writer) => void;
}

/** What families write with. */
export interface Writer {
  readonly random: Random;
  /** A name that nothing in the snippet has. */
  name(): string;
  /** The same for a type, a class or a template. */
  typeName(): string;
  outside(code: string, ...probes: readonly Probe[]): void;
  inside(code: string, ...probes: readonly Probe[]): void;
  /** A compared variable of the function; its name. */
  variable(initializer: string, type?: string): string;
  /** A compared constant of the namespace; its name. */
  constant(initializer: string, type?: string): string;
  /** A compared name for a type in the namespace. */
  alias(type: string): string;
}

/** A family that writes a few of its recipes, one behind the other. */
export const recipes = (name: string, all: readonly ((writer: Writer) => void)[], most = 2): Family => ({
  name,
  write(writer) {
    const { random } = writer;
    for (const recipe of random.shuffled(all).slice(0, random.between(1, most))) recipe(writer);
  },
});

export const value = (name: string, access = name): Probe => ({ name, kind: 'value', access });
export const type = (name: string, access = name): Probe => ({ name, kind: 'type', access });

const WORDS = [
  'a',
  'b',
  'n',
  'x',
  'rows',
  'cols',
  'tile',
  'kM',
  'kBlock',
  'stage',
  'total',
  'first',
  'rest',
  'lane',
];
const TYPE_WORDS = ['Tile', 'Traits', 'Config', 'Op', 'Rows', 'Base', 'Atom', 'Pick', 'Holder', 'Kernel'];

export function writeSnippet(family: Family, random: Random, index: number): Snippet {
  const outside: Piece[] = [];
  const inside: Piece[] = [];
  const taken = new Map<string, number>();
  const fresh = (word: string): string => {
    const count = taken.get(word) ?? 0;
    taken.set(word, count + 1);
    return count === 0 ? word : `${word}${count + 1}`;
  };
  const name = (): string => fresh(random.pick(WORDS));
  family.write({
    random,
    name,
    typeName: () => fresh(random.pick(TYPE_WORDS)),
    outside: (code, ...probes) => void outside.push({ code, probes }),
    inside: (code, ...probes) => void inside.push({ code, probes }),
    variable: (initializer, declared = 'auto') => {
      const found = name();
      inside.push({ code: `${declared} ${found} = ${initializer};`, probes: [value(found)] });
      return found;
    },
    constant: (initializer, declared = 'constexpr auto') => {
      const found = name();
      outside.push({ code: `${declared} ${found} = ${initializer};`, probes: [value(found)] });
      return found;
    },
    alias: (declared) => {
      const found = fresh(random.pick(TYPE_WORDS));
      outside.push({ code: `using ${found} = ${declared};`, probes: [type(found)] });
      return found;
    },
  });
  return { family: family.name, index, outside, inside };
}

export const probesOf = ({ outside, inside }: Snippet): readonly Probe[] =>
  [...outside, ...inside].flatMap(({ probes }) => probes);

/** The snippet without some of its pieces, counted with those outside first. */
export function without(snippet: Snippet, dropped: ReadonlySet<number>): Snippet {
  const { outside, inside } = snippet;
  return {
    ...snippet,
    outside: outside.filter((_, i) => !dropped.has(i)),
    inside: inside.filter((_, i) => !dropped.has(outside.length + i)),
  };
}
