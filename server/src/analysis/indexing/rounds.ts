// The values that the counter of a loop takes at a place that every round of the loop comes to. What an `if` guards, or what
// stands behind a `break`, may be left out in the last round: there nothing is said.

import { scopePath } from '../../evaluate/model/environment.ts';
import type { Expr } from '../../frontends/common/expression.ts';
import { partsOf } from '../../frontends/common/expression-parts.ts';
import type { Declaration, Scope } from '../../frontends/common/scope.ts';
import { settledNumberAt } from '../document/extents.ts';
import { writtenCall } from '../document/written/call.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';

/** The counter of the first round and of the last one. */
interface Rounds {
  readonly first: number;
  readonly last: number;
  /** By how much it grows. */
  readonly step: number;
}

/** How many rounds there are. */
export const countOf = ({ first, last, step }: Rounds): number => (last - first) / step + 1;

type Model = Pick<DocumentModel, 'evaluate'>;

/** A loop of which every round comes to a place, by the counter that is named there. */
interface CountedLoop {
  readonly counter: string;
  readonly declared: Declaration;
  readonly loop: Scope;
  readonly numberAt: (e: Expr) => number | null;
  /** What it is over, in Python. */
  readonly range: PlacedSite | null;
}

/** Null where the site names no counter, or where a round may pass the place by. */
function countedLoopAt(model: Model, site: Site, isOpen?: (block: Scope) => boolean): CountedLoop | null {
  if (!(site instanceof PlacedSite) || site.node.kind !== 'expression') return null;
  const { expr } = site.node;
  if (expr.kind !== 'name') return null;
  const path = scopePath(site.memo.placed.unit.scope, expr.span.start);
  const at = path.findLastIndex(({ declarations }) => declarations.some((d) => d.name === expr.name));
  const loop = path[at];
  const [declared, ...others] = loop?.declarations.filter((d) => d.name === expr.name) ?? [];
  if (loop === undefined || declared === undefined || others.length > 0) return null;
  const inside = path.slice(at);
  if (mayBePassed(inside, expr.span.start, site.dialect === 'python', isOpen)) return null;
  const placed = (e: Expr, start: number, end: number): PlacedSite =>
    new PlacedSite(site.memo, { kind: 'expression', expr: e, start, end, depth: 0 }, site.dialect);
  // Asked of every loop after every edit.
  const numberAt = (e: Expr): number | null =>
    e.kind === 'integer' ? e.value : numberOf(model, placed(e, e.span.start, e.span.end));
  const range = loop.counts === undefined ? null : placed(loop.counts, 0, 0);
  return { counter: expr.name, declared, loop, numberAt, range };
}

/**
 * Of the counter that the site names; null where it is none, or not known, or where a round may pass the place by.
 * @param isOpen blocks that leave no round out, whatever they look like
 */
export function roundsAt(
  model: Model,
  site: Site,
  isOpen?: (block: Scope) => boolean,
): (Rounds & { readonly counter: string }) | null {
  const counted = countedLoopAt(model, site, isOpen);
  if (counted === null) return null;
  const { counter, range } = counted;
  const all = range === null ? roundsOfFor(counted) : roundsOfRange(model, range);
  return all === null ? null : { ...all, counter };
}

/**
 * What the counter that the site names is at least in the last round, wherever the loop begins: no more than a step before its
 * end. Null as of `roundsAt`, and where that says nothing.
 */
export function leastLastRoundAt(model: Model, site: Site): number | null {
  const counted = countedLoopAt(model, site);
  if (counted === null) return null;
  const { end, step, isClosed } =
    (counted.range === null ? boundsOfFor(counted) : boundsOfRange(model, counted.range)) ?? {};
  if (end == null || step == null || step <= 0 || isClosed === null) return null;
  const last = (isClosed ? end + 1 : end) - step;
  return last > 0 ? last : null;
}

function numberOf(model: Model, site: Site | undefined): number | null {
  return settledNumberAt(model, site) ?? null;
}

function rounds(first: number, end: number, step: number): Rounds | null {
  const count = Math.ceil((end - first) / step);
  return step > 0 && count > 0 ? { first, last: first + step * (count - 1), step } : null;
}

