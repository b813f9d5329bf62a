// The modes of tensors that the helpers of `cutlass.utils` hand out several of: what a thread copies in an epilogue, and
// what one copy of scales moves.

import { label } from '../../cute/modes/layouts.ts';
import { copyModes, leadingOfCopy, openEnded } from '../../cute/modes/leading.ts';
import { openModes } from '../../cute/modes/parts.ts';
import type { BuiltinCall } from '../../model/builtin.ts';
import type { Modes } from '../../model/symbolic.ts';
import { argument, leadingOf } from './leading-modes.ts';

type Rule = (call: BuiltinCall) => Modes | readonly (Modes | null)[] | null;

/** `(t2r, tTR_tAcc, tTR_rAcc)`: the helper divides an accumulator of three modes by a tile, and takes one of the tiles. */
const toRegisters: Rule = () => [
  null,
  { kind: 'tensor', modes: copyModes(5) },
  { kind: 'tensor', modes: copyModes(2) },
];

/** `(r2s, tRS_rC, tRS_sC)` */
const toShared: Rule = (call) => [
  null,
  leadingOfCopy(leadingOf(argument(call, 2, 'tTR_rC')), true),
  leadingOfCopy(leadingOf(argument(call, 4, 'sC')), false),
];

/** `((ATOM_M,ATOM_N),MMA_M,MMA_N,…)` with the modes of M and those of N together: `((ATOM_M,MMA_M),(ATOM_N,MMA_N),…)`. */
const byRowsAndColumns: Rule = (call) => {
  const of = leadingOf(argument(call, 0, 'tensor'));
  const modes = [...openModes(2), ...(of?.modes.slice(3) ?? [])];
  const isWhole = of !== null && of.isOpenEnded !== true && of.modes.length >= 3;
  return isWhole ? { kind: 'tensor', modes } : openEnded('tensor', modes);
};

/** `(tSsS, tSgS)`: the tile that one copy moves, then the modes behind the first three. */
const scales: Rule = (call) =>
  [argument(call, 0, 'tCsS'), argument(call, 1, 'tCgS')].map((v) => {
    const of = leadingOf(v);
    const modes = [label('TMA'), ...(of?.modes.slice(3) ?? [])];
    const isWhole = of !== null && of.isOpenEnded !== true && of.modes.length >= 3;
    return isWhole ? { kind: 'tensor', modes } : openEnded('tensor', modes);
  });

const RULES: ReadonlyMap<string, Rule> = new Map([
  ['cutlass.utils.gemm.sm100.epilogue_tmem_copy_and_partition', toRegisters],
  ['cutlass.utils.gemm.sm100.epilogue_smem_copy_and_partition', toShared],
  ['cutlass.utils.gemm.sm100.transform_partitioned_tensor_layout', byRowsAndColumns],
  ['cutlass.utils.mixed_input_helpers.scale_tma_partition', scales],
]);

/** The first modes of what a helper hands out, or of each part of that; null: nothing is said of it. */
export const partitionsOf = (call: BuiltinCall, path: readonly string[]): ReturnType<Rule> =>
  RULES.get(path.join('.'))?.(call) ?? null;
