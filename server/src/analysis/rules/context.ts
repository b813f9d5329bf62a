// What the rules are given of an open document.

import type { Failure } from '../../algebra/failure.ts';
import type { Value } from '../../evaluate/value.ts';
import type { Grammars } from '../../syntax/grammars.ts';
import { type OpenDocument, openDocument } from '../document.ts';
import type { PlacedDirective, RuleContext } from './rule.ts';

/** The value that is written in an `expect` directive; null for other directives and for text that is no expression. */
function expectedValue(
  document: OpenDocument,
  grammars: Grammars,
  { directive }: PlacedDirective,
  unitStart: number,
): Value | Failure | null {
  if (directive.kind !== 'expect') return null;
  const { start, end } = directive.value.span;
  const scratch = openDocument(grammars, 'notation', document.text.slice(start + unitStart, end + unitStart));
  try {
    const site = scratch.model.sites.find((s) => s.role === 'notation' || s.role === 'declaration');
    return site === undefined ? null : scratch.model.evaluate(site).value;
  } finally {
    scratch.dispose();
  }
}

export const ruleContext = (document: OpenDocument, grammars: Grammars): RuleContext => ({
  text: document.text,
  model: document.model,
  directives: document.directives,
  // A directive's span is absolute where the directive itself counts from its unit's start.
  valueOf: (placed) =>
    expectedValue(document, grammars, placed, placed.span.start - placed.directive.span.start),
});
