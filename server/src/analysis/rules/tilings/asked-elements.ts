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

/** Where the loops of a function end. */
const endsIn = ({ counts, loop, children }: Scope): readonly Expr[] => [
  ...(counts?.kind === 'call' ? counts.args : []),
  ...(loop?.condition == null ? [] : limitsOf(loop.condition)),
  ...children.flatMap(endsIn),
];

/** Of what a loop goes through the whole parts alone, `range(tidx, n // 8, 256)`. */
function roundedDown(end: Site): Site | null {
  const quotient = operandsAt(initialiserOf(end) ?? end);
  return quotient !== null && /^\/\/?$/.test(quotient.operator) ? quotient.left : null;
}

/** Whether the function around a finding of `over-tiling` asks for no more elements than there are. */
export function asksForElements({ span, data }: RuleFinding, { model }: RuleContext): boolean {
  const counts = (data?.['elements'] ?? []) as readonly number[];
  if (counts.length === 0) return false;
  const site = model.sites.find((each) => each.span.start <= span.start && span.end <= each.span.end);
  const around = site === undefined ? null : functionAround(site);
  if (around === null || !(site instanceof PlacedSite)) return false;
  const wholes = endsIn(around).flatMap((end) => roundedDown(siteOf(site, end)) ?? []);
  const limits = [...limitsIn(around).map((limit) => siteOf(site, limit)), ...wholes];
  const asked = new Set(limits.map((limit) => settledNumberAt(model, limit)));
  return counts.every((count) => asked.has(count));
}
