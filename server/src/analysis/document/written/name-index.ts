// What stands in the parts of a document by names: after an edit it is looked up again in the parts that have changed.

import { addTo } from '../../../frontends/common/lists.ts';
import type { DocumentModel } from '../../values/model.ts';

/** What there is by a name in one part. */
export interface InPart<T> {
  /** Its place among the parts. */
  readonly part: number;
  readonly found: readonly T[];
}

interface NameIndex<P, T> {
  readonly parts: readonly P[];
  /** In the order of the parts. */
  readonly byName: ReadonlyMap<string, readonly InPart<T>[]>;
}

type Finds<P, T> = (part: P) => ReadonlyMap<string, readonly T[]>;

/** What stands in documents by names, in one index for all who ask after an edit. */
export class DocumentIndex<P, T> {
  readonly #ofVersions = new WeakMap<DocumentModel['sitesByUnit'], NameIndex<P, T>>();
  readonly #newest = new WeakMap<DocumentModel['lineage'], NameIndex<P, T>>();
  readonly #partsOf: (model: DocumentModel) => readonly P[];
  readonly #findsIn: Finds<P, T>;

  constructor(partsOf: (model: DocumentModel) => readonly P[], findsIn: Finds<P, T>) {
    this.#partsOf = partsOf;
    this.#findsIn = findsIn;
  }

  of(model: DocumentModel): NameIndex<P, T>['byName'] {
    const { lineage, sitesByUnit } = model;
    const known = this.#ofVersions.get(sitesByUnit);
    if (known !== undefined) return known.byName;
    const index = nameIndex(this.#newest.get(lineage), this.#partsOf(model), this.#findsIn);
    this.#ofVersions.set(sitesByUnit, index);
    this.#newest.set(lineage, index);
    return index.byName;
  }
}

/** `before`: the index of an earlier version, of which the parts that are the same stay as they are. */
function nameIndex<P, T>(
  before: NameIndex<P, T> | undefined,
  parts: readonly P[],
  findsIn: Finds<P, T>,
): NameIndex<P, T> {
  const byName =
    before?.parts.length === parts.length ? withParts(before, parts, findsIn) : whole(parts, findsIn);
  return { parts, byName };
}

function whole<P, T>(parts: readonly P[], findsIn: Finds<P, T>): NameIndex<P, T>['byName'] {
  const byName = new Map<string, InPart<T>[]>();
  parts.forEach((each, part) => {
    for (const [name, found] of findsIn(each)) addTo(byName, name, { part, found });
  });
  return byName;
}

function withParts<P, T>(
  before: NameIndex<P, T>,
  parts: readonly P[],
  findsIn: Finds<P, T>,
): NameIndex<P, T>['byName'] {
  const changed = new Set(parts.flatMap((part, i) => (part === before.parts[i] ? [] : [i])));
  if (changed.size === 0) return before.byName;
  const both = [...changed].flatMap((i) => [before.parts[i]!, parts[i]!]);
  const names = new Set(both.flatMap((part) => [...findsIn(part).keys()]));
  const byName = new Map(before.byName);
  for (const name of names) {
    const all = [
      ...(byName.get(name) ?? []).filter(({ part }) => !changed.has(part)),
      ...[...changed].flatMap((part) => {
        const found = findsIn(parts[part]!).get(name);
        return found === undefined ? [] : [{ part, found }];
      }),
    ].sort((a, b) => a.part - b.part);
    if (all.length === 0) byName.delete(name);
    else byName.set(name, all);
  }
  return byName;
}
