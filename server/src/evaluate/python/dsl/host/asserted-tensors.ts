// What a function of the host says of a tensor of PyTorch that it is handed: `rows, columns = x.shape` how many dimensions it
// has, and its assertions that it is contiguous, of which type, and how large some dimensions are. Wrappers of kernels are
// written so, and nobody in the file calls them.

import { isFailure } from '../../../../algebra/integer/failure.ts';
import type { Int } from '../../../../algebra/integer/integer.ts';
import { staticSymbol } from '../../../../algebra/integer/operations.ts';
import { Layout } from '../../../../algebra/layout/layout.ts';
import type { Expr } from '../../../../frontends/common/expression.ts';
import { namesOf } from '../../../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../../../frontends/common/scope.ts';
import type { Environment } from '../../../model/environment.ts';
import type { Evaluation } from '../../../model/evaluation.ts';
import { TypeValue, type Value } from '../../../model/value.ts';
import { rowMajor, TorchTensor } from './torch.ts';

const MOST_DIMENSIONS = 8;

/** `torch.Tensor`, `Tensor` */
const isTensorType = (type: Expr | null): boolean =>
  (type?.kind === 'member' &&
    type.name.name === 'Tensor' &&
    type.object.kind === 'name' &&
    type.object.name === 'torch') ||
  (type?.kind === 'name' && type.name === 'Tensor');

/** The conditions that hold one by one where a condition holds, or where it does not. */
function partsHeld(e: Expr, holds = true): readonly Expr[] {
  if (e.kind === 'unary' && e.operator === '!') return partsHeld(e.operand, !holds);
  if (e.kind === 'binary' && e.operator === (holds ? 'and' : 'or'))
    return [...partsHeld(e.left, holds), ...partsHeld(e.right, holds)];
  if (holds) return [e];
  return e.kind === 'binary' && e.operator === '!=' ? [{ ...e, operator: '==' }] : [];
}

/** `x` of `x.shape`, for an attribute by its name. */
const attributeOf = (e: Expr, name: string): string | null =>
  e.kind === 'member' && e.name.name === name && e.object.kind === 'name' ? e.object.name : null;

/** `x` and the arguments of `x.size(0)`, for a method by its name. */
function methodOf(e: Expr, name: string): { readonly of: string; readonly args: readonly Expr[] } | null {
  const of = e.kind === 'call' && e.keywords.length === 0 ? attributeOf(e.callee, name) : null;
  return of === null ? null : { of, args: (e as Expr & { readonly kind: 'call' }).args };
}

const numberIn = (e: Expr | undefined): number | null => (e?.kind === 'integer' ? Number(e.value) : null);

/** What `rows, columns = x.shape` says. */
interface Unpacked {
  readonly rank: number;
  /** The dimensions by the names that nothing else is given to. */
  readonly names: ReadonlyMap<string, number>;
}

/** Null where it is not written. */
export function unpacked(tensor: string, { declarations }: Scope): Unpacked | null {
  const places = new Set<number>();
  const names = new Map<string, number>();
  for (const { name, init, element } of declarations) {
    const [place, ...inner] = element ?? [];
    if (init === null || attributeOf(init, 'shape') !== tensor || place === undefined) continue;
    if (inner.length > 0 || place < 0) return null;
    places.add(place);
    // `rows = rows // 2` behind it is another number.
    if (declarations.filter((d) => d.name === name).length === 1) names.set(name, place);
  }
  const isWhole = places.size > 0 && [...places].every((place) => place < places.size);
  return isWhole ? { rank: places.size, names } : null;
}

class Asked {
  readonly #ev: Evaluation;
  readonly #tensor: string;
  readonly #env: Environment;
  readonly #unpacked: Unpacked | null;
  readonly #held: readonly Expr[];

  constructor(ev: Evaluation, tensor: string, scope: Scope, env: Environment) {
    this.#ev = ev;
    this.#tensor = tensor;
    this.#env = env;
    this.#unpacked = unpacked(tensor, scope);
    this.#held = (scope.assertions ?? []).flatMap((e) => partsHeld(e));
  }

