// Masks of two dimensions that limit each of them by the other one's extent.

import type { Expr } from '../../../frontends/common/expression.ts';
import { siteOf } from '../../document/written/expressions.ts';
import { launchedNumber } from '../../tiles/launches.ts';
import { lanesIn, type Term } from '../../tiles/terms.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { limitsOf, type TritonAccess } from './accesses.ts';

const nameOf = (limit: Expr): string | null => (limit.kind === 'name' ? limit.name : null);

/** The names that masks of accesses limit lanes by, by where the lanes begin. */
export function limitNames(accesses: readonly TritonAccess[]): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  for (const access of accesses)
    for (const { counted, limit } of access.mask === undefined ? [] : limitsOf(access, access.mask)) {
      const [lanes, name] = [lanesIn(counted), nameOf(limit)];
      if (lanes !== null && name !== null) found.set(lanes, (found.get(lanes) ?? new Set()).add(name));
    }
  return found;
}

interface Limited {
  readonly lanes: number;
  readonly by: string;
}

/** The two numbers of lanes that a mask limits, each by one name; null for others. */
function pairOf(access: TritonAccess): readonly [Limited, Limited] | null {
  const own = [...limitNames([access])].map(([lanes, names]) => ({ lanes, names: [...names] }));
  const [a, b] = own;
  if (own.length !== 2 || a?.names.length !== 1 || b?.names.length !== 1) return null;
  const [one, other] = [a.names[0]!, b.names[0]!];
  return one === other
    ? null
    : [
        { lanes: a.lanes, by: one },
        { lanes: b.lanes, by: other },
      ];
}

/** How far apart in memory the elements of lanes are: by the name of a stride, or a number. */
const strideOf = ({ pointer }: TritonAccess, lanes: number): string | null => {
  const term = pointer.find(({ counted }) => counted.kind === 'lanes' && counted.call.span.start === lanes);
  return term === undefined ? null : (term.name ?? (term.by === null ? null : String(term.by)));
};

/** Whether the rows of one access are the columns of the other, whose limits then are exchanged as well. */
function isTurned(one: TritonAccess, other: TritonAccess, [a, b]: readonly [Limited, Limited]): boolean {
  const [oneA, oneB, otherA, otherB] = [
    strideOf(one, a.lanes),
    strideOf(one, b.lanes),
    strideOf(other, a.lanes),
    strideOf(other, b.lanes),
  ];
  return oneA !== null && oneB !== null && oneA !== oneB && oneA === otherB && oneB === otherA;
}

const says = (access: TritonAccess, { lanes, by }: Limited): boolean =>
  limitNames([access]).get(lanes)?.has(by) === true;

/** A mask that limits two numbers of lanes by each other's limits, as more of the others say, or those before it. */
function exchangedPair(
  access: TritonAccess,
  all: readonly TritonAccess[],
  context: RuleContext,
): readonly RuleFinding[] {
  const { mask, kernel, site } = access;
  const pair = mask === undefined ? null : pairOf(access);
  if (mask === undefined || pair === null) return [];
  const [a, b] = pair;
  const turned: readonly [Limited, Limited] = [
    { lanes: a.lanes, by: b.by },
    { lanes: b.lanes, by: a.by },
  ];
  const others = all.filter((each) => each !== access && each.kernel === kernel && each.mask !== undefined);
  if (others.some((other) => isTurned(access, other, pair))) return [];
  if (!turned.every((each) => others.some((other) => says(other, each)))) return [];
  const votes = (of: readonly Limited[]): number =>
    others.filter((other) => of.some((each) => says(other, each))).length;
  const [pro, contra] = [1 + votes(pair), votes(turned)];
  const isLast = others.every((other) => other.call.span.start < access.call.span.start);
  if (contra < pro || (contra === pro && !isLast)) return [];
  const [m, n] = pair.map(({ by }) => launchedNumber(context, kernel, by));
  if (m !== undefined && m === n) return [];
  const names = pair.map(({ lanes, by }) => `${nameOfLanes(access, lanes) ?? 'lanes'} by ${by}`);
  return [
    {
      span: siteOf(site, mask).span,
      message: `the mask limits ${names.join(' and ')}, and another mask of the kernel limits them the other way around: the limits are exchanged`,
    },
  ];
}

/** What lanes are called in a comparison, `rows` of `rows[:, None] < M`. */
function nameOfLanes(access: TritonAccess, lanes: number): string | null {
  const limit = limitsOf(access, access.mask!).find(({ counted }) => lanesIn(counted) === lanes);
  const of = limit?.of.kind === 'index' ? limit.of.object : limit?.of;
  return of?.kind === 'name' ? of.name : null;
}

/** Limits of a mask that are those of each other. */
export function exchangedLimits(
  access: TritonAccess,
  all: readonly TritonAccess[],
  context: RuleContext,
): readonly RuleFinding[] {
  const byStride = exchangedByStride(access, all);
  return byStride.length > 0 ? byStride : exchangedPair(access, all, context);
}

/** Rows that are `COLS` apart, limited by `COLS`, and columns by what another mask limits the rows by. */
function exchangedByStride(access: TritonAccess, all: readonly TritonAccess[]): readonly RuleFinding[] {
  const { mask, pointer, kernel, site } = access;
  const row = pointer.filter(({ counted, name }) => counted.kind === 'lanes' && name !== null);
  const column = pointer.filter(({ counted, by }) => counted.kind === 'lanes' && by === 1);
  if (mask === undefined || row.length !== 1 || column.length !== 1) return [];
  const own = limitNames([access]);
  const limitedBy = (terms: readonly Term[]): string | null => {
    const names = [...(own.get(lanesIn(terms)!) ?? [])];
    return names.length === 1 ? names[0]! : null;
  };
  const [stride, ofRows, ofColumns] = [row[0]!.name, limitedBy(row), limitedBy(column)];
  if (ofRows === null || ofColumns === null || ofRows !== stride || ofColumns === stride) return [];
  const others = all.filter((each) => each !== access && each.kernel === kernel);
  if (limitNames(others).get(lanesIn(row)!)?.has(ofColumns) !== true) return [];
  return [
    {
      span: siteOf(site, mask).span,
      message: `the mask limits rows, which are ${stride} apart, by ${ofRows}, and columns by ${ofColumns}, by which another mask limits the rows: the limits are exchanged`,
    },
  ];
}
