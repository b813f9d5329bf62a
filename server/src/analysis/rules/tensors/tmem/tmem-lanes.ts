// Lanes of tensor memory that a warp does not reach: warp w of a warp group takes the 32 lanes from 32 * (w % 4) on, whatever
// number its threads give themselves, `tmem_copy.get_slice(tidx - 64)`.

import { mentions } from '../../../../syntax/text/mentions.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { numberByThread } from '../../../indexing/conditions-of-threads.ts';
import type { CalledSite, Rule, RuleContext, RuleFinding } from '../../rule.ts';

const WARP = 32;
/** The threads of a warp group, and the lanes that they have. */
const GROUP = 128;
/** Two warps behind those that a number may be limited to by a remainder: in both the difference is the same where nothing is. */
const ASKED = [GROUP * 8, GROUP * 8 + WARP] as const;

/** By how much the number that threads take a copy by is less than their own; null: by no constant. */
function differenceOf(numbers: (thread: number) => number | null): number | null {
  const [one, other] = ASKED.map((thread) => {
    const number = numbers(thread);
    return number === null ? null : thread - number;
  });
  return one === other ? one! : null;
}

function checkSlice({ site, call }: CalledSite, { model, text }: RuleContext): readonly RuleFinding[] {
  const made = call.object === null ? null : writtenCall(initialiserOf(call.object) ?? call.object);
  const index = argumentAt(call, 0, 'thr_idx');
  if (made?.name !== 'make_tmem_copy' || index === undefined || model.neverRuns(site)) return [];
  const numbers = numberByThread({ model, text, block: null }, index);
  const difference = numbers === null ? null : differenceOf(numbers);
  if (difference === null || difference % WARP !== 0 || difference % GROUP === 0) return [];
  const first = ((difference % GROUP) + GROUP) % GROUP;
  const message = `thread ${first} takes the lanes of thread 0 of the copy, and its warp reaches those from lane ${first} on: of tensor memory a warp has the lanes 32 * (warp % 4) to 32 * (warp % 4) + 31`;
  return [{ span: index.span, message }];
}

const checkSlices = callsByUnit<RuleContext, RuleFinding>(
  ['get_slice', 'get_thread_slice'],
  (calls, context) => calls.flatMap((called) => checkSlice(called, context)),
);

export const tmemLanes: Rule = {
  id: 'tmem-lanes',
  severity: 'warning',
  title: 'Lanes of tensor memory that the warp does not reach',
  checkDocument: (context) => (mentions(context.text, 'make_tmem_copy') ? checkSlices(context) : []),
};
