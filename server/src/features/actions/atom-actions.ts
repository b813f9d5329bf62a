// Another atom for the copy under the cursor that has bank conflicts, looked at again in the edited text.

import { CodeActionKind, type TextEdit } from 'vscode-languageserver';
import { atomRewrites, atomTitle } from '../../analysis/check/atom-rewrites.ts';
import { ruleContext } from '../../analysis/check/context.ts';
import type { CopyRewrite } from '../../analysis/check/copy-rewrites.ts';
import type { DocumentModel } from '../../analysis/values/model.ts';
import type { ReadyDocument } from '../../workspace/documents/session.ts';
import { holdsAfter } from './edited-document.ts';

export const ATOM = `${CodeActionKind.RefactorRewrite}.layoutLens.atom`;

interface AtomAction {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** A cursor that moves within a copy asks again and again. */
const known = new WeakMap<DocumentModel, Map<number, readonly AtomAction[]>>();

export function atomActions(ready: ReadyDocument, offset: number): readonly AtomAction[] {
  const { model } = ready.analysis;
  const actions = known.get(model) ?? new Map<number, readonly AtomAction[]>();
  known.set(model, actions);
  const before = actions.get(offset);
  if (before !== undefined) return before;
  const found = workedOut(ready, offset);
  actions.set(offset, found);
  return found;
}

function workedOut(ready: ReadyDocument, offset: number): readonly AtomAction[] {
  const { analysis, document } = ready;
  if (document.dialect === 'notation') return [];
  const editsOf = ({ span, newText }: CopyRewrite): readonly TextEdit[] => [
    { range: document.rangeOf(span), newText },
  ];
  return atomRewrites(ruleContext(analysis), document.dialect, offset, (rewrite, holds) =>
    holdsAfter(ready, editsOf(rewrite), ({ analysis: edited }) => holds(ruleContext(edited))),
  ).map((rewrite) => ({ title: atomTitle(rewrite), edits: editsOf(rewrite) }));
}
