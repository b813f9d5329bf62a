// The calls of a document by the names of what is called.

import { tableOf } from '../../../evaluate/model/memo.ts';
import type { DocumentModel, Site } from '../../values/model.ts';
import { calledName, type WrittenCall, writtenCall } from './call.ts';
import { DocumentIndex, type InPart } from './name-index.ts';

/** A call of a document. */
export interface CallAt {
  readonly site: Site;
  readonly call: WrittenCall;
}

/** The same, read when somebody asks for it. */
class NamedCall implements CallAt {
  readonly site: Site;
  #call: WrittenCall | null = null;

  /** `site`: where a call stands. */
  constructor(site: Site) {
    this.site = site;
  }

  get call(): WrittenCall {
    this.#call ??= writtenCall(this.site)!;
    return this.#call;
  }
}

type CallsByName = ReadonlyMap<string, readonly NamedCall[]>;

/** The calls among the places of a part of a unit, by the names of what is called. Edits elsewhere leave the part alone. */
const named = new WeakMap<readonly Site[], CallsByName>();

function callsByName(sites: readonly Site[]): CallsByName {
  const before = named.get(sites);
  if (before !== undefined) return before;
  const byName = new Map<string, NamedCall[]>();
  for (const site of sites) {
    const name = site.role === 'expression' ? calledName(site) : null;
    if (name === null) continue;
    const calls = byName.get(name);
    if (calls === undefined) byName.set(name, [new NamedCall(site)]);
    else calls.push(new NamedCall(site));
  }
  named.set(sites, byName);
  return byName;
}

/** The calls by some names among places, in the order of the text. */
export function callsIn(sites: readonly Site[], names: readonly string[]): readonly CallAt[] {
  const byName = callsByName(sites);
  const called = names.flatMap((name) => byName.get(name) ?? []);
  return names.length === 1 ? called : called.sort((a, b) => a.site.span.start - b.site.span.start);
}

type Index = ReadonlyMap<string, readonly InPart<NamedCall>[]>;

/** Every rule asks after every edit: who calls what is looked up once for all of them, and again where an edit was. */
const indexed = new DocumentIndex<readonly Site[], NamedCall>(
  ({ sitesByUnit }) => sitesByUnit.flatMap(({ parts }) => parts.map(({ sites }) => sites)),
  callsByName,
);

/** What was asked for, by the names. */
const answered = new WeakMap<Index, Map<string, readonly CallAt[]>>();

const NO_CALLS: readonly NamedCall[] = [];

/**
 * The calls of a document that are reached, by their names, in each part in the order of the text. They are for rules that
 * look at what stands elsewhere, too: what these find of a call may change by an edit that leaves the call as it was.
 */
export function callsOf(model: DocumentModel, ...names: readonly string[]): readonly CallAt[] {
  const index = indexed.of(model);
  const answers = tableOf(answered, index);
  const key = names.join(' ');
  let calls = answers.get(key);
  if (calls === undefined) {
    calls = callsInOrder(index, names);
    answers.set(key, calls);
  }
  return calls;
}

function callsInOrder(byName: Index, names: readonly string[]): readonly CallAt[] {
  const called = names.flatMap((name) => byName.get(name) ?? []);
  if (called.length < 2) return called[0]?.found ?? NO_CALLS;
  if (names.length === 1) return called.flatMap(({ found }) => found);
  return called
    .flatMap(({ part, found }) => found.map((call) => ({ call, part })))
    .sort((a, b) => a.part - b.part || a.call.site.span.start - b.call.site.span.start)
    .map(({ call }) => call);
}
