// Swizzles that move nothing, or out of the array.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { type AnyLayout, ComposedLayout, Layout, Swizzle } from '../../../algebra/layout/layout.ts';
import { cosize } from '../../../algebra/layout/measure.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { settledValueOf } from '../../document/extents.ts';
import { callsOf } from '../../document/written/calls-by-name.ts';
import type { Origin } from '../../values/model.ts';
import { elementsIn, farthestOffset } from '../../values/reach.ts';
import { operationKind, operationName } from '../../values/verdicts.ts';
import type { EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';

/** A swizzle over a layout that was put together here, with the offsets that the layout has. */
interface Swizzled {
  readonly value: ComposedLayout;
  readonly swizzle: Swizzle;
  /** The cosize of the layout inside. */
  readonly end: number;
}

const isComposed = (origin: Origin): boolean =>
  operationKind(origin) === 'composition' || operationName(origin) === 'make_composed_layout';

function swizzledHere({ evaluation: { origin, value } }: EvaluatedSite): Swizzled | null {
  if (origin === null || !isComposed(origin)) return null;
  if (!(value instanceof ComposedLayout && value.outer instanceof Swizzle && value.inner instanceof Layout))
    return null;
  // Others have an offset, or are swizzled as addresses.
  if (value.offset !== 0 || value.outer.bits === 0) return null;
  const inside = cosize(value.inner);
  const end = isFailure(inside) ? undefined : knownNumber(inside);
  return end === undefined ? null : { value, swizzle: value.outer, end };
}

/** A swizzle changes bits below this one: it permutes the offsets of aligned blocks. */
const blockOf = ({ bits, base, shift }: Swizzle): number => 2 ** (base - Math.min(shift, 0) + bits);

/** The lowest bit that the swizzle reads. */
const firstRead = ({ base, shift }: Swizzle): number => base + Math.max(shift, 0);

function checkIdle(evaluated: EvaluatedSite): readonly RuleFinding[] {
  const swizzled = swizzledHere(evaluated);
  if (swizzled === null) return [];
  const { swizzle, end, value } = swizzled;
  const least = 2 ** firstRead(swizzle);
  if (end > least || end <= 1) return [];
  const { site } = evaluated;
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `the swizzle moves nothing: it reads bits of offsets from ${least} on, and ${valueText(value.inner, styleOf(site.dialect))} ends at ${end - 1}`,
    },
  ];
}

export const idleSwizzle: Rule = {
  id: 'idle-swizzle',
  severity: 'warning',
  title: 'The swizzle moves nothing',
  checkSite: checkIdle,
};

function checkOutside(evaluated: EvaluatedSite): readonly RuleFinding[] {
  const swizzled = swizzledHere(evaluated);
  const last = swizzled === null ? null : farthestOffset(swizzled.value);
  if (swizzled === null || last === null || last < swizzled.end) return [];
  const { site } = evaluated;
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `the swizzle reaches offset ${last}, beyond the cosize ${swizzled.end} of ${valueText(swizzled.value.inner, styleOf(site.dialect))}: it permutes blocks of ${blockOf(swizzled.swizzle)}`,
      data: { layout: textOf(swizzled.value), last },
    },
  ];
}

const textOf = (layout: AnyLayout): string => valueText(layout, styleOf('cpp'));

/** Whether every tensor over the layout is laid over an array in which the block has room: somebody has rounded up. */
function hasRoom({ data }: RuleFinding, { model }: RuleContext): boolean {
  const over = callsOf(model, 'make_tensor').flatMap(({ site }) => {
    const value = settledValueOf(model, site);
    return value instanceof Tensor && textOf(value.layout) === data?.layout ? [value.engine] : [];
  });
  const last = Number(data?.last);
  return (
    over.length > 0 &&
    over.every((engine) => engine.room !== undefined && (elementsIn(engine.room, engine) ?? 0) > last)
  );
}

export const swizzleBlock: Rule = {
  id: 'swizzle-block',
  severity: 'warning',
  title: 'The swizzle leaves the array',
  checkSite: checkOutside,
  isAnswered: hasRoom,
};
