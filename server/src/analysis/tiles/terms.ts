// An address of Triton as a sum: numbers of lanes, of the program and of the rounds of a loop, each times a stride.

import type { CallExpr, Expr, MutatedExpr } from '../../frontends/common/expression.ts';
import type { Declaration } from '../../frontends/common/scope.ts';
import type { PlacedSite } from '../values/placed-site.ts';
import { isCount } from './loops.ts';
import type { TritonModules } from './modules.ts';
import { givenTo, pathText, reachingOf } from './reaching.ts';
import type { TileReader } from './reader.ts';
import type { Extent } from './shape.ts';

/** What one of the summands counts. */
type Counted =
  | { readonly kind: 'lanes'; readonly call: CallExpr; readonly extent: Extent }
  | { readonly kind: 'program'; readonly axis: number }
  | { readonly kind: 'counter'; readonly name: string }
  /** One, `by` times. */
  | { readonly kind: 'constant' }
  /** A number, or a pointer, that is the same in all lanes; of what is worked out by a quotient or remainder its name. */
  | { readonly kind: 'other'; readonly of?: Declaration };

export interface Term {
  readonly counted: Counted;
  /** Null: not a known number. */
  readonly by: number | null;
  /** The parameter that it is times, alone; null where it is a number or more than that. */
  readonly name: string | null;
  /** A number that it is a multiple of, whatever `by` is. */
  readonly multiple: number;
}

/** Where the numbers of lanes begin that terms count; null where they count several, or none. */
export function lanesIn(terms: readonly Term[]): number | null {
  const lanes = terms.flatMap(({ counted }) => (counted.kind === 'lanes' ? [counted.call.span.start] : []));
  return lanes.length === 1 ? lanes[0]! : null;
}

/** How many expressions are followed, of one in the other. */
const MAXIMUM_DEPTH = 16;

/** What leaves a number as it is. */
const KEEPS = /^(?:to|cast|multiple_of|max_contiguous|broadcast_to)$/;

const term = (counted: Counted): readonly Term[] => [{ counted, by: 1, name: null, multiple: 1 }];
const OTHER = term({ kind: 'other' });
const constant = (by: number): readonly Term[] => [
  { counted: { kind: 'constant' }, by, name: null, multiple: Math.abs(by) },
];

export class Terms {
  readonly #modules: TritonModules;
  readonly #site: PlacedSite;
  readonly #reader: TileReader;
  constructor(modules: TritonModules, site: PlacedSite, reader: TileReader) {
    this.#modules = modules;
    this.#site = site;
    this.#reader = reader;
  }

  /** Null where it is no such sum. */
  of(e: Expr, depth = 0): readonly Term[] | null {
    if (depth > MAXIMUM_DEPTH) return null;
    switch (e.kind) {
      case 'integer':
        return constant(e.value);
      case 'name':
        return this.#named(e, depth);
      case 'binary':
        return this.#both(e, depth);
      case 'index':
        return e.args.every(({ kind }) => kind === 'underscore') ? this.of(e.object, depth + 1) : null;
      case 'call':
        return this.#called(e, depth);
      default:
        return this.#isScalar(e) ? OTHER : null;
    }
  }

  #isScalar(e: Expr): boolean {
    return this.#reader.shapeOf(e)?.length === 0;
  }

  /** The number of an integer that no default decides. */
  numberOf(e: Expr): number | null {
    const { size, defaults } = this.#reader.extentAt(e);
    return defaults.length === 0 ? size : null;
  }

  #named(e: Expr & { readonly kind: 'name' }, depth: number): readonly Term[] | null {
    const reaching = reachingOf(this.#site.memo.placed.unit.scope, e);
    const number = this.numberOf(e);
    if (number !== null) return constant(number);
    if (reaching === null) return null;
    const { declaration, scope } = reaching;
    if (declaration.kind === 'parameter') {
      if (!this.#modules.isOfKernel(scope)) return null;
      return OTHER;
    }
    if (isCount(declaration, scope)) {
      // Neighbours are those of the next round.
      const step = scope.counts?.kind === 'call' ? scope.counts.args[2] : undefined;
      const by = step === undefined ? 1 : this.numberOf(step);
      return [{ counted: { kind: 'counter', name: e.name }, by, name: null, multiple: by ?? 1 }];
    }
    const given = givenTo(declaration);
    if (given?.kind === 'mutated' && !this.#isScalar(e)) return this.#carried(given, depth);
    if (given === null || given.kind === 'mutated') return this.#isScalar(e) ? OTHER : null;
    const isSplit = given.kind === 'binary' && (given.operator === '//' || given.operator === '%');
    const terms = this.of(given, depth + 1);
    return isSplit && terms === OTHER ? term({ kind: 'other', of: declaration }) : terms;
  }

  /** Pointers that each round of a loop moves by as much in all lanes: `pointers += BLOCK * stride`. */
  #carried({ how, name, before, value }: MutatedExpr, depth: number): readonly Term[] | null {
    if (how !== 'carried' || value?.kind !== 'binary' || value.operator !== '+') return null;
    const { left, right } = value;
    if (left.kind !== 'name' || left.name !== name || !this.#isScalar(right)) return null;
    const from = this.of(before, depth + 1);
    return from === null
      ? null
      : [...from, { counted: { kind: 'counter', name: 'the loop' }, by: null, name: null, multiple: 1 }];
  }

  #both(e: Expr & { readonly kind: 'binary' }, depth: number): readonly Term[] | null {
    const [left, right] = [this.of(e.left, depth + 1), this.of(e.right, depth + 1)];
    if (left === null || right === null) return null;
    if (e.operator === '+') return [...left, ...right];
    if (e.operator === '*') return this.#product(e.left, left, right) ?? this.#product(e.right, right, left);
    return this.#isScalar(e) ? OTHER : null;
  }

  /** A sum times what is a number or a parameter. */
  #product(factor: Expr, own: readonly Term[], sum: readonly Term[]): readonly Term[] | null {
    const isPlain = own.every(
      ({ counted }) => counted.kind === 'constant' || (counted.kind === 'other' && counted.of === undefined),
    );
    if (!isPlain || (factor.kind !== 'name' && factor.kind !== 'integer')) return null;
    const size = this.numberOf(factor);
    const times = factor.kind === 'name' ? factor.name : null;
    return sum.map((each) => ({
      ...each,
      by: each.by === null || size === null ? null : each.by * size,
      // Also of a known number the parameter that it is.
      name: each.by === 1 ? times : null,
      multiple: each.multiple * Math.abs(size ?? 1),
    }));
  }

  #called(call: CallExpr, depth: number): readonly Term[] | null {
    const { callee, args } = call;
    const path = pathText(callee);
    const name = path === null ? null : this.#modules.functionOf(path);
    const [first] = args;
    if (name === null && callee.kind === 'member' && callee.name.name === 'to')
      return this.of(callee.object, depth + 1);
    if (name === 'program_id') {
      const given = first ?? call.keywords.find((k) => k.name === 'axis')?.value;
      return given?.kind === 'integer' ? term({ kind: 'program', axis: given.value }) : OTHER;
    }
    if (name === 'arange') {
      const [extent] = this.#reader.shapeOf(call) ?? [];
      return extent === undefined ? null : term({ kind: 'lanes', call, extent });
    }
    if (name !== null && KEEPS.test(name) && first !== undefined) return this.of(first, depth + 1);
    return this.#isScalar(call) ? OTHER : null;
  }
}
