// The calls of a function in its file, with what they give its parameters.

import { pythonCalls } from '../../evaluate/python/plain/calls.ts';
import { functionAround, functionNameAt } from '../document/written/around.ts';
import { writtenCall } from '../document/written/call.ts';
import { siteOf } from '../document/written/expressions.ts';
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

/** The only call by each name; null: there are several, or several functions of the name. */
type OnlyCalls = Map<string, (() => Site) | null>;

/** Every function asks after every edit: they are looked up once in a version of a document. */
const onlyCalls = new WeakMap<DocumentModel, OnlyCalls>();

function onlyCallsIn(model: DocumentModel): OnlyCalls {
  const before = onlyCalls.get(model);
  if (before !== undefined) return before;
  const all: OnlyCalls = new Map();
  const defined = new Set<string>();
  for (const { parts } of model.sitesByUnit) {
    const some = parts.find(({ sites }) => sites.length > 0)?.sites[0];
    if (model.dialect !== 'python')
      for (const part of parts)
        for (const [name, [first, ...others]] of part.calls())
          all.set(name, others.length > 0 || all.has(name) ? null : () => first!);
    else if (some instanceof PlacedSite)
      // `compile(f, x)` has other arguments than f.
      for (const [name, [first, ...others]] of pythonCalls(some.memo.placed.unit))
        all.set(
          name,
          others.length > 0 || all.has(name) || first!.skipped > 0 ? null : () => siteOf(some, first!.call),
        );
  }
  for (const { parts } of model.sitesByUnit)
    for (const { of } of parts) {
      const name = of?.scope.name ?? null;
      if (name === null) continue;
      if (defined.has(name)) all.set(name, null);
      defined.add(name);
    }
  onlyCalls.set(model, all);
  return all;
}

/** The only call of the only function of a name in its file; null where there is none, or there are several. */
export const onlyCallOf = (model: DocumentModel, name: string): Site | null =>
  onlyCallsIn(model).get(name)?.() ?? null;

const OBJECTS: ReadonlySet<string> = new Set(['self', 'cls']);

/** The only call of the function around a place; null where its parameters are not known. */
export function onlyCaller(model: DocumentModel, site: Site): Caller | null {
  const [name, all] = [functionNameAt(site), parametersAround(site)];
  const only = name === null || all === null ? null : onlyCallOf(model, name);
  const call = only === null ? null : writtenCall(only);
  if (only === null || call === null || all === null || model.neverRuns(only)) return null;
  // A method is given its object before its arguments.
  const isMethod = call.object !== null && OBJECTS.has(all[0]!);
  const parameters = isMethod ? all.slice(1) : all;
  if (call.args.length > parameters.length) return null;
  const given = new Map(call.args.map((arg, i) => [parameters[i]!, arg]));
  for (const [keyword, value] of call.keywords) given.set(keyword, value);
  return { site: only, given };
}