/** What a loop counts from, to and by, as far as it is known; `isClosed`: whether the end is counted too, null where `!=` ends it. */
interface Bounds {
  readonly first: number | null;
  readonly end: number | null;
  readonly step: number | null;
  readonly isClosed: boolean | null;
}

const ENDS: Readonly<Record<string, boolean | null>> = { '<': false, '<=': true, '!=': null };

/** `for (int k = 0; k < n; ++k)` */
function boundsOfFor({ loop: scope, declared: { name, init }, numberAt }: CountedLoop): Bounds | null {
  const { loop, inductionVariables } = scope;
  const [step, ...others] = loop?.steps ?? [];
  const condition = loop?.condition;
  const isCounter = inductionVariables?.has(name) === true && condition?.kind === 'binary';
  if (!isCounter || init === null || step?.kind !== 'binary' || others.length > 0) return null;
  const names = (e: Expr): boolean => e.kind === 'name' && e.name === name;
  if (!names(condition.left) || !names(step.left) || step.operator !== '+=') return null;
  const isClosed = ENDS[condition.operator];
  if (isClosed === undefined) return null;
  const [first, end, by] = [numberAt(init), numberAt(condition.right), numberAt(step.right)];
  return { first, end, step: by, isClosed };
}

function roundsOfFor(counted: CountedLoop): Rounds | null {
  const { first, end, step, isClosed } = boundsOfFor(counted) ?? {};
  if (first == null || end == null || step == null || isClosed === undefined) return null;
  if (isClosed === null && (end - first) % step !== 0) return null;
  return rounds(first, isClosed === true ? end + 1 : end, step);
}

/** `range(n)`, `cutlass.range_constexpr(a, b, s)`: keywords say how the loop is compiled. */
function boundsOfRange(model: Model, site: Site): Bounds | null {
  const call = writtenCall(site);
  if (call === null || !/^(?:static_)?range(?:_constexpr|_dynamic)?$/.test(call.name)) return null;
  const [a, b, step = 1] = call.args.map((arg) => numberOf(model, arg));
  if (a === undefined) return null;
  return b === undefined
    ? { first: 0, end: a, step: 1, isClosed: false }
    : { first: a, end: b, step, isClosed: false };
}

export function roundsOfRange(model: Model, site: Site): Rounds | null {
  const { first, end, step } = boundsOfRange(model, site) ?? {};
  return first == null || end == null || step == null ? null : rounds(first, end, step);
}

/**
 * Whether a round of the loop, the first of the scopes, may leave out what stands at a place in the last of them.
 * @param isOpen blocks that leave nothing out, whatever they look like
 */
function mayBePassed(
  [loop, ...all]: readonly Scope[],
  at: number,
  isPython: boolean,
  isOpen: (block: Scope) => boolean = () => false,
  mayLeave: (block: Scope) => boolean = () => false,
): boolean {
  const inner = all.filter((block) => !isOpen(block));
  if (inner.some(({ guard, kind }) => guard != null || kind !== 'block')) return true;
  if (inner.some((block) => isBranch(block, loop!))) return true;
  if (leavesBefore(loop!, at, mayLeave)) return true;
  return isLeftToBranch(all.at(-1) ?? loop!, at, isPython);
}

/** Whether every round of a loop comes to a place in it. */
export function isInEveryRound({ memo, node, dialect }: PlacedSite, loop: Scope): boolean {
  const path = scopePath(memo.placed.unit.scope, node.start);
  const at = path.indexOf(loop);
  return at >= 0 && !mayBePassed(path.slice(at), node.start, dialect === 'python');
}

/** Whether what stands at a place in a block is evaluated, or used, in one branch alone. */
export function isLeftToBranch(block: Scope, at: number, isPython: boolean): boolean {
  // A name may be used in one branch alone. Branches of Python are blocks, which would be around the place.
  const { declarations, expressions } = block;
  const isUsedInBranch = ({ name, init }: Declaration): boolean =>
    init !== null && isAround(init, at) && hasBranchNaming(block, name) && !isAskedAlways(block, name);
  if (!isPython && declarations.some(isUsedInBranch)) return true;
  const given = declarations.flatMap(({ init }) => init ?? []);
  return [...expressions, ...given].some((e) => isChosen(e, at));
}

