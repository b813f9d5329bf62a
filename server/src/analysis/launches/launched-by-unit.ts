// What is found in kernels by how they are launched, which stands elsewhere: it is found again where something in the function,
// or in one that launches it, has changed.

import { CheckUnitMemo, FoundInUnits, type Kept, keptIn, type Told } from '../values/check-unit-memo.ts';
import type { CheckUnit, Site } from '../values/model.ts';
import { type LaunchContext, launchesOf } from './launches.ts';
import { kernelAt, launchesOfPython } from './python-launches.ts';

interface Kernel {
  /** As `kernelAt` names it; empty outside of functions. */
  readonly name: string;
  readonly dialect: Site['dialect'];
}

/** What was found in a check unit. */
interface Known<T> extends Kept<T> {
  readonly kernels: readonly Kernel[];
  /** What it rests on elsewhere, as it was then. */
  readonly rest: readonly unknown[];
}

function kernelsAround(sites: readonly Site[]): readonly Kernel[] {
  const byName = new Map<string, Kernel>();
  for (const site of sites) {
    const name = kernelAt(site) ?? '';
    if (!byName.has(name)) byName.set(name, { name, dialect: site.dialect });
  }
  return [...byName.values()];
}

const UNREADABLE = {};

const launchesOfKernel = (context: LaunchContext, { name, dialect }: Kernel): readonly object[] =>
  dialect === 'python'
    ? launchesOfPython(context.model, name).map(({ read }) => read)
    : (launchesOf(context, name) ?? [UNREADABLE]);

/** The launches of kernels, others when something around one has changed. */
const launchesOfAll = (context: LaunchContext, kernels: readonly Kernel[]): readonly object[] =>
  kernels.length === 1
    ? launchesOfKernel(context, kernels[0]!)
    : kernels.flatMap((kernel) => launchesOfKernel(context, kernel));

/**
 * A check of places in kernels.
 * @param wanted the places of a check unit that are looked at
 * @param restOf what is asked elsewhere about their kernels: where it is the same, so is what is found
 */
export function launchedByUnit<C extends LaunchContext, T extends Told>(
  wanted: (unit: CheckUnit, context: C) => readonly Site[],
  check: (site: Site, context: C) => readonly T[],
  restOf: (context: C, kernels: readonly Kernel[]) => readonly unknown[] = launchesOfAll,
): (context: C) => readonly T[] {
  const known = new CheckUnitMemo<Known<T>>();
  const all = new FoundInUnits<T, Known<T>>(({ kernels }) => kernels.length > 0);
  const isStill = ({ kernels, rest, isWithin }: Known<T>, context: C): boolean => {
    if (kernels.length === 0 || !isWithin) return isWithin;
    const now = restOf(context, kernels);
    return now.length === rest.length && now.every((each, i) => each === rest[i]);
  };
  const lookAt = (unit: CheckUnit, context: C): Known<T> => {
    const sites = wanted(unit, context);
    const kernels = kernelsAround(sites);
    const found = sites.flatMap((site) => check(site, context));
    return { kernels, rest: restOf(context, kernels), ...keptIn(unit, found) };
  };
  return (context) =>
    all.of(context.model, (unit) => {
      const before = known.known(unit);
      return before !== undefined && isStill(before, context)
        ? before
        : known.note(unit, lookAt(unit, context));
    });
}
