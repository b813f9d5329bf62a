// The same by way of registers: `copy(B, thrB.partition_S(gB), r)` and `copy(r, thrA.partition_D(sB))`.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { settledValueOf } from '../../../document/extents.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { COPIES, sidesOf } from '../../../document/written/copies.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';
import { movedBetween, partOf } from './other-tilings.ts';

const MAKES_REGISTERS =
  /^(?:make_fragment_like|make_tensor_like|make_fragment|make_rmem_tensor|make_rmem_tensor_like)$/;

/** Where the registers are made that a side of a copy is; null: it is something else. */
export function registersAt(side: Site): number | null {
  const made = initialiserOf(side);
  const call = made === null ? null : writtenCall(made);
  return call !== null && MAKES_REGISTERS.test(call.name) ? made!.span.start : null;
}

/** Where the partition is made that a side is, or a slice of. */
export function partitionAt(side: Site): Site {
  const made = initialiserOf(side);
  if (made !== null) return made;
  const slice = writtenCall(side);
  return (slice === null ? null : initialiserOf(slice.callee)) ?? side;
}

/** Findings of `copy-shapes` about registers that one TiledCopy fills and another one empties. */
export const checkThroughRegisters = callsByUnit<RuleContext, RuleFinding>(COPIES, (calls, context) => {
  const { model, text } = context;
  const all = calls.flatMap(({ site, call }) => {
    const sides = sidesOf(call);
    return sides === null ? [] : [{ site, ...sides }];
  });
  const found = all.flatMap(({ from: registers, to, site }): readonly RuleFinding[] => {
    const at = registersAt(registers);
    const own = at === null ? null : partOf(settledValueOf(model, to));
    if (at === null || own === null) return [];
    const filled = all.filter((each) => registersAt(each.to) === at);
    const [moved, ...others] = filled.map(({ from }) =>
      movedBetween(partOf(settledValueOf(model, from)), own),
    );
    // One that fills them as they are emptied is what the other ones are meant for as well.
    if (moved == null || others.some((other) => other === null) || model.neverRuns(site)) return [];
    const code = codeOf(text, site.dialect === 'python' ? 'python' : 'cpp');
    const { span } = partitionAt(to);
    const name = code.slice(registers.span.start, registers.span.end);
    const message = `${name} was filled by another TiledCopy than this partition is of: ${moved}`;
    return [{ span, message, severity: 'warning' }];
  });
  // Several copies empty into one partition.
  return [...new Map(found.map((each) => [each.span.start, each])).values()];
});
