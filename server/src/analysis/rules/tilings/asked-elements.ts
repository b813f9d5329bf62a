// Elements that a function asks for before it takes them, `if t * 256 + tidx < 50257`, of tiles that go beyond as many, and
// loops over the whole tiles alone, `range(tidx, 50257 // 8, 256)`.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { functionAround } from '../../document/written/around.ts';
import { operandsAt, siteOf } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

type Model = RuleContext['model'];

const AND = /^(?:&&|and)$/;

/** What a condition compares something with that is to be less. */
function limitsOf(condition: Expr): readonly Expr[] {
  if (condition.kind !== 'binary') return [];
  if (AND.test(condition.operator)) return [condition.left, condition.right].flatMap(limitsOf);
  return /^<=?$/.test(condition.operator) ? [condition.right] : [];
}

const limitsIn = ({ guard, children }: Scope): readonly Expr[] => [
  ...(guard?.branch === 'then' ? limitsOf(guard.condition) : []),
  ...children.flatMap(limitsIn),
];

/** The expressions below which the counters of loops stay. */
function* endsIn({ counts, loop, children }: Scope): Generator<Expr> {
  if (counts?.kind === 'call') yield* counts.args.slice(0, 2).slice(-1);
  const condition = loop?.condition;
  if (condition?.kind === 'binary' && condition.operator === '<') yield condition.right;
  for (const child of children) yield* endsIn(child);
}

/** Whether a loop to such an end goes through the whole tiles alone: `range(tidx, n // 8, 256)`. */
function isOfWholeTiles(model: Model, end: Site, elements: number, coordinates: number): boolean {
  const quotient = operandsAt(initialiserOf(end) ?? end);
  if (quotient === null || !/^\/\/?$/.test(quotient.operator)) return false;
  const [of, tile] = [quotient.left, quotient.right].map((side) => settledNumberAt(model, side));
  return of === elements && tile !== undefined && tile > 0 && Math.ceil(of / tile) * tile === coordinates;
}

/** Whether the function around a finding of `over-tiling` asks for no more elements than there are. */
export function asksForElements({ span, data }: RuleFinding, { model }: RuleContext): boolean {
  const [elements, coordinates] = [data?.['elements'], data?.['coordinates']] as (
    | readonly number[]
    | undefined
  )[];
  if (elements === undefined || elements.length === 0) return false;
  const site = model.sites.find((each) => each.span.start <= span.start && span.end <= each.span.end);
  const around = site === undefined ? null : functionAround(site);
  if (around === null || !(site instanceof PlacedSite)) return false;
  // Undefined: it is not known how many of them are asked for.
  const asked = new Set(limitsIn(around).map((limit) => settledNumberAt(model, siteOf(site, limit))));
  const ends = [...endsIn(around)].map((end) => siteOf(site, end));
  return elements.every(
    (count, i) =>
      asked.has(count) ||
      asked.has(undefined) ||
      ends.some((end) => coordinates !== undefined && isOfWholeTiles(model, end, count, coordinates[i]!)),
  );
}
