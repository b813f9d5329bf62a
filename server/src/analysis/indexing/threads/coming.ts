// Which threads of a block come to a place: those that the conditions around it let through, and that have not left before.

import { scopePath } from '../../../evaluate/model/environment.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { writtenCall } from '../../document/written/call.ts';
import { siteOf } from '../../document/written/expressions.ts';
import type { Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';
import { byThread, combined, type Run, startOfRange } from './by-thread.ts';
import { mayVary } from './varying.ts';

/** Which threads come to a place, as far as is known. */
export type Comes = (thread: number) => boolean;

/**
 * What is done with a condition that nobody knows: it `decides`, it is taken to let all threads through where it is the `same`
 * in all of them, or `whatever` it is.
 */
type Unknown = 'decides' | 'same' | 'whatever';

/** Null where that is decided by something that is not known. */
export function comesTo(run: Run, site: Site, unknown: Unknown = 'same'): Comes | null {
  if (!(site instanceof PlacedSite)) return null;
  const inside = scopesOf(site);
  const all: Comes[] = [];
  const ask = (condition: Expr, isWanted: boolean): boolean => {
    const asked = siteOf(site, condition);
    const is = byThread(run, asked);
    if (is === null)
      return unknown === 'whatever' || (unknown === 'same' && isWanted && !mayVary(run, asked));
    all.push((thread) => {
      const n = is(thread);
      return n === undefined ? unknown === 'whatever' : (n !== 0) === isWanted;
    });
    return true;
  };
  const choices = choicesAround(inside.at(-1)!, site.node.start);
  if (choices?.every(({ condition, isWanted }) => ask(condition, isWanted)) !== true) return null;
  for (const scope of inside) {
    const { guard, loop, counts, choice } = scope;
    if (choice != null) return null;
    if (guard != null && !ask(guard.condition, guard.branch === 'then')) return null;
    if (loop?.condition != null && loop.isDo !== true && !ask(loop.condition, true)) return null;
    const range = counts === undefined ? null : siteOf(site, counts);
    const rounds = range === null ? [] : (writtenCall(range)?.args ?? [range]);
    if (range === null) continue;
    const isOpen = (arg: Site): boolean =>
      unknown === 'decides' || (unknown === 'same' && mayVary(run, arg as PlacedSite));
    if (rounds.some((arg) => byThread(run, arg) === null && isOpen(arg))) return null;
    const [start, end] = [startOfRange(run, scope, range), rounds[1] ?? rounds[0]];
    const is = end === undefined ? null : combined('<', start, byThread(run, end), 'python');
    if (is !== null) all.push((thread) => is(thread) === 1);
  }
  if (unknown !== 'whatever' && mayHaveLeft(run, inside[0]!, site, all)) return null;
  const at = run.call?.at ?? null;
  const called = at === null ? null : comesTo(run.call!.run, at, unknown);
  if (at !== null && called === null) return null;
  return (thread) => all.every((comes) => comes(thread)) && (called === null || called(thread));
}

/** The function around a place, and the blocks in it that the place stands in. */
function scopesOf({ memo, node }: PlacedSite): readonly Scope[] {
  const path = scopePath(memo.placed.unit.scope, node.start);
  return path.slice(path.findLastIndex(({ kind }) => kind === 'function'));
}

/** The conditions of branches that `comesTo` takes to let all threads through, as they are written. */
export function supposedAt(run: Run, site: Site): ReadonlySet<string> {
  if (!(site instanceof PlacedSite)) return new Set();
  const inside = scopesOf(site);
  const guards = inside.flatMap(({ guard }): readonly Choice[] =>
    guard == null ? [] : [{ condition: guard.condition, isWanted: guard.branch === 'then' }],
  );
  const asked = [...guards, ...(choicesAround(inside.at(-1)!, site.node.start) ?? [])];
  const open = asked.flatMap(({ condition }) => {
    const { span } = siteOf(site, condition);
    const isKnown = byThread(run, siteOf(site, condition)) !== null;
    return isKnown ? [] : run.text.slice(span.start, span.end).replace(/\s+/g, '');
  });
  return new Set(open);
}

interface Choice {
  readonly condition: Expr;
  readonly isWanted: boolean;
}

/** What decides in the expressions of a block if a place in them is evaluated; null: that is not seen. */
function choicesAround({ expressions, declarations }: Scope, at: number): readonly Choice[] | null {
  const isAround = ({ span }: Expr): boolean => span.start <= at && at < span.end;
  const choices: Choice[] = [];
  let e = [...expressions, ...declarations.flatMap(({ init }) => init ?? [])].find(isAround);
  for (; e !== undefined; e = partsOf(e).find(isAround)) {
    if (e.kind === 'lambda' || e.kind === 'comprehension') return null;
    if (e.kind === 'conditional' && !isAround(e.condition))
      choices.push({ condition: e.condition, isWanted: isAround(e.then) });
    if (e.kind !== 'binary' || !isAround(e.right)) continue;
    if (/^(?:&&|and)$/.test(e.operator)) choices.push({ condition: e.left, isWanted: true });
    if (/^(?:\|\||or)$/.test(e.operator)) choices.push({ condition: e.left, isWanted: false });
  }
  return choices;
}

/** Whether some threads may have left the function, or the round, before a place, and nobody knows which; notes those that are known. */
function mayHaveLeft(
  run: Run,
  scope: Scope,
  site: PlacedSite,
  all: Comes[],
  guards: readonly Choice[] = [],
  hasEnded = false,
): boolean {
  const at = site.node.start;
  const { jumps = [], returns = [] } = scope;
  const isAround = scope.span.start <= at && at < scope.span.end;
  // What leaves a loop that has ended leaves nothing else.
  const kinds = hasEnded ? /return|other/ : /./;
  const leaves =
    jumps.some((jump) => jump.at < at && kinds.test(jump.kind)) || returns.some(({ span }) => span.end <= at);
  if (leaves && isAround) return true;
  if (leaves) {
    const known = guards.map(({ condition, isWanted }) => {
      const is = byThread(run, siteOf(site, condition));
      return { is, isWanted, condition };
    });
    if (known.some(({ is, condition }) => is === null && mayVary(run, siteOf(site, condition)))) return true;
    const some = known.filter(({ is }) => is !== null);
    if (some.length === known.length && some.length > 0)
      all.push((thread) =>
        some.some(({ is, isWanted }) => {
          const n = is!(thread);
          return n !== undefined && (n !== 0) !== isWanted;
        }),
      );
  }
  return scope.children.some((child) => {
    if (child.span.start >= at) return false;
    const { guard } = child;
    const own = guard == null ? [] : [{ condition: guard.condition, isWanted: guard.branch === 'then' }];
    const ended = hasEnded || (child.isLoop === true && child.span.end <= at);
    return mayHaveLeft(run, child, site, all, [...guards, ...own], ended);
  });
}
