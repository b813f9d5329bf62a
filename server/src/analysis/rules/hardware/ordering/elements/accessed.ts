// What a function reads and writes in shared memory, and its code.

import type { Host } from '../../../../../frontends/common/host-tokens.ts';
import { addTo } from '../../../../../frontends/common/lists.ts';
import type { Scope } from '../../../../../frontends/common/scope.ts';
import { functionAround } from '../../../../document/written/around.ts';
import { writtenCall } from '../../../../document/written/call.ts';
import { type CallAt, callsIn } from '../../../../document/written/calls-by-name.ts';
import { escaped, LAMBDA } from '../../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../../indexing/text/function-code.ts';
import type { Run } from '../../../../indexing/threads/by-thread.ts';
import type { Site } from '../../../../values/model.ts';
import { multiplied } from '../../../products/gemm-calls.ts';
import type { RuleContext } from '../../../rule.ts';
import {
  accessAt,
  type ElementsByName,
  elementsByFunction,
  mayBeShared,
  runOf,
  type SharedAccess,
} from './accesses.ts';
import { accessesOfCopy, readAt, THREAD_COPIES, tilesOf } from './parts.ts';

/** So many elements of a function are looked at. */
const MAXIMUM_ACCESSES = 24;

/** The elements that a function reads and writes. */
export interface Accessed {
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

export function accessedAround(context: RuleContext, site: Site): Accessed | null {
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
      mayBeShared(context, run, name, sites)
        ? sites.flatMap((each) => accessAt(context, run, each) ?? [])
        : [],
    ),
    ...calls.flatMap((call) => accessesOfCopy(context, call)),
    ...products.flatMap(({ operands }) => operands.flatMap((operand) => readAt(context, operand))),
  ].sort((a, b) => a.site.span.start - b.site.span.start);
  if (!all.some(({ isWrite }) => isWrite) || all.length > MAXIMUM_ACCESSES) return null;
  const handed = scope.declarations.flatMap(({ kind, name }) => (kind === 'parameter' ? [name] : []));
  const names = [...all.map(({ tensor }) => escaped(tensor)), ...handed].join('|');
  const tensors = new RegExp(`\\b(?:${names})\\s*(?=\\()`, 'g');
  return { run, all, code: around.code, start: around.start, host, tensors };
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

/** The functions of a check unit that may access shared memory, each by a place in it. */
export const functionsIn = (sites: readonly Site[], text: string): readonly Site[] =>
  groupsIn(sites, text).map((group) => {
    const [element] = [...group.elements.values()].flat();
    const first = element ?? group.calls[0]!.site;
    groups.set(first, group);
    return first;
  });

/** The tensors, each where an element of it first stands, in the function of such a place. */
export const tensorsAt = (site: Site): readonly Site[] =>
  [...groups.get(site)!.elements.values()].map(([first]) => writtenCall(first!)?.callee ?? first!);
