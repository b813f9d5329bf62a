// What depends on the parameters of a template, and what is known when it is compiled.

import type { Expr } from '../../frontends/common/expression.ts';
import { partsOf } from '../../frontends/common/expression-parts.ts';
import type { Environment } from '../model/environment.ts';
import type { Evaluation } from '../model/evaluation.ts';

const MAXIMUM_DEPTH = 16;

/** Whether the expression names a template parameter, itself or through aliases. */
export function isDependent(ev: Evaluation, e: Expr, env: Environment, depth = 0): boolean {
  if (depth > MAXIMUM_DEPTH) return true;
  if (e.kind !== 'name') return partsOf(e).some((part) => isDependent(ev, part, env, depth + 1));
  const found = ev.find(e.name, e.span.start, env);
  return (
    found?.declarations.some((d) => {
      if (d.kind === 'type-parameter' || d.kind === 'value-parameter') return true;
      // The parameters of an alias template are its own.
      if (d.kind !== 'type' || d.init === null || d.template != null) return false;
      return isDependent(ev, d.init, found.env, depth + 1);
    }) === true
  );
}

const COMPILED: ReadonlySet<string> = new Set([
  'type-parameter',
  'value-parameter',
  'type',
  'class',
  'namespace',
]);

/**
 * Whether an expression is certainly known to the compiler, if not here: it names template parameters, types and
 * constants that are no local variables, and nothing else.
 */
export function isCompileTime(ev: Evaluation, e: Expr, env: Environment, depth = 0): boolean {
  if (depth > MAXIMUM_DEPTH || e.kind === 'member' || e.kind === 'index' || e.kind === 'lambda') return false;
  if (e.kind === 'qualified') return e.scope === null || isCompileTime(ev, e.scope, env, depth + 1);
  if (e.kind !== 'name') return partsOf(e).every((part) => isCompileTime(ev, part, env, depth + 1));
  const found = ev.find(e.name, e.span.start, env);
  // A name of the library.
  if (found === null) return true;
  const isLocal = found.scope.kind === 'function' || found.scope.kind === 'block';
  return found.declarations.every(
    (d) => COMPILED.has(d.kind) || (d.kind === 'value' && d.isConstant === true && !isLocal),
  );
}
