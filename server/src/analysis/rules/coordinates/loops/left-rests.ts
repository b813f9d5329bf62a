// Loops of all threads over a tensor whose number of rounds is a quotient that rounds down: `for i in range(384 // 256)` around
// `bins[tidx + i * 256]` of 384 elements leaves 128 of them out.

import { shapeOf } from '../../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { product } from '../../../../algebra/tuple/int-tuple.ts';
import { wrap } from '../../../../algebra/tuple/operations.ts';
import { scopePath } from '../../../../evaluate/model/environment.ts';
import { settledNumberAt } from '../../../document/extents.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { operandsAt, siteOf } from '../../../document/written/expressions.ts';
import { givenTo, initialiserOf, lastGiven } from '../../../document/written/names.ts';
import { elementAt } from '../../../indexing/arrays.ts';
import { checkedElements } from '../../../indexing/elements-by-unit.ts';
import { isUniform, type LaneContext, lanesOf, loopOf } from '../../../indexing/lanes.ts';
import { escaped } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { roundedUp } from '../grids/round-up.ts';

/** How many rounds the loop of a counter has that begins with 0 and goes on by 1, as it is written; null for others. */
function roundsOf(model: RuleContext['model'], counter: Site): Site | null {
  const loop = counter instanceof PlacedSite ? loopOf(counter) : null;
  if (loop === null) return null;
  const { scope, declaration } = loop;
  const at = (e: Parameters<typeof siteOf>[1]): Site => siteOf(counter as PlacedSite, e);
  if (scope.counts !== undefined) {
    const range = writtenCall(at(scope.counts));
    return range?.args.length === 1 && /^range(?:_constexpr|_dynamic)?$/.test(range.name)
      ? range.args[0]!
      : null;
  }
  const [step, ...others] = scope.loop?.steps ?? [];
  const condition = scope.loop?.condition;
  if (step?.kind !== 'binary' || step.operator !== '+=' || others.length > 0) return null;
  if (condition?.kind !== 'binary' || condition.operator !== '<' || declaration.init === null) return null;
  const [first, by] = [declaration.init, step.right].map((e) => settledNumberAt(model, at(e)));
  return first === 0 && by === 1 ? at(condition.right) : null;
}

interface Quotient {
  /** Where it stands, or a name for it. */
  readonly at: Site;
  readonly operands: readonly [Site, Site];
  readonly of: number;
  readonly by: number;
}

/** The rounds of a coordinate `thread + counter * by`, where they are a quotient by as much that leaves a rest. */
function quotientOf(lanes: LaneContext, coordinate: Site, { model }: RuleContext): Quotient | null {
  const sum = operandsAt(lastGiven(coordinate) ?? givenTo(coordinate));
  if (sum?.operator !== '+') return null;
  for (const [thread, moved] of [
    [sum.left, sum.right],
    [sum.right, sum.left],
  ] as const) {
    const factors = operandsAt(moved);
    const own = lanesOf(lanes, thread);
    if (factors?.operator !== '*' || own === null || own.isMoved || isUniform(own)) continue;
    for (const [counter, step] of [
      [factors.left, factors.right],
      [factors.right, factors.left],
    ] as const) {
      const rounds = roundsOf(model, counter);
      const quotient = rounds === null ? null : operandsAt(initialiserOf(rounds) ?? rounds);
      if (rounds === null || quotient === null || !/^\/\/?$/.test(quotient.operator)) continue;
      const [of, divisor, by] = [quotient.left, quotient.right, step].map((s) => settledNumberAt(model, s));
      if (of === undefined || by === undefined || divisor !== by || by <= 1 || of % by === 0) return null;
      return { at: rounds, operands: [quotient.left, quotient.right], of, by };
    }
  }
  return null;
}

/** Whether what is left may be taken elsewhere in the function: it reckons with remainders, or with the quotient again. */
function mayTakeRest({ at }: Quotient, site: Site, text: string, remainder: RegExp): boolean {
  const code = functionCodeAt(site, text)?.code;
  const given = initialiserOf(at);
  if (code === undefined || remainder.test(code)) return true;
  const uses = (of: Site): number => code.split(text.slice(of.span.start, of.span.end)).length - 1;
  return given === null ? uses(at) > 1 : uses(given) > 1 || uses(at) > 2;
}

const roundedDown = ({ of, by }: Quotient): string =>
  `the number of rounds is rounded down: ${Math.floor(of / by)} of ${by} elements leave out ${of % by} of the ${of}`;

function checkElement(site: Site, lanes: LaneContext, context: RuleContext): readonly RuleFinding[] {
  const element = elementAt(lanes, site);
  if (element === null) return [];
  const modes = wrap(shapeOf(element.layout));
  return element.coordinates.flatMap((coordinate, i): readonly RuleFinding[] => {
    const quotient = quotientOf(lanes, coordinate, context);
    const extent = modes[i] === undefined ? undefined : knownNumber(product(modes[i]));
    if (quotient === null || extent !== quotient.of || mayTakeRest(quotient, site, context.text, /%/))
      return [];
    if (context.model.neverRuns(site)) return [];
    const tensor = context.text.slice(element.tensor.span.start, element.tensor.span.end);
    const message = `${roundedDown(quotient)} of ${tensor}; round up, and ask in the last round what is there`;
    return [
      {
        span: quotient.at.span,
        message,
        related: [{ span: coordinate.span, message: `goes on by ${quotient.by} in each round` }],
      },
    ];
  });
}

/** `if i < cells:` below `for it in range(cells // 256)`, where i goes on by 256: it is never more. */
function checkAsked(site: Site, lanes: LaneContext, context: RuleContext): readonly RuleFinding[] {
  if (!(site instanceof PlacedSite)) return [];
  const { model, text } = context;
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  return path.flatMap(({ guard }): readonly RuleFinding[] => {
    const asked = guard?.branch === 'then' ? guard.condition : null;
    if (asked?.kind !== 'binary' || asked.operator !== '<') return [];
    const [index, most] = [asked.left, asked.right].map((e) => siteOf(site, e));
    const quotient = quotientOf(lanes, index!, context);
    if (quotient === null || settledNumberAt(model, most) !== quotient.of) return [];
    const divisor = escaped(text.slice(quotient.operands[1].span.start, quotient.operands[1].span.end));
    if (mayTakeRest(quotient, site, text, new RegExp(`%\\s*${divisor}`)) || model.neverRuns(site)) return [];
    const condition = text.slice(index!.span.start, most!.span.end);
    return [
      {
        span: quotient.at.span,
        message: `${roundedDown(quotient)} that ${condition} asks for; round up`,
        related: [{ span: index!.span, message: `goes on by ${quotient.by} in each round` }],
        fixes: roundedUp(quotient.at, text),
      },
    ];
  });
}

function checkRest(site: Site, lanes: LaneContext, context: RuleContext): readonly RuleFinding[] {
  const found = checkElement(site, lanes, context);
  return found.length > 0 ? found : checkAsked(site, lanes, context);
}

/** Findings of `uncovered-tiles` about loops of the threads of a block. */
export const checkRests = checkedElements(checkRest);
