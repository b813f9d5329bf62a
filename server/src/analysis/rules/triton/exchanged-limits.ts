// Masks of two dimensions that limit each of them by the other one's extent.

import type { Expr } from '../../../frontends/common/expression.ts';
import { siteOf } from '../../document/written-call.ts';
import type { Term } from '../../tiles/terms.ts';
import type { RuleFinding } from '../rule.ts';
import { limitsOf, type TritonAccess } from './accesses.ts';

/** Where the numbers of lanes begin that the terms count; null where they count several, or none. */
function lanesOf(terms: readonly Term[]): number | null {
  const lanes = terms.flatMap(({ counted }) => (counted.kind === 'lanes' ? [counted.call.span.start] : []));
  return lanes.length === 1 ? lanes[0]! : null;
}

const nameOf = (limit: Expr): string | null => (limit.kind === 'name' ? limit.name : null);

/** The names that masks of accesses limit lanes by, by where the lanes begin. */
function limitNames(accesses: readonly TritonAccess[]): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  for (const access of accesses)
    for (const { counted, limit } of access.mask === undefined ? [] : limitsOf(access, access.mask)) {
      const [lanes, name] = [lanesOf(counted), nameOf(limit)];
      if (lanes !== null && name !== null) found.set(lanes, (found.get(lanes) ?? new Set()).add(name));
    }
  return found;
}

/** Rows that are `COLS` apart, limited by `COLS`, and columns by what another mask limits the rows by. */
export function exchangedLimits(access: TritonAccess, all: readonly TritonAccess[]): readonly RuleFinding[] {
  const { mask, pointer, kernel, site } = access;
  const row = pointer.filter(({ counted, name }) => counted.kind === 'lanes' && name !== null);
  const column = pointer.filter(({ counted, by }) => counted.kind === 'lanes' && by === 1);
  if (mask === undefined || row.length !== 1 || column.length !== 1) return [];
  const own = limitNames([access]);
  const limitedBy = (terms: readonly Term[]): string | null => {
    const names = [...(own.get(lanesOf(terms)!) ?? [])];
    return names.length === 1 ? names[0]! : null;
  };
  const [stride, ofRows, ofColumns] = [row[0]!.name, limitedBy(row), limitedBy(column)];
  if (ofRows === null || ofColumns === null || ofRows !== stride || ofColumns === stride) return [];
  const others = all.filter((each) => each !== access && each.kernel === kernel);
  if (limitNames(others).get(lanesOf(row)!)?.has(ofColumns) !== true) return [];
  return [
    {
      span: siteOf(site, mask).span,
      message: `the mask limits rows, which are ${stride} apart, by ${ofRows}, and columns by ${ofColumns}, by which another mask limits the rows: the limits are exchanged`,
    },
  ];
}
