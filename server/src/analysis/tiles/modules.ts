// What a file calls the language of Triton or of Gluon, and which of its functions are kernels.

import type { Scope } from '../../frontends/common/scope.ts';
import { mentions } from '../../syntax/text/mentions.ts';
import { mayAgree } from './agreement.ts';
import type { ParameterName } from './shape.ts';

/** What libraries have versions of their own of, which keep the shape as Triton's. */
const IMPORTED = new Set(['exp', 'exp2', 'log', 'log2', 'sqrt', 'rsqrt', 'tanh', 'sigmoid']);

const IMPORT =
  /^[ \t]*(?:import\s+triton\.(?:experimental\.gluon\.)?language\s+as\s+(\w+)|from\s+triton(?:\.experimental\.gluon)?\s+import\s+language\s+as\s+(\w+))/gm;

export class TritonModules {
  readonly #text: string;
  readonly #aliases: ReadonlySet<string>;
  readonly #kernels = new Map<string, boolean>();
  readonly #agreed = new Map<string, boolean>();

  /** Whether the file names Triton at all. */
  readonly isUsed: boolean;

  constructor(text: string) {
    this.#text = text;
    this.isUsed = mentions(text, 'triton');
    const imported = this.isUsed ? text.matchAll(IMPORT) : [];
    this.#aliases = new Set(['triton.language', ...[...imported].map(([, a, b]) => a ?? b!)]);
  }

  /** `dot` of `tl.dot`, `exp` of a library's own; null for what is none of Triton's functions. */
  functionOf(path: string): string | null {
    if (IMPORTED.has(path))
      return new RegExp(`^[ \\t]*from\\s+[\\w.]+\\s+import\\b[^\\n]*\\b${path}\\b`, 'm').test(this.#text)
        ? path
        : null;
    const name = path.slice(path.lastIndexOf('.') + 1);
    const module = path.slice(0, path.length - name.length - 1).replace(/\.(?:math|standard)$/, '');
    return this.#aliases.has(module) ? name : null;
  }

  /** Whether something may choose a parameter for each launch: `triton.Config({'BLOCK_K': 64})`. */
  isTuned(parameter: string): boolean {
    return [`'${parameter}'`, `"${parameter}"`].some((quoted) => this.#text.includes(quoted));
  }

  /**
   * Whether a function is launched alone, so that its parameters are single addresses and numbers: one that asks for its
   * place in the grid, is launched in this file, or returns nothing and stores through its parameters, and that nothing
   * here calls.
   */
  isOfKernel({ kind, name }: Scope): boolean {
    if (kind !== 'function' || name === null) return false;
    const before = this.#kernels.get(name);
    if (before !== undefined) return before;
    const isKernel = this.#isKernel(name);
    this.#kernels.set(name, isKernel);
    return isKernel;
  }

  #isKernel(name: string): boolean {
    const defined = [...this.#text.matchAll(new RegExp(`^([ \\t]*)def\\s+${name}\\b`, 'gm'))];
    const [only] = defined;
    if (only === undefined || defined.length > 1) return false;
    if (new RegExp(`(?<!\\bdef\\s+)\\b${name}\\s*\\(`).test(this.#text)) return false;
    if (new RegExp(`\\b${name}\\s*\\[`).test(this.#text)) return true;
    const behind = this.#text.slice(only.index + only[0].length);
    const end = behind.search(/^(?:(?:def|class|if)\b|@)/m);
    const body = end < 0 ? behind : behind.slice(0, end);
    return /\.program_id\(/.test(body) || (isCompiled(this.#text, only.index) && storesAlone(body));
  }

  /** Whether two parameters of a kernel that nothing gives a number may be one number, by what chooses them. */
  mayAgree({ kernel, parameter }: ParameterName, other: ParameterName): boolean {
    const key = `${kernel} ${parameter} ${other.parameter}`;
    const before = this.#agreed.get(key);
    if (before !== undefined) return before;
    const agree = mayAgree(this.#text, kernel, parameter, other.parameter);
    this.#agreed.set(key, agree);
    return agree;
  }
}

/** How much of the text above a function may be its decorators. */
const DECORATORS = 1000;

/** `@triton.jit` above a function of the module. */
const isCompiled = (text: string, def: number): boolean =>
  /(?:^|\n)@(?:triton\.)?jit\b.*\n(?:@.*\n)*$/.test(text.slice(Math.max(0, def - DECORATORS), def));

/** Whether a body returns nothing and stores at addresses that it makes itself. */
const storesAlone = (body: string): boolean =>
  !/^\s*return\s*\S/m.test(body) && /\bstore\(/.test(body) && /\barange\(/.test(body);
