// The units of a new version of a file against those of the version before: which are the same, and keep what was worked
// out about them.

import { addTo } from '../../frontends/common/lists.ts';
import type { PlacedUnit, Unit } from '../../frontends/common/scope.ts';
import { countOfFirst } from '../../syntax/text/partition.ts';
import type { UnitMemo } from '../model/environment.ts';
import type { IsAsked } from './asked-names.ts';
import { type ReusedMemo, reusableMemo } from './invalidate.ts';

/** A unit that has come or gone. */
export interface ReplacedUnit {
  readonly placed: PlacedUnit;
  /** How many of the units that stay stand before it: what a name means may depend on the order. */
  readonly rank: number;
}

export interface GoneUnit extends ReplacedUnit {
  readonly memo: UnitMemo;
}

interface MatchedUnits {
  readonly memos: readonly UnitMemo[];
  readonly added: readonly ReplacedUnit[];
  readonly gone: readonly GoneUnit[];
  /** Units that stand before others which they stood behind. */
  readonly moved: readonly PlacedUnit[];
  /** Units in whose bodies something differs. */
  readonly reused: readonly ReusedMemo[];
}

export function matchUnits(
  before: readonly UnitMemo[],
  units: readonly PlacedUnit[],
  isAsked: IsAsked,
  fresh: (placed: PlacedUnit, index: number) => UnitMemo,
): MatchedUnits {
  const available = new Map<Unit, UnitMemo[]>();
  for (const memo of before) {
    addTo(available, memo.placed.unit, memo);
  }
  const byScope = new Map(before.map((memo) => [memo.placed.unit.scope, memo]));
  const added: ReplacedUnit[] = [];
  const moved: PlacedUnit[] = [];
  const kept = new Set<UnitMemo>();
  /** Where the units that stay stood, in order. */
  const stoodAt: number[] = [];
  const reused: ReusedMemo[] = [];
  const memos = units.map((placed, i) => {
    const same = available.get(placed.unit)?.shift();
    const edited =
      same === undefined ? reusableMemo(byScope.get(placed.unit.scope), placed, isAsked) : undefined;
    const memo = same ?? edited?.memo;
    if (memo === undefined || memo.placed.namespace.join() !== placed.namespace.join()) {
      added.push({ placed, rank: stoodAt.length });
      return fresh(placed, i);
    }
    kept.add(memo);
    if (memo.index < (stoodAt.at(-1) ?? -1)) {
      moved.push(placed);
      return fresh(placed, i);
    }
    stoodAt.push(memo.index);
    if (edited !== undefined) reused.push(edited);
    memo.placed = placed;
    memo.index = i;
    return memo;
  });
  const gone = before
    .filter((memo) => !kept.has(memo))
    .map((memo) => ({
      memo,
      placed: memo.placed,
      rank: countOfFirst(stoodAt.length, (k) => stoodAt[k]! < memo.index),
    }));
  return { memos, added, gone, moved, reused };
}
