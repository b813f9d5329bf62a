// The launches of CuTe DSL in a file, `kernel(…).launch(grid=…, block=…)`, and whose they are: classes of one file often
// call their kernels alike.

import { scopePath } from '../../evaluate/model/environment.ts';
import type { Value } from '../../evaluate/model/value.ts';
import type { Span } from '../../frontends/common/expression.ts';
import { UNPACKED } from '../../frontends/common/expression-parts.ts';
import { addTo } from '../../frontends/common/lists.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { knownValueOf, numberIn } from '../document/extents.ts';
import { functionAround } from '../document/written/around.ts';
import { type WrittenCall, writtenCall } from '../document/written/call.ts';
import type { CallAt } from '../document/written/calls-by-name.ts';
import { callsByUnit } from '../document/written/calls-by-unit.ts';
import { siteOf } from '../document/written/expressions.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import { type Dimensions, NO_DIMENSIONS } from './launches.ts';

interface Launch {
  readonly site: Site;
  readonly call: WrittenCall;
  readonly span: Span;
  /** Another object when something in the function around has changed. */
  readonly read: object;
  /** What is launched, and `Class.kernel` where it is a function of the class around. */
  readonly name: string;
  readonly own: string | null;
  readonly grid: Dimensions;
  readonly block: Dimensions;
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

function dimensionsAt(model: DocumentModel, site: Site | undefined): Dimensions {
  const dimensions = knownValueOf(model, site);
  if (!Array.isArray(dimensions)) return NO_DIMENSIONS;
  const [x, y, z] = [...(dimensions as readonly Value[]).map(numberIn), 1, 1];
  return [x, y, z];
}

function launchAt({ site, call }: CallAt, model: DocumentModel): Launch | null {
  const launched = call.object === null ? null : writtenCall(call.object);
  if (launched === null) return null;
  const { name } = launched;
  const owner = isSelf(launched.object) ? ownClassAt(site) : null;
  const own = owner === null || !declares(owner, name) ? null : `${owner.name}.${name}`;
  const [grid, block] = ['grid', 'block'].map((of) => dimensionsAt(model, handedAt(call, of)));
  return { site, call, span: site.span, read: {}, name, own, grid: grid!, block: block! };
}

/** What a call is handed by a keyword, also in a dictionary, `.launch(**dimensions)`. */
function handedAt({ keywords }: WrittenCall, name: string): Site | undefined {
  const [given, unpacked] = [keywords.get(name), keywords.get(UNPACKED)];
  if (given !== undefined || !(unpacked instanceof PlacedSite)) return given;
  const expr = unpacked.node.kind === 'expression' ? unpacked.node.expr : null;
  if (expr?.kind !== 'unary') return undefined;
  const { operand: object, span } = expr;
  return siteOf(unpacked, { kind: 'index', object, args: [{ kind: 'string', value: name, span }], span });
}

const readLaunches = callsByUnit<{ readonly model: DocumentModel }, Launch>(['launch'], (calls, { model }) =>
  calls.flatMap((called) => launchAt(called, model) ?? []),
);

/** Of a version of a file by the names of what is launched: every kernel is asked for. */
const launches = new WeakMap<DocumentModel, ReadonlyMap<string, readonly Launch[]>>();

function launchesByName(model: DocumentModel): ReadonlyMap<string, readonly Launch[]> {
  const known = launches.get(model);
  if (known !== undefined) return known;
  const byName = new Map<string, Launch[]>();
  for (const launch of readLaunches({ model })) addTo(byName, launch.name, launch);
  launches.set(model, byName);
  return byName;
}

/** All launches of a file. */
export const allLaunchesOfPython = (model: DocumentModel): readonly Launch[] =>
  [...launchesByName(model).values()].flat();

/** The launches of a kernel, also those that may be of another one of that name. */
export function launchesOfPython(model: DocumentModel, kernel: string): readonly Launch[] {
  const name = shortName(kernel);
  const named = launchesByName(model).get(name) ?? [];
  if (kernel === name) return named;
  const own = named.filter((launch) => launch.own === kernel);
  const open = named.filter((launch) => launch.own === null);
  if (open.length === 0 || own.length === 0) return own.length === 0 ? open : own;
  return [...own, ...open].sort((a, b) => a.site.span.start - b.site.span.start);
}

const isSelf = (site: Site | null): boolean =>
  site instanceof PlacedSite &&
  site.node.kind === 'expression' &&
  site.node.expr.kind === 'name' &&
  site.node.expr.name === 'self';
