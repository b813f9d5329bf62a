// Edits of one document, in the form that the client takes.

import type { SnippetTextEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';

/** Snippets only for clients that take versioned edits with snippets in them. */
export function editOf(
  { document }: ReadyDocument,
  session: Session,
  edits: readonly (TextEdit | SnippetTextEdit)[],
): WorkspaceEdit {
  if (!session.client.documentChanges)
    return { changes: { [document.uri]: edits.filter((e): e is TextEdit => 'newText' in e) } };
  return {
    documentChanges: [{ textDocument: { uri: document.uri, version: document.version }, edits: [...edits] }],
  };
}
