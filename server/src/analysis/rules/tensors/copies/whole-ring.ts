// Copies into all stages of a tensor, `copy(tAgA(_, _, k), tAsA)`, where another copy of the same source takes one stage of it,
// `copy(tAgA(_, _, 0), tAsA(_, _, 0))`: the stage was forgotten.

import { extentsOf } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { writtenCall } from '../../../document/written/call.ts';
import type { CallAt } from '../../../document/written/calls-by-name.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import { coordinatesOf } from '../../../document/written/coordinates.ts';
import { sidesOf } from '../../../document/written/copies.ts';
import { initialiserOf } from '../../../document/written/names.ts';
import type { Site } from '../../../values/model.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** A tensor as a copy names it. */
interface Named {
  readonly site: Site;
  readonly name: string;
  /** Which modes a slice keeps, `__0`; null: the whole tensor. */
  readonly kept: string | null;
}

const OPEN = /^(?:(?:cute::)?_|None)$/;

function namedAt(site: Site, text: string): Named | null {
  const written = text.slice(site.span.start, site.span.end);
  if (/^\w+$/.test(written)) return { site, name: written, kept: null };
  const call = writtenCall(site);
  if (call === null || call.args.length === 0 || call.keywords.size > 0) return null;
  const items = coordinatesOf(call);
  const isKept = items.map(({ span }) => OPEN.test(text.slice(span.start, span.end)));
  const name = text.slice(call.callee.span.start, call.callee.span.end);
  if (!/^\w+$/.test(name) || !isKept.includes(true) || !isKept.includes(false)) return null;
  return { site, name, kept: isKept.map((kept) => (kept ? '_' : '0')).join('') };
}

interface Copied {
  readonly called: CallAt;
  readonly from: Named;
  readonly to: Named;
}

function copiedAt(called: CallAt, text: string): Copied | null {
  const sides = sidesOf(called.call);
  const [from, to] =
    sides === null ? [null, null] : [sides.from, sides.to].map((side) => namedAt(side, text));
  return from == null || to == null ? null : { called, from, to };
}

/** Whether the modes that a slice chooses of have one element each, so that it is all of the tensor. */
function isAll(model: RuleContext['model'], { site }: Named, kept: string): boolean {
  const extents = extentsOf(model, site);
  return extents !== null && [...kept].every((mode, i) => mode === '_' || extents[i] === 1);
}

/** Findings of `copy-size` about stages that are left out. */
export const checkWholeRings = callsByUnit<RuleContext, RuleFinding>(['copy'], (calls, { model, text }) => {
  const copies = calls.flatMap((called) => copiedAt(called, text) ?? []);
  return copies.flatMap((whole): readonly RuleFinding[] => {
    const { called, from, to } = whole;
    if (to.kept !== null || from.kept === null) return [];
    const around = functionAround(called.site);
    const other = copies.find(
      (one) =>
        one.from.name === from.name &&
        one.from.kept === from.kept &&
        one.to.name === to.name &&
        one.to.kept !== null &&
        functionAround(one.called.site) === around,
    );
    if (other === undefined || initialiserOf(to.site) === null || isAll(model, to, other.to.kept!)) return [];
    // Of tensors that are known evaluation tells.
    if ([from, to].every(({ site }) => extentsOf(model, site) !== null)) return [];
    if (model.neverRuns(called.site)) return [];
    const written = text.slice(other.to.site.span.start, other.to.site.span.end);
    const message = `all of ${to.name} is written, where another copy of ${from.name} writes ${written}: a stage has to be chosen`;
    return [{ span: to.site.span, message }];
  });
});
