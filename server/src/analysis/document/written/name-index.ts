// What stands in the parts of a document by names: after an edit it is looked up again in the parts that have changed.

import { addTo } from '../../../frontends/common/lists.ts';

/** What there is by a name in one part. */
interface InPart<T> {
  /** Its place among the parts. */
  readonly part: number;
  readonly found: readonly T[];
}

export interface NameIndex<P, T> {
  readonly parts: readonly P[];
  /** In the order of the parts. */
  readonly byName: ReadonlyMap<string, readonly InPart<T>[]>;
}

type Finds<P, T> = (part: P) => ReadonlyMap<string, readonly T[]>;

/** `before`: the index of an earlier version, of which the parts that are the same stay as they are. */
export function nameIndex<P, T>(
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
