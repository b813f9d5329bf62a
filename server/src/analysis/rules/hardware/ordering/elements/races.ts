// Elements of shared memory that a thread of one warp writes and one of another reads, with no barrier between: worked out for
// one round of the loops around.

import { tableOf } from '../../../../../evaluate/model/memo.ts';
import { WARP } from '../../../../../hardware/memory/banks.ts';
import { mentions } from '../../../../../syntax/text/mentions.ts';
import { functionNameAt } from '../../../../document/written/around.ts';
import { callsNamed } from '../../../../indexing/callers.ts';
import { functionCodeAt } from '../../../../indexing/text/function-code.ts';
import { blockOf, launchedPython } from '../../../../indexing/thread-block.ts';
import { launchedByUnit } from '../../../../launches/launched-by-unit.ts';
import { launchedGrid } from '../../../../launches/launches.ts';
import { shortName } from '../../../../launches/python-launches.ts';
import { defaultsAt, foundByDefault } from '../../../../values/default-view.ts';
import type { Site } from '../../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../../rule.ts';
import { type Accessed, accessedAround, functionsIn, tensorsAt } from './accessed.ts';
import type { Offsets, SharedAccess } from './accesses.ts';
import { addedBarrier } from './added-barrier.ts';
import { leftLoops, mayFollow, type Order, ordersOf } from './orders.ts';

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

function foundIn(accessed: Accessed, order: Order, context: RuleContext): readonly RuleFinding[] {
  const { first, second, loop, calls } = order;
  const { run } = accessed;
  if (!mayFollow(accessed, order)) return [];
  const left = leftLoops(accessed, order, context);
  const before =
    left === null
      ? null
      : first.offsets({ ...run, rounds: new Map(left.map((each) => [each, 'last'] as const)) });
  const next = loop === undefined ? run : { ...run, rounds: new Map([[loop, 1] as const]) };
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
      fixes: addedBarrier(accessed, order, context),
    },
  ];
}

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
  return foundByDefault(context, defaultsAt(context.model, tensorsAt(site)), (of: RuleContext) =>
    checkAround(site, of),
  );
}

/** What is asked of each function of a version of a file, by several rules. */
const texts = new WeakMap<RuleContext, Map<string, string>>();

/** The functions that call one, as they are written, with the block and the grid of the kernel that does. */
function textsAround(context: RuleContext, name: string, dialect: Site['dialect'], depth = 0): string {
  const known = tableOf(texts, context);
  const key = `${depth} ${name}`;
  let all = known.get(key);
  if (all === undefined) {
    const calls = depth < 3 ? callsNamed(context.model, shortName(name)) : [];
    const around = calls.map((call) => {
      const next = functionNameAt(call);
      const code = functionCodeAt(call, context.text)?.code ?? '';
      return `${code}${next === null ? '' : textsAround(context, next, dialect, depth + 1)}`;
    });
    const grid =
      dialect === 'python' ? launchedPython(context.model, name, 'grid') : launchedGrid(context, name);
    all = [blockOf(context, name, dialect)?.join() ?? '', grid.join(), ...around].join(' ');
    known.set(key, all);
  }
  return all;
}

/** A check of what functions do with shared memory, which rests on those that call them. */
export const checkedByCallers = (check: (site: Site, context: RuleContext) => readonly RuleFinding[]) =>
  launchedByUnit<RuleContext, RuleFinding>(
    ({ sites }, { text }) => functionsIn(sites, text),
    check,
    // Of which objects a call operator is, anything in the file may say.
    (context, kernels) =>
      kernels.map(({ name, dialect }) =>
        name === 'operator()' ? context.text : textsAround(context, name, dialect),
      ),
  );

const checkSites = checkedByCallers(check);

/** Findings of `unordered-access` about elements. */
export const checkElements = (context: RuleContext): readonly RuleFinding[] =>
  mentions(context.text, /__shared__|make_smem_ptr|SmemAllocator/) ? checkSites(context) : [];
