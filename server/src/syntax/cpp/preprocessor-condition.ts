// The conditions of `#if`, as far as a file alone tells: the macros that it defines itself, and suppositions about the
// others. A supposition is kept, so that whoever knows more can contradict it.

/** What is supposed of a macro that the file does not define. */
export interface Supposition {
  readonly name: string;
  /**
   * `undefined`: it holds when nothing else that is read defines the name. `defined`: somebody defines it whom nobody
   * reads. `device`: of what is compiled for a GPU.
   */
  readonly kind: 'undefined' | 'defined' | 'device';
  /** `≥ 800`, `is defined`, `is not defined`. */
  readonly text: string;
  /** The least and the greatest that a number may be. */
  readonly range: readonly [number, number] | null;
}

/** A macro as the lines before have left it: its number, or `true` where it has none; false: it is undefined. */
export interface DefinedMacro {
  readonly value: number | boolean | null;
  readonly suppositions: readonly Supposition[];
}

export type DefinedMacros = ReadonlyMap<string, DefinedMacro>;

interface Decision {
  /** Null: not known, whatever is supposed. */
  readonly value: boolean | null;
  readonly suppositions: readonly Supposition[];
}

/** What nvcc defines while it compiles for a GPU, and what CUTLASS defines for the GPUs that have a feature. */
const DEVICE =
  /^(?:__CUDA_ARCH__|__CUDACC__|__NVCC__|__CUDA_ARCH_FEAT_\w+|(?:CUTLASS|CUTE)_ARCH_\w+_(?:SUPPORTED|ENABLED))$/;
/** Those of them that host code is compiled without, by the same compiler. */
const DEVICE_CODE =
  /\b(?:__CUDA_ARCH__|__CUDA_ARCH_(?:FEAT_\w+|SPECIFIC__|FAMILY_SPECIFIC__)|(?:CUTLASS|CUTE)_ARCH_\w+_ENABLED)\b/g;

/** Whether a macro is defined in device code alone. */
export const isOfDeviceCode = (name: string): boolean => name.replace(DEVICE_CODE, '') === '';

/** Lines that make the file behind them what host code is compiled from; empty where it is the same. */
export function hostLines(source: string): string {
  const names = new Set(source.match(DEVICE_CODE) ?? []);
  return [...names].map((name) => `#undef ${name}\n`).join('');
}

/** Numbers that grow from one GPU or toolkit to the next: the newer one is supposed. */
const GROWING = /^(?:__CUDA_ARCH__|__CUDACC_VER_MAJOR__|CUDA_VERSION|CUDART_VERSION)$/;
/** Compilers that no kernel is supposed to be compiled with. */
const OTHER_COMPILERS = /^(?:__CUDACC_RTC__|_MSC_VER|__HIP\w*|__SYCL\w*|_WIN32|_WIN64)$/;
/** Names that compilers and build systems define without being asked. */
const RESERVED = /^(?:_[_A-Z]\w*|NDEBUG)$/;
/** CUTLASS 3 takes at least this. */
const LEAST_STANDARD = 201703;

/** A value with what it supposes. */
interface Known {
  readonly value: number | null;
  readonly suppositions: readonly Supposition[];
}

const UNKNOWN: Known = { value: null, suppositions: [] };
const certain = (value: number): Known => ({ value, suppositions: [] });

/** Whether the condition holds. */
export function decide(condition: string, defined: DefinedMacros): Decision {
  const { value, suppositions } = new Reader(condition, defined).read();
  return { value: value === null ? null : value !== 0, suppositions: value === null ? [] : suppositions };
}

const TOKEN = /\s*(?:(0[xX][0-9a-fA-F]+|\d+)[uUlL]*|([A-Za-z_]\w*)|(&&|\|\||[<>=!]=|[-+*/%<>!()]))/y;

const UNSIGNED = /\b\d\w*[uU][lL]*\b/;

const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

class Reader {
  readonly #tokens: readonly string[];
  readonly #defined: DefinedMacros;
  /** With an unsigned number among them, negative ones would be large ones. */
  readonly #isUnsigned: boolean;
  #at = 0;