  /** Both sides of an equation, one way and the other. */
  #equations(): readonly (readonly [Expr, Expr])[] {
    return this.#held.flatMap((e) =>
      e.kind === 'binary' && (e.operator === '==' || e.operator === 'is')
        ? [[e.left, e.right] as const, [e.right, e.left] as const]
        : [],
    );
  }

  /** What an expression is that does not ask for the tensor itself. */
  #valueOf(e: Expr): Value | null {
    const isOwn = ({ name }: { readonly name: string }): boolean =>
      name === this.#tensor || this.#unpacked?.names.has(name) === true;
    if (namesOf(e).some(isOwn)) return null;
    const value = this.#ev.value(e, this.#env);
    return isFailure(value) ? null : value;
  }

  rank(): number | null {
    if (this.#unpacked !== null) return this.#unpacked.rank;
    for (const [left, right] of this.#equations()) {
      const isRank = methodOf(left, 'dim')?.of === this.#tensor || attributeOf(left, 'ndim') === this.#tensor;
      const rank = isRank ? numberIn(right) : null;
      if (rank !== null) return rank;
      if (attributeOf(left, 'shape') === this.#tensor && right.kind === 'tuple') return right.items.length;
    }
    return null;
  }

  /** The dimension that an expression is the size of; null: it is none. */
  #dimension(e: Expr, rank: number): number | null {
    if (e.kind === 'name') return this.#unpacked?.names.get(e.name) ?? null;
    const place =
      e.kind === 'index' && attributeOf(e.object, 'shape') === this.#tensor
        ? e.args[0]
        : methodOf(e, 'size')?.of === this.#tensor
          ? methodOf(e, 'size')!.args[0]
          : undefined;
    const at = numberIn(place);
    return at === null ? null : at < 0 ? at + rank : at;
  }

  /** The sizes that are known, by their dimensions. */
  sizes(rank: number): ReadonlyMap<number, number> {
    const sizes = new Map<number, number>();
    const note = (at: number | null, e: Expr): void => {
      const value = at === null ? null : this.#valueOf(e);
      if (typeof value === 'number' && value > 0) sizes.set(at!, value);
    };
    for (const [left, right] of this.#equations()) {
      note(this.#dimension(left, rank), right);
      if (attributeOf(left, 'shape') === this.#tensor && right.kind === 'tuple')
        for (const [i, item] of right.items.entries()) note(i, item);
    }
    return sizes;
  }

  /** The type that its elements have, or those of a tensor that are of the same type. */
  element(of = this.#tensor, seen: readonly string[] = []): TypeValue | null {
    for (const [left, right] of this.#equations()) {
      if (attributeOf(left, 'dtype') !== of) continue;
      const other = attributeOf(right, 'dtype');
      const type =
        other === null
          ? this.#valueOf(right)
          : seen.includes(other)
            ? null
            : this.element(other, [...seen, of]);
      if (type instanceof TypeValue && type.bits !== null) return type;
    }
    return null;
  }

  isContiguous(): boolean {
    return this.#held.some((e) => methodOf(e, 'is_contiguous')?.of === this.#tensor);
  }

  /** Whether the elements of the last dimension follow one another. */
  hasUnitStride(rank: number): boolean {
    return this.#equations().some(([left, right]) => {
      const stride = methodOf(left, 'stride');
      const at = numberIn(stride?.args[0]) ?? lastOf(stride?.args[0]);
      return stride?.of === this.#tensor && (at === -1 || at === rank - 1) && numberIn(right) === 1;
    });
  }
}

/** -1 of `-1`, which is an operator and a number. */
const lastOf = (e: Expr | undefined): number | null =>
  e?.kind === 'unary' && e.operator === '-' && numberIn(e.operand) === 1 ? -1 : null;

/**
 * The tensor as far as the function says it; null where that is not even how many dimensions it has.
 * @param symbol by which the parameter is told from others
 */
export function assertedTensor(
  ev: Evaluation,
  d: Declaration,
  scope: Scope,
  env: Environment,
  symbol: string,
): { readonly tensor: TorchTensor; readonly said: string } | null {
  // Behind `x = other(x)` the name is that of another tensor.
  if (!isTensorType(d.type) || scope.declarations.filter(({ name }) => name === d.name).length > 1)
    return null;
  const asked = new Asked(ev, d.name, scope, env);
  const rank = asked.rank();
  if (rank === null || rank < 1 || rank > MOST_DIMENSIONS) return null;
  const sizes = asked.sizes(rank);
  const places = Array.from({ length: rank }, (_, i) => i);
  const shape = places.map((i): Int => sizes.get(i) ?? staticSymbol(`${symbol}.shape[${i}]`));
  const element = asked.element();
  const dimensions = `${rank} ${rank === 1 ? 'dimension' : 'dimensions'}`;
  if (asked.isContiguous()) return { tensor: rowMajor(shape, element), said: `${dimensions}, contiguous` };
  const last = asked.hasUnitStride(rank) ? rank - 1 : null;
  const strides = places.map((i): Int => (i === last ? 1 : staticSymbol(`${symbol}.stride(${i})`)));
  return { tensor: new TorchTensor(new Layout(shape, strides), element), said: dimensions };
}
