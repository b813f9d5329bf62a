// Parts of a tile that no copy takes: `copy(tc, tA(_, m, 0), …)` for all m, where the tiling leaves two elements in the mode
// behind m, and nothing in the function takes the other one.

import { shapeOf } from '../../../../algebra/composed/composed.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import type { Shape } from '../../../../algebra/layout/layout.ts';
import { product } from '../../../../algebra/tuple/int-tuple.ts';
import { wrap } from '../../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { settledNumberAt, settledValueOf } from '../../../document/extents.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { keepsMode } from '../../../document/written/coordinates.ts';
import { COPIES, sidesOf } from '../../../document/written/copies.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { writtenIn } from '../../../document/written/source-text.ts';
import { loopOf } from '../../../indexing/lanes.ts';
import { argumentsAt, escaped } from '../../../indexing/text/code.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** What asks for the extents of a tensor alone. */
const ASKS = /\b(?:size|shape|rank|cosize|layout|decltype)\s*(?:<[^<>()]*>)?\s*\(\s*$/;
/** What follows the name where it is declared, or its extents are asked for. */
const DECLARED = /^\s*(?:=(?!=)|,[^()]*=(?!=)|\.\s*(?:shape|layout)\b)/;

/** What stands at a mode in all slices of a tensor in a function; null where it is used in another way, or whole. */
function coordinatesIn(code: string, name: string, mode: number): ReadonlySet<string> | null {
  const found = new Set<string>();
  for (const { index } of code.matchAll(new RegExp(`\\b${escaped(name)}\\b`, 'g'))) {
    const behind = code.slice(index + name.length);
    const open = /^\s*[([]/.exec(behind);
    if (open !== null) {
      const at = argumentsAt(code, index + name.length + open[0].length - 1)[mode];
      if (at === undefined) return null;
      found.add(at.written);
    } else if (!DECLARED.test(behind) && !ASKS.test(code.slice(0, index))) return null;
  }
  return found;
}

function checkSide(slice: Site, { model, text }: RuleContext): readonly RuleFinding[] {
  const call = writtenCall(slice);
  const made = call === null ? null : writtenCall(initialiserOf(call.callee) ?? call.callee);
  if (call === null || made === null || !/^partition_[SD]$/.test(made.name) || made.args.length !== 1)
    return [];
  // Who goes through none of the modes takes a part of the tile on purpose.
  if (!call.args.some((coordinate) => loopOf(coordinate) !== null)) return [];
  const tensor = settledValueOf(model, call.callee);
  if (!(tensor instanceof Tensor)) return [];
  const written = writtenIn(text);
  const modes = wrap(shapeOf(tensor.layout) as Shape);
  if (modes.length !== call.args.length) return [];
  return call.args.flatMap((coordinate, mode): readonly RuleFinding[] => {
    const [number, extent] = [settledNumberAt(model, coordinate), knownNumber(product(modes[mode]!))];
    if (mode === 0 || keepsMode(coordinate, text) || number === undefined || extent === undefined) return [];
    if (extent < 2 || number >= extent || loopOf(coordinate) !== null) return [];
    const name = written(call.callee);
    const used = coordinatesIn(functionCodeAt(slice, text)?.code ?? '', name, mode);
    if (used?.size !== 1 || model.neverRuns(slice)) return [];
    const message = `mode ${mode} of ${name} has ${extent} elements, and ${written(coordinate)} is the only one that is taken: of ${extent} parts of the tile ${extent - 1} ${extent === 2 ? 'is' : 'are'} left out`;
    return [{ span: coordinate.span, message }];
  });
}

/** Findings of `uncovered-tiles` about tiles that a copy takes a part of. */
export const checkLeftModes = callsByUnit<RuleContext, RuleFinding>([...COPIES], (calls, context) => {
  const seen = new Set<string>();
  return calls.flatMap(({ call }) => {
    const sides = sidesOf(call);
    return (sides === null ? [] : [sides.from, sides.to])
      .flatMap((side) => checkSide(side, context))
      .filter(({ message }) => !seen.has(message) && seen.add(message));
  });
});
