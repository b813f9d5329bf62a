// layoutLens/picture and layoutLens/pictureCells: what the panel shows of a place, and the cells that it cannot work out
// itself.

import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type CellWindow, type PackedCells, packCells } from '../../render/panel/packed-cells.ts';
import type { PanelRequests, PictureView } from '../../render/panel/view.ts';
import { lengthOf } from '../../render/picture/scene.ts';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { yielderFor } from '../../workspace/documents/yielder.ts';
import type { Drawn } from './drawn.ts';
import { type FoundPicture, pictureAt, textPictureAt } from './found.ts';
import { itemOf } from './items.ts';

type PictureRequest = PanelRequests['layoutLens/picture'];
type DrawnRequest = PanelRequests[
  | 'layoutLens/pictureCells'
  | 'layoutLens/pictureText'
  | 'layoutLens/pictureEdit'];

export async function answerPicture(
  ready: ReadyDocument,
  request: PictureRequest,
  _token: CancellationToken,
  session: Session,
): Promise<PictureView | null> {
  const { document, analysis } = ready;
  const { version } = document;
  const found = await pictureAt(ready, request.position, request.instance ?? 0, session);
  return found === null ? null : viewOf(found, request, version, analysis.text);
}

/** Of a text of another language. */
export async function answerTextPicture(
  document: TextDocument,
  request: PictureRequest,
  session: Session,
): Promise<PictureView | null> {
  const { version } = document;
  const text = document.getText();
  const found = await textPictureAt(document, request.position, session);
  return found === null ? null : viewOf(found, request, version, text);
}

function viewOf(
  found: FoundPicture,
  { textDocument: { uri }, position }: PictureRequest,
  version: number,
  text: string,
): PictureView {
  const { content } = found;
  const items = found.drawn.map((drawn) => itemOf(drawn, text));
  return {
    uri,
    version,
    position,
    title: found.title,
    value: content.value,
    summary: content.summary,
    problem: content.problem,
    instances: found.instances,
    instance: found.instance,
    pictures: items.slice(0, found.pictures),
    made: items.slice(found.pictures),
    steps: found.steps.map(({ step, made }) => ({
      text: step.text,
      source: step.source ?? null,
      depth: step.depth,
      picture: made,
    })),
  };
}

/** The picture that a request names, of the document as it was then; null when there is no such picture any more. */
export async function drawnAt(
  ready: ReadyDocument,
  request: DrawnRequest,
  session: Session,
): Promise<Drawn | null> {
  const { position, instance = 0, picture, version } = request;
  if (ready.document.version !== version) return null;
  const found = await pictureAt(ready, position, instance, session);
  return found?.drawn[picture] ?? null;
}

/** Of a text of another language. */
export async function textDrawnAt(
  document: TextDocument,
  { position, picture, version }: DrawnRequest,
  session: Session,
): Promise<Drawn | null> {
  if (document.version !== version) return null;
  const found = await textPictureAt(document, position, session);
  return found?.drawn[picture] ?? null;
}

/** What one answer holds at most. */
const MAXIMUM_CELLS = 2 ** 16;

export async function answerPictureCells(
  ready: ReadyDocument,
  request: PanelRequests['layoutLens/pictureCells'],
  token: CancellationToken,
  session: Session,
): Promise<PackedCells | null> {
  const drawn = await drawnAt(ready, request, session);
  const yielder = yielderFor(ready.document, token);
  return cellsOf(drawn, request.window, async () => {
    if (yielder.shouldYield()) await yielder.yieldToEventLoop();
  });
}

export async function answerTextCells(
  document: TextDocument,
  request: PanelRequests['layoutLens/pictureCells'],
  session: Session,
): Promise<PackedCells | null> {
  return cellsOf(await textDrawnAt(document, request, session), request.window, async () => {});
}

async function cellsOf(
  drawn: Drawn | null,
  window: CellWindow,
  rest: () => Promise<void>,
): Promise<PackedCells | null> {
  if (drawn === null) return null;
  const { rows, columns } = drawn.scene;
  if (!isInside(window, lengthOf(rows), lengthOf(columns)))
    throw new ResponseError(LSPErrorCodes.RequestFailed, 'there are no such cells, or too many');
  return packCells(drawn.scene, window, rest);
}

const isInside = (
  { row, column, rows, columns, every }: CellWindow,
  height: number,
  width: number,
): boolean =>
  rows * columns <= MAXIMUM_CELLS &&
  row + (rows - 1) * every < height &&
  column + (columns - 1) * every < width;
