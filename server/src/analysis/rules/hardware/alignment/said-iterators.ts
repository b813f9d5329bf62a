// Iterators that CuTe DSL is told are aligned, `x.iterator.align(16)`, of parts that begin where memory is not: rows of 260
// halves are 520 bytes apart.

import { Tensor } from '../../../../evaluate/model/value.ts';
import { settledNumberAt, settledValueOf } from '../../../document/extents.ts';
import { argumentAt } from '../../../document/written/call.ts';
import { callsOf } from '../../../document/written/calls-by-name.ts';
import { memberAt } from '../../../document/written/expressions.ts';
import { lastGiven } from '../../../document/written/names.ts';
import type { CalledSite, RuleContext, RuleFinding } from '../../rule.ts';
import { partsAround, stepOfParts } from './tile-starts.ts';

/** Bits of an element, by the tensor or by one that it is a part of. */
function bitsOf(model: RuleContext['model'], tensor: Parameters<typeof partsAround>[1]): number | null {
  for (const site of [tensor, ...[...partsAround(model, tensor)].map(({ whole }) => whole)]) {
    const value = settledValueOf(model, site);
    if (value instanceof Tensor && value.engine.bits !== null) return value.engine.bits;
  }
  return null;
}

function checkAlign({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const pointer = call.object === null ? null : memberAt(call.object);
  const said = argumentAt(call, 0, 'min_align');
  if (pointer?.name !== 'iterator' || pointer.object === null || said === undefined) return [];
  // `x = cute.make_tensor(x.iterator.align(16), x.layout)`
  const of = lastGiven(pointer.object) ?? pointer.object;
  const bytes = settledNumberAt(model, said);
  const bits = bitsOf(model, of);
  if (bytes === undefined || bits === null || bits === 0) return [];
  const step = stepOfParts(model, of, (bytes * 8) / bits);
  if (step === null || model.neverRuns(site)) return [];
  const tensor = text.slice(pointer.object.span.start, pointer.object.span.end);
  const message = `${tensor} is said to be aligned to ${bytes} bytes: the parts of the tensor that it may be are ${step} elements apart, ${(step * bits) / 8} bytes`;
  return [{ span: said.span, message }];
}

/** Findings of `vector-alignment` about what is said of iterators. */
export const checkSaidIterators = (context: RuleContext): readonly RuleFinding[] =>
  callsOf(context.model, 'align').flatMap((called) =>
    called.site.dialect === 'python' ? checkAlign(called, context) : [],
  );
