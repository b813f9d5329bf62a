// What the rules are given of an open document.

import { annotationsOf } from '../document/annotation.ts';
import type { OpenDocument } from '../document/document.ts';
import type { RuleContext } from '../rules/rule.ts';

export const ruleContext = (document: OpenDocument): RuleContext => ({
  text: document.text,
  model: document.model,
  directives: document.directives,
  annotations: () => annotationsOf(document),
});
