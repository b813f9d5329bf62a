// The calls of a document by the names of what is called.

import { addTo } from '../../../frontends/common/lists.ts';
import type { DocumentModel, Site } from '../../values/model.ts';
import { calledName, type WrittenCall, writtenCall } from './call.ts';

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

/** The calls by a name in one part of the document. */
interface CallsInPart {
  /** Its place among the parts. */
  readonly part: number;
  readonly calls: readonly NamedCall[];
}

interface Indexed {
  readonly units: DocumentModel['sitesByUnit'];
  readonly parts: readonly (readonly Site[])[];
  readonly byName: ReadonlyMap<string, readonly CallsInPart[]>;
}

/** Every rule asks after every edit: who calls what is looked up once for all of them, and again where an edit was. */
const indexed = new WeakMap<DocumentModel['lineage'], Indexed>();

function callsInParts({ lineage, sitesByUnit: units }: DocumentModel): Indexed['byName'] {
  const before = indexed.get(lineage);
  if (before?.units === units) return before.byName;
  const parts = units.flatMap((unit) => unit.parts.map(({ sites }) => sites));
  const byName = before?.parts.length === parts.length ? withParts(before, parts) : whole(parts);
  indexed.set(lineage, { units, parts, byName });
  return byName;
}

function whole(parts: readonly (readonly Site[])[]): Indexed['byName'] {
  const byName = new Map<string, CallsInPart[]>();
  parts.forEach((sites, part) => {
    for (const [name, calls] of callsByName(sites)) addTo(byName, name, { part, calls });
  });
  return byName;
}

/** The same of an earlier version, of which some parts are others. */
function withParts(before: Indexed, parts: readonly (readonly Site[])[]): Indexed['byName'] {
  const changed = new Set(parts.flatMap((sites, i) => (sites === before.parts[i] ? [] : [i])));
  if (changed.size === 0) return before.byName;
  const names = new Set([...changed].flatMap((i) => [before.parts[i]!, parts[i]!]).flatMap(namesIn));
  const byName = new Map(before.byName);
  for (const name of names) {
    const calls = [
      ...(byName.get(name) ?? []).filter(({ part }) => !changed.has(part)),
      ...[...changed].flatMap((part) => {
        const here = callsByName(parts[part]!).get(name);
        return here === undefined ? [] : [{ part, calls: here }];
      }),
    ].sort((a, b) => a.part - b.part);
    if (calls.length === 0) byName.delete(name);
    else byName.set(name, calls);
  }
  return byName;
}

const namesIn = (sites: readonly Site[]): readonly string[] => [...callsByName(sites).keys()];

const NO_CALLS: readonly NamedCall[] = [];

/**
 * The calls of a document that are reached, by their names, in each part in the order of the text. They are for rules that
 * look at what stands elsewhere, too: what these find of a call may change by an edit that leaves the call as it was.
 */
export function callsOf(model: DocumentModel, ...names: readonly string[]): readonly CallAt[] {
  const byName = callsInParts(model);
  const called = names.flatMap((name) => byName.get(name) ?? []);
  if (called.length < 2) return called[0]?.calls ?? NO_CALLS;
  if (names.length === 1) return called.flatMap(({ calls }) => calls);
  return called
    .flatMap(({ part, calls }) => calls.map((call) => ({ call, part })))
    .sort((a, b) => a.part - b.part || a.call.site.span.start - b.call.site.span.start)
    .map(({ call }) => call);
}
