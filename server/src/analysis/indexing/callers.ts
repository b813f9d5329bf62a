// The calls of a function in its file, with what they give its parameters.

import { scopePath, type UnitMemo } from '../../evaluate/model/environment.ts';
import { pythonCalls } from '../../evaluate/python/plain/calls.ts';
import { codeOf } from '../../frontends/common/host-tokens.ts';
import type { Unit } from '../../frontends/common/scope.ts';
import { functionAround, functionNameAt } from '../document/written/around.ts';
import { givenParameters, writtenCall } from '../document/written/call.ts';
import { siteOf } from '../document/written/expressions.ts';
import { DocumentIndex } from '../document/written/name-index.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';

interface Caller {
  readonly site: Site;
  /** The arguments by the names of the parameters. */
  readonly given: ReadonlyMap<string, Site>;
}

/** The names of the parameters of the function around, in order; null where it has none, or a pack. */
function parametersAround(site: Site): readonly string[] | null {
  const parameters = functionAround(site)?.declarations.filter(({ kind }) => kind === 'parameter') ?? [];
  return parameters.length === 0 || parameters.some(({ isPack }) => isPack === true)
    ? null
    : parameters.map(({ name }) => name);
}

/** The calls by a name, sites or not. */
export const callsBy = ({ sitesByUnit }: DocumentModel, name: string): readonly Site[] =>
  sitesByUnit.flatMap(({ parts }) => parts.flatMap((part) => part.callsBy(name)));

/** The calls of functions of C++, sites or not. */
export const allCalls = ({ sitesByUnit }: DocumentModel): readonly Site[] =>
  sitesByUnit.flatMap(({ parts }) => parts.flatMap((part) => [...part.calls().values()].flat()));

/** The calls of members by a name, `init` of `full[s].init(1)`, sites or not. */
export const methodsBy = ({ sitesByUnit }: DocumentModel, name: string): readonly Site[] =>
  sitesByUnit.flatMap(({ parts }) => parts.flatMap((part) => part.methodsBy(name)));

/** The calls by a name in Python, of which many are no sites. */
export const pythonCallsBy = ({ sitesByUnit }: DocumentModel, name: string): readonly Site[] =>
  sitesByUnit.flatMap(({ parts }) => {
    const some = parts.find(({ sites }) => sites.length > 0)?.sites[0];
    if (!(some instanceof PlacedSite) || some.dialect !== 'python') return [];
    return (pythonCalls(some.memo.placed.unit).get(name) ?? []).map(({ call }) => siteOf(some, call));
  });

/** The calls of the function around a place of C++; those with defaults are left out. */
export function callersOf(model: DocumentModel, site: Site): readonly Caller[] {
  const [name, parameters] = [functionNameAt(site), parametersAround(site)];
  if (name === null || parameters === null) return [];
  return callsBy(model, name).flatMap((call) => {
    const args = writtenCall(call)?.args ?? [];
    if (args.length !== parameters.length || model.neverRuns(call)) return [];
    return [{ site: call, given: new Map(parameters.map((parameter, i) => [parameter, args[i]!])) }];
  });
}

/** The calls in a part of a document by their names; null: one that hands its own arguments on, `compile(f, x)`. */
type CallsOfPart = ReadonlyMap<string, readonly (Site | null)[]>;

/** By what a unit stands for: an edit elsewhere may put another unit in its place. */
const ofPython = new WeakMap<UnitMemo, { readonly unit: Unit; readonly calls: CallsOfPart }>();

function callsOfPython(at: PlacedSite): CallsOfPart {
  const { memo } = at;
  const { unit } = memo.placed;
  const before = ofPython.get(memo);
  if (before?.unit === unit) return before.calls;
  const calls = new Map(
    [...pythonCalls(unit)].map(([name, all]) => [
      name,
      all.map(({ call, skipped }) => (skipped > 0 ? null : siteOf(at, call))),
    ]),
  );
  ofPython.set(memo, { unit, calls });
  return calls;
}

const partsOf = ({ dialect, sitesByUnit }: DocumentModel): readonly CallsOfPart[] =>
  sitesByUnit.flatMap(({ parts }) => {
    if (dialect !== 'python') return parts.map((part) => part.calls());
    const some = parts.find(({ sites }) => sites.length > 0)?.sites[0];
    return some instanceof PlacedSite ? [callsOfPython(some)] : [];
  });

/** Every function asks after every edit: the calls are looked up once for all of them, and again where the edit was. */
const indexed = new DocumentIndex<CallsOfPart, Site | null>(partsOf, (part) => part);

/** The calls by a name; null: one that hands its own arguments on. */
const indexedCalls = (model: DocumentModel, name: string): readonly (Site | null)[] =>
  (indexed.of(model).get(name) ?? []).flatMap(({ found }) => found);

/** The calls of a function by its name, sites or not, in C++ and in Python. */
export const callsNamed = (model: DocumentModel, name: string): readonly Site[] =>
  indexedCalls(model, name).filter((site) => site !== null);

/**
 * The calls of the function around a place: by its name, or, of the call operator of a class, by the names of the objects of
 * that class.
 */
export function callsOfFunctionAt(model: DocumentModel, text: string, site: Site): readonly Site[] {
  const name = functionNameAt(site);
  if (name !== 'operator()' || !(site instanceof PlacedSite))
    return name === null ? [] : callsNamed(model, name);
  const path = scopePath(site.memo.placed.unit.scope, site.node.start);
  const type = path.findLast(({ kind }) => kind === 'class')?.name;
  if (type == null) return [];
  const objects = new RegExp(`\\b${type}\\s*(?:<[^;{}()]*>)?\\s+(?:const\\s+)?(\\w+)\\s*[{(;]`, 'g');
  const names = new Set([...codeOf(text, 'cpp').matchAll(objects)].map(([, object]) => object!));
  return [...names].flatMap((object) => callsNamed(model, object));
}

/** The only call of the only function of a name in its file; null where there is none, or there are several. */
export function onlyCallOf(model: DocumentModel, name: string): Site | null {
  const [only, ...others] = indexedCalls(model, name);
  if (only == null || others.length > 0) return null;
  const defined = model.sitesByUnit.flatMap(({ parts }) => parts.filter(({ of }) => of?.scope.name === name));
  return defined.length > 1 ? null : only;
}

/** The only call of the function around a place; null where its parameters are not known. */
export function onlyCaller(model: DocumentModel, site: Site): Caller | null {
  const name = functionNameAt(site);
  const only = name === null ? null : onlyCallOf(model, name);
  const given = only === null || model.neverRuns(only) ? null : givenAt(only, site);
  return only === null || given === null ? null : { site: only, given };
}

/** What a call gives the parameters of the function around a place, by their names; null where they are not known. */
export function givenAt(of: Site, site: Site): Caller['given'] | null {
  const [call, all] = [writtenCall(of), parametersAround(site)];
  if (call === null || all === null) return null;
  const parameters = givenParameters(call, all);
  if (call.args.length > parameters.length) return null;
  const given = new Map(call.args.map((arg, i) => [parameters[i]!, arg]));
  for (const [keyword, value] of call.keywords) given.set(keyword, value);
  return given;
}