const isAround = ({ span }: Expr, at: number): boolean => at >= span.start && at < span.end;

const isNamed = (e: Expr, name: string): boolean =>
  (e.kind === 'name' && e.name === name) || partsOf(e).some((part) => isNamed(part, name));

/** Whether a name is used in a block, or in what stands in it. */
function isNamedIn(block: Scope, name: string): boolean {
  const { expressions, declarations, returns = [], loop, range, choice, children } = block;
  const asked = [loop?.condition, range, choice, ...children.map(({ guard }) => guard?.condition)];
  return (
    [
      ...expressions,
      ...returns,
      ...declarations.flatMap(({ init }) => init ?? []),
      ...(loop?.steps ?? []),
      ...asked.filter((e) => e != null),
    ].some((e) => isNamed(e, name)) || children.some((child) => isNamedIn(child, name))
  );
}

const hasBranchNaming = (block: Scope, name: string): boolean =>
  block.children.some((child) =>
    child.guard != null || isBranch(child, block) ? isNamedIn(child, name) : hasBranchNaming(child, name),
  );

/** Whether the condition of a branch that every round comes to compares the name, `if (v > most)`, or works with it. */
function isAskedAlways(block: Scope, name: string): boolean {
  return block.children.some((child) => {
    const { guard, isLoop, span } = child;
    if (guard != null)
      return guard.branch === 'then' && isOperand(guard.condition, name) && !leavesBefore(block, span.start);
    return isLoop !== true && !leavesBefore(block, span.start) && isAskedAlways(child, name);
  });
}

/** Whether a name stands in an expression for the number that it has: no argument, and nothing that an operand decides about. */
function isOperand(e: Expr, name: string): boolean {
  if (e.kind === 'name') return e.name === name;
  if (e.kind === 'unary') return e.operator !== '&' && isOperand(e.operand, name);
  if (e.kind !== 'binary') return false;
  return isOperand(e.left, name) || (!/^(?:&&|\|\|)$/.test(e.operator) && isOperand(e.right, name));
}

/** Blocks of Python are those of branches, but for those of loops. */
const isBranch = (block: Scope, loop: Scope): boolean =>
  loop.counts !== undefined && block.counts === undefined;

/**
 * Whether something decides if a place in a function is reached, but for the blocks that are `isOpen`.
 * @param mayLeave blocks that may leave the function without saying anything about who comes to the place
 */
export function isDecided(
  site: Site,
  isOpen: (block: Scope) => boolean = () => false,
  mayLeave: (block: Scope) => boolean = () => false,
): boolean {
  if (!(site instanceof PlacedSite)) return true;
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  const inside = path.slice(path.findLastIndex(({ kind }) => kind === 'function'));
  if (
    site.dialect === 'python' &&
    inside.slice(1).some((block) => block.counts === undefined && !isOpen(block))
  )
    return true;
  return mayBePassed(inside, site.node.start, site.dialect === 'python', isOpen, mayLeave);
}

/** Whether a jump or a return before the place may leave it out. What leaves a loop that has ended leaves nothing else. */
export function leavesBefore(
  scope: Scope,
  at: number,
  mayLeave: (block: Scope) => boolean = () => false,
  hasEnded = false,
): boolean {
  const leaves = hasEnded ? /return|other/ : /./;
  if ((scope.jumps ?? []).some((jump) => jump.at < at && leaves.test(jump.kind))) return true;
  if ((scope.returns ?? []).some(({ span }) => span.end <= at)) return true;
  return scope.children.some(
    (child) =>
      leavesBefore(child, at, mayLeave, hasEnded || (child.isLoop === true && child.span.end <= at)) &&
      !mayLeave(child),
  );
}

/** Whether an expression has the place in an operand that is not always evaluated. */
function isChosen(e: Expr, at: number): boolean {
  if (!isAround(e, at)) return false;
  if (e.kind === 'conditional' || e.kind === 'lambda' || e.kind === 'comprehension') return true;
  if (e.kind === 'binary' && ['&&', '||', 'and', 'or'].includes(e.operator)) return true;
  return partsOf(e).some((part) => isChosen(part, at));
}
