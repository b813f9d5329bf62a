// Elements of shared memory that a thread of one warp writes and one of another reads, with no barrier between: worked out for
// the first rounds of the loops around, and the second of one.

import { scopePath } from '../../../../../evaluate/model/environment.ts';
import { fileSpan } from '../../../../../frontends/common/gap-map.ts';
import { codeOf, type Host } from '../../../../../frontends/common/host-tokens.ts';
import { addTo } from '../../../../../frontends/common/lists.ts';
import type { Scope } from '../../../../../frontends/common/scope.ts';
import { WARP } from '../../../../../hardware/memory/banks.ts';
import { mentions } from '../../../../../syntax/text/mentions.ts';
import { functionAround, functionNameAt, isLoop } from '../../../../document/written/around.ts';
import { writtenCall } from '../../../../document/written/call.ts';
import { type CallAt, callsIn } from '../../../../document/written/calls-by-name.ts';
import { callsNamed } from '../../../../indexing/callers.ts';
import { LAMBDA } from '../../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../../indexing/text/function-code.ts';
import { blockOf } from '../../../../indexing/thread-block.ts';
import type { Run } from '../../../../indexing/threads/by-thread.ts';
import { supposedAt } from '../../../../indexing/threads/coming.ts';
import { launchedByUnit } from '../../../../launches/launched-by-unit.ts';
import { shortName } from '../../../../launches/python-launches.ts';
import { defaultsAt, foundByDefault } from '../../../../values/default-view.ts';
import type { Site } from '../../../../values/model.ts';
import { PlacedSite } from '../../../../values/placed-site.ts';
import { multiplied } from '../../../products/gemm-calls.ts';
import type { RuleContext, RuleFinding } from '../../../rule.ts';
import { blocksOf } from '../tiles/blocks.ts';
import {
  accessAt,
  type ElementsByName,
  elementsByFunction,
  mayBeShared,
  type Offsets,
  runOf,
  type SharedAccess,
} from './accesses.ts';
import { accessesOfCopy, readAt, THREAD_COPIES, tilesOf } from './parts.ts';
import { isPlainCode } from './plain-code.ts';

/** So many elements of a function are looked at. */
const MAXIMUM_ACCESSES = 24;

/** The elements that a function reads and writes. */
interface Accessed {
  readonly run: Run;
  readonly all: readonly SharedAccess[];
  readonly code: string;
  /** Where the function begins in the text. */
  readonly start: number;
  readonly host: Host;
  /** What is called by the names of tensors. */
  readonly tensors: RegExp;
}

/** What of a function is looked at, by the first place of it. */
const groups = new WeakMap<Site, Group>();

interface Group {
  readonly elements: ElementsByName;
  readonly calls: readonly CallAt[];
}

