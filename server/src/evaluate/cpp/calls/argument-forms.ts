// What an argument is besides its value ([basic.lval]): a variable, a constant one, or what nobody else has. References
// are told apart by it.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Declaration } from '../../../frontends/common/scope.ts';
import { Closure, OverloadSet, QualifiedName } from '../../model/entity.ts';
import type { Environment } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { TypeValue } from '../../model/value.ts';
import type { Verdict } from '../types/type-identity.ts';

export type ArgumentForm = 'variable' | 'constant' | 'temporary' | null;

/** How a parameter takes its argument. `forwarding`: `T&&` of a parameter of the template itself. */
export type Binding = 'value' | 'constant' | 'reference' | 'rvalue' | 'forwarding';

export function bindingOf(p: Declaration, isForwarding: boolean): Binding {
  if (p.isReference !== true) return 'value';
  if (p.isRvalueReference === true) return isForwarding ? 'forwarding' : 'rvalue';
  return p.isConstant === true ? 'constant' : 'reference';
}

/** Whether a reference is bound to an argument, or to what `isMade` of it; null: it is not known which. */
export function binds(
  binding: Binding,
  form: ArgumentForm,
  isDeduced: boolean,
  isMade: boolean | null,
): Verdict {
  switch (binding) {
    case 'reference':
      if (isMade !== false) return 'maybe';
      return form === 'variable'
        ? 'yes'
        : form === null
          ? 'maybe'
          : form === 'constant' && isDeduced
            ? 'yes'
            : 'no';
    case 'rvalue':
      if (isMade === true || form === 'temporary') return 'yes';
      return isMade === null || form === null ? 'maybe' : 'no';
    default:
      return 'yes';
  }
}

/**
 * Which of two references is bound better to one argument: negative for the first, 0 for neither, null where that is
 * not known ([over.ics.rank]).
 */
export function compareBindings(a: Binding, b: Binding, form: ArgumentForm): number | null {
  // Taking a copy is neither better nor worse than binding a reference.
  if (a === b || a === 'value' || b === 'value') return 0;
  const isConstant = (x: Binding): boolean => x === 'constant';
  if (!isConstant(a) && !isConstant(b)) return form === 'temporary' || form === null ? null : 0;
  if (form === null) return null;
  if (form === 'constant') return 0;
  return isConstant(a) ? 1 : -1;
}

/** The forms of arguments; null for each that is not told by how it is written. */
export const formOf = (ev: Evaluation, e: Expr, env: Environment): ArgumentForm => {
  switch (e.kind) {
    case 'integer':
    case 'boolean':
    case 'construct':
    case 'lambda':
      return 'temporary';
    case 'name':
      return formOfName(ev, e.name, e.span.start, env);
    case 'call':
      return formOfCall(ev, e.callee, env);
    default:
      return null;
  }
};

function formOfName(ev: Evaluation, name: string, position: number, env: Environment): ArgumentForm {
  const found = ev.find(name, position, env);
  const d = found?.declarations.length === 1 ? found.declarations[0] : undefined;
  if (d === undefined || d.element !== null) return null;
  if (d.kind === 'value-parameter' || d.enumeration !== undefined) return 'temporary';
  if (d.kind !== 'value' && d.kind !== 'parameter') return null;
  if (d.isConstant === true) return 'constant';
  // A reference to what its type does not say may be one to a constant; so are the members of one.
  const mayBeConstant =
    d.isMember === true || (d.isReference === true && (d.type === null || d.kind === 'parameter'));
  return mayBeConstant ? null : 'variable';
}

/** What a call returns, unless that may be a reference. */
function formOfCall(ev: Evaluation, callee: Expr, env: Environment): ArgumentForm {
  const target = callee.kind === 'template' ? callee.target : callee;
  if (target.kind !== 'name' && target.kind !== 'qualified') return null;
  const meant = ev.evaluate(callee.kind === 'template' ? target : callee, env);
  if (meant instanceof TypeValue) return 'temporary';
  if (meant instanceof OverloadSet)
    return meant.overloads.every(({ declaration: d }) => d.isReference !== true) ? 'temporary' : null;
  if (meant instanceof Closure) return null;
  return meant instanceof QualifiedName && /^make_\w+$/.test(meant.path.at(-1) ?? '') ? 'temporary' : null;
}
