// Which functions' bodies anything outside of them has looked into. What no one has looked into can be edited without a
// change anywhere else.

import type { Region } from '../../frontends/common/bodies.ts';

const observed = new WeakSet<Region>();

/** Notes that something outside of a region depends on it. */
export const recordDependency = (region: Region): void => {
  if (region.isBody) observed.add(region);
};

export const hasOutsideDependents = (region: Region): boolean => observed.has(region);
