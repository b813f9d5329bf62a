// The numbers that counters of Triton's loops take, by what launches make of their ranges.

import type { NameExpr } from '../../frontends/common/expression.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { isCount } from './loops.ts';
import { reachingOf } from './reaching.ts';
import type { TileReader } from './reader.ts';

interface Numbers {
  readonly least: number;
  readonly largest: number;
  readonly counters: readonly string[];
  /** Whether it takes all numbers between them. */
  readonly isDense: boolean;
}

/** Null for what is no counter, and where a number of its range is not known. */
export function countedNumbers(unit: Scope, e: NameExpr, reader: TileReader): Numbers | null {
  const reaching = reachingOf(unit, e);
  if (reaching === null || !isCount(reaching.declaration, reaching.scope)) return null;
  const { counts } = reaching.scope;
  const numbers = counts?.kind === 'call' ? counts.args.map((arg) => reader.extentAt(arg)) : [];
  if (numbers.some(({ size, defaults }) => size === null || defaults.length > 0)) return null;
  const [a, b, step = 1] = numbers.map(({ size }) => size!);
  const [first, end] = b === undefined ? [0, a] : [a, b];
  if (first === undefined || end === undefined || step <= 0 || end <= first) return null;
  const largest = first + step * (Math.ceil((end - first) / step) - 1);
  return { least: first, largest, counters: [e.name], isDense: step === 1 };
}
