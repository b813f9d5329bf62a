// Conditions of the preprocessor around a declaration: whether its name may mean something else, and what is supposed
// where it is taken not to.

import type { ConditionalRegion } from '../frontends/scope.ts';
import { agree, type Supposition } from '../syntax/preprocessor-condition.ts';
import type { UnitState } from './frame.ts';
import { mayDiffer } from './imports.ts';
import type { Parameter } from './thing.ts';
import type { World } from './world.ts';

export interface ConditionHere {
  /** The condition under which the name means something else; null: it means this, under the suppositions. */
  readonly condition: string | null;
  readonly suppositions: readonly Supposition[];
}

const NONE: ConditionHere = { condition: null, suppositions: [] };

/** What stands in the way of a name that is declared at an offset of the unit's file. */
export function conditionAt(world: World, state: UnitState, offset: number, name: string): ConditionHere {
  const { regions, conditionals } = state.home;
  if (regions.length === 0 && conditionals.length === 0) return NONE;
  const suppositions: Supposition[] = [];
  const isOpen = (region: ConditionalRegion, isOwn: boolean): boolean => {
    if (!mayDiffer(region, name)) return false;
    if (region.suppositions === null) return true;
    suppositions.push(...region.suppositions);
    return (
      !agree(suppositions) ||
      region.suppositions.some((s) => s.kind === 'undefined' && isDefined(world, state, s.name, isOwn))
    );
  };
  for (const region of regions)
    if (isOpen(region, false)) return { condition: region.condition, suppositions: [] };
  for (const region of conditionals) {
    if (region.start <= offset && offset < region.end && isOpen(region, true))
      return { condition: region.condition, suppositions: [] };
  }
  return suppositions.length === 0 ? NONE : { condition: null, suppositions };
}

/** Whether something that is read defines a macro. What the file of the region defines before it is not supposed. */
function isDefined(world: World, unit: UnitState, name: string, isOwn: boolean): boolean {
  unit.lookedUp.add(name);
  return world
    .declared(name)
    .some(
      ({ state, declaration }) =>
        declaration.kind === 'macro' && !(isOwn && state.home.uri === unit.home.uri),
    );
}

/** Whether what is supposed of macros on the way to a value cannot hold at once. */
export function isContradictory(parameters: readonly Parameter[]): boolean {
  if (parameters.length < 2) return false;
  const supposed = parameters.flatMap(({ name, value, source }): readonly Supposition[] => {
    const [, sign, digits] = source === 'supposed' ? (/^([≥=]) (\d+)$/.exec(value) ?? []) : [];
    if (sign === undefined) return [];
    const least = Number(digits);
    return [
      { name, kind: 'device', text: value, range: [least, sign === '=' ? least : Number.POSITIVE_INFINITY] },
    ];
  });
  return supposed.length > 1 && !agree(supposed);
}
