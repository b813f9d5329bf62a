// Which of two templates is more specialised ([temp.deduct.partial]): whether the patterns of one would match what
// the other takes, whatever the parameters of that stand for.

import type { Expr } from '../../../frontends/common/expression.ts';
import { partsOf } from '../../../frontends/common/expression-parts.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { all, type Verdict } from '../types/type-identity.ts';

/** Patterns with the parameters that are deduced from them. A pattern of null is `auto`. */
interface Patterns {
  readonly parameters: readonly Declaration[];
  readonly patterns: readonly (Expr | null)[];
}

/** Whether everything that `special` takes, `general` takes too. */
function isAtLeastAsGeneral(general: Patterns, special: Patterns): Verdict {
  const bound = new Map<string, string>();
  const verdicts: Verdict[] = [];
  for (const [i, pattern] of general.patterns.entries()) {
    const other = special.patterns[i];
    if (pattern?.kind === 'expansion') {
      const rest = special.patterns.slice(i);
      // A pack takes any number of arguments, of any form when it is but a parameter.
      if (isParameter(pattern.pattern, general)) return all(verdicts);
      return all([
        ...verdicts,
        ...rest.map((r) => structural(pattern.pattern, r ?? null, general, special, bound)),
      ]);
    }
    if (other === undefined || other?.kind === 'expansion') return 'no';
    verdicts.push(structural(pattern, other, general, special, bound));
  }
  return special.patterns.length > general.patterns.length ? 'no' : all(verdicts);
}

/** `yes` where the first is strictly more specialised than the second; `maybe` where that cannot be told. */
export function isMoreSpecialised(a: Patterns, b: Patterns): Verdict {
  const [taken, takes] = [isAtLeastAsGeneral(b, a), isAtLeastAsGeneral(a, b)];
  if (taken === 'yes' && takes === 'no') return 'yes';
  return taken === 'no' || takes === 'yes' ? 'no' : 'maybe';
}

const parameterOf = (e: Expr, { parameters }: Patterns): Declaration | undefined =>
  e.kind === 'name' ? parameters.find((p) => p.name === e.name) : undefined;

const isParameter = (e: Expr, of: Patterns): boolean => parameterOf(e, of) !== undefined;

const isDependent = (e: Expr, of: Patterns): boolean =>
  isParameter(e, of) || partsOf(e).some((part) => isDependent(part, of));

/** `auto` is a parameter of its own. */
function structural(
  general: Expr | null,
  special: Expr | null,
  from: Patterns,
  to: Patterns,
  bound: Map<string, string>,
): Verdict {
  if (general === null) return 'yes';
  const parameter = parameterOf(general, from);
  if (parameter !== undefined) {
    if (special === null) return 'yes';
    const key = shapeOf(special);
    const known = bound.get(parameter.name);
    if (known === undefined) bound.set(parameter.name, key);
    return known === undefined || known === key ? 'yes' : 'no';
  }
  // A parameter may stand for something else than what a pattern asks for.
  if (special === null || isParameter(special, to)) return 'no';
  if (!isDependent(general, from)) {
    if (isDependent(special, to)) return 'no';
    return shapeOf(general) === shapeOf(special) ? 'yes' : 'maybe';
  }
  if (general.kind === 'template' && special.kind === 'template') {
    if (lastName(general.target) !== lastName(special.target)) return 'maybe';
    return areAtLeastAsGeneral(general.args, special.args, from, to, bound);
  }
  if (general.kind === 'unary' && special.kind === 'unary')
    return structural(general.operand, special.operand, from, to, bound);
  if (general.kind === 'template' || general.kind === 'unary')
    return isDependent(special, to) ? 'maybe' : 'no';
  return 'maybe';
}

function areAtLeastAsGeneral(
  general: readonly Expr[],
  special: readonly Expr[],
  from: Patterns,
  to: Patterns,
  bound: Map<string, string>,
): Verdict {
  const verdicts: Verdict[] = [];
  for (const [i, pattern] of general.entries()) {
    if (pattern.kind === 'expansion')
      return isParameter(pattern.pattern, from) ? all(verdicts) : all([...verdicts, 'maybe']);
    const other = special[i];
    if (other === undefined || other.kind === 'expansion') return 'no';
    verdicts.push(structural(pattern, other, from, to, bound));
  }
  return special.length > general.length ? 'no' : all(verdicts);
}

const lastName = (e: Expr): string =>
  e.kind === 'name' ? e.name : e.kind === 'qualified' ? e.name.name : shapeOf(e);

/** The expression without its positions. */
export const shapeOf = (e: Expr): string =>
  JSON.stringify(e, (key, value: unknown) => (key === 'span' || key === 'nameSpan' ? undefined : value));
