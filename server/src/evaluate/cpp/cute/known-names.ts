// Names that CuTe's and CUTLASS' own headers declare: they mean what the library documents.

import type { Evaluation } from '../../model/evaluation.ts';
import type { Library } from '../../model/library.ts';
import type { LookupResult } from '../../model/lookup-result.ts';
import { isClassTrait } from './class-traits.ts';
import { isTraitsName } from './user-atoms.ts';

const meanings = new WeakMap<Library, Map<string, boolean>>();

/** Whether the library documents the name. It is asked for every name in the library's own headers. */
function isDocumented(rules: Library, name: string): boolean {
  let known = meanings.get(rules);
  if (known === undefined) {
    known = new Map();
    meanings.set(rules, known);
  }
  let means = known.get(name);
  if (means === undefined) {
    means =
      rules.builtin([name]) !== undefined ||
      rules.value([name]) !== undefined ||
      rules.template([name], []) !== undefined ||
      isTraitsName(name);
    known.set(name, means);
  }
  return means;
}

/** Inside the library's own headers its names mean what the library documents. */
export function isDefinedByLibrary(ev: Evaluation, { scope, env }: LookupResult, name: string): boolean {
  const { placed, file: home } = env.unit;
  const [outer] = placed.namespace;
  const isLibrary =
    scope.kind === 'file' &&
    (outer === 'cute' || (outer === 'cutlass' && placed.namespace.length === 1 && home.uri !== null));
  return isLibrary && isDocumented(ev.rules, name);
}

/** Templates that are known by what they say of a program's classes. */
export const isOfProgram = (path: readonly string[]): boolean =>
  isClassTrait(path) || (path.length === 1 && isTraitsName(path[0]!));
