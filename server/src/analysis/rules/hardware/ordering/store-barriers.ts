// Stores by TMA that one warp begins right behind the fence: it makes the writes of a thread seen, and the other warps may
// still be writing.

import { WARP } from '../../../../hardware/memory/banks.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { sidesOf } from '../../../document/written/copies.ts';
import { callsBy, pythonCallsBy } from '../../../indexing/callers.ts';
import { closing, escaped, indentedEnd, LAMBDA, statementEnd } from '../../../indexing/text/code.ts';
import { type FunctionCode, functionCodeAt } from '../../../indexing/text/function-code.ts';
import { blockAround, threadsIn } from '../../../indexing/thread-block.ts';
import type { DocumentModel, Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { type Host, ringOf } from './rings.ts';
import { blocksOf } from './tiles/blocks.ts';

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

/** What the copies of a function are from and to, by the tensor of shared memory that it is a part of. */
class Copies {
  readonly #sites: readonly Site[];
  readonly #around: FunctionCode;
  readonly #host: Host;
  readonly #text: string;
  constructor(sites: readonly Site[], around: FunctionCode, host: Host, text: string) {
    this.#sites = sites;
    this.#around = around;
    this.#host = host;
    this.#text = text;
  }

  #tileOf(copy: Site, of: 'src' | 'dst'): string | null {
    const sides = sidesOf(writtenCall(copy)!);
    if (sides === null) return null;
    const { span } = of === 'src' ? sides.from : sides.to;
    return ringOf(rootOf(this.#text.slice(span.start, span.end)), this.#around.code, this.#host);
  }

  /** The first one in a branch, where nothing waits before it and its group is closed behind it, and what it stores. */
  storeIn(branch: Branch): { readonly store: Site; readonly tile: string } | null {
    const { code, start } = this.#around;
    const store = this.#sites.find(
      ({ span }) => span.start - start >= branch.start && span.end - start <= branch.end,
    );
    const tile = store === undefined ? null : this.#tileOf(store, 'src');
    if (store === undefined || tile === null) return null;
    const before = code.slice(branch.start, store.span.start - start);
    const behind = code.slice(store.span.end - start, branch.end);
    return SYNCHRONISES.test(before) || !LANGUAGES[this.#host].closes.test(behind) ? null : { store, tile };
  }

  /** Where a tile is written for the last time before an offset, by a copy or an element; null where it is not. */
  lastWriteOf(tile: string, at: number): number | null {
    const { code, start } = this.#around;
    const written = this.#sites
      .filter((copy) => copy.span.end - start <= at && this.#tileOf(copy, 'dst') === tile)
      .map(({ span }) => span.start - start);
    const last = Math.max(assignedBefore(code, tile, at), ...written);
    return last < 0 ? null : last;
  }
}

function checkFence(site: Site, host: Host, context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const { copies, calls, barrier } = LANGUAGES[host];
  const around = functionCodeAt(site, text);
  const scope = functionAround(site);
  if (around === null || scope === null || isOneWarp(site, context)) return [];
  const { code, start } = around;
  const [from, to] = [site.span.start - start, site.span.end - start];
  const branch = branchBehind(code, to, host);
  if (branch === null || !OF_ONE.test(branch.condition) || (host === 'cpp' && LAMBDA.test(code))) return [];
  const blocks = blocksOf[host](code, from);
  // A warp that has been told apart before is one of those that write, or the only one.
  if (blocks.some(({ kind, condition }) => kind !== 'loop' && OF_ONE.test(condition))) return [];
  const sites = copies.flatMap((name) => calls(model, name)).filter((copy) => functionAround(copy) === scope);
  const own = new Copies(sites, around, host, text);
  const found = own.storeIn(branch);
  const last = found === null ? null : own.lastWriteOf(found.tile, from);
  if (found === null || last === null || SYNCHRONISES.test(code.slice(last, from))) return [];
  if (blocksOf[host](code, last).some(({ kind, end }) => kind !== 'loop' && end <= from)) return [];
  if (model.neverRuns(found.store)) return [];
  const message = `the fence is for what a thread has written itself, and the other warps may still write ${found.tile} when one of them stores it: a barrier of all that write has to stand between the fence and the store`;
  // In a branch some threads may never come to a barrier of all.
  if (blocks.some(({ kind }) => kind !== 'loop')) return [{ span: site.span, message }];
  const indent = /[ \t]*$/.exec(text.slice(0, site.span.start))![0];
  const end = site.span.end + (host === 'cpp' ? 1 + code.slice(to).indexOf(';') : 0);
  const title = `Add ${barrier.replace(';', '')}`;
  const fixes = [{ title, span: { start: end, end }, newText: `\n${indent}${barrier}` }];
  return [{ span: site.span, message, fixes }];
}

/** Whether a kernel is launched with no more threads than a warp has. */
function isOneWarp(site: Site, context: RuleContext): boolean {
  const block = blockAround(context, site);
  const threads = block === null ? undefined : threadsIn(block);
  return threads !== undefined && threads <= WARP;
}

/** Findings of `unordered-access` about stores of what other warps write. */
export function checkStoreBarriers(context: RuleContext): readonly RuleFinding[] {
  const host = context.model.dialect === 'python' ? 'python' : 'cpp';
  const { fences, calls } = LANGUAGES[host];
  return fences
    .filter((name) => mentions(context.text, name))
    .flatMap((name) => calls(context.model, name).flatMap((site) => checkFence(site, host, context)));
}
