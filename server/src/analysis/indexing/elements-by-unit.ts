// What is found of elements that threads take by their numbers: it rests on the loops of the function, and on the blocks that
// its kernel is launched with, which stand elsewhere.

import { isElement } from '../document/written/counting.ts';
import { launchedByUnit } from '../launches/launched-by-unit.ts';
import type { LaunchContext } from '../launches/launches.ts';
import type { Told } from '../values/check-unit-memo.ts';
import type { Site } from '../values/model.ts';
import type { LaneContext } from './lanes.ts';
import { blockAround, blockOf } from './thread-block.ts';

/**
 * A check of elements, which looks at a function again when it or what its kernel is launched with is another one.
 * @param isWanted what else is checked in the same way
 */
export const elementsByUnit = <C extends LaunchContext, T extends Told>(
  check: (site: Site, lanes: LaneContext, context: C) => readonly T[],
  isWanted: (site: Site) => boolean = isElement,
): ((context: C) => readonly T[]) =>
  launchedByUnit(
    ({ sites }) => sites.filter((site) => isWanted(site) && site.within !== null),
    (site, context) => {
      const { model, text } = context;
      return check(site, { model, text, block: blockAround(context, site) }, context);
    },
    (context, kernels) => kernels.map(({ name, dialect }) => blockOf(context, name, dialect)?.join() ?? ''),
  );
