// Run-time integers of a kernel of C++ in terms of its parameters, with the numbers that all its launches give these.

import { Dynamic, type Int } from '../../algebra/integer/integer.ts';
import { knownNumber } from '../../algebra/integer/known.ts';
import { constantTerm, substituteTerm, termConstant } from '../../algebra/term/operations.ts';
import type { Term } from '../../algebra/term/term.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { functionAround } from '../document/written/around.ts';
import type { Site } from '../values/model.ts';
import { type LaunchContext, launchedArguments } from './launches.ts';

/** Numbers by the names that stand for them. */
export type LaunchedNumbers = ReadonlyMap<string, Term>;

/** How often a function declares a name, in its blocks too. */
const declared = (scope: Scope, name: string): number =>
  scope.declarations.filter((d) => d.name === name).length +
  scope.children.reduce((sum, child) => sum + declared(child, name), 0);

/** What the launches of the kernel around a place say of its parameters. */
export function launchedNumbers(context: LaunchContext, site: Site): LaunchedNumbers {
  const scope = functionAround(site);
  if (scope?.name == null) return new Map();
  const parameters = scope.declarations.filter(({ kind }) => kind === 'parameter').map(({ name }) => name);
  const numbers = [...launchedArguments(context, scope.name, parameters)];
  return new Map(
    numbers
      .filter(([name]) => declared(scope, name) === 1)
      .map(([name, number]) => [name, constantTerm(number)]),
  );
}

/** The value of an integer as the kernel is launched, where it is known. */
export function launchedNumber(n: Int, numbers: LaunchedNumbers): number | undefined {
  const number = knownNumber(n);
  if (number !== undefined || !(n instanceof Dynamic) || n.value === null || typeof n.value === 'number')
    return number;
  return termConstant(substituteTerm(n.value, numbers));
}
