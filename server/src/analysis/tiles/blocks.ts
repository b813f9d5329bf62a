// Block pointers of Triton: where they are made, and how `advance` moves them from one round of a loop to the next.

import { scopePath } from '../../evaluate/model/environment.ts';
import type { CallExpr, Expr } from '../../frontends/common/expression.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import type { PlacedSite } from '../values/placed-site.ts';
import type { TritonModules } from './modules.ts';
import { givenTo, pathText, reachingOf } from './reaching.ts';
import type { TileReader } from './reader.ts';
import type { Extent } from './shape.ts';

/** What moves a block. */
interface Move {
  readonly call: CallExpr;
  readonly by: readonly Extent[];
  /** As often as a loop has moved it when its last round begins, or once; null: not known. */
  readonly times: number | null;
  readonly isInLoop: boolean;
  /** How `by` is written. */
  readonly steps: readonly Expr[];
  /** The loop whose rounds move it; null: none. */
  readonly loop: Scope | null;
}

export interface Block {
  /** Of the tensor. */
  readonly shape: readonly Extent[];
  /** Of the block itself. */
  readonly extents: readonly Extent[];
  /** How both are written. */
  readonly written: { readonly shape: readonly Expr[]; readonly extents: readonly Expr[] };
  /** Where it begins. */
  readonly offsets: readonly Expr[];
  readonly moves: readonly Move[];
}

/** How many names are followed. */
const MAXIMUM_DEPTH = 8;

export class Blocks {
  readonly #modules: TritonModules;
  readonly #site: PlacedSite;
  readonly #reader: TileReader;
  constructor(modules: TritonModules, site: PlacedSite, reader: TileReader) {
    this.#modules = modules;
    this.#site = site;
    this.#reader = reader;
  }

  /** What a pointer points to where it stands; null for what is no block pointer, or not known. */
  at(pointer: Expr, depth = 0): Block | null {
    if (depth > MAXIMUM_DEPTH) return null;
    if (pointer.kind === 'call') return this.#made(pointer, depth);
    const root = this.#site.memo.placed.unit.scope;
    const reaching = pointer.kind === 'name' ? reachingOf(root, pointer) : null;
    const given = reaching === null ? null : givenTo(reaching.declaration);
    if (given === null || given.kind !== 'mutated') return given === null ? null : this.at(given, depth + 1);
    const { how, before, value, body } = given;
    if (how !== 'carried' || value?.kind !== 'call') return null;
    const moved = this.#advanced(value);
    // A round leaves the pointer as it was, but for this.
    if (moved === null || moved.of.kind !== 'name') return null;
    const inRound = reachingOf(root, moved.of)?.declaration;
    if (inRound !== reaching!.declaration) return null;
    const block = this.at(before, depth + 1);
    const loop = scopePath(root, pointer.span.start).find(({ span }) => span.start === body);
    return block === null || loop === undefined
      ? null
      : {
          ...block,
          moves: [
            ...block.moves,
            {
              call: value,
              by: moved.by,
              steps: moved.steps,
              times: this.#lastRound(loop),
              isInLoop: true,
              loop,
            },
          ],
        };
  }

  #made(call: CallExpr, depth: number): Block | null {
    const moved = this.#advanced(call);
    if (moved !== null) {
      const block = this.at(moved.of, depth + 1);
      return block === null
        ? null
        : {
            ...block,
            moves: [
              ...block.moves,
              { call, by: moved.by, steps: moved.steps, times: 1, isInLoop: false, loop: null },
            ],
          };
    }
    if (this.#nameOf(call) !== 'make_block_ptr') return null;
    const given = this.#reader.argumentsOf(call, null);
    const [shape, extents] = [given.listed(1, 'shape'), given.listed(4, 'block_shape')];
    const offsets = given.items(3, 'offsets');
    if (shape === null || extents === null || offsets === null) return null;
    const written = { shape: given.items(1, 'shape') ?? [], extents: given.items(4, 'block_shape') ?? [] };
    return shape.length === extents.length && shape.length === offsets.length
      ? { shape, extents, written, offsets, moves: [] }
      : null;
  }

  /** `tl.advance(pointer, (0, BLOCK_K))` */
  #advanced(
    call: CallExpr,
  ): { readonly of: Expr; readonly by: readonly Extent[]; readonly steps: readonly Expr[] } | null {
    const isMethod = call.callee.kind === 'member' && this.#nameOf(call) === null;
    const isAdvance = isMethod
      ? call.callee.kind === 'member' && call.callee.name.name === 'advance'
      : this.#nameOf(call) === 'advance';
    if (!isAdvance) return null;
    const given = this.#reader.argumentsOf(call, null);
    const of =
      isMethod && call.callee.kind === 'member'
        ? call.callee.object
        : (call.args[0] ?? call.keywords.find(({ name }) => name === 'base')?.value);
    const by = given.listed(isMethod ? 0 : 1, 'offsets');
    const steps = given.items(isMethod ? 0 : 1, 'offsets');
    return of === undefined || by === null || steps === null ? null : { of, by, steps };
  }

  /** How many rounds a loop over a `range` has before its last one. */
  #lastRound({ counts }: Scope): number | null {
    if (counts?.kind !== 'call' || !/(?:^|\.)(?:static_)?range$/.test(pathText(counts.callee) ?? ''))
      return null;
    const numbers = counts.args.map((arg) => this.#reader.extentAt(arg));
    if (numbers.some(({ size, defaults }) => size === null || defaults.length > 0)) return null;
    const [a, b, step = 1] = numbers.map(({ size }) => size!);
    const rounds = b === undefined ? a! : Math.ceil((b - a!) / step);
    return rounds > 0 && step > 0 ? rounds - 1 : null;
  }

  #nameOf({ callee }: CallExpr): string | null {
    const path = pathText(callee);
    return path === null ? null : this.#modules.functionOf(path);
  }
}
