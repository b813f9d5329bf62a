// The operands of `gemm` in CuTe DSL as the text says it, where the tensors themselves are not known: which operand a
// fragment was partitioned as, and how many elements the tile has that was partitioned.

import { Tensor } from '../../../evaluate/model/value.ts';
import type { Operand } from '../../../hardware/mma/mma-atom.ts';
import { ThrMma, TiledMma } from '../../../hardware/mma/tiled-mma.ts';
import { extentsOf, knownValueOf } from '../../document/extents.ts';
import { writtenCall } from '../../document/written/call.ts';
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
    const isWhole = [1, 2].map((i) => call.args[i] !== undefined && placeholderAt(call.args[i]!) !== null);
    if (of === null || call.args.length < 3) return null;
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

/** The operands of `gemm(mma, d, a, b, c)`, where one of the tensors is not known: of others evaluation tells. */
export function operandsOfGemm(
  { model }: Context,
  args: readonly Site[],
): Readonly<Record<Operand, WrittenOperand | null>> | null {
  const [, , a, b, c] = args;
  if (args.length !== 5 || a === undefined || b === undefined || c === undefined) return null;
  if ([a, b, c].every((site) => knownValueOf(model, site) instanceof Tensor)) return null;
  const of = (site: Site) => writtenOperand({ model }, site);
  return { A: of(a), B: of(b), C: of(c) };
}
