// Elements of one number that a thread has by different TiledCopies, `tOut(i) = tX(i) * tScale(i)` of `thrA.partition_D(gOut)`,
// `thrA.partition_S(gX)` and `thrB.partition_S(sScale)`: those by the other one are at other coordinates of the tile.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsIn } from '../../../document/written/calls-by-name.ts';
import { COPIES, sidesOf } from '../../../document/written/copies.ts';
import { isElement } from '../../../document/written/counting.ts';
import { spacedAt } from '../../../document/written/source-text.ts';
import { loopOf } from '../../../indexing/lanes.ts';
import { type Statement, statementAround } from '../../../indexing/text/statement.ts';
import { keptByUnit } from '../../../values/check-unit-memo.ts';
import type { CheckUnit, Site } from '../../../values/model.ts';
import { PlacedSite } from '../../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { differenceOf, type Part, partOf } from './other-tilings.ts';
import { partitionAt, registersAt } from './through-registers.ts';

interface Element {
  readonly tensor: Site;
  readonly name: string;
  readonly part: Part;
  /** Where the partition is made, of the tensor or of what its registers are copied from or to. */
  readonly made: Site;
}

type Sides = readonly { readonly from: Site; readonly to: Site }[];

/** What a thread has of a tile: a part of it, or registers that are copied from or to one. */
function elementOf(tensor: Site, sides: Sides, { model, text }: RuleContext): Element | null {
  const own = partOf(settledValueOf(model, tensor));
  const name = spacedAt(tensor, text);
  if (own !== null) return { tensor, name, part: own, made: partitionAt(tensor) };
  const at = registersAt(tensor);
  if (at === null) return null;
  const other = sides.flatMap(({ from, to }) =>
    registersAt(from) === at ? [to] : registersAt(to) === at ? [from] : [],
  );
  const [part, ...others] = other.map((side) => partOf(settledValueOf(model, side)));
  // Several copies may be by several TiledCopies.
  return part == null || others.length > 0 ? null : { tensor, name, part, made: partitionAt(other[0]!) };
}

/** The tensor of which a site is the element that a loop around it counts, and the counter. */
function countedElement(site: Site): { readonly tensor: Site; readonly counter: string } | null {
  if (!isElement(site)) return null;
  const call = writtenCall(site);
  const [index, ...others] = call?.args ?? [];
  if (!(index instanceof PlacedSite) || others.length > 0 || call!.keywords.size > 0) return null;
  if (index.node.kind !== 'expression' || index.node.expr.kind !== 'name' || loopOf(index) === null)
    return null;
  return { tensor: call!.callee, counter: index.node.expr.name };
}

interface InStatement extends Element {
  readonly counter: string;
  readonly site: Site;
  readonly statement: Statement;
}

/** `float v = tS(i);`, `v = tS[i]` */
const DECLARES = /^(?:[\w:]+(?:<[^;=]*>)?[\s*&]+)*(\w+)\s*=(?!=)/;

/** Those of the statements before, in the same loop, whose names a statement uses. */
function usedBy(of: InStatement, all: readonly InStatement[], code: string): readonly InStatement[] {
  const { start, end } = of.statement;
  const written = code.slice(start, end);
  return all.filter(({ statement, counter }) => {
    const name = DECLARES.exec(code.slice(statement.start, statement.end))?.[1];
    return (
      statement.start < start &&
      counter === of.counter &&
      name !== undefined &&
      new RegExp(`\\b${name}\\b`).test(written)
    );
  });
}

function check({ sites }: CheckUnit, context: RuleContext): readonly RuleFinding[] {
  const counted = sites.flatMap((site) => {
    const found = countedElement(site);
    return found === null ? [] : [{ site, ...found }];
  });
  if (new Set(counted.map(({ tensor }) => spacedAt(tensor, context.text))).size < 2) return [];
  const sides = callsIn(sites, COPIES).flatMap(({ call }) => sidesOf(call) ?? []);
  const elements = counted.flatMap(({ site, tensor, counter }) => {
    const element = elementOf(tensor, sides, context);
    return element === null ? [] : [{ site, counter, ...element }];
  });
  if (new Set(elements.map(({ part }) => part.by)).size < 2) return [];
  const host = sites[0]!.dialect === 'python' ? 'python' : 'cpp';
  const code = codeOf(context.text, host);
  const all = elements.flatMap((each): readonly InStatement[] => {
    const statement = statementAround(code, host, each.site.span);
    return statement === null ? [] : [{ ...each, statement }];
  });
  const found = all.flatMap((first) => oddOf(first, all, code, context));
  return [...new Map(found.toReversed().map((each) => [each.span.start, each])).values()];
}

/** What is no part of the TiledCopy of the first element of its statement, which is what others are worked into. */
function oddOf(
  first: InStatement,
  all: readonly InStatement[],
  code: string,
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const together = all.filter(({ statement }) => statement.start === first.statement.start);
  if (together[0] !== first) return [];
  const others = [...together.slice(1), ...usedBy(first, all, code)];
  return others.flatMap((odd): readonly RuleFinding[] => {
    const difference = differenceOf(first.part, odd.part);
    if (difference === null || odd.counter !== first.counter || model.neverRuns(first.site)) return [];
    const { thread, at, other } = difference;
    const message = `${odd.name} is of another TiledCopy than ${first.name}, which it is taken with one by one: of the tile thread ${thread} has element ${at} of ${first.name} and ${other} of ${odd.name}`;
    return [{ span: odd.made.span, message, severity: 'warning', ...fixOf(odd, first, text) }];
  });
}

/** The partition by the same slice: `thrA` for `thrB`. */
function fixOf(odd: Element, { made }: Element, text: string): Pick<RuleFinding, 'fixes'> {
  const [own, right] = [odd.made, made].map((site) => writtenCall(site)?.object ?? null);
  const name = right == null ? '' : spacedAt(right, text);
  if (own == null || !/^\w+$/.test(name) || !/^\w+$/.test(spacedAt(own, text))) return {};
  return { fixes: [{ title: `Take it by ${name}`, span: own.span, newText: name }] };
}

/** Findings of `copy-shapes` about elements that are worked out of one another. */
export const checkElementwise = keptByUnit<RuleContext, RuleFinding>(check);
