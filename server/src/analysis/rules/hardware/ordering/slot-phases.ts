// Phases that are worked out of the slot of a ring, `wait(bars.index(slot), slot & 1)` of `slot = i % n`: of one slot it is always
// the same, and changes each time that the ring goes round.

import { codeOf } from '../../../../frontends/common/host-tokens.ts';
import { mentions } from '../../../../syntax/text/mentions.ts';
import { settledNumberAt } from '../../../document/extents.ts';
import { writtenCall } from '../../../document/written/call.ts';
import { addressedAt, operandsAt } from '../../../document/written/expressions.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import { callsBy, pythonCallsBy } from '../../../indexing/callers.ts';
import { functionCodeAt } from '../../../indexing/text/function-code.ts';
import { reachingValue } from '../../../tiles/reaching.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

const NAMES = ['wait', 'wait_barrier', 'mbarrier_wait'];
const WAITS = /wait(?:_barrier)?\s*\(/;

/** What a name was given last, also in a loop of Python that gives it anew in each round. */
const givenTo = (site: Site): Site =>
  initialiserOf(site) ?? (site.dialect === 'python' ? reachingValue(site) : null) ?? site;

/** The slot whose barrier is waited for: `bars.index(slot)`, `bars + slot`, `bars[slot]`, also by a name. */
function slotOf(barrier: Site): Site | null {
  const given = givenTo(barrier);
  const call = writtenCall(given);
  const [only, ...more] = call?.args ?? [];
  if (call !== null && (call.name === 'index' || call.name === '[]'))
    return only === undefined || more.length > 0 ? null : only;
  const sum = operandsAt(given);
  if (sum?.operator === '+') return sum.right;
  // `&full[slot]`
  const of = addressedAt(given);
  return of === null ? null : slotOf(of);
}

/** The number of rounds that a slot is the remainder of, and by what: `i` and `n` of `i % n`. */
function ringOf(slot: Site): { readonly count: Site; readonly slots: Site } | null {
  const remainder = operandsAt(givenTo(slot));
  return remainder?.operator === '%' ? { count: remainder.left, slots: remainder.right } : null;
}

const plain = (written: string): string => written.replace(/\s+/g, '');

function checkWait(site: Site, { model, text }: RuleContext): readonly RuleFinding[] {
  const call = writtenCall(site);
  const [barrier, second] = call?.args ?? [];
  const phase = second ?? call?.keywords.get('phase');
  if (barrier === undefined || phase === undefined || (call?.args.length ?? 0) > 4) return [];
  const code = codeOf(text, site.dialect === 'python' ? 'python' : 'cpp');
  const slot = slotOf(barrier);
  const ring = slot === null ? null : ringOf(slot);
  if (slot === null || ring === null) return [];
  const written = (of: Site): string => plain(code.slice(of.span.start, of.span.end));
  const given = written(givenTo(phase));
  const [name, count] = [written(slot), written(ring.count)];
  const isBySlot = [name, `(${name})`, `(${count}%${written(ring.slots)})`].some((part) =>
    [`${part}&1`, `${part}%2`, `(${part}&1)^1`, `${part}&1^1`, `(${part}%2)^1`, part].includes(given),
  );
  const slots = settledNumberAt(model, ring.slots);
  const isByRound =
    slots !== undefined && slots > 1 && /^\w+$/.test(count) && [`${count}&1`, `${count}%2`].includes(given);
  if ((!isBySlot && !isByRound) || (slots !== undefined && slots < 2)) return [];
  const around = functionCodeAt(site, text);
  if (around === null || !isCounted(around.code, count) || model.neverRuns(site)) return [];
  const right =
    site.dialect === 'python'
      ? `(${count} // ${written(ring.slots)}) & 1`
      : `(${count} / ${written(ring.slots)}) & 1`;
  const why = isBySlot
    ? `${name} alone, and of one slot it is always the same`
    : `${count} alone, and the ring has ${slots} slots`;
  const message = `the phase follows from ${why}: it changes each time that the ring goes round, ${right}`;
  return [
    { span: phase.span, message, fixes: [{ title: `Write ${right}`, span: phase.span, newText: right }] },
  ];
}

/** Whether a loop counts a number, that is no constant of a few rounds. */
const isCounted = (code: string, count: string): boolean =>
  /^\w+$/.test(count) &&
  new RegExp(
    `\\bfor\\s+${count}\\s+in\\s+(?:\\w+\\.)?range(?:_dynamic)?\\(|\\bfor\\s*\\(\\s*[\\w:]+\\s+${count}\\s*=`,
  ).test(code);

/** Findings of `barrier-use` about phases by slots. */
export function checkSlotPhases(context: RuleContext): readonly RuleFinding[] {
  const { model, text } = context;
  const callsOf = model.dialect === 'python' ? pythonCallsBy : callsBy;
  if (!mentions(text, WAITS)) return [];
  return NAMES.flatMap((name) => callsOf(model, name)).flatMap((site) => checkWait(site, context));
}
