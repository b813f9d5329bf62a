// The commands of the palette, and those that links in a hover may run.

import {
  commands,
  type Disposable,
  env,
  type LogOutputChannel,
  Position,
  Range,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import type { Session } from './session.ts';

/** Only these are trusted in the Markdown that the server sends. */
export const HOVER_COMMANDS = ['layoutLens.copyText', 'layoutLens.insertResult'];

/** What the link "Copy as …" carries. */
interface CopyArgument {
  readonly text: string;
  readonly label?: string;
}

/** What the link "Insert result" carries: one edit, as the protocol writes it, to one version of a document. */
interface InsertArgument {
  readonly uri: string;
  readonly version: number;
  readonly range: { readonly start: ProtocolPosition; readonly end: ProtocolPosition };
  readonly newText: string;
}

interface ProtocolPosition {
  readonly line: number;
  readonly character: number;
}

export function registerCommands(session: Session, output: LogOutputChannel): Disposable[] {
  return [
    commands.registerCommand('layoutLens.restartServer', () => session.restart()),
    commands.registerCommand('layoutLens.showOutput', () => output.show()),
    commands.registerCommand('layoutLens.copyText', copyText),
    commands.registerCommand('layoutLens.insertResult', insertResult),
  ];
}

async function copyText({ text, label }: CopyArgument): Promise<void> {
  await env.clipboard.writeText(text);
  window.setStatusBarMessage(`Copied${label ? ` as ${label}` : ''}: ${text}`, 4000);
}

async function insertResult(edit?: InsertArgument): Promise<void> {
  if (!edit) {
    // From the palette: the server's own actions at the cursor.
    await commands.executeCommand('editor.action.codeAction', {
      kind: 'refactor.rewrite.layoutLens.insertResult',
      apply: 'ifSingle',
    });
    return;
  }
  const uri = Uri.parse(edit.uri);
  const document = workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  if (!document || document.version !== edit.version) {
    window.setStatusBarMessage('The text has changed since this hover was shown; hover again.', 4000);
    return;
  }
  const { start, end } = edit.range;
  const change = new WorkspaceEdit();
  change.replace(
    uri,
    new Range(new Position(start.line, start.character), new Position(end.line, end.character)),
    edit.newText,
  );
  await workspace.applyEdit(change);
}
