// Numbers of blocks that are the coordinate of another mode than there are blocks for: `table[p, bidx]` of (16, 128) elements in a
// kernel that is launched with 16 blocks.

import { knownNumber } from '../../../algebra/integer/known.ts';
import type { Shape } from '../../../algebra/layout/layout.ts';
import { product } from '../../../algebra/tuple/int-tuple.ts';
import { settledNumberAt } from '../../document/extents.ts';
import { blockIndexAt } from '../../document/thread-index.ts';
import { keepsMode } from '../../document/written/coordinates.ts';
import { spacedAt } from '../../document/written/source-text.ts';
import type { Dimensions } from '../../launches/launches.ts';
import type { Site } from '../../values/model.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

/** Findings of `coordinate-range` about one element or slice of a tensor of known extents. */
export function checkBlockMode(
  tensor: Site,
  coordinates: readonly Site[],
  shape: readonly Shape[],
  grid: Dimensions,
  { model, text }: RuleContext,
): readonly RuleFinding[] {
  const extents = shape.map((mode) => knownNumber(product(mode)));
  return coordinates.flatMap((coordinate, mode): readonly RuleFinding[] => {
    const dimension = blockIndexAt(coordinate, text);
    const blocks = dimension === null ? undefined : grid[dimension];
    const own = extents[mode];
    if (blocks === undefined || blocks <= 1 || own === undefined || own <= blocks) return [];
    const [other, ...others] = extents.flatMap((extent, i) => (extent === blocks ? [i] : []));
    if (other === undefined || others.length > 0) return [];
    const taken = coordinates[other]!;
    // What is taken whole, at one place, or by other blocks is what is meant.
    if (keepsMode(taken, text) || settledNumberAt(model, taken) !== undefined) return [];
    if (blockIndexAt(taken, text) !== null || model.neverRuns(coordinate)) return [];
    const written = spacedAt(coordinate, text);
    const message = `${written} counts ${blocks} blocks, as many as mode ${other} of ${spacedAt(tensor, text)} has elements, and is the coordinate of mode ${mode}, which has ${own}`;
    return [{ span: coordinate.span, message, severity: 'information' }];
  });
}