  constructor(condition: string, defined: DefinedMacros) {
    this.#defined = defined;
    this.#isUnsigned = UNSIGNED.test(condition);
    const tokens: string[] = [];
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(condition); match !== null; match = TOKEN.exec(condition)) {
      tokens.push((match[1] ?? match[2] ?? match[3])!);
      if (!/\S/.test(condition.slice(TOKEN.lastIndex))) {
        this.#tokens = tokens;
        return;
      }
    }
    // Something that is not read here.
    this.#tokens = [];
  }

  read(): Known {
    if (this.#tokens.length === 0) return UNKNOWN;
    const result = this.#binary(0);
    return this.#at === this.#tokens.length ? result : UNKNOWN;
  }

  #binary(level: number): Known {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    const from = this.#at;
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = this.#tokens[this.#at];
      if (operator === undefined || !operators.includes(operator)) return left;
      const name = this.#at === from + 1 ? this.#tokens[from]! : null;
      this.#at++;
      const right = this.#binary(level + 1);
      left =
        (name === null ? null : this.#growing(name, operator, right)) ??
        this.#exact(combined(operator, left, right));
    }
  }

  /** `__CUDA_ARCH__ >= 800`: true of the newer GPUs, which are supposed. */
  #growing(name: string, operator: string, { value: bound }: Known): Known | null {
    if (bound === null || this.#defined.has(name)) return null;
    if (name === '__cplusplus') return ofStandard(operator, bound);
    if (!GROWING.test(name)) return null;
    const from = (least: number, value: number): Known => ({
      value,
      suppositions: [{ name, kind: 'device', text: `≥ ${least}`, range: [least, Number.POSITIVE_INFINITY] }],
    });
    if (operator === '>=') return from(bound, 1);
    if (operator === '>') return from(bound + 1, 1);
    if (operator === '<') return from(bound, 0);
    if (operator === '<=') return from(bound + 1, 0);
    if (operator !== '==') return UNKNOWN;
    return { value: 1, suppositions: [{ name, kind: 'device', text: `= ${bound}`, range: [bound, bound] }] };
  }

  /** What JavaScript's numbers hold as 64 bits do. */
  #exact(known: Known): Known {
    const { value } = known;
    if (value === null) return known;
    return Number.isSafeInteger(value) && !(this.#isUnsigned && value < 0) ? known : UNKNOWN;
  }

  #unary(): Known {
    const token = this.#tokens[this.#at++];
    if (token === undefined) return UNKNOWN;
    if (token === '!') {
      const { value, suppositions } = this.#unary();
      return value === null ? UNKNOWN : { value: value === 0 ? 1 : 0, suppositions };
    }
    if (token === '-') {
      const { value, suppositions } = this.#unary();
      return value === null ? UNKNOWN : this.#exact({ value: -value, suppositions });
    }
    if (token === '(') {
      const inner = this.#binary(0);
      if (this.#tokens[this.#at++] !== ')') return UNKNOWN;
      return inner;
    }
    if (/^\d/.test(token))
      return this.#exact(certain(Number(/^0\d/.test(token) ? `0o${token.slice(1)}` : token)));
    if (token !== 'defined') return this.#tokens[this.#at] === '(' ? UNKNOWN : this.#number(token);
    const isWrapped = this.#tokens[this.#at] === '(';
    if (isWrapped) this.#at++;
    const name = this.#tokens[this.#at++];
    if (isWrapped && this.#tokens[this.#at++] !== ')') return UNKNOWN;
    return name === undefined ? UNKNOWN : this.#isDefined(name);
  }

  /** A name as a number; what is not defined is 0. */
  #number(name: string): Known {
    if (name === 'true' || name === 'false') return certain(name === 'true' ? 1 : 0);
    const known = this.#defined.get(name);
    // Who compares a name that the file does not define counts on others to define it.
    if (known === undefined) return UNKNOWN;
    const { value, suppositions } = known;
    return value === null || value === true ? UNKNOWN : { value: Number(value), suppositions };
  }

  #isDefined(name: string): Known {
    const known = this.#defined.get(name);
    if (known !== undefined) {
      const { value, suppositions } = known;
      return value === null ? UNKNOWN : { value: value === false ? 0 : 1, suppositions };
    }
    if (name === '__cplusplus') return certain(1);
    if (DEVICE.test(name)) {
      const supposed: Supposition = { name, kind: 'device', text: DEFINED, range: null };
      return { value: 1, suppositions: [supposed] };
    }
    return isSupposedUndefined(name) ? { value: 0, suppositions: [supposedNotDefined(name)] } : UNKNOWN;
  }
}

