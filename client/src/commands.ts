// The commands of the palette, and those that links in a hover may run.

import {
  commands,
  type Disposable,
  env,
  type LogOutputChannel,
  l10n,
  Position,
  Range,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import { readCopied, readInsertion, readSourceSpan } from './command-arguments.ts';
import { insertResultAtCursor } from './insert-result.ts';
import type { PicturePanel } from './panel/panel.ts';
import type { Session } from './session.ts';

/** Only these are trusted in the Markdown that the server sends. */
export const HOVER_COMMANDS = [
  'layoutLens.copyText',
  'layoutLens.goTo',
  'layoutLens.insertResult',
  'layoutLens.openPicture',
];

export function registerCommands(
  session: Session,
  output: LogOutputChannel,
  panel: PicturePanel,
): Disposable[] {
  return [
    commands.registerCommand('layoutLens.openPicture', (argument?: unknown) => panel.open(argument)),
    commands.registerCommand('layoutLens.restartServer', () => session.restart()),
    commands.registerCommand('layoutLens.showOutput', () => output.show()),
    commands.registerCommand('layoutLens.copyText', copyText),
    commands.registerCommand('layoutLens.goTo', goTo),
    commands.registerCommand('layoutLens.insertResult', insertResult),
  ];
}

async function copyText(argument: unknown): Promise<void> {
  const copied = readCopied(argument);
  if (copied === null) return;
  await env.clipboard.writeText(copied.text);
  const { label } = copied;
  window.setStatusBarMessage(label === null ? l10n.t('Copied') : l10n.t('Copied as {0}', plain(label)), 4000);
}

async function goTo(argument: unknown): Promise<void> {
  const source = readSourceSpan(argument);
  if (source === null) return;
  const document = await workspace.openTextDocument(Uri.parse(source.uri));
  const selection = new Range(document.positionAt(source.start), document.positionAt(source.end));
  await window.showTextDocument(document, { selection });
}

/** The status bar would draw `$(…)` as an icon. */
const plain = (text: string): string => text.replaceAll('$(', '$ (');

async function insertResult(argument?: unknown): Promise<void> {
  if (argument === undefined) {
    await insertResultAtCursor();
    return;
  }
  const edit = readInsertion(argument);
  if (edit === null) return;
  // Only a document that an editor shows, in the version that the hover was about, is changed.
  const uri = Uri.parse(edit.uri);
  const document = workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  if (!document || document.version !== edit.version) {
    window.setStatusBarMessage(l10n.t('The text has changed since this hover was shown; hover again.'), 4000);
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
