// The page of the panel: takes views from the extension, and shows them.

import type { PackedCells } from '../../../../server/src/render/panel/packed-cells.ts';
import type { FromPage, ToPage } from '../messages.ts';
import { Page } from './page.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const editor = acquireVsCodeApi();
const waiting = new Map<number, (cells: PackedCells | null) => void>();
let asked = 0;

const page = new Page(
  (message) => editor.postMessage(message),
  (picture, window) =>
    new Promise((resolve) => {
      waiting.set(asked, resolve);
      editor.postMessage({ kind: 'cells', id: asked++, picture, window });
    }),
);

addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  switch (data.kind) {
    case 'view':
      page.show(data.view, data.isPinned);
      break;
    case 'working':
      page.work();
      break;
    case 'stopped':
      page.stop(data.isOutdated);
      break;
    case 'cells':
      waiting.get(data.id)?.(data.cells);
      waiting.delete(data.id);
      break;
    case 'edit-refused':
    case 'told':
      page.tell(data.message);
  }
});
editor.postMessage({ kind: 'ready' });
