// The calls of a document by the names of what is called.

import type { DocumentModel, Site } from '../../values/model.ts';
import { calledName, type WrittenCall, writtenCall } from './call.ts';

/** A call of a document. */
interface CallAt {
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

/**
 * The calls of a document that are reached, by their names, in each part in the order of the text. They are for rules that
 * look at what stands elsewhere, too: what these find of a call may change by an edit that leaves the call as it was.
 */
export function callsOf({ sitesByUnit }: DocumentModel, ...names: readonly string[]): readonly CallAt[] {
  const calls: CallAt[] = [];
  // Every rule asks for all parts after every edit.
  for (const { parts } of sitesByUnit)
    for (const { sites } of parts) for (const call of namedCalls(callsByName(sites), names)) calls.push(call);
  return calls;
}

const NO_CALLS: readonly NamedCall[] = [];

function namedCalls(byName: CallsByName, names: readonly string[]): readonly NamedCall[] {
  if (byName.size === 0) return NO_CALLS;
  let found = NO_CALLS;
  for (const name of names) {
    const calls = byName.get(name);
    if (calls !== undefined) found = found.length === 0 ? calls : [...found, ...calls];
  }
  return names.length === 1 || found.length < 2
    ? found
    : [...found].sort((a, b) => a.site.span.start - b.site.span.start);
}
