// What is found of elements that threads take by their numbers: it rests on the loops of the function, and on the launches of
// its kernel, which stand elsewhere.

import { addTo } from '../../frontends/common/lists.ts';
import { isElement } from '../document/written/counting.ts';
import { kernelAt } from '../launches/python-launches.ts';
import { CheckUnitMemo, type Kept, keptIn, placedInAll, type Told } from '../values/check-unit-memo.ts';
import type { CheckUnit, DocumentModel, Site } from '../values/model.ts';
import type { LaneContext } from './lanes.ts';
import { blockAround, blockOf } from './thread-block.ts';

interface Context {
  readonly model: DocumentModel;
  readonly text: string;
}

interface Around {
  readonly kernel: string;
  readonly dialect: Site['dialect'];
}

interface Known<T> extends Kept<T> {
  /** The functions that have elements. */
  readonly functions: readonly Around[];
  /** Of their kernels. */
  readonly blocks: string;
}

function sitesByFunction(
  sites: readonly Site[],
  isWanted: (site: Site) => boolean,
): readonly (readonly [Site, ...Site[]])[] {
  const functions = new Map<object, [Site, ...Site[]]>();
  for (const site of sites) {
    if (site.within === null || !isWanted(site)) continue;
    addTo(functions, site.within, site);
  }
  return [...functions.values()];
}

/**
 * A check of elements, which looks at a function again when it or what its kernel is launched with is another one.
 * @param isWanted what else is checked in the same way
 */
export function elementsByUnit<C extends Context, T extends Told>(
  check: (site: Site, lanes: LaneContext, context: C) => readonly T[],
  isWanted: (site: Site) => boolean = isElement,
): (context: C) => readonly T[] {
  const known = new CheckUnitMemo<Known<T>>();
  const inUnit = (unit: CheckUnit, context: C): Known<T> => {
    const { model, text } = context;
    const blocksOf = (functions: readonly Around[]): string =>
      functions.map(({ kernel, dialect }) => blockOf(context, kernel, dialect)?.join() ?? '').join(' ');
    const lookedAt = (): Known<T> => {
      const byFunction = sitesByFunction(unit.sites, isWanted);
      const found = byFunction.flatMap((elements) => {
        const lanes = { model, text, block: blockAround(context, elements[0]) };
        return elements.flatMap((site) => check(site, lanes, context));
      });
      const functions = byFunction.map(([first]) => ({
        kernel: kernelAt(first) ?? '',
        dialect: first.dialect,
      }));
      return { functions, blocks: blocksOf(functions), ...keptIn(unit, found) };
    };
    return known.of(
      unit,
      lookedAt,
      ({ functions, blocks, isWithin }) =>
        isWithin && (functions.length === 0 || blocks === blocksOf(functions)),
    );
  };
  return (context) => placedInAll(context.model.checkUnits(), (unit) => inUnit(unit, context));
}
