// The languages that index expressions are written in.

export type IndexLanguage = 'c' | 'cuda' | 'hip' | 'javascript' | 'notation' | 'python' | 'triton' | 'wgsl';

export interface LanguageForm {
  /** What begins a comment that goes to the end of the line. */
  readonly comment: string;
  /** ⌊a / b⌋ of numbers that are not negative. */
  readonly divide: string;
  /** Whether an operator of bits binds operands in parentheses only. */
  readonly isStrict: boolean;
  /** Whether there are shifts. */
  readonly hasShifts: boolean;
  /** Whether an integer has 32 bits, also where only its bits are taken. */
  readonly isNarrow: boolean;
  /** `then` where a test holds; null where there is no such expression. */
  readonly choice: ((test: string, then: string, otherwise: string) => string) | null;
  /** Whether several tests hold. */
  readonly all: (tests: readonly string[]) => string;
  /** The smaller or the larger of two; null where there is no such expression. */
  readonly extremum: ((name: 'min' | 'max', left: string, right: string) => string) | null;
  /** A statement that names a value; null where there are none. */
  readonly define: ((name: string, value: string) => string) | null;
  /** A statement that names a constant array; null where none can be looked into. */
  readonly table: ((name: string, values: string, count: number) => string) | null;
}

const c: LanguageForm = {
  comment: '//',
  divide: '/',
  isStrict: false,
  hasShifts: true,
  isNarrow: true,
  choice: (test, then, otherwise) => `(${test} ? ${then} : ${otherwise})`,
  all: (tests) => tests.join(' && '),
  extremum: (name, left, right) => `(${left} ${name === 'min' ? '<' : '>'} ${right} ? ${left} : ${right})`,
  define: (name, value) => `const int ${name} = ${value};`,
  table: (name, values, count) => `static const int ${name}[${count}] = {${values}};`,
};
// A table of a kernel is one of its own constants, in the language of both.
const cuda: LanguageForm = {
  ...c,
  extremum: (name, left, right) => `${name}(${left}, ${right})`,
  table: (name, values, count) => `constexpr int ${name}[${count}] = {${values}};`,
};
const python: LanguageForm = {
  comment: '#',
  divide: '//',
  isStrict: false,
  hasShifts: true,
  isNarrow: false,
  choice: (test, then, otherwise) => `(${then} if ${test} else ${otherwise})`,
  all: (tests) => tests.join(' and '),
  extremum: (name, left, right) => `${name}(${left}, ${right})`,
  define: (name, value) => `${name} = ${value}`,
  table: (name, values) => `${name} = (${values},)`,
};

export const LANGUAGES: Readonly<Record<IndexLanguage, LanguageForm>> = {
  c,
  cuda,
  hip: cuda,
  javascript: {
    ...c,
    // Numbers are no integers there; a quotient that is no power of two is cut.
    divide: '/|',
    isStrict: true,
    extremum: (name, left, right) => `Math.${name}(${left}, ${right})`,
    define: (name, value) => `const ${name} = ${value};`,
    table: (name, values) => `const ${name} = [${values}];`,
  },
  notation: {
    comment: '#',
    divide: '/',
    isStrict: false,
    hasShifts: false,
    isNarrow: true,
    choice: null,
    all: (tests) => tests.join(' and '),
    extremum: (name, left, right) => `${name}(${left},${right})`,
    define: null,
    table: null,
  },
  python,
  // A tensor of Triton is chosen from element by element, and is no index of an array.
  triton: {
    ...python,
    isNarrow: true,
    choice: (test, then, otherwise) => `tl.where(${test}, ${then}, ${otherwise})`,
    all: (tests) => tests.map((test) => `(${test})`).join(' & '),
    table: null,
  },
  wgsl: {
    ...c,
    isStrict: true,
    choice: (test, then, otherwise) => `select(${otherwise}, ${then}, ${test})`,
    extremum: (name, left, right) => `${name}(${left}, ${right})`,
    define: (name, value) => `let ${name} = ${value};`,
    table: (name, values, count) => `const ${name} = array<i32, ${count}>(${values});`,
  },
};
