// How a kernel of Triton is launched, `kernel[grid](…)`, as all its launches in the file say.

import { knownNumber } from '../../algebra/integer/known.ts';
import type { Value } from '../../evaluate/model/value.ts';
import { isInteger } from '../../evaluate/values/arithmetic.ts';
import type { Scope } from '../../frontends/common/scope.ts';
import { settledValueOf } from '../document/extents.ts';
import { callsOf, initialiserOf, itemsAt, type WrittenCall, writtenCall } from '../document/written-call.ts';
import type { Dimensions, LaunchContext } from '../launches/launches.ts';
import { NO_DIMENSIONS } from '../launches/launches.ts';
import type { Site } from '../values/model.ts';

/** A launch, with what stands in its brackets. */
interface TritonLaunch {
  readonly call: WrittenCall;
  readonly grid: readonly Site[];
}

/** The launches of a kernel in the file. */
export const tritonLaunches = ({ model, text }: LaunchContext, kernel: string): readonly TritonLaunch[] =>
  callsOf(model, '()').flatMap(({ call }) => {
    const launched = writtenCall(call.callee);
    if (launched?.name !== '[]') return [];
    const { start, end } = launched.callee.span;
    return text.slice(start, end) === kernel ? [{ call, grid: launched.args }] : [];
  });

/** The items of a grid as they are written, also by a name; null for others. */
function gridItems({ grid }: TritonLaunch): readonly Site[] | null {
  const [only] = grid;
  if (grid.length !== 1 || only === undefined) return grid.length === 0 ? null : grid;
  return itemsAt(initialiserOf(only) ?? only);
}

const numberIn = (value: Value | null): number | undefined =>
  value !== null && isInteger(value) ? knownNumber(value) : undefined;

/** A number that no default decides. */
export const knownNumberAt = (
  model: LaunchContext['model'],
  site: Site | null | undefined,
): number | undefined => numberIn(settledValueOf(model, site ?? undefined));

/** The programs of the grid by which every launch of the kernel launches it; nothing where there is none, or they differ. */
export function tritonGrid(context: LaunchContext, kernel: string): Dimensions {
  const said = tritonLaunches(context, kernel).map((launch): Dimensions => {
    const items = gridItems(launch);
    if (items === null) return NO_DIMENSIONS;
    const [x, y, z] = [...items.map((item) => knownNumberAt(context.model, item)), 1, 1];
    return [x, y, z];
  });
  const [first, ...others] = said;
  if (first === undefined) return NO_DIMENSIONS;
  const ofAll = (i: 0 | 1 | 2) => (others.every((each) => each[i] === first[i]) ? first[i] : undefined);
  return [ofAll(0), ofAll(1), ofAll(2)];
}

/** What a launch gives a parameter of the kernel. */
export function handed({ args, keywords }: WrittenCall, kernel: Scope, parameter: string): Site | null {
  const at = kernel.declarations
    .filter(({ kind }) => kind === 'parameter')
    .findIndex(({ name }) => name === parameter);
  return keywords.get(parameter) ?? args[at] ?? null;
}
