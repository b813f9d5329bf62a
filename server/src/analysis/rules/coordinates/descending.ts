// Counters that begin one behind the last element and go down: `for (int b = size<2>(g); b >= 0; --b)` around `g(_, _, b)`.

import { shapeOf } from '../../../algebra/composed/composed.ts';
import { sameValue } from '../../../algebra/integer/comparison.ts';
import type { Int } from '../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../algebra/integer/known.ts';
import { Layout, type Shape } from '../../../algebra/layout/layout.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { wrap } from '../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { isInteger } from '../../../evaluate/values/arithmetic.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import type { Dialect } from '../../../frontends/common/scope.ts';
import { knownValueOf, settledNumberAt, settledValueOf } from '../../document/extents.ts';
import { writtenCall } from '../../document/written/call.ts';
import { siteOf } from '../../document/written/expressions.ts';
import { initialiserOf } from '../../document/written/names.ts';
import { loopOf } from '../../indexing/lanes.ts';
import { isDecided } from '../../indexing/rounds.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

/** `--b`, `b -= 1` */
const isDown = (step: Expr | undefined): boolean =>
  step?.kind === 'binary' &&
  step.operator === '-=' &&
  step.right.kind === 'integer' &&
  step.right.value === 1;

/** What a counter begins with that goes down by one; null for others. */
function beginningOf(model: RuleContext['model'], counter: Site): Site | null {
  const loop = counter instanceof PlacedSite ? loopOf(counter) : null;
  if (loop === null) return null;
  const { scope, declaration } = loop;
  if (scope.counts !== undefined) {
    const range = writtenCall(siteOf(counter as PlacedSite, scope.counts));
    const [first, , step] = range?.args ?? [];
    return first !== undefined && settledNumberAt(model, step) === -1 ? first : null;
  }
  const [step, ...others] = scope.loop?.steps ?? [];
  if (declaration.init === null || others.length > 0 || !isDown(step)) return null;
  return siteOf(counter as PlacedSite, declaration.init);
}

const isSame = (a: Int, b: Int, dialect: Dialect): boolean => {
  const [m, n] = [knownNumber(a), knownNumber(b)];
  // The rounds of such loops of C++ are gone through.
  if (m !== undefined || n !== undefined) return m === n && dialect === 'python';
  return sameValue(a, b) === true;
};

/** Whether a number is `ceil_div(n, tile)`, by its name, or the least of such. */
function isCeiling(site: Site): boolean {
  const call = writtenCall(initialiserOf(site) ?? site);
  if (call?.name === 'min') return call.args.some(isCeiling);
  return call !== null && /^(?:ceil_div|cdiv)$/.test(call.name);
}

/** Findings of `coordinate-range` about the coordinates of one slice or element. */
export function checkDescending(
  tensor: Site,
  coordinates: readonly Site[],
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const begins = coordinates.map((coordinate) => beginningOf(model, coordinate));
  if (begins.every((first) => first === null)) return [];
  const value = settledValueOf(model, tensor);
  const layout = value instanceof Tensor ? value.layout : value instanceof Layout ? value : null;
  const modes = layout === null ? [] : wrap(shapeOf(layout));
  if (modes.length !== coordinates.length) return [];
  return begins.flatMap((first, i): readonly RuleFinding[] => {
    const begin = first === null ? null : knownValueOf(model, first);
    const extent = product(modes[i] as Shape);
    if (first === null) return [];
    const isAll = begin !== null && isInteger(begin) && isSame(begin, extent, first.dialect);
    if (!isAll && (settledNumberAt(model, first) !== undefined || !isCeiling(first))) return [];
    if (isDecided(coordinates[i]!) || model.neverRuns(coordinates[i]!)) return [];
    const written = ({ span }: Site): string => text.slice(span.start, span.end);
    const right = `${written(first)} - 1`;
    const many = isAll
      ? `as many as mode ${i} of ${written(tensor)} has`
      : 'a number of tiles that is rounded up';
    const message = `${written(coordinates[i]!)} begins at ${written(first)}, which is ${many}, one behind the last: begin at ${right}`;
    return [
      {
        span: coordinates[i]!.span,
        message,
        fixes: [{ title: `Begin at ${right}`, span: first.span, newText: right }],
      },
    ];
  });
}
