// A layout of several modes that divides the elements of another one in a row, where its modes were meant.

import { rankOfAny } from '../../../algebra/composed/composed.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import { Layout } from '../../../algebra/layout/layout.ts';
import { TypeValue, type Value } from '../../../evaluate/model/value.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { operationKind, plainLayout } from '../../values/verdicts.ts';
import type { EvaluatedSite, Rule, RuleFinding } from '../rule.ts';

const layoutOf = (value: Value): Value =>
  value instanceof TypeValue && value.instance !== null ? value.instance : value;

function checkSite({ site, evaluation: { origin } }: EvaluatedSite): readonly RuleFinding[] {
  if (origin === null || site.dialect === 'notation' || operationKind(origin) !== 'divide') return [];
  const [left, right] = origin.args.map(({ value }) => (isFailure(value) ? null : value));
  if (left == null || right == null) return [];
  const divided = plainLayout(left);
  const tiler = layoutOf(right);
  if (divided === null || !(tiler instanceof Layout)) return [];
  const rank = rankOfAny(tiler);
  // Of one mode it is what it looks like; over one mode it is a tile of the elements in their order.
  if (rank < 2 || rankOfAny(divided) < 2 || rank > rankOfAny(divided)) return [];
  const shown = valueText(tiler, styleOf(site.dialect));
  const modes = valueText(tiler.shape as Value, styleOf(site.dialect));
  return [
    {
      span: origin.args[1]?.span ?? site.valueSpan ?? site.span,
      message: `the layout ${shown} divides the elements in a row, not mode by mode: a tile of the modes is the tuple ${modes}`,
    },
  ];
}

export const flatTiler: Rule = {
  id: 'flat-tiler',
  severity: 'information',
  title: 'One layout where a tile of modes may be meant',
  description:
    'A tiler that is a layout is composed with the whole of the other one, whose elements are numbered in a row, whatever its modes are. A tile of M × N elements is a tuple, one tiler for each mode: a shape, or `make_tile` of layouts.',
  checkSite,
};
