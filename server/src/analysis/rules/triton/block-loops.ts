// Loops that go through one dimension of a tensor, and move a block pointer along another one.

import type { Expr } from '../../../frontends/common/expression.ts';
import type { Scope } from '../../../frontends/common/scope.ts';
import { functionAround } from '../../document/written/around.ts';
import { siteOf } from '../../document/written/expressions.ts';
import type { Block } from '../../tiles/blocks.ts';
import { blocksOf, countedAt, isOneSize, variableOf } from '../../tiles/counted-blocks.ts';
import { shapeText } from '../../tiles/shape.ts';
import type { PlacedSite } from '../../values/placed-site.ts';
import type { RuleContext, RuleFinding } from '../rule.ts';

/** A dimension that a loop goes along, with what it goes through. */
interface Along {
  readonly dimension: number;
  readonly through: Expr;
  readonly step: Expr;
  /** What moves the block. */
  readonly by: Expr;
}

const isZero = (e: Expr | undefined): boolean => e?.kind === 'integer' && e.value === 0;

/** `advance` by the step of its loop, in one dimension alone. */
function advancedAlong(unit: Scope, { moves }: Block): readonly Along[] {
  return moves.flatMap(({ loop, steps, call }): readonly Along[] => {
    const blocks = loop === null ? null : blocksOf(unit, loop);
    const moved = steps.flatMap((step, d) => (isZero(step) ? [] : [d]));
    const [dimension] = moved;
    if (blocks === null || dimension === undefined || moved.length > 1) return [];
    return isOneSize(unit, steps[dimension]!, blocks.block)
      ? [{ dimension, through: blocks.through, step: blocks.block, by: call }]
      : [];
  });
}

/** `k * BLOCK_K` of a counter, or the counter itself where it counts elements. */
function countedAlong(unit: Scope, { offsets }: Block): readonly Along[] {
  return offsets.flatMap((offset, dimension): readonly Along[] => {
    const sides = offset.kind === 'binary' && offset.operator === '*' ? [offset.left, offset.right] : null;
    const own = sides === null ? countedAt(unit, offset) : null;
    if (own?.counts === 'elements') return [{ dimension, through: own.through, step: own.block, by: offset }];
    return (sides ?? []).flatMap((side, i) => {
      const blocks = countedAt(unit, side);
      const isByBlock = blocks?.counts === 'blocks' && isOneSize(unit, sides![1 - i]!, blocks.block);
      return isByBlock ? [{ dimension, through: blocks.through, step: blocks.block, by: offset }] : [];
    });
  });
}

/** What is wrong with a block that loops move; the access around says where. */
export function checkBlockLoops(
  block: Block,
  access: PlacedSite,
  context: RuleContext,
): readonly RuleFinding[] {
  const unit = access.memo.placed.unit.scope;
  const kernel = functionAround(access);
  const along = [...advancedAlong(unit, block), ...countedAlong(unit, block)];
  return along.flatMap(({ dimension, through, step, by }): readonly RuleFinding[] => {
    const { shape, extents } = block.written;
    const [own, meant] = [shape[dimension]!, shape.findIndex((e) => isOneSize(unit, e, through))];
    const isMovedThere = along.some((other) => other.dimension === meant);
    if (kernel === null || meant < 0 || meant === dimension || isMovedThere) return [];
    if (isOneSize(unit, own, through) || variableOf(unit, own) === null) return [];
    const [whole, other] = [block.shape[dimension]!.size, block.shape[meant]!.size];
    if (whole !== null && whole === other) return [];
    const written = (e: Expr): string => {
      const { start, end } = siteOf(access, e).span;
      return context.text.slice(start, end);
    };
    // Where the block has the length of the step there, the shape is what has another order.
    const isShape = isOneSize(unit, extents[dimension]!, step) && !isOneSize(unit, extents[meant]!, step);
    const size = `dimension ${dimension}, of ${written(own)} elements`;
    return [
      {
        span: siteOf(access, isShape ? own : by).span,
        message: `the loop goes through ${written(through)}, the extent of dimension ${meant}, and moves the block ${shapeText(block.extents)} along ${size}`,
      },
    ];
  });
}
