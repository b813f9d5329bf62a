// Slices that a function of the file takes at coordinates that it is handed, of a tensor that it is handed, `src[None, None, k]`
// of `fetch(copy, src, dst, k)`, or that a lambda captures. Each call of it says where, and of which tensor.

import { scopePath } from '../../../evaluate/model/environment.ts';
import type { Expr } from '../../../frontends/common/expression.ts';
import { namesOf } from '../../../frontends/common/expression-parts.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { functionAround } from '../../document/written/around.ts';
import { argumentFor, type WrittenCall, writtenCall } from '../../document/written/call.ts';
import { coordinatesOf } from '../../document/written/coordinates.ts';
import { callsNamed } from '../../indexing/callers.ts';
import { isLeftToBranch, leavesBefore } from '../../indexing/rounds.ts';
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

/** A slice at parameters, in a function. */
interface OpenSlice {
  readonly around: string;
  /** The function in which alone a lambda can be called. */
  readonly within: Scope | null;
  readonly parameters: readonly string[];
  /** A parameter, or what a lambda captures. */
  readonly tensor: Site | string;
  readonly coordinates: readonly (Site | string)[];
}

const nameAt = (site: Site): string | null =>
  site instanceof PlacedSite && site.node.kind === 'expression' && site.node.expr.kind === 'name'
    ? site.node.expr.name
    : null;

interface Named {
  readonly name: string;
  readonly within: Scope | null;
}

/** How the innermost function on a path is called: a lambda by the variable that it is given to; null: by no name. */
function nameOf(path: readonly Scope[]): Named | null {
  const at = path.findLastIndex(({ kind }) => kind === 'function');
  const scope = path[at];
  if (scope === undefined) return null;
  if (scope.name !== null) return { name: scope.name, within: null };
  const within = path.slice(0, at).findLast(({ kind }) => kind === 'function') ?? null;
  const given = path[at - 1]?.declarations.find(({ init }) => init?.span.start === scope.span.start);
  return within === null || given === undefined ? null : { name: given.name, within };
}

const isOf = (e: Expr | null | undefined, names: ReadonlySet<string>): boolean =>
  e != null && namesOf(e).some(({ name }) => names.has(name));

/** Whether the function asks for some of its parameters, or leaves, before it comes to a place. */
function mayLeaveOut(
  scopes: readonly Scope[],
  { node, dialect }: PlacedSite,
  names: readonly string[],
): boolean {
  const of = new Set(names);
  for (const { declarations } of scopes)
    for (const { name, init } of declarations) if (isOf(init, of)) of.add(name);
  const isAsked = scopes.some(({ guard, loop }) => isOf(guard?.condition, of) || isOf(loop?.condition, of));
  const at = node.start;
  return isAsked || leavesBefore(scopes[0]!, at) || isLeftToBranch(scopes.at(-1)!, at, dialect === 'python');
}

function openSlice(site: Site): OpenSlice | null {
  const call = site.role === 'expression' ? writtenCall(site) : null;
  const tensor = call === null ? null : nameAt(call.callee);
  if (call === null || tensor === null || !(site instanceof PlacedSite)) return null;
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  const named = nameOf(path);
  if (named === null) return null;
  const scopes = path.slice(path.findLastIndex(({ kind }) => kind === 'function'));
  const scope = scopes[0]!;
  const parameters = scope.declarations.filter(({ kind }) => kind === 'parameter').map(({ name }) => name);
  const isAssigned = (name: string): boolean =>
    scope.declarations.filter((d) => d.name === name).length > 1 || scope.assigned?.has(name) === true;
  const isHandedTensor = parameters.includes(tensor);
  if (isHandedTensor ? isAssigned(tensor) : named.within === null) return null;
  const given = coordinatesOf(call);
  const coordinates = given.map((each) => {
    const name = nameAt(each);
    return name !== null && parameters.includes(name) && !isAssigned(name) ? name : each;
  });
  const handed = coordinates.filter((each) => typeof each === 'string');
  if (handed.length === 0 || mayLeaveOut(scopes, site, handed)) return null;
  return {
    around: named.name,
    within: named.within,
    parameters,
    tensor: isHandedTensor ? tensor : call.callee,
    coordinates,
  };
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
  const of = typeof tensor === 'string' ? argument(tensor) : tensor;
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
        const isIts = slice.within === null || functionAround(site) === slice.within;
        const call = isIts ? writtenCall(site) : null;
        return call === null ? [] : (handed(slice, site, call) ?? []);
      }),
    );
