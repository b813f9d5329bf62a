// What the rules are given of an open document.

import { annotationsOf } from '../annotation.ts';
import type { OpenDocument } from '../document.ts';
import type { RuleContext } from './rule.ts';

export const ruleContext = (document: OpenDocument): RuleContext => ({
  text: document.text,
  model: document.model,
  directives: document.directives,
  annotations: () => annotationsOf(document),
});
