// The numbers that all launches of a kernel of C++ give its parameters.

import { constantTerm } from '../../algebra/term/operations.ts';
import { fileSpan } from '../../frontends/common/gap-map.ts';
import { codeOf } from '../../frontends/common/host-tokens.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { functionAround } from '../document/written/around.ts';
import type { Site } from '../values/model.ts';
import { PlacedSite } from '../values/placed-site.ts';
import type { LaunchedNumbers } from './launched-numbers.ts';
import { type LaunchContext, launchedArguments } from './launches.ts';

/** How often a function declares a name, in its blocks too. */
const declared = (scope: Scope, name: string): number =>
  scope.declarations.filter((d) => d.name === name).length +
  scope.children.reduce((sum, child) => sum + declared(child, name), 0);

/** What the launches of the kernel around a place say of its parameters. */
export function launchedNumbers(context: LaunchContext, site: Site): LaunchedNumbers {
  const scope = functionAround(site);
  if (scope?.name == null) return new Map();
  const parameters = scope.declarations.filter(({ kind }) => kind === 'parameter').map(({ name }) => name);
  const members = membersRead(codeAround(site, scope, context.text), parameters);
  const numbers = [...launchedArguments(context, scope.name, parameters, members)];
  return new Map(
    numbers
      .filter(([name]) => declared(scope, name.split('.')[0]!) === 1)
      .map(([name, number]) => [name, constantTerm(number)]),
  );
}

function codeAround(site: Site, scope: Scope, text: string): string {
  if (!(site instanceof PlacedSite)) return '';
  const { start, end } = fileSpan(site.memo.placed, scope.span);
  return codeOf(text, 'cpp').slice(start, end);
}

/** The members of parameters that the code of a function reads, `dims.rows`. */
function membersRead(code: string, parameters: readonly string[]): readonly string[] {
  const read = [...code.matchAll(/(?<![\w.>:])([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*)+)(?!\s*[\w(<.])/g)];
  return [...new Set(read.flatMap(([name, object]) => (parameters.includes(object!) ? [name] : [])))];
}
