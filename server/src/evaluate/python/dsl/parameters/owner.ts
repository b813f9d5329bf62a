// The function that a parameter is one of, with where it stands: in a class, compiled, called by a program.

import type { Declaration, Scope } from '../../../../frontends/common/scope.ts';
import { type Environment, scopePath } from '../../../model/environment.ts';
import { pythonCalls } from '../../plain/calls.ts';
import { compiledAs, methodKind } from '../../plain/functions.ts';

/** A function with where it stands: its class, and the functions around it. */
export interface Owner {
  readonly declaration: Declaration;
  /** The scope that declares it. */
  readonly scope: Scope;
  /** The name of its class. */
  readonly type: string | null;
  /** Whether its class has bases. */
  readonly isDerived: boolean;
}

const owners = new WeakMap<Scope, Owner | null>();

export function ownerOf(env: Environment, parameter: Declaration, opens: Scope): Owner | null {
  let owner = owners.get(opens);
  if (owner === undefined) {
    const path = scopePath(env.root, parameter.nameSpan.start);
    const scope = path[path.indexOf(opens) - 1];
    // In a call the function is the outermost scope that is seen.
    if (scope === undefined) return null;
    const declaration = scope.declarations.find((d) => d.bodyScope === opens && d.kind === 'function');
    const type = scope.kind === 'class' ? scope.name : null;
    const isDerived = scope.bases.length > 0;
    owner = declaration === undefined ? null : { declaration, scope, type, isDerived };
    owners.set(opens, owner);
  }
  return owner;
}

/** `self` and `cls`: no call writes them. */
export const isObject = (parameter: Declaration, opens: Scope, { declaration, type }: Owner): boolean =>
  type !== null &&
  methodKind(declaration) !== 'static' &&
  opens.declarations.find((d) => d.kind === 'parameter') === parameter;

/** Whether the parameter is one of a method. */
export const isOfMethod = (parameter: Declaration, opens: Scope, env: Environment): boolean =>
  ownerOf(env, parameter, opens)?.type != null;

/** Whether CuTe DSL compiles the function, or it cannot be told. */
export function isCompiled(parameter: Declaration, opens: Scope, env: Environment): boolean {
  const owner = ownerOf(env, parameter, opens);
  return owner === null || compiledAs(owner.declaration) !== null;
}

/** Whether the function is compiled when a program calls it: what is handed over is converted to run-time integers. */
export function isCalledFromHost(parameter: Declaration, opens: Scope, env: Environment): boolean {
  const owner = ownerOf(env, parameter, opens);
  return owner !== null && compiledAs(owner.declaration) === 'jit';
}

/** Whether the function is what a program calls of a compiled class, or one that launches: its tensors come from outside. */
export function isEntry(parameter: Declaration, opens: Scope, env: Environment): boolean {
  const owner = ownerOf(env, parameter, opens);
  if (owner === null || compiledAs(owner.declaration) !== 'jit') return false;
  return owner.type === null ? launches(env, opens) : owner.declaration.name === '__call__';
}

/** Whether the function launches a kernel, `kernel(…).launch(…)`, as none does that runs in one. */
export const launches = ({ unit }: Environment, { span }: Scope): boolean =>
  (pythonCalls(unit.placed.unit).get('launch') ?? []).some(
    ({ call }) => call.span.start >= span.start && call.span.end <= span.end,
  );
