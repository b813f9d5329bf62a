// textDocument/codeAction: insert a computed result, replace by the coalesced form, take an admissible alternative,
// silence a rule. Every text that is inserted was read back, and stands for the value that is shown.

import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Diagnostic,
  type TextEdit,
} from 'vscode-languageserver';
import { isFailure } from '../algebra/failure.ts';
import type { Site } from '../analysis/model.ts';
import { TypeValue } from '../evaluate/value.ts';
import type { Form } from '../render/emit/form.ts';
import type { ReadyDocument, Session } from '../workspace/session.ts';
import { alternativeActions } from './alternatives.ts';
import { annotationAction } from './annotation-action.ts';
import { assumeActions } from './assume-actions.ts';
import { assertionEdit, coalescedForm, commentEdit } from './result-edits.ts';
import { OWN_FORM, resultText } from './result-text.ts';
import { suppressEdit } from './suppress.ts';
import { verifiedForms } from './verified-forms.ts';
import { editOf } from './workspace-edit.ts';

const INSERT = `${CodeActionKind.RefactorRewrite}.layoutLens.insertResult`;
const ANNOTATE = `${CodeActionKind.RefactorRewrite}.layoutLens.annotate`;
const ASSUME = `${CodeActionKind.RefactorRewrite}.layoutLens.assume`;
const COALESCE = `${CodeActionKind.RefactorRewrite}.layoutLens.coalesce`;

const wanted = (kind: string, only: readonly string[] | undefined): boolean =>
  only === undefined || only.some((prefix) => kind === prefix || kind.startsWith(`${prefix}.`));

const shorten = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 59)}…`);

/** The site whose value an action writes: the innermost one at the cursor that has a value to replace. */
function siteFor({ document, analysis }: ReadyDocument, params: CodeActionParams): Site | null {
  const span = document.spanOf(params.range);
  const inner = analysis.model.siteAt(span.start);
  if (inner !== null && inner.valueSpan !== null) return inner;
  return null;
}

export function answerCodeActions(
  ready: ReadyDocument,
  params: CodeActionParams,
  _token: unknown,
  session: Session,
): CodeAction[] | null {
  if (!session.client.codeActionLiterals) return null;
  const { only, diagnostics } = params.context;
  const actions: CodeAction[] = [];
  if (wanted(CodeActionKind.QuickFix, only)) actions.push(...quickFixes(ready, diagnostics, session));
  const site = siteFor(ready, params);
  if (site !== null && (wanted(INSERT, only) || wanted(COALESCE, only)))
    actions.push(...rewrites(ready, site, session).filter((action) => wanted(action.kind ?? INSERT, only)));
  if (wanted(ASSUME, only)) {
    const snippets = session.client.documentChanges && session.client.snippetEdits;
    for (const { title, edit } of assumeActions(ready, params, snippets))
      actions.push({ title, kind: ASSUME, edit: editOf(ready, session, [edit]) });
  }
  if (wanted(ANNOTATE, only)) {
    const added = annotationAction(ready, ready.document.spanOf(params.range).start);
    if (added !== null)
      actions.push({ title: added.title, kind: ANNOTATE, edit: editOf(ready, session, [added.edit]) });
  }
  return actions;
}

function quickFixes(
  ready: ReadyDocument,
  diagnostics: readonly Diagnostic[],
  session: Session,
): readonly CodeAction[] {
  const actions: CodeAction[] = [];
  for (const diagnostic of diagnostics) {
    if (diagnostic.source !== 'layout-lens') continue;
    for (const { title, edits, preferred } of alternativeActions(ready, diagnostic))
      actions.push({
        title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [diagnostic],
        edit: editOf(ready, session, edits),
        ...(preferred ? { isPreferred: true } : {}),
      });
  }
  for (const diagnostic of diagnostics) {
    const rule = diagnostic.code;
    if (diagnostic.source !== 'layout-lens' || typeof rule !== 'string') continue;
    actions.push({
      title: `Ignore ${rule} here`,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      edit: editOf(ready, session, [suppressEdit(ready, diagnostic.range.start.line, rule)]),
    });
  }
  return actions;
}

function rewrites(ready: ReadyDocument, site: Site, session: Session): readonly CodeAction[] {
  const { document, analysis } = ready;
  const evaluation = analysis.model.evaluate(site);
  if (isFailure(evaluation.value) || site.valueSpan === null) return [];
  const forms = verifiedForms(evaluation.value, ready);
  if (forms.length === 0) return [];
  const range = document.rangeOf(site.valueSpan);
  const actions: CodeAction[] = [];
  const add = (title: string, kind: string, edit: TextEdit | null) => {
    if (edit !== null) actions.push({ title, kind, edit: editOf(ready, session, [edit]) });
  };
  const replacement = resultText(site, evaluation, forms, analysis.text);
  if (replacement !== null)
    add(`Replace by its value ${shorten(replacement)}`, `${INSERT}.${OWN_FORM[site.dialect]}`, {
      range,
      newText: replacement,
    });
  const dynamic = forms.find((f) => f.id === 'cpp-dynamic');
  if (site.dialect === 'cpp' && dynamic !== undefined && !(evaluation.value instanceof TypeValue))
    add(`Replace by run-time form ${shorten(dynamic.text)}`, `${INSERT}.dynamic`, {
      range,
      newText: dynamic.text,
    });
  const comment = commentEdit(ready, site, evaluation);
  add('Insert its value as a comment', `${INSERT}.comment`, comment);
  add('Insert a static assertion of its value', `${INSERT}.assert`, assertionEdit(ready, site, evaluation));
  const merged: Form | null = coalescedForm(ready, site, evaluation);
  if (merged !== null)
    add(`Replace by its coalesced form ${shorten(merged.text)}`, COALESCE, { range, newText: merged.text });
  return actions;
}
