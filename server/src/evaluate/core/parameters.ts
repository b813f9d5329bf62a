// The parameters of functions, and which of them takes which argument.

import type { Declaration, Scope } from '../../frontends/common/scope.ts';

export const functionParameters = (opens: Scope): readonly Declaration[] =>
  opens.parameters ?? opens.declarations.filter((p) => p.kind === 'parameter');

/** Whether a function can be called with so many arguments. */
export function acceptsCount(opens: Scope, count: number): boolean {
  const parameters = functionParameters(opens);
  // A pack may be empty, and Python's has a default for that.
  if (parameters.some((p) => p.isPack === true))
    return parameters.filter((p) => p.isPack !== true && p.init === null).length <= count;
  return (
    (count <= parameters.length || opens.isVariadic === true) &&
    parameters.slice(count).every((p) => p.init !== null)
  );
}

/** The parameter of each argument; those of a pack stand for several. */
export function parameterOf(opens: Scope, count: number): readonly (Declaration | undefined)[] {
  const parameters = functionParameters(opens);
  const at = parameters.findIndex((p) => p.isPack === true);
  if (at < 0) return Array.from({ length: count }, (_, i) => parameters[i]);
  // Behind Python's `*args`, parameters are given by name.
  if (parameters[at]!.init !== null)
    return Array.from({ length: count }, (_, i) => parameters[Math.min(i, at)]);
  const inPack = Math.max(0, count - (parameters.length - 1));
  return [
    ...parameters.slice(0, at),
    ...Array.from({ length: inPack }, () => parameters[at]),
    ...parameters.slice(at + 1),
  ].slice(0, count);
}
