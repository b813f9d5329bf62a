// The calls of a function of C++ in its file, with what they give its parameters.

import { functionAround, functionNameAt, writtenCall } from '../document/written-call.ts';
import type { DocumentModel, Site } from '../values/model.ts';

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

/** The calls of the function around a place; those with defaults are left out. */
export function callersOf(model: DocumentModel, site: Site): readonly Caller[] {
  const [name, parameters] = [functionNameAt(site), parametersAround(site)];
  if (name === null || parameters === null) return [];
  return callsBy(model, name).flatMap((call) => {
    const args = writtenCall(call)?.args ?? [];
    if (args.length !== parameters.length || model.neverRuns(call)) return [];
    return [{ site: call, given: new Map(parameters.map((parameter, i) => [parameter, args[i]!])) }];
  });
}
