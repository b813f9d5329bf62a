// mbarriers that a block makes known to its own threads alone, where loads by TMA of the other blocks of its cluster come to
// them: those may arrive before it has made them.

import { mentions } from '../../../../syntax/text/mentions.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsBy, methodsBy, pythonCallsBy } from '../../../indexing/callers.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { DocumentModel, Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import type { Host } from './rings.ts';

/** What may wait for the other blocks: a function whose name says so, a pipeline that is made, or assembly. */
const OF_CLUSTER =
  /\b(?:\w*(?:sync|setup|prepare|_wait|arrive)\w*|create|this_cluster)\s*(?:<[^<>;]*>\s*)?\(|\bwait\s*\(\s*\)|\basm\b/gi;
/** Those of one block. */
const OF_BLOCK =
  /^(?:__sync(?:threads|warp)|sync_(?:threads|warp)|elect_one_sync|(?:mbarrier_)?arrive_and_expect_tx|mbarrier_(?:try_)?wait|wait_barrier)\b/;

interface Language {
  /** The calls that make a barrier. */
  readonly makes: (model: DocumentModel) => readonly Site[];
  readonly syncs: (model: DocumentModel) => readonly Site[];
  readonly copies: (model: DocumentModel) => readonly Site[];
  /** The mask of a load that goes to several blocks. */
  readonly mask: (copy: Site) => Site | undefined;
  readonly sync: (indent: string) => string;
}

const LANGUAGES: Readonly<Record<Host, Language>> = {
  cpp: {
    makes: (model) => [
      ...callsBy(model, 'initialize_barrier'),
      ...callsBy(model, 'init'),
      ...methodsBy(model, 'init'),
    ],
    syncs: (model) => callsBy(model, '__syncthreads'),
    copies: (model) => callsBy(model, 'copy'),
    mask(copy) {
      const [atom] = writtenCall(copy)?.args ?? [];
      const given = atom === undefined ? null : writtenCall(atom);
      return given?.name === 'with' ? given.args[1] : undefined;
    },
    sync: () => 'cute::cluster_sync()',
  },
  python: {
    makes: (model) => pythonCallsBy(model, 'mbarrier_init'),
    syncs: (model) => [...pythonCallsBy(model, 'sync_threads'), ...pythonCallsBy(model, 'barrier')],
    copies: (model) => pythonCallsBy(model, 'copy'),
    mask: (copy) => writtenCall(copy)?.keywords.get('mcast_mask'),
    sync: (indent) => `cute.arch.cluster_arrive()\n${indent}cute.arch.cluster_wait()`,
  },
};

export const waitsForOthers = (code: string): boolean =>
  [...code.matchAll(OF_CLUSTER)].some(([found]) => !OF_BLOCK.test(found));

/** Findings of `barrier-use` about barriers that other blocks of the cluster use. */
export function checkClusterReady({ model, text }: RuleContext): readonly RuleFinding[] {
  const host = model.dialect === 'python' ? 'python' : 'cpp';
  if (!mentions(text, host === 'cpp' ? /\bwith\s*\(/ : /\bmcast_mask\b/)) return [];
  const { makes, syncs, copies, mask, sync } = LANGUAGES[host];
  const made = new Map(makes(model).map((site) => [functionAround(site), site]));
  const shared = made.size === 0 ? [] : copies(model).filter((copy) => mask(copy) !== undefined);
  const checked = new Set<unknown>();
  return shared.flatMap((copy): readonly RuleFinding[] => {
    const scope = functionAround(copy);
    const make = made.get(scope);
    const around = functionCodeAt(copy, text);
    // The first load is the one that may come too early.
    if (scope === null || make === undefined || around === null || checked.has(scope)) return [];
    checked.add(scope);
    const written = text.slice(mask(copy)!.span.start, mask(copy)!.span.end);
    if (/^(?:\w+\()?0\)?$|^None$/.test(written)) return [];
    const before = syncs(model).find(
      (site) =>
        functionAround(site) === scope && site.span.start > make.span.end && site.span.end < copy.span.start,
    );
    if (before === undefined || writtenCall(before)?.args.length !== 0) return [];
    const part = around.code.slice(0, copy.span.start - around.start);
    if (waitsForOthers(part) || model.neverRuns(copy)) return [];
    const indent = /[ \t]*$/.exec(text.slice(0, before.span.start))![0];
    const fixes = [{ title: 'Wait for the cluster', span: before.span, newText: sync(indent) }];
    const message =
      'this is for the threads of one block, and loads of the other blocks of the cluster may arrive at a barrier that it has not made yet: the whole cluster has to wait here';
    return [{ span: before.span, message, fixes }];
  });
}
