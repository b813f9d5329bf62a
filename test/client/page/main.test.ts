// The program of the panel's page: what the extension says to it, and what it says back.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FromPage, ToPage } from '../../../client/src/panel/messages.ts';
import { packCells } from '../../../server/src/render/panel/packed-cells.ts';
import { itemOf } from '../picture-source.ts';
import { openBrowser, viewOf } from './page.ts';

const posted: FromPage[] = [];
const { browser, close } = openBrowser();
before(async () => {
  Object.assign(globalThis, {
    acquireVsCodeApi: () => ({ postMessage: (message: FromPage) => posted.push(message) }),
  });
  await import('../../../client/src/panel/webview/main.ts');
});
after(close);

const text = (selector: string): string => browser.document.body.querySelector(selector)!.textContent;

async function told(message: ToPage): Promise<void> {
  for (const listener of browser.listeners) listener({ data: message });
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
  browser.resize();
}

test('the page says that it is ready, shows what it is sent, and asks for cells until they come', async () => {
  assert.deepEqual(posted.splice(0), [{ kind: 'ready' }]);
  const layout = itemOf([4, 8], [8, 1], { name: 'm' });
  await told({ kind: 'view', view: viewOf([layout]), isPinned: true });
  const pin = browser.document.body
    .querySelectorAll('button')
    .find(({ textContent }) => textContent === 'Pin')!;
  assert.deepEqual([text('h1'), pin.getAttribute('aria-pressed')], ['m', 'true']);
  pin.click();
  assert.deepEqual(posted.splice(0), [{ kind: 'pin', isPinned: false }]);
  await told({ kind: 'told', message: 'Copied.' });
  assert.equal(text('.status'), 'Copied.');
  await told({ kind: 'edit-refused', message: 'It has changed.' });
  assert.equal(text('.status'), 'It has changed.');

  const main = browser.document.body.querySelector('main')!;
  await told({ kind: 'working' });
  assert.deepEqual(main.classes, ['outdated']);
  await told({ kind: 'stopped', isOutdated: false });
  assert.deepEqual(main.classes, []);
  await told({ kind: 'stopped', isOutdated: true });
  assert.deepEqual(main.classes, ['outdated']);

  const asked = { ...layout, name: 'asked', offsets: null, index: null, shape: null };
  await told({ kind: 'view', view: viewOf([asked, { ...asked, name: 'second' }]), isPinned: false });
  assert.deepEqual(main.classes, []);
  const window = { row: 0, column: 0, rows: 4, columns: 8, every: 1 };
  assert.deepEqual(posted.splice(0), [
    { kind: 'cells', id: 0, picture: 0, window },
    { kind: 'cells', id: 1, picture: 1, window },
  ]);
  const cells = await packCells(
    {
      title: '',
      description: '',
      keys: 'names',
      rows: asked.rows,
      columns: asked.columns,
      cell: (row, column) => ({ label: `${row}/${column}`, key: 0 }),
    },
    window,
    async () => undefined,
  );
  const said = (): readonly string[] =>
    browser.document.body.querySelectorAll('[role=gridcell]').map(({ textContent }) => textContent);
  await told({ kind: 'cells', id: 7, cells });
  await told({ kind: 'cells', id: 1, cells });
  assert.deepEqual(said(), ['not there yet', 'row 0, column 0: 0/0']);
  // Cells of which there are none any more are not asked for again and again.
  await told({ kind: 'cells', id: 0, cells: null });
  await told({ kind: 'cells', id: 0, cells });
  assert.deepEqual(said(), ['not there yet', 'row 0, column 0: 0/0']);
  assert.deepEqual(posted, []);
});
