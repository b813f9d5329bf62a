// Grids of C++ that leave out the last tile of a mode, which is no whole one: `M / 64` blocks for the rows of M = 3000.

import { callsOf, isConditional } from '../../document/written-call.ts';
import { launchedGrid, launchesOf } from '../../launches/launches.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';
import { blockTilesOf } from './block-tiles.ts';

/** Findings of `uncovered-tiles` about the blocks of a kernel of C++. */
export function checkGridRests(context: RuleContext): readonly RuleFinding[] {
  const { text, model } = context;
  // Blocks that ask how many they are may take several tiles each.
  if (!text.includes('<<<') || /\bgridDim\b/.test(text)) return [];
  const seen = new Set<string>();
  return callsOf(model, 'local_tile').flatMap((called) =>
    blockTilesOf(called, context).flatMap(({ kernel, item, dimension, mode, count, extent, tile }) => {
      if (extent === undefined || tile === undefined || tile <= 0) return [];
      const blocks = launchedGrid(context, kernel)[dimension];
      const rest = extent % tile;
      // Of whole tiles somebody may want all but the last one.
      if (blocks === undefined || blocks !== Math.floor(extent / tile) || blocks === 0 || rest === 0)
        return [];
      if (isConditional(called.site, text) || model.neverRuns(called.site)) return [];
      // Tensors of one size are tiled alike.
      const key = `${kernel} ${dimension}`;
      if (seen.has(key)) return [];
      seen.add(key);
      const tiles = `the last of the ${count} tiles of mode ${mode} has ${rest} of its ${extent} elements`;
      const message = `${kernel} is launched with ${blocks} blocks along ${'xyz'[dimension]}, and ${tiles}, which are no block’s: round the number of blocks up`;
      const related = [{ span: item.span, message: 'each block takes the tile of its number here' }];
      return launchesOf(context, kernel)!.flatMap(({ angles: [grid] }) =>
        grid === undefined ? [] : [{ span: grid.span, message, related }],
      );
    }),
  );
}
