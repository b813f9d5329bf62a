// The launches of CuTe DSL in a file, `kernel(…).launch(grid=…, block=…)`, and whose they are: classes of one file often
// call their kernels alike.

import { scopePath } from '../../evaluate/model/environment.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { PlacedSite } from '../document/placed-site.ts';
import { callsOf, functionAround, type WrittenCall, writtenCall } from '../document/written-call.ts';
import type { DocumentModel, Site } from '../values/model.ts';

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

/** The function around a place as `launchesOfPython` takes it: `Class.kernel` where a class of its own has it. */
export function kernelAt(site: Site): string | null {
  const name = functionAround(site)?.name ?? null;
  if (name === null || site.dialect !== 'python') return name;
  const owner = ownClassAt(site);
  return owner !== null && declares(owner, name) ? `${owner.name}.${name}` : name;
}

/** The name of a kernel without its class. */
export const shortName = (kernel: string): string => kernel.slice(kernel.lastIndexOf('.') + 1);

/** The launches of a kernel, also those that may be of another one of that name. */
export function launchesOfPython(model: DocumentModel, kernel: string): readonly Launch[] {
  const name = shortName(kernel);
  return callsOf(model, 'launch').filter(({ site, call }) => {
    const launched = call.object === null ? null : writtenCall(call.object);
    if (launched?.name !== name) return false;
    if (kernel === name || !isSelf(launched.object)) return true;
    const owner = ownClassAt(site);
    return owner === null || !declares(owner, name) || `${owner.name}.${name}` === kernel;
  });
}

const isSelf = (site: Site | null): boolean =>
  site instanceof PlacedSite &&
  site.node.kind === 'expression' &&
  site.node.expr.kind === 'name' &&
  site.node.expr.name === 'self';
