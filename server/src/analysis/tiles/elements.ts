// The type of the elements of a tile of Triton where it stands, by what its text says: conversions, and what keeps a type.

import type { CallExpr, Expr } from '../../frontends/common/expression.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { isCompiledLoop } from './loops.ts';
import type { TritonModules } from './modules.ts';
import { givenTo, pathText, reachingOf } from './reaching.ts';

/** A name of Triton's, `float16`; a number of Python takes the type of the tile that it meets; null: not known. */
export type ElementType = string | null;

const NUMBER = 'number';

/** Why a number is read as no integer. */
export const FLOAT = 'a floating-point number';

/** How many expressions are followed. */
const MAXIMUM_DEPTH = 24;

const TYPES = /^(?:float(?:16|32|64|8e4nv|8e4b8|8e5|8e5b16|8e4b15)|bfloat16|u?int(?:8|16|32|64)|int1)$/;

const FLOATS = /^(?:b?float(?:16|32|64))$/;

/** What gives tiles of the type of their first argument, and takes no other tile of which the type matters. */
const KEEPS = new Set([
  ...['trans', 'permute', 'reshape', 'view', 'broadcast_to', 'expand_dims', 'ravel', 'flip', 'zeros_like'],
  ...['multiple_of', 'max_contiguous', 'max_constancy'],
]);

/** Those of floating-point numbers, of float32 and float64 alone in some releases. */
const FUNCTIONS = new Set([
  'exp',
  'exp2',
  'log',
  'log2',
  'sqrt',
  'rsqrt',
  'sin',
  'cos',
  'erf',
  'sigmoid',
  'abs',
]);

export class Elements {
  readonly #modules: TritonModules;
  readonly #unit: Scope;
  constructor(modules: TritonModules, unit: Scope) {
    this.#modules = modules;
    this.#unit = unit;
  }

  of(e: Expr, depth = 0): ElementType {
    if (depth > MAXIMUM_DEPTH) return null;
    const inside = (part: Expr): ElementType => this.of(part, depth + 1);
    switch (e.kind) {
      case 'integer':
        return NUMBER;
      case 'opaque':
        return e.reason === FLOAT ? NUMBER : null;
      case 'name':
        return this.#named(e, depth);
      case 'unary':
        return e.operator === '-' ? inside(e.operand) : null;
      case 'binary':
        return /^[-+*/]$/.test(e.operator) ? common(inside(e.left), inside(e.right), e.operator) : null;
      case 'conditional':
        return same(inside(e.then), inside(e.otherwise));
      case 'mutated':
        // A compiled loop holds every round to the type from before.
        return e.how === 'carried' && isCompiledLoop(this.#unit, e.body) ? inside(e.before) : null;
      case 'index':
        return e.args.every(({ kind }) => kind === 'underscore') ? inside(e.object) : null;
      case 'member':
        return e.name.name === 'T' ? inside(e.object) : null;
      case 'call':
        return this.#made(e, depth);
      default:
        return null;
    }
  }

  #named(e: Expr & { readonly kind: 'name' }, depth: number): ElementType {
    const reaching = reachingOf(this.#unit, e);
    const given = reaching === null ? null : givenTo(reaching.declaration);
    return given === null ? null : this.of(given, depth + 1);
  }

  #made(call: CallExpr, depth: number): ElementType {
    const { callee, args } = call;
    const path = pathText(callee);
    const name = path === null ? null : this.#modules.functionOf(path);
    const given = (at: number, keyword: string): Expr | undefined =>
      args[at] ?? call.keywords.find((k) => k.name === keyword)?.value;
    const [first] = args;
    if (name === null) {
      const isTo = callee.kind === 'member' && callee.name.name === 'to';
      return isTo && call.keywords.every((k) => k.name === 'dtype')
        ? this.#type(given(0, 'dtype'), depth)
        : null;
    }
    if (name === 'zeros') return this.#type(given(1, 'dtype'), depth);
    if (name === 'full') return this.#type(given(2, 'dtype'), depth);
    if (name === 'cast') return this.#type(given(1, 'dtype'), depth);
    if (name === 'where')
      return args.length === 3 ? common(this.of(args[1]!, depth + 1), this.of(args[2]!, depth + 1)) : null;
    if (first === undefined) return null;
    if (KEEPS.has(name))
      return call.keywords.some((k) => k.name === 'dtype') ? null : this.of(first, depth + 1);
    const type = FUNCTIONS.has(name) ? this.of(first, depth + 1) : null;
    return type !== null && FLOATS.test(type) ? type : null;
  }

  /** `tl.float16`, `v.dtype` */
  #type(e: Expr | undefined, depth: number): ElementType {
    if (e === undefined) return null;
    const path = pathText(e);
    const name = path === null ? null : this.#modules.functionOf(path);
    if (name !== null) return TYPES.test(name) ? name : null;
    return e.kind === 'member' && e.name.name === 'dtype' ? this.of(e.object, depth + 1) : null;
  }
}

const same = (a: ElementType, b: ElementType): ElementType => (a === b ? a : null);

/**
 * Of two operands. Numbers leave the wide types what they are; what is beside the narrow ones, quotients and integers
 * differ by releases.
 */
function common(a: ElementType, b: ElementType, operator = '+'): ElementType {
  const isWide = (type: ElementType): boolean => type === 'float32' || type === 'float64';
  if (a === NUMBER || b === NUMBER) {
    const type = a === NUMBER ? b : a;
    return isWide(type) ? type : null;
  }
  if (a === b) return operator !== '/' || isWide(a) ? a : null;
  const isSingle =
    [a, b].includes('float32') && [a, b].every((t) => t !== null && /^(?:b?float16|float32)$/.test(t));
  return isSingle ? 'float32' : null;
}

/** The bits of an element; null where they are not known. */
export const bitsOf = (type: ElementType): number | null => {
  const bits = type === null || type === NUMBER ? null : /\d+/.exec(type)?.[0];
  return bits == null ? null : Number(bits);
};

/** Whether a type is that of a tile, and known. */
export const isType = (type: ElementType): type is string => type !== null && type !== NUMBER;
