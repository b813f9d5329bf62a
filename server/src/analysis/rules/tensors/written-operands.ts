// The operands of `gemm` in CuTe DSL as the text says it, where the tensors themselves are not known: which operand a
// fragment was partitioned as, and how many elements the tile has that was partitioned.

import { shapeOf } from '../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Shape } from '../../../algebra/layout/layout.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import type { Operand } from '../../../hardware/mma/mma-atom.ts';
import { ThrMma, TiledMma } from '../../../hardware/mma/tiled-mma.ts';
import { extentsOf, knownValueOf, settledValueOf } from '../../document/extents.ts';
import { type WrittenCall, writtenCall } from '../../document/written/call.ts';
import { placeholderAt } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext } from '../rule.ts';

/** How many names and calls are followed. */
const MAXIMUM_DEPTH = 8;

export interface WrittenOperand {
  readonly part: Operand;
  /** What is partitioned. */
  readonly tile: Site;
  /** Its two modes; null: not known, or only a part of it is left. */
  readonly extents: readonly [number | null, number | null];
  readonly mma: TiledMma | null;
  /** How often the instruction is repeated along both, where the fragment itself is known. */
  readonly repeats?: readonly [number | null, number | null];
}

type Context = Pick<RuleContext, 'model'>;

/** Null where it is not known that the tensor is a partition for a product. */
function writtenOperand({ model }: Context, site: Site, depth = 0): WrittenOperand | null {
  if (depth > MAXIMUM_DEPTH) return null;
  const given = initialiserOf(site);
  if (given !== null) return writtenOperand({ model }, given, depth + 1);
  const call = writtenCall(site);
  const [first] = call?.args ?? [];
  if (call === null || first === undefined) return null;
  if (call.name === '[]') {
    const of = writtenOperand({ model }, call.callee, depth + 1);
    if (of === null || call.args.length < 3) return null;
    const isWhole = keptWhole(call);
    return { ...of, extents: [isWhole[0] ? of.extents[0] : null, isWhole[1] ? of.extents[1] : null] };
  }
  if (/^make_fragment_(?:[ABC]|like)$/.test(call.name)) return writtenOperand({ model }, first, depth + 1);
  const part = /^partition_([ABC])$/.exec(call.name)?.[1] as Operand | undefined;
  if (part === undefined || call.object === null) return null;
  const by = knownValueOf(model, call.object);
  const mma = by instanceof ThrMma ? by.tiled : by instanceof TiledMma ? by : null;
  const [a = null, b = null] = extentsOf(model, first) ?? [];
  return { part, tile: first, extents: [a, b], mma };
}

/** Which modes of what is sliced a slice keeps as a whole, `t[None, None, k]`. */
const keptWhole = (call: WrittenCall): readonly boolean[] =>
  [1, 2].map((i) => call.args[i] !== undefined && placeholderAt(call.args[i]!) !== null);

/** A fragment that is known, or a slice of one: its modes are the instruction and how often it is repeated. */
function repeatsOf({ model }: Context, site: Site): WrittenOperand['repeats'] | null {
  const call = writtenCall(site);
  const slice = call?.name === '[]' && call.args.length === 3 ? call : null;
  const value = settledValueOf(model, slice?.callee ?? site);
  if (!(value instanceof Tensor) || value.engine.space !== 'rmem') return null;
  const shape = shapeOf(value.layout);
  if (!Array.isArray(shape) || shape.length !== 3) return null;
  const [a, b] = (shape as readonly Shape[]).slice(1).map((mode) => knownNumber(product(mode)) ?? null);
  const [isWholeA, isWholeB] = slice === null ? [true, true] : keptWhole(slice);
  return [isWholeA ? a! : null, isWholeB ? b! : null];
}

/** The operands of `gemm(mma, d, a, b, c)`, where one of the tensors is not known: of others evaluation tells. */
export function operandsOfGemm(
  { model }: Context,
  args: readonly Site[],
): Readonly<Record<Operand, WrittenOperand | null>> | null {
  const [, , a, b, c] = args;
  if (args.length !== 5 || a === undefined || b === undefined || c === undefined) return null;
  if ([a, b, c].every((site) => knownValueOf(model, site) instanceof Tensor)) return null;
  const of = (site: Site, part: Operand): WrittenOperand | null => {
    const [written, repeats] = [writtenOperand({ model }, site), repeatsOf({ model }, site)];
    if (repeats === null) return written;
    return { part, tile: site, extents: [null, null], mma: null, ...written, repeats };
  };
  return { A: of(a, 'A'), B: of(b, 'B'), C: of(c, 'C') };
}
