// Names that CuTe's and CUTLASS' own headers declare: they mean what the library documents.

import { pathText } from '../../../frontends/common/expression-parts.ts';
import type { PlacedUnit } from '../../../frontends/common/scope.ts';
import { type Environment, scopePath } from '../../model/environment.ts';
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
export function isDefinedByLibrary(
  ev: Evaluation,
  found: LookupResult,
  name: string,
  from: Place | null,
): boolean {
  const { scope, env } = found;
  const { placed, file: home } = env.unit;
  const [outer] = placed.namespace;
  if (from !== null && isUsedElsewhere(found, name, from.env))
    return (opensLibrary(from) || isOpenedBefore(ev, from.env)) && isDocumented(ev.rules, name);
  const isLibrary =
    scope.kind === 'file' &&
    (outer === 'cute' || (outer === 'cutlass' && placed.namespace.length === 1 && home.uri !== null));
  return isLibrary && isDocumented(ev.rules, name);
}

/** Where a name is used. */
interface Place {
  readonly env: Environment;
  readonly position: number;
}

/** Whether it is `using other::Tensor;` outside of all namespaces of another file. */
const isUsedElsewhere = (
  { declarations, scope, env: { unit } }: LookupResult,
  name: string,
  from: Environment,
): boolean =>
  scope.kind === 'file' &&
  unit.placed.namespace.length === 0 &&
  unit.file.uri !== from.unit.file.uri &&
  declarations.every(
    ({ kind, init }) => kind === 'type' && init?.kind === 'qualified' && pathText(init).endsWith(`::${name}`),
  );

/**
 * Whether `using namespace cute;` stands in a function around a place. What it opens and what the file's own scope has
 * under the same name would be ambiguous there, so the other is declared behind it.
 */
function opensLibrary({ env, position }: Place): boolean {
  for (let at: Environment['parent'] = { env, position }; at !== null; at = at.env.parent)
    if (
      scopePath(at.env.root, at.position).some(
        (s) => s.kind !== 'file' && s.usings?.some((u) => pathText(u) === 'cute'),
      )
    )
      return true;
  return false;
}

/** Whether `using namespace cute;` stands in a namespace around a unit, before it in its file: the same holds of that. */
function isOpenedBefore({ db }: Evaluation, { unit: { placed, file } }: Environment): boolean {
  const isBefore = ({ start, namespace, text, unit }: PlacedUnit): boolean =>
    start < placed.start &&
    namespace.every((name, i) => name === placed.namespace[i]) &&
    OPENS.test(text) &&
    unit.scope.usings?.some((u) => pathText(u) === 'cute') === true;
  if (file.uri === null) return db.memos.some((memo) => isBefore(memo.placed));
  for (const unit of db.imports?.unitsReferencing('cute') ?? [])
    if (unit.uri === file.uri && isBefore(unit.placed)) return true;
  return false;
}

const OPENS = /\busing\s+namespace\b/;

/** Templates that are known by what they say of a program's classes. */
export const isOfProgram = (path: readonly string[]): boolean =>
  isClassTrait(path) || (path.length === 1 && isTraitsName(path[0]!));
