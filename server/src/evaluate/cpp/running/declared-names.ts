// What a name that is called may mean: anything that is declared so in the function, around it, or in any namespace. A
// question about effects must not miss one of them.

import type { Declaration, Scope } from '../../../frontends/common/scope.ts';
import type { Evaluation } from '../../model/evaluation.ts';
import { type Frame, scopePath, type UnitState } from '../../model/frame.ts';

/** Where names are looked up: inside of a function, as far as there is one. */
export interface Place {
  readonly frame: Frame;
  readonly position: number;
}

export interface Declared {
  readonly declaration: Declaration;
  /** The scope that declares it. */
  readonly scope: Scope;
  readonly frame: Frame;
}

/** What a name may mean anywhere in a function: what is declared there or around it, and in any namespace. */
export function declaredAs(ev: Evaluation, name: string, { frame, position }: Place): readonly Declared[] {
  const found: Declared[] = [];
  const outermost = scopePath(frame.root, position).find((s) => s.kind === 'function');
  if (outermost !== undefined)
    for (const { declaration, scope } of localsOf(outermost).get(name) ?? [])
      found.push({ declaration, scope, frame });
  const near = ev.find(name, position, frame);
  const isKnown = ev.rules.takesByValue(name);
  for (const declaration of near?.declarations ?? []) {
    const state = ev.world.stateOf(declaration);
    if (isKnown && state !== null && isOfLibrary(state.placed.namespace)) continue;
    if (!found.some((f) => f.declaration === declaration))
      found.push({ declaration, scope: near!.scope, frame: state?.frame ?? near!.frame });
  }
  frame.unit.lookedUp.add(name);
  const add = (declaration: Declaration, scope: Scope, state: UnitState): void => {
    if (!found.some((f) => f.declaration === declaration) && !isOfLibrary(state.placed.namespace))
      found.push({ declaration, scope, frame: state.frame });
  };
  for (const { declaration, state } of ev.world.declared(name))
    add(declaration, state.placed.unit.scope, state);
  for (const { declaration, scope, state } of ev.world.members(name, frame.unit))
    add(declaration, scope, state);
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
      const same = found.get(declaration.name);
      if (same === undefined) found.set(declaration.name, [{ declaration, scope }]);
      else same.push({ declaration, scope });
    }
    for (const child of scope.children) visit(child);
  };
  visit(outermost);
  locals.set(outermost, found);
  return found;
}

/** The parameters of a function that is only declared. */
export const headOf = (d: Declaration, scope: Scope): Scope | null =>
  scope.children.find(
    (s) => s.kind === 'function' && d.nameSpan.end <= s.span.start && s.span.end <= d.span.end,
  ) ?? null;
