// Launches of CuTe DSL without a cluster, of kernels whose copies by TMA go to several of its CTAs.

import { settledNumberAt } from '../../../document/extents.ts';
import { functionAround } from '../../../document/written/around.ts';
import { argumentAt, writtenCall } from '../../../document/written/call.ts';
import { callsByUnit } from '../../../document/written/calls-by-unit.ts';
import type { RuleContext, RuleFinding } from '../../rule.ts';

/** Findings of `cluster-shape` about launches of CuTe DSL. */
export const checkUnclustered = callsByUnit<RuleContext, RuleFinding>(
  ['launch', 'make_tiled_tma_atom'],
  (calls, { model, text }) =>
    calls.flatMap(({ site, call }): readonly RuleFinding[] => {
      const around = functionAround(site);
      const of = call.object === null ? null : writtenCall(call.object);
      if (site.dialect !== 'python' || call.name !== 'launch' || of === null || around === null) return [];
      const isPlain = call.args.length === 0 && call.keywords.has('grid') && call.keywords.has('block');
      if (!isPlain || call.keywords.has('cluster') || /\*\*/.test(text.slice(site.span.start, site.span.end)))
        return [];
      const own = calls.filter((other) => functionAround(other.site) === around);
      // Which launch an atom is for is not asked.
      if (own.filter(({ call: { name } }) => name === 'launch').length > 1) return [];
      const counts = own.flatMap(({ call: atom }) => {
        const count = atom.name === 'make_tiled_tma_atom' ? argumentAt(atom, 4, 'num_multicast') : undefined;
        const number = settledNumberAt(model, count);
        return number === undefined ? [] : [number];
      });
      const most = Math.max(0, ...counts);
      if (most < 2 || model.neverRuns(site)) return [];
      const { end } = call.callee.span;
      const message = `a copy goes to ${most} CTAs of a cluster, and the kernel is launched without one: each CTA is alone, and gets a part of its tile. cluster=(…) says how many there are`;
      return [{ span: { start: end - call.name.length, end }, message }];
    }),
);
