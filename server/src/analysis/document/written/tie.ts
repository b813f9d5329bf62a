// What is found in a unit by what stands in another one.

import { recordDependency } from '../../../evaluate/model/body-dependencies.ts';
import { dependOn, type UnitMemo } from '../../../evaluate/model/environment.ts';
import { dependencyRegionsOf } from '../../../frontends/common/body-edits.ts';

/** What is found in a unit changes with the bodies of another one. */
export function tie(asked: UnitMemo, on: UnitMemo, name: string): void {
  if (asked === on) return;
  asked.useDependencies.add(name);
  dependOn(asked, on);
  for (const region of dependencyRegionsOf(on.placed.unit)) recordDependency(region);
}
