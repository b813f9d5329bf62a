// What is found of elements that threads take by their numbers: it rests on the loops of the function, and on the launches of
// its kernel, which stand elsewhere.

import type { Span } from '../../frontends/common/expression.ts';
import { blockAround } from '../document/launches.ts';
import { isElement } from '../document/written-call.ts';
import type { DocumentModel, Site } from '../values/model.ts';
import type { LaneContext } from './lanes.ts';

interface Found {
  readonly span: Span;
}

/** What was found in a check unit, by its key, in offsets that edits elsewhere leave as they are. */
type Known<T> = WeakMap<object, { readonly state: string; readonly found: readonly T[] }>;

/** A check of elements, which looks at a function again when it or what its kernel is launched with is another one. */
export function elementsByUnit<
  C extends { readonly model: DocumentModel; readonly text: string },
  T extends Found,
>(check: (site: Site, lanes: LaneContext, context: C) => readonly T[]): (context: C) => readonly T[] {
  const known: Known<T> = new WeakMap();
  return (context) => {
    const { model, text } = context;
    return [...model.checkUnits()].flatMap(({ key, revision, kept, placed, sites }) => {
      const [first] = sites;
      if (first === undefined || first.within === null) return [];
      const block = blockAround(context, first);
      const state = `${revision} ${block}`;
      let before = known.get(key);
      if (before?.state !== state) {
        const lanes = { model, text, block };
        const found = sites
          .filter(isElement)
          .flatMap((site) => check(site, lanes, context))
          .map((finding) => ({ ...finding, span: kept(finding.span) }));
        before = { state, found };
        known.set(key, before);
      }
      return before.found.map((finding) => ({ ...finding, span: placed(finding.span) }));
    });
  };
}
