// What a name that is called may mean: anything that is declared so in the function, around it, or in any namespace. A
// question about effects must not miss one of them.

import { addTo } from '../../../frontends/common/lists.ts';
import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import { type Environment, scopePath, type UnitMemo } from '../../model/environment.ts';
import type { Evaluation } from '../../model/evaluation.ts';

/** Where names are looked up: inside of a function, as far as there is one. */
export interface LookupPoint {
  readonly env: Environment;
  readonly position: number;
}

export interface Declared {
  readonly declaration: Declaration;
  /** The scope that declares it. */
  readonly scope: Scope;
  readonly env: Environment;
}

/** What a name may mean anywhere in a function: what is declared there or around it, and in any namespace. */
export function declaredAs(
  ev: Evaluation,
  name: string,
  { env, position }: LookupPoint,
): readonly Declared[] {
  const found: Declared[] = [];
  const outermost = scopePath(env.root, position).find((s) => s.kind === 'function');
  if (outermost !== undefined)
    for (const { declaration, scope } of localsOf(outermost).get(name) ?? [])
      found.push({ declaration, scope, env });
  const near = ev.find(name, position, env);
  const isKnown = ev.rules.takesByValue(name);
  for (const declaration of near?.declarations ?? []) {
    const memo = ev.db.memoOf(declaration);
    if (isKnown && memo !== null && isOfLibrary(memo.placed.namespace)) continue;
    if (!found.some((f) => f.declaration === declaration))
      found.push({ declaration, scope: near!.scope, env: memo?.env ?? near!.env });
  }
  env.unit.nameDependencies.add(name);
  const add = (declaration: Declaration, scope: Scope, memo: UnitMemo): void => {
    if (!found.some((f) => f.declaration === declaration) && !isOfLibrary(memo.placed.namespace))
      found.push({ declaration, scope, env: memo.env });
  };
  for (const { declaration, memo } of ev.db.declarationsNamed(name))
    add(declaration, memo.placed.unit.scope, memo);
  for (const { declaration, scope, memo } of ev.db.memberFunctions(name, env.unit, isOfLibrary))
    add(declaration, scope, memo);
  return found;
}

/** The library's own functions mean what it documents. */
export const isOfLibrary = ([outer]: readonly string[]): boolean =>
  outer === 'cute' || outer === 'cutlass' || outer === 'std';

type Local = { readonly declaration: Declaration; readonly scope: Scope };
const locals = new WeakMap<Scope, ReadonlyMap<string, readonly Local[]>>();

/** What a function declares, in all of its blocks and lambdas. */
function localsOf(outermost: Scope): ReadonlyMap<string, readonly Local[]> {
  const known = locals.get(outermost);
  if (known !== undefined) return known;
  const found = new Map<string, Local[]>();
  const visit = (scope: Scope): void => {
    for (const declaration of scope.declarations) {
      addTo(found, declaration.name, { declaration, scope });
    }
    for (const child of scope.children) visit(child);
  };
  visit(outermost);
  locals.set(outermost, found);
  return found;
}

/** The parameters of a function that is only declared. */
export const parameterScopeOf = (d: Declaration, scope: Scope): Scope | null =>
  scope.children.find(
    (s) => s.kind === 'function' && d.nameSpan.end <= s.span.start && s.span.end <= d.span.end,
  ) ?? null;
