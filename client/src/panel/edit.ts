// Writes another layout into the source.

import { l10n, Position, Range, Uri, WorkspaceEdit, workspace } from 'vscode';
import type { EditAnswer, PanelRequests } from '../../../server/src/render/panel/view.ts';
import type { Session } from '../session.ts';

type About = PanelRequests['layoutLens/picture'] & { readonly version: number };

/** Why nothing was written; null when it was. */
export async function writeLayout(
  session: Session,
  about: About,
  picture: number,
  layout: string,
): Promise<string | null> {
  const params: PanelRequests['layoutLens/pictureEdit'] = { ...about, picture, layout };
  const answer = await session.ask<EditAnswer>('layoutLens/pictureEdit', params);
  if (answer === null) return l10n.t('The server has no answer.');
  if (!answer.ok) return answer.message;
  // Only a document that an editor shows, in the version that the picture is of, is changed.
  const uri = Uri.parse(about.textDocument.uri);
  const document = workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  if (document?.version !== about.version) return l10n.t('The text has changed since the picture was drawn.');
  if (answer.edits.length === 0) return l10n.t('The layout is that already.');
  const change = new WorkspaceEdit();
  for (const { range, newText } of answer.edits)
    change.replace(uri, new Range(positionOf(range.start), positionOf(range.end)), newText);
  return (await workspace.applyEdit(change)) ? null : l10n.t('The editor refused the edit.');
}

const positionOf = ({ line, character }: { readonly line: number; readonly character: number }): Position =>
  new Position(line, character);
