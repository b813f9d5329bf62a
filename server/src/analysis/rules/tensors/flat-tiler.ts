// A layout of several modes that divides the elements of another one in a row, where its modes were meant.

import { rankOfAny } from '../../../algebra/composed/composed.ts';
import { isFailure } from '../../../algebra/integer/failure.ts';
import { Layout, Underscore } from '../../../algebra/layout/layout.ts';
import { Tensor, TypeValue, type Value } from '../../../evaluate/model/value.ts';
import type { Span } from '../../../frontends/common/expression.ts';
import type { Dialect } from '../../../frontends/common/scope.ts';
import { styleOf, valueText } from '../../../render/text/text.ts';
import { knownValueOf } from '../../document/extents.ts';
import { argumentAt, writtenCall } from '../../document/written/call.ts';
import { initialiserOf } from '../../document/written/names.ts';
import type { Origin, Site } from '../../values/model.ts';
import { operationKind, operationName, plainLayout } from '../../values/verdicts.ts';
import { slicedDivisions } from '../coordinates/division-slices.ts';
import { isThreadValueLayout } from '../kinds/tv-tilers.ts';
import type { CalledSite, EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';

const layoutOf = (value: Value): Value =>
  value instanceof TypeValue && value.instance !== null ? value.instance : value;

/** How many modes of a tiler divide: a projection, `Step<_1, X, _1>`, leaves some out. */
function modesOf(tiler: Layout, projection: Value | undefined): number {
  const rank = rankOfAny(tiler);
  if (!Array.isArray(projection)) return rank;
  return (projection as readonly Value[]).filter((mode) => !(mode instanceof Underscore)).length;
}

/** A tile of a tensor is one of a divide. */
const divides = (origin: Origin): boolean =>
  operationKind(origin) === 'divide' || operationName(origin) === 'local_tile';

function checkSite({ site, evaluation: { origin } }: EvaluatedSite): readonly RuleFinding[] {
  if (origin === null || site.dialect === 'notation' || !divides(origin)) return [];
  const [left, right] = origin.args.map(({ value }) => (isFailure(value) ? null : value));
  if (left == null || right == null) return [];
  const divided = plainLayout(left);
  const tiler = layoutOf(right);
  if (divided === null || !(tiler instanceof Layout)) return [];
  const projection = origin.args[3]?.value ?? origin.keywords.get('proj');
  const rank = modesOf(tiler, isFailure(projection) ? undefined : projection);
  // Of one mode it is what it looks like; over one mode it is a tile of the elements in their order.
  if (rank < 2 || rankOfAny(divided) < 2 || rank > rankOfAny(divided)) return [];
  return [flat(tiler, site.dialect, origin.args[1]?.span ?? site.valueSpan ?? site.span)];
}

function flat(tiler: Layout, dialect: Dialect, span: Span): RuleFinding {
  const [shown, modes] = [tiler, tiler.shape as Value].map((v) => valueText(v, styleOf(dialect)));
  return {
    span,
    message: `the layout ${shown} divides the elements in a row, not mode by mode: a tile of the modes is the tuple ${modes}`,
  };
}

/** `local_tile(x, layout, (i, j))` of a tensor that is not known: a coordinate for each mode is meant for tiles of modes. */
function checkCall({ site, call }: CalledSite, { model }: RuleContext): readonly RuleFinding[] {
  const [tensor, written, coordinate] = [
    argumentAt(call, 0, 'input'),
    argumentAt(call, 1, 'tiler'),
    argumentAt(call, 2, 'coord'),
  ];
  if (call.name !== 'local_tile' || tensor === undefined || written === undefined || coordinate === undefined)
    return [];
  const value = knownValueOf(model, written);
  const tiler = value === null ? null : layoutOf(value);
  const asked = knownValueOf(model, coordinate);
  const isByMode = Array.isArray(asked) && asked.length > 1;
  if (!(tiler instanceof Layout) || rankOfAny(tiler) < 2 || !isByMode) return [];
  if (knownValueOf(model, tensor) instanceof Tensor || model.neverRuns(site)) return [];
  return [flat(tiler, site.dialect, written.span)];
}

/**
 * `zipped_divide(x, layout)` of a tensor that is not known, of which a tile is taken by two numbers, also where it is handed
 * to a kernel: there is one number of tiles.
 */
function checkSlices(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const written = ({ span }: Site): string => text.slice(span.start, span.end);
  const told = new Map<number, RuleFinding>();
  for (const { slice, divided } of slicedDivisions(context)) {
    const [tensor, given] = [argumentAt(divided, 0, 'target'), argumentAt(divided, 1, 'tiler')];
    if (tensor === undefined || given === undefined || told.has(given.span.start)) continue;
    const value = knownValueOf(model, given);
    const tiler = value === null ? null : layoutOf(value);
    if (!(tiler instanceof Layout) || rankOfAny(tiler) < 2 || model.neverRuns(slice.site)) continue;
    if (knownValueOf(model, tensor) instanceof Tensor) continue;
    const { message, span } = flat(tiler, given.dialect, given.span);
    told.set(span.start, {
      span,
      message: `${message}; there is one number of tiles, and ${written(slice.site)} takes two`,
      related: [{ span: slice.site.span, message: 'sliced here' }],
      ...mended(given, written),
    });
  }
  return [...told.values()];
}

/** The shape that the layout is made of, compact, is a tiler by modes. */
function mended(given: Site, written: (site: Site) => string): Pick<RuleFinding, 'fixes'> {
  const made = writtenCall(initialiserOf(given) ?? given);
  const shape = made?.name === 'make_layout' ? argumentAt(made, 0, 'shape') : undefined;
  if (shape === undefined || made!.args.length + made!.keywords.size > 1) return {};
  const newText = written(shape);
  return { fixes: [{ title: `Divide by ${newText}`, span: given.span, newText }] };
}

/** Whether it is told, as `wrong-kind`, that the tiler is a layout (thread, value). */
const isToldOfThreads = ({ span }: RuleFinding, { model }: RuleContext): boolean =>
  model.sitesAt(span.start).some((site) => site.span.end === span.end && isThreadValueLayout(site));

export const flatTiler: Rule = {
  id: 'flat-tiler',
  severity: 'information',
  title: 'One layout where a tile of modes may be meant',
  checkSite,
  checkCall,
  checkDocument: checkSlices,
  isAnswered: isToldOfThreads,
};
