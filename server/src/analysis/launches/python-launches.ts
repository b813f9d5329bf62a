// The launches of CuTe DSL in a file, `kernel(…).launch(grid=…, block=…)`, and whose they are: classes of one file often
// call their kernels alike.

import { scopePath } from '../../evaluate/model/environment.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { functionAround } from '../document/written/around.ts';
import { type WrittenCall, writtenCall } from '../document/written/call.ts';
import { callsOf } from '../document/written/calls-by-name.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';

interface Launch {
  readonly site: Site;
  readonly call: WrittenCall;
}

/** The class around a place that takes no functions from others; null where there is none. */
function ownClassAt(site: Site): Scope | null {
  if (!(site instanceof PlacedSite)) return null;
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  const around = path.findLast(({ kind }) => kind === 'class') ?? null;
  return around === null || around.bases.length > 0 ? null : around;
}

const declares = ({ declarations }: Scope, name: string): boolean =>
  declarations.some((d) => d.name === name);

/** Places are others when the head of a function or class around them is. */
const kernels = new WeakMap<Site, string | null>();

/** The function around a place as `launchesOfPython` takes it: `Class.kernel` where a class of its own has it. */
export function kernelAt(site: Site): string | null {
  let kernel = kernels.get(site);
  if (kernel === undefined) {
    kernel = kernelAround(site);
    kernels.set(site, kernel);
  }
  return kernel;
}

function kernelAround(site: Site): string | null {
  const name = functionAround(site)?.name ?? null;
  if (name === null || site.dialect !== 'python') return name;
  const owner = ownClassAt(site);
  return owner !== null && declares(owner, name) ? `${owner.name}.${name}` : name;
}

/** The name of a kernel without its class. */
export const shortName = (kernel: string): string => kernel.slice(kernel.lastIndexOf('.') + 1);

/** The launches of one name. */
interface Named {
  readonly all: Launch[];
  /** Of `self.kernel(…)` in a class that has it, by `Class.kernel`. */
  readonly own: Map<string, Launch[]>;
  /** That may be of any class. */
  readonly open: Launch[];
}

/** Of a version of a file by the names of what is launched: every kernel is asked for. */
const launches = new WeakMap<DocumentModel, ReadonlyMap<string, Named>>();

function launchesByName(model: DocumentModel): ReadonlyMap<string, Named> {
  const known = launches.get(model);
  if (known !== undefined) return known;
  const byName = new Map<string, Named>();
  for (const launch of callsOf(model, 'launch')) {
    const { object } = launch.call;
    const launched = object === null ? null : writtenCall(object);
    if (launched === null) continue;
    const { name } = launched;
    const same = byName.get(name) ?? { all: [], own: new Map<string, Launch[]>(), open: [] };
    byName.set(name, same);
    same.all.push(launch);
    const owner = isSelf(launched.object) ? ownClassAt(launch.site) : null;
    if (owner === null || !declares(owner, name)) same.open.push(launch);
    else {
      const kernel = `${owner.name}.${name}`;
      same.own.set(kernel, [...(same.own.get(kernel) ?? []), launch]);
    }
  }
  launches.set(model, byName);
  return byName;
}

/** The launches of a kernel, also those that may be of another one of that name. */
export function launchesOfPython(model: DocumentModel, kernel: string): readonly Launch[] {
  const name = shortName(kernel);
  const named = launchesByName(model).get(name);
  if (named === undefined || kernel === name) return named?.all ?? [];
  const own = named.own.get(kernel) ?? [];
  if (named.open.length === 0 || own.length === 0) return own.length === 0 ? named.open : own;
  return [...own, ...named.open].sort((a, b) => a.site.span.start - b.site.span.start);
}

const isSelf = (site: Site | null): boolean =>
  site instanceof PlacedSite &&
  site.node.kind === 'expression' &&
  site.node.expr.kind === 'name' &&
  site.node.expr.name === 'self';
