// “Insert Result at the Cursor”: the server's own edits there. The palette has the focus when it is run, so the editor's
// menu of code actions would look for a cursor in vain.

import { type CodeAction, commands, l10n, window, workspace } from 'vscode';

const KIND = 'refactor.rewrite.layoutLens.insertResult';

export async function insertResultAtCursor(): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined) {
    window.setStatusBarMessage(l10n.t('No editor is open to insert a result into.'), 4000);
    return;
  }
  const { document, selection } = editor;
  const { version } = document;
  const found = await commands.executeCommand<readonly CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    selection,
    KIND,
  );
  const offered = found.flatMap(({ title: label, edit }) => (edit === undefined ? [] : [{ label, edit }]));
  if (offered.length === 0) {
    window.setStatusBarMessage(l10n.t('There is no result to insert at the cursor.'), 4000);
    return;
  }
  const title = l10n.t('Insert which result?');
  const chosen = offered.length === 1 ? offered[0] : await window.showQuickPick(offered, { title });
  if (chosen === undefined) return;
  if (document.version !== version) {
    window.setStatusBarMessage(l10n.t('The text has changed meanwhile; try again.'), 4000);
    return;
  }
  await workspace.applyEdit(chosen.edit);
}
