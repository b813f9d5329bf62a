// The calls of a document by the names of what is called.

import type { DocumentModel, Site } from '../../values/model.ts';
import { calledName, type WrittenCall, writtenCall } from './call.ts';
import { type NameIndex, nameIndex } from './name-index.ts';

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

interface Indexed {
  readonly units: DocumentModel['sitesByUnit'];
  readonly index: NameIndex<readonly Site[], NamedCall>;
}

/** Every rule asks after every edit: who calls what is looked up once for all of them, and again where an edit was. */
const indexed = new WeakMap<DocumentModel['lineage'], Indexed>();

function callsInParts({ lineage, sitesByUnit: units }: DocumentModel): Indexed['index']['byName'] {
  const before = indexed.get(lineage);
  if (before?.units === units) return before.index.byName;
  const parts = units.flatMap((unit) => unit.parts.map(({ sites }) => sites));
  const index = nameIndex(before?.index, parts, callsByName);
  indexed.set(lineage, { units, index });
  return index.byName;
}

const NO_CALLS: readonly NamedCall[] = [];

/**
 * The calls of a document that are reached, by their names, in each part in the order of the text. They are for rules that
 * look at what stands elsewhere, too: what these find of a call may change by an edit that leaves the call as it was.
 */
export function callsOf(model: DocumentModel, ...names: readonly string[]): readonly CallAt[] {
  const byName = callsInParts(model);
  const called = names.flatMap((name) => byName.get(name) ?? []);
  if (called.length < 2) return called[0]?.found ?? NO_CALLS;
  if (names.length === 1) return called.flatMap(({ found }) => found);
  return called
    .flatMap(({ part, found }) => found.map((call) => ({ call, part })))
    .sort((a, b) => a.part - b.part || a.call.site.span.start - b.call.site.span.start)
    .map(({ call }) => call);
}
