// Member functions that a class only declares: their definitions outside of it, `template <int N> void X<N>::f() { … }`.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { ClassType, type Entity, OverloadSet } from '../../model/entity.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import type { LookupResult } from '../../model/lookup-result.ts';
import { entityKey } from '../../values/key.ts';

type Overloads = OverloadSet['overloads'];

/**
 * The functions that were found in a class, with the definitions in the place of what is only declared there. `owner`:
 * the class, with its arguments, that was asked for the member.
 */
export function withOutOfClassDefinitions(
  ev: Evaluation,
  declared: OverloadSet,
  found: LookupResult,
  owner: ClassType,
): OverloadSet {
  const isDefined = declared.overloads.some(({ declaration }) => declaration.bodyScope !== null);
  owner.env.unit.nameDependencies.add(declared.name);
  const general: Overloads[number][] = [];
  const special: Overloads[number][] = [];
  for (const { memo, declaration: d } of ev.db.declarationsNamed(declared.name)) {
    const written = d.kind === 'function' ? d.bodyScope?.owner : undefined;
    if (written === undefined) continue;
    const type = ev.evaluate(written, memo.env);
    if (!(type instanceof ClassType) || type.scope !== found.scope) continue;
    const match = matched(written, d, type, owner, found);
    if (match === null) continue;
    const overload = { declaration: d, env: memo.env, position: d.span.start, given: match.given };
    if (match.isSpecial) special.push(overload);
    else if (!isDefined) general.push(overload);
  }
  const definitions = general.length > 0 ? general : declared.overloads;
  return special.length + general.length === 0
    ? declared
    : new OverloadSet(declared.name, withSpecial(definitions, special));
}

/** The functions with the specialisations of some in their place. A template stays beside its own. */
function withSpecial(functions: Overloads, special: Overloads): Overloads {
  const isReplaced = (o: Overloads[number]): boolean => {
    const alike = special.filter((s) => countOf(s) === countOf(o));
    const isOnly = functions.filter((other) => countOf(other) === countOf(o)).length === 1;
    return alike.length > 0 && isOnly && alike.some((s) => isOwnTemplate(s) || !isOwnTemplate(o));
  };
  const kept = functions.filter((o) => !isReplaced(o));
  return [
    ...special.map((s) => ({ ...s, isSpecialisation: !isOwnTemplate(s) && kept.some(isOwnTemplate) })),
    ...kept,
  ];
}

const countOf = ({ declaration: d }: Overloads[number]): number =>
  (d.bodyScope ?? d.head)?.declarations.filter((p) => p.kind === 'parameter').length ?? -1;

/** Whether it has template parameters besides those of its class. */
const isOwnTemplate = ({ declaration: d, given }: Overloads[number]): boolean =>
  d.template?.declarations.some((p) => given?.has(p) !== true) === true;

interface Match {
  /** What the parameters of the definition's first template head stand for. */
  readonly given: ReadonlyMap<Declaration, Entity>;
  /** Defined for these arguments alone. */
  readonly isSpecial: boolean;
}

/** Whether `X<A, 4>::f` is a member of the class with its arguments. */
function matched(
  written: Expr,
  d: Declaration,
  type: ClassType,
  owner: ClassType,
  found: LookupResult,
): Match | null {
  const given = new Map<Declaration, Entity>();
  const args = owner.scope === found.scope ? owner.template?.args : undefined;
  if (written.kind !== 'template') return { given, isSpecial: false };
  if (args === undefined) return null;
  let isSpecial = false;
  for (const [i, pattern] of written.args.entries()) {
    const arg = args[i];
    const parameter =
      pattern.kind === 'name' ? d.template?.declarations.find((p) => p.name === pattern.name) : undefined;
    if (arg === undefined || parameter?.isPack === true) return null;
    if (parameter !== undefined) given.set(parameter, arg);
    else {
      const wanted = type.template?.args[i];
      if (wanted === undefined || entityKey(wanted) !== entityKey(arg)) return null;
      isSpecial = true;
    }
  }
  // Arguments that are left out are the defaults.
  for (const [i, arg] of args.entries()) {
    const wanted = i < written.args.length || given.size > 0 ? undefined : type.template?.args[i];
    if (wanted !== undefined && entityKey(wanted) !== entityKey(arg)) return null;
  }
  return { given, isSpecial };
}
