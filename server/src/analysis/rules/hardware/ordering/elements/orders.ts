// The orders in which accesses to shared memory come with nothing between that waits: in one round of the loops around, from
// one round to the next, and from one call of the function to the next.

import { scopePath } from '../../../../../evaluate/model/environment.ts';
import { fileSpan } from '../../../../../frontends/common/gap-map.ts';
import { codeOf, type Host } from '../../../../../frontends/common/host-tokens.ts';
import type { Scope } from '../../../../../frontends/common/scope.ts';
import { functionAround, isLoop } from '../../../../document/written/around.ts';
import { callsOfFunctionAt } from '../../../../indexing/callers.ts';
import { functionCodeAt } from '../../../../indexing/text/function-code.ts';
import { supposedAt } from '../../../../indexing/threads/coming.ts';
import type { Site } from '../../../../values/model.ts';
import { PlacedSite } from '../../../../values/placed-site.ts';
import type { RuleContext } from '../../../rule.ts';
import type { Accessed } from './accessed.ts';
import type { SharedAccess } from './accesses.ts';
import { isPlainCode } from './plain-code.ts';

/** The order in which two elements are come to, with nothing that waits between. */
export interface Order {
  readonly first: SharedAccess;
  readonly second: SharedAccess;
  /** The loop of which the second one is in the next round. */
  readonly loop?: Scope;
  /** Between which two calls of the function, or rounds around its call. */
  readonly calls?: readonly [Site, Site];
}

/** Where the statement ends in which an element stands. */
function statementBehind({ code, start, host }: Accessed, { site }: SharedAccess): number {
  const from = site.span.end - start;
  if (host === 'cpp') {
    const end = code.indexOf(';', from);
    return end < 0 ? code.length : end;
  }
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if ('([{'.includes(code[at]!)) depth++;
    else if (')]}'.includes(code[at]!)) depth--;
    else if (code[at] === '\n' && depth <= 0) return at;
  }
  return code.length;
}

/** Whether both come to pass as far as is known: conditions that are the same in all threads may exclude one another. */
export function mayFollow({ run }: Accessed, { first, second }: Order): boolean {
  const [before, behind] = [first, second].map(({ site }) => supposedAt(run, site));
  const isOwn = (of: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
    [...of].some((condition) => !other.has(condition));
  return !isOwn(before!, behind!) || !isOwn(behind!, before!);
}

/** The loops around a place, outermost first. The body of one is a block of its own. */
export function loopsOf(site: Site): readonly Scope[] {
  if (!(site instanceof PlacedSite)) return [];
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  return path.filter(
    (scope, i) => isLoop(scope) || (scope.isLoop === true && (i === 0 || !isLoop(path[i - 1]!))),
  );
}

/** The loops around both places, innermost first. */
function loopsAround(a: Site, b: Site): readonly Scope[] {
  const others = loopsOf(b);
  return loopsOf(a)
    .filter((scope) => others.includes(scope))
    .reverse();
}

/**
 * The loops that end between the two, and in which threads wait: behind them nobody waits for what the last round does.
 * Null where it is not known which that is.
 */
export function leftLoops(
  { code, start, host, tensors }: Accessed,
  { first, second, calls }: Order,
  { text }: RuleContext,
): readonly Scope[] | null {
  const around = calls === undefined ? loopsOf(second.site) : [];
  const file = codeOf(text, host);
  const left = loopsOf(first.site).filter((scope) => {
    if (around.includes(scope)) return false;
    const span = fileSpan((first.site as PlacedSite).memo.placed, scope.span);
    const body = code.slice(span.start - start, span.end - start).replace(tensors, ' ');
    return !isPlainCode(body, code, file, host);
  });
  const isCounted = ({ counts, inductionVariables }: Scope): boolean =>
    counts !== undefined || (inductionVariables?.size ?? 0) > 0;
  return left.every(isCounted) ? left : null;
}

/** The orders of two elements, the first of which stands before the second in the text. */
export function* ordersOf(
  accessed: Accessed,
  before: SharedAccess,
  behind: SharedAccess,
  context: RuleContext,
): Generator<Order> {
  const { code, start, host } = accessed;
  const file = codeOf(context.text, host);
  const isPlain = (...parts: readonly string[]): boolean =>
    isPlainCode(parts.join('\n').replace(accessed.tensors, ' '), code, file, host);
  const at = (site: Site): number => site.span.start - start;
  const end = statementBehind(accessed, before);
  if (at(behind.site) < end) return;
  if (isPlain(code.slice(end, at(behind.site)))) {
    yield { first: before, second: behind };
    return;
  }
  const tail = statementBehind(accessed, behind);
  // Of tiles that is told where they are filled.
  if (before.element === null && behind.element === null) return;
  for (const loop of loopsAround(before.site, behind.site)) {
    const span = fileSpan((before.site as PlacedSite).memo.placed, loop.span);
    if (!isPlain(code.slice(tail, span.end - start), code.slice(span.start - start, at(before.site))))
      continue;
    yield { first: behind, second: before, loop };
    return;
  }
  const calls = callsOfFunctionAt(context.model, context.text, before.site);
  for (const [i, call] of calls.entries()) {
    const next = calls[i + 1];
    if (next === undefined || functionAround(call) !== functionAround(next)) continue;
    const around = functionCodeAt(call, context.text);
    const between = around?.code.slice(call.span.end - around.start, next.span.start - around.start);
    const isBetween = between !== undefined && isPlainCode(between, around!.code, file, host);
    if (!isBetween || !isPlain(code.slice(tail), bodyOf(code, host).slice(0, at(before.site)))) continue;
    yield { first: behind, second: before, calls: [call, next] };
    return;
  }
}

/** A function without what stands before its parameters. */
const bodyOf = (code: string, host: Host): string =>
  host === 'python' ? code.replace(/^[^(]*\(/, (head) => ' '.repeat(head.length)) : code;
