// Tensors that are taken for tensors of vectors, `recast<uint128_t>(rows)`, whose run-time strides are no multiples of a vector:
// C++ divides them and drops the rest, so that every row but the first is read from another place.

import { Dynamic, type Int } from '../../../../algebra/integer/integer.ts';
import { knownNumber } from '../../../../algebra/integer/known.ts';
import { Layout } from '../../../../algebra/layout/layout.ts';
import { leavesOf } from '../../../../algebra/tuple/operations.ts';
import { Tensor } from '../../../../evaluate/model/value.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsIn } from '../../../document/written/calls-by-name.ts';
import { launchedByUnit } from '../../../launches/launched-by-unit.ts';
import { type LaunchedNumbers, launchedNumber } from '../../../launches/launched-numbers.ts';
import { launchedNumbers } from '../../../launches/launched-values.ts';
import { restsOnDefault } from '../../../values/default-arguments.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** A run-time stride that so many elements do not divide; null: there is none that is known. */
function unevenStride({ shape, stride }: Layout, count: number, numbers: LaunchedNumbers): number | null {
  const [sizes, strides] = [leavesOf<unknown>(shape), leavesOf<unknown>(stride)];
  for (const [i, step] of strides.entries()) {
    if (!(step instanceof Dynamic) || knownNumber(sizes[i] as Int) === 1) continue;
    const number = launchedNumber(step, numbers);
    if (number !== undefined && number % count !== 0) return number;
  }
  return null;
}

function checkRecast(site: Site, context: RuleContext): readonly RuleFinding[] {
  const { model } = context;
  const given = writtenCall(site)?.args ?? [];
  const [from, to] = [given[0], site].map((each) => {
    const { value, parameters } = each === undefined ? { value: null, parameters: [] } : model.evaluate(each);
    return value instanceof Tensor && !restsOnDefault(parameters) ? value : null;
  });
  if (given.length !== 1 || from == null || to == null || !(from.layout instanceof Layout)) return [];
  const [bits, wide] = [from.engine.bits, to.engine.bits];
  const count = bits === null || wide === null ? 0 : wide / bits;
  if (count <= 1 || !Number.isInteger(count)) return [];
  const stride = unevenStride(from.layout, count, launchedNumbers(context, site));
  if (stride === null || model.neverRuns(site)) return [];
  const message = `recast takes ${count} elements for one, and the run-time stride ${stride} is no multiple of ${count}: it becomes ${Math.trunc(stride / count)}, which is ${Math.trunc(stride / count) * count} elements`;
  return [{ span: site.valueSpan ?? site.span, message }];
}

/** Findings of `vector-alignment` about tensors of vectors. */
export const checkRecasts = launchedByUnit<RuleContext, RuleFinding>(
  ({ sites }) =>
    callsIn(sites, ['recast'])
      .filter(({ site }) => site.dialect === 'cpp')
      .map(({ site }) => site),
  checkRecast,
);
