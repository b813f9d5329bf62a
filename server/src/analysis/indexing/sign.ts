// Which coordinates are never below zero, as their types and ranges say.

import { isFailure } from '../../algebra/integer/failure.ts';
import { Dynamic } from '../../algebra/integer/integer.ts';
import { signRange } from '../../algebra/term/sign.ts';
import { Term } from '../../algebra/term/term.ts';
import type { Value } from '../../evaluate/model/value.ts';
import { typeOfInteger } from '../../evaluate/values/integer-types.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import type { Ranges } from './ranges.ts';

/** Names of what is never below zero. */
export const UNSIGNED = /^(?:threadIdx|blockIdx|blockDim|gridDim)\.[xyz]$|^tl\.program_id\(/;

/** What counts threads and blocks in CuTe DSL. */
const INDICES = /(?:^|\.)(?:thread_idx|block_idx|block_dim|grid_dim|warp_idx|lane_idx)$/;

/** Operators whose result is not below zero where their operands are not. */
const KEEPS = new Set(['+', '*', '/', '//', '%', '&', '|', '^', '<<', '>>']);

/** An integer of an unsigned type, or one whose value says so. */
export function isNeverNegative(value: Value): boolean {
  if (typeof value === 'number') return value >= 0;
  if (!(value instanceof Dynamic)) return false;
  if (typeOfInteger(value)?.isUnsigned === true) return true;
  if (typeof value.value === 'number') return value.value >= 0;
  return value.value instanceof Term && signRange(value.value) === 'size';
}

/** Whether an expression over names at a place is never below zero. */
export function isNotNegative(ranges: Ranges, source: string, at: number): boolean {
  if (UNSIGNED.test(source)) return true;
  const visit = (e: Expr): boolean => {
    if (e.kind === 'integer') return e.value >= 0;
    if (e.kind === 'binary') return KEEPS.has(e.operator) && visit(e.left) && visit(e.right);
    if (e.kind !== 'name') return false;
    if (UNSIGNED.test(e.name)) return true;
    const range = ranges.rangeOf(e.name, at);
    if (range !== null && range.mayBeNegative !== true) return true;
    const found = ranges.evaluated(e.name, at);
    if (found === null || isFailure(found.value)) return false;
    return INDICES.test(found.origin?.operation ?? '') || isNeverNegative(found.value);
  };
  const e = ranges.read(source);
  return e !== null && visit(e);
}
