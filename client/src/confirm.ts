// “Check with the Compiler”: the server asks the compiler that is set, when the user says so; what differs may be copied.

import { commands, type Disposable, env, l10n, window, workspace } from 'vscode';
import type { Session } from './session.ts';

interface Answer {
  readonly ok: boolean;
  readonly message: string;
  readonly reproduction?: string | null;
}

export const registerConfirm = (session: Session): Disposable[] => [
  commands.registerCommand('layoutLens.confirm', () => confirm(session)),
  workspace.onDidGrantWorkspaceTrust(() => session.notify('layoutLens/trusted', {})),
];

async function confirm(session: Session): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined) return;
  if (!workspace.isTrusted) {
    void window.showWarningMessage(l10n.t('No compiler is asked in a workspace that is not trusted.'));
    return;
  }
  const { line, character } = editor.selection.active;
  const params = {
    textDocument: { uri: editor.document.uri.toString() },
    position: { line, character },
  };
  const asked = session.ask<Answer>('layoutLens/confirm', params);
  window.setStatusBarMessage(`$(sync~spin) ${l10n.t('Asking the compiler…')}`, asked);
  const answer = await asked;
  if (answer === null) {
    window.setStatusBarMessage(l10n.t('There is no compiler to ask here.'), 4000);
    return;
  }
  const { reproduction = null } = answer;
  const copy = l10n.t('Copy Reproduction');
  if (!answer.ok) void window.showWarningMessage(answer.message);
  else if (reproduction === null) void window.showInformationMessage(answer.message);
  else if ((await window.showWarningMessage(answer.message, copy)) === copy)
    await env.clipboard.writeText(reproduction);
}
