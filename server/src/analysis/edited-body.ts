// Whether two versions of a unit differ in the body of one member function alone, so that what was found in the rest of
// the unit still holds: a body that nothing else has looked into.

import { isObserved, observe, type Region, regionsOf } from '../evaluate/bodies.ts';
import { mentions } from '../evaluate/mentions.ts';
import { returnsValue } from '../evaluate/world.ts';
import type { Expr, Span } from '../frontends/expression.ts';
import type { PlacedUnit, Scope, Unit } from '../frontends/scope.ts';
import { difference } from '../syntax/difference.ts';

export interface EditedBody {
  /** The function, from its parameters on: what they hold depends on what the body does with them. */
  readonly before: Scope;
  readonly after: Scope;
  /** By how much what stands behind the body has moved. */
  readonly by: number;
}

/** `searched`: the names whose uses somebody has looked for. Null: more than one body may be concerned. */
export function editedBody(
  old: PlacedUnit,
  now: PlacedUnit,
  searched: (name: string) => boolean,
): EditedBody | null {
  if ((old.unit.head ?? '') !== (now.unit.head ?? '')) return null;
  const changed = difference(old.text, now.text);
  if (changed === null) return null;
  const by = now.text.length - old.text.length;
  const [olds, news] = [regionsOf(old.unit), regionsOf(now.unit)];
  // Between the braces: they themselves stay.
  const at = olds.findIndex(
    (r) => r.path.length > 0 && r.start < changed.start && changed.oldEnd < r.end && !isObserved(r),
  );
  if (at < 0 || olds.length !== news.length || !closes(old, olds[at]!)) return null;
  const movedTo = (offset: number): number => (offset >= olds[at]!.end ? offset + by : offset);
  const isSame = olds.every((r, i) => {
    const { start, end, path } = news[i]!;
    return start === movedTo(r.start) && end === movedTo(r.end) && path.length === r.path.length;
  });
  const [before, after] = [olds[at]!, news[at]!];
  if (!isSame || !closes(now, after)) return null;
  // Whoever has called a function that returned nothing has not looked into it.
  if (!returnsValue(before.path.at(-1)!) && returnsValue(after.path.at(-1)!)) return null;
  if (!sameComments(old.unit, now.unit, before, after, movedTo)) return null;
  const known = namesIn(old.unit, before);
  for (const name of namesIn(now.unit, after)) if (!known.has(name) && searched(name)) return null;
  // What has looked into the other bodies has not been evaluated again.
  for (const [i, region] of olds.entries()) if (isObserved(region)) observe(news[i]!);
  return { before: before.path.at(-1)!, after: after.path.at(-1)!, by };
}

const closes = ({ text }: PlacedUnit, { start, end }: Region): boolean =>
  text[start] === '{' && text[end - 1] === '}';

/** The functions and templates that a body names. */
function namesIn(unit: Unit, body: Span): ReadonlySet<string> {
  const isHere = ({ span }: Expr): boolean => isInside(span, body);
  return new Set(
    [...mentions(unit)].flatMap(([name, uses]) => (uses.some((u) => isHere(u.expr)) ? [name] : [])),
  );
}

/** Whether the comments outside of the body say the same, and no directive stands in it. */
function sameComments(
  old: Unit,
  now: Unit,
  before: Region,
  after: Region,
  movedTo: (offset: number) => number,
): boolean {
  if ([...(old.errors ?? []), ...(now.errors ?? [])].length > 0) return false;
  const directives = (unit: Unit, body: Region): boolean =>
    unit.directives.some((d) => isInside(d.span, body));
  if (directives(old, before) || directives(now, after)) return false;
  const outside = (unit: Unit, body: Region): readonly { readonly span: Span }[] =>
    [...unit.directives, ...unit.notations].filter((n) => !isInside(n.span, body));
  const [olds, news] = [outside(old, before), outside(now, after)];
  return (
    olds.length === news.length &&
    olds.every(
      ({ span }, i) => movedTo(span.start) === news[i]!.span.start && movedTo(span.end) === news[i]!.span.end,
    )
  );
}

/** Whether an edit of one body can leave findings in the rest of the unit. */
export const hasBodies = (unit: Unit): boolean => regionsOf(unit).length > 1;

export const isInside = ({ start, end }: Span, body: Span): boolean => body.start <= start && end <= body.end;

/** Where something outside of the edited body stands now. */
export const moved = (span: Span, { before, by }: EditedBody): Span =>
  span.start >= before.span.end ? { start: span.start + by, end: span.end + by } : span;
