// Which functions' bodies anything outside of them has looked into. What no one has looked into can be edited without a
// change anywhere else.

import type { DependencyRegion } from '../../frontends/common/body-edits.ts';

const observed = new WeakSet<DependencyRegion>();

/** Notes that something outside of a region depends on it. */
export const recordDependency = (region: DependencyRegion): void => {
  if (region.isBody) observed.add(region);
};

export const hasOutsideDependents = (region: DependencyRegion): boolean => observed.has(region);
