// The requests of the panel, which are none of the protocol's own.

import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { EditAnswer, PanelRequests } from '../render/panel/view.ts';
import type { Session } from '../workspace/documents/session.ts';
import { documentRequest } from './feature.ts';
import { answerPictureEdit } from './picture/edit.ts';
import { answerPicture, answerPictureCells, answerTextCells, answerTextPicture } from './picture/picture.ts';
import { answerPictureText, answerTextPictureText } from './picture/text.ts';

const NOT_OPEN: EditAnswer = { ok: false, message: 'The document is not open.' };

export function answerPanel(connection: Connection, session: () => Session | null): void {
  function answer<P extends PanelRequests[keyof PanelRequests], R>(
    method: keyof PanelRequests,
    handler: (params: P, token: CancellationToken) => Promise<R>,
  ): void {
    connection.onRequest(method, (params: P, token) => handler(params, token) as Promise<unknown>);
  }
  answer('layoutLens/picture', documentRequest('picture', session, null, answerPicture, answerTextPicture));
  answer(
    'layoutLens/pictureCells',
    documentRequest('cells', session, null, answerPictureCells, answerTextCells),
  );
  answer(
    'layoutLens/pictureText',
    documentRequest('text', session, null, answerPictureText, answerTextPictureText),
  );
  answer('layoutLens/pictureEdit', documentRequest('edit', session, NOT_OPEN, answerPictureEdit));
}
