// What is found in kernels by how they are launched, which stands elsewhere: it is found again where something in the function,
// or in one that launches it, has changed.

import { CheckUnitMemo, type Kept, keptIn, placedInAll, type Told } from '../values/check-unit-memo.ts';
import type { CheckUnit, DocumentModel, Site } from '../values/model.ts';
import { type LaunchContext, launchesOf } from './launches.ts';
import { kernelAt, launchesOfPython } from './python-launches.ts';

interface Context extends LaunchContext {
  readonly model: DocumentModel;
}

interface Kernel {
  readonly name: string;
  readonly dialect: Site['dialect'];
}

interface Known<T> extends Kept<T> {
  readonly kernels: readonly Kernel[];
  /** The launches of each, as they were read. */
  readonly launches: readonly object[];
}

function kernelsAround(sites: readonly Site[]): readonly Kernel[] {
  const byName = new Map<string, Kernel>();
  for (const site of sites) {
    const name = kernelAt(site);
    if (name !== null && !byName.has(name)) byName.set(name, { name, dialect: site.dialect });
  }
  return [...byName.values()];
}

const UNREADABLE = {};

const launchesOfAll = (context: Context, kernels: readonly Kernel[]): readonly object[] =>
  kernels.flatMap(({ name, dialect }): readonly object[] =>
    dialect === 'python'
      ? launchesOfPython(context.model, name).map(({ read }) => read)
      : (launchesOf(context, name) ?? [UNREADABLE]),
  );

/**
 * A check of places in kernels.
 * @param wanted the places of a check unit that are looked at
 */
export function launchedByUnit<C extends Context, T extends Told>(
  wanted: (unit: CheckUnit, context: C) => readonly Site[],
  check: (site: Site, context: C) => readonly T[],
): (context: C) => readonly T[] {
  const known = new CheckUnitMemo<Known<T>>();
  return (context) =>
    placedInAll(context.model.checkUnits(), (unit) => {
      const lookedAt = (): Known<T> => {
        const sites = wanted(unit, context);
        const kernels = kernelsAround(sites);
        const found = sites.flatMap((site) => check(site, context));
        return { kernels, launches: launchesOfAll(context, kernels), ...keptIn(unit, found) };
      };
      const isStill = ({ kernels, launches, isWithin }: Known<T>): boolean => {
        if (kernels.length === 0 || !isWithin) return isWithin;
        const now = launchesOfAll(context, kernels);
        return now.length === launches.length && now.every((launch, i) => launch === launches[i]);
      };
      return known.of(unit, lookedAt, isStill);
    });
}
