// Asks Layout Lens for the values of the probed variables of a snippet, in this process.

import type { Failure } from '../../server/src/algebra/integer/failure.ts';
import { openDocument } from '../../server/src/analysis/document/document.ts';
import type { Value } from '../../server/src/evaluate/model/value.ts';
import type { Grammars } from '../../server/src/syntax/grammars.ts';
import type { Snippet } from './snippet.ts';
import { sourceOf } from './unit.ts';

/** The value of each probe, in order; null where Layout Lens sees no declaration. */
export function ask(grammars: Grammars, snippet: Snippet): readonly (Value | Failure | null)[] {
  const { text, placed } = sourceOf(snippet);
  const document = openDocument(grammars, 'cpp', text, { isOnlyRead: true });
  try {
    const { model } = document;
    const declared = model.sites.filter(({ role }) => role === 'declaration');
    return placed.map(({ probe, start, end }) => {
      const site = declared.find(
        ({ name, span }) => name === probe.name && span.start >= start && span.end <= end,
      );
      return site === undefined ? null : model.evaluate(site).value;
    });
  } finally {
    document.dispose();
  }
}
