// Stores by TMA that one warp begins right behind the fence: it makes the writes of a thread seen, and the other warps may
// still be writing.

import { functionAround } from '../../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsBy, pythonCallsBy } from '../../../indexing/callers.ts';
import { closing, escaped, indentedEnd, LAMBDA, statementEnd } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { DocumentModel, Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { blocksOf } from './blocks.ts';
import { type Host, ringOf } from './rings.ts';

/** What may make threads wait for each other. */
const SYNCHRONISES = /sync|barrier|arrive|\bwait|\basm\b/i;
/** A branch for one thread or warp of several. */
const OF_ONE = /(?:thread|warp|tid)\w*(?:\.x)?(?:\s*\([^()]*\))?\s*==/i;

interface Language {
  readonly fences: readonly string[];
  readonly copies: readonly string[];
  readonly calls: (model: DocumentModel, name: string) => readonly Site[];
  /** What closes the group of a store. */
  readonly closes: RegExp;
  readonly barrier: string;
}

const LANGUAGES: Readonly<Record<Host, Language>> = {
  cpp: {
    fences: ['tma_store_fence'],
    copies: ['copy', 'copy_aligned'],
    calls: callsBy,
    closes: /\btma_store_arrive\b/,
    barrier: '__syncthreads();',
  },
  python: {
    fences: ['fence_proxy', 'fence_view_async_shared'],
    copies: ['copy', 'autovec_copy', 'basic_copy'],
    calls: pythonCallsBy,
    closes: /\bcp_async_bulk_commit_group\b|\bproducer_commit\b/,
    barrier: 'cute.arch.sync_threads()',
  },
};

interface Branch {
  readonly condition: string;
  /** What runs where it holds. */
  readonly start: number;
  readonly end: number;
}

/** The branch that follows a statement at once. */
function branchBehind(code: string, at: number, host: Host): Branch | null {
  const [before] = (host === 'cpp' ? /^\s*;\s*if\s*(?=\()/ : /^[ \t]*\n\s*if\b/).exec(code.slice(at)) ?? [];
  if (before === undefined) return null;
  const head = at + before.length;
  if (host === 'cpp') {
    const start = closing(code, head) + 1;
    return { condition: code.slice(head, start), start, end: statementEnd(code, start) };
  }
  const start = head + code.slice(head).search(/:[ \t]*\n/) + 1;
  const indent = /[ \t]*$/.exec(code.slice(0, head - 'if'.length))![0].length;
  return { condition: code.slice(head, start), start, end: indentedEnd(code, start, indent + 1) };
}

const rootOf = (written: string): string => /^\s*(\w+)/.exec(written)?.[1] ?? '';

/** Where the last element of a tensor of shared memory is given a value before an offset; -1 where none is. */
function assignedBefore(code: string, ring: string, at: number): number {
  const assigns = new RegExp(
    `(?<![\\w.])${escaped(ring)}\\s*(?:\\([^;{}=]*\\)|\\[[^\\][;={}]*\\])\\s*[-+*]?=(?!=)`,
    'g',
  );
  return [...code.slice(0, at).matchAll(assigns)].at(-1)?.index ?? -1;
}

function checkFence(site: Site, host: Host, { model, text }: RuleContext): readonly RuleFinding[] {
  const { copies, calls, closes, barrier } = LANGUAGES[host];
  const around = functionCodeAt(site, text);
  const scope = functionAround(site);
  if (around === null || scope === null) return [];
  const { code, start } = around;
  const [from, to] = [site.span.start - start, site.span.end - start];
  const branch = branchBehind(code, to, host);
  if (branch === null || !OF_ONE.test(branch.condition) || (host === 'cpp' && LAMBDA.test(code))) return [];
  // A warp that has been told apart before is one of those that write, or the only one.
  const blocks = blocksOf[host](code, from);
  if (blocks.some(({ kind, condition }) => kind !== 'loop' && OF_ONE.test(condition))) return [];
  const own = copies.flatMap((name) => calls(model, name)).filter((copy) => functionAround(copy) === scope);
  const tileOf = (copy: Site, of: 'src' | 'dst'): string | null => {
    const call = writtenCall(copy)!;
    const first = Math.max(call.args.length - 2, host === 'python' && call.name === 'copy' ? 1 : 0);
    const arg = argumentAt(call, of === 'src' ? first : first + 1, of);
    return arg === undefined ? null : ringOf(rootOf(text.slice(arg.span.start, arg.span.end)), code, host);
  };
  const store = own.find(({ span }) => span.start - start >= branch.start && span.end - start <= branch.end);
  const ring = store === undefined ? null : tileOf(store, 'src');
  if (store === undefined || ring === null) return [];
  const untilStore = code.slice(branch.start, store.span.start - start);
  if (SYNCHRONISES.test(untilStore) || !closes.test(code.slice(store.span.end - start, branch.end)))
    return [];
  const written = own
    .filter(({ span }) => span.end <= site.span.start)
    .filter((copy) => tileOf(copy, 'dst') === ring);
  const last = Math.max(assignedBefore(code, ring, from), ...written.map(({ span }) => span.start - start));
  if (last < 0 || SYNCHRONISES.test(code.slice(last, from)) || model.neverRuns(store)) return [];
  const branches = blocksOf[host](code, last).filter(({ kind, end }) => kind !== 'loop' && end <= from);
  if (branches.length > 0) return [];
  const indent = /[ \t]*$/.exec(text.slice(0, site.span.start))![0];
  const end = site.span.end + (host === 'cpp' ? 1 + code.slice(to).indexOf(';') : 0);
  const message = `the fence is for what a thread has written itself, and the other warps may still write ${ring} when one of them stores it: a barrier of all that write has to stand between the fence and the store`;
  // In a branch some threads may never come to a barrier of all.
  const fixes = blocks.some(({ kind }) => kind !== 'loop')
    ? []
    : [
        {
          title: `Add ${barrier.replace(';', '')}`,
          span: { start: end, end },
          newText: `\n${indent}${barrier}`,
        },
      ];
  return [{ span: site.span, message, fixes }];
}

/** Findings of `unordered-access` about stores of what other warps write. */
export function checkStoreBarriers(context: RuleContext): readonly RuleFinding[] {
  const host = context.model.dialect === 'python' ? 'python' : 'cpp';
  const { fences, calls } = LANGUAGES[host];
  return fences
    .filter((name) => context.text.includes(name))
    .flatMap((name) => calls(context.model, name).flatMap((site) => checkFence(site, host, context)));
}