/** `__cplusplus < 201103L`: what is so by every standard that is taken. */
function ofStandard(operator: string, bound: number): Known {
  const isBelow = operator === '>=' || operator === '<' ? bound <= LEAST_STANDARD : bound < LEAST_STANDARD;
  if (!isBelow) return UNKNOWN;
  if (operator === '>=' || operator === '>' || operator === '!=') return certain(1);
  return operator === '<' || operator === '<=' || operator === '==' ? certain(0) : UNKNOWN;
}

export const isSupposedUndefined = (name: string): boolean =>
  !DEVICE.test(name) && !GROWING.test(name) && (OTHER_COMPILERS.test(name) || !RESERVED.test(name));

export const supposedNotDefined = (name: string): Supposition => ({
  name,
  kind: 'undefined',
  text: NOT_DEFINED,
  range: null,
});

const NOT_DEFINED = 'is not defined';
const DEFINED = 'is defined';

/** What is supposed of a macro that somebody defines whom nobody reads; true: it has no number. */
export const supposedValue = (name: string, value: number | true): Supposition =>
  value === true
    ? { name, kind: 'defined', text: DEFINED, range: null }
    : { name, kind: 'defined', text: `= ${value}`, range: [value, value] };

/** What a condition that asks for a name alone supposes where it is taken to hold; null of another one. */
export function supposedDefined(condition: string | null): Supposition | null {
  const name = condition === null ? undefined : /^defined\s*\(?\s*([A-Za-z_]\w*)\s*\)?$/.exec(condition)?.[1];
  return name === undefined ? null : supposedValue(name, true);
}

/** Whether what is said of names, that one is something and that it is not defined, cannot hold at once. */
export function isDefinedAndNot(said: readonly { readonly name: string; readonly text: string }[]): boolean {
  const defined = new Set(said.filter(({ text }) => text !== NOT_DEFINED).map(({ name }) => name));
  return said.some(({ name, text }) => text === NOT_DEFINED && defined.has(name));
}

function combined(operator: string, left: Known, right: Known): Known {
  if (operator === '&&' || operator === '||') {
    const deciding = operator === '||';
    // What decides alone supposes nothing of the other side; a side without suppositions is preferred.
    const sides = [left, right].filter((s) => s.value !== null && (s.value !== 0) === deciding);
    const best = sides.find((s) => s.suppositions.length === 0) ?? sides[0];
    if (best !== undefined) return { value: deciding ? 1 : 0, suppositions: best.suppositions };
    if (left.value === null || right.value === null) return UNKNOWN;
    return { value: deciding ? 0 : 1, suppositions: [...left.suppositions, ...right.suppositions] };
  }
  if (left.value === null || right.value === null) return UNKNOWN;
  const value = computed(operator, left.value, right.value);
  return value === null
    ? UNKNOWN
    : { value: Number(value), suppositions: [...left.suppositions, ...right.suppositions] };
}

function computed(operator: string, a: number, b: number): number | boolean | null {
  switch (operator) {
    case '==':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? null : Math.trunc(a / b);
    default:
      return b === 0 ? null : a % b;
  }
}

/** Whether all of the suppositions about one macro can hold at once. */
export function areCompatible(suppositions: readonly Supposition[]): boolean {
  if (isDefinedAndNot(suppositions)) return false;
  const ranges = new Map<string, readonly [number, number]>();
  for (const { name, range } of suppositions) {
    if (range === null) continue;
    const before = ranges.get(name) ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const both = [Math.max(before[0], range[0]), Math.min(before[1], range[1])] as const;
    if (both[0] > both[1]) return false;
    ranges.set(name, both);
  }
  return true;
}