function accessedAround(context: RuleContext, site: Site): Accessed | null {
  const scope = functionAround(site);
  if (scope === null) return null;
  const around = functionCodeAt(site, context.text);
  const host = site.dialect === 'python' ? 'python' : 'cpp';
  if (around === null || (host === 'cpp' && LAMBDA.test(around.code))) return null;
  const run = runOf(context, site);
  if (run === null) return null;
  const { elements, calls } = groups.get(site)!;
  const products = multiplied(context).filter((product) => functionAround(product.site) === scope);
  const all = [
    ...[...elements].flatMap(([name, sites]) =>
      mayBeShared(context, run, name, sites[0]!)
        ? sites.flatMap((each) => accessAt(context, run, each) ?? [])
        : [],
    ),
    ...calls.flatMap((call) => accessesOfCopy(context, call)),
    ...products.flatMap(({ operands }) => operands.flatMap((operand) => readAt(context, operand))),
  ].sort((a, b) => a.site.span.start - b.site.span.start);
  if (!all.some(({ isWrite }) => isWrite) || all.length > MAXIMUM_ACCESSES) return null;
  const handed = scope.declarations.flatMap(({ kind, name }) => (kind === 'parameter' ? [name] : []));
  const names = [...all.map(({ tensor }) => tensor), ...handed].join('|');
  const tensors = new RegExp(`\\b(?:${names})\\s*(?=\\()`, 'g');
  return { run, all, code: around.code, start: around.start, host, tensors };
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

interface Witness {
  readonly first: number;
  readonly second: number;
}

/** A thread of the second access that has the element of a thread of another warp in the first one. */
function witnessOf(first: Offsets, second: Offsets, isWrittenFirst: boolean): Witness | null {
  const warpOf = (thread: number): number => Math.floor(thread / WARP);
  /** Of each element a thread, and one of another warp. */
  const threads = new Map<number, [number, number?]>();
  for (const [thread, offsets] of first.entries())
    for (const offset of offsets ?? []) {
      const before = threads.get(offset);
      if (before === undefined) threads.set(offset, [thread]);
      else if (before[1] === undefined && warpOf(before[0]) !== warpOf(thread)) before[1] = thread;
    }
  for (const [thread, offsets] of second.entries())
    for (const offset of offsets ?? []) {
      const other = threads
        .get(offset)
        ?.find((each) => each !== undefined && warpOf(each) !== warpOf(thread));
      // What a thread has written itself it may read.
      if (other !== undefined && !(isWrittenFirst && first[thread]?.includes(offset) === true))
        return { first: other, second: thread };
    }
  return null;
}

/** The order in which two elements are come to, with nothing that waits between. */
interface Order {
  readonly first: SharedAccess;
  readonly second: SharedAccess;
  /** The loop of which the second one is in the next round. */
  readonly loop?: Scope;
  /** Between which two calls of the function, or rounds around its call. */
  readonly calls?: readonly [Site, Site];
}

const BARRIER: Readonly<Record<Host, string>> = {
  cpp: '__syncthreads();',
  python: 'cute.arch.sync_threads()',
};

/** Where a barrier between them belongs: before the outermost block around the second that has not the first. */
function fixOf(
  { code, start, host }: Accessed,
  { first, second, loop, calls }: Order,
  { text }: RuleContext,
): RuleFinding['fixes'] {
  const [before, at] = [first, second].map(({ site }) => site.span.start - start);
  const blocks = blocksOf[host](code, at!);
  const loopStart =
    loop === undefined ? -1 : fileSpan((second.site as PlacedSite).memo.placed, loop.span).start - start;
  const isInside = (block: (typeof blocks)[number]): boolean =>
    calls !== undefined ? true : loop !== undefined ? block.start > loopStart + 8 : block.start > before!;
  const inner = blocks.filter(isInside);
  if (blocks.some((block) => !isInside(block) && block.kind !== 'loop')) return [];
  const from = start + (inner[0]?.start ?? at!);
  const line = text.lastIndexOf('\n', from - (host === 'python' && inner.length > 0 ? 0 : 1)) + 1;
  const place = host === 'python' && inner.length > 0 ? from : line;
  const indent = /^[ \t]*/.exec(text.slice(place))![0];
  const isAlone = /^[ \t]*$/.test(text.slice(text.lastIndexOf('\n', place - 1) + 1, place));
  return isAlone
    ? [
        {
          title: `Add ${BARRIER[host].replace(';', '')}`,
          span: { start: place, end: place },
          newText: `${indent}${BARRIER[host]}\n`,
        },
      ]
    : [];
}

/** Whether both come to pass as far as is known: conditions that are the same in all threads may exclude one another. */
function mayFollow({ run }: Accessed, { first, second }: Order): boolean {
  const [before, behind] = [first, second].map(({ site }) => supposedAt(run, site));
  const isOwn = (of: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
    [...of].some((condition) => !other.has(condition));
  return !isOwn(before!, behind!) || !isOwn(behind!, before!);
}

function foundIn(accessed: Accessed, order: Order, context: RuleContext): readonly RuleFinding[] {
  const { first, second, loop, calls } = order;
  const { run } = accessed;
  if (!mayFollow(accessed, order)) return [];
  const left = leftLoops(accessed, order, context);
  const before =
    left === null
      ? null
      : first.offsets({ ...run, rounds: new Map(left.map((each) => [each, 'last'] as const)) });
  const next = loop === undefined ? run : { ...run, rounds: new Map([[loop, 'second'] as const]) };
  const behind = before === null ? null : second.offsets(next);
  const witness =
    before === null || behind === null ? null : witnessOf(before, behind, first.isWrite && !second.isWrite);
  if (witness === null || context.model.neverRuns(second.site)) return [];
  const does = ({ isWrite }: SharedAccess): string => (isWrite ? 'writes' : 'reads');
  const name = first.tensor;
  const when = loop !== undefined ? ' in the next round' : calls !== undefined ? ' in the next call' : '';
  const message = `thread ${witness.second} ${does(second)} the element of ${name}${when} that thread ${witness.first} of another warp ${does(first)} before, and no barrier is between`;
  const at = calls === undefined && loop === undefined ? second : first;
  const other = at === first ? second : first;
  return [
    {
      span: at.site.span,
      message,
      related: [
        { span: other.site.span, message: `${does(other)} it${at === first ? when : ' before'}` },
        ...(calls ?? []).map(({ span }) => ({ span, message: 'called here' })),
      ],
      fixes: fixOf(accessed, order, context) ?? [],
    },
  ];
}

/** The loops around a place, outermost first. The body of one is a block of its own. */
function loopsOf(site: Site): readonly Scope[] {
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
function leftLoops(
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
function* ordersOf(
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
  if (!before.isElement && !behind.isElement) return;
  for (const loop of loopsAround(before.site, behind.site)) {
    const span = fileSpan((before.site as PlacedSite).memo.placed, loop.span);
    if (!isPlain(code.slice(tail, span.end - start), code.slice(span.start - start, at(before.site))))
      continue;
    yield { first: behind, second: before, loop };
    return;
  }
  const name = functionNameAt(before.site);
  const calls = name === null ? [] : callsNamed(context.model, name);
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

/** What is found in the function around a place: of each element the first that is to wait for it. */
function checkAround(site: Site, context: RuleContext): readonly RuleFinding[] {
  const accessed = accessedAround(context, site);
  if (accessed === null) return [];
  const { all } = accessed;
  const told = new Set<SharedAccess>();
  return all.flatMap((own, i) => {
    for (const other of all.slice(0, i)) {
      if (other.tensor !== own.tensor || other.isWrite === own.isWrite) continue;
      for (const order of ordersOf(accessed, other, own, context)) {
        const found = told.has(order.first) ? [] : foundIn(accessed, order, context);
        if (found.length === 0) continue;
        told.add(order.first);
        return found;
      }
    }
    return [];
  });
}

/** The same, also by the defaults of what the file does not call. */
function check(site: Site, context: RuleContext): readonly RuleFinding[] {
  const found = checkAround(site, context);
  if (found.length > 0 || site.dialect !== 'python') return found;
  const elements = [...groups.get(site)!.elements.values()].map(
    ([first]) => writtenCall(first!)?.callee ?? first!,
  );
  return foundByDefault(context, defaultsAt(context.model, elements), (of: RuleContext) =>
    checkAround(site, of),
  );
}

/** The functions that call one, as they are written, with the block of the kernel that does. */
function textsAround(context: RuleContext, name: string, dialect: Site['dialect'], depth = 0): string {
  const calls = depth < 3 ? callsNamed(context.model, shortName(name)) : [];
  const block = blockOf(context, name, dialect)?.join() ?? '';
  return calls.reduce((all, call) => {
    const around = functionCodeAt(call, context.text);
    const next = functionNameAt(call);
    return `${all}${around?.code ?? ''}${next === null ? '' : textsAround(context, next, dialect, depth + 1)}`;
  }, block);
}

function groupsIn(sites: readonly Site[], text: string): readonly Group[] {
  const calls = new Map<Scope, CallAt[]>();
  for (const call of callsIn(sites, THREAD_COPIES)) {
    const scope = functionAround(call.site);
    if (scope !== null) addTo(calls, scope, call);
  }
  const elements = elementsByFunction(sites, text, tilesOf([...calls.values()].flat(), text));
  const scopes = new Set([...elements.keys(), ...calls.keys()]);
  return [...scopes].map((scope) => ({
    elements: elements.get(scope) ?? new Map(),
    calls: calls.get(scope) ?? [],
  }));
}

const checkSites = launchedByUnit<RuleContext, RuleFinding>(
  ({ sites }, { text }) =>
    groupsIn(sites, text).map((group) => {
      const [element] = [...group.elements.values()].flat();
      const first = element ?? group.calls[0]!.site;
      groups.set(first, group);
      return first;
    }),
  check,
  (context, kernels) => kernels.map(({ name, dialect }) => textsAround(context, name, dialect)),
);

/** Findings of `unordered-access` about elements. */
export const checkElements = (context: RuleContext): readonly RuleFinding[] =>
  mentions(context.text, /__shared__|make_smem_ptr|SmemAllocator/) ? checkSites(context) : [];
