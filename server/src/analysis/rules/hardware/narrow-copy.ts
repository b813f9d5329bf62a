// Copies of global memory whose atom moves an element at a time where a thread's elements follow one another.

import { isFailure } from '../../../algebra/integer/failure.ts';
import { atomOf } from '../../../evaluate/cute/algorithms/copying.ts';
import { Tensor } from '../../../evaluate/model/value.ts';
import { canBeMade, mergedInstructions } from '../../../hardware/memory/accesses.ts';
import { firstTile } from '../../../hardware/memory/share.ts';
import { type Access, accessesOf, widthBetween } from '../../accesses/access.ts';
import { writtenCall } from '../../document/written/call.ts';
import type { Site } from '../../values/model.ts';
import type { EvaluatedSite, Rule, RuleContext, RuleFinding } from '../rule.ts';
import { checkNarrowTiles } from './alignment/narrow-tiles.ts';
import { stepOfParts } from './alignment/tile-starts.ts';
import { checkLaunchedUnits } from './launched-unit.ts';
import { checkRunTimeUnit } from './run-time-unit.ts';

/** So many times as wide as the atom. */
const WORTH = 4;

/** The bytes that one access could move instead, as far as the lanes' elements tell. */
function widestOf({ share, instruction, elementBits }: Access): number {
  const tile = firstTile(share);
  if (isFailure(tile) || tile.hasRunTimeStrides) return instruction.width;
  const { elements } = tile;
  const made = mergedInstructions(elements, instruction).filter((wider) =>
    canBeMade(elements, wider, elementBits),
  );
  return made.at(-1)?.width ?? instruction.width;
}

function checkAtom({ site, evaluation }: EvaluatedSite, { model }: RuleContext): readonly RuleFinding[] {
  const [given, source, destination] = (evaluation.origin?.args ?? []).map(({ value }) => value);
  const atom = given === undefined || isFailure(given) ? null : atomOf(given);
  if (atom === null || !/(?:^|::)UniversalCopy/.test(atom.operation.name)) return [];
  if (!(source instanceof Tensor) || !(destination instanceof Tensor)) return [];
  const accesses = accessesOf(evaluation);
  // Of arrays in shared memory the compiler knows the alignment, and widens what it can.
  if (!accesses.some(({ space }) => space === 'gmem')) return [];
  const sides = [source, destination].filter(({ engine: { space } }) => space === 'gmem' || space === 'smem');
  if (accesses.length !== sides.length) return [];
  // Elements of a type that nobody knows are the atom's.
  const { bits } = atom.element;
  const between = widthBetween(source, destination, typeof bits === 'number' ? bits : null);
  const [{ instruction } = { instruction: null }] = accesses;
  if (between === null || instruction === null) return [];
  const bytes = Math.min(between.bits / 8, ...accesses.map(widestOf));
  if (bytes < WORTH * instruction.width || model.neverRuns(site)) return [];
  if (typeof bits === 'number' && beginsApart(model, site, (bytes * 8) / bits)) return [];
  const does = instruction.width === 1 ? '1 byte' : `${instruction.width} bytes`;
  const wider =
    site.dialect === 'python' ? `num_bits_per_copy=${bytes * 8}` : `UniversalCopy<uint${bytes * 8}_t>`;
  return [
    {
      span: site.valueSpan ?? site.span,
      message: `${atom.operation.name} moves ${does} at once, and the elements of a thread follow one another on both sides: ${wider} moves ${bytes}, where the pointers are aligned to as many`,
    },
  ];
}

/** Whether a side is a part of a tensor that need not begin where so many elements at once may, as rows of 132 bytes do not. */
const beginsApart = (model: RuleContext['model'], site: Site, count: number): boolean =>
  (writtenCall(site)?.args ?? [])
    .slice(-2)
    .some((side) => stepOfParts(model, side, count, undefined, true) !== null);

export const narrowCopy: Rule = {
  id: 'narrow-copy',
  severity: 'information',
  title: 'A copy narrower than it could be',
  checkSite: (evaluated, context) => [
    ...checkAtom(evaluated, context),
    ...checkRunTimeUnit(evaluated, context),
  ],
  checkCall: checkNarrowTiles,
  checkDocument: checkLaunchedUnits,
};
