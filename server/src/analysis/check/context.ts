// What the rules are given of an open document.

import { annotationsOf } from '../document/annotation.ts';
import { architecturesOf } from '../document/architectures.ts';
import type { OpenDocument } from '../document/document.ts';
import type { RuleContext } from '../rules/rule.ts';

/** `readings`: what has been asked of libisl beforehand (expectations.ts). */
export const ruleContext = (
  document: OpenDocument,
  readings: RuleContext['readings'] = new Map(),
): RuleContext => ({
  readings,
  text: document.text,
  model: document.model,
  directives: document.directives,
  architectures: architecturesOf(document.imports),
  annotations: () => annotationsOf(document),
});
