// Slices that a function of the file takes of a tensor it is handed, at coordinates that it is handed: `src[None, None, k]` of
// `fetch(copy, src, dst, k)`. Each call of it says which tensor, and where.

import { functionAround, functionNameAt } from '../../document/written/around.ts';
import { argumentFor, type WrittenCall, writtenCall } from '../../document/written/call.ts';
import { itemsAt } from '../../document/written/expressions.ts';
import { callsNamed } from '../../indexing/callers.ts';
import type { DocumentModel, Site } from '../../values/model.ts';
import { PlacedSite } from '../../values/placed-site.ts';

/** A slice, as the call says it. */
export interface HandedSlice {
  /** The call. */
  readonly site: Site;
  readonly tensor: Site;
  /** Those that the call does not say stand in the function. */
  readonly coordinates: readonly Site[];
}

/** A slice of a parameter at parameters, in a function. */
interface OpenSlice {
  readonly around: string;
  readonly parameters: readonly string[];
  readonly tensor: string;
  readonly coordinates: readonly (Site | string)[];
}

const nameAt = (site: Site): string | null =>
  site instanceof PlacedSite && site.node.kind === 'expression' && site.node.expr.kind === 'name'
    ? site.node.expr.name
    : null;

function openSlice(site: Site): OpenSlice | null {
  const call = site.role === 'expression' ? writtenCall(site) : null;
  const tensor = call === null ? null : nameAt(call.callee);
  const scope = tensor === null ? null : functionAround(site);
  const parameters = scope?.declarations.filter(({ kind }) => kind === 'parameter').map(({ name }) => name);
  const around = functionNameAt(site);
  if (call === null || tensor === null || around === null || parameters?.includes(tensor) !== true)
    return null;
  const [only] = call.args;
  const given = (call.args.length === 1 ? itemsAt(only!) : null) ?? call.args;
  const isAssigned = (name: string): boolean =>
    scope!.declarations.filter((d) => d.name === name).length > 1 || scope!.assigned?.has(name) === true;
  const coordinates = given.map((each) => {
    const name = nameAt(each);
    return name !== null && parameters.includes(name) && !isAssigned(name) ? name : each;
  });
  const isHanded = coordinates.some((each) => typeof each === 'string') && !isAssigned(tensor);
  return isHanded ? { around, parameters, tensor, coordinates } : null;
}

/** The slices of a part of a unit, which edits elsewhere leave alone. */
const known = new WeakMap<readonly Site[], readonly OpenSlice[]>();

function slicesIn(sites: readonly Site[]): readonly OpenSlice[] {
  let slices = known.get(sites);
  if (slices === undefined) {
    slices = sites.flatMap((site) => openSlice(site) ?? []);
    known.set(sites, slices);
  }
  return slices;
}

function handed(
  { parameters, tensor, coordinates }: OpenSlice,
  site: Site,
  call: WrittenCall,
): HandedSlice | null {
  const argument = (name: string): Site | undefined => argumentFor(call, parameters, name);
  const of = argument(tensor);
  const at = coordinates.map((each) => (typeof each === 'string' ? argument(each) : each));
  return of === undefined || at.includes(undefined)
    ? null
    : { site, tensor: of, coordinates: at as readonly Site[] };
}

/** The slices that functions of the file take for their callers. */
export const handedSlices = (model: DocumentModel): readonly HandedSlice[] =>
  model.sitesByUnit
    .flatMap(({ parts }) => parts.flatMap(({ sites }) => slicesIn(sites)))
    .flatMap((slice) =>
      callsNamed(model, slice.around).flatMap((site) => {
        const call = writtenCall(site);
        return call === null ? [] : (handed(slice, site, call) ?? []);
      }),
    );
