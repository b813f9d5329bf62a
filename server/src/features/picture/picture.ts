// layoutLens/picture and layoutLens/pictureCells: what the panel shows of a place, and the cells that it cannot work out
// itself.

import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import { type CellWindow, type PackedCells, packCells } from '../../render/panel/packed-cells.ts';
import type { PanelRequests, PictureView } from '../../render/panel/view.ts';
import { lengthOf } from '../../render/picture/scene.ts';
import type { ReadyDocument, Session } from '../../workspace/documents/session.ts';
import { yielderFor } from '../../workspace/documents/yielder.ts';
import type { Drawn } from './drawn.ts';
import { pictureAt } from './found.ts';
import { itemOf } from './items.ts';

export async function answerPicture(
  ready: ReadyDocument,
  { position, instance = 0 }: PanelRequests['layoutLens/picture'],
  _token: CancellationToken,
  session: Session,
): Promise<PictureView | null> {
  const { document, analysis } = ready;
  const { version } = document;
  const found = await pictureAt(ready, position, instance, session);
  if (found === null) return null;
  const { content } = found;
  const items = found.drawn.map((drawn) => itemOf(drawn, analysis.text));
  return {
    uri: document.uri,
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
  request: PanelRequests['layoutLens/pictureCells' | 'layoutLens/pictureText' | 'layoutLens/pictureEdit'],
  session: Session,
): Promise<Drawn | null> {
  const { position, instance = 0, picture, version } = request;
  if (ready.document.version !== version) return null;
  const found = await pictureAt(ready, position, instance, session);
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
  if (drawn === null) return null;
  const window = request.window;
  const { rows, columns } = drawn.scene;
  if (!isInside(window, lengthOf(rows), lengthOf(columns)))
    throw new ResponseError(LSPErrorCodes.RequestFailed, 'there are no such cells, or too many');
  const yielder = yielderFor(ready.document, token);
  return packCells(drawn.scene, window, async () => {
    if (yielder.shouldYield()) await yielder.yieldToEventLoop();
  });
}

const isInside = (
  { row, column, rows, columns, every }: CellWindow,
  height: number,
  width: number,
): boolean =>
  rows * columns <= MAXIMUM_CELLS &&
  row + (rows - 1) * every < height &&
  column + (columns - 1) * every < width;
